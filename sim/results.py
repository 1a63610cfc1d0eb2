"""Run folders: ``run.json``, the Parquet files it accounts for, and the class that reads them.

``run.json`` is the one point of truth: it is replaced whole after the files it speaks of, and the names of
those files follow from it. Whatever else lies in the folder is left of an interrupted write and is not read.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from sim import given
from sim.errors import UserError
from sim.folder import read_about, write_about

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl

FORMAT = 1
INFO = "run.json"
ROWS = ("games", "seats")  # tables with a row a game or a seat, in parts
KEPT = {"seats": ("games", "seats", "skills"), "totals": ("totals", "skills")}
NEEDED = (
    "ruleset", "ruleset_path", "set", "content_hash", "source_hash", "weights_hash", "versions", "seed",
    "players", "roles", "deal", "heroes", "bots", "bot_names", "keep", "part", "games_asked", "games_done",
    "finished", "unfinished", "unfinished_count", "causes", "seconds", "names",
)  # fmt: skip

FORMS: dict[str, tuple[type | tuple[type, ...], str]] = {
    **dict.fromkeys(("ruleset", "ruleset_path", "roles", "deal", "bots", "keep"), (str, "a text")),
    **dict.fromkeys(("set", "players", "bot_names", "unfinished"), (list, "a list")),
    **dict.fromkeys(("games_done", "unfinished_count", "causes", "names", "versions"), (dict, "a table")),
    **dict.fromkeys(("seed", "part"), (int, "a whole number")),
    "heroes": ((list, type(None)), "a list or null"),
    "games_asked": ((int, dict), "a whole number or a table"),
    "target_error": ((int, float, type(None)), "a number or null"),
    "max_games": ((int, type(None)), "a whole number or null"),
    "rounds": (list, "a list"),
    "seconds": ((int, float), "a number"),
}


class Run:
    """A run on disk.

    Attributes
    ----------
    path : Path
        The run's folder.
    info : dict
        What ``run.json`` says.
    """

    def __init__(self, path: str | Path) -> None:
        """Open a run's folder and see that its files are there and whole."""
        self.path = given.path("run", path)
        self.info = read_info(self.path)
        for table in KEPT[self.info["keep"]]:
            for file in self.files(table):
                _check_whole(file)

    def __repr__(self) -> str:
        """Name the folder."""
        return f"Run({str(self.path)!r})"

    def files(self, table: str) -> list[Path]:
        """Return the files of a table, in the order of their rows.

        Raises
        ------
        UserError
            The run did not keep that table.
        """
        kept = KEPT[self.info["keep"]]
        if table not in kept:
            raise UserError(f"{self.path}: {table} not kept (keep = {self.info['keep']}); kept are {', '.join(kept)}")
        names = [
            name
            for players in self.info["players"]
            for name in file_names(table, players, done(self.info, players), self.info["part"])
        ]
        return [self.path / table / name for name in names]

    def scan(self, table: str) -> "pl.LazyFrame":
        """Return a lazy polars frame over a table: games, seats, skills or totals."""
        import polars as pl

        files = self.files(table)
        if not files:
            raise UserError(f"{self.path}: no game of this run was finished")
        return pl.scan_parquet(files)

    def games(self) -> "pl.DataFrame":
        """Return one row a game."""
        return self._read("games")

    def seats(self) -> "pl.DataFrame":
        """Return one row a seat of a game."""
        return self._read("seats")

    def skills(self) -> "pl.DataFrame":
        """Return games, times offered and times used by players, role, hero, bot and skill."""
        return self._read("skills")

    def totals(self) -> "pl.DataFrame":
        """Return counts and sums by players, seat, role, hero, bot and winner (``keep="totals"`` only)."""
        return self._read("totals")

    def to_pandas(self, table: str = "") -> "pd.DataFrame":
        """Return a table as pandas; without a name the seats, or the totals where only they were kept."""
        return self._read(table or self.info["keep"]).to_pandas()

    def _read(self, table: str) -> "pl.DataFrame":
        import polars as pl

        try:
            return self.scan(table).collect()
        except pl.exceptions.PolarsError as error:
            raise UserError(f"{self.path / table}: cannot be read: {error}") from error


def done(info: dict[str, Any], players: int) -> int:
    """Return how many games of a player count a run holds."""
    return int(info["games_done"].get(str(players), 0))


def file_names(table: str, players: int, games: int, part: int) -> list[str]:
    """Return the names of a table's files once so many games of a player count are done.

    Tables of rows lie in parts of `part` games, the last one shorter; sums lie in one file.
    """
    if not games:
        return []
    firsts = range(0, games, part) if table in ROWS else [0]
    ends = [min(first + part, games) for first in firsts] if table in ROWS else [games]
    return [f"p{players:02d}-{first:010d}-{end:010d}.parquet" for first, end in zip(firsts, ends, strict=True)]


def is_run(path: Path) -> bool:
    """Tell whether a path is a run's folder."""
    return (path / INFO).is_file()


def read_info(path: Path) -> dict[str, Any]:
    """Read and check ``run.json`` of a folder.

    Raises
    ------
    UserError
        The folder is missing, is no run, was cut short, or is of another format version.
    """
    file = path / INFO
    info = read_about(path, INFO, "run", FORMAT, NEEDED)
    check_forms(file, info)
    if info["keep"] not in KEPT:
        raise UserError(f"{file}: keep is {info['keep']!r}; allowed are {', '.join(KEPT)}")
    return info


def check_forms(file: Path, info: dict[str, Any]) -> None:
    """Raise UserError if a value of ``run.json`` is of another form than a run writes."""
    for key, (kind, form) in FORMS.items():
        if key in info and not isinstance(info[key], kind):
            raise UserError(f"{file}: {key} is {info[key]!r}; must be {form}")
    if info.get("part", 1) < 1:
        raise UserError(f"{file}: part is {info['part']}; must be 1 or more")
    counts = {"players": info.get("players", []), "games_done": info.get("games_done", {}).values()}
    for key, numbers in counts.items():
        wrong = [number for number in numbers if not isinstance(number, int) or number < 0]
        if wrong:
            raise UserError(f"{file}: {key} has {wrong[0]!r}; must be whole numbers, 0 or more")


def write_info(path: Path, info: dict[str, Any], name: str = INFO) -> None:
    """Write ``run.json``, or a file of another name, of a folder, whole or not at all."""
    write_about(path, name, info)


def write_table(file: Path, table: "pl.DataFrame") -> None:
    """Write a Parquet file, whole or not at all."""
    file.parent.mkdir(exist_ok=True)
    temporary = file.with_suffix(".tmp")
    table.rechunk().write_parquet(temporary, compression="zstd")
    temporary.replace(file)


def _check_whole(file: Path) -> None:
    """Raise UserError unless a file is there and ends as a Parquet file does."""
    if not file.is_file():
        raise UserError(f"{file}: missing, although {INFO} counts its games")
    with file.open("rb") as stream:
        start = stream.read(4)
        stream.seek(max(file.stat().st_size - 4, 0))
        if start != b"PAR1" or stream.read() != b"PAR1":
            raise UserError(f"{file}: cut short or not a Parquet file")
