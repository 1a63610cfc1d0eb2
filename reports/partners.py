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
LEAST_FREE = 0.1  # of a pair's games, however few heroes there are
LORD, REBEL = 0, 1  # places of the two camps that have pairs, as winners
CAMP_PAIRS, REBEL_PAIRS = ((0, 1), (1, 0), (1, 1)), ((2, 2),)  # roles of the first hero and the other
FOE_PAIRS = ((0, 2), (1, 2))


def pair_effects(run: RunFolder, heroes: list[str], lang: str) -> pd.DataFrame | None:
    """Return one row per player count and pair of heroes; None where not kept.

    `kind` is ``ally``: both in the lord's camp or both rebels (a row for each pair, the earlier hero of the ruleset
    first), `wins` games their camp won; or ``opponent``: `hero` in the lord's camp against `other` among the rebels,
    `wins` games the lord's camp won. A hero sits once in a game, so a pair is met once a game at most, and the game is
    the unit.

    `effect` is what the pair adds to the chance beyond the main effects of all heroes at the table, in probability. By
    player count, "the camp won" is fitted by least squares on the hero in each role of all seats, one fit for the
    lord's camp and one for the rebels; with left the won - fitted of the n games of the pair,

        effect = sum(left) / (n (1 - h)),  error = sqrt(p (1 - p) / (n (1 - h)))

    which is the coefficient the pair would have in that fit (Frisch, Waugh and Lovell), 1 - h the part of the pair's
    games that the main effects do not take up (see `_taken`) and p = `expected` the chance without an effect of the
    pair, rate - effect. `low`, `high` are the normal 95 % interval.

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
    from threadpoolctl import threadpool_limits

    sums = _main_sums(run, heroes)
    with threadpool_limits(1):  # matrices are small: threads would only wait for each other on a busy machine
        fits = {players: _fit(each) for players, each in sums.items()}
        left = _residual_sums(run, heroes, fits)
        frames = [_table(sums[players], left[players], heroes).assign(players=players) for players in sorted(sums)]
    table = pd.concat(frames, ignore_index=True) if frames else pd.DataFrame(columns=PAIR_COLUMNS)
    table = _judged(table)
    table["ruleset"] = run.meta["ruleset"]
    names = {hero: run.name(hero, lang) for hero in heroes}
    table["hero_name"], table["other_name"] = table["hero"].map(names), table["other"].map(names)
    return table[PAIR_COLUMNS]


def _judged(table: pd.DataFrame) -> pd.DataFrame:
    """Add expected chance, error, interval, shrunk effect, q and flag; `free` is n (1 - h)."""
    table = table.copy()
    table["expected"] = table["rate"] - table["effect"]
    chance = table["expected"].clip(0.5 / table["games"], 1 - 0.5 / table["games"])
    error = np.sqrt(chance * (1 - chance) / table["free"])
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
    return block.seats["role"].astype(np.int64) * (heroes + 1) + hero


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
    """Return games, wins, rate, effect and free games of every pair met, of one player count."""
    n = len(heroes)
    design = sums.sum(0).reshape(4, n + 1, 4, n + 1)[:, :n, :, :n]
    games = np.stack([sums.sum(0), sums[LORD], sums[REBEL], *left]).reshape(5, 4, n + 1, 4, n + 1)[:, :, :n, :, :n]
    parts = []
    for roles, camp in ((CAMP_PAIRS, LORD), (REBEL_PAIRS, REBEL), (FOE_PAIRS, LORD)):
        found = sum(games[:, one, :, other] for one, other in roles)
        taken = _taken({pair: games[0, pair[0], :, pair[1]] for pair in roles}, design)
        parts.append(np.stack([found[0], found[1 + camp], found[3 + camp], taken]))
    once = np.triu(np.ones((n, n), bool), 1)
    frames = (
        _rows("ally", parts[0] + parts[1], once, heroes),
        _rows("opponent", parts[2], ~np.eye(n, dtype=bool), heroes),
    )
    return pd.concat(frames, ignore_index=True)


def _taken(met: dict[tuple[int, int], Floats], design: Floats) -> Floats:
    """Return how many games of each pair the main effects take up, n h: array[hero, other].

    The projection c' (X'X)^-1 c of the pair's games on the cells of the fit, c the games of the pair with each cell.
    Those of the two heroes are counted; of the others at the table, each is taken to be there as often as it holds its
    role, which is so in a balanced or random deal.

    Parameters
    ----------
    met
        Games of the pair by the roles of the first and the other.
    design
        X'X: games of two cells, array[role, hero, role, hero].
    """
    n = design.shape[1]
    alone = np.einsum("rhrh->rh", design)
    total = alone[0].sum()  # one lord a game
    share = alone / np.maximum(alone.sum(1, keepdims=True), 1)
    here = np.arange(n)
    others = np.broadcast_to(share, (n, n, 4, n)).copy()
    others[here, :, :, here] = others[:, here, :, here] = 0
    others /= np.maximum(others.sum(3, keepdims=True), 1e-9)
    profile = np.zeros((n, n, 4, n))
    for (one, other), games in met.items():
        seats = alone.sum(1) / total
        seats[one] -= 1
        seats[other] -= 1
        profile += games[:, :, None, None] * seats[:, None] * others
        profile[here, :, one, here] += games
        profile[:, here, other, here] += games.T
    flat = profile.reshape(n * n, 4 * n)
    inverse = np.linalg.pinv(design.reshape(4 * n, 4 * n), rcond=1e-10, hermitian=True)
    return np.einsum("pi,pi->p", flat @ inverse, flat).reshape(n, n)


def _rows(kind: str, found: Floats, kept: NDArray[np.bool_], heroes: list[str]) -> pd.DataFrame:
    one, other = np.nonzero(kept & (found[0] > 0))
    n, won, left, taken = found[:, one, other]
    free = np.maximum(n - taken, n * LEAST_FREE)
    names = np.array(heroes, object)
    frame = {"kind": kind, "hero": names[one], "other": names[other], "games": np.rint(n).astype(np.int64)}
    frame |= {"wins": np.rint(won).astype(np.int64), "rate": won / n, "effect": left / free, "free": free}
    return pd.DataFrame(frame)
