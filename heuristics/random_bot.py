"""The bot that chooses any option with the same chance, from a stream of its own."""

import numpy as np

from heuristics.table import Player
from sim.core.jit import bot
from sim.core.rng import GOLDEN, mix, plus


@bot
def decide(g, rules, b, seat):
    """Return any option."""
    b.rng = plus(b.rng, GOLDEN)
    return int(((mix(b.rng) >> np.uint64(32)) * np.uint64(g.req.n)) >> np.uint64(32))


BOT = Player("random", decide, reads="held", unheeded=("no-belief",))
