"""What is noted about a game as a whole: what was consulted, and how it ended."""

import numpy as np

from sim.core.bits import ONE
from sim.core.codes import Err, Ev, Status, Winner
from sim.core.jit import G, int64, rule, void
from sim.core.log import count_event


@rule(void, G, int64)
def consult_bundle(g, bundle):
    """Note that a bundle's rows were looked up in this game."""
    g.consulted[bundle >> 6] |= ONE << np.uint64(bundle & 63)


@rule(void, G, int64)
def consult(g, setting):
    """Note that a setting of the ruleset mattered in this game."""
    g.settings |= ONE << np.uint64(setting)


@rule(void, G, int64, int64)
def stop_with(g, err, seat):
    """End the game unfinished for a stated cause."""
    if g.err == Err.NONE:
        g.err = err
        g.err_seat = seat
    g.winner = Winner.UNFINISHED
    g.status = Status.OVER
    g.sp = 0
    g.n_queue = 0
    count_event(g, Ev.WIN, -1, Winner.UNFINISHED)


@rule(void, G, int64)
def finish(g, winner):
    """End the game; nothing resolves after it."""
    g.winner = winner
    g.status = Status.OVER
    g.sp = 0
    g.n_queue = 0
    count_event(g, Ev.WIN, -1, winner)
