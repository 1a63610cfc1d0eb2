"""The tier list, with its rule."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from reports.book import Book


def build(book: Book) -> dict[str, Any] | None:
    """Return the heroes of each tier; None where there are no tiers."""
    return None
