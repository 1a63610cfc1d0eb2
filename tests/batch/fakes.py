"""A small stand-in for rules and core: the batch runner is tested without playing."""

import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from sim import plan
from sim.bots import Bot, Lineup
from sim.core import layout
from sim.core.codes import Deal, Err, Winner

HEROES = ["anna", "bert", "cleo"]
SKILLS = ["leap", "hide", "sing", "gift"]
HERO_SKILLS = [[0, 1], [2], []]
KINDS = ["hit", "dodge"]
CAPPED = 17  # every so many games one runs into a cap


@dataclass
class Ruleset:
    """Stands for a ruleset: what the runner reads of one."""

    id: str = "toy"
    path: Path = Path("toy")
    names: dict[str, str] = field(default_factory=lambda: {"zh": "toy (zh)", "en": "toy (en)"})
    description: dict[str, str] = field(default_factory=lambda: {"zh": "a toy (zh)", "en": "a toy (en)"})
    content_hash: str = "c0ffee"
    heroes: list[str] = field(default_factory=lambda: list(HEROES))
    kinds: list[str] = field(default_factory=lambda: list(KINDS))
    bundles: list[str] = field(default_factory=lambda: KINDS + SKILLS)

    changes: dict[str, Any] = field(default_factory=dict)
    data: dict[str, Any] = field(default_factory=lambda: {"roles": {}})
    draft: dict[int, Any] = field(default_factory=dict)

    def name(self, key: str, lang: str) -> str:
        """Name a thing."""
        return f"{key} ({lang})"


def compile_ruleset(ruleset: Ruleset, players: int, *rest: Any) -> np.recarray:
    """Fill in the few fields that the runner reads."""
    rules = layout.new(layout.RULES)
    rules[0].n_pool = len(HEROES)
    rules[0].pool[: len(HEROES)] = range(len(HEROES))
    rules[0].roles[players] = [1, 0, players - 1, 0]
    for hero, skills in enumerate(HERO_SKILLS):
        rules[0].hero[hero].n = len(skills)
        rules[0].hero[hero].skills[: len(skills)] = [len(KINDS) + skill for skill in skills]
    return rules


def play_games(
    games: Any, rules: Any, fns: Any, bots: Any, templates: Any, bot_of: np.ndarray,
    seed: int, players: int, which: np.ndarray, deal: int,
    out_games: np.ndarray, out_seats: np.ndarray, skills: np.ndarray,
) -> None:  # fmt: skip
    """Draw each game's result from a generator that knows seed, players and game alone."""
    time.sleep(0.0005)
    for i, game in enumerate(which.tolist()):
        rng = np.random.default_rng([int(seed), players, game])
        capped = game % CAPPED == CAPPED - 1
        result = out_games[i]
        result.game = game
        result.winner = Winner.UNFINISHED if capped else rng.integers(Winner.LORD, Winner.DRAW + 1)
        result.err = Err.TURN_CAP if capped else Err.NONE
        result.err_seat = -1
        result.turns, result.rounds = rng.integers(5, 50, 2)
        result.digest = rng.integers(0, 2**64, dtype=np.uint64)
        result.consulted[:] = rng.integers(0, 2**64, 4, dtype=np.uint64)
        for seat in range(players):
            row = out_seats[i * players + seat]
            row.seat = seat
            row.role = 0 if seat == 0 else 2
            row.hero = rng.integers(len(HEROES))
            row.bot = bot_of[row.role, seat]
            row.won = result.winner == (Winner.LORD if seat == 0 else Winner.REBEL)
            row.kills, row.damage_dealt, row.healed = rng.integers(0, 9, 3)
            row.died_turn = row.killer = -1
            row.score = np.nan
            for slot in range(len(HERO_SKILLS[row.hero])):
                skills[row.role, row.hero, row.bot, slot] += (1, rng.integers(5), rng.integers(2))


def never(g: Any, rules: Any, bot: Any, seat: int) -> int:
    """Stand for a bot's function."""
    return 0


def lineup() -> Lineup:
    """One bot at every seat."""
    bots = (Bot("one", never, np.zeros(64), ""),)
    return Lineup("one", bots, np.zeros((4, layout.MAX_SEATS), np.int64))


def toy_plan(players: tuple[int, ...] = (2, 4), games: int = 100, **changes: Any) -> plan.Plan:
    """Return a plan over the toy ruleset, in parts of 30 games."""
    ruleset = changes.get("ruleset", Ruleset())
    fields = {
        "ruleset": ruleset, "rules": {n: compile_ruleset(ruleset, n) for n in players},
        "players": players, "games": games, "seed": 5, "lineup": lineup(), "deal": Deal.BALANCED,
        "roles": "single", "heroes": None, "keep": "seats", "part": 30,
    }  # fmt: skip
    return plan.Plan(**(fields | changes))
