"""Weights by self-play: candidates play one camp at a time among the weights they start from, in the same games.

The search is CMA-ES of the library ``cma``. A weight is scaled, never changed in sign, and one that is 0 stays 0: it
stands for something that the bot does not do. Nothing is compiled anew, as weights are data of the bots' records.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import log, sqrt
from pathlib import Path
from typing import Any

import numpy as np

from heuristics.table import W, read_weights
from sim import batch, given
from sim.bots import Bot, Lineup
from sim.errors import UserError, suggest
from sim.plan import Plan
from sim.progress import Silent
from sim.sides import WINS, camps_at, everyone, one_side, play_lineups
from sim.widths import Z95

FACTOR = 4.0  # a weight stays within its start divided and multiplied by this
STEP = 0.2  # of the first generation: about a fifth of each weight
DIGITS = 4  # significant ones of a weight: what arithmetic differs by from machine to machine is rounded away
TEST_SEED = 1_000_000_000  # added to the seed for the test; generation k plays the seed + k
TEST_GAMES = 10  # times as many as a generation's

Better = dict[str, tuple[float, float]]  # by camp: points over the start, half the width of the 95 % interval


@dataclass(frozen=True)
class Search:
    """What is searched, and how long."""

    generations: int = 60
    population: int = 16
    games: int = 1000  # of each candidate, camp and player count in a generation
    only: tuple[str, ...] = ()  # names of the weights that may change; none: all
    hold: tuple[str, ...] = ()  # names of those that stay as they are

    def __post_init__(self) -> None:
        """Raise UserError for what cannot be searched."""
        given.whole("generations", self.generations, 1, 100_000)
        given.whole("population", self.population, 4, 1000)
        given.whole("games", self.games, 1, 10_000_000)
        names = [member.name.lower() for member in W]
        for flag, given_names in (("--only", self.only), ("--hold", self.hold)):
            for name in given_names:
                if name not in names:
                    allowed = f"allowed: {' '.join(names)}{suggest(name, names)}"
                    raise UserError(f"{flag}: unknown weight {name!r}; {allowed}")


@dataclass
class Found:
    """What a search came to."""

    weights: np.ndarray  # float64[64]
    generations: int = 0  # played to the end
    better: Better = field(default_factory=dict)  # by camp and ``mean``; empty if it was interrupted before the test

    @property
    def finished(self) -> bool:
        """Whether it was played to the end."""
        return bool(self.better)


def improve(
    start: np.ndarray,
    changed: Sequence[int],
    fitness: Callable[[int, list[np.ndarray]], list[float] | None],
    search: Search,
    seed: int,
) -> tuple[np.ndarray, int]:
    """Search for better weights; return them and the number of generations that were played to the end.

    What is returned is the middle of the last generation, which noise has moved less than its luckiest candidate.

    Parameters
    ----------
    start : float64[64]
        Where the search begins.
    changed : list of int
        Places of the weights that may change, at least two, none of them 0.
    fitness : callable
        Of the generation, from 1, and its candidates: how good each is, the more the better; None to stop.

    Raises
    ------
    UserError
        The library is not installed.
    """
    try:
        import cma
    except ImportError as error:
        raise UserError("tune bots: needs the library cma: pip install 'shalab[tune]'") from error
    options = {
        "bounds": [-log(FACTOR), log(FACTOR)],
        "popsize": search.population,
        "seed": seed % 2**31 + 1,  # 0 would be the clock
        "verbose": -9,
    }
    strategy = cma.CMAEvolutionStrategy([0.0] * len(changed), STEP, options)
    best, played = start, 0
    for generation in range(1, search.generations + 1):
        steps = strategy.ask()
        values = fitness(generation, [scaled(start, changed, step) for step in steps])
        if values is None:
            break
        strategy.tell(steps, [-value for value in values])
        best, played = scaled(start, changed, strategy.result.xfavorite), generation
    return best, played


def scaled(start: np.ndarray, changed: Sequence[int], step: Any) -> np.ndarray:
    """Return weights of which some are multiplied by the exponential of a step, rounded to DIGITS."""
    weights = start.copy()
    for place, power in zip(changed, step, strict=True):
        weights[place] = float(f"{start[place] * np.exp(power):.{DIGITS}g}")
    return weights


def changeable(start: np.ndarray, only: Sequence[str] = (), hold: Sequence[str] = ()) -> list[int]:
    """Return the places of the weights that may change: those named, or all, but for those that are held.

    Raises
    ------
    UserError
        They are fewer than two, or one that is named is 0.
    """
    names = [W[name.upper()] for name in only] or list(W)
    zero = [place.name.lower() for place in names if start[place] == 0]
    if only and zero:
        raise UserError(f"--only: {', '.join(zero)}: 0 in this bot; what is 0 stays 0")
    found = [int(place) for place in names if start[place] != 0 and place.name.lower() not in hold]
    if len(found) < 2:
        raise UserError(f"--bots: {len(found)} weights to tune; needed are two or more that are not 0")
    return found


def bot_of(plan: Plan, start: Path | None = None) -> Bot:
    """Return the one bot of a plan, with the weights of a file if one is given.

    Raises
    ------
    UserError
        There are several, or the file cannot be used.
    """
    if len(plan.lineup.bots) != 1:
        raise UserError(f"--bots: {plan.lineup.text}; allowed: one bot, whose weights are tuned")
    bot = plan.lineup.bots[0]
    return bot if start is None else replace(bot, weights=read_weights(start))


def tune(
    plan: Plan,
    bot: Bot,
    search: Search,
    threads: int | None = None,
    progress: Silent | None = None,
    quiet: bool = True,
) -> Found:
    """Tune the weights of a bot by self-play, then test them on games of another seed.

    How good a candidate is: the mean, over player counts and camps, of how often a camp wins that plays by it while
    the others play by the weights of the start. All candidates of a generation play the same games, generation k
    those of the plan's seed + k.

    Raises
    ------
    UserError
        The bot has no weights, or the library is not installed.
    """
    changed, progress = changeable(bot.weights, search.only, search.hold), progress or Silent()
    rounds = [(players, camp) for players in plan.players for camp in camps_at(plan, players)]
    tested = TEST_GAMES * (len(rounds) + len(plan.players))
    played = search.games * (len(rounds) * search.generations * search.population + tested)

    def fitness(generation: int, candidates: list[np.ndarray]) -> list[float] | None:
        progress.expect(played, f"generation {generation} of {search.generations}")
        bots = [replace(bot, name=f"{bot.name}+{k}", weights=weights) for k, weights in enumerate(candidates)]
        seeded = replace(plan, seed=(plan.seed + generation) % 2**64)
        won = _won(seeded, rounds, bots, bot, search.games, threads, progress, quiet)
        if won is None or interrupt.pressed:
            return None
        return [float(np.mean([won[k, players, camp].mean() for players, camp in rounds])) for k in range(len(bots))]

    batch.machine(everyone(bot), quiet)  # ahead of the clock of the progress
    with batch.Interrupt() as interrupt, progress:
        progress.begin(",".join(map(str, plan.players)), 0, played)
        weights, generations = improve(bot.weights, changed, fitness, search, plan.seed)
        found = Found(weights, generations)
        if generations == search.generations:
            progress.expect(played, "test")
            found.better = _test(plan, rounds, bot, weights, search, threads, progress, quiet) or {}
    return found


class _Part(Silent):
    """Shows a part of a longer work: only what goes on is passed to the progress of the whole."""

    def __init__(self, whole: Silent) -> None:
        self.advance = whole.advance  # type: ignore[method-assign]


def _won(
    plan: Plan,
    rounds: Sequence[tuple[int, str]],
    candidates: Sequence[Bot],
    others: Bot,
    games: int,
    threads: int | None,
    progress: Silent,
    quiet: bool,
) -> dict[tuple[int, int, str], np.ndarray] | None:
    """Return by candidate, players and camp who plays by it which games the camp won, bool[games]; None on Ctrl-C."""
    won: dict[tuple[int, int, str], np.ndarray] = {}
    for players in plan.players:
        lineups: dict[str, Lineup] = {}
        for k, bot in enumerate(candidates):
            lineups |= {f"{k} {camp}": one_side(camp, bot, others) for size, camp in rounds if size == players}
        found: dict[str, np.ndarray] = {}
        if not play_lineups(plan, players, lineups, games, found, threads, _Part(progress), quiet=quiet):
            return None
        for label, winner in found.items():
            k, camp = label.split(" ")
            won[int(k), players, camp] = winner == WINS[camp]
    return won


def _test(
    plan: Plan,
    rounds: Sequence[tuple[int, str]],
    bot: Bot,
    weights: np.ndarray,
    search: Search,
    threads: int | None,
    progress: Silent,
    quiet: bool,
) -> Better | None:
    """Return what the weights win over those of the start, in games of a seed of its own; None on Ctrl-C."""
    seeded, games = replace(plan, seed=(plan.seed + TEST_SEED) % 2**64), TEST_GAMES * search.games
    new = _won(seeded, rounds, [replace(bot, weights=weights)], bot, games, threads, progress, quiet)
    old: dict[int, dict[str, np.ndarray]] = {}
    for players in plan.players:
        old[players] = {}
        if not play_lineups(
            seeded, players, {"old": everyone(bot)}, games, old[players], threads, _Part(progress), quiet=quiet
        ):
            return None
    if new is None:
        return None
    differences = {
        (players, camp): new[0, players, camp].astype(float) - (old[players]["old"] == WINS[camp])
        for players, camp in rounds
    }
    return gains(differences)


def gains(differences: Mapping[tuple[int, str], np.ndarray]) -> Better:
    """Return the points that each camp gains, and their mean, with half the width of the normal 95 % interval.

    Parameters
    ----------
    differences : dict
        By players and camp, float64[games]: won with the new weights less won with the old ones, game by game; game i
        of a player count is the same deal in every camp, so a game's mean over them is one observation.
    """
    found = {}
    for players, camp in differences:
        name = f"{camp} at {players}"
        found[name] = _mean([differences[players, camp]])
    sizes = dict.fromkeys(players for players, _ in differences)
    by_size = [np.mean([each for (n, _), each in differences.items() if n == size], axis=0) for size in sizes]
    shares = [sum(n == size for n, _ in differences) / len(differences) for size in sizes]
    found["mean"] = _mean([share * each for share, each in zip(shares, by_size, strict=True)])
    return found


def _mean(parts: Sequence[np.ndarray]) -> tuple[float, float]:
    """Return the sum of independent means of games in points, with half the width of its 95 % interval."""
    variance = sum(float(part.var(ddof=1)) / len(part) for part in parts if len(part) > 1)
    return 100 * sum(float(part.mean()) for part in parts), 100 * Z95 * sqrt(variance)
