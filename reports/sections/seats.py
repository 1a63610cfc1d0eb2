"""What a place at the table is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from reports.book import Book


def build(book: Book) -> dict[str, Any] | None:
    """Return the figures; None of a game of line-ups."""
    panels = book.panels.get("seats")
    return {"panels": panels} if panels else None
