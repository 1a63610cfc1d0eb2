"""Hero against hero as a picture: the rate of the row's hero in games against the column's."""

from __future__ import annotations

from io import BytesIO
from textwrap import wrap
from typing import TYPE_CHECKING

import matplotlib
import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.cm import ScalarMappable
from matplotlib.colors import TwoSlopeNorm
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from reports.figures.canvas import DOTS, FADED, INK, PALE_INK, inches, plain, written
from reports.words import footer, rows_of, words

if TYPE_CHECKING:
    import pandas as pd

    from reports.tables import Tables

CELL = 0.36  # inches
TOP, BOTTOM, RIGHT = 0.75, 0.8, 0.3
NARROWEST = 5.5  # room for the title
EVEN, LIMIT = 0.5, 0.25  # pairs lie farther apart than heroes do from their mean


def matrix(tables: Tables, pairs: pd.DataFrame, mark: str) -> bytes:
    """Return a matrix as a PNG picture; `mark` is ``led_`` for the games in which both led off, else empty."""
    out = BytesIO()
    FigureCanvasAgg(draw(tables, pairs, mark)).print_png(out, metadata={"Software": None})
    return out.getvalue()


def draw(tables: Tables, pairs: pd.DataFrame, mark: str = "") -> Figure:
    """Return the figure of `matrix`.

    Heroes stand in the order of their rate in these games, the best first, so that what is not a matter of
    strength shows as a cell that differs from those around it. Numbers are percent; a cell whose interval covers
    one half is faded; colours end at 25 points either side of one half.
    """
    text = words(tables.lang)
    names = {hero: tables.run.name(hero, tables.lang) for hero in pairs["hero"].unique()}
    strength = pairs.groupby("hero")[[f"{mark}wins", f"{mark}games"]].sum()
    order = (strength[f"{mark}wins"] / strength[f"{mark}games"].clip(lower=1)).sort_values(
        ascending=False, kind="stable"
    )
    place = {hero: i for i, hero in enumerate(order.index)}
    longest = max(inches(name) for name in names.values())
    side = CELL * len(place)
    size = (max(longest + 0.4 + side + RIGHT, NARROWEST), TOP + longest + side + BOTTOM)
    figure = Figure(size, dpi=DOTS, facecolor="white")
    axes = figure.add_axes(
        ((longest + 0.4) / size[0], BOTTOM / size[1], side / size[0], side / size[1]), frame_on=False
    )
    axes.set(xlim=(-0.5, len(place) - 0.5), ylim=(len(place) - 0.5, -0.5), xticks=[], yticks=[])
    _cells(axes, pairs, mark, place)
    for hero, i in place.items():
        label, file = written(hero, names[hero])
        plain(axes, -0.7, i, label, file=file, ha="right", size=10)
        plain(axes, i, -0.7, label, file=file, ha="center", size=10, rotation=90, va="bottom")
    plain(figure, 0.25 / size[0], 1 - 0.28 / size[1], text[f"{mark}matrix_title"], size=13)
    letters = int((size[0] - 0.5) * 15)
    note = wrap(text["matrix_note"], letters // (2 if tables.lang == "zh" else 1)) + wrap(footer(tables), letters)
    for i, line in enumerate(note):
        plain(figure, 0.25 / size[0], (BOTTOM - 0.3 - 0.17 * i) / size[1], line, size=7.5, color="#5b6570")
    return figure


def _cells(axes, pairs: pd.DataFrame, mark: str, place: dict[str, int]) -> None:
    there = pairs[pairs[f"{mark}games"] > 0]
    rates, low, high = (there[f"{mark}{name}"].to_numpy() for name in ("rate", "low", "high"))
    colours = ScalarMappable(TwoSlopeNorm(0, -LIMIT, LIMIT), matplotlib.colormaps["RdBu"])
    shades = colours.to_rgba((rates - EVEN).clip(-LIMIT, LIMIT))[:, :3]
    unclear = (low <= EVEN) & (high >= EVEN)
    shades[unclear] = 1 - FADED * (1 - shades[unclear])
    light = shades @ np.array([0.299, 0.587, 0.114])
    for i, cell in enumerate(rows_of(there)):
        x, y = place[cell.other], place[cell.hero]
        axes.add_patch(Rectangle((x - 0.48, y - 0.48), 0.96, 0.96, facecolor=shades[i], linewidth=0))
        ink = PALE_INK if unclear[i] else INK if light[i] > 0.5 else "white"
        plain(axes, x, y, f"{rates[i] * 100:.0f}", color=ink, ha="center", size=8.5)
