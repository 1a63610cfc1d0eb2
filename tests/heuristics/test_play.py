"""How well the bots play: each beats the one below it in every camp, and none leaves a skill unused."""

import numpy as np
import polars as pl
import pytest
from numba import config

import sim
from sim.core.codes import Role

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(bool(config.DISABLE_JIT), reason="thousands of games need compiled code"),
]
CAMPS = {"lord": (Role.LORD, Role.LOYALIST), "rebel": (Role.REBEL,), "renegade": (Role.RENEGADE,)}
GAMES = 2000
NAMES = {name: f"heuristics.{name}:BOT" for name in ("greedy", "standard")} | {
    "random": "heuristics.random_bot:BOT",
    "pass": "heuristics.pass_bot:BOT",
}


def rate(bot_of_camp, camp):
    """Return how often a camp wins among such bots, on the seeds that all share."""
    bots = ",".join(
        f"{role.name.lower()}={NAMES[bot_of_camp[side]]}" for side, roles in CAMPS.items() for role in roles
    )
    run = sim.simulate("sanguosha_official", players=5, games=GAMES, seed=99, bots=bots)
    wins = run.games()["winner"].cast(str).value_counts()
    return dict(wins.iter_rows()).get(camp, 0) / GAMES


@pytest.mark.parametrize(("lower", "upper", "least"), [("random", "greedy", 0.15), ("greedy", "standard", 0.03)])
def test_each_bot_beats_the_one_below(lower, upper, least):
    gains = []
    for camp in CAMPS:
        low, high = (dict.fromkeys(CAMPS, name) for name in (lower, upper))
        gain = rate(low | {camp: upper}, camp) - rate(low, camp)
        back = rate(high, camp) - rate(high | {camp: lower}, camp)
        gains.append((gain + back) / 2)
        assert gains[-1] > -0.01, (camp, gain, back)
    assert np.mean(gains) > least, gains


@pytest.mark.parametrize(
    "ruleset", ["sanguosha", "sanguosha_official", "sanguosha_duel", "hongloumeng", "yingxiongsha", "shuihusha"]
)
def test_every_skill_that_is_offered_is_used(ruleset):
    run = sim.simulate(ruleset, games=4000, seed=5, bots=NAMES["standard"])
    counts = run.skills().group_by("skill").agg(pl.col("offered").sum(), pl.col("used").sum())
    assert counts.filter((pl.col("offered") > 0) & (pl.col("used") == 0))["skill"].to_list() == []


@pytest.mark.parametrize("name", sorted(NAMES))
def test_no_bot_breaks_a_game(name):
    run = sim.simulate("sanguosha", players="2-10", games=60, seed=3, bots=NAMES[name])
    assert set(run.info["causes"]) <= {"turn_cap", "action_cap", "shuffle_cap"}
