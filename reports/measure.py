"""Measuring how good the bots are: what `shalab worth`, `ladder` and `beliefs` do, from Python.

Each function plays games, and returns pandas tables with the folder that holds them as CSV and Parquet. What the
columns are stands with the functions named there; docs/bots.md reads them in words.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reports import ladder as rungs_of
from reports import strength
from sim import folder, given, measures
from sim import progress as telling
from sim.bots import DEFAULT, HABITS
from sim.errors import UserError
from sim.plan import Plan, make_plan

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable

    import pandas as pd

    from sim.rules.load import Changes, Ruleset

LANGS = ("zh", "en")


@dataclass(frozen=True)
class Measured:
    """What was measured.

    Attributes
    ----------
    path : Path
        The folder; without `out` a temporary one that lasts as long as this.
    plan : Plan
        What was played.
    tables : dict[str, DataFrame]
        By the name of their files.
    finished : bool
        False if Ctrl-C came before the end: the tables are of the games until then.
    locked : list[Skill]
        Of `worth`: skills that nobody can decline, so that nothing was measured.
    idle : list[str]
        Of `beliefs`: bots that keep no belief about roles.
    """

    path: Path
    plan: Plan
    tables: dict[str, pd.DataFrame]
    finished: bool = True
    locked: list[strength.Skill] = field(default_factory=list)
    idle: list[str] = field(default_factory=list)

    def __getitem__(self, name: str) -> pd.DataFrame:
        """Return a table by its name."""
        return self.tables[name]


def worth(
    ruleset: str | os.PathLike[str] | Ruleset,
    heroes: str | Iterable[str] = (),
    players: int | str | Iterable[int] | None = None,
    games: int = 20_000,
    seed: int = 0,
    bots: str = DEFAULT,
    set: Changes = None,
    threads: int | None = None,
    out: str | Path | None = None,
    resume: bool = False,
    progress: bool = False,
    lang: str = "zh",
) -> Measured:
    """Measure what each skill that can be declined is worth to the bots: the same games with it and without it.

    Parameters are those of `sim.simulate`, but for

    heroes
        Ids or names; all if none is given.
    games
        Pairs of games for each skill and role.
    lang
        Language of names, ``zh`` or ``en``.

    Returns
    -------
    Measured
        ``worth``: a row a (players, hero, skill, role), see `reports.strength.worth_table`.
    """
    given.one_of("lang", lang, LANGS)
    names = given.texts("heroes", heroes)
    plan = make_plan(ruleset, players, games, seed, bots, set=set)
    found = measures.worth(plan, names, games, **_options(out, resume, threads, progress))
    free, locked = ([strength.Skill(*ids) for ids in found.named(part, lang)] for part in (found.free, found.locked))
    table = strength.join(strength.worth_table(n, free, cells) for n, cells in found.counts.items())
    return _kept(out, found.path, plan, {"worth": table}, found.finished, locked=locked)


def habits(
    ruleset: str | os.PathLike[str] | Ruleset,
    players: int | str | Iterable[int] | None = None,
    games: int = 20_000,
    seed: int = 0,
    bots: str = DEFAULT,
    set: Changes = None,
    threads: int | None = None,
    out: str | Path | None = None,
    resume: bool = False,
    progress: bool = False,
) -> Measured:
    """Measure what habits cost the side that has them, such as doing without inferring roles: in the same games.

    Parameters are those of `sim.simulate`.

    Returns
    -------
    Measured
        ``habits``: a row a (players, habit, camp), see `reports.ladder.habit_table`.
    """
    plan = make_plan(ruleset, players, games, seed, bots, set=set)
    found = measures.habits(plan, games, **_options(out, resume, threads, progress))
    table = strength.join(rungs_of.habit_table(n, list(HABITS), found.camps[n], won) for n, won in found.played())
    return _kept(out, found.path, plan, {"habits": table}, found.finished)


def ladder(
    ruleset: str | os.PathLike[str] | Ruleset,
    bots: str | Iterable[str] = "random,greedy,standard",
    players: int | str | Iterable[int] | None = None,
    games: int = 10_000,
    seed: int = 0,
    set: Changes = None,
    threads: int | None = None,
    out: str | Path | None = None,
    resume: bool = False,
    progress: bool = False,
) -> Measured:
    """Measure which bot is better, camp by camp: each against each in the same games.

    Parameters are those of `sim.simulate`, but for

    bots
        The weakest first.
    games
        Games for each line-up of bots.

    Returns
    -------
    Measured
        ``ladder``: a row a (players, better, worse, camp), see `reports.ladder.step_table`; ``rates``: a row a
        (players, bot, camp), see `reports.ladder.rate_table`.
    """
    from sim import sides

    rungs = sides.rungs(given.texts("bots", bots))
    names = [bot.name for bot in rungs]
    plan = make_plan(ruleset, players, games, seed, names[-1], set=set)
    found = measures.ladder(plan, rungs, games, **_options(out, resume, threads, progress))
    played = [(n, names, found.camps[n], won) for n, won in found.played()]
    tables = {
        "ladder": strength.join(rungs_of.step_table(*one) for one in played),
        "rates": strength.join(rungs_of.rate_table(*one, found.seats(one[0])) for one in played),
    }
    return _kept(out, found.path, plan, tables, found.finished)


def beliefs(
    ruleset: str | os.PathLike[str] | Ruleset,
    players: int | str | Iterable[int] | None = None,
    games: int = 10_000,
    seed: int = 0,
    bots: str = DEFAULT,
    set: Changes = None,
    threads: int | None = None,
    out: str | Path | None = None,
    progress: bool = False,
    lang: str = "zh",
) -> Measured:
    """Measure how well the bots infer hidden roles, round by round.

    Parameters are those of `sim.simulate`; `lang` is that of the picture in the folder.

    Returns
    -------
    Measured
        ``beliefs``: a row a (players, round), see `reports.beliefs.Tally.rounds`; ``reliability``: a row a tenth of
        believed chances, see `reports.beliefs.Tally.reliability`.

    Raises
    ------
    KeyboardInterrupt
        Ctrl-C came before anything was seen.
    """
    from heuristics.watch import keeps_belief, watch
    from reports.beliefs import Tally, write_reliability
    from sim.kept import Kept

    given.one_of("lang", lang, LANGS)
    plan = make_plan(ruleset, players, games, seed, bots, set=set)
    idle = [bot.name for bot in plan.lineup.bots if not keeps_belief(bot)]
    if len(idle) == len(plan.lineup.bots):
        raise UserError(f"bots {bots}: {', '.join(idle)} keep no belief about roles; standard does")
    kept = Kept(f"{plan.ruleset.id}-beliefs-{seed}", folder.chosen(out), measures.about(plan, games))
    tallies, finished = [Tally(n) for n in plan.players], True
    try:
        for n, tally in zip(plan.players, tallies, strict=True):
            for seen in watch(plan, n, games, threads, telling.shown(progress), not progress):
                tally.add(seen.who, seen.chance)
    except KeyboardInterrupt:
        finished = False
    tallies = [tally for tally in tallies if len(tally.rounds())]
    if not finished and not tallies:
        raise KeyboardInterrupt
    kept.save({})
    tables = {
        "beliefs": strength.join(tally.rounds() for tally in tallies),
        "reliability": strength.join(tally.reliability() for tally in tallies),
    }
    write_reliability(tables["reliability"], kept.path / "reliability.png", lang)
    return _kept(out, kept.path, plan, tables, finished, idle=idle)


def _options(out: str | Path | None, resume: bool, threads: int | None, progress: bool) -> dict[str, Any]:
    return {
        "out": folder.chosen(out),
        "resume": resume,
        "threads": threads,
        "progress": telling.shown(progress),
        "quiet": not progress,
    }


def _kept(
    out: str | Path | None, path: Path, plan: Plan, tables: dict[str, pd.DataFrame], finished: bool, **lists: Any
) -> Measured:
    """Write the tables into the folder, which goes with what is returned if nobody named it."""
    for name, table in tables.items():
        strength.write_tables(path, name, table)
    found = Measured(path, plan, tables, finished, **lists)
    folder.goes_with(found, path, out)
    return found
