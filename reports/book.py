"""What every section of a report draws on: the tables of the run, other runs beside it, pictures, games to replay."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from reports.bilingual import Both, name_of
from reports.runs import ROLES

if TYPE_CHECKING:
    import pandas as pd

    from reports.figures.panel import Panel
    from reports.tables import Tables


@dataclass(frozen=True)
class Book:
    """All that a page is made of.

    Attributes
    ----------
    tables : Tables
        Of the run that the report is about.
    rungs : list[Tables]
        Of other runs of the same ruleset by other bots, as given.
    lang : str
        The language in which the page opens.
    games : DataFrame or None
        See `reports.replay.examples`; None where no game was kept.
    panels : dict[str, list[Panel]]
        Small figures by subject.
    pictures : dict[str, dict[str, bytes]]
        PNG pictures by name and language.
    """

    tables: Tables
    rungs: list[Tables]
    lang: str
    games: pd.DataFrame | None
    panels: dict[str, list[Panel]] = field(default_factory=dict)
    pictures: dict[str, dict[str, bytes]] = field(default_factory=dict)

    def name(self, word: object) -> Both:
        """Return the name of a hero, skill, role or ruleset."""
        return name_of(self.tables.run, str(word))

    @property
    def roles(self) -> list[str]:
        """The roles that heroes were dealt in, in their usual order."""
        there = set(self.tables.heroes["role"])
        return [role for role in ROLES if role in there]

    @property
    def counts(self) -> list[int]:
        """The player counts of the run."""
        return sorted({int(count) for count in self.tables.heroes["players"]})
