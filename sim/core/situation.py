"""Playing one position many times: copies of a record, each with chance of its own."""

from sim.core import rng
from sim.core.codes import Status, Stream
from sim.core.jit import G, entry, int64, rule, uint64, void
from sim.core.play import ADVANCE, BOTS, BS, GS, RS, TABLE, ask, reset_bots


@rule(void, G, uint64, int64, int64)
def reseed(g, seed, game, named):
    """Give a position fresh chance: new streams, and the pile shuffled below its first ``named`` cards."""
    g.seed = seed
    g.game = game
    rng.seed_streams(g, seed, int(g.n), game)
    left = int(g.n_pile) - named
    while left > 1:
        other = rng.below(g, Stream.PILE, left)
        left -= 1
        card = g.pile[left]
        g.pile[left] = g.pile[other]
        g.pile[other] = card


@entry(void, GS, GS, RS, ADVANCE, BOTS, BS, BS, TABLE, uint64, int64, int64)
def play_situation(start, games, rules, advance, fns, bots, templates, bot_of, seed, first, named):
    """Play a copy of ``start[0]`` in each of ``games``, numbered from ``first``, until it stops or ends.

    ``advance`` is ``play.advance_at``, called through a pointer so that the machine is not compiled again.
    """
    for k in range(len(games)):
        games[k] = start[0]
        g = games[k]
        reseed(g, seed, first + k, named)
        reset_bots(g, bots, templates, bot_of)
        while advance(games, rules, k) == Status.ASKING:
            seat = int(g.req.seat)
            g.answer = ask(fns, bot_of[g.seat[seat].role, seat], g, rules[0], bots[seat], seat)
            g.status = Status.RUNNING
