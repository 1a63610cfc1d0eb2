"""From bot to bot: how a hero's strength changes on the way to a stronger one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.bilingual import name_of, say
from reports.figures.canvas import inches, shortened
from reports.figures.panel import GRID, SMALL, Panel, finish, label, new_axes, x_scale, y_scale
from reports.rungs import rung_table
from reports.words import points

if TYPE_CHECKING:
    import pandas as pd

    from reports.tables import Tables

WIDE, HIGH = 5.6, 5.2  # inches
STEADY, CHANGED = "#c3cad1", "#D55E00"
ROOM = 1.7  # inches for a name of ten points
LINE = 0.15  # inches between names


def slopes(tables: Tables, rungs: list[Tables]) -> list[Panel]:
    """Return a panel for each player count: all roles together, weakest bots left; who is not settled is coloured."""
    if not rungs:
        return []
    table = rung_table([tables, *rungs])
    table = table[table["role"] == "all"]
    return [_panel(tables, rows, int(str(players))) for players, rows in table.groupby("players", sort=False)]


def _panel(tables: Tables, rows: pd.DataFrame, players: int) -> Panel:
    last = int(rows["rung"].max())
    names = {hero: name_of(tables.run, hero).each(lambda name: shortened(name, ROOM)) for hero in rows["hero"].unique()}
    right = max(inches(name[lang]) for name in names.values() for lang in ("zh", "en")) * SMALL / 10 + 0.15
    figure, axes = new_axes(WIDE, HIGH, (0.5, right, 0.12, 0.34))
    low, high = rows["shrunk"].min(), rows["shrunk"].max()
    room = 0.05 * (high - low) + 0.005
    axes.set(xlim=(0, last), ylim=(low - room, high + room))
    step = next(step for step in (0.01, 0.02, 0.05, 0.1, 0.2, 1) if (high - low) / step <= 7)
    marks = range(int(low // step), int(high // step) + 2)
    y_scale(axes, [(mark * step, points(mark * step, 0)) for mark in marks if low - room < mark * step < high + room])
    bots = rows.groupby("rung")["bots"].first()
    x_scale(axes, [(last - rung, str(name)) for rung, name in bots.items()])
    axes.axhline(0, color=GRID, linewidth=1.5)
    ends = []
    for hero, own in rows.groupby("hero", sort=False):
        own = own.sort_values("rung", ascending=False)
        changed = own.loc[own["rung"] < 2, "tier"].nunique() > 1
        style = {"color": CHANGED, "linewidth": 1.5, "zorder": 3} if changed else {"color": STEADY, "linewidth": 1.1}
        axes.plot(last - own["rung"], own["shrunk"], marker="o", markersize=3.5, **style)
        ends.append((float(own["shrunk"].iloc[-1]), str(hero), changed))
    _names(axes, names, ends, last)
    return finish(figure, say("players", players=players), players)


def _names(axes, names, ends, last: int) -> None:
    """Write the names on the right, a line apart at least, from the top down."""
    low, high = axes.get_ylim()
    apart = LINE * (high - low) / (HIGH - 0.46)
    y = float("inf")
    for value, hero, changed in sorted(ends, reverse=True):
        y = min(value, y - apart)
        ink = CHANGED if changed else "#737c87"
        label(axes, last * 1.02, y, names[hero], hero, size=SMALL - 0.5, color=ink)
