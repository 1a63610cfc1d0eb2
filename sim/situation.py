"""One position played many times with fresh chance: how a probability is measured, or one situation."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from sim import given
from sim.batch import Table, make_ready, thread_count
from sim.bots import Lineup, lineup
from sim.core import layout
from sim.core.codes import Ev, Role, Status, Winner
from sim.errors import UserError, suggest
from sim.plan import check_numbers
from sim.rules.load import Changes, Ruleset, read_changes
from sim.scenario import model
from sim.scenario.setup import Position, position_of

if TYPE_CHECKING:
    import pandas as pd

CHUNK = 250  # games in one go: their whole records are held
WORDS = np.arange(64, dtype=np.uint64)
WINNERS, ROLES = (np.array([member.name.lower() for member in enum]) for enum in (Winner, Role))
EVENTS = np.array(["", *(member.name.lower() for member in Ev)])


@dataclass(frozen=True)
class Situation:
    """What came of a position that was played many times."""

    ruleset: Ruleset
    tables: dict[str, pl.DataFrame]

    def games(self) -> pl.DataFrame:
        """Return one row a game.

        Columns: game, winner, turns, stopped (the event it stopped at, ``turn``, or ``over``), and of that
        event seat, other, n, kind and card.
        """
        return self.tables["games"]

    def seats(self) -> pl.DataFrame:
        """Return one row a seat of a game, as it stood at the end.

        Columns: game, seat, role, hero, alive, hp, max_hp, n_hand, drawn, damage_dealt, damage_taken, healed,
        kills, and the cards in hand, equip and judge as lists.
        """
        return self.tables["seats"]

    def to_pandas(self, table: str = "seats") -> "pd.DataFrame":
        """Return a table as pandas."""
        return self.tables[table].to_pandas()


def play_position(
    start: str | os.PathLike[str] | dict[str, Any],
    stop: str = "turn",
    games: int = 100_000,
    seed: int = 0,
    bots: str = "standard",
    threads: int | None = None,
    ruleset: str | os.PathLike[str] | Ruleset | None = None,
    set: Changes = None,
) -> Situation:
    """Play a scenario's position many times; its steps and what it expects are left aside.

    Parameters
    ----------
    start : path or dict
        The scenario. Cards it names on the pile stay on top, the rest is shuffled for each game.
    stop : str
        ``turn``, ``turns:N``, ``game``, an event (``judge``, ``damage``, ``dead`` ...), or several of them,
        ``judge,turn``: whichever comes first.
    ruleset, set
        Another ruleset than the scenario's, and values to change.

    Raises
    ------
    UserError
        Something given cannot be used.
    """
    games, seed = check_numbers(games, seed)
    threads = thread_count(threads)
    name, scenario = model.read(start)
    changes = read_changes(set)
    if isinstance(ruleset, Ruleset):
        scenario.ruleset, changes = str(ruleset.path), ruleset.changes | changes
    elif ruleset is not None:
        given.path("ruleset", ruleset)
        scenario.ruleset = str(Path(ruleset).absolute() if Path(ruleset).exists() else ruleset)
    position = position_of(name, scenario, changes)
    seats = lineup(bots, [len(scenario.seat)])
    g = position.games[0]
    g.stop_ev, g.stop_turns = read_stop(stop)
    g.log_on = g.checked = 0
    job = _job(position, seats, np.uint64(seed))
    with ThreadPoolExecutor(threads) as pool:
        parts = list(pool.map(job, range(0, games, CHUNK), [games] * -(-games // CHUNK)))
    return Situation(position.ruleset, {table: pl.concat([part[table] for part in parts]) for table in parts[0]})


def read_stop(text: str) -> tuple[int, int]:
    """Return the event and the number of turns that a ``stop`` text names, 0 for none."""
    given.text("stop", text)
    event = turns = 0
    events = {member.name.lower(): int(member) for member in Ev if member != Ev.TURN}
    for word in (part.strip() for part in text.split(",")):
        head, _, number = word.partition(":")
        if word == "turn":
            turns = 1
        elif head == "turns" and number.isdecimal() and 0 < int(number) <= model.LONGEST:
            turns = int(number)
        elif word in events and not event:
            event = events[word]
        elif word != "game":
            allowed = ["turn", "turns:N", "game", *events]
            listed = ", ".join(allowed)
            raise UserError(f"stop: {word!r}; allowed are {listed}, one event{suggest(word, allowed)}")
    return event, turns


def _job(position: Position, seats: Lineup, seed: np.uint64) -> Callable[[int, int], dict[str, pl.DataFrame]]:
    from sim.core.play import advance_at
    from sim.core.situation import play_situation

    start, rules, named = position.games, position.rules, position.named
    make_ready((play_situation, advance_at), seats)
    functions, templates, bot_of = seats.functions, seats.templates, seats.bot_of
    table, view = Table(), View(position)

    def job(first: int, games: int) -> dict[str, pl.DataFrame]:
        played = layout.new(layout.GAME, min(CHUNK, games - first))
        with np.errstate(over="ignore"):  # 64-bit hashes wrap; matters where numba is switched off
            play_situation(
                start, played, rules, advance_at, functions, table.bots, templates, bot_of, seed, first, named
            )
        return {"games": view.games(played), "seats": view.seats(played)}

    return job


class View:
    """Final records as tables."""

    def __init__(self, position: Position) -> None:
        """Name the cards of the position's table."""
        names = position.names
        self._cards = np.array([names.label(card) for card in range(int(position.rules[0].n_cards))])
        self._kinds, self._heroes = np.array(position.ruleset.kinds), np.array(position.ruleset.heroes)
        self._players = int(position.games[0].n)

    def games(self, played: np.ndarray) -> pl.DataFrame:
        """Return the table of games."""
        event = played["log"][np.arange(len(played)), (played["log_n"] - 1) % layout.LOG]
        stopped = played["status"] == Status.STOPPED
        at_event = stopped & (played["stop_ev"] == event["type"])
        return pl.DataFrame(
            {
                "game": played["game"],
                "winner": _words(WINNERS, played["winner"]),
                "turns": played["turns"],
                "stopped": np.where(at_event, EVENTS[event["type"]], np.where(stopped, "turn", "over")),
                "seat": np.where(at_event, event["a"], -1),
                "other": np.where(at_event, event["b"], -1),
                "n": np.where(at_event, event["n"], 0),
                "kind": _words(self._kinds, np.where(at_event, event["kind"], -1)),
                "card": _words(self._cards, np.where(at_event, event["card"], -1)),
            }
        )

    def seats(self, played: np.ndarray) -> pl.DataFrame:
        """Return the table of seats."""
        seat = played["seat"][:, : self._players].reshape(-1)
        in_hand = (seat["hand"][:, :, None] >> WORDS & np.uint64(1)).astype(bool).reshape(len(seat), -1)
        judged = np.arange(layout.MAX_JUDGE) < seat["n_judge"][:, None]
        plain = ("hp", "max_hp", "n_hand", "drawn", "damage_dealt", "damage_taken", "healed", "kills")
        return pl.DataFrame(
            {
                "game": np.repeat(played["game"], self._players),
                "seat": np.tile(np.arange(self._players, dtype=np.int16), len(played)),
                "role": _words(ROLES, seat["role"]),
                "hero": _words(self._heroes, seat["hero"]),
                "alive": seat["alive"] == 1,
                **{name: seat[name] for name in plain},
                "hand": self._lists(np.nonzero(in_hand)[1], in_hand),
                "equip": self._lists(*_chosen(seat["equip"], seat["equip"] != layout.NO_CARD)),
                "judge": self._lists(*_chosen(seat["judge_card"], judged)),
            }
        )

    def _lists(self, cards: np.ndarray, held: np.ndarray) -> pl.Series:
        """Return a list of names for each row: `cards` in a row, cut by how many each row of `held` has."""
        import pyarrow as pa

        ends = np.concatenate([[0], np.cumsum(held.sum(axis=1))]).astype(np.int32)
        lists = pa.ListArray.from_arrays(pa.array(ends), pa.array(self._cards[cards], pa.string()))
        return pl.Series(values=pl.from_arrow(lists))


def _chosen(cards: np.ndarray, held: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    return cards[held], held


def _words(words: np.ndarray, codes: np.ndarray) -> pl.Series:
    """Return words by their codes, null for codes outside the list."""
    known = (codes >= 0) & (codes < len(words))
    return pl.Series(np.where(known, words[np.where(known, codes, 0)], "")).replace("", None)
