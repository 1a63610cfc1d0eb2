"""How long games take."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reports.bilingual import say
from reports.words import rows_of

if TYPE_CHECKING:
    from reports.book import Book

WINNERS = ("all", "lord", "rebel", "renegade")


def build(book: Book) -> dict[str, Any] | None:
    """Return the figures and the quantiles by player count and winner; None where not kept."""
    table = book.tables.lengths
    if table is None or not book.panels.get("lengths"):
        return None
    turns = table[(table["measure"] == "turns") & table["winner"].isin(WINNERS)]
    rounds = table[table["measure"] == "rounds"].set_index(["players", "winner"])["median"]
    rows, before = [], None
    for row in rows_of(turns):
        cells = [row.players, f"{row.mean:.1f}", row.median, f"{row.q05}\N{EN DASH}{row.q95}", row.most,
                 rounds.get((row.players, row.winner), ""), f"{row.n:,}"]  # fmt: skip
        name = say("outcome_all" if row.winner == "all" else f"outcome_{row.winner}")
        rows.append({"role": row.winner, "name": name, "cells": cells, "first": before not in (None, row.players)})
        before = row.players
    return {"panels": book.panels["lengths"], "rows": rows}
