"""Options that several commands have, each declared once."""

from typing import Annotated, Any

import typer

BOTS = typer.Option(
    metavar="BOT | ROLE=BOT,... | BOT,BOT,...", help="For all, by role or by seat.", show_default="standard"
)
DEAL = typer.Option(metavar="balanced|random|draft", help="Who gets which hero.", show_default="balanced")
ROLES = typer.Option(metavar="VARIANT", help="Variant of the role tables.", show_default="single")
PLAYERS = typer.Option(metavar="5 | 5,8 | 2-10", help="Player counts.", show_default="5, or what the ruleset has")
SEED = typer.Option(help="Settles all chance.", show_default="0")
Players = Annotated[str | None, PLAYERS]
Seed = Annotated[int, SEED]
Bots = Annotated[str, BOTS]
Deal = Annotated[str, DEAL]
Roles = Annotated[str, ROLES]
Ruleset = Annotated[str, typer.Argument(metavar="RULESET", help="A shipped id or a path.")]
Heroes = Annotated[str | None, typer.Option(metavar="ID,ID,...", help="The only heroes that may be dealt.")]
Set = Annotated[list[str] | None, typer.Option("--set", metavar="PATH=VALUE", help="Change a value; repeatable.")]
Threads = Annotated[int | None, typer.Option(show_default="all cores")]
Resume = Annotated[bool, typer.Option("--resume", help="Go on with what was interrupted.")]
Quiet = Annotated[bool, typer.Option("--quiet", help="Print nothing but the path.")]
TargetError = Annotated[
    float | None,
    typer.Option(metavar="POINTS", help="Play on until every 95 % interval is no wider to either side."),
]
MaxGames = Annotated[
    int | None,
    typer.Option(help="With --target-error: games for each player count at most.", show_default="10000000"),
]
Lang = Annotated[str, typer.Option(metavar="zh|en", help="Language of names and texts.")]


def place(default: str, kind: str = "DIR") -> Any:
    """Return the option that says where to write: a folder or a ``FILE``."""
    return typer.Option(metavar=kind, show_default=default)
