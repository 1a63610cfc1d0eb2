"""What a place at the table is worth: win rates by role and by seats after the lord."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from reports.intervals import Z95, difference_variance, divide, false_discovery, two_sided, wilson
from reports.runs import ROLES

if TYPE_CHECKING:
    import pandas as pd

    from reports.runs import RunFolder

SEAT_COLUMNS = [
    "ruleset", "players", "role", "role_name", "offset", "n", "wins", "rate", "low", "high", "role_rate", "diff",
    "diff_low", "diff_high", "q",
]  # fmt: skip


def seat_table(run: RunFolder, cells: pd.DataFrame, roles: pd.DataFrame, lang: str) -> pd.DataFrame | None:
    """Return one row per player count, role and seat; None where seats field several heroes.

    The lord always starts, so seats are compared within a role. `offset` is seats after the lord in turn order (0
    the lord, 1 the next to move); `n` finished games in which the role sat there, one seat a game, so the game is the
    unit; `rate` has its Wilson 95 % interval. `diff` is to the mean over the role's seats, with the normal interval of
    `reports.intervals.difference_variance`; `q` is Benjamini-Hochberg over all rows of roles that change seats.
    A seat effect of 2 points is seen (95 %, 80 % power) from about 10,000 games a seat on.

    Parameters
    ----------
    cells
        Finished games and wins by players, seat, role (and hero).
    roles
        See `reports.by_role.role_table`.
    """
    if run.of_lineups:
        return None
    table = cells.groupby(["players", "role", "seat"], as_index=False)[["games", "wins"]].sum()
    camps = roles[["role", "players", "role_name", "rate", "n"]].rename(columns={"rate": "camp_rate", "n": "role_n"})
    table = table.merge(camps, on=["players", "role"]).rename(columns={"seat": "offset", "games": "n"})
    groups = table.groupby(["players", "role"])
    table["rate"] = divide(table["wins"], table["n"])
    table["low"], table["high"] = wilson(table["wins"], table["n"])
    table["role_rate"] = divide(groups["wins"].transform("sum"), groups["n"].transform("sum"))
    table["diff"] = table["rate"] - table["role_rate"]
    known = table["role_rate"], table["camp_rate"], table["role_n"]
    error = np.sqrt(difference_variance(table["rate"], table["n"], *known))
    table["diff_low"], table["diff_high"] = table["diff"] - Z95 * error, table["diff"] + Z95 * error
    if_equal = np.sqrt(difference_variance(table["role_rate"], table["n"], *known))
    moves = (groups["offset"].transform("size") > 1).to_numpy()
    table["q"] = 1.0
    table.loc[moves, "q"] = false_discovery(two_sided(divide(table["diff"], if_equal))[moves])
    table["ruleset"] = run.meta["ruleset"]
    place = table["role"].map(ROLES.index)
    table = table.assign(place=place).sort_values(["players", "place", "offset"])
    return table[SEAT_COLUMNS].reset_index(drop=True)
