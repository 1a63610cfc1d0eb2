"""How wide the interval of a win rate is, and that of a paired difference of two."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

Z95 = 1.959963984540054  # two-sided 95 % of the normal distribution


def wilson_half(wins: ArrayLike, games: ArrayLike, z: float = Z95) -> NDArray[np.float64]:
    """Return half the width of the Wilson score interval of wins / games, 0-0.5; of no games it is 0.5.

    With p = wins / n: z sqrt(p(1-p)/n + z^2/4n^2) / (1 + z^2/n) (Wilson 1927). It goes down as 1 / sqrt(n).
    """
    n = np.asarray(games, float)
    some = np.maximum(n, 1)
    rate = np.asarray(wins, float) / some
    half = z * np.sqrt(rate * (1 - rate) / some + z * z / (4 * some * some)) / (1 + z * z / some)
    return np.where(n > 0, half, 0.5)


def flips_half(gained: ArrayLike, lost: ArrayLike, pairs: ArrayLike, z: float = Z95) -> NDArray[np.float64]:
    """Return half the width of the interval of (gained - lost) / pairs, a paired difference; of no pairs it is 1.

    With a pair added to each count, p = (gained + 1) / (pairs + 2) and q = (lost + 1) / (pairs + 2):
    z sqrt((p + q - (p - q)^2) / (pairs + 2)) (Bonett and Price 2012). It is not 0 where nothing turned.

    Parameters
    ----------
    gained, lost : how many pairs turned to a win, and to a loss.
    """
    gained, lost, pairs = (np.asarray(x, float) for x in (gained, lost, pairs))
    n = pairs + 2
    up, down = (gained + 1) / n, (lost + 1) / n
    return np.where(pairs > 0, z * np.sqrt((up + down - (up - down) ** 2) / n), 1.0)


def flips_needed(
    gained: ArrayLike, lost: ArrayLike, pairs: ArrayLike, target: float, z: float = Z95
) -> NDArray[np.float64]:
    """Return about how many pairs bring `flips_half` down to a target (0-1), if pairs turn as often as so far.

    With v the variance of a pair, N pairs in the end and the two added: z^2 (v N + 2 - 2 v) = target^2 N^2. So
    it takes z sqrt(2) / target pairs where nothing turns, and z^2 v / target^2 where much does. Of no pairs it
    is 1 / target^2.
    """
    gained, lost, pairs = (np.asarray(x, float) for x in (gained, lost, pairs))
    n = np.maximum(pairs, 1)
    variance = np.minimum((gained + lost - (gained - lost) ** 2 / n) / n, 1)
    square = (target / z) ** 2
    wanted = (variance + np.sqrt(variance**2 + 8 * square * (1 - variance))) / (2 * square) - 2
    return np.where(pairs > 0, wanted, 1 / target**2)
