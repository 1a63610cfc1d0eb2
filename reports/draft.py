"""What a hero is worth to who may choose it: the table of a draft, out of a balanced run."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from reports.intervals import divide, shrink
from reports.runs import ROLES
from reports.tables import Tables, open_tables
from sim.errors import UserError
from sim.rules.draft import Table, draft_file, text

if TYPE_CHECKING:
    import pandas as pd

SIZES = (5, 8)  # players where none are given, as far as the ruleset's role table has them
MEANING = """What a hero is worth to who chooses it in a draft (--deal draft): points of win rate over the mean of
the role, drawn toward 0 as far as chance explains them. One number holds at every seat; a list has one for each
seat after the lord's. Heroes that are not named are worth 0. Made by"""


def draft_values(run: Any) -> Table:
    """Return what each hero of a balanced run is worth by players and role, in points of win rate.

    For a hero it is the shrunk difference of its rate to the mean of the role, see `reports.by_hero.hero_table`. By
    seat there comes on top how much further it is from the mean of role and seat than from that of the role, with
    variance p(1-p)(1/n_seat - 1/n), shrunk over all heroes and seats of the role; where nothing of that is left, one
    number stands for all seats.

    Parameters
    ----------
    run
        What `reports.tables.open_tables` takes.
    """
    tables = open_tables(run)
    heroes, table = tables.heroes, {}
    for players in sorted(set(heroes["players"])):
        table[int(players)] = {}
        for role in ROLES:
            rows = heroes[(heroes["players"] == players) & (heroes["role"] == role)]
            if len(rows):
                table[int(players)][role] = _role_values(tables, rows)
    return table


def _role_values(tables: Tables, rows: pd.DataFrame) -> dict[str, list[float]]:
    """Return the numbers of a role's heroes; `rows` are those of the hero table."""
    players, role = rows["players"].iloc[0], rows["role"].iloc[0]
    values = {hero: [round(100 * diff, 2)] for hero, diff in zip(rows["hero"], rows["shrunk"], strict=True)}
    cells = tables.cells
    cells = cells[(cells["players"] == players) & (cells["role"] == role)].dropna(subset=["hero"])
    if cells["seat"].nunique() != players - 1:  # the lord's seat is always the same, as are both of a duel
        return values
    wins, games = (cells.pivot_table(name, "hero", "seat", "sum", fill_value=0) for name in ("wins", "games"))
    wins, games = (each.reindex(rows["hero"]).to_numpy(float) for each in (wins, games))
    more = seat_deviations(wins, games)
    if players > 2 and np.any(np.round(100 * more, 2)):
        shrunk = rows["shrunk"].to_numpy()[:, None] + more
        return {hero: np.round(100 * own, 2).tolist() for hero, own in zip(rows["hero"], shrunk, strict=True)}
    return values


def seat_deviations(wins: np.ndarray, games: np.ndarray) -> np.ndarray:
    """Return how much better than in the whole role each hero does at each seat, shrunk; 0 where it never sat.

    Parameters
    ----------
    wins, games : float64[hero, seat]
        Of one role.
    """
    by_seat, by_hero = divide(wins.sum(axis=0), games.sum(axis=0)), divide(wins.sum(axis=1), games.sum(axis=1))
    rate, n = divide(wins, games), games.sum(axis=1, keepdims=True)
    whole = divide(wins.sum(), games.sum())
    deviation = np.nan_to_num((rate - by_seat) - (by_hero - whole)[:, None])
    mean = np.clip(divide(wins.sum(axis=1, keepdims=True) + 0.5, n + 1), 0, 1)
    variance = mean * (1 - mean) * np.maximum(divide(1.0, games) - divide(1.0, n), 0)
    return shrink(deviation.ravel(), np.sqrt(np.nan_to_num(variance)).ravel()).reshape(games.shape)


def sizes_of(ruleset: Any) -> list[int]:
    """Return the player counts of SIZES that a ruleset has; its smallest where it has none of them."""
    has = sorted(map(int, ruleset.data["roles"].get("single", ())))
    return [n for n in SIZES if n in has] or has[:1]


def write_draft(run: Any, ruleset: Any, out: Path | None) -> Path:
    """Write the table of a ruleset out of a balanced run of it, whole or not at all; return where.

    The same run gives the same file: its head has the command, the versions and the hashes, and no date.

    Parameters
    ----------
    run : sim.results.Run
    ruleset : sim.rules.load.Ruleset
    out : Path, optional
        By default where the ruleset looks for it.

    Raises
    ------
    UserError
        It cannot be written there.
    """
    file = out or draft_file(ruleset.path)
    info = run.info
    command = f"shalab tune draft {info['ruleset']} --players {','.join(map(str, info['players']))}"
    command += f" --games {info['games_asked']} --seed {info['seed']} --bots {info['bots']}"
    engine = f"shalab {info['versions']['shalab']}, engine {info['source_hash']}, weights {info['weights_hash']}"
    made = f"{MEANING}\n$ {command}\nwith {engine}, rules {info['content_hash'][:16]}."
    temporary = file.with_name(f"{file.name}.tmp")
    try:
        temporary.write_text(text(draft_values(run), made), encoding="utf-8")
        temporary.replace(file)
    except OSError as error:
        raise UserError(f"{file}: cannot be written: {error.strerror}; name another by --out") from error
    return file
