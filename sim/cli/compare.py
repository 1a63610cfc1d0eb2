"""The command that compares two rulesets."""

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from sim.cli.options import (
    Bots,
    Deal,
    Heroes,
    Lang,
    MaxGames,
    Players,
    Quiet,
    Resume,
    Roles,
    Seed,
    TargetError,
    Threads,
    place,
)
from sim.cli.shell import interrupted, known, target_known


def compare(
    a: Annotated[str, typer.Argument(metavar="A", help="The ruleset that is now: a shipped id or a path.")],
    b: Annotated[str | None, typer.Argument(metavar="[B]", help="What it is held against; without it, A.")] = None,
    set_: Annotated[
        list[str] | None, typer.Option("--set", metavar="PATH=VALUE", help="Change a value of B; repeatable.")
    ] = None,
    players: Players = None,
    games: Annotated[
        int | None, typer.Option(help="Games by each, for each player count.", show_default="20000")
    ] = None,
    seed: Seed = 0,
    bots: Bots = "standard",
    deal: Deal = "balanced",
    roles: Roles = "single",
    heroes: Heroes = None,
    every: Annotated[bool, typer.Option("--every", help="Play every game twice, also where nothing changed.")] = False,
    target_error: TargetError = None,
    max_games: MaxGames = None,
    threads: Threads = None,
    out: Annotated[Path | None, place("runs/compare-A-B-SEED")] = None,
    resume: Resume = False,
    lang: Lang = "zh",
    quiet: Quiet = False,
) -> None:
    """Play the same games by two rulesets and report what changed; the last line of stdout is the folder."""
    from sim import batch
    from sim.compare import open_folder, play_pair
    from sim.pair import make_pair
    from sim.progress import shown

    known(lang)
    target_known(target_error, games, max_games)
    pair = make_pair(
        a, b, set_, players, games, seed, bots, deal, roles, heroes, every,
        target_error=target_error, max_games=max_games,
    )  # fmt: skip
    threads = batch.thread_count(threads)
    path, info = open_folder(pair, out, resume, partial(batch.machine, pair.a.lineup, quiet))
    if not (info["finished"] or play_pair(pair, path, info, threads, shown(not quiet))):
        interrupted(path)
        raise KeyboardInterrupt
    from reports.comparison import collect
    from reports.comparison_report import print_tables, write_report
    from sim.rounds import told

    tables = collect(path, lang)
    write_report(tables)
    if not quiet:
        print_tables(tables)
        for line in told(info):
            typer.echo(line)
    typer.echo(str(path))
