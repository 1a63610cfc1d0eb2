"""The heat map: every hero by role and player count, as points over the role's mean."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING

import matplotlib
import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.cm import ScalarMappable
from matplotlib.colors import TwoSlopeNorm
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from reports.figures.canvas import DOTS, FADED, INK, PALE_INK, font, inches, plain, written
from reports.runs import ROLES
from reports.words import LIMIT, ROLE_COLOURS, footer, percent, points, rows_of, words

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd

    from reports.tables import Tables

CELL_HEIGHT, CELL_WIDTH, GRID_WIDTH = (
    0.27,
    0.6,
    6.4,
)  # inches: a row; the least of a column and of all columns
RIGHT, TOP, BOTTOM = 1.05, 1.3, 0.8  # inches around the grid; on its left the longest name decides
GAP = 0.12  # between roles, in columns


def write_heatmap(tables: Tables, file: Path) -> None:
    """Write the heat map as a PNG picture.

    Rows are heroes in the ruleset's order, columns roles by player count. The colours are centred on the
    role's mean and end at 15 points either side in every report, so two reports can be laid side by side.
    """
    figure = draw(tables)
    FigureCanvasAgg(figure).print_png(str(file), metadata={"Software": None})


def draw(tables: Tables) -> Figure:
    """Return the figure of `write_heatmap`."""
    heroes, text = tables.heroes, words(tables.lang)
    columns = _columns(heroes)
    names = dict(zip(heroes["hero"], heroes["hero_name"], strict=True))
    rows = sorted(names, key=lambda hero: (tables.run.order.get(hero, len(names)), hero))
    wide = max(CELL_WIDTH * len(columns), GRID_WIDTH)
    left = max(inches(name) for name in [*names.values(), text["col_role_rate"]]) + 0.4
    size = (left + wide + RIGHT, TOP + CELL_HEIGHT * len(rows) + BOTTOM)
    figure = Figure(size, dpi=DOTS, facecolor="white")
    axes = figure.add_axes(
        (left / size[0], BOTTOM / size[1], wide / size[0], CELL_HEIGHT * len(rows) / size[1]), frame_on=False
    )
    axes.set(xlim=(-0.5, columns[-1][2] + 0.5), ylim=(len(rows) - 0.5, -0.5), xticks=[], yticks=[])
    colours = ScalarMappable(TwoSlopeNorm(0, -LIMIT, LIMIT), matplotlib.colormaps["RdBu"])
    _cells(axes, heroes, {(role, players): x for role, players, x in columns}, rows, colours)
    edge = -0.5 - 0.1 * (columns[-1][2] + 1) / wide  # a tenth of an inch from the first column
    for y, hero in enumerate(rows):
        label, file = written(hero, names[hero])
        plain(axes, edge, y, label, file=file, ha="right", size=10)
    plain(axes, edge, -0.95, text["col_role_rate"], ha="right", size=8.5, color=PALE_INK)
    _heads(axes, tables, columns)
    _around(figure, text, tables, size, colours)
    return figure


def _columns(heroes: pd.DataFrame) -> list[tuple[str, int, float]]:
    """Return (role, players, x) of every column; roles stand a little apart."""
    there = sorted({(ROLES.index(r), p) for r, p in zip(heroes["role"], heroes["players"], strict=True)})
    first = {role: i for i, role in enumerate(dict.fromkeys(role for role, _ in there))}
    return [(ROLES[role], players, x + GAP * first[role]) for x, (role, players) in enumerate(there)]


def _cells(axes, heroes, place, rows, colours) -> None:
    height = {hero: y for y, hero in enumerate(rows)}
    shades = colours.to_rgba(heroes["diff"].clip(-LIMIT, LIMIT).to_numpy())[:, :3]
    unclear = ((heroes["diff_low"] <= 0) & (heroes["diff_high"] >= 0)).to_numpy()
    shades[unclear] = 1 - FADED * (1 - shades[unclear])
    light = shades @ np.array([0.299, 0.587, 0.114])
    for i, cell in enumerate(rows_of(heroes)):
        x, y = place[cell.role, cell.players], height[cell.hero]
        axes.add_patch(Rectangle((x - 0.48, y - 0.46), 0.96, 0.92, facecolor=shades[i], linewidth=0))
        ink = PALE_INK if unclear[i] else INK if light[i] > 0.5 else "white"
        plain(axes, x, y, points(cell.diff), color=ink, ha="center", size=8.5)


def _heads(axes, tables, columns) -> None:
    text = words(tables.lang)
    rates = tables.heroes.groupby(["role", "players"])["role_rate"].first()
    for role in dict.fromkeys(role for role, _, _ in columns):
        xs = [x for each, _, x in columns if each == role]
        axes.add_patch(
            Rectangle(
                (xs[0] - 0.48, -2.3),
                xs[-1] - xs[0] + 0.96,
                0.14,
                facecolor=ROLE_COLOURS[role],
                linewidth=0,
                clip_on=False,
            )
        )
        label, file = written(role, tables.run.name(role, tables.lang))
        plain(axes, (xs[0] + xs[-1]) / 2, -2.8, label, file=file, ha="center", size=11)
    for role, players, x in columns:
        plain(axes, x, -1.68, text["heat_players"].format(players=players), ha="center", size=8.5)
        plain(axes, x, -0.95, percent(rates[role, players], 0), ha="center", size=8.5, color=PALE_INK)


def _around(figure, text, tables, size, colours) -> None:
    wide, high = size
    plain(figure, 0.25 / wide, 1 - 0.28 / high, text["heat_title"], size=13)
    bar = figure.add_axes(((wide - RIGHT + 0.3) / wide, BOTTOM / high, 0.14 / wide, min(3, high - TOP - BOTTOM) / high))
    figure.colorbar(colours, cax=bar, ticks=[-0.15, -0.1, -0.05, 0, 0.05, 0.1, 0.15])
    bar.set_yticklabels([points(tick, 0) for tick in (-0.15, -0.1, -0.05, 0, 0.05, 0.1, 0.15)], fontproperties=font(8))
    bar.tick_params(length=2, color=PALE_INK)
    bar.minorticks_off()
    for spine in bar.spines.values():
        spine.set_visible(False)
    letters = int((wide - 0.5) * 15)
    note = wrap(text["heat_picture_note"], letters // (2 if tables.lang == "zh" else 1)) + wrap(footer(tables), letters)
    for i, line in enumerate(note):
        plain(figure, 0.25 / wide, (BOTTOM - 0.3 - 0.17 * i) / high, line, size=7.5, color="#5b6570")
