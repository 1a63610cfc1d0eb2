"""Playing a comparison: every game by the first ruleset, and by the second where it can have come out otherwise."""

import os
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from sim import batch, folder
from sim.bots import DEFAULT
from sim.errors import UserError
from sim.pair import Pair, make_pair
from sim.paired_tables import pairs_table, seats_table
from sim.paired_widths import course_of
from sim.pairs import INFO, TABLES, differing, files, is_compare, names, read_info
from sim.progress import Silent, shown
from sim.results import done, write_info, write_table
from sim.rounds import goals
from sim.rules.load import Changes, Ruleset
from sim.tables import rows_a_game


class Compared:
    """A comparison on disk.

    Attributes
    ----------
    path : Path
        Its folder, which `reports.compare` reads.
    info : dict
        What ``compare.json`` says.
    """

    def __init__(self, path: Path, info: dict[str, Any]) -> None:
        """Keep the folder and what it says."""
        self.path, self.info = path, info

    def __repr__(self) -> str:
        """Name the folder."""
        return f"Compared({str(self.path)!r})"


def compare(
    a: str | os.PathLike[str] | Ruleset,
    b: str | os.PathLike[str] | Ruleset | None = None,
    set: Changes = None,
    players: int | str | Iterable[int] | None = None,
    games: int | None = None,
    seed: int = 0,
    bots: str = DEFAULT,
    deal: str = "balanced",
    roles: str = "single",
    heroes: str | Iterable[str] | None = None,
    every: bool = False,
    threads: int | None = None,
    out: str | Path | None = None,
    resume: bool = False,
    progress: bool = False,
    target_error: float | None = None,
    max_games: int | None = None,
) -> Compared:
    """Play the same games by two rulesets, or by one and the same with changes; ``reports.compare`` has the tables.

    Parameters are those of ``sim.simulate``, but for

    a, b : str, Path or Ruleset
        What is now, and what it is held against; without `b` that is `a`.
    set : dict or list of str, optional
        Values of `b` to change.
    every : bool
        Play every game twice, also where nothing that differs was consulted.
    games : int, optional
        By each, for each player count; 20,000 if neither they nor `target_error` are given.
    target_error : float, optional
        Instead of `games`: play on until the 95 % interval of every hero's change reaches no more than so many points
        to either side.

    Raises
    ------
    UserError
        Something given cannot be used.
    KeyboardInterrupt
        Ctrl-C; what was played until then is kept in `out`.
    """
    pair = make_pair(
        a, b, set, players, games, seed, bots, deal, roles, heroes, every,
        target_error=target_error, max_games=max_games,
    )  # fmt: skip
    threads = batch.thread_count(threads)
    path, info = open_folder(pair, folder.chosen(out), resume, partial(batch.machine, pair.a.lineup))
    found = Compared(path, info)
    folder.goes_with(found, path, out)
    if not info["finished"] and not play_pair(pair, path, info, threads, shown(progress)):
        raise KeyboardInterrupt(f"{path} keeps what was played")
    return found


class Relay(Silent):
    """Passes on that games are done, of several batches, to one display."""

    def __init__(self, shown: Silent) -> None:
        self._shown = shown

    def advance(self, games: int) -> None:
        """So many more games are done."""
        self._shown.advance(games)


class Twice(Relay):
    """Passes on what is to be played, in games by either ruleset."""

    def begin(self, players: int | str, done: int, games: int) -> None:
        """Turn to one or more player counts of which `done` of `games` pairs exist already."""
        self._shown.begin(players, 2 * done, 2 * games)

    def expect(self, games: int, note: str) -> None:
        """Now so many pairs are expected in all; `note` says why."""
        self._shown.expect(2 * games, note)


def play_pair(
    pair: Pair, path: Path, info: dict[str, Any], threads: int | None = None, progress: Silent | None = None
) -> bool:
    """Play what a comparison still lacks and write it down, part by part.

    Parameters
    ----------
    path : Path
        The folder; `info` is its ``compare.json``.

    Returns
    -------
    bool
        Whether it is finished; not, if Ctrl-C was pressed.
    """
    progress = progress or Silent()
    try:
        with progress:
            for players, goal in goals(course_of(pair, path, info), info, Twice(progress)):
                while (first := done(info, players)) < goal:
                    which = np.arange(first, min(first - first % pair.part + pair.part, goal))
                    _write(pair, path, info, players, _play(pair, players, which, threads, progress))
        info["finished"] = True
        write_info(path, info, INFO)
    except KeyboardInterrupt:
        return False
    return True


Sides = tuple[batch.Chunk, batch.Chunk, np.ndarray]  # games by both, and which were played by the second


def _play(pair: Pair, players: int, which: np.ndarray, threads: int | None, progress: Silent) -> Sides:
    """Play some games by the first ruleset, and again by the second those that can have met a difference."""
    ours = batch.play_some(pair.a, players, which, threads, Relay(progress))
    met = np.ones(len(which), bool) if pair.every else pair.differences[players].met(ours.games, ours.seats)
    progress.advance(int((~met).sum()))
    if not met.any():
        return ours, ours, met
    again = batch.play_some(pair.b, players, which[met], threads, Relay(progress))
    again.seats["hero"] = pair.heroes_of_b[again.seats["hero"]]
    games, seats = ours.games.copy(), ours.seats.copy()
    games[met] = again.games
    seats[np.repeat(met, rows_a_game(pair.a.rules[players], players))] = again.seats
    return ours, batch.Chunk(games, seats, again.skills, again.seconds), met


# ------------------------------------------------------------------------------------------- what is written


def _write(pair: Pair, path: Path, info: dict[str, Any], players: int, sides: Sides) -> None:
    ours, theirs, met = sides
    pairs = pairs_table(pair.a, players, ours.games, theirs.games, met)
    seats, unpaired = seats_table(pair.a, players, pairs, ours.seats, theirs.seats)
    before = done(info, players)
    old, new = (names(info, players, games) for games in (before, before + len(pairs)))
    for table, rows in zip(TABLES, (pairs, seats), strict=True):
        held = [pl.read_parquet(path / table / name) for name in old if name not in new]  # the open part
        write_table(path / table / new[-1], pl.concat([*held, rows]))
    info["games_done"][str(players)] = before + len(pairs)
    info["unpaired"][str(players)] += unpaired
    write_info(path, info, INFO)
    for table in TABLES:
        for name in set(old) - set(new):
            (path / table / name).unlink(missing_ok=True)


# ------------------------------------------------------------------------------------------------ the folder


def open_folder(
    pair: Pair, out: Path | None, resume: bool, ready: Callable[[], object] = lambda: None
) -> tuple[Path, dict[str, Any]]:
    """Find or make the folder of a comparison and return it with its ``compare.json``.

    Without `out` it is ``runs/compare-A-B-SEED``, with a number if that is taken by another comparison. `ready` is
    called before a folder is made, after all refusals.

    Raises
    ------
    UserError
        The folder holds something else, of which nothing is touched, or it cannot be made.
    """
    new = pair.info()
    path = out or _default(pair, new, resume)
    if is_compare(path):
        return path, _go_on(path, new, resume)
    if path.exists() and (not path.is_dir() or any(file.name != f"{INFO}.tmp" for file in path.iterdir())):
        raise UserError(f"{path}: holds something that is no comparison; choose another --out")
    ready()
    with folder.writing(path):
        path.mkdir(parents=True, exist_ok=True)
        write_info(path, new, INFO)
    return path, new


def _default(pair: Pair, new: dict[str, Any], resume: bool) -> Path:
    """Return the first free name; to go on, the first whose comparison is this one and not finished, if any."""

    def fits(path: Path) -> bool:
        return not path.exists() or (resume and is_compare(path) and not differing(read_info(path), new))

    return folder.first_numbered(f"compare-{pair.a.ruleset.id}-{pair.b.ruleset.id}-{pair.a.seed}", fits)


def _go_on(path: Path, new: dict[str, Any], resume: bool) -> dict[str, Any]:
    """Return the ``compare.json`` of a comparison to go on with, cleared of an interrupted write."""
    folder.check_resumed(path, "comparison", resume)
    info = read_info(path)
    keys = differing(info, new)
    if keys:
        raise UserError(f"{path}: cannot be resumed: another {', '.join(keys)}; choose another --out")
    for table in TABLES:
        counted = {file.name for file in files(path, info, table)}
        for file in (path / table).glob("p*"):
            if file.name not in counted:
                file.unlink()
    return info
