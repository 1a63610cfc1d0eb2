"""Games a second of whole runs: ``pytest -s tests/bench/bench_speed.py``, on an idle machine."""

from pathlib import Path

import pytest
from measure import machine, play, shalab

LEAST = {"greedy": 15_000, "standard": 12_000}  # games of five a second on two cores


def rate(out: Path, bots: str, players: int, games: int, *more: object) -> float:
    """Return the better rate of two runs."""
    given = "--players", players, "--games", games, "--bots", bots, *more
    return max(play(out / f"{bots}-{players}-{k}-{len(more)}", *given)[1] for k in range(2))


@pytest.mark.parametrize("bots", LEAST)
def test_games_a_second(tmp_path: Path, bots: str) -> None:
    shalab("warm")
    five, eight = rate(tmp_path, bots, 5, 200_000), rate(tmp_path, bots, 8, 100_000)
    print(f"\n{bots}: {five:,.0f} games of 5 a second, {eight:,.0f} of 8; {machine()}")
    assert five >= LEAST[bots]
    assert eight >= five / 2


def test_two_threads_against_one(tmp_path: Path) -> None:
    one = rate(tmp_path, "standard", 5, 100_000, "--threads", 1)
    two = rate(tmp_path, "standard", 5, 200_000, "--threads", 2, "--keep", "seats")
    print(f"\ntwo threads against one: {two / one:.2f} times; {machine()}")
    assert two >= 1.8 * one
