"""Seats that no run wrote: what is taken, what is made of what is missing, and what is refused."""

import numpy as np
import pandas as pd
import polars as pl
import pytest
from synthetic import ROLES, deal, make_run, play, seat_rows

import reports
from sim.errors import UserError

HEROES = [f"hero{i}" for i in range(9)]


@pytest.fixture(scope="module")
def seats():
    """Return 600 games of five as seats with the needed columns only."""
    rng = np.random.default_rng(8)
    roles, dealt = deal(600, 5, len(HEROES), (1, 1, 2, 1), rng)
    winner, _ = play(roles, dealt, np.zeros((len(HEROES), 4)), rng)
    return seat_rows(roles, dealt, winner, HEROES)


def test_forms_are_alike(seats, tmp_path):
    """A file, a folder, frames of polars and of pandas, and tables by name give the same rates."""
    seats.write_parquet(tmp_path / "a.parquet")
    forms = [seats, seats.lazy(), seats.to_pandas(), {"seats": seats}, tmp_path, tmp_path / "a.parquet"]
    first, *rest = [reports.win_rates(form, "en").drop(columns="ruleset") for form in forms]
    for other in rest:
        pd.testing.assert_frame_equal(other, first)


def test_order_and_sort_of_rows_do_not_matter(seats):
    """Rows in any order, games named by text, seats counted from one: the same pairs and seat effects."""
    mixed = seats.sample(fraction=1, shuffle=True, seed=1).with_columns(
        game="game " + pl.col("game").cast(pl.String).str.zfill(5), seat=pl.col("seat") + 1
    )
    for table in (reports.pairs, reports.seat_effect, reports.role_rates):
        pd.testing.assert_frame_equal(table(mixed), table(seats))


def test_seats_count_from_the_lord(seats):
    """Where the lord sits elsewhere, places and killers are turned with the table."""
    killers = seats.with_columns(died_turn=pl.lit(3), killer=(pl.col("seat") + 1) % 5)
    turned = killers.with_columns((pl.col("seat", "killer") + 2) % 5)
    for table in (reports.seat_effect, reports.friendly_fire):
        pd.testing.assert_frame_equal(table(turned), table(killers))


def test_players_and_winners_are_counted(seats):
    """Without players they are the rows of a game; a game nobody won is a draw, or unfinished if its winner says so."""
    bare = seats.drop("players").with_columns(won=pl.col("won") & (pl.col("game") > 9))
    roles = reports.role_rates(bare).set_index("role")
    assert roles.loc["lord", "players"] == 5 and roles.loc["rebel", "n"] == 600
    drawn = 600 - roles.loc[["lord", "rebel", "renegade"], "wins"].sum()
    assert (roles["draws"] == drawn).all() and drawn >= 10
    words = pl.when(pl.col("game") <= 9).then(pl.lit("unfinished")).otherwise(pl.lit("lord"))
    told = reports.role_rates(bare.with_columns(winner=words)).set_index("role")
    assert told.loc["lord", ["n", "unfinished", "wins"]].tolist() == [590, 10, 590]


def test_what_is_missing_is_none(seats):
    """Tables that need columns which are not there are None; the others are made."""
    for name in ("survival", "friendly_fire", "lengths", "skill_use", "mean_scores"):
        assert getattr(reports, name)(seats) is None
    for name in ("role_rates", "win_rates", "tiers", "seat_effect", "pairs", "model"):
        assert len(getattr(reports, name)(seats))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda t: t.drop("hero"), "no column 'hero'; needed are game, seat, role, hero, won"),
        (lambda t: t.head(0), "no row"),
        (lambda t: t.with_columns(role=pl.lit("king")), "role 'king' is none of lord, loyalist, rebel, renegade"),
        (lambda t: t.head(9), "game 1 of 5 players has 4 rows of 4 seats and 1 lords"),
        (lambda t: t.with_columns(seat=pl.lit(0)), "game 0 of 5 players has 5 rows of 1 seats"),
        (lambda t: t.with_columns(role=pl.lit("rebel")), "0 lords"),
        (lambda t: t.with_columns(won=pl.lit(None, pl.Boolean)), "a row without won"),
        (lambda t: t.with_columns(won=pl.lit("yes")), "won is neither true or false nor 0 or 1"),
        (lambda t: t.with_columns(won=pl.lit(2)), "won is neither true or false nor 0 or 1"),
        (lambda t: {"games": t}, "tables have no 'seats'; given are games"),
        (lambda t: {"seats": t, "games": t}, "games have no column 'winner'"),
    ],
)
def test_refused(seats, change, message):
    """One sentence says what is wrong with the table."""
    with pytest.raises(UserError, match=message) as caught:
        reports.role_rates(change(seats))
    assert "\n" not in str(caught.value)


def test_games_beside_the_seats(seats):
    """Games that are given tell the winner and the length; one that is not among them is refused."""
    games = pl.DataFrame({"game": range(600), "players": 5, "winner": "rebel", "turns": 7})
    assert reports.role_rates({"seats": seats, "games": games}).set_index("role").loc["rebel", "rate"] == 1
    assert reports.lengths({"seats": seats, "games": games})["median"].unique().tolist() == [7]
    with pytest.raises(UserError, match="games has 599 rows, seats are of 600 games"):
        reports.pairs({"seats": seats, "games": games.head(599)})


def test_a_run_read_as_foreign_files(tmp_path):
    """The parts of a run without its run.json: the same counts as with it."""
    run = make_run(tmp_path / "run", {5: 700, 8: 300}, unfinished=0.05, part=400)
    kept = {name: getattr(reports, name)(run) for name in ("pairs", "survival", "seat_effect")}
    (run / "run.json").unlink()
    for name, table in kept.items():
        found = getattr(reports, name)(run)
        keys = [key for key in ("players", "kind", "role", "offset", "turn", "hero", "other") if key in table]
        counts = [key for key in ("games", "n", "wins", "died", "at_risk") if key in table]
        if name == "pairs":  # heroes go by name without the ruleset's order
            table, found = (t[t["kind"] == "opponent"] for t in (table, found))
        one, other = (t.set_index(keys).sort_index()[counts] for t in (table, found))
        pd.testing.assert_frame_equal(one, other)
    assert set(ROLES) == set(reports.role_rates(run)["role"])
