"""What a seat knows of another's hand: what everyone saw come there, and what it has itself seen of it.

A card that leaves a hand unseen takes that knowledge along, but for the one who takes it; see `sim.core.zones`.
"""

import numpy as np

from sim.core import bits
from sim.core.bits import ONE, ZERO
from sim.core.jit import CARDS, G, int64, rule, uint64, void
from sim.core.layout import WORDS


@rule(void, G, int64, int64, int64)
def note_card(g, viewer, seat, card):
    """Note that a seat has seen a card of a hand."""
    s = g.seat[seat]
    if bits.has(s.seen, card) == 0:
        bits.add(s.seen, card)
        g.seen_by[card] = 0
    g.seen_by[card] |= 1 << viewer


@rule(void, G, int64, int64)
def note_hand(g, viewer, seat):
    """Note that a seat has seen a whole hand."""
    for k in range(WORDS):
        m = g.seat[seat].hand[k]
        while m != ZERO:
            note_card(g, viewer, seat, 64 * k + bits.lowest(m))
            m &= m - ONE


@rule(uint64, G, int64, int64, int64)
def known_word(g, viewer, seat, k):
    """Return word k of the set of those cards of a hand which a seat knows."""
    s = g.seat[seat]
    if seat == viewer:
        return s.hand[k]
    word = s.open[k]
    m = s.seen[k] & ~word
    while m != ZERO:
        at = bits.lowest(m)
        m &= m - ONE
        if (int(g.seen_by[64 * k + at]) >> viewer) & 1:
            word |= ONE << np.uint64(at)
    return word


@rule(int64, G, int64, int64)
def n_known(g, viewer, seat):
    """Return how many cards of a hand a seat knows."""
    n = 0
    for k in range(WORDS):
        n += bits.ones(known_word(g, viewer, seat, k))
    return n


@rule(int64, G, int64, int64, CARDS)
def n_known_of(g, viewer, seat, cards):
    """Return how many of some cards a seat knows to be in a hand."""
    n = 0
    for k in range(WORDS):
        n += bits.ones(known_word(g, viewer, seat, k) & cards[k])
    return n
