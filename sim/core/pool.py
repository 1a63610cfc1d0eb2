"""The pool of heroes in random order, and steps through a circle that miss nothing."""

import numpy as np

from sim.core import rng
from sim.core.jit import G, R, int64, rule, void

BLOCK = np.uint64(1) << np.uint64(40)  # keeps the streams of a block of balanced games apart from those of a game


@rule(void, G, R, int64)
def shuffle_pool(g, rules, stream):
    """Put the pool of heroes into ``aside`` in random order."""
    n = int(rules.n_pool)
    for k in range(n):
        g.aside[k] = rules.pool[k]
    for k in range(n - 1, 0, -1):
        j = rng.below(g, stream, k + 1)
        hero = g.aside[k]
        g.aside[k] = g.aside[j]
        g.aside[j] = hero


@rule(int64, int64, int64)
def coprime(n, k):
    """Return the first number from k on that has no factor in common with n."""
    x = k
    while True:
        a = n
        b = x
        while b != 0:
            a, b = b, a % b
        if a == 1:
            return x
        x += 1
