"""The arithmetic of win rates: intervals, differences, many cells, shrinkage. Arrays in, arrays out."""

from __future__ import annotations

from math import erfc, sqrt

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.widths import Z95, wilson_half

Floats = NDArray[np.float64]


def divide(top: ArrayLike, bottom: ArrayLike) -> Floats:
    """Return top / bottom, nan where the bottom is 0."""
    top, bottom = np.broadcast_arrays(np.asarray(top, float), np.asarray(bottom, float))
    return np.divide(top, bottom, out=np.full(top.shape, np.nan), where=bottom != 0)


def wilson(wins: ArrayLike, games: ArrayLike, z: float = Z95) -> tuple[Floats, Floats]:
    """Return the Wilson score interval of wins / games.

    With p = wins / n: centre (p + z^2/2n) / (1 + z^2/n), half-width z sqrt(p(1-p)/n + z^2/4n^2) / (1 + z^2/n)
    (Wilson 1927). nan where there are no games.
    """
    games = np.asarray(games, float)
    rate, scale = divide(wins, games), 1 + divide(z * z, games)
    centre = (rate + divide(z * z, 2 * games)) / scale
    half = wilson_half(wins, games, z)
    low, high = np.clip(centre - half, 0, 1), np.clip(centre + half, 0, 1)
    return np.where(rate == 0, 0.0, low), np.where(rate == 1, 1.0, high)  # exact there, which rounding is not


def mean_interval(n: ArrayLike, total: ArrayLike, squares: ArrayLike, z: float = Z95) -> tuple[Floats, Floats, Floats]:
    """Return mean and normal interval of n independent numbers, from their sum and the sum of their squares.

    The variance is the unbiased one, (squares - total^2 / n) / (n - 1); of a single number there is no interval.
    """
    n, total, squares = (np.asarray(x, float) for x in (n, total, squares))
    mean = divide(total, n)
    variance = np.maximum(divide(squares - divide(total * total, n), n - 1), 0)
    half = z * np.sqrt(divide(variance, n))
    return mean, mean - half, mean + half


def difference_variance(
    rate: ArrayLike, games: ArrayLike, role_rate: ArrayLike, camp_rate: ArrayLike, role_games: ArrayLike
) -> Floats:
    """Return the variance of a hero's rate less the mean rate of its role (one player count).

    The game is the unit of sampling: N games, in each of which the k seats of the role win or lose. In game g
    let M be the mean outcome of those k seats, A whether the hero sits on one of them and W that seat's
    outcome. The hero's rate is p = sum(A W) / sum(A) over n = sum(A) games, the role's rate R = sum(M) / N.
    To first order

        p - R  is off its mean by  1/N sum_g [ A (W - p) N/n - (M - R) ]

    and the games are independent, so

        Var(p - R) = p(1-p)/n + Var(M)/N - 2 Cov(W, M | A) / N.

    The last term is there because the hero's games are part of the role's. Where a role's seats share one
    outcome (lord, loyalists, rebels), M is 0 or 1 and W = M when the hero is in, whatever k is: Var(M) =
    R(1-R) and the covariance is p(1-p). Where only one of k seats can win (two renegades), M = s C with C the
    camp's outcome and s = 1/k; Var(M) = s^2 C(1-C), and since W = 1 makes C = 1, the covariance is s p (1-c),
    c the camp's rate in the hero's games. Both are one formula with s = R / C and c = C + (p - R), exact in
    the shared case.

    Parameters
    ----------
    rate, games
        The hero's rate p and number of games n.
    role_rate, camp_rate, role_games
        Mean rate R over the role's seats, share C of games that the role's camp won, finished games N.
    """
    p, n, total = (np.asarray(x, float) for x in (rate, games, role_games))
    role, camp = np.asarray(role_rate, float), np.asarray(camp_rate, float)
    share = np.nan_to_num(divide(role, camp), nan=1.0)
    camp_with_hero = np.clip(camp + p - role, p, 1)
    covariance = share * p * (1 - camp_with_hero)
    variance = divide(p * (1 - p), n) + divide(share**2 * camp * (1 - camp) - 2 * covariance, total)
    return np.maximum(variance, 0)


def two_sided(z: ArrayLike) -> Floats:
    """Return the two-sided p-value of normal scores; 1 where the score is not a number."""
    scaled = np.abs(np.nan_to_num(np.asarray(z, float))) / sqrt(2)
    return np.fromiter(map(erfc, scaled.ravel()), float, scaled.size).reshape(scaled.shape)


def false_discovery(p: ArrayLike) -> Floats:
    """Return Benjamini-Hochberg q-values: the least false discovery rate at which each cell is found."""
    p = np.asarray(p, float)
    order = np.argsort(p)[::-1]
    ranked = p[order] * p.size / np.arange(p.size, 0, -1)
    q = np.empty(p.size)
    q[order] = np.minimum(np.minimum.accumulate(ranked), 1) if p.size else ranked
    return q


def true_spread(diff: ArrayLike, error: ArrayLike) -> float:
    """Return the standard deviation of the true differences among measured ones (Paule and Mandel 1982).

    The variance t^2 at which sum(diff^2 / (t^2 + error^2)) is its expectation, the number of cells less one
    (the role's mean is made of these cells); 0 where the measured spread is no more than the errors explain.
    """
    diff, error = np.asarray(diff, float), np.asarray(error, float)
    known = error > 0
    squares, noise = diff[known] ** 2, error[known] ** 2
    wanted = squares.size - 1
    if wanted < 1 or np.sum(squares / noise) <= wanted:
        return 0.0
    low, high = 0.0, float(np.sum(squares))
    for _ in range(60):
        middle = (low + high) / 2
        too_small = np.sum(squares / (middle + noise)) > wanted
        low, high = (middle, high) if too_small else (low, middle)
    return sqrt((low + high) / 2)


def shrink(diff: ArrayLike, error: ArrayLike) -> Floats:
    """Return differences drawn toward 0 as far as chance explains them (empirical Bayes, normal prior).

    The mean of the posterior diff t^2 / (t^2 + error^2), t the spread of the true differences of these cells.
    """
    diff, error = np.asarray(diff, float), np.asarray(error, float)
    prior = true_spread(diff, error) ** 2
    return np.where(error > 0, diff * np.nan_to_num(divide(prior, prior + error**2)), diff)
