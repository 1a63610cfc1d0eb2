"""Comparison folders: ``compare.json`` and the Parquet files it accounts for.

``pairs/`` has a row a game, ``seats/`` a row a hero of a game. As with a run, ``compare.json`` is replaced after the
files it counts: the folder is whole at any moment, and what it does not count is not read.
"""

import json
from pathlib import Path
from typing import Any

from sim import given
from sim.errors import UserError
from sim.results import done, file_names

FORMAT = 1
INFO = "compare.json"
SIDES = ("a", "b")
TABLES = ("pairs", "seats")
SAME = (  # what two comparisons must have in common to be one
    "a", "b", "source_hash", "seed", "players", "roles", "deal", "bots", "weights_hash", "heroes", "every", "part",
    "games_asked",
)  # fmt: skip
NEEDED = (*SAME, "differences", "holders", "texts", "games_done", "unpaired", "finished", "names", "versions")


def is_compare(path: Path) -> bool:
    """Tell whether a path is a comparison's folder."""
    return (path / INFO).is_file()


def files(path: Path, info: dict[str, Any], table: str) -> list[Path]:
    """Return the files of a table, ``pairs`` or ``seats``, in the order of their rows.

    Raises
    ------
    UserError
        One is missing.
    """
    found = [path / table / name for n in info["players"] for name in names(info, n, done(info, n))]
    for file in found:
        if not file.is_file():
            raise UserError(f"{file}: missing, although {INFO} counts its games")
    return found


def names(info: dict[str, Any], players: int, games: int) -> list[str]:
    """Return the names of a table's files once so many games of a player count are done."""
    return file_names("games", players, games, info["part"])


def read_info(path: str | Path) -> dict[str, Any]:
    """Read ``compare.json`` of a folder.

    Raises
    ------
    UserError
        The folder is missing, is no comparison, was cut short, or is of another format version.
    """
    path = given.path("comparison", path)
    if not path.exists():
        raise UserError(f"{path}: no such comparison")
    file = path / INFO
    if not file.is_file():
        raise UserError(f"{path}: not a comparison, it has no {INFO}")
    try:
        info = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, json.JSONDecodeError) as error:
        raise UserError(f"{file}: cut short or damaged ({error})") from error
    if not isinstance(info, dict) or info.get("format") != FORMAT:
        found = info.get("format") if isinstance(info, dict) else None
        raise UserError(f"{file}: format {found!r} is of another version; this one reads {FORMAT}")
    lacking = [key for key in NEEDED if key not in info]
    if lacking:
        raise UserError(f"{file}: not written by a comparison, {lacking[0]!r} is missing")
    return info
