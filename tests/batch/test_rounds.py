"""Playing on to a target: when it stops, what the next round plays, and that interruptions change nothing."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fakes import HEROES, toy_plan
from test_batch import contents, play

from reports.intervals import wilson
from sim import batch, rounds, runs, writer
from sim.errors import UserError
from sim.plan import Plan, differing, make_plan
from sim.results import Run, read_info, write_info
from sim.rounds import allot, counts, expected, needed, told
from sim.widths import wilson_half


def target_plan(error: float, most: int = 100_000, **changes: Any) -> Plan:
    return toy_plan(**({"games": most, "target_error": error} | changes))


def half_widths(path: Path, plan: Plan, players: int) -> dict[tuple[str, str], float]:
    """Work out all half-widths in points from the rows of a run, by the report's intervals."""
    run = Run(path)
    stopped = set(run.games().filter(players=players, winner="unfinished")["game"].to_list())
    rows = run.seats().filter(players=players).to_dicts()
    found = {}
    for role in ("lord", "rebel"):
        for hero in HEROES:
            won = [r["won"] for r in rows if (r["role"], r["hero"]) == (role, hero) and r["game"] not in stopped]
            low, high = wilson(sum(won), len(won))
            found[role, hero] = 50 * float(high - low)
    return found


def test_it_stops_as_soon_as_every_cell_is_narrow(tmp_path: Path) -> None:
    plan = target_plan(6.0)
    assert play(plan, tmp_path / "run", threads=2)
    info = read_info(tmp_path / "run")
    assert info["finished"]
    assert info["too_wide"] == []
    assert info["games_done"] == info["games_asked"]
    for players in (2, 4):
        found = half_widths(tmp_path / "run", plan, players)
        widest = max(found, key=lambda cell: found[cell])
        assert found[widest] <= 6.0
        noted = info["widest"][str(players)]
        assert (noted["role"], noted["hero"]) == widest
        assert noted["half_width"] == pytest.approx(found[widest], abs=1e-3)
        assert info["games_done"][str(players)] * (found[widest] / 6.0) ** 2 > 0.8 * info["games_done"][str(players)]


def test_rounds_add_up_and_go_to_the_widest(tmp_path: Path) -> None:
    assert play(target_plan(6.0), tmp_path / "run")
    info = read_info(tmp_path / "run")
    first, *later = info["rounds"]
    assert first == {"2": 120, "4": 120}  # 40 blocks of three heroes
    assert later
    assert all(len(each) == 1 for each in later)
    assert all(games % 3 == 0 for each in later for games in each.values())
    for players in ("2", "4"):
        assert sum(each.get(players, 0) for each in info["rounds"]) == info["games_asked"][players]


def test_the_widest_player_count_gets_the_next_games() -> None:
    blocks, asked = {5: 10, 8: 10}, {5: 1000, 8: 1000}
    needs = {5: 9000, 8: 9000}
    assert list(allot(asked, {5: 3.0, 8: 3.1}, needs, 1.0, blocks, 10**6)) == [8]
    assert list(allot(asked, {5: 3.2, 8: 3.1}, needs, 1.0, blocks, 10**6)) == [5]
    assert list(allot(asked, {5: 3.0, 8: 0.9}, needs, 1.0, blocks, 10**6)) == [5]
    assert allot(asked, {5: 1.0, 8: 0.9}, needs, 1.0, blocks, 10**6) == {}


def test_a_round_plays_what_the_width_asks_for_in_whole_blocks() -> None:
    # 9/8 too wide: 81/64 of the games; 266 more are 27 blocks of 10
    needs = {5: needed(1000, 1.125, 1.0)}
    assert needs == {5: 1266}
    assert allot({5: 1000}, {5: 1.125}, needs, 1.0, {5: 10}, 10**6) == {5: 270}
    assert allot({5: 1000}, {5: 1.125}, needs, 1.0, {5: 25}, 10**6) == {5: 275}
    assert allot({5: 1000}, {5: 4.0}, {5: 16_000}, 1.0, {5: 10}, 10**6) == {5: 500}  # at most half as many again
    assert allot({5: 1000}, {5: 1.001}, {5: 999}, 1.0, {5: 10}, 10**6) == {5: 10}  # wide is wide
    assert allot({5: 1000}, {5: 1.125}, needs, 1.0, {5: 10}, 1100) == {5: 100}  # up to the most
    assert allot({5: 1100}, {5: 1.125}, needs, 1.0, {5: 10}, 1100) == {}
    assert allot({5: 0, 8: 0}, {5: 50, 8: 50}, {5: 0, 8: 0}, 1.0, {5: 25, 8: 25}, 900) == {5: 900, 8: 900}


def test_games_needed_go_with_the_square_of_the_width() -> None:
    assert needed(1000, 2.0, 0.5) == 16_000
    asked, widest, needs = {5: 1000, 8: 3000}, {5: 2.0, 8: 0.4}, {5: 16_000, 8: 1920}
    assert expected(asked, widest, needs, 0.5, 10**6) == 16_000 + 3000
    assert expected(asked, widest, needs, 0.5, 9000) == 9000 + 3000


@pytest.mark.parametrize(
    ("rate", "games", "points"), [(0.06, 2176, 1.0), (0.25, 28_809, 0.5), (0.5, 38_411, 0.5), (0.7, 8064, 1.0)]
)
def test_half_widths_are_those_of_the_tables(rate: float, games: int, points: float) -> None:
    """The numbers of games are those at which a Wilson interval is so wide, worked out apart from this."""
    assert 100 * wilson_half(rate * games, games) == pytest.approx(points, rel=2e-4)
    assert wilson_half(0, 0) == 0.5


@pytest.mark.parametrize("keep", ["seats", "totals"])
def test_counts_leave_unfinished_games_out(tmp_path: Path, keep: str) -> None:
    assert play(toy_plan(keep=keep), tmp_path / "run")
    games, wins = counts(Run(tmp_path / "run"), 4, HEROES)
    finished = 100 - sum(game % 17 == 16 for game in range(100))
    assert games.sum(axis=1).tolist() == [finished, 0, 3 * finished, 0]
    assert np.all(wins <= games)
    assert wins[0].sum() > 0


def test_both_ways_of_keeping_ask_for_the_same_games(tmp_path: Path) -> None:
    for keep in ("seats", "totals"):
        assert play(target_plan(7.0, keep=keep), tmp_path / keep)
    seats, totals = (read_info(tmp_path / keep) for keep in ("seats", "totals"))
    assert seats["rounds"] == totals["rounds"]
    assert seats["widest"] == totals["widest"]


def test_it_stops_at_the_most_games_and_says_what_is_too_wide(tmp_path: Path) -> None:
    assert play(target_plan(3.0, most=300), tmp_path / "run")
    info = read_info(tmp_path / "run")
    assert info["games_done"] == {"2": 300, "4": 300}
    plan = target_plan(3.0)
    wide = {
        (players, *cell)
        for players in (2, 4)
        for cell, half in half_widths(tmp_path / "run", plan, players).items()
        if half > 3.0
    }
    assert {(cell["players"], cell["role"], cell["hero"]) for cell in info["too_wide"]} == wide
    text = "\n".join(told(info))
    assert f"stopped at 300 games: {len(wide)} cells are wider than 3 points: " in text
    assert f"and {len(wide) - 5} more" in text


@pytest.mark.parametrize("keep", ["seats", "totals"])
def test_interrupted_and_resumed_asks_for_the_same_games(
    tmp_path: Path, keep: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = target_plan(8.0, keep=keep)
    assert play(plan, tmp_path / "whole", threads=1)
    add, stops = writer.Writer.add, 0

    class Pressed(batch.Interrupt):
        def __enter__(self) -> "Pressed":
            monkeypatch.setattr(writer.Writer, "add", lambda *a: (add(*a), setattr(self, "pressed", True)))
            return self

        def __exit__(self, *_: object) -> None:
            pass

    monkeypatch.setattr(batch, "Interrupt", Pressed)
    while not play(plan, tmp_path / "run", resume=True, threads=1, chunk=50):
        stops += 1
    assert stops > 5
    assert contents(tmp_path / "run") == contents(tmp_path / "whole")


def test_a_run_that_noted_a_round_and_died_plays_it(tmp_path: Path) -> None:
    plan = target_plan(8.0)
    assert play(plan, tmp_path / "whole")
    path, info = runs.open_folder(plan, tmp_path / "run", False)
    info["rounds"] = [{"2": 120, "4": 120}]
    info["games_asked"] = {"2": 120, "4": 120}
    write_info(path, info)
    assert play(plan, path, resume=True)
    assert contents(path) == contents(tmp_path / "whole")


def test_runs_with_other_targets_differ() -> None:
    old = target_plan(8.0).info() | {"games_asked": {"2": 120, "4": 120}}
    assert differing(old, target_plan(8.0).info()) == []
    assert differing(old, target_plan(7.0).info()) == ["target_error"]
    assert differing(old, target_plan(8.0, most=50).info()) == ["max_games"]
    assert "target_error" in differing(old, toy_plan().info())


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"target_error": 0}, "target_error: 0; must be above 0 and below 50"),
        ({"target_error": -1.5}, "target_error: -1.5; must be above 0"),
        ({"target_error": 60}, "target_error: 60; must be above 0 and below 50"),
        ({"target_error": float("nan")}, "target_error: nan; must be above 0"),
        ({"target_error": "0.5"}, "target_error: '0.5'; must be a number"),
        ({"target_error": True}, "target_error: True; must be a number"),
        ({"target_error": 1, "games": 5}, "games: with target_error as many are played as it needs"),
        ({"target_error": 1, "max_games": 0}, "max_games: 0; must be 1 or more"),
        ({"max_games": 5}, "max_games: goes with target_error only"),
    ],
)
def test_targets_refused(given: dict[str, Any], told: str) -> None:
    with pytest.raises(UserError, match=f"^{told}"):
        make_plan("toy", 2, **given)


def test_simulate_plays_to_a_target(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sim.plan.lineup", lambda text, players: toy_plan().lineup)
    run = runs.simulate("toy", 2, target_error=9.0, max_games=2000)
    assert run.info["widest"]["2"]["half_width"] <= 9.0
    assert make_plan("toy", 2, target_error=9).games == rounds.MAX_GAMES
