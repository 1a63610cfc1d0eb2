"""Games of line-ups: who moves first, what each hero brings, hero against hero."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reports.bilingual import say
from reports.lineups import ENOUGH
from reports.words import interval, percent, points, rows_of, told_ways

if TYPE_CHECKING:
    from reports.book import Book


def build(book: Book) -> dict[str, Any] | None:
    """Return who moves first, the heroes and the pictures; None for a game without line-ups."""
    found = book.tables.lineups
    if found is None:
        return None
    first = [{"role": row.role, "name": book.name(row.role), "cells": _first(row)} for row in rows_of(found.first)]
    if found.heroes is None or found.pairs is None:
        return {"first": first, "heroes": [], "note": say("not_kept"), "pictures": []}
    median = int(found.pairs["led_games"].median()) if len(found.pairs) else 0
    note = "" if found.leads_told else say("leads_few", games=f"{median:,}", enough=ENOUGH)
    heroes = [row | {"name": book.name(row["hero"])} for row in told_ways(found.heroes)]
    pictures = [name for name in ("matchups", "leads") if name in book.pictures]
    return {"first": first, "heroes": heroes, "note": note, "pictures": pictures}


def _first(row: Any) -> list[Any]:
    edge = f"{points(row.edge_low)} … {points(row.edge_high)}"
    counts = [f"{row.wins:,}", f"{row.n:,}", f"{row.draws:,}"]
    return [row.players, percent(row.rate, 2), interval(row.low, row.high, 2), points(row.edge), edge, *counts]
