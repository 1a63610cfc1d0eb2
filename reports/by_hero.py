"""The tables of heroes: how often each wins in each role, the points it makes, and which of them stand out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from reports.counts import score_sums
from reports.intervals import (
    Z95,
    difference_variance,
    divide,
    false_discovery,
    mean_interval,
    shrink,
    two_sided,
    wilson,
)
from reports.runs import ROLES, RunFolder
from sim.errors import UserError

if TYPE_CHECKING:
    from numpy.typing import NDArray

WINRATE_COLUMNS = [
    "ruleset", "hero", "hero_name", "role", "players", "games", "wins", "rate", "low", "high", "role_rate",
    "diff", "diff_low", "diff_high", "q", "flag",
]  # fmt: skip

SCORE_COLUMNS = ["ruleset", "hero", "hero_name", "role", "players", "n", "score", "low", "high", "role_score"]

ACT, BAND, WATCH, FALSE_RATE = 0.03, 0.02, 0.01, 0.05  # thresholds of the flags: points / 100, and of q


def hero_table(run: RunFolder, roles: pd.DataFrame, counts: pd.DataFrame, lang: str) -> pd.DataFrame:
    """Return one row per player count, role and hero, in the ruleset's order of heroes.

    Besides the columns of ``winrates.csv`` (rates 0-1; `low`, `high` Wilson 95 %; `role_rate` the mean over
    the role's seats; `diff` to it with its normal 95 % interval, covariance included; `q` Benjamini-Hochberg
    over all rows; `flag`) it has `shrunk` (the difference less what chance explains) and `error` (its
    standard error).

    The test behind `q` takes the error that would hold if the hero were average, which keeps its level with
    few games.
    """
    table = counts.dropna(subset=["hero"]).merge(
        roles[["role", "players", "rate", "n"]].rename(columns={"rate": "camp_rate"}), on=["players", "role"]
    )
    if table.empty:
        raise UserError(f"{run.path}: no seat has a hero")
    groups = table.groupby(["players", "role"])
    table["rate"] = divide(table["wins"], table["games"])
    table["low"], table["high"] = wilson(table["wins"], table["games"])
    table["role_rate"] = divide(groups["wins"].transform("sum"), groups["games"].transform("sum"))
    table["diff"] = table["rate"] - table["role_rate"]
    table["error"] = _error(table, _off_the_edge(table["wins"], table["games"]))
    table["diff_low"] = table["diff"] - Z95 * table["error"]
    table["diff_high"] = table["diff"] + Z95 * table["error"]
    table["q"] = false_discovery(two_sided(divide(table["diff"], _error(table, table["role_rate"]))))
    table["shrunk"] = 0.0
    for rows in groups.indices.values():
        table.loc[rows, "shrunk"] = shrink(table["diff"].iloc[rows], table["error"].iloc[rows])
    table["flag"] = flags(table)
    table["ruleset"] = run.meta["ruleset"]
    table["hero_name"] = [run.name(hero, lang) for hero in table["hero"]]
    return _in_order(run, table)[[*WINRATE_COLUMNS, "shrunk", "error"]]


def score_table(run: RunFolder, lang: str) -> pd.DataFrame | None:
    """Return one row per player count, role and hero: its mean points; None where the ruleset gives none.

    `n` is games that somebody won. A hero sits once in a game at most, so its points are one number a game and
    `low`, `high` the normal 95 % interval of their mean; `role_score` is the mean over the role's seats.
    """
    sums = score_sums(run)
    if sums is None:
        return None
    table = sums.to_pandas()
    groups = table.groupby(["players", "role"])
    table["role_score"] = divide(groups["score"].transform("sum"), groups["n"].transform("sum"))
    mean, table["low"], table["high"] = mean_interval(table["n"], table["score"], table["score_squares"])
    table["score"] = mean
    table["ruleset"] = run.meta["ruleset"]
    table["hero_name"] = [run.name(hero, lang) for hero in table["hero"]]
    return _in_order(run, table)[SCORE_COLUMNS]


def flags(table: pd.DataFrame) -> NDArray[np.object_]:
    """Return the flag of each row: strong, weak, watch or empty.

    Strong or weak: the shrunk difference is over 3 points and the raw interval lies wholly outside 2 points
    either side. Watch: the shrunk difference is 1 to 3 points. All of them need q < 0.05: by the first rule
    alone, 18 of 40 simulated runs of average heroes with 160 games a cell had a strong or weak hero; with
    both, 2 of 40. A larger difference that its interval does not yet carry has no flag: it needs more games.
    """
    size, found = table["shrunk"].abs(), table["q"] < FALSE_RATE
    strong = (table["shrunk"] > ACT) & (table["diff_low"] > BAND) & found
    weak = (table["shrunk"] < -ACT) & (table["diff_high"] < -BAND) & found
    watch = size.between(WATCH, ACT) & found
    return np.select([strong, weak, watch], ["strong", "weak", "watch"], default="")


def _error(table: pd.DataFrame, rate: pd.Series) -> pd.Series:
    """Return the standard error of the difference to the role's mean if the hero's true rate is `rate`."""
    variance = difference_variance(rate, table["games"], table["role_rate"], table["camp_rate"], table["n"])
    return pd.Series(np.sqrt(variance), index=table.index)


def _off_the_edge(wins: pd.Series, games: pd.Series) -> pd.Series:
    """Return wins / games, half a game off 0 and 1, where the plain rate would claim to have no error."""
    edge = (wins == 0) | (wins == games)
    return ((wins + 0.5) / (games + 1)).where(edge, wins / games)


def _in_order(run: RunFolder, table: pd.DataFrame) -> pd.DataFrame:
    """Sort by player count, role and the ruleset's order of heroes."""
    order = run.order
    keys = pd.DataFrame(
        {
            "players": table["players"],
            "role": table["role"].map(ROLES.index),
            "place": [order.get(hero, len(order)) for hero in table["hero"]],
            "hero": table["hero"],
        }
    )
    return table.loc[keys.sort_values(list(keys.columns)).index].reset_index(drop=True)
