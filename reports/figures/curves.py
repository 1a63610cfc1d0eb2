"""Curves by role or by winner, each marked with the letter of its role, so that no reader depends on colour."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from reports.bilingual import say
from reports.figures.panel import AXIS, Panel, finish, label, new_axes, x_scale, y_scale
from reports.runs import ROLES
from reports.words import ROLE_COLOURS, percent, points

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from reports.tables import Tables

WIDE, HIGH = 3.9, 2.5  # inches
MARGINS = (0.5, 0.2, 0.12, 0.34)
DASHES = {"lord": "-", "loyalist": (0, (6, 1.5)), "rebel": (0, (3, 1.5)), "renegade": (0, (1, 1))}
AT = {"lord": 0.72, "loyalist": 0.58, "rebel": 0.44, "renegade": 0.3}  # height or place at which a curve is marked
LONGEST = 0.985  # share of games within the limits of x


def length_curves(tables: Tables) -> list[Panel]:
    """Return a panel for each player count: the share of games over by a turn, by winner; none where not kept."""
    if tables.ecdf is None:
        return []
    turns = tables.ecdf[(tables.ecdf["measure"] == "turns") & (tables.ecdf["winner"] != "unfinished")]
    return [_lengths(rows, int(str(players))) for players, rows in turns.groupby("players", sort=False)]


def survival_curves(tables: Tables) -> list[Panel]:
    """Return a panel for each player count: the share of a role's seats that still live; none where not kept."""
    if tables.survival is None:
        return []
    return [_survival(rows, int(str(players))) for players, rows in tables.survival.groupby("players", sort=False)]


def seat_dots(tables: Tables) -> list[Panel]:
    """Return a panel for each player count: points over the role's mean by seats after the lord."""
    if tables.seat_effect is None:
        return []
    table = tables.seat_effect[tables.seat_effect["offset"] > 0]
    size = max(float(table[["diff_low", "diff_high"]].abs().max().max()), 0.04) if len(table) else 0.04
    limit = np.ceil(size * 50) / 50
    return [_seats(rows, int(str(players)), limit) for players, rows in table.groupby("players", sort=False)]


def _lengths(rows: pd.DataFrame, players: int) -> Panel:
    figure, axes = new_axes(WIDE, HIGH, MARGINS)
    every = rows[rows["winner"] == "all"]
    last = int(every.loc[every["share"] >= LONGEST, "value"].min())
    axes.set(xlim=(0, last), ylim=(0, 1))
    _axes(axes, last)
    for role in ("lord", "rebel", "renegade"):
        own = rows[rows["winner"] == role]
        if own.empty:
            continue
        x, y = np.append(0, own["value"].to_numpy()), np.append(0, own["share"].to_numpy())
        _curve(axes, x, y, role)
        _mark(axes, float(x[min(np.searchsorted(y, AT[role]), len(x) - 1)]), AT[role], role)
    return finish(figure, say("players", players=players), players)


def _survival(rows: pd.DataFrame, players: int) -> Panel:
    figure, axes = new_axes(WIDE, HIGH, MARGINS)
    one = rows[rows["role"] == rows["role"].iloc[0]]
    last = int(one.loc[one["playing"] >= 1 - LONGEST, "turn"].max())
    last = max(last, 1)
    axes.set(xlim=(0, last), ylim=(0, 1))
    _axes(axes, last)
    for role in (role for role in ROLES if (rows["role"] == role).any()):
        own = rows[rows["role"] == role]
        x, y = own["turn"].to_numpy(), own["alive"].to_numpy()
        axes.fill_between(x, own["low"], own["high"], color=ROLE_COLOURS[role], alpha=0.2, linewidth=0)
        _curve(axes, x, y, role)
        at = round((1 - AT[role]) * 0.9 * last)
        _mark(axes, at, float(np.interp(at, x, y)), role)
    return finish(figure, say("players", players=players), players)


def _seats(rows: pd.DataFrame, players: int, limit: float) -> Panel:
    figure, axes = new_axes(WIDE, HIGH, MARGINS)
    last = int(rows["offset"].max())
    axes.set(xlim=(0.5, last + 0.5), ylim=(-limit, limit))
    axes.axhspan(-0.02, 0.02, color="#e6eaee", linewidth=0, zorder=0)
    axes.plot([0.5, last + 0.5], [0, 0], color=AXIS, linewidth=0.8, zorder=1)
    step = limit / 2
    y_scale(axes, [(value, points(value, 0)) for value in (-limit, -step, 0, step, limit)])
    x_scale(axes, [(seat, f"+{seat}") for seat in range(1, last + 1)], grid=False)
    there = [role for role in ROLES if (rows["role"] == role).any()]
    for place, role in enumerate(there):
        own = rows[rows["role"] == role]
        x = own["offset"] + (place - (len(there) - 1) / 2) * 0.22
        axes.vlines(x, own["diff_low"], own["diff_high"], color=ROLE_COLOURS[role], linewidth=1.6)
        for at, value in zip(x, own["diff"], strict=True):
            _mark(axes, float(at), float(value), role)
    return finish(figure, say("players", players=players), players)


def _axes(axes: Axes, last: int) -> None:
    y_scale(axes, [(value, percent(value, 0)) for value in (0, 0.25, 0.5, 0.75, 1)])
    step = next(step for step in (2, 5, 10, 20, 50, 100, 200, 500, 10_000) if last / step <= 6)
    x_scale(axes, [(turn, str(turn)) for turn in range(0, last + 1, step)], grid=False)


def _curve(axes: Axes, x, y, role: str) -> None:
    axes.plot(x, y, color=ROLE_COLOURS[role], linewidth=1.6, linestyle=DASHES[role])


def _mark(axes: Axes, x: float, y: float, role: str) -> None:
    """Set a role's letter on a disc of its colour."""
    shade = ROLE_COLOURS[role]
    axes.plot([x], [y], "o", markersize=10.5, color=shade, markeredgecolor="white", markeredgewidth=0.8, clip_on=False)
    ink = "#1c2530" if role == "loyalist" else "white"
    label(axes, x, y, say(f"letter_{role}"), size=6.5, color=ink, ha="center", va="center_baseline")
