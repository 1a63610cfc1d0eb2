"""How well roles are inferred: how often the likeliest role is right, Brier scores, and whether chances come true."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from reports.intervals import divide, mean_interval, wilson
from reports.strength import brief, table_of
from reports.words import percent, points, rows_of, words

if TYPE_CHECKING:
    from pathlib import Path

    from matplotlib.figure import Figure
    from numpy.typing import NDArray

MEASURES = ("right", "common", "gain", "brier", "brier_shares", "right_open", "common_open")
BELIEF_COLUMNS = ["players", "round", "games", *(name + end for name in MEASURES for end in ("", "_low", "_high"))]
RELIABILITY_COLUMNS = ["players", "bin_low", "bin_high", "n", "believed", "true", "low", "high"]
BINS = 10
FEWEST = 30  # games of a round that is printed


def scores(who: NDArray[np.int64], chance: NDArray[np.float64]) -> pd.DataFrame:
    """Return one row for each belief: how it did, and what its observer could say without watching.

    `right`: 1 if the likeliest role is the true one (shared among equally likely ones). `common`: the same for the
    commonest role among the seats that are hidden from the observer, whose numbers it knows. `brier`: the sum over the
    roles of (chance - truth)^2, 0 to 2 (Brier 1950). `brier_shares`: the same if each role had its share of the hidden
    seats as chance. `open`: whether more than one role is among them.

    Parameters
    ----------
    who
        int64[n, 5]: game, round, observer, seat, true role (1 loyalist, 2 rebel, 3 renegade).
    chance
        float64[n, 3]: believed chances of these roles.
    """
    table = pd.DataFrame(who, columns=["game", "round", "observer", "seat", "role"])
    truth = (who[:, 4:] == np.arange(1, 4)).astype(float)
    best = np.isclose(chance, chance.max(axis=1, keepdims=True), rtol=0, atol=1e-9) if len(who) else truth
    table["right"] = divide((best * truth).sum(axis=1), best.sum(axis=1))
    table["brier"] = ((chance - truth) ** 2).sum(axis=1)
    frame = pd.DataFrame(truth).groupby([table["game"], table["round"], table["observer"]])
    shares = frame.transform("mean").to_numpy()
    table["common"] = shares.max(axis=1) if len(who) else 0.0
    table["brier_shares"] = ((shares - truth) ** 2).sum(axis=1)
    table["open"] = table["common"] < 1
    return table


class Tally:
    """Sums over the games of one player count; the game is the unit, its value the mean over its beliefs."""

    def __init__(self, players: int) -> None:
        """Nothing is counted yet."""
        self._players = players
        self._rounds: dict[int, NDArray[np.float64]] = {}
        self._bins = np.zeros((BINS, 3))

    def add(self, who: NDArray[np.int64], chance: NDArray[np.float64]) -> None:
        """Count the beliefs of some whole games; see `scores`."""
        table = scores(who, chance)
        table["gain"] = table["right"] - table["common"]
        for name in ("right", "common"):
            table[f"{name}_open"] = table[name].where(table["open"])
        games = table.groupby(["round", "game"])[list(MEASURES)].mean()
        for number, values in games.groupby("round"):
            sums = np.array([values.count(), values.sum(), np.square(values).sum()], float)
            self._rounds[int(number)] = self._rounds.get(int(number), 0) + sums  # type: ignore[call-overload]
        self._reliability(who, chance, table["open"].to_numpy())

    def _reliability(self, who: NDArray[np.int64], chance: NDArray[np.float64], some: NDArray[np.bool_]) -> None:
        believed = chance[some]
        true = who[some, 4:] == np.arange(1, 4)
        place = np.minimum((believed * BINS).astype(int), BINS - 1)
        for column, values in enumerate((np.ones(believed.shape), believed, true)):
            self._bins[:, column] += np.bincount(place.ravel(), np.asarray(values, float).ravel(), BINS)

    def rounds(self) -> pd.DataFrame:
        """Return a row for each round: the means over games with their normal 95 % intervals.

        See `scores`; ``right_open`` and ``common_open`` are over beliefs of which more than one role was possible.
        """
        rows = []
        for number, (games, total, squares) in sorted(self._rounds.items()):
            mean, low, high = mean_interval(games, total, squares)
            found: dict[str, Any] = {"players": self._players, "round": number, "games": int(games[0])}
            for index, name in enumerate(MEASURES):
                found |= {name: mean[index], f"{name}_low": low[index], f"{name}_high": high[index]}
            rows.append(found)
        return pd.DataFrame(rows, columns=BELIEF_COLUMNS)

    def reliability(self) -> pd.DataFrame:
        """Return a row for each tenth of believed chances: their mean, and how often they came true.

        Beliefs count of which more than one role was possible, one for each role. `low` and `high` are a Wilson 95 %
        interval that takes beliefs for independent, so it is too narrow where one game holds many.
        """
        n, believed, true = self._bins.T
        low, high = wilson(true, n)
        edges = np.arange(BINS) / BINS
        made = pd.DataFrame({"bin_low": edges, "bin_high": edges + 1 / BINS, "n": n.astype(np.int64)})
        made["believed"], made["true"], made["low"], made["high"] = divide(believed, n), divide(true, n), low, high
        made["players"] = self._players
        return made[RELIABILITY_COLUMNS]


def print_beliefs(table: pd.DataFrame, lang: str) -> None:
    """Print how often the likeliest role is right, round by round."""
    from rich.console import Console

    text, console = words(lang, "strength"), Console()
    keys = ("games", "right", "common", "gain", "undecided", "brier", "brier_shares")
    for players, rows in table.groupby("players", sort=True):
        title = text["beliefs_title"].format(players=players)
        shown = table_of(title, text["beliefs_note"], [text["round"]], [text[key] for key in keys])
        for row in rows_of(rows[rows["games"] >= min(FEWEST, rows["games"].max())]):
            right = brief(percent(row.right), row.right_low, row.right_high)
            gain = brief(points(row.gain), row.gain_low, row.gain_high)
            rest = [percent(row.right_open), f"{row.brier:.3f}", f"{row.brier_shares:.3f}"]
            shown.add_row(str(row.round), f"{row.games:,}", right, percent(row.common), gain, *rest)
        console.print(shown)


def write_reliability(table: pd.DataFrame, file: Path, lang: str) -> None:
    """Write the figure of `draw_reliability` as a PNG picture."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    FigureCanvasAgg(draw_reliability(table, lang)).print_png(str(file), metadata={"Software": None})


def draw_reliability(table: pd.DataFrame, lang: str) -> Figure:
    """Return a figure of believed chances against how often they came true, a panel for each player count."""
    from matplotlib.figure import Figure

    from reports.figures.canvas import DOTS, INK, PALE_INK, font

    text = words(lang, "strength")
    counts = list(dict.fromkeys(table["players"]))
    figure = Figure((0.6 + 3.6 * len(counts), 4.6), dpi=DOTS, facecolor="white", layout="constrained")
    figure.suptitle(text["reliability_title"], fontproperties=font(12), color=INK)
    for axes, players in zip(figure.subplots(1, len(counts), squeeze=False, sharey=True)[0], counts, strict=True):
        rows = table[(table["players"] == players) & (table["n"] > 0)]
        axes.plot([0, 1], [0, 1], color=PALE_INK, linewidth=0.8, linestyle="--")
        error = [(rows["true"] - rows["low"]).clip(lower=0), (rows["high"] - rows["true"]).clip(lower=0)]
        axes.errorbar(rows["believed"], rows["true"], error, color="#0072B2", linewidth=1.4, capsize=2)
        axes.scatter(rows["believed"], rows["true"], 160 * rows["n"] / rows["n"].max() + 8, color="#0072B2", alpha=0.5)
        axes.set(xlim=(0, 1), ylim=(0, 1), aspect="equal")
        axes.set_title(text["players"].format(players=players), fontproperties=font(10), color=INK)
        axes.set_xlabel(text["believed"], fontproperties=font(9), color=INK)
        axes.tick_params(labelsize=8, colors=INK)
        axes.grid(color="#e6e8eb", linewidth=0.6)
        axes.set_axisbelow(True)
        for side in ("top", "right"):
            axes.spines[side].set_visible(False)
    figure.axes[0].set_ylabel(text["came_true"], fontproperties=font(9), color=INK)
    return figure
