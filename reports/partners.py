"""Allies and opponents: what two heroes bring together beyond what each brings alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from reports.blocks import Block, blocks
from reports.intervals import Z95, divide, false_discovery, shrink, two_sided

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from reports.runs import RunFolder

    Floats = NDArray[np.float64]

PAIR_COLUMNS = [
    "ruleset", "players", "kind", "hero", "hero_name", "other", "other_name", "games", "wins", "rate", "expected",
    "effect", "error", "low", "high", "shrunk", "q", "flag",
]  # fmt: skip
ACT, FALSE_RATE = 0.03, 0.05
LORD, REBEL = 0, 1  # places of the two camps that have pairs, as winners
IN_LORDS_CAMP, REBELS = (0, 1), 2  # roles


def pair_effects(run: RunFolder, heroes: list[str], lang: str) -> pd.DataFrame | None:
    """Return one row per player count and pair of heroes; None where not kept.

    `kind` is ``ally``: both in the lord's camp or both rebels (a row for each pair, the earlier hero of the ruleset
    first), `wins` games their camp won; or ``opponent``: `hero` in the lord's camp against `other` among the rebels,
    `wins` games the lord's camp won. A hero sits once in a game, so a pair is met once a game at most, and the game is
    the unit.

    `expected` is what the heroes' main effects say of just these games: the mean prediction of a least-squares fit, by
    player count, of "the camp won" on the hero in each role of all seats (additive in probability), one fit for the
    lord's camp and one for the rebels. `effect` is rate - expected, so the effects of one hero over all its partners
    are 0 on average; of a synergy s planted in one pair, about 2 s / (H - 1) goes to the main effects, H the heroes.
    `error` is sqrt(expected (1 - expected) (1 - 2 / (H - 1)) / games), the error of a pair with no effect of its own;
    the factor is the share of pairs left after H main effects (H / (H (H - 1) / 2) are taken). `low`, `high` are the
    normal 95 % interval.

    `shrunk` is drawn toward 0 by the spread of the true effects of its kind and player count
    (`reports.intervals.shrink`), `q` is Benjamini-Hochberg over all pairs, and `flag` is strong or weak where q < 0.05
    and the shrunk effect is over 3 points, else empty.

    Parameters
    ----------
    heroes
        Ids of the heroes, in the ruleset's order.
    """
    if run.only_totals or run.of_lineups:
        return None
    sums = _main_sums(run, heroes)
    fits = {players: _fit(each) for players, each in sums.items()}
    left = _residual_sums(run, heroes, fits)
    frames = [_table(sums[players], left[players], heroes).assign(players=players) for players in sorted(sums)]
    table = pd.concat(frames, ignore_index=True) if frames else pd.DataFrame(columns=PAIR_COLUMNS)
    table = _judged(table, len(heroes))
    table["ruleset"] = run.meta["ruleset"]
    names = {hero: run.name(hero, lang) for hero in heroes}
    table["hero_name"], table["other_name"] = table["hero"].map(names), table["other"].map(names)
    return table[PAIR_COLUMNS]


def _judged(table: pd.DataFrame, heroes: int) -> pd.DataFrame:
    """Add error, interval, shrunk effect, q and flag."""
    table = table.copy()
    expected = table["expected"].clip(0.5 / table["games"], 1 - 0.5 / table["games"])
    kept = 1 - 2 / (heroes - 1) if heroes > 3 else 1.0
    error = np.sqrt(expected * (1 - expected) * kept / table["games"])
    table["error"] = error
    table["low"], table["high"] = table["effect"] - Z95 * error, table["effect"] + Z95 * error
    table["q"] = false_discovery(two_sided(divide(table["effect"], error)))
    table["shrunk"] = 0.0
    for rows in table.groupby(["players", "kind"]).indices.values():
        table.loc[rows, "shrunk"] = shrink(table["effect"].iloc[rows], error.iloc[rows])
    found = table["q"] < FALSE_RATE
    sure = [found & (table["shrunk"] > ACT), found & (table["shrunk"] < -ACT)]
    table["flag"] = np.select(sure, ["strong", "weak"], default="")
    return table


def _cells(block: Block, heroes: int) -> NDArray[np.int64]:
    """Return role and hero of each seat as one number, by seat and game; the last hero of a role is none."""
    hero = np.where(block.seats["hero"] < 0, heroes, block.seats["hero"])
    return np.ascontiguousarray((block.seats["role"].astype(np.int64) * (heroes + 1) + hero).T)


def _main_sums(run: RunFolder, heroes: list[str]) -> dict[int, Floats]:
    """Return games by player count, as array[3 winners, cell, cell]: lord, rebel, other; a cell is a role and hero.

    Each pair of seats counts both ways round; on the diagonal are the games of a cell.
    """
    size, sums = 4 * (len(heroes) + 1), {}
    for block in blocks(run, [], {"hero": heroes}):
        cells = _cells(block, len(heroes))
        who = np.minimum(block.winner.astype(np.int64), 2) * size * size
        added = np.zeros(3 * size * size)
        for i, one in enumerate(cells):
            first = who + one * size
            added += np.bincount(first + one, minlength=added.size) / 2
            for other in cells[:i]:
                added += np.bincount(first + other, minlength=added.size)
        table = added.reshape(3, size, size)
        sums[block.players] = sums.get(block.players, 0) + table + table.transpose(0, 2, 1)
    return sums


def _fit(sums: Floats) -> Floats:
    """Return the least-squares effects of the cells on the chance of the lord's camp and of the rebels: [2, cell].

    The cells of a role add up to its seats, so they hold the constant; of equal fits the shortest is taken.
    """
    design, wins = sums.sum(0), np.diagonal(sums, axis1=1, axis2=2)[:2]
    return np.linalg.lstsq(design, wins.T, rcond=1e-10)[0].T


def _residual_sums(run: RunFolder, heroes: list[str], fits: dict[int, Floats]) -> dict[int, Floats]:
    """Return the sums of won - predicted by player count, as array[lord or rebels, cell, cell], both ways round."""
    size = 4 * (len(heroes) + 1)
    sums: dict[int, Floats] = {}
    for block in blocks(run, [], {"hero": heroes}):
        cells = _cells(block, len(heroes))
        left = [(block.winner == camp) - fits[block.players][camp][cells].sum(0) for camp in (LORD, REBEL)]
        added = np.zeros((2, size * size))
        for i, one in enumerate(cells):
            for other in cells[:i]:
                both = one * size + other
                for camp in (LORD, REBEL):
                    added[camp] += np.bincount(both, left[camp], size * size)
        table = added.reshape(2, size, size)
        sums[block.players] = sums.get(block.players, 0) + table + table.transpose(0, 2, 1)
    return sums


def _table(sums: Floats, left: Floats, heroes: list[str]) -> pd.DataFrame:
    """Return games, wins, rate, expected and effect of every pair met, of one player count."""
    n = len(heroes)
    games = np.stack([sums.sum(0), sums[LORD], sums[REBEL]])  # all, won by the lord's camp, by the rebels
    games, left = (x.reshape(-1, 4, n + 1, 4, n + 1)[:, :, :n, :, :n] for x in (games, left))
    lord, loyal = IN_LORDS_CAMP
    camp = [x[:, lord, :, loyal] + x[:, loyal, :, lord] + x[:, loyal, :, loyal] for x in (games, left)]
    rebels = [x[:, REBELS, :, REBELS] for x in (games, left)]
    against = [x[:, lord, :, REBELS] + x[:, loyal, :, REBELS] for x in (games, left)]
    allies = (
        camp[0][0] + rebels[0][0],
        camp[0][1 + LORD] + rebels[0][1 + REBEL],
        camp[1][LORD] + rebels[1][REBEL],
    )
    opponents = against[0][0], against[0][1 + LORD], against[1][LORD]
    once = np.triu(np.ones((n, n), bool), 1)
    return pd.concat(
        [_rows("ally", *allies, once, heroes), _rows("opponent", *opponents, ~np.eye(n, dtype=bool), heroes)],
        ignore_index=True,
    )


def _rows(kind: str, games: Floats, wins: Floats, left: Floats, kept: NDArray, heroes: list[str]) -> pd.DataFrame:
    one, other = np.nonzero(kept & (games > 0))
    n, effect = games[one, other], left[one, other] / games[one, other]
    names = np.array(heroes, object)
    frame = {"kind": kind, "hero": names[one], "other": names[other], "games": np.rint(n).astype(np.int64)}
    frame |= {"wins": np.rint(wins[one, other]).astype(np.int64), "rate": wins[one, other] / n}
    return pd.DataFrame(frame | {"expected": wins[one, other] / n - effect, "effect": effect})
