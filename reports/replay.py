"""From a number back to the games behind it: which game of a cell to replay, and by which command."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

import polars as pl

from reports.counts import unfinished_games
from reports.runs import first_line
from sim.errors import UserError

if TYPE_CHECKING:
    import pandas as pd

    from reports.runs import RunFolder

CELL = ["players", "role", "hero"]


def examples(run: RunFolder) -> pd.DataFrame | None:
    """Return the first finished game that a hero won and lost, by player count and role.

    Columns players, role, hero, won_game, lost_game (-1 where there is none); None for a run that kept only totals,
    of which no single game is known.
    """
    if run.only_totals:
        return None
    left_out = unfinished_games(run)
    found = []
    for scan in run.scans("seats", ["game", *CELL, "won"]):
        rows = scan.with_columns(pl.col("players", "game").cast(pl.Int64))
        if left_out is not None:
            rows = rows.join(left_out.lazy(), on=["players", "game"], how="anti")
        found.append(
            rows.group_by(CELL)
            .agg(
                won_game=pl.col("game").filter(pl.col("won")).min(),
                lost_game=pl.col("game").filter(~pl.col("won")).min(),
            )
            .with_columns(pl.col("role", "hero").cast(pl.String))
        )
    try:
        table = pl.concat(pl.collect_all(found, engine="streaming")).group_by(CELL).min()
    except pl.exceptions.PolarsError as error:
        raise UserError(f"{run.path / 'seats'}: cannot be read ({first_line(error)})") from error
    return table.drop_nulls("hero").fill_null(-1).sort(CELL).to_pandas()


def command(run: RunFolder, players: object, game: object) -> str:
    """Return the command that replays a game of a run."""
    return f"shalab trace {shlex.quote(str(run.path))} --players {players} --game {game}"
