"""Folders that games are kept in: which one is taken, and the one file that says what lies there.

That file, as ``run.json`` of a run, is replaced whole after all others.
"""

import json
import os
import shutil
import tempfile
import weakref
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sim import given
from sim.errors import UserError

MOST = 100_000  # folders of a name


def read_about(path: Path, name: str, what: str, version: int, needed: Iterable[str]) -> dict[str, Any]:
    """Read the JSON file of this name in a folder.

    Parameters
    ----------
    what : str
        What such a folder is, ``run`` or ``comparison``.
    version : int
        The format that it must state.
    needed : iterable of str
        Keys without which it is another program's.

    Raises
    ------
    UserError
        The folder is missing, is none of these, its file was cut short or is of another version.
    """
    if not path.is_dir():
        raise UserError(f"{path}: {'not a folder' if path.exists() else f'no such {what}'}")
    file = path / name
    if not file.is_file():
        raise UserError(f"{path}: not a {what}, it has no {name}")
    try:
        info = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise UserError(f"{file}: cut short or damaged ({error})") from error
    if not isinstance(info, dict) or "format" not in info:
        raise UserError(f"{file}: not written by a {what}, 'format' is missing")
    if info["format"] != version:
        raise UserError(f"{file}: format {info['format']!r} is of another version; this one reads {version}")
    lacking = [key for key in needed if key not in info]
    if lacking:
        raise UserError(f"{file}: not written by a {what}, {lacking[0]!r} is missing")
    return info


def write_about(path: Path, name: str, info: dict[str, Any]) -> None:
    """Write the JSON file of this name in a folder, whole or not at all."""
    text = json.dumps(info, ensure_ascii=False, indent=1)
    temporary = path / f"{name}.tmp"
    temporary.write_text(text + "\n", encoding="utf-8")
    temporary.replace(path / name)


def differing(keys: Iterable[str], old: dict[str, Any], new: dict[str, Any]) -> list[str]:
    """Return those of `keys` in which a folder is not what is to be played; what rounds asked for so far is none."""
    by_rounds = new["target_error"] is not None
    return [key for key in keys if old.get(key) != new[key] and not (by_rounds and key == "games_asked")]


def check_resumed(path: Path, what: str, resume: bool) -> None:
    """Raise UserError if a folder that holds a `what` was named without the wish to go on with it."""
    if not resume:
        raise UserError(f"{path}: holds a {what} already; go on with it by --resume, or choose another --out")


@contextmanager
def writing(place: Path | str) -> Iterator[None]:
    """Raise UserError, which names `place`, if what is done meanwhile cannot be written."""
    try:
        yield
    except OSError as error:
        raise UserError(f"{place}: cannot be written: {error.strerror}") from error


# ------------------------------------------------------------------------------------- which folder is taken


def numbered(name: str) -> Iterator[Path]:
    """Yield ``runs/NAME``, ``runs/NAME-2``, ``runs/NAME-3``, ..."""
    base = Path("runs") / name
    yield base
    for number in range(2, MOST):
        yield base.with_name(f"{name}-{number}")


def first_numbered(name: str, fits: Callable[[Path], bool]) -> Path:
    """Return the first of `numbered` that fits; UserError if none does."""
    for path in numbered(name):
        if fits(path):
            return path
    raise UserError("runs: full; choose another --out")


def chosen(out: str | os.PathLike[str] | None) -> Path:
    """Return the folder that was named, or a new temporary one."""
    return Path(tempfile.mkdtemp(prefix="shalab-")) if out is None else given.path("out", out)


def goes_with(found: object, path: Path, out: str | os.PathLike[str] | None) -> None:
    """Have a temporary folder, which nobody named, deleted when `found`, which shows it, is no longer used."""
    if out is None:
        weakref.finalize(found, shutil.rmtree, path, ignore_errors=True)
