"""Record arrays of the core as polars tables: the columns of a run's files and how they come about."""

from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import Any

import numpy as np
import polars as pl

from sim.core.codes import Cause, Err, Role, Winner
from sim.rules.load import Ruleset

COUNTED = (
    "kills", "damage_dealt", "damage_taken", "healed", "cards_drawn", "turns_taken",
)  # fmt: skip
SUM_KEYS = ["players", "seat", "role", "hero", "bot", "winner"]
SKILL_KEYS = ["players", "role", "hero", "bot", "skill"]


def _words(enum: type[IntEnum]) -> list[str]:
    return [member.name.lower() for member in enum]


@dataclass(frozen=True)
class Tables:
    """Names behind the integers of the record arrays; lists are in the order of the compiled ruleset."""

    heroes: list[str]
    bundles: list[str]
    bots: list[str]
    hero_skills: list[list[int]]  # bundle of each printed skill, a list a hero
    scored: bool = False  # the ruleset gives points

    @cached_property
    def enums(self) -> dict[str, pl.Enum]:
        """The closed list of words of each text column."""
        return {
            "role": pl.Enum(_words(Role)),
            "winner": pl.Enum(_words(Winner)),
            "cause": pl.Enum(_words(Err)),
            "death_cause": pl.Enum(_words(Cause)),
            "hero": pl.Enum(self.heroes),
            "bot": pl.Enum(self.bots),
            "skill": pl.Enum(self.bundles),
        }

    def text(self, column: str, codes: np.ndarray) -> pl.Series:
        """Return a text column out of integer codes; those outside the list (no hero) are null."""
        words = self.enums[column]
        known = (codes >= 0) & (codes < len(words.categories))
        column_codes = pl.Series(column, np.where(known, codes, 0).astype(np.uint32))
        if not known.all():
            column_codes = pl.select(pl.when(pl.Series(known)).then(column_codes).alias(column)).to_series()
        return column_codes.cat.to(words)

    def games(self, players: int, results: np.ndarray) -> pl.DataFrame:
        """Return the games table of RESULT records."""
        n = len(results)
        plain = ("turns", "rounds", "reshuffles", "decisions")
        cause = self.text("cause", np.where(results["err"] == Err.NONE, -1, results["err"]))
        consulted = np.column_stack([results["consulted"], results["settings"]])
        return pl.DataFrame(
            [
                _number("game", results),
                pl.Series("players", np.full(n, players, np.int16)),
                self.text("winner", winners(results)),
                *(_number(name, results) for name in plain),
                _number("digest", results),
                pl.Series("consulted", consulted, dtype=pl.Array(pl.UInt64, consulted.shape[1])),
                cause,
            ]
        )

    def seats(self, players: int, results: np.ndarray, seats: np.ndarray) -> pl.DataFrame:
        """Return the seats table of SEAT_RESULT records: a row a hero of a seat, equally many a game."""
        rows = len(seats) // max(len(results), 1)
        finished = np.repeat(winners(results) != Winner.UNFINISHED, rows)
        return pl.DataFrame(
            [
                pl.Series("game", np.repeat(results["game"], rows)),
                pl.Series("players", np.full(len(seats), players, np.int16)),
                _number("seat", seats),
                *(self.text(name, seats[name]) for name in ("role", "hero", "bot")),
                pl.Series("won", (seats["won"] > 0) & finished),
                pl.Series("alive", seats["alive"] > 0),
                *(_number(name, seats) for name in COUNTED),
                _number("died_turn", seats),
                _number("killer", seats),
                self.text("death_cause", seats["death_cause"]),
                _number("score", seats).fill_nan(None),
                _number("lineup_pos", seats),
                _number("entered", seats),
            ]
        )

    def totals(self, players: int, results: np.ndarray, seats: np.ndarray) -> pl.DataFrame:
        """Return counts and sums by SUM_KEYS."""
        rows = len(seats) // max(len(results), 1)
        table = self.seats(players, results, seats).with_columns(
            self.text("winner", np.repeat(winners(results), rows)),
            pl.Series("turns", np.repeat(results["turns"], rows)),
            pl.Series("rounds", np.repeat(results["rounds"], rows)),
        )
        sums = ["won", "alive", *COUNTED, "turns", "rounds"]
        if self.scored:
            table = table.with_columns(score_squares=pl.col("score") ** 2)
            sums += ["score", "score_squares"]
        return (
            table.group_by(SUM_KEYS)
            .agg(pl.len().cast(pl.Int64).alias("games"), *(pl.col(name).cast(pl.Int64).sum() for name in sums))
            .sort(SUM_KEYS)
        )

    def skills(self, players: int, counts: np.ndarray) -> pl.DataFrame:
        """Return the skills table of int64[role, hero, bot, skill, 3 = games offered used]."""
        role, hero, bot, slot = np.nonzero(counts[..., 0])
        bundle = np.array([self.hero_skills[h][s] for h, s in zip(hero, slot, strict=True)], np.int64)
        found = counts[role, hero, bot, slot]
        table = pl.DataFrame(
            [
                pl.Series("players", np.full(len(role), players, np.int16)),
                self.text("role", role),
                self.text("hero", hero),
                self.text("bot", bot),
                self.text("skill", bundle),
                *(pl.Series(name, found[:, i]) for i, name in enumerate(("games", "offered", "used"))),
            ]
        )
        return table.sort(SKILL_KEYS)


def winners(results: np.ndarray) -> np.ndarray:
    """Return the winner codes; a game that stopped on an error has none and is unfinished."""
    stopped = (results["err"] != Err.NONE) | (results["winner"] == Winner.NONE)
    return np.where(stopped, int(Winner.UNFINISHED), results["winner"])


def rows_a_game(rules: np.ndarray, players: int) -> int:
    """Return how many SEAT_RESULT rows a game has: one for each hero that a seat fields."""
    return players * (int(rules[0].fielded) if rules[0].lineup else 1)


def add_up(tables: list[pl.DataFrame], keys: list[str]) -> pl.DataFrame:
    """Return the sum of tables of counts that have the same key columns."""
    joined = pl.concat(tables)
    sums = [pl.col(name).sum() for name in joined.columns if name not in keys]
    return joined.group_by(keys).agg(sums).sort(keys)


def tables_of(ruleset: Ruleset, rules: np.ndarray, bots: list[str]) -> Tables:
    """Return the names for a ruleset and its compiled record."""
    hero_skills = [_skills_of(rules[0], rules[0].hero[h]) for h in range(len(ruleset.heroes))]
    scored = bool(rules[0].scored)
    return Tables(list(ruleset.heroes), list(ruleset.bundles), list(bots), hero_skills, scored)


def _skills_of(rules: Any, hero: Any) -> list[int]:
    """Return the skills counted for a hero, by slot: its own, then those that every lord of its camp has."""
    camp = [b for b in range(int(rules.n_bundles)) if int(rules.bundle[b].camp) == int(hero.faction)]
    return [int(b) for b in hero.skills[: int(hero.n)]] + camp


def _number(name: str, records: np.ndarray) -> pl.Series:
    return pl.Series(name, np.ascontiguousarray(records[name]))
