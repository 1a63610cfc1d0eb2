"""The frame of a use: its steps, how it is pushed, given its one target, and ended."""

from sim.core import bits
from sim.core.bits import ZERO
from sim.core.codes import Do, Frame
from sim.core.jit import G, R, int64, rule, void
from sim.core.layout import NO_CARD
from sim.core.stack import PRESET, new_list, pop, push
from sim.core.zones import discard_used

# steps of a use
CHOOSE, CHOSEN, SECOND, SUPPLY, PAY, USED, AIMING, WORK, SETTLING, DONE = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9


@rule(int64, G, R, int64, int64, int64, int64, int64)
def push_use(g, rules, user, kind, card, row, flags):
    """Push the use of a kind by a seat: ``card`` NO_CARD for one without a body, ``row`` what turned it (-1)."""
    i = push(g, Frame.USE, user, -1)
    f = g.stack[i]
    f.ckind = kind
    f.second = row
    f.row = rules.kind[kind].active
    f.marks = flags
    f.spent = -1
    if card != NO_CARD:
        bits.add(f.cards, card)
    return i


@rule(void, G, int64, int64)
def preset(g, i, seat):
    """Set the one target of the use in frame i."""
    f = g.stack[i]
    f.list = new_list(g)
    t = g.targets[f.list]
    t.n = 1
    t.seat[0] = seat
    t.need[0] = 0
    f.marks = int(f.marks) | PRESET


@rule(void, G, R, int64)
def end_use(g, rules, i):
    """Discard what still lies on the table of this use."""
    f = g.stack[i]
    if f.row >= 0 and rules.row[f.row].do == Do.HARVEST:
        for k in range(len(g.shown)):
            while g.shown[k] != ZERO:
                card = 64 * k + bits.lowest(g.shown[k])
                bits.drop(g.shown, card)
                bits.add(g.discard, card)
                g.n_discard += 1
    discard_used(g, f.cards)
    if f.list >= 0:
        g.n_lists -= 1
    pop(g, 1)
