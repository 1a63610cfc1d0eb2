"""The cards that a row would gain from an event or a search: whether they still lie where they can be taken."""

from sim.core import bits
from sim.core.codes import Do, Frame, When, Zone
from sim.core.jit import G, R, int64, rule
from sim.core.layout import NO_CARD
from sim.core.zones import holder_of


@rule(int64, G, R, int64)
def shown_in_hand(g, rules, i):
    """Return the seat that still holds the card which a row of the ability in frame i has shown, -1 if none does."""
    f = g.stack[i]
    if f.found == NO_CARD:
        return -1
    for r in range(int(f.head), int(f.row)):
        if rules.row[r].do == Do.REVEAL:
            return holder_of(g, int(f.found))
    return -1


@rule(int64, G, R, int64, int64, int64)
def event_cards_left(g, rules, r, ev, fr):
    """Return 1 if the cards that the row would gain still lie where they can be taken."""
    if rules.row[r].zones & Zone.FOUND:
        if fr < 0 or g.stack[fr].found == NO_CARD:
            return 0
        card = int(g.stack[fr].found)
        if bits.has(g.discard, card) == 1 or bits.has(g.event, card) == 1:
            return 1
        return int(shown_in_hand(g, rules, fr) >= 0)
    e = g.stack[ev]
    if e.kind == Frame.EVENT and e.lo == When.DODGED and bits.meets(e.cards, g.discard) == 1:
        return 1  # the answers have been discarded, and lie there still
    return bits.meets(e.cards, g.event)
