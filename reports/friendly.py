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
    role, bot = block.seats["role"], block.seats.get("bot")
    dead = block.seats["died_turn"] >= 0
    bot = np.zeros_like(role) if bot is None else np.maximum(bot, 0)
    game, kind, doer = _events(block, dead, bot)
    happened = np.zeros((len(KINDS), bots, len(block.winner)), bool)
    happened[kind, doer, game] = True
    counted = np.zeros((len(KINDS), bots, 4), np.int64)
    counted[..., 1] = happened.sum(2)
    counted[..., 3] = np.bincount(kind.astype(np.int64) * bots + doer, minlength=len(KINDS) * bots).reshape(-1, bots)
    of_role = [role == i for i in range(len(ROLES))]
    seats = [of.sum(0, dtype=np.int8) for of in of_role]
    deaths = [(of & dead).sum(0, dtype=np.int8) for of in of_role]
    for j in range(bots):
        theirs = [(of & (bot == j)).any(0) for of in of_role] if bots > 1 else [each > 0 for each in seats]
        for i, (what, victim, killer) in enumerate(KINDS):
            v, k = ROLES.index(victim), ROLES.index(killer)
            there = theirs[k] & (seats[v] > (what == "own camp" and v == k))
            counted[i, j, 0] = there.sum()
            lone = what == "own loss" and bots > 1
            counted[i, j, 2] = (of_role[v] & dead & (bot == j)).sum() if lone else deaths[v][there].sum()
    return counted


def _events(block: Block, dead: NDArray[np.bool_], bot: NDArray) -> tuple[NDArray, NDArray, NDArray]:
    """Return game, kind and the doer's bot of each death that is of one of the `KINDS`."""
    seat, game = np.nonzero(dead)
    role, killer = block.seats["role"], block.seats["killer"][seat, game]
    itself, nobody = killer == seat, killer < 0
    by = np.where(nobody, seat, killer)
    table = np.full((2, len(ROLES), len(ROLES)), -1, np.int8)  # own loss or not, victim, killer -> kind
    for i, (what, victim, other) in enumerate(KINDS):
        table[int(what == "own loss"), ROLES.index(victim), ROLES.index(other)] = i
    cause = block.seats.get("death_cause")
    lost = itself if cause is None else itself | (nobody & (cause[seat, game] == CAUSES.index("loss")))
    kind = table[lost.astype(np.int8), role[seat, game], role[by, game]]
    known = np.flatnonzero((kind >= 0) & (lost | ~nobody))
    game, by = game[known], by[known]
    return game, kind[known], bot[by, game]
