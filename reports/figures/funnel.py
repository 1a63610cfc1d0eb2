"""Rates against games with control limits: which heroes lie outside of what chance makes of an average one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from reports.bilingual import Both, join, name_of, say
from reports.figures.canvas import shortened
from reports.figures.panel import AXIS, SMALL, Panel, finish, label, new_axes, x_scale, y_scale
from reports.words import ROLE_COLOURS, percent, rows_of

if TYPE_CHECKING:
    import pandas as pd

    from reports.tables import Tables

WIDE, HIGH = 2.9, 2.3  # inches
MARGINS = (0.5, 0.25, 0.1, 0.32)
LIMITS = ((3.0902323061678132, "#eef1f4"), (1.959963984540054, "#dfe4e9"))  # 99.8 and 95 %
LEAST = 0.05  # of y above or below the mean: where a side always wins the limits have no width
ROOM = 1.7  # inches for a name of ten points
NAMED = 3  # heroes named above and below


def funnels(tables: Tables) -> list[Panel]:
    """Return a panel for each player count and role: games on x, rate on y, limits of 95 and 99.8 % about the mean."""
    found = []
    for (players, role), rows in tables.heroes.groupby(["players", "role"], sort=False):
        head = join([say("players", players=players), name_of(tables.run, str(role))])
        found.append(_panel(tables, rows, str(role), int(str(players)), head))
    return found


def _panel(tables: Tables, rows: pd.DataFrame, role: str, players: int, head: Both) -> Panel:
    mean = float(rows["role_rate"].iloc[0])
    most = float(rows["games"].max()) * 1.25
    low, high = _range(rows, mean)
    figure, axes = new_axes(WIDE, HIGH, MARGINS)
    axes.set(xlim=(0, most), ylim=(low, high))
    games = np.linspace(most / 200, most, 200)
    for z, shade in LIMITS:
        half = z * np.sqrt(mean * (1 - mean) / games)
        axes.fill_between(games, mean - half, mean + half, color=shade, linewidth=0, zorder=0)
    axes.plot([0, most], [mean, mean], color=AXIS, linewidth=0.8, zorder=1)
    axes.plot(rows["games"], rows["rate"], "o", markersize=3.6, color=ROLE_COLOURS[role], alpha=0.85, linewidth=0)
    x_scale(axes, [(value, f"{value:,.0f}") for value in _ticks(0, most, 3)], grid=False)
    y_scale(axes, [(value, percent(value, 0)) for value in _ticks(low, high, 4)])
    _names(tables, axes, rows, mean, high - low)
    return finish(figure, head, players)


def _range(rows: pd.DataFrame, mean: float) -> tuple[float, float]:
    """Return the limits of y: all heroes, and the wider control limits where most of them are."""
    middle = float(rows["games"].median())
    half = max(1.6 * LIMITS[0][0] * np.sqrt(mean * (1 - mean) / middle), LEAST)
    low, high = min(rows["rate"].min(), mean - half), max(rows["rate"].max(), mean + half)
    return max(low - 0.04 * (high - low), -0.002), min(high + 0.06 * (high - low), 1.002)


def _names(tables: Tables, axes, rows: pd.DataFrame, mean: float, span: float) -> None:
    """Name the heroes furthest outside the limits, a line apart at least."""
    error = np.sqrt(mean * (1 - mean) / rows["games"])
    outside = rows.assign(z=(rows["rate"] - mean) / error)
    top = outside[outside["z"] > LIMITS[0][0]].nlargest(NAMED, "z")
    bottom = outside[outside["z"] < -LIMITS[0][0]].nsmallest(NAMED, "z")
    step = 0.075 * span
    for some, sign in ((top, -1), (bottom, 1)):
        last = None
        for row in rows_of(some):
            y = row.rate if last is None else min(row.rate, last - step) if sign < 0 else max(row.rate, last + step)
            name = name_of(tables.run, row.hero).each(lambda name: shortened(name, ROOM))
            label(axes, row.games - 0.03 * axes.get_xlim()[1], y, name, row.hero, ha="right", size=SMALL)
            last = y


def _ticks(low: float, high: float, about: int) -> list[float]:
    """Return about so many round values between two."""
    raw = (high - low) / about
    unit = 10.0 ** np.floor(np.log10(raw))
    step = next(unit * each for each in (1, 2, 5, 10) if unit * each >= raw)
    return [float(value) for value in np.arange(np.ceil(low / step) * step, high + step / 1e6, step)]
