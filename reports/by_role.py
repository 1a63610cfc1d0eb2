"""The table of roles: how often each camp wins, and how often it would if chance alone decided."""

from __future__ import annotations

import pandas as pd

from reports.intervals import divide, wilson
from reports.runs import ROLES, SIDE, RunFolder
from sim.errors import UserError

ROLE_COLUMNS = [
    "ruleset", "role", "role_name", "players", "seats", "n", "wins", "rate", "low", "high", "null", "draws",
    "unfinished",
]  # fmt: skip


def role_table(run: RunFolder, games: pd.DataFrame, counts: pd.DataFrame, lang: str) -> pd.DataFrame:
    """Return one row per player count and role.

    `n` is finished games (draws in, unfinished out) for every role: seats of a role that share an outcome are
    one observation. `wins` is the games the role's camp won, `low` and `high` the Wilson 95 % interval of
    `rate`; `seats` the seats of the role; `null` its camp's chance if players died in random order, see
    `random_deaths`; `draws` and `unfinished` are games of that player count.

    Parameters
    ----------
    games
        Games by players (index) and winner (columns).
    counts
        Finished games and wins by players, role, hero.
    """
    dealt = counts.groupby(["players", "role"])["games"].sum()
    rows = []
    for players in games.index.tolist():
        ended = games.loc[players]
        finished = int(ended.sum() - ended["unfinished"])
        told = _seats_told(run, players)
        for role in ROLES:
            seats = dealt.get((players, role), 0)
            if finished and seats % finished:
                raise UserError(f"{run.path}: {seats} seats of {role} in {finished} games of {players}: cut short")
            seats = told.get(role, 0) if told else seats // max(finished, 1)
            if seats:
                wins = int(ended[SIDE[role]])
                rows.append((run.meta["ruleset"], role, run.name(role, lang), players, seats, finished, wins))
    table = pd.DataFrame(rows, columns=ROLE_COLUMNS[:7])
    if not table["n"].sum():
        raise UserError(f"{run.path}: holds no finished game")
    table["rate"] = divide(table["wins"], table["n"])
    table["low"], table["high"] = wilson(table["wins"], table["n"])
    table["null"] = random_deaths(table)
    table["draws"] = table["players"].map(games["draw"])
    table["unfinished"] = table["players"].map(games["unfinished"])
    return table


def random_deaths(roles: pd.DataFrame) -> pd.Series:
    """Return the chance of each role's camp if players died one by one in random order until somebody won.

    Of n players, R rebels and N renegades:

    - lord's camp, 1 / (1 + R + N): the lord outlives all foes
    - renegade, N / (n (n - 1)): the lord is the last but one to live, and a renegade the last
    - rebels, the rest: the lord dies before that

    The last two hold where a renegade wins who is alone when the lord dies, as in every shipped ruleset.

    Parameters
    ----------
    roles
        players, role, seats: every role of each player count.
    """
    seats = roles.pivot_table("seats", "players", "role", "sum", fill_value=0).reindex(columns=ROLES, fill_value=0)
    n, renegades = seats.sum(axis=1), seats["renegade"]
    null = pd.DataFrame({"lord": 1 / (1 + seats["rebel"] + renegades), "renegade": renegades / (n * (n - 1))})
    null["rebel"] = 1 - null["lord"] - null["renegade"]
    return pd.Series(
        [null.at[row.players, SIDE[row.role]] for row in roles.itertuples()], index=roles.index, dtype=float
    )


def _seats_told(run: RunFolder, players: int) -> dict[str, int]:
    """Return seats by role as run.json's role table has them; empty if it has none for that player count."""
    told = run.meta.get("role_table")
    row = told.get(str(players)) if isinstance(told, dict) else None
    return {role: int(row.get(role, 0)) for role in ROLES} if isinstance(row, dict) else {}
