"""What all commands share: exit statuses, groups, how errors and interruptions are told."""

import os
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.exceptions import TyperException

from sim.command import INTERRUPTED
from sim.errors import UserError
from sim.given import one_of

FAILED, UNUSABLE = 1, 2  # exit statuses beside 0 and INTERRUPTED


class Shell(TyperGroup):
    def make_context(self, *args: Any, **more: Any) -> Any:
        """Read what stands before the command's name; what cannot be read becomes a message and a status."""
        with _told():
            return super().make_context(*args, **more)

    def invoke(self, ctx: Any) -> Any:
        """Run a command; an error of the caller's becomes a message and a status."""
        try:
            with _told():
                return super().invoke(ctx)
        except KeyboardInterrupt:
            if threading.active_count() > 1:  # a game that does not end would keep the process from ending
                os._exit(INTERRUPTED)
            raise typer.Exit(INTERRUPTED) from None


class Command(TyperCommand):
    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read a command line; an option given twice is refused, as its first value would be lost unsaid."""
        _, _, order = self.make_parser(ctx).parse_args(list(args))
        for param, times in Counter(order).items():
            if times > 1 and param.param_type_name == "option" and not param.multiple:
                raise UserError(f"{param.opts[0]}: given {times} times; allowed: once")
        return super().parse_args(ctx, args)


@contextmanager
def _told() -> Iterator[None]:
    """Turn what the caller can cause into one message and a status."""
    try:
        yield
    except UserError as error:
        message = str(error)
    except TyperException as error:
        message = _usage(error)
    except BrokenPipeError:
        raise  # whoever read the output has left
    except OSError as error:
        message = f"{error.filename}: {error.strerror}" if error.filename else str(error)
    else:
        return
    typer.echo(f"shalab: {message}", err=True)
    raise typer.Exit(UNUSABLE)


def _usage(error: TyperException) -> str:
    """Return what is wrong with a command line, and where to read on; a group alone asks for its help, which stays."""
    message, ctx = error.format_message(), getattr(error, "ctx", None)
    if message.startswith("Usage:"):
        raise error
    return f"{message.rstrip('.')} (see {ctx.command_path} --help)" if ctx else message


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
