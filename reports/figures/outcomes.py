"""Role outcomes by player count as stacked bars, with hollow bars of random death."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.bilingual import join, say
from reports.figures.panel import SMALL, Panel, finish, label, new_axes, x_scale
from reports.runs import OUTCOMES
from reports.words import ROLE_COLOURS, percent

if TYPE_CHECKING:
    from reports.tables import Tables

WIDE, ROW = 7.2, 0.62  # inches
SHADES = {kind: ROLE_COLOURS.get(kind, "#999999") for kind in OUTCOMES}
HATCHES = {"rebel": "////", "renegade": "...."}
SHOWN = 0.05  # least share that has room for its number


def outcome_bars(tables: Tables) -> list[Panel]:
    """Return one panel: a stacked bar for each player count, below it the outcomes of random death."""
    counts = [int(count) for count in tables.outcomes.index]
    figure, axes = new_axes(WIDE, ROW * len(counts) + 0.75, (0.8, 0.1, 0.4, 0.35))
    axes.set(xlim=(0, 1), ylim=(len(counts) - 0.45, -0.5))
    for y, players in enumerate(counts):
        ended = tables.outcomes.loc[players]
        finished = max(int(ended.sum() - ended["unfinished"]), 1)
        _stack(axes, y, {kind: ended[kind] / finished for kind in OUTCOMES[:-1]})
        _hollow(axes, y + 0.34, chance(tables, players))
        label(axes, -0.012, y, say("players", players=players), ha="right")
    x_scale(axes, [(share, percent(share, 0)) for share in (0, 0.25, 0.5, 0.75, 1)], grid=False)
    _key(axes, len(counts))
    return [finish(figure, say("outcomes_title"))]


def chance(tables: Tables, players: int) -> dict[str, float]:
    """Return the shares of outcomes under random death that the table of roles has, by winner."""
    rows = tables.roles[tables.roles["players"] == players].set_index("role")["null"].dropna()
    return {kind: float(rows[kind]) for kind in ("lord", "rebel", "renegade") if kind in rows.index}


def _stack(axes, y: float, shares: dict[str, float]) -> None:
    left = 0.0
    for kind, share in shares.items():
        axes.barh(y, share, 0.4, left, color=SHADES[kind], edgecolor="white", linewidth=0.5, hatch=HATCHES.get(kind))
        if share >= SHOWN:
            box = {"facecolor": SHADES[kind], "edgecolor": "none", "pad": 1.2}
            label(axes, left + share / 2, y, percent(share), color="white", ha="center", size=SMALL)
            axes.texts[-1].set_bbox(box)
        left += share


def _hollow(axes, y: float, shares: dict[str, float]) -> None:
    left = 0.0
    for kind, share in shares.items():
        axes.barh(y, share, 0.16, left, facecolor="none", edgecolor=SHADES[kind], linewidth=1.2)
        left += share


def _key(axes, rows: int) -> None:
    """Name the colours in a line above the bars."""
    inch = (rows + 0.05) / (ROW * rows)
    for place, kind in enumerate(("lord", "rebel", "renegade", "draw")):
        x = place * 0.21
        axes.barh(-0.5 - 0.2 * inch, 0.018, 0.13 * inch, x, color=SHADES[kind], edgecolor="white",
                  hatch=HATCHES.get(kind), clip_on=False, linewidth=0.5)  # fmt: skip
        label(axes, x + 0.024, -0.5 - 0.2 * inch, join([say(f"outcome_{kind}")]), size=SMALL)
    x = 0.84
    axes.barh(-0.5 - 0.2 * inch, 0.018, 0.1 * inch, x, facecolor="none", edgecolor=SHADES["draw"], clip_on=False)
    label(axes, x + 0.024, -0.5 - 0.2 * inch, say("col_null"), size=SMALL)
