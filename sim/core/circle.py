"""The seats in turn order."""

from sim.core.jit import G, int64, rule


@rule(int64, G, int64, int64)
def seat_after(g, seat, k):
    """Return the seat k places after another at the table, the dead counted; k is less than the number of seats."""
    at = int(g.place_of[seat]) + k
    if at >= g.n:
        at -= int(g.n)
    return int(g.seat_at[at])
