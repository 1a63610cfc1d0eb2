"""What a reader should distrust in a run: one bot only, unfinished games, skills without use, few games."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from reports.bilingual import Both, name_of, say
from reports.by_hero import BAND
from reports.replay import command
from reports.words import bots_of, rows_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd

    from reports.tables import Tables


@dataclass(frozen=True)
class Doubt:
    """One reason to distrust numbers, or, where not `warn`, a check that found none.

    `rows` are its cases: a text and the command that replays one of them, or an empty one.
    """

    head: Both
    text: Both | str = ""
    warn: bool = False
    rows: list[tuple[Both, str]] = field(default_factory=list)


def doubts(tables: Tables, others: Sequence[Tables] = ()) -> list[Doubt]:
    """Return every doubt about a run, and for each of the checks that found nothing that it did not.

    `others` are the tables of other runs by other bots; with them the run does not stand on one bot alone.
    """
    found = [_bots(tables, others), _unfinished(tables), _skills(tables), _few(tables), *_design(tables)]
    return sorted(found, key=lambda doubt: not doubt.warn)


def few_games(heroes: pd.DataFrame) -> pd.Series:
    """Tell which cells have too few games: the difference's interval is wider than 2 points either way."""
    return (heroes["diff_high"] - heroes["diff_low"]) / 2 > BAND


def unused_skills(tables: Tables) -> list[tuple[str, str, int, int]]:
    """Return (hero, skill, games, offered) of every skill never used; empty where use was not kept."""
    if tables.skills is None:
        return []
    unused = tables.skills[(tables.skills["used"] == 0) & (tables.skills["games"] > 0)]
    return [(row.hero, row.skill, row.games, row.offered) for row in rows_of(unused)]


def _bots(tables: Tables, others: Sequence[Tables]) -> Doubt:
    bots = [bots_of(each) for each in (tables, *others)]
    if len(set(tables.run.meta.get("bot_names") or bots[:1])) > 1:
        return Doubt(say("trust_bots_more", bots=bots[0]), say("trust_bots_more_text"))
    if len(set(bots)) > 1:
        return Doubt(say("trust_bots_rungs", bots=", ".join(bots)), say("trust_bots_rungs_text"))
    return Doubt(say("trust_bots_one", bots=bots[0]), say("trust_bots_one_text"), warn=True)


def _unfinished(tables: Tables) -> Doubt:
    """Unfinished games by cause, each with the command that replays one of them."""
    count, meta = int(tables.outcomes["unfinished"].sum()), tables.run.meta
    if not count:
        return Doubt(say("trust_unfinished_none"))
    noted = [each for each in meta.get("unfinished") or [] if isinstance(each, dict)]
    counted = meta.get("causes") or Counter(str(each.get("cause")) for each in noted)
    rows = []
    for cause, games in counted.items():
        game = next((each for each in noted if each.get("cause") == cause), None)
        replay = command(tables.run, game.get("players"), game.get("game")) if game else ""
        rows.append((say("trust_unfinished_row", cause=_cause(cause), count=f"{games:,}"), replay))
    return Doubt(say("trust_unfinished", count=f"{count:,}"), say("trust_unfinished_text"), warn=True, rows=rows)


def _cause(cause: str) -> Both:
    known = ("turn_cap", "action_cap", "shuffle_cap", "bad_answer")
    return say(f"cause_{cause}") if cause in known else say("cause_other", cause=cause)


def _skills(tables: Tables) -> Doubt:
    if tables.skills is None:
        return Doubt(say("trust_skills_kept"))
    unused = unused_skills(tables)
    if not unused:
        return Doubt(say("trust_skills_none"))
    rows = []
    for hero, skill, games, offered in unused:
        names = {"hero": name_of(tables.run, hero), "skill": name_of(tables.run, skill)}
        rows.append((say("trust_skills_row", **names, games=f"{games:,}", offered=f"{offered:,}"), ""))
    return Doubt(say("trust_skills", count=len(unused)), say("trust_skills_text"), warn=True, rows=rows)


def _few(tables: Tables) -> Doubt:
    heroes = tables.heroes
    few = few_games(heroes)
    if not few.any():
        return Doubt(say("trust_few_none"))
    head = say("trust_few", count=int(few.sum()), cells=len(heroes))
    return Doubt(head, say("trust_few_text", least=f"{heroes['games'].min():,}"), warn=True)


def _design(tables: Tables) -> list[Doubt]:
    """Doubts that come from how the run was set up or ended."""
    meta, found = tables.run.meta, []
    if meta.get("deal") == "draft":
        found.append(Doubt(say("trust_draft"), say("trust_draft_text"), warn=True))
    if meta.get("finished") is False:
        found.append(Doubt(say("trust_stopped"), say("trust_stopped_text"), warn=True))
    return found
