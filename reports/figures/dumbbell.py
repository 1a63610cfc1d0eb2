"""Before and after as a picture: a dumbbell for every hero, over all roles and in each."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING

import matplotlib
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from reports.comparison_words import footer, phrases, sides
from reports.figures.canvas import DOTS, INK, PALE_INK, inches, plain, written
from reports.runs import ROLES
from reports.words import ROLE_COLOURS, percent, points, rows_of

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd

    from reports.comparison import Comparison

ROW, PANEL, GAP = 0.25, 1.95, 0.28  # inches: a hero, a role, between roles
TOP, BOTTOM, RIGHT = 1.1, 0.8, 0.25
UP, DOWN, STILL = "#2166ac", "#b2182b", "#9aa4ae"
GRID = "#e3e7ec"
NUMBER = 0.21  # share of a panel that the numbers take
ALL_COLOUR = "#22303f"


def write_dumbbells(tables: Comparison, folder: Path) -> list[Path]:
    """Write ``dumbbell-pNN.png`` and ``.svg`` into a folder, of each player count with a game that both finished."""
    made = []
    for players in tables.overall["players"].unique():
        figure = draw(tables, int(players))
        png, svg = (folder / f"dumbbell-p{players:02d}.{kind}" for kind in ("png", "svg"))
        FigureCanvasAgg(figure).print_png(str(png), metadata={"Software": None})
        with matplotlib.rc_context({"svg.hashsalt": "shalab"}):
            FigureCanvasSVG(figure).print_svg(str(svg), metadata={"Date": None, "Creator": None})
        made += [png, svg]
    return made


def draw(tables: Comparison, players: int) -> Figure:
    """Return the figure of one player count.

    A row is a hero, the greatest gain over all roles on top; a panel is all roles together or one of them. The hollow
    dot is the rate before, the filled one after. Only a change whose own 95 % interval leaves 0 out has a colour and
    its number, so what stands out is what can be told from chance.
    """
    overall = tables.overall[tables.overall["players"] == players].sort_values("diff", ascending=False, kind="stable")
    heroes = list(overall["hero"])
    cells = tables.heroes[tables.heroes["players"] == players]
    panels = [("all", overall), *((role, cells[cells["role"] == role]) for role in ROLES)]
    panels = [(role, rows) for role, rows in panels if len(rows)]
    left = max(inches(name) for name in overall["hero_name"]) + 0.55
    wide = left + len(panels) * PANEL + (len(panels) - 1) * GAP + RIGHT
    high = TOP + ROW * len(heroes) + BOTTOM
    figure = Figure((wide, high), dpi=DOTS, facecolor="white")
    for k, (role, rows) in enumerate(panels):
        x = (left + k * (PANEL + GAP)) / wide
        axes = figure.add_axes((x, BOTTOM / high, PANEL / wide, ROW * len(heroes) / high), frame_on=False)
        _panel(axes, rows, heroes)
        _head(axes, role, tables)
        if k == 0:
            _names(axes, overall)
    _around(figure, tables, players, (wide, high))
    return figure


def _panel(axes, rows: pd.DataFrame, heroes: list[str]) -> None:
    height = {hero: y for y, hero in enumerate(heroes)}
    low = min(rows["rate_a"].min(), rows["rate_b"].min())
    high = max(rows["rate_a"].max(), rows["rate_b"].max())
    span = max(high - low, 0.02)
    low, high = low - 0.06 * span, high + 0.06 * span
    edge = low + (high - low) / (1 - NUMBER)
    axes.set(xlim=(low, edge), ylim=(len(heroes) - 0.5, -0.5), xticks=[], yticks=[])
    for y in range(0, len(heroes), 2):
        axes.add_patch(Rectangle((low, y - 0.5), edge - low, 1, facecolor="#f5f6f8", linewidth=0))
    for tick in _ticks(low, high):
        axes.plot([tick, tick], [-0.5, len(heroes) - 0.5], color=GRID, linewidth=0.8, zorder=1)
        plain(axes, tick, len(heroes) - 0.15, percent(tick, 0), ha="center", size=7.5, color=PALE_INK)
    for row in rows_of(rows):
        clear = row.low > 0 or row.high < 0
        colour = STILL if not clear else UP if row.diff > 0 else DOWN
        y = height[row.hero]
        axes.plot([row.rate_a, row.rate_b], [y, y], color=colour, linewidth=2 if clear else 1.4, zorder=2)
        axes.plot(row.rate_a, y, "o", markersize=5, markerfacecolor="white", markeredgecolor=colour, zorder=3)
        axes.plot(row.rate_b, y, "o", markersize=5, color=colour, zorder=4)
        if clear:
            plain(axes, edge, y, points(row.diff) + ("*" if row.moved else ""), ha="right", size=8, color=colour)


def _ticks(low: float, high: float) -> list[float]:
    """Return two to five round rates between two."""
    step = next(step for step in (0.01, 0.02, 0.05, 0.1, 0.2, 0.5) if (high - low) / step < 5)
    first = int(low / step) + 1
    return [step * k for k in range(first, first + 6) if step * k <= high]


def _head(axes, role: str, tables: Comparison) -> None:
    colour = ALL_COLOUR if role == "all" else ROLE_COLOURS[role]
    low, high = axes.get_xlim()
    axes.add_patch(Rectangle((low, -0.78), high - low, 0.14, facecolor=colour, linewidth=0, clip_on=False))
    label, file = written(role, phrases(tables.lang)["role_all"] if role == "all" else tables.name(role))
    plain(axes, (low + high) / 2, -1.35, label, file=file, ha="center", size=10.5)


def _names(axes, overall: pd.DataFrame) -> None:
    low, high = axes.get_xlim()
    inch = (high - low) / PANEL
    for y, row in enumerate(rows_of(overall)):
        label, file = written(row.hero, row.hero_name)
        plain(axes, low - 0.3 * inch, y, label, file=file, ha="right", size=9.5)
        if row.holds:
            axes.plot(low - 0.15 * inch, y, "D", markersize=4, color=INK, clip_on=False)


def _around(figure: Figure, tables: Comparison, players: int, size: tuple[float, float]) -> None:
    wide, high = size
    text = phrases(tables.lang)
    a, b = sides(tables)
    title = text["chart_title"].format(players=players, a=a, b=b)
    for k, line in enumerate(wrap(title, int((wide - 0.5) * (5.5 if tables.lang == "zh" else 9)))[:2]):
        plain(figure, 0.25 / wide, 1 - (0.28 + 0.24 * k) / high, line, size=13)
    letters = int((wide - 0.5) * 15)
    notes = wrap(text["chart_note"], letters // (2 if tables.lang == "zh" else 1)) + wrap(footer(tables), letters)
    for k, line in enumerate(notes):
        plain(figure, 0.25 / wide, (BOTTOM - 0.38 - 0.17 * k) / high, line, size=7.5, color="#5b6570")
