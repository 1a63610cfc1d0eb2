"""The same games between different bots, side by side: who wins them if one side plays otherwise than the others.

A side is a camp: the lord's (lord and loyalists), the rebels, the renegades.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from sim import batch
from sim.bots import HABITS, Bot, Lineup, find
from sim.core import layout
from sim.core.codes import Role, Winner
from sim.errors import UserError
from sim.plan import Plan
from sim.progress import Silent
from sim.tables import winners

CAMPS = {"lord": (Role.LORD, Role.LOYALIST), "rebel": (Role.REBEL,), "renegade": (Role.RENEGADE,)}
WINS = {"lord": Winner.LORD, "rebel": Winner.REBEL, "renegade": Winner.RENEGADE}
FREE = "free"  # of habits: nothing is barred
PIECE = 25  # games that a thread plays in one go
PART = 400  # games after which what was played is kept


def camps_at(plan: Plan, players: int) -> list[str]:
    """Return the camps that have a seat at a number of players."""
    roles = plan.rules[players][0].roles[players]
    return [camp for camp, members in CAMPS.items() if any(roles[role] for role in members)]


def one_side(camp: str, bot: Bot, others: Bot) -> Lineup:
    """Return a line-up in which a bot plays a camp and another one the rest."""
    bot_of = np.ones((len(Role), layout.MAX_SEATS), np.int64)
    bot_of[list(CAMPS[camp])] = 0
    return Lineup(f"{camp}={bot.name}, else {others.name}", (bot, others), bot_of)


def everyone(bot: Bot) -> Lineup:
    """Return a line-up of one bot."""
    return Lineup(bot.name, (bot,), np.zeros((len(Role), layout.MAX_SEATS), np.int64))


def side_label(others: str, camp: str, bot: str) -> str:
    """Return the name under which the games are kept in which ``bot`` plays a camp and ``others`` the rest."""
    return f"{others} | {camp} {bot}"


def rungs(names: Sequence[str]) -> list[Bot]:
    """Return the bots of a ladder, the weakest first as given.

    Raises
    ------
    UserError
        A bot is unknown, or there are fewer than two.
    """
    found = list(dict.fromkeys(name.strip() for name in names))
    if len(found) < 2:
        raise UserError(f"--bots: {', '.join(found) or 'none'}; a ladder needs two bots or more, the weakest first")
    return [find(name) for name in found]


def ladder_lineups(bots: Sequence[Bot], camps: Sequence[str]) -> dict[str, Lineup]:
    """Return every line-up of a ladder by its label: each bot alone, and each bot as one camp among each other bot."""
    made = {bot.name: everyone(bot) for bot in bots}
    for bot in bots:
        for others in bots:
            if others is not bot:
                made |= {side_label(others.name, camp, bot.name): one_side(camp, bot, others) for camp in camps}
    return made


def habit_lineups(lineup: Lineup, camps: Sequence[str]) -> dict[str, Lineup]:
    """Return a line-up as it is, and for each habit and camp the one in which that camp has the habit."""
    made = {FREE: lineup}
    if 2 * len(lineup.bots) > len(lineup.functions):
        raise UserError(f"--bots: {len(lineup.bots)} different bots; at most {len(lineup.functions) // 2} with habits")
    for habit, bit in HABITS.items():
        barred = tuple(replace(bot, name=f"{bot.name}+{habit}", habits=bot.habits | bit) for bot in lineup.bots)
        for camp in camps:
            bot_of = lineup.bot_of.copy()
            bot_of[list(CAMPS[camp])] += len(lineup.bots)
            made[side_label(FREE, camp, habit)] = Lineup(f"{camp} {habit}", lineup.bots + barred, bot_of)
    return made


def play_lineups(
    plan: Plan,
    players: int,
    lineups: Mapping[str, Lineup],
    games: int,
    found: dict[str, np.ndarray],
    threads: int | None = None,
    progress: Silent | None = None,
    save: Callable[[], None] = lambda: None,
    quiet: bool = True,
) -> bool:
    """Play the games 0 to ``games`` - 1 between each of several line-ups.

    Parameters
    ----------
    found : dict
        By label the winner (`Winner`) of each game, int8[games so far]; what is there is not played again.
    save : callable
        Called after each part.

    Returns
    -------
    bool
        Whether all is done; not, if Ctrl-C was pressed: the part begun is dropped.
    """
    threads, progress = batch.thread_count(threads), progress or Silent()
    jobs = {label: batch.job_of(plan, players, lineup, quiet) for label, lineup in lineups.items()}
    for label in lineups:
        found.setdefault(label, np.zeros(0, np.int8))

    def play(label: str, first: int, end: int) -> np.ndarray:
        return winners(jobs[label](np.arange(first, end)).games).astype(np.int8)

    with batch.Interrupt() as interrupt, batch.Pool(threads) as pool, progress:
        done = min(len(found[label]) for label in lineups)
        progress.begin(players, done * len(lineups), games * len(lineups))
        while done < games:
            end = min(done + PART, games)
            pieces = [(label, first, min(first + PIECE, end)) for label in lineups for first in range(done, end, PIECE)]
            played: dict[str, list[np.ndarray]] = {label: [] for label in lineups}
            for (label, first, last), piece in zip(pieces, batch.each(pool, play, pieces, interrupt), strict=False):
                played[label].append(piece)
                progress.advance(last - first)
            if interrupt.pressed:
                return False
            for label, more in played.items():
                found[label] = np.concatenate([found[label], *more])
            done = end
            save()
    return True
