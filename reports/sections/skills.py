"""How often skills are offered and used, and what they are worth where that was measured."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reports.runs import ROLES
from reports.words import percent, points, rows_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reports.book import Book

DASH = "\N{EN DASH}"


def build(book: Book) -> dict[str, Any] | None:
    """Return a row for each hero and skill, and what was measured of their worth; None where use was not kept."""
    if book.tables.skills is None:
        return None
    return {"rows": list(_use(book)), "worth": list(_worth(book))}


def _use(book: Book) -> Iterator[dict[str, Any]]:
    skills: Any = book.tables.skills
    for row in rows_of(skills.assign(share=skills["used"] / skills["offered"].clip(lower=1)).sort_values("share")):
        games, offered = max(row.games, 1), row.offered > 0
        yield {
            "hero": book.name(row.hero),
            "skill": book.name(row.skill),
            "idle": row.used == 0 and row.games > 0,
            "games": f"{row.games:,}",
            "offered": f"{row.offered / games:.2f}" if offered else DASH,
            "used": f"{row.used / games:.2f}",
            "share": percent(row.share, 0) if offered else DASH,
            "v": f"{row.share:.4f}" if offered else "2",
        }


def _worth(book: Book) -> Iterator[dict[str, Any]]:
    table = book.tables.skill_use
    if table is None or "worth" not in table:
        return
    for row in rows_of(table.dropna(subset=["worth"]).sort_values("worth")):
        yield {
            "hero": book.name(row.hero),
            "skill": book.name(row.skill),
            "role": row.role,
            "role_name": book.name(row.role),
            "role_order": ROLES.index(row.role),
            "players": row.players,
            "worth": points(row.worth),
            "interval": f"{points(row.worth_low)} … {points(row.worth_high)}",
            "pairs": f"{int(row.worth_pairs):,}",
            "v": f"{row.worth:.5f}",
        }
