"""Differences between two plays of the same games."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from reports.intervals import Z95, Floats, divide, mean_interval


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
    half = z * np.sqrt((up + down - (up - down) ** 2) / some)
    return divide(gained - lost, pairs), up - down - half, up - down + half
