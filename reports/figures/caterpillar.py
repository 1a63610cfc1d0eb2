"""Heroes of a role in the order of their strength, each with its interval: the caterpillar."""

from __future__ import annotations

from statistics import NormalDist
from typing import TYPE_CHECKING

import numpy as np

from reports.bilingual import Both, join, name_of, say
from reports.figures.canvas import inches, shortened
from reports.figures.panel import AXIS, SMALL, TEXT, Panel, bars, finish, label, new_axes, x_scale
from reports.words import LIMIT, ROLE_COLOURS, points, rows_of

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from reports.tables import Tables

WIDE, ROW = 2.9, 0.19  # inches: the panel, a hero
MARGINS = (0.12, 0.08, 0.05, 0.3)
ROOM = 1.7  # inches for a name of ten points
BAND = "#e6eaee"
TICKS = (-0.1, 0.0, 0.1)


def caterpillars(tables: Tables) -> list[Panel]:
    """Return a panel for each player count and role: the heroes sorted by their shrunk difference."""
    heroes, found = tables.heroes, []
    cells = heroes.groupby(["players", "role"], sort=False)
    for (players, role), rows in cells:
        head = join([say("players", players=players), name_of(tables.run, str(role))])
        found.append(_panel(tables, rows, str(role), int(str(players)), head))
    return found


def _panel(tables: Tables, rows: pd.DataFrame, role: str, players: int, head: Both) -> Panel:
    """Draw dots, 95 % bars and thin bars that hold for all heroes of the panel at once (Bonferroni)."""
    rows = rows.sort_values("shrunk", kind="stable").reset_index(drop=True)
    names = [name_of(tables.run, hero).each(lambda name: shortened(name, ROOM)) for hero in rows["hero"]]
    longest = max(inches(name[lang]) for name in names for lang in ("zh", "en")) * TEXT / 10
    left = longest + MARGINS[0]
    figure, axes = new_axes(WIDE, ROW * len(rows) + MARGINS[2] + MARGINS[3], (left, *MARGINS[1:]))
    axes.set(xlim=(-LIMIT, LIMIT), ylim=(-0.6, len(rows) - 0.4))
    axes.axvspan(-0.02, 0.02, color=BAND, linewidth=0, zorder=0)
    axes.axvline(0, color=AXIS, linewidth=0.8, zorder=1)
    x_scale(axes, [(tick, points(tick, 0)) for tick in TICKS])
    wide = NormalDist().inv_cdf(1 - 0.025 / len(rows))
    y, shade = np.arange(len(rows)), ROLE_COLOURS[role]
    inside = (rows["diff"].abs() < LIMIT).to_numpy()
    shown = rows[inside]
    together = wide * shown["error"]
    both = _cut(shown["diff"] - together), _cut(shown["diff"] + together)
    bars(axes, y[inside], *both, color=shade, linewidth=0.7)
    bars(axes, y[inside], _cut(shown["diff_low"]), _cut(shown["diff_high"]), color=shade, linewidth=2.2)
    axes.plot(shown["shrunk"].clip(-LIMIT, LIMIT), y[inside], "o", markersize=4.4, color="white", markeredgecolor=shade)
    axes.plot(shown["diff"], y[inside], "o", markersize=3.6, color=shade, linewidth=0)
    for place, value in zip(y[~inside], rows["diff"][~inside], strict=True):
        _beyond(axes, float(place), float(value), shade)
    edge = -LIMIT - 0.05 * 2 * LIMIT / (WIDE - left)
    for row, place, name in zip(rows_of(rows), y, names, strict=True):
        label(axes, edge, place, name, row.hero, ha="right")
    return finish(figure, head, players)


def _beyond(axes: Axes, y: float, value: float, shade: str) -> None:
    """Mark a hero off the scale by an arrow at its end, with the number."""
    side = 1 if value > 0 else -1
    axes.plot([side * LIMIT * 0.98], [y], ">" if side > 0 else "<", markersize=5, color=shade)
    label(
        axes, side * LIMIT * 0.9, y, points(value, 0), size=SMALL - 0.5, color=shade, ha="right" if side > 0 else "left"
    )


def _cut(values: pd.Series) -> pd.Series:
    return values.clip(-LIMIT, LIMIT)
