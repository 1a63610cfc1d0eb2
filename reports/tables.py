"""The tables of a report: win rates per role and per hero, as pandas frames."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from reports.counts import outcomes, score_sums, seat_cells, skill_counts
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
from reports.lineups import Lineups, lineups
from reports.runs import OUTCOMES, ROLES, SIDE, RunFolder, open_run
from sim.errors import UserError

if TYPE_CHECKING:
    from numpy.typing import NDArray

ROLE_COLUMNS = [
    "ruleset", "role", "role_name", "players", "seats", "n", "wins", "rate", "low", "high", "null", "draws",
    "unfinished",
]  # fmt: skip
WINRATE_COLUMNS = [
    "ruleset", "hero", "hero_name", "role", "players", "games", "wins", "rate", "low", "high", "role_rate",
    "diff", "diff_low", "diff_high", "q", "flag",
]  # fmt: skip

SCORE_COLUMNS = ["ruleset", "hero", "hero_name", "role", "players", "n", "score", "low", "high", "role_score"]

ACT, BAND, WATCH, FALSE_RATE = 0.03, 0.02, 0.01, 0.05  # thresholds of the flags: points / 100, and of q


@dataclass(frozen=True)
class Tables:
    """All numbers of one report, each table worked out when it is first asked for.

    Attributes
    ----------
    run : RunFolder
        The run they come from.
    lang : str
        Language of the names, ``zh`` or ``en``.
    worth : path, DataFrame or None
        What ``shalab worth`` found, for `skill_use`.
    """

    run: RunFolder
    lang: str
    worth: Any = None

    @cached_property
    def outcomes(self) -> pd.DataFrame:
        """Games by player count (index) and winner (columns lord, rebel, renegade, draw, unfinished)."""
        games = outcomes(self.run).to_pandas().pivot_table("games", "players", "winner", "sum", fill_value=0)
        return games.reindex(columns=list(OUTCOMES), fill_value=0).astype(np.int64)

    @cached_property
    def cells(self) -> pd.DataFrame:
        """Finished games and wins by players, role, hero (none where a seat has none) and seat."""
        return seat_cells(self.run).to_pandas()

    @cached_property
    def hero_ids(self) -> list[str]:
        """Ids of the heroes that played, in the ruleset's order."""
        order = self.run.order
        return sorted(self.cells["hero"].dropna().unique(), key=lambda hero: (order.get(hero, len(order)), hero))

    @cached_property
    def roles(self) -> pd.DataFrame:
        """See `role_table`."""
        return role_table(self.run, self.outcomes, self._counts, self.lang)

    @cached_property
    def heroes(self) -> pd.DataFrame:
        """See `hero_table`."""
        return hero_table(self.run, self.roles, self._counts, self.lang)

    @cached_property
    def skills(self) -> pd.DataFrame | None:
        """Columns hero, skill, games, offered, used; None where not kept."""
        skills = skill_counts(self.run)
        return None if skills is None else skills.to_pandas()

    @cached_property
    def scores(self) -> pd.DataFrame | None:
        """See `score_table`; None where the ruleset gives no points."""
        return score_table(self.run, self.lang)

    @cached_property
    def lineups(self) -> Lineups | None:
        """Of a game in which seats field several heroes; else None."""
        return lineups(self.run, self.outcomes, self.lang)

    @cached_property
    def tiers(self) -> pd.DataFrame:
        """See `reports.tierlist.tier_table`."""
        from reports.tierlist import tier_table

        return tier_table(self.run, self.heroes, self.roles, self.skills, self.lang)

    @cached_property
    def seat_effect(self) -> pd.DataFrame | None:
        """See `reports.seating.seat_table`; None of a game of line-ups."""
        from reports.seating import seat_table

        return seat_table(self.run, self.cells, self.roles, self.lang)

    @cached_property
    def ecdf(self) -> pd.DataFrame | None:
        """See `reports.durations.ecdf_table`; None where not kept."""
        from reports.durations import ecdf_table

        return ecdf_table(self.run)

    @cached_property
    def lengths(self) -> pd.DataFrame | None:
        """See `reports.durations.length_table`; None where not kept."""
        from reports.durations import length_table

        return length_table(self.ecdf)

    @cached_property
    def survival(self) -> pd.DataFrame | None:
        """See `reports.durations.survival_table`; None where not kept."""
        from reports.durations import survival_table

        return survival_table(self.run, self.lang)

    @cached_property
    def skill_use(self) -> pd.DataFrame | None:
        """See `reports.skilluse.skill_table`; None where not kept."""
        from reports.skilluse import skill_table

        return skill_table(self.run, self.lang, self.worth)

    @cached_property
    def pairs(self) -> pd.DataFrame | None:
        """See `reports.partners.pair_effects`; None where not kept."""
        from reports.partners import pair_effects

        return pair_effects(self.run, self.hero_ids, self.lang)

    @cached_property
    def model(self) -> pd.DataFrame | None:
        """See `reports.logistic.model_table`; None where not kept."""
        from reports.logistic import model_table

        return model_table(self.run, self.hero_ids, self.lang)

    @cached_property
    def friendly_fire(self) -> pd.DataFrame | None:
        """See `reports.friendly.friendly_table`; None where not kept."""
        from reports.friendly import friendly_table

        return friendly_table(self.run, self.lang)

    @cached_property
    def _counts(self) -> pd.DataFrame:
        keys = ["players", "role", "hero"]
        return self.cells.groupby(keys, as_index=False, dropna=False)[["games", "wins"]].sum()


def open_tables(run: Any, lang: str = "zh", worth: Any = None) -> Tables:
    """Open a run; no table of it is worked out before it is asked for.

    `run` is the path of a run folder, an object with a ``path``, seats that no run wrote (see `reports.foreign`), or
    tables opened before, which save reading anew what they have read.
    """
    if lang not in ("zh", "en"):
        raise UserError(f"lang is {lang!r}; allowed are zh, en")
    if not isinstance(run, Tables):
        return Tables(open_run(run), lang, worth)
    same = run.lang == lang and worth is None
    return run if same else Tables(run.run, lang, run.worth if worth is None else worth)


def collect(run: Any, lang: str = "zh", worth: Any = None) -> Tables:
    """Open a run and work out what every report of it has, so that a run that cannot be used is refused here.

    Parameters are those of `open_tables`.
    """
    tables = open_tables(run, lang, worth)
    _ = tables.skills, tables.heroes, tables.scores, tables.lineups
    return tables


def role_table(run: RunFolder, games: pd.DataFrame, counts: pd.DataFrame, lang: str) -> pd.DataFrame:
    """Return one row per player count and role.

    `n` is finished games (draws in, unfinished out) for every role: seats of a role that share an outcome are
    one observation. `wins` is the games the role's camp won, `low` and `high` the Wilson 95 % interval of
    `rate`; `seats` the seats of the role; `null` its camp's chance if players died in random order, see
    `random_deaths`; `draws` and `unfinished` are games of that player count.

    Parameters
    ----------
    games
        Games by players (index) and winner (columns).
    counts
        Finished games and wins by players, role, hero.
    """
    dealt = counts.groupby(["players", "role"])["games"].sum()
    rows = []
    for players in games.index.tolist():
        ended = games.loc[players]
        finished = int(ended.sum() - ended["unfinished"])
        told = _seats_told(run, players)
        for role in ROLES:
            seats = dealt.get((players, role), 0)
            if finished and seats % finished:
                raise UserError(f"{run.path}: {seats} seats of {role} in {finished} games of {players}: cut short")
            seats = told.get(role, 0) if told else seats // max(finished, 1)
            if seats:
                wins = int(ended[SIDE[role]])
                rows.append((run.meta["ruleset"], role, run.name(role, lang), players, seats, finished, wins))
    table = pd.DataFrame(rows, columns=ROLE_COLUMNS[:7])
    if not table["n"].sum():
        raise UserError(f"{run.path}: holds no finished game")
    table["rate"] = divide(table["wins"], table["n"])
    table["low"], table["high"] = wilson(table["wins"], table["n"])
    table["null"] = random_deaths(table)
    table["draws"] = table["players"].map(games["draw"])
    table["unfinished"] = table["players"].map(games["unfinished"])
    return table


def random_deaths(roles: pd.DataFrame) -> pd.Series:
    """Return the chance of each role's camp if players died one by one in random order until somebody won.

    Of n players, R rebels and N renegades:

    - lord's camp, 1 / (1 + R + N): the lord outlives all foes
    - renegade, N / (n (n - 1)): the lord is the last but one to live, and a renegade the last
    - rebels, the rest: the lord dies before that

    The last two hold where a renegade wins who is alone when the lord dies, as in every shipped ruleset.

    Parameters
    ----------
    roles
        players, role, seats: every role of each player count.
    """
    seats = roles.pivot_table("seats", "players", "role", "sum", fill_value=0).reindex(columns=ROLES, fill_value=0)
    n, renegades = seats.sum(axis=1), seats["renegade"]
    null = pd.DataFrame({"lord": 1 / (1 + seats["rebel"] + renegades), "renegade": renegades / (n * (n - 1))})
    null["rebel"] = 1 - null["lord"] - null["renegade"]
    return pd.Series(
        [null.at[row.players, SIDE[row.role]] for row in roles.itertuples()], index=roles.index, dtype=float
    )


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


def _seats_told(run: RunFolder, players: int) -> dict[str, int]:
    """Return seats by role as run.json's role table has them; empty if it has none for that player count."""
    told = run.meta.get("role_table")
    row = told.get(str(players)) if isinstance(told, dict) else None
    return {role: int(row.get(role, 0)) for role in ROLES} if isinstance(row, dict) else {}


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
