"""How wide the interval of a win rate is."""

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
