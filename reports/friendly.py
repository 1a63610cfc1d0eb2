"""Friendly fire: seats brought down by their own camp, or by themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from reports.blocks import Block, blocks
from reports.intervals import divide, wilson
from reports.runs import ROLES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from reports.runs import RunFolder

FRIENDLY_COLUMNS = [
    "ruleset", "players", "kind", "role", "role_name", "killer", "killer_name", "bot", "n", "games", "rate", "low",
    "high", "deaths", "own", "share",
]  # fmt: skip
OWN_CAMP = (("lord", "loyalist"), ("loyalist", "lord"), ("loyalist", "loyalist"), ("rebel", "rebel"))
KINDS = (*(("own camp", *pair) for pair in OWN_CAMP), *(("own loss", role, role) for role in ROLES))
CAUSES = ("damage", "loss", "other")


def friendly_table(run: RunFolder, lang: str) -> pd.DataFrame | None:
    """Return one row per player count, kind, role and killer's bot; None where not kept.

    `kind` is ``own camp`` (a seat of `role` killed by another of its camp, whose role is `killer`: the lord by a
    loyalist, a loyalist by the lord or another, a rebel by a rebel) or ``own loss`` (killed by itself, or by loss of hp
    with no killer). A renegade has no camp but itself.

    `n` is finished games in which both seats were there (and the killer's role had `bot`), `games` those in which it
    happened at least once, `rate` their share with its Wilson 95 % interval: the game is the unit, whatever number of
    seats shares the role. `deaths` counts the dead seats of `role` in these games, `own` those that died so, `share`
    is own / deaths.
    """
    needed = ("killer", "died_turn")
    if run.only_totals or run.of_lineups or not all(run.has_column("seats", name) for name in needed):
        return None
    told = run.has_column("seats", "bot")
    bots = list(run.meta.get("bot_names") or []) if told else []
    words = {"bot": bots} if len(set(bots)) > 1 else {}
    if run.has_column("seats", "death_cause"):
        words |= {"death_cause": list(CAUSES)}
    found: dict[int, NDArray[np.int64]] = {}
    for block in blocks(run, needed, words):
        counted = _count(block, max(len(set(bots)), 1))
        found[block.players] = found.get(block.players, 0) + counted
    return _table(run, found, list(dict.fromkeys(bots)) or [""], lang)


def _table(run: RunFolder, found: dict[int, NDArray[np.int64]], bots: list[str], lang: str) -> pd.DataFrame:
    rows = [
        (players, *kind, bot, *found[players][i, j])
        for players in sorted(found)
        for i, kind in enumerate(KINDS)
        for j, bot in enumerate(bots)
        if found[players][i, j, 0]
    ]
    table = pd.DataFrame(rows, columns=["players", "kind", "role", "killer", "bot", "n", "games", "deaths", "own"])
    table["rate"] = divide(table["games"], table["n"])
    table["low"], table["high"] = wilson(table["games"], table["n"])
    table["share"] = divide(table["own"], table["deaths"])
    table["role_name"] = [run.name(role, lang) for role in table["role"]]
    table["killer_name"] = [run.name(role, lang) for role in table["killer"]]
    table["ruleset"] = run.meta["ruleset"]
    return table[FRIENDLY_COLUMNS]


def _count(block: Block, bots: int) -> NDArray[np.int64]:
    """Return counts by kind and bot: games, games in which it happened, deaths of the role, deaths of that kind."""
    role, killer = block.seats["role"], block.seats["killer"].astype(np.int64)
    dead, seat = block.seats["died_turn"] >= 0, np.arange(block.players)
    bot = block.seats.get("bot", np.zeros_like(role))
    at = np.where(killer < 0, 0, killer)
    by, its_bot = np.take_along_axis(role, at, 1), np.take_along_axis(bot, at, 1)
    itself = killer == seat
    other = dead & (killer >= 0) & ~itself
    cause = block.seats.get("death_cause")
    lost = itself if cause is None else itself | ((killer < 0) & (cause == CAUSES.index("loss")))
    counted = np.zeros((len(KINDS), bots, 4), np.int64)
    for i, (kind, victim, other_role) in enumerate(KINDS):
        is_victim, is_killer = role == ROLES.index(victim), role == ROLES.index(other_role)
        theirs = other & is_victim & (by == ROLES.index(other_role)) if kind == "own camp" else dead & is_victim & lost
        doer = its_bot if kind == "own camp" else bot
        seats = is_victim.sum(1) - (kind == "own camp" and victim == other_role)  # victims besides the killer
        for j in range(bots):
            there = (is_killer & (bot == j)).any(1) & (seats > 0)
            hit = theirs & (doer == j)
            deaths = (dead & is_victim)[there] if kind == "own camp" else dead & is_victim & (bot == j)
            counted[i, j] = there.sum(), hit.any(1).sum(), deaths.sum(), hit.sum()
    return counted
