"""Allies and opponents: pairs that bring more, or less, than their heroes do apart."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reports.bilingual import say
from reports.words import percent, points, rows_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reports.book import Book


def build(book: Book) -> dict[str, Any] | None:
    """Return the pairs that hold up against chance; None where not kept."""
    pairs = book.tables.pairs
    if pairs is None or pairs.empty:
        return None
    held = pairs[pairs["flag"] != ""]
    few = int(pairs["games"].median())
    return {
        "rows": list(_rows(book, held.sort_values("shrunk", ascending=False, kind="stable"))),
        "found": say("pairs_found", found=len(held), all=f"{len(pairs):,}", games=f"{few:,}"),
    }


def _rows(book: Book, held: Any) -> Iterator[dict[str, Any]]:
    for row in rows_of(held):
        yield {
            "kind": row.kind,
            "kind_name": say(f"pair_{row.kind}"),
            "hero": book.name(row.hero),
            "other": book.name(row.other),
            "players": row.players,
            "rate": percent(row.rate),
            "expected": percent(row.expected),
            "effect": points(row.effect),
            "interval": f"{points(row.low)} … {points(row.high)}",
            "shrunk": points(row.shrunk),
            "q": "<0.001" if row.q < 0.001 else f"{row.q:.3f}",
            "games": f"{row.games:,}",
            "v": {name: f"{getattr(row, name):.4g}" for name in ("rate", "expected", "effect", "shrunk", "q")},
        }
