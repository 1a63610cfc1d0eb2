"""The command that reports on a run."""

from pathlib import Path
from typing import Annotated

import typer

from sim.cli.options import Lang, place
from sim.cli.shell import known


def report(
    run: Annotated[
        list[Path], typer.Argument(metavar="RUN...", help="A run's folder; others by other bots, strongest first.")
    ],
    out: Annotated[Path | None, place("RUN/report")] = None,
    worth: Annotated[
        Path | None, typer.Option(metavar="DIR", help="What `shalab worth` wrote of these rules.", show_default=False)
    ] = None,
    lang: Lang = "zh",
) -> None:
    """Print the tables of a run and write its report; other runs of its ruleset are set beside it."""
    from reports.files import tables_of
    from reports.report import same_rules, write_report
    from reports.tables import collect
    from reports.terminal import print_tables
    from sim.progress import steps

    known(lang)
    with steps() as tell:
        tell("reading")
        tables = [collect(each, lang, worth if each == run[0] else None) for each in run]
        same_rules(tables[0], tables[1:])
        tell("tables")
        tables_of(tables[0], tables[1:])
    print_tables(tables[0], lang)
    with steps() as tell:
        path = write_report(tables[0], out, lang, tables[1:], tell)
    typer.echo(str(path))
