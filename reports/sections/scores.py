"""Points of the ruleset, where it gives any."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reports.runs import ROLES
from reports.words import MINUS, rows_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reports.book import Book


def build(book: Book) -> dict[str, Any] | None:
    """Return the rows of points, by player count and role, most points first; None without points."""
    return None if book.tables.scores is None else {"rows": list(_rows(book))}


def _rows(book: Book) -> Iterator[dict[str, Any]]:
    scores: Any = book.tables.scores
    ranked = scores.assign(place=scores["role"].map(ROLES.index))
    ranked = ranked.sort_values(["players", "place", "score"], ascending=[True, True, False], kind="stable")
    for row in rows_of(ranked):
        yield {
            "name": book.name(row.hero),
            "role": row.role,
            "role_name": book.name(row.role),
            "role_order": row.place,
            "players": row.players,
            "score": number(row.score),
            "interval": f"{number(row.low)} … {number(row.high)}",
            "role_score": number(row.role_score),
            "n": f"{row.n:,}",
            "v": f"{row.score:.4g}" if row.score == row.score else "-999",
        }


def number(value: float) -> str:
    """Write points; a dash where there are none."""
    return "\N{EN DASH}" if value != value else f"{value:.2f}".replace("-", MINUS)
