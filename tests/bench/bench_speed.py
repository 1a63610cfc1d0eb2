"""Games a second of whole runs: ``pytest -s tests/bench/bench_speed.py``, on an idle machine."""

import statistics
import time
from pathlib import Path

import pytest
from measure import RULESET, machine, play, shalab

import sim

AIMS = {"greedy": 15_000, "standard": 12_000}  # games of five a second on two cores
GAMES = {"sanguosha": 5, "hongloumeng": 5, "yingxiongsha": 5, "shuihusha": 5, "sanguosha_duel": 2}  # players


def rate(out: Path, bots: str, players: int, games: int, *more: object) -> float:
    """Return the better rate of two runs."""
    given = "--players", players, "--games", games, "--bots", bots, *more
    return max(play(out / f"{bots}-{players}-{k}-{len(more)}", *given)[1] for k in range(2))


@pytest.mark.parametrize("bots", AIMS)
def test_games_a_second(tmp_path: Path, bots: str) -> None:
    shalab("warm")
    five, eight = rate(tmp_path, bots, 5, 60_000), rate(tmp_path, bots, 8, 30_000)
    share = five / AIMS[bots]
    print(f"\n{bots}: {five:,.0f} games of 5 a second, {share:.2f} of the aim; {eight:,.0f} of 8; {machine()}")
    assert eight >= five / 2


def test_two_threads_against_one(tmp_path: Path) -> None:
    one = rate(tmp_path, "standard", 5, 40_000, "--threads", 1)
    two = rate(tmp_path, "standard", 5, 80_000, "--threads", 2, "--keep", "seats")
    print(f"\ntwo threads against one: {two / one:.2f} times; {machine()}")
    assert two >= 1.8 * one


def turn_time(ruleset: str, seed: int) -> float:
    """Return the seconds that a turn takes on one thread."""
    start = time.perf_counter()
    run = sim.simulate(ruleset, players=GAMES.get(ruleset, 5), games=4000, seed=seed, threads=1)
    return (time.perf_counter() - start) / run.games()["turns"].sum()


@pytest.mark.parametrize("ruleset", GAMES)
def test_a_turn_of_another_game_takes_as_long(ruleset: str) -> None:
    turn_time(ruleset, 0)  # loads what is compiled
    ratios = [turn_time(ruleset, seed) / turn_time(RULESET, seed) for seed in range(1, 6)]
    ratio = statistics.median(ratios)
    print(f"\n{ruleset}: a turn takes {ratio:.2f} times one of {RULESET}; {machine()}")
    assert ratio <= 1.15
