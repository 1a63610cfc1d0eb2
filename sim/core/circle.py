"""The seats in turn order, and the numbers of the living in it."""

from sim.core.jit import G, int64, rule, void


@rule(int64, G, int64, int64)
def seat_after(g, seat, k):
    """Return the seat k places after another at the table, the dead counted; k is less than the number of seats."""
    at = int(g.place_of[seat]) + k
    if at >= g.n:
        at -= int(g.n)
    return int(g.seat_at[at])


@rule(void, G)
def redo_ring(g):
    """Give the living their numbers in turn order."""
    n = 0
    for place in range(g.n):
        seat = int(g.seat_at[place])
        if g.seat[seat].alive == 1:
            g.ring[seat] = n
            n += 1
    g.n_alive = n
