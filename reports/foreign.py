"""Seats that no run of ours wrote: a Parquet file, a folder of them or a data frame, brought into the form of a run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import polars as pl

from reports.runs import FORMAT, ROLES, SIDE, RunFolder, first_line
from sim.errors import UserError

NEEDED = ("game", "seat", "role", "hero", "won")
OF_GAMES = ("winner", "turns", "rounds")  # columns of games that a seats table may carry
PIECE = 100_000  # games looked at in one go


@dataclass(frozen=True)
class FrameRun(RunFolder):
    """Tables in memory in the form of a run: seats in turn order from the lord, a winner for each game."""

    frames: dict[str, pl.DataFrame] = field(default_factory=dict, repr=False)

    @cached_property
    def only_totals(self) -> bool:
        """Never: the seats are there."""
        return False

    @cached_property
    def day(self) -> str:
        """Not known."""
        return ""

    def parts(self, table: str) -> list[Any]:
        """Return the table's name if it is there."""
        return [table] if table in self.frames else []

    def has_column(self, table: str, column: str) -> bool:
        """Tell whether a table has a column."""
        return table in self.frames and column in self.frames[table].columns

    def scans(self, table: str, columns: list[str]) -> list[pl.LazyFrame]:
        """Return the table with these columns."""
        if table not in self.frames:
            return []
        missing = [column for column in columns if column not in self.frames[table].columns]
        if missing:
            raise UserError(f"{self.path}: {table} has no column {missing[0]!r}")
        return [self.frames[table].lazy().select(columns)]

    def pieces(
        self, games: list[str], seats: list[str], most: int | None = None
    ) -> Iterator[tuple[pl.DataFrame, pl.DataFrame]]:
        """Yield games and their seats, whole games of one player count at a time."""
        game_rows, seat_rows = self.frames["games"].select(games), self.frames["seats"].select(seats)
        first = 0
        for own in game_rows.partition_by("players", maintain_order=True):
            players = int(own["players"][0])
            for start in range(0, len(own) if most is None else min(most, len(own)), PIECE):
                piece = own.slice(start, PIECE)
                yield piece, seat_rows.slice(first + start * players, len(piece) * players)
            first += len(own) * players


def is_frames(given: Any) -> bool:
    """Tell whether something is a data frame (polars or pandas), or tables by name."""
    return isinstance(given, (pl.DataFrame, pl.LazyFrame, Mapping)) or type(given).__module__.split(".")[0] == "pandas"


def from_frames(given: Any) -> FrameRun:
    """Return data frames as a run.

    Parameters
    ----------
    given
        A polars or pandas frame of seats, or a mapping with ``seats`` and, if there are any, ``games`` and
        ``skills``. Seats need the columns game, seat, role (lord, loyalist, rebel, renegade), hero and won; players
        is counted if it is missing. What else a run's seats have is used where it is there, and so are winner,
        turns and rounds. Without a winner a game nobody won is a draw.

    Raises
    ------
    UserError
        A column is missing, a value is none of those allowed, or a game has not one lord.
    """
    tables = dict(given) if isinstance(given, Mapping) else {"seats": given}
    if "seats" not in tables:
        raise UserError(f"tables have no 'seats'; given are {', '.join(map(str, tables)) or 'none'}")
    return _run(Path("seats"), {name: _polars(table) for name, table in tables.items()})


def from_files(path: Path) -> FrameRun | None:
    """Return a Parquet file, or a folder of such files of seats, as a run; None if there is no such file.

    A folder may have subfolders ``seats``, ``games`` and ``skills``, as that of a run has.
    """
    found = {name: _parts(path / name) for name in ("seats", "games", "skills")}
    if not found["seats"]:
        found = {"seats": _parts(path)}
    if not found["seats"]:
        return None
    try:
        tables = {name: pl.read_parquet(parts) for name, parts in found.items() if parts}
    except (pl.exceptions.PolarsError, OSError) as error:
        raise UserError(f"{path}: cannot be read ({first_line(error)})") from error
    return _run(path, tables)


def _parts(path: Path) -> list[Path]:
    if path.is_file() and path.suffix == ".parquet":
        return [path]
    return sorted(part for part in path.glob("*.parquet") if not part.name.startswith(".")) if path.is_dir() else []


def _polars(table: Any) -> pl.DataFrame:
    if isinstance(table, pl.LazyFrame):
        return table.collect()
    return table if isinstance(table, pl.DataFrame) else pl.from_pandas(table)


def _run(path: Path, tables: dict[str, pl.DataFrame]) -> FrameRun:
    seats = _seats(path, tables["seats"])
    games = _games(path, seats, tables.get("games"))
    frames = {"seats": seats.drop(OF_GAMES, strict=False), "games": games}
    if "skills" in tables:
        frames["skills"] = tables["skills"]
    bots = seats["bot"].drop_nulls().unique().sort().to_list() if "bot" in seats.columns else []
    return FrameRun(path, {"format": FORMAT, "ruleset": path.stem, "names": {}, "bot_names": bots}, frames)


def _seats(path: Path, seats: pl.DataFrame) -> pl.DataFrame:
    missing = [column for column in NEEDED if column not in seats.columns]
    if missing:
        raise UserError(
            f"{path}: not a run, it has no run.json, and seats have no column {missing[0]!r}; "
            f"needed are {', '.join(NEEDED)}"
        )
    if seats.is_empty():
        raise UserError(f"{path}: seats have no row")
    if "players" not in seats.columns:
        seats = seats.with_columns(players=pl.len().over("game"))
    texts = [name for name in ("role", "hero", "bot") if name in seats.columns]
    seats = seats.with_columns(pl.col(texts).cast(pl.String))
    for column in ("game", "players", "seat", "role", "won"):
        if seats[column].null_count():
            raise UserError(f"{path}: seats have a row without {column}")
    unknown = set(seats["role"].unique()) - set(ROLES)
    if unknown:
        raise UserError(f"{path}: role {sorted(unknown)[0]!r} is none of {', '.join(ROLES)}")
    won = seats["won"]
    if won.dtype != pl.Boolean and not (won.dtype.is_numeric() and won.is_in([0, 1]).all()):
        raise UserError(f"{path}: won is neither true or false nor 0 or 1")
    if not seats["game"].dtype.is_integer():
        seats = seats.with_columns(pl.col("game").rank("dense"))
    heroes = seats["hero"].drop_nulls().unique().sort()
    seats = seats.with_columns(
        pl.col("game").cast(pl.Int64),
        pl.col("players", "seat").cast(pl.Int16),
        pl.col("role").cast(pl.Enum(ROLES)),
        pl.col("hero").cast(pl.Enum(heroes)),
        pl.col("won").cast(pl.Boolean),
    )
    _check_games(path, seats)
    return _from_the_lord(seats).sort("players", "game", "seat")


def _check_games(path: Path, seats: pl.DataFrame) -> None:
    """Refuse a game without exactly one lord, or with another number of seats than of players."""
    counted = seats.group_by("players", "game").agg(
        rows=pl.col("seat").n_unique(), all_rows=pl.len(), lords=(pl.col("role") == "lord").sum()
    )
    wrong = counted.filter(
        (pl.col("lords") != 1) | (pl.col("rows") != pl.col("players")) | (pl.col("all_rows") != pl.col("players"))
    )
    if len(wrong):
        game = wrong.sort("players", "game").row(0, named=True)
        raise UserError(
            f"{path}: game {game['game']} of {game['players']} players has {game['all_rows']} rows of {game['rows']} "
            f"seats and {game['lords']} lords; a game needs a row for each seat, and one lord"
        )


def _from_the_lord(seats: pl.DataFrame) -> pl.DataFrame:
    """Count seats in turn order from the lord, who is 0, and killers likewise."""
    lords = seats.filter(pl.col("role") == "lord")
    if (lords["seat"] == 0).all():
        return seats
    at = lords.select("players", "game", lord="seat")
    joined = seats.join(at, on=["players", "game"])
    moved = [((pl.col("seat") - pl.col("lord")) % pl.col("players")).cast(pl.Int16).alias("seat")]
    if "killer" in seats.columns:
        killer = (pl.col("killer") - pl.col("lord")) % pl.col("players")
        moved.append(pl.when(pl.col("killer") >= 0).then(killer).otherwise(-1).cast(pl.Int16).alias("killer"))
    return joined.with_columns(moved).drop("lord")


def _games(path: Path, seats: pl.DataFrame, games: pl.DataFrame | None) -> pl.DataFrame:
    """Return a row a game in the order of the seats; who won by `games`, by the seats' winner, or by their won."""
    if games is not None:
        missing = [column for column in ("game", "players", "winner") if column not in games.columns]
        if missing:
            raise UserError(f"{path}: games have no column {missing[0]!r}")
        if not games["game"].dtype.is_integer():
            raise UserError(f"{path}: games number their games by {games['game'].dtype}; must be whole numbers")
        games = games.with_columns(pl.col("game").cast(pl.Int64), pl.col("players").cast(pl.Int16))
        games = games.sort("players", "game")
        seated = seats.select("players", "game").unique().sort("players", "game")
        if not games.select("players", "game").equals(seated):
            raise UserError(
                f"{path}: games has {len(games)} rows, seats are of {len(seated)} games; must be the same games"
            )
        return games
    carried = [pl.col(column).first() for column in OF_GAMES if column in seats.columns]
    camp = pl.col("role").cast(pl.String).replace_strict(SIDE, return_dtype=pl.String)
    won = camp.filter(pl.col("won")).first().fill_null("draw").alias("winner")
    return seats.group_by("players", "game", maintain_order=True).agg(
        *carried, *([] if "winner" in seats.columns else [won])
    )
