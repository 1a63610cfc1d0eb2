"""The same rules under several bots: each hero's tier under each, and whether it is settled."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd

from reports.tierlist import TIER_COLUMNS
from reports.words import bots_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from reports.tables import Tables

KEYS = ["players", "role", "hero"]
RUNG_COLUMNS = [*TIER_COLUMNS[:6], "rung", "bots", "games", "diff", "shrunk", "tier", "settled"]


def rung_table(rungs: Sequence[Tables]) -> pd.DataFrame:
    """Return one row per player count, role (and ``all``), hero and rung, for cells that every rung has.

    `rung` counts from 0, the strongest bots; `bots` names them. A hero is `settled` where its tier is told and the
    same on the two strongest rungs: a tier under one bot may be that bot's doing.

    Parameters
    ----------
    rungs
        Tables of runs of one ruleset by different bots, the strongest first.
    """
    parts = [each.tiers.assign(rung=rung, bots=bots_of(each)) for rung, each in enumerate(rungs)]
    table = pd.concat(parts, ignore_index=True)
    table = table[table.groupby(KEYS)["rung"].transform("size") == len(parts)]
    strongest = table[table["rung"] < 2].groupby(KEYS)["tier"]
    settled = (strongest.nunique() == 1) & (strongest.first() != "") & (len(parts) > 1)
    table = table.merge(settled.rename("settled").reset_index(), on=KEYS)
    return table.sort_values(["players", *KEYS[1:], "rung"], kind="stable")[RUNG_COLUMNS].reset_index(drop=True)
