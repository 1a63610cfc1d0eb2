"""The measurements of how good the bots are: started, kept in a folder, gone on with."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from sim import batch
from sim.bots import Bot, Lineup
from sim.core.codes import Role
from sim.kept import Kept
from sim.plan import Plan, source_hash
from sim.progress import Silent
from sim.sides import CAMPS, camps_at, everyone, habit_lineups, ladder_lineups, play_lineups
from sim.worth import COUNTED, Cells, Subject, heroes_named, measure, subjects


def about(plan: Plan, games: int, **more: Any) -> dict[str, Any]:
    """Return what the counts of a measurement depend on."""
    return {
        "ruleset": plan.ruleset.id,
        "content_hash": plan.ruleset.content_hash,
        "source_hash": source_hash(),
        "seed": plan.seed,
        "players": list(plan.players),
        "bots": plan.lineup.text,
        "weights_hash": plan.lineup.weights_hash,
        "games": games,
        **more,
    }


def role_names(plan: Plan, lang: str) -> dict[str, str]:
    """Return the names of the roles by id."""
    return {role.name.lower(): plan.ruleset.name(role.name.lower(), lang) for role in Role}


def camp_names(plan: Plan, lang: str) -> dict[str, str]:
    """Return the names of the camps by id: those of the roles in them that some table of the plan has."""
    dealt = [role for role in Role if any(rules[0].roles[n, role] for n, rules in plan.rules.items())]
    names = role_names(plan, lang)
    return {
        camp: " + ".join(names[role.name.lower()] for role in roles if role in dealt or role == roles[0])
        for camp, roles in CAMPS.items()
    }


@dataclass(frozen=True)
class Worth:
    """What was counted for each skill; arrays are int64[skill, role, 6 = `sim.worth.COUNTED`]."""

    plan: Plan
    path: Path
    free: list[Subject]
    locked: list[Subject]
    counts: dict[int, np.ndarray]  # by player count
    finished: bool

    def named(self, part: Sequence[Subject], lang: str) -> list[tuple[str, str, str, str]]:
        """Return id of hero and skill and their names."""
        ruleset, tables = self.plan.ruleset, self.plan.tables
        ids = [(tables.heroes[one.hero], tables.bundles[one.bundle]) for one in part]
        return [(hero, skill, ruleset.name(hero, lang), ruleset.name(skill, lang)) for hero, skill in ids]


def worth(
    plan: Plan,
    heroes: Iterable[str],
    pairs: int,
    out: Path | None = None,
    resume: bool = False,
    threads: int | None = None,
    progress: Silent | None = None,
    quiet: bool = True,
) -> Worth:
    """Measure what the skills of some heroes, or of all, are worth; see `sim.worth.measure`.

    Raises
    ------
    UserError
        A hero is unknown, or the folder cannot be used.
    """
    threads = batch.thread_count(threads)
    free, locked = subjects(plan, heroes_named(plan, heroes))
    ids = [[plan.tables.heroes[one.hero], plan.tables.bundles[one.bundle]] for one in free]
    kept = Kept(f"{plan.ruleset.id}-worth-{plan.seed}", out, about(plan, pairs, skills=ids), resume)
    cells = {n: _cells(kept.counts.get(str(n)), len(free)) for n in plan.players}

    def save() -> None:
        kept.save({str(n): {"next": one.next, "counts": one.counts.tolist()} for n, one in cells.items()})

    finished = True
    for n in plan.players:
        finished = finished and measure(plan, n, free, pairs, cells[n], threads, progress, save, quiet)
    save()
    return Worth(plan, kept.path, free, locked, {n: one.counts for n, one in cells.items()}, finished)


@dataclass(frozen=True)
class Sides:
    """Who won the same games between different bots, see `sim.sides`."""

    plan: Plan
    path: Path
    camps: dict[int, list[str]]  # by player count
    won: dict[int, dict[str, np.ndarray]]  # by player count and label: int8[games]
    finished: bool

    def played(self) -> list[tuple[int, dict[str, np.ndarray]]]:
        """Return the player counts of which games were played, each with its games.

        Raises
        ------
        KeyboardInterrupt
            There is none: Ctrl-C was pressed too early.
        """
        found = [(n, won) for n, won in self.won.items() if won and all(map(len, won.values()))]
        if not found:
            raise KeyboardInterrupt
        return found

    def seats(self, players: int) -> dict[str, int]:
        """Return how many seats each role has."""
        return {role.name.lower(): int(self.plan.rules[players][0].roles[players, role]) for role in Role}


def ladder(plan: Plan, bots: Sequence[Bot], games: int, **options: Any) -> Sides:
    """Play each bot against each, camp by camp; options are those of `_sides`."""
    more = {"rungs": [[bot.name, everyone(bot).weights_hash] for bot in bots]}
    return _sides("ladder", plan, lambda camps: ladder_lineups(bots, camps), games, more, **options)


def habits(plan: Plan, games: int, **options: Any) -> Sides:
    """Play the bots of a plan, and with each habit on one side at a time; options are those of `_sides`."""
    return _sides("habits", plan, lambda camps: habit_lineups(plan.lineup, camps), games, {}, **options)


def _sides(
    name: str,
    plan: Plan,
    lineups: Callable[[list[str]], dict[str, Lineup]],
    games: int,
    more: dict[str, Any],
    out: Path | None = None,
    resume: bool = False,
    threads: int | None = None,
    progress: Silent | None = None,
    quiet: bool = True,
) -> Sides:
    camps = {n: camps_at(plan, n) for n in plan.players}
    threads = batch.thread_count(threads)
    kept = Kept(f"{plan.ruleset.id}-{name}-{plan.seed}", out, about(plan, games, **more), resume)
    won = {n: _read(kept.counts.get(str(n), {})) for n in plan.players}

    def save() -> None:
        kept.save({str(n): {label: _digits(codes) for label, codes in one.items()} for n, one in won.items()})

    finished = True
    for n in plan.players:
        finished = finished and play_lineups(plan, n, lineups(camps[n]), games, won[n], threads, progress, save, quiet)
    save()
    return Sides(plan, kept.path, camps, won, finished)


def _digits(winners: np.ndarray) -> str:
    """Write the winners of games as a text, a digit a game."""
    return (winners + ord("0")).astype(np.uint8).tobytes().decode("ascii")


def _read(saved: dict[str, str]) -> dict[str, np.ndarray]:
    return {label: np.frombuffer(text.encode("ascii"), np.int8) - np.int8(ord("0")) for label, text in saved.items()}


def _cells(saved: dict[str, Any] | None, skills: int) -> Cells:
    empty = np.zeros((skills, 4, len(COUNTED)), np.int64)
    return (
        Cells(empty)
        if saved is None
        else Cells(np.array(saved["counts"], np.int64).reshape(empty.shape), saved["next"])
    )
