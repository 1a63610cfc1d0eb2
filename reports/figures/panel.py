"""Small figures as SVG: drawn once with the texts of both languages, of which the page or a file shows one."""

from __future__ import annotations

import re
from dataclasses import dataclass
from io import StringIO
from typing import TYPE_CHECKING, Any

import numpy as np
from markupsafe import Markup
from matplotlib import rc_context
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure

from reports.bilingual import LANGS, Both
from reports.figures.canvas import FONT, INK, PALE_INK, plain, written

if TYPE_CHECKING:
    from pathlib import Path

    from matplotlib.axes import Axes

GRID, AXIS = "#e3e7ec", "#9aa4ae"
SMALL, TEXT = 8.0, 8.5  # points
SETTINGS = {"svg.fonttype": "none", "svg.hashsalt": "shalab", "path.simplify": False}


@dataclass(frozen=True)
class Panel:
    """One drawn figure.

    Attributes
    ----------
    head : Both
        What it shows, written above it.
    svg : str
        The picture; texts of one language are in groups with a ``lang``.
    size : tuple[float, float]
        Width and height in points.
    players : int
        The player count it belongs to, 0 for none.
    """

    head: Both
    svg: str
    size: tuple[float, float]
    players: int = 0

    def __html__(self) -> str:
        """Return the picture as it stands in a page."""
        return Markup(self.svg)


def new_axes(wide: float, high: float, margins: tuple[float, float, float, float]) -> tuple[Figure, Axes]:
    """Return a figure of so many inches with one bare axes inside margins (left, right, top, bottom; inches)."""
    left, right, top, bottom = margins
    figure = Figure((wide, high), facecolor="none")
    box = (left / wide, bottom / high, (wide - left - right) / wide, (high - top - bottom) / high)
    axes = figure.add_axes(box, facecolor="none")
    axes.set(xticks=[], yticks=[])
    for spine in axes.spines.values():
        spine.set_visible(False)
    return figure, axes


def bars(axes: Axes, y: Any, low: Any, high: Any, **style: Any) -> None:
    """Draw level lines from `low` to `high` at each `y`, all of them as one path."""
    x = np.column_stack([low, high, np.full(len(y), np.nan)]).ravel()
    axes.plot(x, np.repeat(y, 3), solid_capstyle="butt", **style)


def label(where: Any, x: float, y: float, text: Both | str, word: str = "", **style: Any) -> None:
    """Write a text of both languages, each in a group of its own; `word` stands in for what no font can write."""
    style = {"size": TEXT, "color": INK} | style
    both = text if isinstance(text, Both) else Both(text, text)
    if both.zh == both.en:
        _write(where, x, y, both.en, word, None, style)
        return
    for lang in LANGS:
        _write(where, x, y, both[lang], word, lang, style)


def x_scale(axes: Axes, ticks: list[tuple[float, Both | str]], grid: bool = True) -> None:
    """Write the marks of the lower axis, with fine lines upward."""
    low, high = axes.get_ylim()
    for x, text in ticks:
        if grid:
            axes.plot([x, x], [low, high], color=GRID, linewidth=0.6, zorder=0)
        _below(axes, x, text)


def y_scale(axes: Axes, ticks: list[tuple[float, str]]) -> None:
    """Write the marks of the left axis, with fine lines across."""
    low, high = axes.get_xlim()
    for y, text in ticks:
        axes.plot([low, high], [y, y], color=GRID, linewidth=0.6, zorder=0)
        label(axes, low - 0.02 * (high - low), y, text, ha="right", size=SMALL, color=PALE_INK)


def finish(figure: Figure, head: Both, players: int = 0) -> Panel:
    """Return the drawn figure."""
    wide, high = figure.get_size_inches() * 72
    out = StringIO()
    with rc_context(SETTINGS):
        FigureCanvasSVG(figure).print_svg(out, metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
    return Panel(head, _tidy(out.getvalue()), (float(wide), float(high)), players)


def _below(axes: Axes, x: float, text: Both | str) -> None:
    low, high = axes.get_ylim()
    inch = (high - low) / (axes.get_position().height * axes.figure.get_size_inches()[1])
    label(axes, x, low - 0.13 * inch, text, ha="center", size=SMALL, color=PALE_INK)


def _write(where: Any, x: float, y: float, text: str, word: str, lang: str | None, style: dict[str, Any]) -> None:
    file: Path = FONT
    if word:
        text, file = written(word, text)
    plain(where, x, y, text, file=file, **style)
    where.texts[-1].set_gid(lang)


def _tidy(svg: str) -> str:
    """Return only the element, its language groups named as such, without ids that nothing refers to."""
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>|<!--.*?-->|<style.*?</style>|<defs>\s*</defs>", "", svg, flags=re.S)
    svg = re.sub(r'<g id="(zh|en)">', r'<g lang="\1">', svg)
    referred = set(re.findall(r"#([\w-]+)", svg))
    svg = re.sub(r' id="([\w.-]+)"', lambda found: found[0] if found[1] in referred else "", svg)
    svg = re.sub(r'font: ([\d.]+)px [^;"]*', r"font-size: \1px", svg)
    svg = re.sub(r"font-family: [^;]*; ?| transform=\"rotate\(-?0 [^)]*\)\"|; stroke-linecap: square", "", svg)
    svg = re.sub(r'<svg [^>]*?(viewBox="[^"]*")[^>]*>', _opening, svg, count=1)
    svg = re.sub(r"(\d+\.\d\d)\d+", r"\1", svg)
    return re.sub(r"\s*\n\s*", "\n", svg).strip()


def _opening(found: re.Match[str]) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" role="img" {found[1]}>'
