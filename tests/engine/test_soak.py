"""Many games in checked mode: each card in one place at every step, no dead seat acts, each skill is used."""

import numpy as np
import polars as pl
import pytest
from arena import BOTS, CAPS, dealt, sizes

import sim
from sim.batch import CHECKED
from sim.core.codes import Err, Status
from sim.core.play import advance_at

PLAYERS = (2, 4, 5, 8, 10)
SIDES = ("rebel", "renegade")
GAMES = {"standard": 18_000, "random": 2_000}  # at each number of players
IDLE: dict[str, set[str]] = {
    "sanguosha": set(),
    "sanguosha_official": set(),
    "sanguosha_duel": {"liuli", "lijian"},  # they need a third player
    "hongloumeng": set(),
    "yingxiongsha": set(),
    "shuihusha": set(),
}  # skills that nobody uses


@pytest.mark.slow
def test_soak(ruleset, monkeypatch):
    monkeypatch.setenv(CHECKED, "1")
    sides = {"lord", *(side for row in ruleset.data["roles"]["single"].values() for side in SIDES if row[side])}
    tables = sizes(ruleset.data, PLAYERS)
    runs = [  # a game that breaks a rule of the core is a warning, which names it, and so an error here
        sim.simulate(ruleset, players=tables, games=games, seed=seed, bots=BOTS[bots])
        for seed, (bots, games) in enumerate(GAMES.items(), start=40)
    ]
    for run, games in zip(runs, GAMES.values(), strict=True):
        assert run.info["games_done"] == {str(players): games for players in tables}
        assert {cause.upper() for cause in run.info["causes"]} <= CAPS, run.info["unfinished"]
        ended = run.games().group_by("winner").agg(pl.len(), pl.col("cause").null_count().alias("no_cause"))
        by_winner = {winner: (n, no_cause) for winner, n, no_cause in ended.rows()}
        unfinished, uncaused = by_winner.pop("unfinished", (0, 0))
        assert uncaused == 0
        assert unfinished < games * len(tables) / 100
        assert all(n == no_cause for n, no_cause in by_winner.values())
        assert sides <= set(by_winner) <= sides | {"draw"}
    used = pl.concat([run.skills().select("skill", "used").cast({"skill": str}) for run in runs])
    busy = set(used.filter(pl.col("used") > 0)["skill"])
    printed = {skill for hero in ruleset.data["heroes"].values() for skill in hero["skills"]}
    assert printed - busy == IDLE[ruleset.id]


def twice(g):
    """Have a card of the pile in a hand too."""
    g.seat[1].hand[int(g.pile[0]) >> 6] |= np.uint64(1) << np.uint64(int(g.pile[0]) & 63)
    g.seat[1].n_hand += 1


def missing(g):
    g.n_pile -= 1


def miscounted(g):
    g.seat[0].n_hand += 1


def too_healthy(g):
    g.seat[1].hp = g.seat[1].max_hp + 1


def dead_with_cards(g):
    g.seat[1].alive = 0


@pytest.mark.parametrize(
    ("spoil", "err"),
    [
        (twice, Err.CARD_LOST),
        (missing, Err.CARD_LOST),
        (miscounted, Err.CARD_LOST),
        (too_healthy, Err.HP_ABOVE_MAX),
        (dead_with_cards, Err.DEAD_ACTS),
    ],
)
def test_checked_mode_sees(spoil, err, rules_of):
    rules = rules_of("sanguosha", 2)
    games = dealt(rules, 2, 2)
    games.checked = 1
    spoil(games[0])
    assert advance_at(games, rules, 0) == Status.FAULT
    assert games[0].err == err
    assert advance_at(games, rules, 1) == Status.ASKING
    assert games[1].err == Err.NONE
