"""What all commands share: exit statuses, groups, how errors and interruptions are told."""

import os
import threading
from pathlib import Path
from typing import Any

import typer
from typer.core import TyperGroup

from sim.command import INTERRUPTED
from sim.errors import UserError
from sim.given import one_of

FAILED, UNUSABLE = 1, 2  # exit statuses beside 0 and INTERRUPTED


class Shell(TyperGroup):
    def invoke(self, ctx: Any) -> Any:
        """Run a command; an error of the caller's becomes a message and a status."""
        try:
            return super().invoke(ctx)
        except UserError as error:
            typer.echo(f"shalab: {error}", err=True)
            raise typer.Exit(UNUSABLE) from None
        except KeyboardInterrupt:
            if threading.active_count() > 1:  # a game that does not end would keep the process from ending
                os._exit(INTERRUPTED)
            raise typer.Exit(INTERRUPTED) from None


def group(told: str, kind: type[TyperGroup] = TyperGroup) -> typer.Typer:
    """Return a group of commands."""
    return typer.Typer(
        cls=kind,
        help=told,
        no_args_is_help=True,
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
    )


def interrupted(path: Path) -> None:
    """Print the folder of what was interrupted, and how to go on with it."""
    typer.echo(f"shalab: interrupted; the same command with --resume --out {path} goes on", err=True)
    typer.echo(str(path))


def ended(path: Path, finished: bool) -> None:
    """Print the folder of what has ended; the status tells whether it was interrupted."""
    if not finished:
        interrupted(path)
        raise typer.Exit(INTERRUPTED)
    typer.echo(str(path))


def known(lang: str) -> None:
    """Raise `UserError` unless this is a language."""
    one_of("--lang", lang, ("zh", "en"))


def room_for(file: Path) -> None:
    """Raise `UserError` unless a file can be written there: before anything is played for it, not after."""
    if file.is_dir():
        raise UserError(f"{file}: is a folder; --out names a file")
    if not file.parent.is_dir() or not os.access(file.parent, os.W_OK):
        raise UserError(f"{file}: cannot be written: no folder {file.parent} to write to; choose another --out")


def flag(argument: str) -> str:
    """Return the flag that stands for an argument of the Python face."""
    return f"--{argument.replace('_', '-')}"


def target_known(target_error: float | None, games: int | None, max_games: int | None) -> None:
    """Raise `UserError`, in the words of the command line, unless these say how many games are to be played."""
    from sim.rounds import check_target

    check_target(target_error, games, max_games, flag)
