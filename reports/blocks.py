"""Whole games as arrays, one block of a player count after the other: for what looks at several seats of a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
import polars as pl

from reports.runs import OUTCOMES, ROLES
from sim.errors import UserError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from reports.runs import RunFolder

DRAW = OUTCOMES.index("draw")
UNFINISHED = OUTCOMES.index("unfinished")
T = TypeVar("T")
Words = Mapping[str, Sequence[str]]


@dataclass(frozen=True)
class Block:
    """Finished games of one player count.

    Attributes
    ----------
    players : int
        Seats a game.
    winner : int8[games]
        Place in `reports.runs.OUTCOMES`: 0 lord, 1 rebel, 2 renegade, 3 draw.
    seats : dict of str to array[players, games]
        Columns of the seats table; words as their place in the list that was asked for, -1 for any other.
    games : dict of str to array[games]
        Columns of the games table.
    """

    players: int
    winner: NDArray[np.int8]
    seats: dict[str, NDArray[Any]]
    games: dict[str, NDArray[Any]]


def blocks(
    run: RunFolder, seats: Sequence[str], words: Words, games: Sequence[str] = (), most: int | None = None
) -> Iterator[Block]:
    """Yield the finished games of a run, whole games at a time.

    Parameters
    ----------
    seats, games
        Numeric columns to bring along, besides those of `words`, the roles and the winner.
    words
        Text columns of the seats and the words that stand for their codes.
    most
        Games of each player count to stop after (unfinished ones counted); None for all.
    """
    words = {"role": ROLES, **words}
    columns = list(dict.fromkeys([*words, *seats]))
    seen: dict[int, int] = {}
    pieces = run.pieces(["game", "players", "winner", *games], ["game", "players", *columns], most)
    for game_rows, seat_rows in _read_ahead(pieces):
        for rows in _by_size(seat_rows):
            players = int(rows["players"][0])
            left = None if most is None else most - seen.get(players, 0)
            if left is not None and left <= 0:
                continue
            block = _block(run, players, game_rows, rows, columns, words, list(games), left)
            seen[players] = seen.get(players, 0) + len(rows) // players
            if len(block.winner):
                yield block


def _read_ahead(pieces: Iterator[T]) -> Iterator[T]:
    """Yield pieces, each read while the one before it is worked on."""
    with ThreadPoolExecutor(1) as reader:
        coming = reader.submit(next, pieces, None)
        while (piece := coming.result()) is not None:
            coming = reader.submit(next, pieces, None)
            yield piece


def _by_size(seats: pl.DataFrame) -> list[pl.DataFrame]:
    alike = seats.is_empty() or seats["players"].min() == seats["players"].max()
    return [seats][: len(seats)] if alike else seats.partition_by("players", maintain_order=True)


def _block(
    run: RunFolder,
    players: int,
    game_rows: pl.DataFrame,
    rows: pl.DataFrame,
    columns: list[str],
    words: Words,
    games: list[str],
    left: int | None,
) -> Block:
    rows = rows if left is None else rows.head(left * players)
    number = rows["game"].to_numpy()
    if len(number) % players or (number.reshape(-1, players) != number[::players, None]).any():
        raise UserError(f"{run.path}: the seats of a game of {players} do not stand together: cut short or sorted anew")
    number = number[::players]
    own = game_rows.filter(pl.col("players") == players)
    if len(own) < len(number) or (own["game"].to_numpy()[: len(number)] != number).any():
        own = pl.DataFrame({"game": number}).join(own, on="game", how="left", maintain_order="left")
    own = own.head(len(number))
    winner = codes(own["winner"], OUTCOMES).astype(np.int8)
    if (winner < 0).any():
        raise UserError(f"{run.path}: a game of {players} has no winner that is one of {', '.join(OUTCOMES)}")
    kept = np.flatnonzero(winner != UNFINISHED)

    def of_seats(name: str) -> NDArray[Any]:
        values = codes(rows[name], words[name]) if name in words else rows[name].to_numpy()
        table = np.ascontiguousarray(values.reshape(-1, players).T)
        return table if len(kept) == len(number) else table.take(kept, axis=1)

    return Block(
        players,
        winner[kept],
        {name: of_seats(name) for name in columns},
        {name: own[name].to_numpy()[kept] for name in games},
    )


def codes(column: pl.Series, words: Sequence[str]) -> NDArray[np.int16]:
    """Return the place of each text in a list of words, -1 where it is none of them or null."""
    if not isinstance(column.dtype, pl.Enum):
        column = column.cast(pl.String)
        column = column.cast(pl.Enum(column.drop_nulls().unique(maintain_order=True)))
    place = {word: i for i, word in enumerate(words)}
    known = [place.get(word, -1) for word in column.dtype.categories]
    number = column.to_physical()
    if column.null_count():
        number, known = number.cast(pl.Int64).fill_null(len(known)), [*known, -1]
    return np.array(known or [-1], np.int16)[number.to_numpy()]
