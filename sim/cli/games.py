"""Commands that play: runs, single games, scenarios; and compiling ahead."""

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from sim.cli.options import (
    BOTS,
    DEAL,
    ROLES,
    SEED,
    Bots,
    Deal,
    Heroes,
    Lang,
    MaxGames,
    Players,
    Quiet,
    Resume,
    Roles,
    Ruleset,
    Seed,
    Set,
    TargetError,
    Threads,
    place,
)
from sim.cli.shell import FAILED, ended, known, target_known


def run(
    ruleset: Ruleset,
    players: Players = None,
    games: Annotated[int | None, typer.Option(help="Games for each player count.", show_default="100000")] = None,
    seed: Seed = 0,
    bots: Bots = "standard",
    deal: Deal = "balanced",
    roles: Roles = "single",
    heroes: Heroes = None,
    set_: Set = None,
    threads: Threads = None,
    keep: Annotated[str, typer.Option(metavar="seats|totals", help="Keep rows or only sums.")] = "seats",
    target_error: TargetError = None,
    max_games: MaxGames = None,
    out: Annotated[Path | None, place("runs/RULESET-SEED")] = None,
    resume: Resume = False,
    quiet: Quiet = False,
) -> None:
    """Play games between bots; the last line of stdout is the run's path."""
    from sim import batch, runs
    from sim.plan import make_plan
    from sim.progress import shown

    target_known(target_error, games, max_games)
    plan = make_plan(
        ruleset, players, games, seed, bots, deal, roles, heroes, set_, keep,
        target_error=target_error, max_games=max_games,
    )  # fmt: skip
    threads = batch.thread_count(threads)
    path, info = runs.open_folder(plan, out, resume, partial(batch.machine, plan.lineup, quiet))
    before = dict(info["games_done"]), info["seconds"]
    finished = info["finished"] or batch.play(plan, path, info, threads, shown(not quiet))
    if not quiet:
        typer.echo("\n".join(runs.summary(info, *before)))
    told = runs.faults(info, path)
    if told:
        typer.echo(f"shalab: {told}", err=True)
    ended(path, finished)
    if told:
        raise typer.Exit(FAILED)


def trace(
    source: Annotated[
        str, typer.Argument(metavar="RULESET|RUN", help="A ruleset, or the folder of a run or comparison.")
    ],
    players: Annotated[int | None, typer.Option(show_default="5, or the run's or ruleset's first")] = None,
    game: Annotated[int, typer.Option(help="Which game.")] = 0,
    seed: Annotated[int | None, SEED] = None,
    bots: Annotated[str | None, BOTS] = None,
    deal: Annotated[str | None, DEAL] = None,
    roles: Annotated[str | None, ROLES] = None,
    heroes: Heroes = None,
    set_: Set = None,
    lang: Lang = "zh",
    plain: Annotated[bool, typer.Option("--plain", help="One event a line, as scenarios write them.")] = False,
    side: Annotated[
        str | None, typer.Option(metavar="a|b", help="Which side of a comparison.", show_default="a")
    ] = None,
) -> None:
    """Print one game of a ruleset, or of a run exactly as it was counted, as readable text."""
    known(lang)
    from sim.trace import show, trace

    given = {"seed": seed, "bots": bots, "deal": deal, "roles": roles, "heroes": heroes, "set": set_}
    options = {key: value for key, value in given.items() if value not in (None, [])}
    show(trace(source, players=players, game=game, lang=lang, plain=plain, side=side, **options), plain)


def scenario(
    paths: Annotated[list[Path], typer.Argument(metavar="PATH...", help="Scenario files, or folders of them.")],
) -> None:
    """Play scenario files and print a line for each."""
    from sim.scenario import run_paths

    raise typer.Exit(run_paths(paths))


def warm() -> None:
    """Compile everything now, so that the next run starts at once."""
    import heuristics.watch  # noqa: F401 -- an import makes its entry points known
    from sim import batch

    seconds = batch.warm()
    typer.echo(f"compiled in {seconds:.0f} s" if seconds else "everything was compiled already")
