"""The command line, a file a subject. Every command imports what it needs itself, so that ``--help`` comes at once."""

from typing import Annotated

import typer

import sim
from sim.cli import compare, games, report, rules, strength, tune
from sim.cli.shell import Shell, group

app = group("Plays identity card games by the million and measures their balance.", Shell)
for command in (
    games.run, report.report, strength.worth, strength.ladder, strength.beliefs, compare.compare,
    games.trace, games.scenario, games.warm,
):  # fmt: skip
    app.command()(command)
app.add_typer(rules.app, name="rules")
app.add_typer(tune.app, name="tune")


@app.callback(invoke_without_command=True)
def _root(version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False) -> None:
    if version:
        typer.echo(f"shalab {sim.__version__}")
        raise typer.Exit()


def main() -> None:
    """Run the command line, as `sim.command.main` does."""
    app()
