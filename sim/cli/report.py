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
    from reports.report import comparable, report_folder, write_report
    from reports.runs import open_run
    from reports.tables import collect
    from reports.terminal import print_tables
    from sim.progress import steps

    known(lang)
    with steps() as tell:
        tell("reading")
        opened = [open_run(each) for each in run]
        report_folder(opened[0], out)
        tables = [collect(opened[0], lang, worth), *(collect(each, lang) for each in opened[1:])]
        comparable(tables[0], tables[1:])
        tell("tables")
        tables_of(tables[0], tables[1:])
    print_tables(tables[0], lang)
    with steps() as tell:
        path = write_report(tables[0], out, lang, tables[1:], tell)
    typer.echo(str(path))
