"""Commands that measure how good the bots are."""

from pathlib import Path
from typing import Annotated, Any

import typer

from sim.cli.options import Bots, Lang, Players, Quiet, Resume, Ruleset, Seed, Set, Threads, place
from sim.cli.shell import INTERRUPTED, ended, known
from sim.errors import UserError


def worth(
    ruleset: Ruleset,
    heroes: Annotated[list[str] | None, typer.Argument(metavar="[HERO...]", help="Ids or names; all if none.")] = None,
    players: Players = None,
    games: Annotated[int, typer.Option(help="Pairs of games for each skill and role.")] = 20_000,
    seed: Seed = 0,
    bots: Bots = "standard",
    habits: Annotated[bool, typer.Option("--habits", help="Of habits instead, one side at a time.")] = False,
    set_: Set = None,
    threads: Threads = None,
    out: Annotated[Path | None, place("runs/RULESET-worth-SEED")] = None,
    resume: Resume = False,
    lang: Lang = "zh",
    quiet: Quiet = False,
) -> None:
    """Show what each skill is worth to the bots: the same games with it and without it."""
    from reports import ladder, measure, strength
    from sim import measures

    known(lang)
    options: dict[str, Any] = {"players": players, "games": games, "seed": seed, "bots": bots}
    options |= {"threads": threads, "resume": resume, "progress": not quiet}
    if habits and heroes:
        raise UserError(f"--habits: of sides, not of heroes; found {', '.join(heroes)}")
    loaded, out = _folder(ruleset, set_, "habits" if habits else "worth", seed, out, resume)
    if habits:
        found = measure.habits(loaded, out=out, **options)
        if not quiet:
            ladder.print_habits(found["habits"], measures.camp_names(found.plan, lang), lang)
    else:
        found = measure.worth(loaded, heroes or [], out=out, lang=lang, **options)
        if not quiet:
            strength.print_worth(found["worth"], found.locked, measures.role_names(found.plan, lang), lang)
    ended(found.path, found.finished)


def ladder(
    ruleset: Ruleset,
    players: Players = None,
    games: Annotated[int, typer.Option(help="Games for each line-up.")] = 10_000,
    bots: Annotated[str, typer.Option(metavar="BOT,BOT,...", help="The weakest first.")] = "random,greedy,standard",
    seed: Seed = 0,
    set_: Set = None,
    threads: Threads = None,
    out: Annotated[Path | None, place("runs/RULESET-ladder-SEED")] = None,
    resume: Resume = False,
    lang: Lang = "zh",
    quiet: Quiet = False,
) -> None:
    """Show which bot is better, camp by camp: each against each in the same games."""
    from reports import ladder, measure
    from sim import measures

    known(lang)
    loaded, out = _folder(ruleset, set_, "ladder", seed, out, resume)
    found = measure.ladder(
        loaded, bots, players, games, seed, threads=threads, out=out, resume=resume, progress=not quiet
    )
    if not quiet:
        ladder.print_ladder(found["ladder"], found["rates"], measures.camp_names(found.plan, lang), lang)
    ended(found.path, found.finished)


def beliefs(
    ruleset: Ruleset,
    players: Players = None,
    games: Annotated[int, typer.Option(help="Games for each player count.")] = 10_000,
    bots: Bots = "standard",
    seed: Seed = 0,
    set_: Set = None,
    threads: Threads = None,
    out: Annotated[Path | None, place("runs/RULESET-beliefs-SEED")] = None,
    lang: Lang = "zh",
    quiet: Quiet = False,
) -> None:
    """Show how well the bots infer hidden roles, round by round."""
    from reports import measure
    from reports.beliefs import print_beliefs

    known(lang)
    loaded, out = _folder(ruleset, set_, "beliefs", seed, out)
    found = measure.beliefs(loaded, players, games, seed, bots, threads=threads, out=out, progress=not quiet, lang=lang)
    if not quiet:
        print_beliefs(found["beliefs"], lang)
        if found.idle:
            typer.echo(f"{', '.join(found.idle)}: no belief about roles, not counted")
    if not found.finished:
        typer.echo("shalab: interrupted; the tables are of the games until then", err=True)
    typer.echo(str(found.path))
    if not found.finished:
        raise typer.Exit(INTERRUPTED)


def _folder(
    ruleset: str, changes: list[str] | None, what: str, seed: int, out: Path | None, resume: bool = False
) -> tuple[Any, Path]:
    """Return the ruleset of a measurement, and its folder: by default one of ``runs/``."""
    from sim.kept import default_folder
    from sim.rules.load import load_ruleset

    loaded = load_ruleset(ruleset, changes)
    return loaded, out or default_folder(f"{loaded.id}-{what}-{seed}", resume)
