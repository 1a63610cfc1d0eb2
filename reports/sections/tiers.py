"""The tier list, with its rule."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reports.bilingual import say
from reports.tierlist import ALL, TIERS
from reports.words import points, rows_of

if TYPE_CHECKING:
    import pandas as pd

    from reports.book import Book


def build(book: Book) -> dict[str, Any]:
    """Return a list for each player count: a line for each tier, a column for all roles and for each."""
    tiers = book.tables.tiers
    columns = [ALL, *book.roles]
    return {
        "columns": [(role, say("all_roles") if role == ALL else book.name(role)) for role in columns],
        "lists": [
            {"players": players, "lines": _lines(book, tiers[tiers["players"] == players], columns)}
            for players in book.counts
        ],
    }


def _lines(book: Book, tiers: pd.DataFrame, columns: list[str]) -> list[dict[str, Any]]:
    lines = []
    for tier in TIERS:
        rows = tiers[tiers["tier"] == tier]
        if len(rows):
            cells = [[_hero(book, row) for row in rows_of(rows[rows["role"] == role])] for role in columns]
            lines.append({"tier": tier, "cells": cells})
    return lines


def _hero(book: Book, row: Any) -> dict[str, Any]:
    return {
        "name": book.name(row.hero),
        "few": "few" in row.trust,
        "unused": "unused" in row.trust,
        "title": say("tier_title", shrunk=points(row.shrunk), rank=row.rank, low=row.rank_low, high=row.rank_high),
    }
