"""What a running batch writes: games in, parts and ``run.json`` out, and on again after an interruption."""

import time
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from sim.core.codes import Err
from sim.results import KEPT, ROWS, done, file_names, write_info, write_table
from sim.tables import SKILL_KEYS, SUM_KEYS, Tables, add_up

EVERY = 20.0  # seconds between writes of a part that is not full yet
FIRST_UNFINISHED = 100  # games listed in run.json; all are counted


class Writer:
    """Takes the games of a run in order and writes them down.

    A write makes new files, then replaces ``run.json``, then removes the files that the new ones stand for: a
    run killed anywhere in between is on disk as it was before or as it is after.
    """

    def __init__(self, path: Path, info: dict[str, Any], tables: Tables) -> None:
        """Go on from what `info` says is on disk (nothing, for a new run)."""
        self.path, self.info, self.tables = path, info, tables
        self.part = int(info["part"])
        self._kept = KEPT[info["keep"]]
        self._clock = self._written = time.monotonic()
        self._spent = float(info["seconds"])
        _clear(path, info)

    def begin(self, players: int) -> int:
        """Turn to a player count; return the number of its games that are already done."""
        self.players = players
        self.done = self._on_disk = done(self.info, players)
        self._games: list[np.ndarray] = []
        self._seats: list[np.ndarray] = []
        self._skills: np.ndarray | int = 0
        self._held = {table: self._read_open(table) for table in self._kept}  # the open part, or the sums so far
        return self.done

    def add(self, games: np.ndarray, seats: np.ndarray, skills: np.ndarray) -> None:
        """Take the next games, none beyond the end of the part.

        Parameters
        ----------
        games, seats : RESULT[n], SEAT_RESULT[n * rows], see ``tables.rows_a_game``
        skills : int64[role, hero, bot, skill, 3]
        """
        self._note_unfinished(games)
        self._games.append(games)
        self._seats.append(seats)
        self._skills = self._skills + skills
        self.done += len(games)
        if self.done % self.part == 0 or time.monotonic() - self._written > EVERY:
            self.commit()

    def commit(self) -> None:
        """Write everything taken so far."""
        before = self._on_disk
        if self.done > before:
            self._write_tables()
        self.info["games_done"][str(self.players)] = self._on_disk = self.done
        self._written = time.monotonic()
        self.info["seconds"] = round(self._spent + self._written - self._clock, 3)
        write_info(self.path, self.info)
        for table in self._kept:
            for name in set(self._names(table, before)) - set(self._names(table, self.done)):
                (self.path / table / name).unlink(missing_ok=True)

    def finish(self) -> None:
        """Note that nothing is lacking."""
        self.info["finished"] = True
        write_info(self.path, self.info)

    def _write_tables(self) -> None:
        games, seats = np.concatenate(self._games), np.concatenate(self._seats)
        new = {"skills": self.tables.skills(self.players, np.asarray(self._skills))}
        if "totals" in self._kept:
            new["totals"] = self.tables.totals(self.players, games, seats)
        else:
            new["games"] = self.tables.games(self.players, games)
            new["seats"] = self.tables.seats(self.players, games, seats)
        self._games, self._seats, self._skills = [], [], 0
        for table in self._kept:
            whole = _joined(table, self._held[table], new[table])
            write_table(self.path / table / self._names(table, self.done)[-1], whole)
            self._held[table] = None if self._is_full(table) else whole

    def _names(self, table: str, games: int) -> list[str]:
        return file_names(table, self.players, games, self.part)

    def _is_full(self, table: str) -> bool:
        return table in ROWS and self.done % self.part == 0

    def _read_open(self, table: str) -> pl.DataFrame | None:
        if not self.done or self._is_full(table):
            return None
        return pl.read_parquet(self.path / table / self._names(table, self.done)[-1])

    def _note_unfinished(self, games: np.ndarray) -> None:
        stopped = games[games["err"] != Err.NONE]
        if not len(stopped):
            return
        counts = self.info["unfinished_count"]
        counts[str(self.players)] = counts.get(str(self.players), 0) + len(stopped)
        causes = self.info["causes"]
        for err in stopped["err"]:
            causes[_cause(err)] = causes.get(_cause(err), 0) + 1
        room = FIRST_UNFINISHED - len(self.info["unfinished"])
        self.info["unfinished"] += [
            {
                "players": self.players,
                "game": int(game["game"]),
                "cause": _cause(game["err"]),
                "seat": int(game["err_seat"]),
            }
            for game in stopped[:room]
        ]


def _cause(err: int) -> str:
    return Err(int(err)).name.lower()


def _joined(table: str, held: pl.DataFrame | None, new: pl.DataFrame) -> pl.DataFrame:
    if held is None:
        return new
    if table in ROWS:
        return pl.concat([held, new])
    return add_up([held, new], SKILL_KEYS if table == "skills" else SUM_KEYS)


def _clear(path: Path, info: dict[str, Any]) -> None:
    """Remove the rest of an interrupted write: files of tables that ``run.json`` does not count."""
    for table in KEPT[info["keep"]]:
        counted = {
            name
            for players in info["players"]
            for name in file_names(table, players, done(info, players), info["part"])
        }
        for file in (path / table).glob("p*"):
            if file.name not in counted:
                file.unlink()
