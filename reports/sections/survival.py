"""How long seats live."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from reports.book import Book


def build(book: Book) -> dict[str, Any] | None:
    """Return the figures; None where not kept."""
    panels = book.panels.get("survival")
    return {"panels": panels} if panels else None
