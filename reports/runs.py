"""Run folders: what is in one, whether it can be used, and lazy scans of its parts."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sim import given
from sim.errors import UserError
from sim.folder import read_about
from sim.pairs import INFO as PAIRS
from sim.results import FORMAT, INFO, check_forms, file_names

if TYPE_CHECKING:
    from collections.abc import Iterator

    import polars as pl

ROLES = ("lord", "loyalist", "rebel", "renegade")
SIDE = {"lord": "lord", "loyalist": "lord", "rebel": "rebel", "renegade": "renegade"}  # role -> winner
OUTCOMES = ("lord", "rebel", "renegade", "draw", "unfinished")


@dataclass(frozen=True)
class RunFolder:
    """An opened run folder: its path and what its ``run.json`` says."""

    path: Path
    meta: dict[str, Any]

    @cached_property
    def only_totals(self) -> bool:
        """Whether the run kept counts and sums only, no row per game."""
        kept = self.meta.get("keep")
        return kept == "totals" if kept else not self.parts("seats")

    @cached_property
    def day(self) -> str:
        """Date of the run: as written in ``run.json``, else of that file (ISO)."""
        written = str(self.meta.get("date", ""))[:10]
        return written or date.fromtimestamp((self.path / INFO).stat().st_mtime).isoformat()

    @cached_property
    def games_done(self) -> dict[int, int]:
        """Games played per player count, by ``run.json``; empty if it does not say."""
        return per_players(self.meta.get("games_done"))

    @cached_property
    def of_lineups(self) -> bool:
        """Whether a seat fields several heroes, one after the other."""
        return isinstance(self.meta.get("lineup"), dict)

    def name(self, word: str, lang: str) -> str:
        """Return the display name of a hero, skill or role; its id where there is none."""
        names = self.meta.get("names")
        table = names.get(lang, {}) if isinstance(names, dict) else {}
        for group in (table, *(value for value in table.values() if isinstance(value, dict))):
            if isinstance(group.get(word), str):
                return " ".join(group[word].split()) or word
        return word

    @cached_property
    def order(self) -> dict[str, int]:
        """Return ids in the order in which ``run.json`` names them: heroes keep the ruleset's order."""
        names = self.meta.get("names")
        table = names.get("zh") or names.get("en") or {} if isinstance(names, dict) else {}
        groups = [value for value in table.values() if isinstance(value, dict)] or [table]
        return {word: index for index, word in enumerate(word for group in groups for word in group)}

    def parts(self, table: str) -> list[Path]:
        """Return the parquet parts of a table.

        Those that run.json accounts for (others are the rest of an interrupted write); all there are in a
        folder whose run.json does not say how its parts are cut.
        """
        folder = self.path / table
        if not folder.is_dir():
            return []
        if "part" not in self.meta:
            return sorted(path for path in folder.glob("*.parquet") if not path.name.startswith("."))
        named = [
            folder / name
            for players, games in self.games_done.items()
            for name in file_names(table, players, games, self.meta["part"])
        ]
        lost = [path for path in named if not path.is_file()]
        if lost:
            raise UserError(f"{lost[0]}: missing, although run.json counts its games")
        return named

    def has_column(self, table: str, column: str) -> bool:
        """Tell whether every part of a table has a column."""
        import polars as pl

        return all(column in pl.read_parquet_schema(part) for part in self.parts(table))

    def scans(self, table: str, columns: list[str]) -> list[pl.LazyFrame]:
        """Return lazy frames with these columns: one for all parts of equal types, so usually one."""
        import polars as pl

        alike: dict[tuple, list[Path]] = {}
        for part in self.parts(table):
            try:
                schema = pl.read_parquet_schema(part)
            except Exception as error:
                raise UserError(f"{part}: cut short or no parquet file ({first_line(error)})") from error
            missing = [column for column in columns if column not in schema]
            if missing:
                raise UserError(f"{part}: no column {missing[0]!r}; it has {', '.join(schema)}")
            alike.setdefault(tuple(str(schema[column]) for column in columns), []).append(part)
        return [pl.scan_parquet(parts).select(columns) for parts in alike.values()]

    def pieces(
        self, games: list[str], seats: list[str], most: int | None = None
    ) -> Iterator[tuple[pl.DataFrame, pl.DataFrame]]:
        """Yield games and their seats, one part of each after the other: parts of one name hold the same games.

        Parts whose games all come after the first `most` of a player count may be left out.
        """
        import polars as pl

        self.scans("games", games), self.scans("seats", seats)  # for their messages
        for game_part, seat_part in zip(self.parts("games"), self.parts("seats"), strict=True):
            if most is not None and "part" in self.meta and int(game_part.stem.split("-")[1]) >= most:
                continue
            try:
                yield pl.read_parquet(game_part, columns=games), pl.read_parquet(seat_part, columns=seats)
            except (pl.exceptions.PolarsError, OSError) as error:
                raise UserError(f"{seat_part}: cannot be read ({first_line(error)})") from error


def open_run(run: Any) -> RunFolder:
    """Open a run folder, given its path or an object with a ``path``; `UserError` if it cannot be used.

    Seats that no run wrote do as well: a Parquet file, a folder of them, or a data frame; see `reports.foreign`.
    """
    if isinstance(run, RunFolder):
        return run
    from reports.foreign import from_files, from_frames, is_frames

    if is_frames(run):
        return from_frames(run)
    path = given.path("run", getattr(run, "path", run))
    file = path / INFO
    if (path / PAIRS).is_file():
        raise UserError(f"{path}: a comparison, not a run; `shalab compare` with --resume writes its report again")
    foreign = None if file.is_file() else from_files(path)
    if foreign is not None:
        return foreign
    meta = read_about(path, INFO, "run", FORMAT, ("ruleset",))
    check_forms(file, meta)
    opened = RunFolder(path, meta)
    needed = ["totals"] if opened.only_totals else ["games", "seats"]
    for table in needed:
        if not opened.parts(table):
            raise UserError(f"{path}: no finished part in {table}/, nothing to report")
    return opened


def per_players(value: Any) -> dict[int, int]:
    """Return a mapping of run.json by player count with integer keys; empty for anything else."""
    if not isinstance(value, dict):
        return {}
    try:
        return {int(key): int(count) for key, count in value.items()}
    except (TypeError, ValueError) as error:
        raise UserError(f"run.json: {value!r} is no table of counts by players") from error


def first_line(error: Exception) -> str:
    """Return the first line of an error's text."""
    return (str(error).splitlines() or [type(error).__name__])[0]
