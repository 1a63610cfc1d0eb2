"""What a folder says of itself: the one file that is replaced whole after all others, as ``run.json`` of a run."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from sim.errors import UserError


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
