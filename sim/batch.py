"""Playing a plan: chunks of games over threads, taken in order, written down, stopped cleanly.

Game i of a player count depends on seed, players and i alone: threads and chunks change only the pace.
"""

import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any, Self

import numpy as np

from sim.bots import Lineup, find, installed
from sim.core import layout
from sim.core.codes import Role
from sim.errors import UserError
from sim.given import whole
from sim.plan import Plan
from sim.progress import Silent
from sim.rounds import course_of, goals
from sim.tables import rows_a_game
from sim.writer import Writer

CHECKED = "SHALAB_CHECKED"  # 1: the core tests its invariants at every step; a game that fails one ends
CHUNK_SECONDS = 0.25  # aim: short enough to stop at once, long enough to cost nothing
MAX_CHUNK = 2000
MOST_THREADS = 1024


@dataclass(frozen=True)
class Chunk:
    """Games that were played in one go."""

    games: np.ndarray  # RESULT[n]
    seats: np.ndarray  # SEAT_RESULT[n * rows], see tables.rows_a_game
    skills: np.ndarray  # int64[role, hero, bot, skill, 3 = games offered used]
    seconds: float


class Table(threading.local):
    """What one thread plays on: a game and the bots at it, used again for every game."""

    def __init__(self) -> None:
        """Lay it out, once a thread."""
        self.games = layout.new(layout.GAME)
        self.games[0].checked = os.environ.get(CHECKED) == "1"
        self.bots = layout.minds()


class Interrupt:
    """Ctrl-C inside the block is noted, not thrown; a second one is thrown."""

    def __init__(self) -> None:
        """Nothing was pressed yet."""
        self.pressed = False

    def __enter__(self) -> Self:
        """Take over Ctrl-C, where this is the thread that gets it."""
        self._main = threading.current_thread() is threading.main_thread()
        if self._main:
            self._before = signal.signal(signal.SIGINT, self._note)
        return self

    def __exit__(self, *_: object) -> None:
        """Give it back."""
        if self._main:
            signal.signal(signal.SIGINT, self._before)

    def _note(self, number: int, frame: FrameType | None) -> None:
        self.pressed = True
        signal.signal(signal.SIGINT, signal.default_int_handler)


class Pool(ThreadPoolExecutor):
    """Threads that are left to themselves after a second Ctrl-C: a game may be stuck."""

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """Wait for the threads, but not for what they have not begun."""
        self.shutdown(wait=kind is not KeyboardInterrupt, cancel_futures=True)


def machine(lineup: Lineup, quiet: bool = False) -> Callable[..., None]:
    """Return the core's entry point, ready to be called."""
    from sim.core.play import advance_at, play_games

    make_ready((play_games, advance_at), lineup, quiet)
    return partial(play_games, advance_at)


def make_ready(entries: Sequence[Callable[..., Any]], lineup: Lineup, quiet: bool = False) -> None:
    """Compile entry points and bots, if they are not; it takes a while, and is told unless `quiet`.

    Raises
    ------
    UserError
        A bot does not compile.
    """
    from sim.core.warm import ensure

    try:
        ensure(*entries, *lineup.compiled, quiet=quiet)
    except Exception as error:  # numba has no one error for source it cannot compile
        if not all(getattr(entry, "ready", True) for entry in entries):
            raise  # not a bot's fault
        raise UserError(f"--bots {lineup.text}: does not compile: {type(error).__name__}: {error}") from error


def play(
    plan: Plan,
    path: Path,
    info: dict[str, Any],
    threads: int | None = None,
    progress: Silent | None = None,
    chunk: int | None = None,
) -> bool:
    """Play what a run still lacks and write it down.

    Parameters
    ----------
    plan : Plan
    path : Path
        The run's folder; `info` is its ``run.json``.
    threads : int, optional
        All cores if not given.
    chunk : int, optional
        Games in one go; by default as many as take about a quarter of a second.

    Returns
    -------
    bool
        Whether the run is finished; not, if Ctrl-C was pressed.
    """
    progress = progress or Silent()
    threads = thread_count(threads)
    play_games = machine(plan.lineup)
    writer = Writer(path, info, plan.tables)
    with Interrupt() as interrupt, Pool(threads) as pool, progress:
        for players, goal in goals(course_of(plan, path, info), info, progress):
            if interrupt.pressed:
                return False
            job = _job(plan, players, play_games)
            pieces = Pieces(writer.begin(players), goal, plan.part, chunk)
            for played in _in_order(pool, threads, _run_on(job), pieces, interrupt):
                writer.add(played.games, played.seats, played.skills)
                progress.advance(len(played.games))
            writer.commit()
            if writer.done < goal:
                return False
        writer.finish()
    return True


def play_some(
    plan: Plan,
    players: int,
    which: Sequence[int] | np.ndarray,
    threads: int | None = None,
    progress: Silent | None = None,
    chunk: int | None = None,
) -> Chunk:
    """Play games of a plan by their numbers and return them in that order; nothing is written.

    Parameters
    ----------
    plan : Plan
        Its number of games does not matter.
    which : int64[n]
        Numbers of games.

    Raises
    ------
    KeyboardInterrupt
        Ctrl-C was pressed.
    """
    which = np.ascontiguousarray(which, np.int64)
    threads, progress = thread_count(threads), progress or Silent()
    job = _job(plan, players, machine(plan.lineup))
    with Interrupt() as interrupt, Pool(threads) as pool, progress:
        progress.begin(players, 0, len(which))
        pieces = Pieces(0, len(which), len(which) or 1, chunk)
        played = []
        for piece in _in_order(
            pool, threads, lambda first, count: job(which[first : first + count]), pieces, interrupt
        ):
            played.append(piece)
            progress.advance(len(piece.games))
        if interrupt.pressed:
            raise KeyboardInterrupt
    return _together(played or [job(which)])


def _together(chunks: Sequence[Chunk]) -> Chunk:
    """Return several chunks as one."""
    games, seats = (np.concatenate([getattr(chunk, name) for chunk in chunks]) for name in ("games", "seats"))
    skills = np.sum([chunk.skills for chunk in chunks], axis=0)
    seconds = sum(chunk.seconds for chunk in chunks)
    return Chunk(games.view(np.recarray), seats.view(np.recarray), skills, seconds)


class Pieces:
    """The next games to hand out, in pieces of a length that follows the pace seen so far."""

    def __init__(self, first: int, games: int, part: int, chunk: int | None) -> None:
        """Start at game `first`; a given `chunk` is kept to."""
        self._games, self._part, self._fixed = games, part, chunk
        self._first, self._size = first, chunk or 4

    def __iter__(self) -> Iterator[tuple[int, int]]:
        """Hand out (first, count); no piece reaches beyond the end of a part."""
        while self._first < self._games:
            end = min(self._first + self._size, self._games, (self._first // self._part + 1) * self._part)
            yield self._first, end - self._first
            self._first = end

    def learn(self, count: int, seconds: float) -> None:
        """Note how long a piece took."""
        if self._fixed is None:
            fitting = int(count * CHUNK_SECONDS / max(seconds, 1e-9))
            self._size = max(1, min(fitting, 4 * self._size, MAX_CHUNK))


def _in_order(
    pool: ThreadPoolExecutor,
    threads: int,
    job: Callable[[int, int], Chunk],
    pieces: "Pieces",
    interrupt: Interrupt,
) -> Iterator[Chunk]:
    """Play pieces on all threads, a few ahead; yield them in order. An interrupt lets those begun end."""
    waiting: deque[Future[Chunk]] = deque()
    source = iter(pieces)
    while True:
        while not interrupt.pressed and len(waiting) <= 2 * threads:
            piece = next(source, None)
            if piece is None:
                break
            waiting.append(pool.submit(job, *piece))
        if not waiting or (interrupt.pressed and waiting[0].cancel()):
            break
        played = waiting.popleft().result()
        pieces.learn(len(played.games), played.seconds)
        yield played


def each(
    pool: ThreadPoolExecutor, job: Callable[..., Any], pieces: Sequence[tuple[Any, ...]], interrupt: Interrupt
) -> Iterator[Any]:
    """Do pieces of work on all threads and yield what comes of them in order; end early at an interrupt."""
    waiting = [pool.submit(job, *piece) for piece in pieces]
    for future in waiting:
        if interrupt.pressed and future.cancel():
            break
        yield future.result()
    for future in waiting:
        future.cancel()


def job_of(plan: Plan, players: int, lineup: Lineup, quiet: bool = False) -> Callable[[np.ndarray], Chunk]:
    """Return what plays games of a plan by their numbers, int64[n], between other bots than the plan's."""
    return _job(replace(plan, lineup=lineup), players, machine(lineup, quiet))


def _run_on(job: Callable[[np.ndarray], Chunk]) -> Callable[[int, int], Chunk]:
    """Return what plays so many games from one on."""
    return lambda first, count: job(np.arange(first, first + count))


def _job(plan: Plan, players: int, play_games: Callable[..., None]) -> Callable[[np.ndarray], Chunk]:
    rules, lineup = plan.rules[players], plan.lineup
    functions, templates, bot_of = lineup.functions, lineup.templates, lineup.bot_of
    seed, deal = np.uint64(plan.seed), int(plan.deal)
    table, rows = Table(), rows_a_game(rules, players)

    def job(which: np.ndarray) -> Chunk:
        start, count = time.perf_counter(), len(which)
        games = layout.new(layout.RESULT, count)
        seats = layout.new(layout.SEAT_RESULT, count * rows)
        shape = (len(Role), layout.MAX_HEROES, len(functions), layout.MAX_SKILLS, 3)
        skills = np.zeros(shape, np.int64)
        with np.errstate(over="ignore"):  # 64-bit hashes wrap; matters where numba is switched off
            play_games(
                table.games, rules, functions, table.bots, templates, bot_of,
                seed, players, which, deal, games, seats, skills,
            )  # fmt: skip
        return Chunk(games, seats, skills, time.perf_counter() - start)

    return job


def warm() -> float:
    """Compile the core and all installed bots; return the seconds it took, 0.0 if everything was there."""
    import sim.core.play
    import sim.core.position
    import sim.core.situation
    import sim.offers  # noqa: F401 -- an import makes its entry points known
    from sim.core.warm import ensure

    for name in installed():
        find(name)
    return ensure()


def thread_count(given: int | None) -> int:
    """Return the number of threads: the given one, or as many as this process may use cores.

    Raises
    ------
    UserError
        It is less than one.
    """
    if given is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return whole("threads", given, 1, MOST_THREADS)
