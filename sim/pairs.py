"""Comparison folders: ``compare.json`` and the Parquet files it accounts for.

``pairs/`` has a row a game, ``seats/`` a row a hero of a game. As with a run, ``compare.json`` is replaced after the
files it counts: the folder is whole at any moment, and what it does not count is not read.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from sim import folder, given
from sim.errors import UserError
from sim.results import done, file_names

if TYPE_CHECKING:
    import polars as pl

FORMAT = 1
INFO = "compare.json"
SIDES = ("a", "b")
TABLES = ("pairs", "seats")
SAME = (  # what two comparisons must have in common to be one
    "a", "b", "source_hash", "seed", "players", "roles", "deal", "bots", "weights_hash", "heroes", "every", "part",
    "target_error", "max_games", "games_asked",
)  # fmt: skip
NEEDED = (*SAME, "differences", "holders", "texts", "games_done", "unpaired", "finished", "names", "versions")


def is_compare(path: Path) -> bool:
    """Tell whether a path is a comparison's folder."""
    return (path / INFO).is_file()


def differing(old: dict[str, Any], new: dict[str, Any]) -> list[str]:
    """Return the parameters in which two comparisons differ."""
    return folder.differing(SAME, old, new)


def files(path: Path, info: dict[str, Any], table: str, players: int | None = None) -> list[Path]:
    """Return the files of a table, ``pairs`` or ``seats``, in the order of their rows; of one player count if given.

    Raises
    ------
    UserError
        One is missing.
    """
    counts = info["players"] if players is None else [players]
    found = [path / table / name for n in counts for name in names(info, n, done(info, n))]
    for file in found:
        if not file.is_file():
            raise UserError(f"{file}: missing, although {INFO} counts its games")
    return found


def cells(path: Path, info: dict[str, Any], players: int | None = None) -> "pl.DataFrame":
    """Count the games finished by both of each player count, role and hero; of one player count if given.

    Columns: players, role, hero (text); n, wins_a, wins_b, only_a, only_b (won by that side only) and changed (no
    longer the same game), int64.
    """
    import polars as pl

    a, b = pl.col("won_a"), pl.col("won_b")
    counts = {
        "n": pl.len(), "wins_a": a.sum(), "wins_b": b.sum(), "only_a": (a & ~b).sum(), "only_b": (b & ~a).sum(),
        "changed": (~pl.col("same")).sum(),
    }  # fmt: skip
    rows = pl.scan_parquet(files(path, info, "seats", players)).filter("finished")
    rows = rows.with_columns(pl.col("role", "hero").cast(pl.String))
    return rows.group_by("players", "role", "hero").agg(**{k: v.cast(pl.Int64) for k, v in counts.items()}).collect()


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
    return folder.read_about(given.path("comparison", path), INFO, "comparison", FORMAT, NEEDED)
