"""Tiers of heroes by a stated rule, only as far as the evidence goes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from reports.intervals import Z95, divide, false_discovery, shrink, two_sided
from reports.runs import ROLES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from reports.runs import RunFolder

TIERS = ("S", "A", "B", "C", "D", "")
TIER_COLUMNS = [
    "ruleset", "players", "role", "role_name", "hero", "hero_name", "games", "diff", "diff_low", "diff_high", "shrunk",
    "q", "tier", "trust", "rank", "rank_low", "rank_high",
]  # fmt: skip
ALL = "all"  # in place of a role: over all roles
ACT, BAND, WATCH, FALSE_RATE = 0.03, 0.02, 0.01, 0.05
RATIO_UP, RATIO_DOWN = 0.5, 0.33  # of a renegade's mean rate, in place of 3 points
DRAWS = 4000  # of the ranks


def tier_table(
    run: RunFolder, heroes: pd.DataFrame, roles: pd.DataFrame, skills: pd.DataFrame | None, lang: str
) -> pd.DataFrame:
    """Return one row per player count, role (and ``all``) and hero: its tier, as far as the games tell.

    The rule, in points over the mean of the role at that table size:

    - S: shrunk difference above 3, its raw 95 % interval wholly above 2, q < 0.05 (`reports.by_hero.flags`: strong)
    - D: the same below (weak)
    - A: not S; shrunk difference above 1, interval wholly above 0, q < 0.05
    - C: the same below
    - B: none of these, and the interval wholly within 2 points either way
    - empty: the games do not tell yet

    A renegade wins seldom, so its bounds go by the ratio to the mean: 50 % more and 33 % less stand for 3 points, and
    2 and 1 points are in proportion.

    ``all`` is the mean difference over the roles, weighted by the seats each has (how often a player holds it), its
    error from those of the roles, which share no game of a hero; q and shrinkage are within ``all`` then, and its
    bounds the plain points. Rows of roles have the q of the report.

    `trust` is ``few`` where the half-width of the interval is above 2 points (bounds as above), ``unused`` where the
    hero has a skill that was never used in the run, both joined by ``+``, else empty. `rank` is by the shrunk
    difference, from 1, and `rank_low` to `rank_high` its 95 % range: the quantiles of the ranks in 4,000 draws from the
    posterior of the true differences, normal around the shrunk ones, heroes apart (fixed seed).

    Parameters
    ----------
    heroes, roles
        See `reports.by_hero.hero_table` and `reports.by_role.role_table`.
    skills
        hero, skill, games, offered, used; None where not kept.
    """
    table = pd.concat([heroes, _over_roles(heroes, roles)], ignore_index=True)
    table["tier"], table["trust"] = tier(table), _trust(table, skills)
    ranks = [_ranks(rows) for _, rows in table.groupby(["players", "role"])]
    table = table.join(pd.concat(ranks))
    table["ruleset"] = run.meta["ruleset"]
    table["role_name"] = ["" if role == ALL else run.name(role, lang) for role in table["role"]]
    place = table["role"].map([ALL, *ROLES].index)
    return table.assign(place=place).sort_values(["players", "place", "rank"])[TIER_COLUMNS].reset_index(drop=True)


def tier(table: pd.DataFrame) -> NDArray[np.object_]:
    """Return the tier of each row by the rule of `tier_table`: S, A, B, C, D or empty.

    Reads role, role_rate, shrunk, diff_low, diff_high and q.
    """
    up, down = _scale(table)
    shrunk, low, high, found = table["shrunk"], table["diff_low"], table["diff_high"], table["q"] < FALSE_RATE
    return np.select(
        [
            found & (shrunk > ACT * up) & (low > BAND * up),
            found & (shrunk < -ACT * down) & (high < -BAND * down),
            found & (shrunk > WATCH * up) & (low > 0),
            found & (shrunk < -WATCH * down) & (high < 0),
            (low > -BAND * down) & (high < BAND * up),
        ],
        ["S", "D", "A", "C", "B"],
        default="",
    )


def _scale(table: pd.DataFrame) -> tuple[pd.Series, pd.Series]:
    """Return by how much the bounds above and below the mean are stretched: 1 but for renegades."""
    lone = table["role"] == "renegade"
    up = (table["role_rate"] * RATIO_UP / ACT).where(lone, 1.0)
    down = (table["role_rate"] * RATIO_DOWN / ACT).where(lone, 1.0)
    return up, down


def _trust(table: pd.DataFrame, skills: pd.DataFrame | None) -> NDArray[np.object_]:
    up, down = _scale(table)
    few = ((table["diff_high"] - table["diff_low"]) / 2 > BAND * np.minimum(up, down)).to_numpy()
    idle = set() if skills is None else set(skills.loc[(skills["used"] == 0) & (skills["games"] > 0), "hero"])
    unused = table["hero"].isin(idle).to_numpy()
    return np.select([few & unused, few, unused], ["few+unused", "few", "unused"], default="")


def _over_roles(heroes: pd.DataFrame, roles: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of ``all``: means over the roles, weighted by their seats."""
    part = heroes.merge(roles[["players", "role", "seats"]], on=["players", "role"])
    groups = part.groupby(["players", "hero"])["seats"]
    weight = part["seats"] / groups.transform("sum")
    part["diff"], part["error"] = weight * part["diff"], (weight * part["error"]) ** 2
    keys = ["players", "hero", "hero_name"]
    table = part.groupby(keys, as_index=False, sort=False)[["games", "diff", "error"]].sum()
    table["error"] = np.sqrt(table["error"])
    table["diff_low"], table["diff_high"] = (table["diff"] + side * Z95 * table["error"] for side in (-1, 1))
    table["q"] = false_discovery(two_sided(divide(table["diff"], table["error"])))
    table["shrunk"] = 0.0
    for rows in table.groupby("players").indices.values():
        table.loc[rows, "shrunk"] = shrink(table["diff"].iloc[rows], table["error"].iloc[rows])
    return table.assign(role=ALL, role_rate=np.nan)


def _ranks(rows: pd.DataFrame) -> pd.DataFrame:
    """Return rank and its range of the heroes of one role and player count."""
    error, shrunk = rows["error"].to_numpy(), rows["shrunk"].to_numpy()
    kept = np.clip(np.nan_to_num(divide(shrunk, rows["diff"])), 0, 1)  # share of the difference that is no chance
    spread = error * np.sqrt(kept)  # of the posterior
    drawn = np.random.default_rng(0).normal(shrunk, spread, (DRAWS, len(rows)))
    place = (-drawn).argsort(axis=1).argsort(axis=1) + 1
    low, high = np.quantile(place, [0.025, 0.975], axis=0, method="nearest")
    if not spread.any():  # nothing is known of the order
        low, high = np.ones(len(rows)), np.full(len(rows), len(rows))
    rank = (-rows["shrunk"]).rank(method="first").astype(int)
    return pd.DataFrame({"rank": rank, "rank_low": low.astype(int), "rank_high": high.astype(int)}, index=rows.index)
