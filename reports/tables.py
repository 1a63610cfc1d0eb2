"""All tables of a report, each worked out when it is first asked for."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd

from reports.by_hero import hero_table, score_table
from reports.by_role import role_table
from reports.counts import outcomes, seat_cells, skill_counts
from reports.lineups import Lineups, lineups
from reports.runs import OUTCOMES, RunFolder, open_run
from sim.errors import UserError


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
        """See `reports.by_role.role_table`."""
        return role_table(self.run, self.outcomes, self._counts, self.lang)

    @cached_property
    def heroes(self) -> pd.DataFrame:
        """See `reports.by_hero.hero_table`."""
        return hero_table(self.run, self.roles, self._counts, self.lang)

    @cached_property
    def skills(self) -> pd.DataFrame | None:
        """Columns hero, skill, games, offered, used; None where not kept."""
        skills = skill_counts(self.run)
        return None if skills is None else skills.to_pandas()

    @cached_property
    def scores(self) -> pd.DataFrame | None:
        """See `reports.by_hero.score_table`; None where the ruleset gives no points."""
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
