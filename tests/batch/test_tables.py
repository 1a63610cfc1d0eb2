"""Columns and words of the result tables."""

from dataclasses import replace

import numpy as np
import polars as pl
import pytest
from fakes import HEROES, toy_plan

from sim.core import layout
from sim.core.codes import Cause, Err, Role, Winner


@pytest.fixture
def two_games() -> tuple[np.recarray, np.recarray]:
    """Return two games of two players: the lord's, and one that ran into the cap of turns."""
    games, seats = layout.new(layout.RESULT, 2), layout.new(layout.SEAT_RESULT, 4)
    games.game = [7, 8]
    games.winner = [Winner.LORD, Winner.NONE]
    games.err = [Err.NONE, Err.TURN_CAP]
    games.turns = [12, 600]
    games.settings = 3
    seats.seat = [0, 1] * 2
    seats.role = [Role.LORD, Role.REBEL] * 2
    seats.hero = [2, 0, 1, -1]
    seats.won = [1, 0, 1, 0]
    seats.alive = [1, 0, 1, 1]
    seats.killer = [-1, 0, -1, -1]
    seats.death_cause = [Cause.NONE, Cause.DAMAGE, Cause.NONE, Cause.NONE]
    seats.score = [4.5, -1, np.nan, np.nan]
    return games, seats


def test_games_table(two_games: tuple) -> None:
    table = toy_plan().tables.games(2, two_games[0])
    assert table.columns == [
        "game", "players", "winner", "turns", "rounds", "reshuffles", "decisions", "digest", "consulted",
        "cause",
    ]  # fmt: skip
    assert table["winner"].to_list() == ["lord", "unfinished"]
    assert table["cause"].to_list() == [None, "turn_cap"]
    assert table["consulted"].to_list() == [[0, 0, 0, 0, 3]] * 2


def test_seats_table(two_games: tuple) -> None:
    table = toy_plan().tables.seats(2, *two_games)
    assert table.columns == [
        "game", "players", "seat", "role", "hero", "bot", "won", "alive", "kills", "damage_dealt",
        "damage_taken", "healed", "cards_drawn", "turns_taken", "died_turn", "killer", "death_cause", "score",
        "lineup_pos", "entered",
    ]  # fmt: skip
    assert table["game"].to_list() == [7, 7, 8, 8]
    assert table["seat"].to_list() == [0, 1, 0, 1]
    assert table["role"].to_list() == ["lord", "rebel"] * 2
    assert table["hero"].to_list() == ["cleo", "anna", "bert", None]
    assert table["won"].to_list() == [True, False, False, False]
    assert table["death_cause"].to_list() == ["none", "damage", "none", "none"]
    assert table["score"].to_list() == [4.5, -1.0, None, None]


def test_totals__points_are_added_up(two_games: tuple) -> None:
    games, seats = two_games
    seats.score = [5, -1, np.nan, np.nan]
    plain, table = (replace(toy_plan().tables, scored=scored).totals(2, games, seats) for scored in (False, True))
    assert table.columns == [*plain.columns, "score", "score_squares"]
    assert table.filter(pl.col("winner") == "lord").sort("seat")["score", "score_squares"].rows() == [(5, 25), (-1, 1)]
    assert table.filter(pl.col("winner") == "unfinished")["score"].to_list() == [0, 0]


def test_text_columns_are_dictionaries_for_every_reader(two_games: tuple, tmp_path) -> None:
    import pyarrow.parquet as pq

    toy_plan().tables.seats(2, *two_games).write_parquet(tmp_path / "x.parquet")
    schema = pq.read_schema(tmp_path / "x.parquet")
    for name in ("role", "hero", "bot", "death_cause"):
        assert str(schema.field(name).type).startswith("dictionary<values=string"), name


def test_totals_table(two_games: tuple) -> None:
    table = toy_plan().tables.totals(2, *two_games)
    assert table.height == 4
    lord = table.filter(pl.col("hero") == "cleo").row(0, named=True)
    assert (lord["winner"], lord["games"], lord["won"], lord["turns"]) == ("lord", 1, 1, 12)
    assert table.filter(pl.col("winner") == "unfinished")["won"].sum() == 0


def test_skills_table_names_the_skill_in_the_hero_s_slot() -> None:
    counts = np.zeros((4, layout.MAX_HEROES, 8, layout.MAX_SKILLS, 3), np.int64)
    counts[Role.LORD, 0, 0, 1] = 9, 5, 2
    counts[Role.REBEL, 1, 0, 0] = 4, 0, 0
    table = toy_plan().tables.skills(5, counts)
    assert table.rows() == [
        (5, "lord", "anna", "one", "hide", 9, 5, 2),
        (5, "rebel", "bert", "one", "sing", 4, 0, 0),
    ]
    assert table["hero"].dtype == pl.Enum(HEROES)
