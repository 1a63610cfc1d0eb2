"""Commands about rulesets."""

from typing import Annotated

import typer

from sim.cli.options import Lang, Ruleset, Set
from sim.cli.shell import FAILED, group, known
from sim.given import one_of

app = group("List, show and check rulesets.")


@app.command("list")
def list_() -> None:
    """List the shipped rulesets."""
    from sim.rules.show import list_rulesets

    for found in list_rulesets():
        typer.echo(f"{found['id']:20} {found['names']['zh']}  {found['names']['en']}")


@app.command()
def show(
    ruleset: Ruleset,
    section: Annotated[str | None, typer.Argument(metavar="[heroes|cards|skills|roles|setup]")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="The whole ruleset, or the section, as JSON.")] = False,
    set_: Set = None,
    lang: Lang = "zh",
) -> None:
    """Show a ruleset, every value with where it comes from."""
    from sim.rules import show
    from sim.rules.load import load_ruleset

    known(lang)
    if section is not None:
        one_of("section", section, show.SECTIONS)
    loaded = load_ruleset(ruleset, set_)
    if as_json:
        import json

        data = show.as_json(loaded)
        typer.echo(json.dumps(data if section is None else data[section], ensure_ascii=False, indent=1))
        return
    from rich.console import Console

    Console().print(show.text(loaded, section, lang))


@app.command()
def check(
    path: Annotated[str, typer.Argument(metavar="PATH", help="A ruleset's folder, file or id.")],
) -> None:
    """Check a ruleset: that it loads, and that each of its role tables can be dealt."""
    from sim.rules.load import load_ruleset
    from sim.rules.show import check

    load_ruleset(path)
    problems = check(path)
    for problem in problems:
        typer.echo(problem)
    if problems:
        raise typer.Exit(FAILED)
    typer.echo(f"{path}: ok")
