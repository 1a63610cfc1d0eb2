"""How far heroes lie apart: each with its interval, and against what chance would do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from reports.book import Book


def build(book: Book) -> dict[str, Any]:
    """Return the caterpillars and the funnels."""
    return {"caterpillars": book.panels["caterpillar"], "funnels": book.panels["funnel"]}
