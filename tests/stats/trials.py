"""One position, played again and again with fresh chance: what is wanted of each record, and how far it is off."""

import itertools
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
from arena import dealt
from script import scripted

from sim.batch import make_ready
from sim.core import layout
from sim.core.codes import Deal
from sim.core.play import advance_at
from sim.core.situation import play_situation
from sim.scenario import model
from sim.scenario.setup import Position, position_of
from sim.situation import read_stop

CHUNK = 500
SEEN = 0.02  # a relative error of this size ...
SIGMAS = 5.0  # ... is this many standard errors, of which LIMIT are too many
LIMIT = 4.0


def enough(mean: Fraction | float, variance: float) -> int:
    """Return how many draws make a relative error of SEEN stand out."""
    return int(variance * (SIGMAS / (SEEN * float(mean))) ** 2) + 1


def place(ruleset: str, *seats: dict[str, Any], **more: Any) -> Position:
    """Return a position by the scenario format; a seat without a role is a rebel, the first one the lord."""
    roles = itertools.chain(["lord"], itertools.repeat("rebel"))
    table = [{"role": role} | seat for role, seat in zip(roles, seats, strict=False)]
    return position_of(*model.read({"ruleset": ruleset, "seat": table} | more))


def trials(
    here: Position,
    games: int,
    look: Callable[[np.recarray], np.ndarray],
    stop: str = "turn",
    seed: int = 1,
    **wishes: float,
) -> np.ndarray:
    """Play a position and return what ``look`` finds in the final records, joined."""
    start, bots = here.games.copy(), scripted(**wishes)
    start[0].checked = start[0].log_on = 0
    start[0].stop_ev, start[0].stop_turns = read_stop(stop)
    make_ready((play_situation, advance_at), bots, quiet=True)
    played, minds = layout.new(layout.GAME, CHUNK), layout.minds()
    found = []
    for first in range(0, games, CHUNK):
        part = played[: min(CHUNK, games - first)]
        play_situation(
            start, part, here.rules, advance_at, bots.functions, minds, bots.templates, bots.bot_of,
            np.uint64(seed), first, here.named,
        )  # fmt: skip
        found.append(np.array(look(part)))
    return np.concatenate(found)


def deals(
    rules: np.recarray,
    players: int,
    games: int,
    look: Callable[[np.recarray], np.ndarray],
    deal: Deal = Deal.RANDOM,
    seed: int = 1,
) -> np.ndarray:
    """Deal games and return what ``look`` finds in them before the first turn, joined."""
    table = layout.new(layout.GAME, CHUNK)
    found = []
    for first in range(0, games, CHUNK):
        n = min(CHUNK, games - first)
        found.append(np.array(look(dealt(rules, players, n, seed, first, deal, into=table))))
    return np.concatenate(found)


def off(found: np.ndarray, exact: Fraction, variance: float | None = None) -> float:
    """Return by how many standard errors a mean is off; without a variance that of the sample is taken."""
    spread = found.var(ddof=1) if variance is None else variance
    return float((found.mean() - float(exact)) / np.sqrt(spread / len(found)))


def held(hands: np.ndarray, cards: np.ndarray) -> np.ndarray:
    """Return how many of some cards (a card set) each hand holds; ``hands`` has the words last."""
    return np.bitwise_count(hands & cards).sum(axis=-1, dtype=np.int64)
