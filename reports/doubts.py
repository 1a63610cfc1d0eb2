"""What a reader should distrust in a run: one bot only, unfinished games, skills without use, few games."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from reports.tables import BAND
from reports.words import bots_of, rows_of, words

if TYPE_CHECKING:
    import pandas as pd

    from reports.tables import Tables

Doubt = dict[str, Any]  # head, text, level (warn, calm), rows of {text, command}


def doubts(tables: Tables) -> list[Doubt]:
    """Return every doubt about a run, and for each of the checks that found nothing that it did not."""
    cards = [_bots(tables), _unfinished(tables), _skills(tables), _few(tables), *_design(tables)]
    return sorted(cards, key=lambda card: card["level"] != "warn")


def few_games(heroes: pd.DataFrame) -> pd.Series:
    """Tell which cells have too few games: the difference's interval is wider than 2 points either way."""
    return (heroes["diff_high"] - heroes["diff_low"]) / 2 > BAND


def unused_skills(tables: Tables) -> list[tuple[str, str, int, int]]:
    """Return (hero, skill, games, offered) of every skill never used; empty where use was not kept."""
    if tables.skills is None:
        return []
    unused = tables.skills[(tables.skills["used"] == 0) & (tables.skills["games"] > 0)]
    return [(row.hero, row.skill, row.games, row.offered) for row in rows_of(unused)]


def _card(head: str, text: str = "", level: str = "calm", rows: list[Doubt] | None = None) -> Doubt:
    return {"head": head, "text": text, "level": level, "rows": rows or []}


def _bots(tables: Tables) -> Doubt:
    text, bots = words(tables.lang), bots_of(tables)
    if len(set(tables.run.meta.get("bot_names") or [bots])) == 1:
        return _card(text["trust_bots_one"].format(bots=bots), text["trust_bots_one_text"], "warn")
    return _card(text["trust_bots_more"].format(bots=bots), text["trust_bots_more_text"])


def _unfinished(tables: Tables) -> Doubt:
    """Unfinished games by cause, each with the command that replays one of them."""
    text, count, meta = words(tables.lang), int(tables.outcomes["unfinished"].sum()), tables.run.meta
    if not count:
        return _card(text["trust_unfinished_none"])
    noted = [each for each in meta.get("unfinished") or [] if isinstance(each, dict)]
    counted = meta.get("causes") or Counter(str(each.get("cause")) for each in noted)
    rows = []
    for cause, games in counted.items():
        label = text.get(f"cause_{cause}") or text["cause_other"].format(cause=cause)
        row = {"text": text["trust_unfinished_row"].format(cause=label, count=f"{games:,}"), "command": ""}
        game = next((each for each in noted if each.get("cause") == cause), None)
        if game:
            row["command"] = f"shalab trace {tables.run.path} --players {game.get('players')} --game {game.get('game')}"
        rows.append(row)
    head = text["trust_unfinished"].format(count=f"{count:,}")
    return _card(head, text["trust_unfinished_text"], "warn", rows)


def _skills(tables: Tables) -> Doubt:
    text, run = words(tables.lang), tables.run
    if tables.skills is None:
        return _card(text["trust_skills_kept"])
    unused = unused_skills(tables)
    if not unused:
        return _card(text["trust_skills_none"])
    rows = [
        {
            "text": text["trust_skills_row"].format(
                hero=run.name(hero, tables.lang),
                skill=run.name(skill, tables.lang),
                games=f"{games:,}",
                offered=f"{offered:,}",
            ),
            "command": "",
        }
        for hero, skill, games, offered in unused
    ]
    return _card(text["trust_skills"].format(count=len(unused)), text["trust_skills_text"], "warn", rows)


def _few(tables: Tables) -> Doubt:
    text, heroes = words(tables.lang), tables.heroes
    few = few_games(heroes)
    if not few.any():
        return _card(text["trust_few_none"])
    head = text["trust_few"].format(count=int(few.sum()), cells=len(heroes))
    return _card(head, text["trust_few_text"].format(least=f"{heroes['games'].min():,}"), "warn")


def _design(tables: Tables) -> list[Doubt]:
    """Doubts that come from how the run was set up or ended."""
    text, meta, cards = words(tables.lang), tables.run.meta, []
    if meta.get("deal") == "draft":
        cards.append(_card(text["trust_draft"], text["trust_draft_text"], "warn"))
    if meta.get("finished") is False:
        cards.append(_card(text["trust_stopped"], text["trust_stopped_text"], "warn"))
    return cards
