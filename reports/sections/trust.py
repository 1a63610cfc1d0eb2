"""What a reader should distrust."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reports.doubts import doubts

if TYPE_CHECKING:
    from reports.book import Book


def build(book: Book) -> dict[str, Any]:
    """Return every doubt, those that warn first."""
    return {"doubts": doubts(book.tables, book.rungs)}
