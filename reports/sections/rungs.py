"""From bot to bot: which tiers hold under a stronger one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reports.bilingual import say
from reports.rungs import rung_table
from reports.tierlist import ALL
from reports.words import bots_of, points, rows_of

if TYPE_CHECKING:
    from reports.book import Book


def build(book: Book) -> dict[str, Any] | None:
    """Return the figures and each hero's tier under each bot, weakest first; None where one run is reported."""
    if not book.rungs:
        return None
    every = [book.tables, *book.rungs]
    table = rung_table(every)
    rows = []
    for keys, own in table.groupby(["players", "role", "hero"], sort=False):
        players, role, hero = keys if isinstance(keys, tuple) else (keys,)
        own = own.sort_values("rung", ascending=False)
        rows.append(
            {
                "players": players,
                "role": role,
                "role_name": say("all_roles") if role == ALL else book.name(role),
                "hero": book.name(hero),
                "cells": [{"tier": row.tier or "\N{EN DASH}", "points": points(row.shrunk)} for row in rows_of(own)],
                "settled": bool(own["settled"].iloc[0]),
            }
        )
    overall = table[(table["rung"] == 0) & (table["role"] != ALL)]
    return {
        "panels": book.panels.get("rungs", []),
        "bots": [bots_of(each) for each in reversed(every)],
        "rows": rows,
        "found": say("rungs_found", settled=int(overall["settled"].sum()), all=len(overall)),
    }
