"""Games played straight on the core: results as records, the core's own checks on."""

import functools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from sim.batch import make_ready
from sim.bots import Lineup, lineup
from sim.core import layout
from sim.core.codes import Deal, Err, Role
from sim.core.play import advance_at, play_games, setup_at
from sim.tables import rows_a_game

BOTS = {name: f"heuristics.{name}:BOT" for name in ("greedy", "standard")} | {
    name: f"heuristics.{name}_bot:BOT" for name in ("random", "pass")
}
SHIPPED = ("sanguosha", "sanguosha_official", "sanguosha_duel", "hongloumeng", "yingxiongsha", "shuihusha")
CAPS = {"TURN_CAP", "ACTION_CAP", "SHUFFLE_CAP"}  # causes for which a game may end unfinished
CHUNK = 1000


@dataclass(frozen=True)
class Played:
    """What came of some games: RESULT[n], SEAT_RESULT[n, rows a game], int64[role, hero, bot, skill, 3]."""

    games: np.recarray
    seats: np.recarray
    skills: np.ndarray

    @property
    def broken(self) -> list[tuple[int, str, int]]:
        """Game, cause and seat of every game that did not end as games do."""
        found = self.games[self.games.err != Err.NONE]
        return [(int(one.game), Err(int(one.err)).name, int(one.err_seat)) for one in found]


def sizes(data: Mapping[str, Any], wanted: Iterable[int]) -> list[int]:
    """Return those of some numbers of players that a ruleset's first role table has."""
    return [players for players in wanted if str(players) in data["roles"]["single"]]


@functools.cache
def seated(bots: str, players: int) -> Lineup:
    """Return a line-up, compiled: one of BOTS, or what ``--bots`` takes."""
    found = lineup(BOTS.get(bots, bots), (players,))
    make_ready((play_games, advance_at), found, quiet=True)
    return found


def play(
    rules: np.recarray,
    players: int,
    games: int,
    bots: str = "greedy",
    seed: int = 1,
    first: int = 0,
    deal: Deal = Deal.BALANCED,
    checked: bool = True,
    chunk: int = CHUNK,
) -> Played:
    """Play games ``first`` and on, in pieces of ``chunk``, all on one record."""
    seats = seated(bots, players)
    table, minds = layout.new(layout.GAME), layout.minds()
    table[0].checked = checked
    out = layout.new(layout.RESULT, games)
    width = rows_a_game(rules, players)
    rows = layout.new(layout.SEAT_RESULT, games * width)
    skills = np.zeros((len(Role), layout.MAX_HEROES, 8, layout.MAX_SKILLS, 3), np.int64)
    for at in range(0, games, chunk):
        n = min(chunk, games - at)
        play_games(
            advance_at, table, rules, seats.functions, minds, seats.templates, seats.bot_of, np.uint64(seed), players,
            np.arange(first + at, first + at + n), int(deal),
            out[at : at + n], rows[at * width : (at + n) * width], skills,
        )  # fmt: skip
    return Played(out, rows.reshape(games, width), skills)


def dealt(
    rules: np.recarray,
    players: int,
    games: int,
    seed: int = 1,
    first: int = 0,
    deal: Deal = Deal.BALANCED,
    into: np.recarray | None = None,
) -> np.recarray:
    """Return GAME[games]: games ``first`` and on, dealt and not begun; ``into`` is used again."""
    made = layout.new(layout.GAME, games) if into is None else into[:games]
    for k in range(games):
        setup_at(made, rules, k, np.uint64(seed), players, first + k, int(deal))
    return made
