"""The heat map as a table of the page: heroes by role and player count, each cell with the game to replay."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import matplotlib
import numpy as np
from matplotlib.cm import ScalarMappable
from matplotlib.colors import TwoSlopeNorm, to_hex

from reports.figures.canvas import FADED
from reports.sections.heroes import known, with_tiers
from reports.words import LIMIT, percent, points, rows_of

if TYPE_CHECKING:
    from reports.book import Book

STEPS = 15  # shades either side of the mean


def build(book: Book) -> dict[str, Any]:
    """Return the heads and, for each hero in the ruleset's order, its cells by role and player count."""
    table = with_tiers(book)
    columns = [(role, players) for role in book.roles for players in book.counts]
    columns = [column for column in columns if column in set(zip(table["role"], table["players"], strict=True))]
    means = table.groupby(["role", "players"])["role_rate"].first()
    order = book.tables.run.order
    heroes = sorted(set(table["hero"]), key=lambda hero: (order.get(hero, len(order)), hero))
    cells = {(row.hero, row.role, row.players): _cell(row) for row in rows_of(table)}
    return {
        "shades": [(f"{'pn'[step < 0]}{abs(step)}", *_shade(step)) for step in range(-STEPS, STEPS + 1)],
        "roles": [(role, book.name(role), sum(each == role for each, _ in columns)) for role in book.roles],
        "columns": [
            {"role": role, "players": players, "mean": percent(means[role, players], 0), "first": _first(columns, i)}
            for i, (role, players) in enumerate(columns)
        ],
        "rows": [
            {
                "name": book.name(hero),
                "cells": [
                    (cells.get((hero, *column)), column, _first(columns, i)) for i, column in enumerate(columns)
                ],
            }
            for hero in heroes
        ],
        "wide": len(columns) > 12,
    }  # fmt: skip


def _first(columns: list[tuple[str, int]], i: int) -> bool:
    return i > 0 and columns[i - 1][0] != columns[i][0]


def _cell(row: Any) -> dict[str, Any]:
    """Return class, number and game of a cell; a faded one has an interval that covers 0."""
    step = int(np.clip(round(row.diff / LIMIT * STEPS), -STEPS, STEPS))
    faded = row.diff_low <= 0 <= row.diff_high
    game = known(row.won_game) or known(row.lost_game)
    return {"kind": f"{'p' if step >= 0 else 'n'}{abs(step)}{' f' if faded else ''}", "text": points(row.diff, 0),
            "title": points(row.diff), "game": game}  # fmt: skip


def _shade(step: int) -> tuple[str, str, str]:
    """Return fill, ink, and the faded fill of a step of the scale."""
    colours = ScalarMappable(TwoSlopeNorm(0, -LIMIT, LIMIT), matplotlib.colormaps["RdBu"])
    fill = np.array(colours.to_rgba(step / STEPS * LIMIT)[:3])
    dark = float(fill @ np.array([0.299, 0.587, 0.114])) <= 0.5
    return to_hex(fill), "#fff" if dark else "#1c2530", to_hex(1 - FADED * (1 - fill))
