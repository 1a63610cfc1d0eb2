"""The tables of a report as files: CSV to look into, Parquet to go on with, one workbook for spreadsheets."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

import pandas as pd

from reports.by_hero import SCORE_COLUMNS, WINRATE_COLUMNS
from reports.by_role import ROLE_COLUMNS
from reports.lineups import FIRST_COLUMNS, HERO_COLUMNS, PAIR_COLUMNS
from reports.rungs import rung_table
from reports.words import bots_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from reports.tables import Tables

NAMES = (
    "winrates", "roles", "tiers", "scores", "first", "lineups", "matchups", "seats", "lengths", "survival", "skills",
    "pairs", "friendly_fire", "rungs",
)  # fmt: skip
SHARES = (
    "rate", "low", "high", "null", "diff", "shrunk", "mean", "edge", "effect", "share", "expected", "alive", "km",
    "playing", "hazard", "worth", "error",
)  # fmt: skip  # columns that are shares, or end so after an underscore
WORKBOOK, PARQUET = "report.xlsx", "parquet"


def tables_of(tables: Tables, rungs: Sequence[Tables] = ()) -> dict[str, pd.DataFrame]:
    """Return every table of a report by the name of its files, those that the run has."""
    found: dict[str, pd.DataFrame | None] = {
        "winrates": tables.heroes[[*WINRATE_COLUMNS, "shrunk"]],
        "roles": tables.roles[ROLE_COLUMNS],
        "tiers": tables.tiers,
        "scores": None if tables.scores is None else tables.scores[SCORE_COLUMNS],
    }
    if tables.lineups is not None:
        heroes, pairs = tables.lineups.heroes, tables.lineups.pairs
        found["first"] = tables.lineups.first[FIRST_COLUMNS]
        found["lineups"] = None if heroes is None else heroes[HERO_COLUMNS]
        found["matchups"] = None if pairs is None else pairs[PAIR_COLUMNS]
    found |= {
        "seats": tables.seat_effect,
        "lengths": tables.lengths,
        "survival": tables.survival,
        "skills": tables.skill_use,
        "pairs": tables.pairs,
        "friendly_fire": tables.friendly_fire,
        "rungs": rung_table([tables, *rungs]) if rungs else None,
    }
    return {name: table for name, table in found.items() if table is not None}


def write_tables(tables: Tables, rungs: Sequence[Tables], folder: Path) -> None:
    """Write every table as ``NAME.csv`` and ``parquet/NAME.parquet``, and all of them as sheets of one workbook."""
    (folder / PARQUET).mkdir()
    every = tables_of(tables, rungs)
    for name, table in every.items():
        table.to_csv(folder / f"{name}.csv", index=False, float_format="%.10g", lineterminator="\n")
        table.to_parquet(folder / PARQUET / f"{name}.parquet", index=False)
    _workbook(tables, every, folder / WORKBOOK)


def _workbook(tables: Tables, every: dict[str, pd.DataFrame], file: Path) -> None:
    """Write a workbook: text stays text, numbers numbers, heads are frozen and can be filtered by."""
    import xlsxwriter

    plain = {"strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}
    with xlsxwriter.Workbook(str(file), plain | {"nan_inf_to_errors": True}) as book:
        day = tables.run.day or "1980-01-01"  # seats that no run wrote have none; the same run gives the same file
        book.set_properties({"title": str(tables.run.meta["ruleset"]), "created": datetime.fromisoformat(day)})
        styles = {
            "head": book.add_format({"bold": True, "bg_color": "#F0F2F5", "bottom": 1}),
            "share": book.add_format({"num_format": "0.0%"}),
            "count": book.add_format({"num_format": "#,##0"}),
            "number": book.add_format({"num_format": "0.000"}),
        }
        _facts(tables, book.add_worksheet("run"), styles["head"])
        for name, table in every.items():
            _sheet(book.add_worksheet(name), table, styles)


def _facts(tables: Tables, page: Any, head: Any) -> None:
    meta = tables.run.meta
    facts = {
        "ruleset": meta["ruleset"], "content_hash": meta.get("content_hash"), "source_hash": meta.get("source_hash"),
        "bots": bots_of(tables), "weights_hash": meta.get("weights_hash"), "deal": meta.get("deal"),
        "seed": meta.get("seed"), "set": ", ".join(map(str, meta.get("set") or ())), "date": tables.run.day,
        **{f"games_{players}": int(games) for players, games in tables.outcomes.sum(axis=1).items()},
        "unfinished": int(tables.outcomes["unfinished"].sum()),
    }  # fmt: skip
    page.set_column(0, 0, 16, head)
    page.set_column(1, 1, 70)
    for row, (name, value) in enumerate(facts.items()):
        page.write_string(row, 0, name)
        page.write(row, 1, value) if isinstance(value, int) else page.write_string(row, 1, str(value or ""))


def _sheet(page: Any, table: pd.DataFrame, styles: dict[str, Any]) -> None:
    page.freeze_panes(1, 0)
    page.autofilter(0, 0, max(len(table), 1), len(table.columns) - 1)
    for place, name in enumerate(table.columns):
        column = table[name]
        page.write_string(0, place, name, styles["head"])
        page.set_column(place, place, _width(name, column), styles.get(_kind(name, column)))
        write = _writer(page, name, column)
        for row, value in enumerate(column.tolist(), start=1):
            if not pd.isna(value):
                write(row, place, value)


def _writer(page: Any, name: str, column: pd.Series) -> Any:
    if pd.api.types.is_bool_dtype(column):
        return page.write_boolean
    return page.write_string if _kind(name, column) == "text" else page.write_number


def _kind(name: str, column: pd.Series) -> str:
    """Return how a column is shown: share, count, number or text."""
    if not pd.api.types.is_numeric_dtype(column) or pd.api.types.is_bool_dtype(column):
        return "text"
    if pd.api.types.is_integer_dtype(column):
        return "count"
    return "share" if name.rpartition("_")[2] in SHARES and "score" not in name else "number"


def _width(name: str, column: pd.Series) -> float:
    """Return about as many letters as the head and the first cells need; Chinese ones are two wide."""
    if _kind(name, column) != "text":
        return max(len(name) + 3, 9)
    letters = [sum(2 if ord(char) > 0x2E7F else 1 for char in str(value)) for value in column.head(200)]
    return min(max([len(name) + 3, *letters]) + 1, 40)
