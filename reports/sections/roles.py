"""Role outcomes for each player count, beside what they would be if players died in random order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reports.bilingual import Both, join, say
from reports.figures.outcomes import chance
from reports.runs import OUTCOMES
from reports.words import interval, percent, rows_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reports.book import Book

LONG, SHORT = 0.18, 0.045  # share of a bar that holds words, or a number


def build(book: Book) -> dict[str, Any]:
    """Return bars by player count, and the table of roles."""
    return {"bars": [_bar(book, players) for players in book.tables.outcomes.index], "rows": list(_rows(book))}


def _bar(book: Book, players: int) -> dict[str, Any]:
    """Return a bar of shares of finished games, and the shares by chance as another."""
    ended: Any = book.tables.outcomes.loc[players]
    finished = max(int(ended.sum() - ended["unfinished"]), 1)
    shares = {kind: ended[kind] / finished for kind in OUTCOMES[:-1]}
    return {
        "label": say("players", players=players),
        "parts": [_part(kind, share) for kind, share in shares.items()],
        "chance": [_part(kind, share) for kind, share in chance(book.tables, players).items()],
    }


def _part(kind: str, share: float) -> dict[str, Any]:
    title = join([percent(share), say(f"outcome_{kind}")], " ")
    text: Both | str = title if share > LONG else percent(share, 0) if share > SHORT else ""
    return {"kind": kind, "width": f"{share * 100:.3f}", "title": title, "label": text, "long": share > LONG,
            "number": percent(share, 0)}  # fmt: skip


def _rows(book: Book) -> Iterator[dict[str, Any]]:
    before = None
    for row in rows_of(book.tables.roles):
        yield {
            "role": row.role,
            "name": book.name(row.role),
            "first": before not in (None, row.players),
            "cells": [
                row.players, row.seats, percent(row.rate), interval(row.low, row.high),
                percent(row.null) if row.null == row.null else "", f"{row.n:,}", f"{row.draws:,}",
                f"{row.unfinished:,}",
            ],
        }  # fmt: skip
        before = row.players
