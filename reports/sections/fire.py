"""Friendly fire: seats brought down by their own camp, or by themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reports.bilingual import Both, join, say
from reports.friendly import KINDS
from reports.words import interval, percent, rows_of

if TYPE_CHECKING:
    import pandas as pd

    from reports.book import Book

KEYS = ["kind", "role", "killer", "bot"]


def build(book: Book) -> dict[str, Any] | None:
    """Return a line for each kind (and bot, where there are several), a column for each player count."""
    table = book.tables.friendly_fire
    if table is None or table.empty:
        return None
    counts = sorted(int(players) for players in table["players"].unique())
    lines, never = [], []
    for keys, rows in table.groupby(KEYS, sort=False):
        kind, role, killer, bot = map(str, keys if isinstance(keys, tuple) else (keys,))
        text = say_kind(kind, book.name(role), book.name(killer))
        if not rows["games"].any():
            never.append(text)
            continue
        by_count = {row.players: _cell(row) for row in rows_of(rows)}
        cells = [by_count.get(players) for players in counts]
        lines.append(
            {"place": KINDS.index((kind, role, killer)), "role": role, "text": text, "bot": bot, "cells": cells}
        )
    return {
        "counts": counts,
        "lines": sorted(lines, key=lambda line: line["place"]),
        "bots": table["bot"].nunique() > 1,
        "never": join(list(dict.fromkeys(never)), say("comma")) if never else "",
    }


def say_kind(kind: str, role: Both | str, killer: Both | str) -> Both:
    """Return in words who was brought down by whom."""
    return say("fire_own_camp" if kind == "own camp" else "fire_own_loss", role=role, killer=killer)


def _cell(row: Any) -> dict[str, str]:
    title = say("fire_title", games=f"{row.games:,}", n=f"{row.n:,}", share=percent(row.share))
    return {"rate": percent(row.rate), "interval": interval(row.low, row.high), "title": title}


def worst(table: pd.DataFrame) -> Any:
    """Return the row with the highest rate."""
    return next(rows_of(table.nlargest(1, "rate")))
