"""The measurements of how good the bots are: started, kept in a folder, gone on with."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from sim import batch
from sim.kept import Kept
from sim.plan import Plan, source_hash
from sim.progress import Silent
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


def _cells(saved: dict[str, Any] | None, skills: int) -> Cells:
    empty = np.zeros((skills, 4, len(COUNTED)), np.int64)
    return (
        Cells(empty)
        if saved is None
        else Cells(np.array(saved["counts"], np.int64).reshape(empty.shape), saved["next"])
    )
