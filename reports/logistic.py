"""One penalised logistic model of who wins: camp by table size, seat, and hero by role, all at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from reports.blocks import Block, blocks
from reports.intervals import Z95
from reports.runs import OUTCOMES, ROLES, SIDE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from reports.runs import RunFolder

    Floats = NDArray[np.float64]

MODEL_COLUMNS = [
    "ruleset", "camp", "term", "players", "role", "offset", "hero", "hero_name", "own", "games", "effect", "error",
    "low", "high", "points", "spread",
]  # fmt: skip
CAMPS = OUTCOMES[:3]
MOST = 200_000  # games of a player count that are fitted unless told otherwise
STEPS, CLOSE = 25, 1e-3  # Newton steps at most; the change of an effect, in logits, at which they end
LEAST_SPREAD = 0.01  # of a group of effects, in logits: a quarter of a point at most
INNER = 20  # steps of the spreads in one of Newton's
PIECE = 50_000  # games worked on in one go


@dataclass(frozen=True)
class Design:
    """Which terms each game has.

    Attributes
    ----------
    terms : DataFrame
        A row a term, in the order of the parameters: term, players, role, offset, hero, group (of one prior spread; -1
        for sizes, which have none) and family (terms whose mean is no effect of its own).
    cells : list of int64[terms a game, games]
        Parameters that are on in each game, an array a player count.
    winner : list of int8[games]
        Place in `reports.runs.OUTCOMES`.
    """

    terms: pd.DataFrame
    cells: list[NDArray[np.int64]]
    winner: list[NDArray[np.int8]]


def model_table(run: RunFolder, heroes: list[str], lang: str, most: int | None = MOST) -> pd.DataFrame | None:
    """Return one row per camp and term of a logistic model of the games; None where not kept.

    For each camp (lord, rebel, renegade),

        logit P(the camp wins a game) = size + sum over seats (seat x role) + sum over seats (hero x role)

    fitted to games, not to seats: four rebels that share an outcome are one observation, and every hero at the table,
    friend or foe, is in the sum of each camp. Sizes are free; the effects of seats, and of the heroes of each role, are
    normal around 0 with a spread of their own (ridge). The spreads are those of greatest marginal likelihood, by
    MacKay's fixed point s^2 = sum(effect^2) / (terms - trace(V) / s^2) in the quadratic approximation around each
    Newton step (MacKay 1992); so the penalty is set by the data: what does not vary is drawn to 0.

    Columns
    -------
    camp
        Whose win is modelled; `own` marks the terms of that camp's own roles, so `own` rows of a hero say what it
        does for its camp, the others what it does to another.
    term
        ``size`` (players), ``seat`` (players, role, offset from the lord), ``hero`` (role, hero; all sizes together).
    effect, error, low, high
        Logits: mean of the posterior, its standard deviation and normal 95 % interval, as a difference to the mean of
        the same role (of a seat: same players and role). Some role sits on each seat, so what a place does to all roles
        alike is shared out among them: a rebel there rather than a loyalist is the difference of their two effects. Of
        a size: the mean logit of its tables.
    points
        The effect in probability at the mean game: effect times the mean of p (1 - p). Of a size the mean chance.
    games
        Games that have the term.
    spread
        Prior standard deviation of its kind, logits; nothing for a size.

    Parameters
    ----------
    heroes
        Ids of the heroes, in the ruleset's order.
    most
        Games of each player count to fit, the first ones of the run; None for all. A balanced deal gives every cell
        its share of any of them.
    """
    if run.only_totals or run.of_lineups:
        return None
    from threadpoolctl import threadpool_limits

    design = _design(run, heroes, most)
    with threadpool_limits(1):  # matrices are small: threads would only wait for each other on a busy machine
        table = pd.concat([_of_camp(design, camp) for camp in range(len(CAMPS))], ignore_index=True)
    table["ruleset"] = run.meta["ruleset"]
    table["own"] = [SIDE.get(role, camp) == camp for role, camp in zip(table["role"], table["camp"], strict=True)]
    table["hero_name"] = [run.name(hero, lang) if hero else "" for hero in table["hero"]]
    return table[MODEL_COLUMNS]


def _design(run: RunFolder, heroes: list[str], most: int | None) -> Design:
    found: dict[int, list[Block]] = {}
    for block in blocks(run, [], {"hero": heroes}, most=most):
        found.setdefault(block.players, []).append(block)
    terms = _terms(sorted(found), heroes)
    first_hero = int((terms["term"] == "hero").to_numpy().argmax())
    cells, winner = [], []
    for at, (players, of_size) in enumerate(sorted(found.items())):
        role = np.concatenate([block.seats["role"] for block in of_size], axis=1).astype(np.int64)
        hero = np.concatenate([block.seats["hero"] for block in of_size], axis=1).astype(np.int64)
        first_seat = int(((terms["term"] == "seat") & (terms["players"] == players)).to_numpy().argmax())
        seat = first_seat + 3 * np.arange(players - 1)[:, None] + role[1:] - 1
        of_hero = np.where(hero < 0, len(terms) - 1, first_hero + role * len(heroes) + hero)
        cells.append(np.concatenate([np.full((1, role.shape[1]), at), seat, of_hero]))
        winner.append(np.concatenate([block.winner for block in of_size]))
    return Design(terms, cells, winner)


def _terms(sizes: list[int], heroes: list[str]) -> pd.DataFrame:
    """Return the terms: sizes, seats after the lord's by role, heroes by role, and one for seats without a hero."""
    rows = [("size", players, "", -1, "", -1, "") for players in sizes]
    rows += [
        ("seat", players, role, offset, "", 0, f"{players} {role}")
        for players in sizes
        for offset in range(1, players)
        for role in ROLES[1:]
    ]
    rows += [("hero", 0, role, -1, hero, 1 + i, role) for i, role in enumerate(ROLES) for hero in heroes]
    rows.append(("none", 0, "", -1, "", len(ROLES) + 1, "none"))
    return pd.DataFrame(rows, columns=["term", "players", "role", "offset", "hero", "group", "family"])


def _of_camp(design: Design, camp: int) -> pd.DataFrame:
    """Fit the model of one camp and return its terms."""
    effect, covariance, spread, chance, weight, games = _fit(design, camp)
    table = design.terms.copy()
    free = (table["term"] == "size").to_numpy()
    centre = np.eye(len(table))
    for at, cells in enumerate(design.cells):  # a size with its mean table
        centre[at] = np.bincount(cells.ravel(), minlength=len(table)) / cells.shape[1]
    for rows in table[games > 0].groupby("family").groups.values():
        if not free[rows[0]]:
            centre[np.ix_(rows, rows)] -= 1 / len(rows)
    table["effect"] = centre @ effect
    table["error"] = np.sqrt(np.maximum(np.einsum("ij,jk,ik->i", centre, covariance, centre), 0))
    table["low"], table["high"] = table["effect"] - Z95 * table["error"], table["effect"] + Z95 * table["error"]
    table["points"] = np.where(free, chance, table["effect"] * weight)
    table["games"], table["camp"] = games, CAMPS[camp]
    table["spread"] = np.where(free, np.nan, spread[table["group"]])
    return table[(games > 0) & (table["term"] != "none")]


def _fit(design: Design, camp: int) -> tuple[Floats, Floats, Floats, Floats, float, NDArray[np.int64]]:
    """Return effects, their covariance, spreads by group, chances by size, the mean of p (1 - p), games by term."""
    group = design.terms["group"].to_numpy()
    size = len(group)
    games = sum(np.bincount(cells.ravel(), minlength=size) for cells in design.cells)
    effect, spread = np.zeros(size), np.full(group.max() + 1, 0.3)
    chance = np.zeros(size)
    for at, winner in enumerate(design.winner):
        chance[at] = (winner == camp).mean()
        safe = np.clip(chance[at], 0.5 / len(winner), 1 - 0.5 / len(winner))
        effect[at] = np.log(safe / (1 - safe))
    for _ in range(STEPS):
        slope, curve = _derivatives(design, camp, effect)
        before, (effect, covariance, spread) = effect, _penalised(effect, slope, curve, group, spread)
        if np.abs(effect - before).max() < CLOSE:
            break
    weight = curve.diagonal()[: len(design.cells)].sum() / sum(len(winner) for winner in design.winner)
    return effect, covariance, spread, chance, float(weight), games


def _derivatives(design: Design, camp: int, effect: Floats) -> tuple[Floats, Floats]:
    """Return the gradient of the log likelihood and minus its second derivatives, summed over the games."""
    size = len(effect)
    slope, curve = np.zeros(size), np.zeros(size * size)
    for cells, winner in zip(design.cells, design.winner, strict=True):
        for first in range(0, cells.shape[1], PIECE):
            on = cells[:, first : first + PIECE]
            p = 1 / (1 + np.exp(-effect[on].sum(0)))
            left, weight = (winner[first : first + PIECE] == camp) - p, p * (1 - p)
            for i, one in enumerate(on):
                slope += np.bincount(one, left, size)
                curve += np.bincount(one * (size + 1), weight / 2, size * size)
                for other in on[:i]:
                    curve += np.bincount(one * size + other, weight, size * size)
    square = curve.reshape(size, size)
    return slope, square + square.T


def _penalised(
    effect: Floats, slope: Floats, curve: Floats, group: NDArray[np.int64], spread: Floats
) -> tuple[Floats, Floats, Floats]:
    """Return effects, covariance and spreads that suit the quadratic approximation at some effects."""
    aim = curve @ effect + slope
    for _ in range(INNER):
        penalty = np.where(group < 0, 1e-9, spread[group] ** -2.0)
        covariance = np.linalg.inv(curve + np.diag(penalty))
        effect = covariance @ aim
        before, spread = spread, _spreads(effect, covariance.diagonal(), group, spread)
        if np.abs(spread / before - 1).max() < 0.01:
            break
    return effect, covariance, spread


def _spreads(effect: Floats, variance: Floats, group: NDArray[np.int64], spread: Floats) -> Floats:
    """Return the spread of each group by one step of MacKay's fixed point."""
    new = spread.copy()
    for each in range(len(spread)):
        rows = group == each
        known = max(rows.sum() - variance[rows].sum() / spread[each] ** 2, 1e-3)  # effects that the data speak of
        new[each] = np.sqrt(max((effect[rows] ** 2).sum() / known, LEAST_SPREAD**2))
    return new
