"""Playing on until every cell is known well enough: which games come next, and when it is enough.

A cell is a hero in a role at a number of players. Looked at is how wide the 95 % interval of its win rate is, in a
comparison that of its paired difference; never the rate or the difference itself: stopping at a width keeps the
coverage of the intervals, stopping at a finding does not.

Games come in rounds. What a round plays follows from the games before it alone and is noted in the folder
before it begins, so what was interrupted goes on with the same games.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from sim import given
from sim.core.codes import Role, Winner
from sim.errors import UserError
from sim.progress import Silent
from sim.results import Run, done, write_info
from sim.widths import wilson_half

if TYPE_CHECKING:
    from sim.plan import Plan

WIDEST_TARGET = 50.0  # points: half the way from 0 to 100 %
MAX_GAMES = 10_000_000  # of a player count, where none is given
MOST_GAMES = 1_000_000_000  # of a player count; the names of parts sort
FIRST = 40  # blocks of the first round
NAMED = 5  # cells that a message names


@dataclass(frozen=True)
class Cell:
    """An interval: whose, half its width in points, and how many games of its player count make it narrow enough."""

    players: int
    role: str
    hero: str
    half_width: float
    needs: int


@dataclass(frozen=True)
class Course:
    """What is to be played.

    Attributes
    ----------
    players : tuple of int
        Player counts, smallest first.
    games : int
        Games of each; with a target the most.
    target : float or None
        Half-width in points to come to; None: the games are fixed.
    blocks : dict
        Games of a block of the balanced deal, by player count.
    widths : callable
        Gives the cells of a player count by the games written so far, widest first.
    save : callable
        Writes down what is noted of rounds.
    """

    players: tuple[int, ...]
    games: int
    target: float | None
    blocks: Mapping[int, int]
    widths: Callable[[int], list[Cell]]
    save: Callable[[], None]


def course_of(plan: "Plan", path: Path, info: dict[str, Any]) -> Course:
    """Return what a run is to play; `info` is its ``run.json``."""
    return Course(
        plan.players, plan.games, plan.target_error, blocks_of(plan),
        partial(widths, plan, path), partial(write_info, path, info),
    )  # fmt: skip


def blocks_of(plan: "Plan") -> dict[int, int]:
    """Return how many games of each player count are a block, in which each hero sits once in every seat."""
    return {players: max(int(rules[0].n_pool), 1) for players, rules in plan.rules.items()}


def check_target(error: Any, games: Any, most: Any, called: Callable[[str], str] = str) -> tuple[float | None, int]:
    """Return the half-width in points to play on to, None if none is given, and the most games of a player count.

    Parameters
    ----------
    called : callable
        Gives what the caller calls an argument of ``simulate``; on the command line that is a flag.

    Raises
    ------
    UserError
        They are no number between 0 and 50 and no number of games, or do not go with each other or with `games`.
    """
    named = {name: called(name) for name in ("target_error", "games", "max_games")}
    if error is None and most is not None:
        raise UserError("{max_games}: goes with {target_error} only; {games} says how many are played".format(**named))
    if error is not None and games is not None:
        raise UserError(
            "{games}: with {target_error} as many are played as it needs; {max_games} is the most".format(**named)
        )
    target = None if error is None else given.between(named["target_error"], error, 0, WIDEST_TARGET)
    return target, given.whole(named["max_games"], MAX_GAMES if most is None else most, 1, MOST_GAMES)


def asked_for(games: int, players: tuple[int, ...], target: float | None) -> dict[str, Any]:
    """Return what a folder says before the first game: so many of each player count, or no round of them yet."""
    if target is None:
        return {"target_error": None, "max_games": None, "games_asked": games}
    return {"target_error": target, "max_games": games, "games_asked": {str(n): 0 for n in players}, "rounds": []}


def goals(course: Course, info: dict[str, Any], progress: Silent) -> Iterator[tuple[int, int]]:
    """Yield (players, games): a player count to play next, and how many games of it there should then be.

    Each is played to the end before the next one is asked for. With a target `info` gets the rounds and, at the
    end, which cells are still too wide.
    """
    if course.target is None:
        for players in course.players:
            progress.begin(players, done(info, players), course.games)
            yield players, course.games
        return
    target, cells = course.target, dict[int, list[Cell]]()
    progress.begin(",".join(map(str, course.players)), sum(info["games_done"].values()), 0)
    while True:
        asked = {players: int(info["games_asked"][str(players)]) for players in course.players}
        for players in course.players:
            if players not in cells or done(info, players) < asked[players]:
                yield from _rest(info, players, asked[players])
                cells[players] = course.widths(players)
        widest = {players: found[0].half_width for players, found in cells.items()}
        needs = {players: max(cell.needs for cell in found) for players, found in cells.items()}
        more = allot(asked, widest, needs, target, course.blocks, course.games)
        if not more:
            break
        games = max(expected(asked, widest, needs, target, course.games), sum(asked.values()) + sum(more.values()))
        progress.expect(games, _how_far(widest, target))
        for players, games in more.items():
            info["games_asked"][str(players)] += games
        info["rounds"].append({str(players): games for players, games in more.items()})
        course.save()
    info["widest"] = {str(players): _entry(found[0]) for players, found in cells.items()}
    info["too_wide"] = [
        {"players": players, **_entry(cell)}
        for players, found in cells.items()
        for cell in found
        if cell.half_width > target
    ]


def allot(
    asked: Mapping[int, int],
    widest: Mapping[int, float],
    needs: Mapping[int, int],
    target: float,
    blocks: Mapping[int, int],
    most: int,
) -> dict[int, int]:
    """Return how many more games of which player counts the next round plays; nothing if it is enough.

    The first round gives FIRST blocks to each. Each later one goes to the player count with the widest cell: as
    many games as it needs by its widths, but at most half as many as there are, in whole blocks.

    Parameters
    ----------
    asked : dict
        Games of each player count so far.
    widest : dict
        Half the width of its widest cell, in points.
    needs : dict
        Games of it with which all its cells are expected to be narrow enough.
    target : float
        Half-width to come to, in points.
    blocks : dict
        Games of a block of the balanced deal.
    most : int
        Games of a player count at most.
    """
    if not any(asked.values()):
        return {players: min(FIRST * blocks[players], most) for players in asked}
    wide = [players for players in asked if widest[players] > target and asked[players] < most]
    if not wide:
        return {}
    players = max(wide, key=lambda n: (widest[n], -n))
    so_far, block = asked[players], blocks[players]
    games = min(max(needs[players] - so_far, so_far // 100), so_far // 2)
    return {players: min(max(ceil(games / block), 1) * block, most - so_far)}


def needed(games: int, half_width: float, target: float) -> int:
    """Return how many games bring a half-width down to a target, as it goes down by 1 / sqrt(games)."""
    return ceil(games * (half_width / target) ** 2)


def expected(
    asked: Mapping[int, int], widest: Mapping[int, float], needs: Mapping[int, int], target: float, most: int
) -> int:
    """Return how many games there will be in the end, all player counts together, by the widths so far."""
    return sum(
        games if widest[players] <= target else min(max(needs[players], games), most)
        for players, games in asked.items()
    )


def widths(plan: "Plan", path: Path, players: int) -> list[Cell]:
    """Return the half-widths of all cells of a player count out of the games on disk, widest first."""
    rules = plan.rules[players][0]
    pool = np.array(rules.pool[: int(rules.n_pool)], np.int64)
    roles = [role for role in Role if int(rules.roles[players, role])]
    run = Run(path)
    games, wins = counts(run, players, plan.tables.heroes)
    target = plan.target_error or WIDEST_TARGET

    def cell(role: Role, hero: int) -> Cell:
        half = 100 * float(wilson_half(wins[role, hero], games[role, hero]))
        return Cell(
            players, role.name.lower(), plan.tables.heroes[hero], half, needed(done(run.info, players), half, target)
        )

    return sorted((cell(role, hero) for role in roles for hero in pool), key=lambda cell: -cell.half_width)


def counts(run: Run, players: int, heroes: list[str]) -> tuple[np.ndarray, np.ndarray]:
    """Return finished games and wins of a player count: two int64[role, hero]."""
    import polars as pl

    games, wins = np.zeros((2, len(Role), len(heroes)), np.int64)
    if not done(run.info, players):
        return games, wins
    own, stopped = pl.col("players") == players, Winner.UNFINISHED.name.lower()
    if run.info["keep"] == "totals":
        ended = run.scan("totals").filter(own, pl.col("winner").cast(pl.String) != stopped)
        sums = [pl.col("games").sum(), pl.col("won").sum()]
    else:
        broken = run.scan("games").filter(own, pl.col("winner").cast(pl.String) == stopped).select("game")
        ended = run.scan("seats").filter(own).join(broken, on="game", how="anti")
        sums = [pl.len().alias("games"), pl.col("won").sum()]
    keys = [pl.col(name).cast(pl.String) for name in ("role", "hero")]
    for role, hero, played, won in ended.group_by(keys).agg(sums).collect().iter_rows():
        at = Role[role.upper()], heroes.index(hero)
        games[at], wins[at] = played, won
    return games, wins


def told(info: Mapping[str, Any]) -> list[str]:
    """Return lines on how wide the widest cells of a run with a target were when it ended."""
    lines = [
        f"{players} players: widest half-width {cell['half_width']:.2f} points, {_name(cell)}"
        for players, cell in info.get("widest", {}).items()
    ]
    wide = sorted(info.get("too_wide", ()), key=lambda cell: -cell["half_width"])
    if wide:
        named = ", ".join(f"{_name(cell)} at {cell['players']} {cell['half_width']:.2f}" for cell in wide[:NAMED])
        rest = f" and {len(wide) - NAMED:,} more" if len(wide) > NAMED else ""
        lines.append(
            f"stopped at {info['max_games']:,} games: {len(wide):,} cells are wider than {info['target_error']:g} "
            f"points: {named}{rest}"
        )
    return lines


def _rest(info: Mapping[str, Any], players: int, asked: int) -> Iterator[tuple[int, int]]:
    """Yield what a player count still lacks of the rounds noted so far."""
    if done(info, players) < asked:
        yield players, asked


def _how_far(widest: Mapping[int, float], target: float) -> str:
    return f"widest half-width {max(widest.values()):.2f} points, aim {target:g}"


def _entry(cell: Cell) -> dict[str, Any]:
    return {"role": cell.role, "hero": cell.hero, "half_width": round(cell.half_width, 4)}


def _name(cell: Mapping[str, Any]) -> str:
    return f"{cell['hero']} as {cell['role']}"
