"""How long games take, and how long seats live."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from reports.blocks import blocks
from reports.counts import lengths_counted
from reports.intervals import divide, wilson
from reports.runs import OUTCOMES, ROLES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from reports.runs import RunFolder

MEASURES = ("turns", "rounds")
QUANTILES = {"q05": 0.05, "q25": 0.25, "median": 0.5, "q75": 0.75, "q95": 0.95}
ECDF_COLUMNS = ["ruleset", "players", "winner", "measure", "value", "games", "share"]
LENGTH_COLUMNS = ["ruleset", "players", "winner", "measure", "n", "mean", "sd", "least", *QUANTILES, "most"]
SURVIVAL_COLUMNS = [
    "ruleset", "players", "role", "role_name", "turn", "n", "seats", "died", "at_risk", "alive", "low", "high",
    "hazard", "km", "playing",
]  # fmt: skip


def ecdf_table(run: RunFolder) -> pd.DataFrame | None:
    """Return one row per player count, winner, measure and value that occurred; None where not kept.

    `winner` is lord, rebel, renegade, draw, unfinished, or ``all``: the finished games together. `measure` is turns
    or rounds (a round ends when the turn passes the lord's place), `value` how many, `games` those of just that
    length, `share` those of that length or shorter among the games with that winner: the empirical distribution.
    """
    if run.only_totals:
        return None
    tables = []
    for measure in MEASURES:
        if run.has_column("games", measure):
            counted = lengths_counted(run, measure).to_pandas().rename(columns={measure: "value"})
            tables.append(counted.assign(measure=measure))
    if not tables:
        return None
    table = pd.concat(tables, ignore_index=True)
    together = table[table["winner"] != "unfinished"].groupby(["players", "measure", "value"], as_index=False)
    table = pd.concat([table, together["games"].sum().assign(winner="all")], ignore_index=True)
    place = {winner: i for i, winner in enumerate(("all", *OUTCOMES))}
    table["place"], table["kind"] = table["winner"].map(place), table["measure"].map(MEASURES.index)
    table = table.sort_values(["players", "kind", "place", "value"]).reset_index(drop=True)
    groups = table.groupby(["players", "measure", "winner"])["games"]
    table["share"] = groups.cumsum() / groups.transform("sum")
    table["ruleset"] = run.meta["ruleset"]
    return table[ECDF_COLUMNS]


def length_table(ecdf: pd.DataFrame | None) -> pd.DataFrame | None:
    """Return one row per player count, measure and winner: how long these games took; None where not kept.

    `n` games, `mean` and `sd` of their lengths (sd with n - 1), `least` and `most`, and the quantiles: of order p, the
    least length that a share of p of the games do not pass (Hyndman and Fan 1996, definition 1), so whole numbers.

    Parameters
    ----------
    ecdf
        See `ecdf_table`.
    """
    if ecdf is None:
        return None
    rows = []
    for keys, group in ecdf.groupby(["ruleset", "players", "winner", "measure"], sort=False):
        value, games = group["value"].to_numpy(float), group["games"].to_numpy(float)
        n = games.sum()
        mean = (value * games).sum() / n
        sd = np.sqrt(((value - mean) ** 2 * games).sum() / (n - 1)) if n > 1 else np.nan
        reached = np.cumsum(games)
        at = [int(value[np.searchsorted(reached, p * n * (1 - 1e-12))]) for p in QUANTILES.values()]
        rows.append((*keys, int(n), mean, sd, int(value[0]), *at, int(value[-1])))
    return pd.DataFrame(rows, columns=LENGTH_COLUMNS)


def survival_table(run: RunFolder, lang: str) -> pd.DataFrame | None:
    """Return one row per player count, role and turn: how many of the role still live; None where not kept.

    Two estimators, because the end of a game is no chance censoring: a game ends by a death (the lord's, or the last
    foe's), so those who live at its end are not like those whose games go on.

    `alive`, the one to read: the share of all seats of the role that had not died by the end of the turn; a seat whose
    game ended before it died counts as alive from then on. It is the empirical 1 - F of "dead by turn t", which is the
    Aalen-Johansen estimate with the end of the game as the competing end. Its Wilson 95 % interval takes n = games,
    since seats of a role share a game: never too narrow, and exact for a role of one seat.

    `km`, the Kaplan-Meier product of 1 - hazard (Kaplan and Meier 1958), takes seats out when their game ends: how a
    seat would fare if games never ended and danger stayed what it was. `hazard` is died / at_risk. It lies below
    `alive`, and bears comparison between roles only as far as one believes that.

    `n` finished games, `seats` seats of the role in them, `died` in that turn, `at_risk` alive with the game on as the
    turn began, `playing` the share of games that lasted at least so many turns. Turn 0 is before the first.
    """
    if run.only_totals or run.of_lineups or not run.has_column("seats", "died_turn"):
        return None
    if not run.has_column("games", "turns"):
        return None
    counts = _counts(run)
    rows = []
    for players, (games, ended, died, left) in sorted(counts.items()):
        for role, name in enumerate(ROLES):
            seats = int(died[role].sum() + left[role].sum())
            if seats:
                frame = _curve(games, ended, died[role], left[role], seats)
                rows.append(frame.assign(players=players, role=name, role_name=run.name(name, lang)))
    return pd.concat(rows, ignore_index=True).assign(ruleset=run.meta["ruleset"])[SURVIVAL_COLUMNS]


Counts = tuple[int, "NDArray", "NDArray", "NDArray"]  # games, games by last turn, deaths and survivors by role, turn


def _counts(run: RunFolder) -> dict[int, Counts]:
    found: dict[int, Counts] = {}
    for block in blocks(run, ["died_turn"], {}, ["turns"]):
        turns, dead = block.games["turns"].astype(np.int64), block.seats["died_turn"]
        last = int(max(turns.max(), dead.max())) + 1
        lives = dead < 0
        when = np.where(lives, turns, dead)
        cell = (block.seats["role"] + len(ROLES) * lives) * last + when
        died, left = np.bincount(cell.ravel(), minlength=8 * last).reshape(2, len(ROLES), last)
        new = len(turns), np.bincount(turns, minlength=last), died, left
        old = found.get(block.players)
        found[block.players] = new if old is None else _added(old, new)
    return found


def _added(old: Counts, new: Counts) -> Counts:
    last = max(old[2].shape[1], new[2].shape[1])

    def wide(table: NDArray) -> NDArray:
        return np.pad(table, [(0, 0)] * (table.ndim - 1) + [(0, last - table.shape[-1])])

    ended, died, left = (wide(a) + wide(b) for a, b in zip(old[1:], new[1:], strict=True))
    return old[0] + new[0], ended, died, left


def _curve(games: int, ended: NDArray, died: NDArray, left: NDArray, seats: int) -> pd.DataFrame:
    gone = np.concatenate([[0], np.cumsum(died + left)[:-1]])
    dead = np.cumsum(died)
    alive = 1 - dead / seats
    low, high = wilson(alive * games, games)
    hazard = divide(died, seats - gone)
    return pd.DataFrame(
        {
            "turn": np.arange(len(died)),
            "n": games,
            "seats": seats,
            "died": died,
            "at_risk": seats - gone,
            "alive": alive,
            "low": low,
            "high": high,
            "hazard": hazard,
            "km": np.cumprod(1 - np.nan_to_num(hazard)),
            "playing": 1 - np.concatenate([[0], np.cumsum(ended)[:-1]]) / games,
        }
    )
