"""What bots believe about the roles of others, looked at after each round of games that they play."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from heuristics.belief import chances, observe
from heuristics.table import POST, W
from sim import batch
from sim.bots import Bot
from sim.core import layout
from sim.core.codes import Habit, Status
from sim.core.deal import setup
from sim.core.jit import G, R, array, entry, float64, int64, rule, uint64
from sim.core.play import ADVANCE, BOTS, BS, GS, RS, TABLE, WHICH, ask, reset_bots
from sim.plan import Plan
from sim.progress import Silent

ROUNDS = 12  # looked at
PIECE = 100  # games that a thread plays in one go
CHANCES = array(float64, 2)


@dataclass(frozen=True)
class Beliefs:
    """Beliefs of living observers about living seats whose role is hidden from them, a row each.

    `who` is int64[n, 5]: game, round, observer, seat, true role (`Role`); `chance` float64[n, 3]: the believed chance
    of loyalist, rebel and renegade, which add up to 1.
    """

    who: np.ndarray
    chance: np.ndarray


@rule(int64, G, R, BS, BS, int64, int64, TABLE, CHANCES, int64)
def look(g, rules, bots, minds, observer, now, who, chance, n):
    """Add what a seat believes of each other to the rows; return how many there are then.

    It reads the log with a copy of its record: that it was looked at changes nothing.
    """
    minds[observer] = bots[observer]
    b = minds[observer]
    observe(g, rules, b, observer)
    chances(g, rules, b, observer)
    for seat in range(g.n):
        s = g.seat[seat]
        if seat == observer or s.alive == 0 or s.shown == 1 or n >= who.shape[0]:
            continue
        who[n, 0] = g.game
        who[n, 1] = now
        who[n, 2] = observer
        who[n, 3] = seat
        who[n, 4] = s.role
        for k in range(3):
            chance[n, k] = b.scratch[POST + 4 * seat + 1 + k]
        n += 1
    return n


@entry(int64, ADVANCE, GS, RS, BOTS, BS, BS, BS, TABLE, WHICH, uint64, int64, WHICH, int64, int64, TABLE, CHANCES)
def watch_games(
    advance,
    games,
    rules,
    fns,
    bots,
    minds,
    templates,
    bot_of,
    keeps,
    seed,
    players,
    which,
    deal,
    rounds,
    who,
    chance,
):
    """Play games; after each round up to ``rounds`` look at the observers whose bot keeps a belief; return the rows."""
    g = games[0]
    r = rules[0]
    n = 0
    for k in range(which.size):
        setup(g, r, seed, players, which[k], deal)
        reset_bots(g, bots, templates, bot_of)
        seen = 0
        while advance(games, rules, 0) == Status.ASKING:
            if g.rounds > seen:
                seen = int(g.rounds)
                for i in range(players):
                    if g.seat[i].alive == 1 and seen <= rounds and keeps[bot_of[g.seat[i].role, i]] == 1:
                        n = look(g, r, bots, minds, i, seen, who, chance, n)
            seat = int(g.req.seat)
            g.answer = ask(fns, bot_of[g.seat[seat].role, seat], g, r, bots[seat], seat)
            g.status = Status.RUNNING
    return n


def keeps_belief(bot: Bot) -> bool:
    """Tell whether a bot infers roles: a shipped one, with that weight, and not barred from it."""
    home = getattr(bot.function, "py_func", bot.function).__module__
    return home.startswith("heuristics.") and bot.weights[W.BELIEF] > 0 and not bot.habits & Habit.NO_BELIEF


def watch(
    plan: Plan,
    players: int,
    games: int,
    threads: int | None = None,
    progress: Silent | None = None,
    quiet: bool = True,
) -> Iterator[Beliefs]:
    """Play the games 0 to ``games`` - 1 of a plan and yield what the bots believed, some games at a time.

    Raises
    ------
    KeyboardInterrupt
        Ctrl-C was pressed.
    """
    from sim.core.play import advance_at

    threads, progress = batch.thread_count(threads), progress or Silent()
    batch.make_ready((watch_games, advance_at), plan.lineup, quiet)
    table, lineup = batch.Table(), plan.lineup
    templates, keeps = lineup.templates, _keeps(lineup.bots)

    def job(first: int, end: int) -> Beliefs:
        rows = (end - first) * ROUNDS * players * (players - 1)
        who, chance = np.zeros((rows, 5), np.int64), np.zeros((rows, 3))
        minds = layout.new(layout.BOT, layout.MAX_SEATS)
        with np.errstate(over="ignore"):
            n = watch_games(
                advance_at, table.games, plan.rules[players], lineup.functions, table.bots, minds, templates,
                lineup.bot_of, keeps, np.uint64(plan.seed), players, np.arange(first, end), int(plan.deal), ROUNDS,
                who, chance,
            )  # fmt: skip
        return Beliefs(who[:n].copy(), chance[:n].copy())

    with batch.Interrupt() as interrupt, batch.Pool(threads) as pool, progress:
        progress.begin(players, 0, games)
        for start in range(0, games, 50 * PIECE):
            stop = min(start + 50 * PIECE, games)
            pieces = [(first, min(first + PIECE, stop)) for first in range(start, stop, PIECE)]
            for (first, end), piece in zip(pieces, batch.each(pool, job, pieces, interrupt), strict=False):
                yield piece
                progress.advance(end - first)
            if interrupt.pressed:
                raise KeyboardInterrupt


def _keeps(bots: Sequence[Bot]) -> np.ndarray:
    made = np.zeros(layout.MAX_SEATS, np.int64)
    made[: len(bots)] = [keeps_belief(bot) for bot in bots]
    return made
