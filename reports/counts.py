"""Counts out of a run folder: what polars scans, added up before anything becomes pandas."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from reports.runs import OUTCOMES, ROLES, first_line
from sim.errors import UserError

if TYPE_CHECKING:
    from reports.runs import RunFolder

CELL = ["players", "role", "hero"]
NUMBERS = ("players", "seat", "turns", "rounds")  # keys that are no words


def outcomes(run: RunFolder) -> pl.DataFrame:
    """Return games by player count and winner: columns players i64, winner str, games i64.

    Winners are lord, rebel, renegade, draw, unfinished. A run that kept totals has a row per seat and hero,
    so the first seat is counted and, where a seat fields several heroes, divided by how many.
    """
    keys = ["players", "winner"]
    if run.only_totals:
        found = _add_up(run, "totals", keys, ["games"], pl.col("seat") == 0, ["seat"])
        found = _per_game(run, found)
    else:
        found = _add_up(run, "games", keys, [])
    unknown = set(found["winner"].to_list()) - set(OUTCOMES)
    if unknown:
        raise UserError(f"{run.path}: winner {sorted(map(str, unknown))[0]!r} is none of {', '.join(OUTCOMES)}")
    _check_whole(run, found)
    return found.sort(keys)


def seat_cells(run: RunFolder) -> pl.DataFrame:
    """Return finished games and wins by player count, role, hero and seat: players, role, hero, seat, games, wins.

    The hero is null for seats that had none.
    """
    keys = [*CELL, "seat"]
    if run.only_totals:
        finished = pl.col("winner").cast(pl.String) != "unfinished"
        found = _add_up(run, "totals", keys, ["games", "won"], finished, ["winner"])
    else:
        found = _add_up(run, "seats", keys, ["won"], unfinished=unfinished_games(run))
    unknown = set(found["role"].to_list()) - set(ROLES)
    if unknown:
        raise UserError(f"{run.path}: role {sorted(map(str, unknown))[0]!r} is none of {', '.join(ROLES)}")
    return found.rename({"won": "wins"})


def hero_counts(run: RunFolder) -> pl.DataFrame:
    """Return finished games and wins by player count, role and hero: players, role, hero, games, wins."""
    return seat_cells(run).group_by(CELL).agg(pl.col("games", "wins").sum())


def score_sums(run: RunFolder) -> pl.DataFrame | None:
    """Return sums of points by player count, role and hero: n, score, score_squares; None where there are none.

    `n` is the games that somebody won: a draw has no points.
    """
    table = "totals" if run.only_totals else "seats"
    if not run.has_column(table, "score"):
        return None
    if run.only_totals:
        won = pl.col("winner").cast(pl.String).is_in(["lord", "rebel", "renegade"])
        found = _add_up(run, table, CELL, ["games", "score", "score_squares"], won, ["winner"])
    else:
        squares = (pl.col("score").cast(pl.Int64) ** 2).alias("score_squares")
        found = _add_up(run, table, CELL, ["score"], pl.col("score").is_not_null(), more=squares)
    found = found.rename({"games": "n"}).drop_nulls("hero")
    return None if found.is_empty() else found


def skill_counts(run: RunFolder) -> pl.DataFrame | None:
    """Return games, times offered and times used by hero and skill; None where the run kept none."""
    if not run.parts("skills"):
        return None
    return _add_up(run, "skills", ["hero", "skill"], ["games", "offered", "used"]).sort("hero", "skill")


def skill_cells(run: RunFolder) -> pl.DataFrame | None:
    """Return games, times offered and times used by players, role, hero and skill; None where the run kept none."""
    if not run.parts("skills"):
        return None
    return _add_up(run, "skills", [*CELL, "skill"], ["games", "offered", "used"])


def _add_up(
    run: RunFolder,
    table: str,
    keys: list[str],
    sums: list[str],
    where: pl.Expr | None = None,
    read: list[str] | None = None,
    unfinished: pl.DataFrame | None = None,
    more: pl.Expr | None = None,
) -> pl.DataFrame:
    """Return sums by keys over all parts of a table; ``games`` counts rows unless it is one of the sums.

    ``more`` is another sum, of an expression with a name of its own.
    """
    extra = [] if more is None else [more.sum()]
    count = [] if "games" in sums else [pl.len().cast(pl.Int64).alias("games")]
    by_game = [] if unfinished is None else ["game"]
    added = []
    for scan in run.scans(table, [*keys, *sums, *(read or []), *by_game]):
        if unfinished is not None:
            types = scan.collect_schema()
            left_out = unfinished.lazy().select(pl.col(name).cast(types[name]) for name in ("players", "game"))
            scan = scan.join(left_out, on=["players", "game"], how="anti")
        kept = scan if where is None else scan.filter(where)
        added.append(
            kept.group_by(keys)
            .agg(*(pl.col(name).cast(pl.Int64).sum() for name in sums), *extra, *count)
            .with_columns(pl.col(key).cast(pl.Int64 if key in NUMBERS else pl.String) for key in keys)
        )
    try:
        found = pl.concat(pl.collect_all(added, engine="streaming"))
    except pl.exceptions.PolarsError as error:
        raise UserError(f"{run.path / table}: cannot be read ({first_line(error)})") from error
    return found.group_by(keys).agg(pl.exclude(keys).sum())


def unfinished_games(run: RunFolder) -> pl.DataFrame | None:
    """Return players and game of the unfinished games, None if there are none."""
    scans = run.scans("games", ["players", "game", "winner"])
    found = pl.concat(
        scan.filter(pl.col("winner").cast(pl.String) == "unfinished")
        .select(pl.col("players", "game").cast(pl.Int64))
        .collect()
        for scan in scans
    )
    return None if found.is_empty() else found


def _per_game(run: RunFolder, found: pl.DataFrame) -> pl.DataFrame:
    """Turn rows of the first seat into games, where run.json says how many games there are."""
    rows = dict(found.group_by("players").agg(pl.col("games").sum()).iter_rows())
    each = {players: max(1, rows[players] // run.games_done.get(players, rows[players])) for players in rows}
    return found.with_columns(pl.col("games") // pl.col("players").replace_strict(each, return_dtype=pl.Int64))


def _check_whole(run: RunFolder, found: pl.DataFrame) -> None:
    """Refuse a folder whose parts hold fewer or more games than its run.json counts."""
    held = dict(found.group_by("players").agg(pl.col("games").sum()).iter_rows())
    for players, games in run.games_done.items():
        if held.get(players, 0) != games:
            raise UserError(
                f"{run.path}: run.json counts {games} games of {players} players, the parts hold "
                f"{held.get(players, 0)}: cut short or mixed with another run"
            )


def lengths_counted(run: RunFolder, measure: str) -> pl.DataFrame:
    """Return games by player count, winner and length; `measure` is turns or rounds, and names that column."""
    return _add_up(run, "games", ["players", "winner", measure], [])
