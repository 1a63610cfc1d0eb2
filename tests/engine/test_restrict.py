"""Restricted play: what is barred never happens, and the rest of the game is left alone."""

from dataclasses import replace

import numpy as np
import pytest

from heuristics.watch import keeps_belief
from sim.batch import play_some
from sim.bots import HABITS, find
from sim.core.codes import Habit
from sim.errors import UserError
from sim.plan import make_plan
from sim.trace import trace

GAMES = 40


def told(bots: str, game: int) -> list[str]:
    return trace("sanguosha_official", players=5, game=game, plain=True, bots=bots, seed=3)


def words_of(bots: str) -> list[list[str]]:
    return [line.split() for game in range(GAMES) for line in told(bots, game)]


@pytest.mark.parametrize(
    ("habit", "kinds"),
    [
        ("no-counter", {"nullification"}),
        ("no-sweep", {"savage_assault", "archery_attack"}),
        ("no-equipment", {"crossbow", "eight_diagram", "double_sword"}),
    ],
)
def test_what_is_barred_is_never_played(habit: str, kinds: set[str]) -> None:
    def played(bots: str) -> int:
        acts = (words for words in words_of(bots) if words[0] in ("use", "respond") and "as" not in words)
        return sum(words[2].partition("@")[0] in kinds for words in acts)

    assert played("greedy") > 0
    assert played(f"greedy:{habit}") == 0


def test_who_saves_nobody_else_heals_itself_alone() -> None:
    def saved(bots: str) -> int:
        uses = (words for words in words_of(bots) if words[0] == "use" and "->" in words and "as" not in words)
        return sum(words[2].startswith("peach@") and words[-1] != words[1] for words in uses)

    assert saved("greedy") > 0
    assert saved("greedy:no-rescue") == 0


def duels(bots: str, aim: str) -> float:
    """Return the share of duels aimed at the lord by others, or at the next living seat; duels have no range."""
    hits = []
    for game in range(GAMES):
        dead: set[int] = set()
        for words in map(str.split, told(bots, game)):
            if words[0] == "dead":
                dead.add(int(words[1]))
            if words[0] == "use" and words[2].startswith("duel@") and "as" not in words:
                user, target = int(words[1]), int(words[-1])
                left = next(seat % 5 for seat in range(user + 1, user + 5) if seat % 5 not in dead)
                if user or aim == "left":
                    hits.append(target == (left if aim == "left" else 0))
    assert len(hits) > 20
    return sum(hits) / len(hits)


@pytest.mark.parametrize("aim", ["lord", "left"])
def test_harm_goes_where_the_habit_says(aim: str) -> None:
    """But for a lord or neighbour who cannot be duelled, with no card in hand by Kongcheng."""
    assert duels("greedy", aim) < 0.8
    assert duels(f"greedy:at-{aim}", aim) > 0.95


def digests(bot: str, habits: int = 0) -> np.ndarray:
    """Return what stands for each of some games, played by a bot that has habits whether it heeds them or not."""
    plan = make_plan("sanguosha_official", players=5, games=1, seed=3, bots=bot)
    bots = tuple(replace(each, habits=habits) for each in plan.lineup.bots)
    return play_some(replace(plan, lineup=replace(plan.lineup, bots=bots)), 5, range(200)).games["digest"]


@pytest.mark.parametrize("bot", ["pass", "random", "greedy"])
def test_what_a_bot_does_not_heed_changes_no_game(bot: str) -> None:
    free = digests(bot)
    told = {habit: (digests(bot, bit) == free).all() for habit, bit in HABITS.items()}
    assert all(told[habit] for habit in find(bot).unheeded)
    if bot != "pass":  # which heeds the rest only where it has to aim at somebody
        assert not any(told[habit] for habit in HABITS if habit not in find(bot).unheeded)


@pytest.mark.parametrize("bot", ["pass", "random", "greedy", "standard", "search"])
def test_who_keeps_no_belief_does_not_heed_that_habit(bot: str) -> None:
    assert ("no-belief" in find(bot).unheeded) == (not keeps_belief(find(bot)))


@pytest.mark.parametrize("bot", ["random:no-belief", "greedy:no-sweep+no-belief", "pass:no-counter"])
def test_a_habit_without_effect_is_refused(bot: str) -> None:
    name, _, habit = bot.replace("no-sweep+", "").partition(":")
    with pytest.raises(UserError, match=rf"{habit} changes nothing of what {name} does; allowed: .*at-lord, at-left$"):
        find(bot)
    assert find(f"{name}:at-lord").habits == Habit.AT_LORD
    assert find("standard:no-belief+at-lord").habits == Habit.NO_BELIEF | Habit.AT_LORD


def test_a_declined_skill_is_offered_and_never_used() -> None:
    plan = make_plan("sanguosha_official", players=5, games=1, seed=3, bots="greedy")
    names = plan.tables.bundles
    for skill in ("zhiheng", "jieyin", "fankui"):
        barred = replace(plan, lineup=plan.lineup.without(names.index(skill)))
        counts = [one.skills.sum(axis=2) for one in (play_some(plan, 5, range(400)), play_some(barred, 5, range(400)))]
        hero, slot = next(
            (hero, bundles.index(names.index(skill)))
            for hero, bundles in enumerate(plan.tables.hero_skills)
            if names.index(skill) in bundles
        )
        free, held = (count[:, hero, slot].sum(axis=0) for count in counts)
        assert free[2] > 0
        assert held[2] == 0
        assert held[1] > 0


def test_games_without_the_skill_stay_as_they_were() -> None:
    plan = make_plan("sanguosha_official", players=5, games=1, seed=3, bots="greedy")
    skill = plan.tables.bundles.index("zhiheng")
    held = next(hero for hero, bundles in enumerate(plan.tables.hero_skills) if skill in bundles)
    barred = replace(plan, lineup=plan.lineup.without(skill))
    free, bound = (play_some(one, 5, np.arange(7, 207)) for one in (plan, barred))
    present = (free.seats["hero"].reshape(200, -1) == held).any(axis=1)
    assert (free.games["game"] == np.arange(7, 207)).all()
    assert (free.games["digest"] == bound.games["digest"])[~present].all()
    assert not (free.games["digest"] == bound.games["digest"])[present].all()
