"""Seats change their places at the table."""

from sim.core.circle import redo_ring
from sim.core.codes import Ev
from sim.core.jit import G, int64, rule, void
from sim.core.layout import NO_CARD
from sim.core.log import emit


@rule(void, G, int64, int64)
def swap_seats(g, a, b):
    """Let two seats swap places: turn order and distances follow at once."""
    x = int(g.place_of[a])
    y = int(g.place_of[b])
    g.place_of[a] = y
    g.place_of[b] = x
    g.seat_at[x] = b
    g.seat_at[y] = a
    redo_ring(g)
    emit(g, Ev.SWAP, a, b, 0, -1, -1, NO_CARD, 0)
