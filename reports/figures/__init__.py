"""Figures: what a table looks like. Small ones are drawn as SVG in both languages at once, dense ones as PNG in one."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from pathlib import Path

    from reports.book import Book
    from reports.figures.panel import Panel
    from reports.tables import Tables

PICTURES = ("heatmap", "matchups", "leads")  # written as PNG


def draw_panels(tables: Tables, rungs: list[Tables], only: Collection[str] = ()) -> dict[str, list[Panel]]:
    """Return the small figures by subject, all or `only` some; one of which the run has nothing is left out."""
    from reports.figures.caterpillar import caterpillars
    from reports.figures.curves import length_curves, seat_dots, survival_curves
    from reports.figures.funnel import funnels
    from reports.figures.outcomes import outcome_bars
    from reports.figures.slope import slopes

    drawn: dict[str, Callable[[], list[Panel]]] = {
        "outcomes": lambda: outcome_bars(tables),
        "caterpillar": lambda: caterpillars(tables),
        "funnel": lambda: funnels(tables),
        "seats": lambda: seat_dots(tables),
        "lengths": lambda: length_curves(tables),
        "survival": lambda: survival_curves(tables),
        "rungs": lambda: slopes(tables, rungs),
    }
    found = {subject: draw() for subject, draw in drawn.items() if not only or subject in only}
    return {subject: panels for subject, panels in found.items() if panels}


def draw_pictures(tables: Tables) -> dict[str, dict[str, bytes]]:
    """Return the PNG pictures that stand in the page, by name and language."""
    from reports.figures.matrix import matrix

    found = tables.lineups
    if found is None or found.pairs is None or not len(found.pairs):
        return {}
    marks = {"matchups": "", "leads": "led_"} if found.leads_told else {"matchups": ""}
    return {
        name: {lang: matrix(replace(tables, lang=lang), found.pairs, mark) for lang in ("zh", "en")}
        for name, mark in marks.items()
    }


def write_figures(book: Book, folder: Path) -> None:
    """Write the small figures as ``figures/SUBJECT.svg``, the dense ones as ``NAME.png``, in the report's language."""
    from reports.bilingual import LANGS, Both, say
    from reports.figures.heatmap import write_heatmap
    from reports.figures.sheet import sheet
    from reports.words import footer

    (folder / "figures").mkdir()
    below = Both(*(footer(book.tables, lang) for lang in LANGS))
    for subject, panels in book.panels.items():
        drawn = sheet(panels, say(f"{subject}_title"), below, book.lang)
        (folder / "figures" / f"{subject}.svg").write_text(drawn, encoding="utf-8")
    write_heatmap(book.tables, folder / "heatmap.png")
    for name, both in book.pictures.items():
        (folder / f"{name}.png").write_bytes(both[book.lang])
