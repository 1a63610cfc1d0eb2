"""Randomness: one splitmix64 stream per purpose, keyed by a hash of (run seed, players, game, purpose).

The key is hashed before it seeds a stream: ``seed + i * golden`` is splitmix's own step, so without the hash game
i + 1 would replay game i shifted by one draw.
Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
"""

import numpy as np
from numba import config

from sim.core.jit import G, int64, rule, uint64, void
from sim.core.layout import STREAMS

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MASK = 0xFFFFFFFFFFFFFFFF

if config.DISABLE_JIT:

    def mul(a, b):
        """Multiply modulo 2**64 without numpy's overflow warning."""
        return np.uint64((int(a) * int(b)) & MASK)

    def plus(a, b):
        """Add modulo 2**64 without numpy's overflow warning."""
        return np.uint64((int(a) + int(b)) & MASK)

else:

    @rule(uint64, uint64, uint64)
    def mul(a, b):
        """Multiply modulo 2**64."""
        return a * b

    @rule(uint64, uint64, uint64)
    def plus(a, b):
        """Add modulo 2**64."""
        return a + b


@rule(uint64, uint64)
def mix(z):
    """Return splitmix64's finaliser of a word."""
    z = mul(z ^ (z >> np.uint64(30)), np.uint64(0xBF58476D1CE4E5B9))
    z = mul(z ^ (z >> np.uint64(27)), np.uint64(0x94D049BB133111EB))
    return z ^ (z >> np.uint64(31))


@rule(uint64, uint64, uint64, uint64)
def game_key(seed, players, game):
    """Return the hash of a game that the keys of its streams are made from."""
    h = mix(plus(seed, GOLDEN))
    h = mix(plus(h ^ players, GOLDEN))
    return mix(plus(h ^ game, GOLDEN))


@rule(uint64, uint64, uint64, uint64, uint64)
def key(seed, players, game, purpose):
    """Return the state a stream starts from."""
    return mix(plus(game_key(seed, players, game) ^ purpose, GOLDEN))


@rule(void, G, uint64, int64, int64)
def seed_streams(g, seed, players, game):
    """Seed all streams of a game."""
    h = game_key(seed, np.uint64(players), np.uint64(game))
    for purpose in range(STREAMS):
        g.rng[purpose] = mix(plus(h ^ np.uint64(purpose), GOLDEN))


@rule(int64, G, int64, int64)
def below(g, stream, n):
    """Return a whole number from 0 to n - 1 (n < 2**16; bias under n / 2**32)."""
    g.rng[stream] = plus(g.rng[stream], GOLDEN)
    return int(((mix(g.rng[stream]) >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32))
