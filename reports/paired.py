"""Differences between two plays of the same games."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from reports.intervals import Z95, Floats, divide, mean_interval
from sim.widths import flips_half


def paired_difference(before: ArrayLike, after: ArrayLike, z: float = Z95) -> tuple[float, float, float]:
    """Return mean and normal interval of after - before, two values of each game in the same order of games.

    The games are independent, the two values of one game are not: the variance is that of their difference.
    """
    change = np.asarray(after, float) - np.asarray(before, float)
    mean, low, high = mean_interval(change.size, change.sum(), np.square(change).sum(), z)
    return float(mean), float(low), float(high)


def flips(gained: ArrayLike, lost: ArrayLike, pairs: ArrayLike, z: float = Z95) -> tuple[Floats, Floats, Floats]:
    """Return mean and interval of the change of a rate, from how many pairs turned to a win and to a loss.

    The mean is (gained - lost) / pairs. The interval adds a pair to each count, p = (gained + 1) / (pairs + 2) and
    q = (lost + 1) / (pairs + 2): p - q -+ z sqrt((p + q - (p - q)^2) / (pairs + 2)) (Bonett and Price 2012), and so
    has a width even where nothing turned. nan where there are no pairs.
    """
    gained, lost, pairs = (np.asarray(x, float) for x in (gained, lost, pairs))
    some = np.where(pairs > 0, pairs + 2, np.nan)
    up, down = (gained + 1) / some, (lost + 1) / some
    half = flips_half(gained, lost, pairs, z)
    return divide(gained - lost, pairs), up - down - half, up - down + half


def flip_error(gained: ArrayLike, lost: ArrayLike, pairs: ArrayLike) -> Floats:
    """Return the standard error of the change of a rate, s / sqrt(n).

    s^2 = (gained + lost - (gained - lost)^2 / n) / (n - 1) is the unbiased variance of the n differences of -1, 0, 1.
    """
    gained, lost, n = (np.asarray(x, float) for x in (gained, lost, pairs))
    variance = np.maximum(divide(gained + lost - divide((gained - lost) ** 2, n), n - 1), 0)
    return np.sqrt(divide(variance, n))


def flip_test(gained: ArrayLike, lost: ArrayLike) -> Floats:
    """Return the two-sided p-value that pairs turn either way equally often: McNemar's exact test, mid-p.

    Of the turned pairs the smaller count is binomial with chance 1/2: p = 2 P(X <= x) - P(X = x), 1 where none turned
    (Fagerland, Lydersen and Laake 2013).
    """
    from scipy.stats import binom

    gained, lost = np.asarray(gained), np.asarray(lost)
    least, turned = np.minimum(gained, lost), gained + lost
    p = 2 * binom.cdf(least, turned, 0.5) - binom.pmf(least, turned, 0.5)
    return np.where(turned > 0, np.minimum(p, 1), 1.0)


def games_saved(wins_before: ArrayLike, gained: ArrayLike, lost: ArrayLike, pairs: ArrayLike) -> Floats:
    """Return how many times as many unpaired games would give the same error.

    Two samples of n games each have variance (p(1-p) + q(1-q)) / n, n pairs s^2 / n; infinite where no pair turned.
    """
    n = np.asarray(pairs, float)
    p = divide(wins_before, n)
    q = p + divide(np.asarray(gained, float) - np.asarray(lost, float), n)
    apart, paired = p * (1 - p) + q * (1 - q), flip_error(gained, lost, pairs) ** 2 * n
    return np.where(paired > 0, divide(apart, paired), np.where(apart > 0, np.inf, np.nan))
