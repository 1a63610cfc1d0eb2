"""Comparing on to a target: when it stops, what it plays, and that interruptions change nothing."""

import numpy as np
import polars as pl
import pytest

import reports
from sim import batch, rounds
from sim.compare import files, open_folder, play_pair
from sim.errors import UserError
from sim.pair import make_pair
from sim.pairs import read_info
from sim.results import write_info
from sim.trace import trace
from sim.widths import flips_half, flips_needed

HEROES = "caocao,zhangfei,zhaoyun,huangyueying,lvbu"
CHANGED = {"set": {"heroes.caocao.hp": 6}, "players": "2,3", "heroes": HEROES, "seed": 4, "part": 150}
TARGET = CHANGED | {"target_error": 12.0}


def played(out, **options):
    pair = make_pair("sanguosha", **options)
    path, info = open_folder(pair, out, resume=False)
    assert play_pair(pair, path, info, threads=1)
    return pair, path, read_info(path)


def content(path):
    return {file.relative_to(path): file.read_bytes() for file in sorted(path.rglob("*")) if file.is_file()}


def half_widths(path):
    """Return the half-widths in points that the report's intervals have."""
    found = reports.compare(path, lang="en").heroes
    cells = list(zip(found["players"].map(int), found["role"], found["hero"], strict=True))
    return dict(zip(cells, 50 * (found["high"] - found["low"]), strict=True))


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    return played(tmp_path_factory.mktemp("whole") / "c", **TARGET)[1]


def test_it_stops_as_soon_as_every_cell_is_narrow(whole):
    info, found = read_info(whole), half_widths(whole)
    assert len(found) == 2 * 5 + 3 * 5  # lord and rebel of two; lord, rebel and renegade of three
    assert max(found.values()) <= 12
    assert info["finished"]
    assert info["too_wide"] == []
    assert info["games_done"] == info["games_asked"]
    for players in (2, 3):
        own = {cell: half for cell, half in found.items() if cell[0] == players}
        noted = info["widest"][str(players)]
        assert noted["half_width"] == pytest.approx(max(own.values()), abs=1e-3)
        assert own[players, noted["role"], noted["hero"]] == pytest.approx(max(own.values()))
    assert rounds.told(info)[0].startswith("2 players: widest half-width ")


def test_rounds_go_to_the_widest_and_leave_parts_of_one_size(whole):
    info = read_info(whole)
    first, *later = info["rounds"]
    assert first == {"2": 200, "3": 200}  # 40 blocks of five heroes
    assert later
    assert all(len(each) == 1 and sum(each.values()) % 5 == 0 for each in later)
    for players in ("2", "3"):
        assert sum(each.get(players, 0) for each in info["rounds"]) == info["games_done"][players]
        sizes = [pl.read_parquet(file).height for file in files(whole, info, "pairs", int(players))]
        assert set(sizes[:-1]) <= {150}
        assert len(list((whole / "pairs").glob(f"p0{players}-*"))) == len(sizes)


def test_rounds_play_the_games_of_a_plain_comparison(whole, tmp_path):
    info = read_info(whole)
    games = min(info["games_done"].values())
    _, path, plain = played(tmp_path / "c", **CHANGED, games=games)
    for table in ("pairs", "seats"):
        tables = [pl.read_parquet(files(where, about, table)) for where, about in ((whole, info), (path, plain))]
        assert tables[0].filter(pl.col("game") < games).equals(tables[1])


def test_interrupted_anywhere_and_resumed_it_is_the_same_folder(whole, tmp_path, monkeypatch):
    """Ctrl-C in every third batch, again and again."""
    real, calls, stops = batch.play_some, 0, 0

    def pressed(*args, **options):
        nonlocal calls
        calls += 1
        if calls % 3 == 0:
            raise KeyboardInterrupt
        return real(*args, **options)

    monkeypatch.setattr(batch, "play_some", pressed)
    pair = make_pair("sanguosha", **TARGET)
    path, info = open_folder(pair, tmp_path / "c", resume=False)
    while not play_pair(pair, path, info, threads=1):
        stops += 1
        path, info = open_folder(make_pair("sanguosha", **TARGET), path, resume=True)
    assert stops >= 2
    assert content(path) == content(whole)


def test_a_comparison_that_noted_a_round_and_died_plays_it(whole, tmp_path):
    pair = make_pair("sanguosha", **TARGET)
    path, info = open_folder(pair, tmp_path / "c", resume=False)
    info |= {"rounds": [{"2": 200, "3": 200}], "games_asked": {"2": 200, "3": 200}}
    write_info(path, info, "compare.json")
    assert play_pair(pair, *open_folder(pair, path, resume=True), threads=1)
    assert content(path) == content(whole)


def test_where_nothing_changes_it_goes_on_until_that_is_known(tmp_path):
    """No pair turns: 1.96 sqrt(2) / (n + 2) is at most 0.02 from 137 pairs on, five times that many games."""
    _, path, info = played(tmp_path / "c", players=2, heroes=HEROES, target_error=2.0)
    assert info["games_done"] == {"2": 685}
    assert info["rounds"] == [{"2": 200}, {"2": 100}, {"2": 150}, {"2": 225}, {"2": 10}]
    assert info["widest"]["2"]["half_width"] == pytest.approx(277.18 / 139, abs=1e-3)
    assert not pl.read_parquet(files(path, info, "pairs"))["played"].any()


def test_it_stops_at_the_most_games_and_says_what_is_too_wide(tmp_path):
    options = TARGET | {"players": 2, "target_error": 3.0, "max_games": 260}
    _, path, info = played(tmp_path / "c", **options)
    assert info["games_done"] == {"2": 260}
    wide = {cell for cell, half in half_widths(path).items() if half > 3}
    assert wide
    assert {(cell["players"], cell["role"], cell["hero"]) for cell in info["too_wide"]} == wide
    told = rounds.told(info)[-1]
    assert told.startswith(f"stopped at 260 games: {len(wide)} cells are wider than 3 points: ")


def test_a_game_of_it_can_be_watched_and_another_target_is_another_comparison(whole):
    assert trace(whole, players=3, game=7, side="b")
    other = make_pair("sanguosha", **TARGET | {"target_error": 11.0})
    with pytest.raises(UserError, match="cannot be resumed: another target_error;"):
        open_folder(other, whole, resume=True)
    plain = make_pair("sanguosha", **CHANGED)
    with pytest.raises(UserError, match="another target_error, max_games, games_asked;"):
        open_folder(plain, whole, resume=True)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"target_error": 0}, "target_error: 0; must be above 0 and below 50"),
        ({"target_error": float("nan")}, "target_error: nan; must be above 0"),
        ({"target_error": "1"}, "target_error: '1'; must be a number"),
        ({"target_error": 1, "games": 5}, "games: with target_error as many are played as it needs"),
        ({"target_error": 1, "max_games": 0}, "max_games: 0; must be 1 or more"),
        ({"max_games": 5}, "max_games: goes with target_error only"),
    ],
)
def test_targets_refused(given, told):
    with pytest.raises(UserError, match=told):
        make_pair("sanguosha", **given)


# ------------------------------------------------------------------------------------------------ arithmetic


def test_half_widths_by_hand():
    """Three up and one down of ten: p = 4/12, q = 2/12, 1.96 sqrt((18/36 - 1/36) / 12)."""
    assert flips_half(3, 1, 10) == pytest.approx(1.959964 * (17 / 36 / 12) ** 0.5)
    assert flips_half(0, 0, 98) == pytest.approx(1.959964 * 2**0.5 / 100)
    assert flips_half(0, 0, 0) == 1


@pytest.mark.parametrize(
    ("up", "down", "close"), [(0, 0, 1e-9), (0.04, 0.04, 1e-9), (0.3, 0.3, 1e-9), (0.1, 0.02, 2e-3)]
)
@pytest.mark.parametrize("target", [0.05, 0.01, 0.002])
def test_pairs_needed_bring_the_width_to_the_target(up, down, close, target):
    wanted = flips_needed(1000 * up, 1000 * down, 1000, target)
    assert flips_half(up * wanted, down * wanted, wanted) == pytest.approx(target, rel=close)


def test_pairs_needed_of_none_are_many():
    assert flips_needed(np.array([0]), np.array([0]), np.array([0]), 0.01)[0] == pytest.approx(10_000)
