"""How much a row's effect does to one seat."""

from sim.core import bits
from sim.core.jit import G, R, int64, rule
from sim.core.numbers import other_side, size
from sim.core.stack import CARD_ROW


@rule(int64, G, R, int64, int64)
def amount_for(g, rules, i, t):
    """Return the row's number for a seat."""
    f = g.stack[i]
    them = t
    if t == f.owner:
        them = other_side(g, int(f.owner), int(f.ev))
        if f.them != 0 and int(f.marks) & CARD_ROW == 0:
            them = bits.lowest_bit(int(f.them))
    return size(g, rules, int(f.row), int(f.owner), them, int(f.ev), i, int(f.entry))
