"""The event log: public and private events of a game, in a ring, with a running digest.

An event is ``(type, a, b, n, kind, row, card, mask)``; see ``codes.Ev``. The digest leaves out the row number, so
that two rulesets which differ in a rule that was never consulted have the same digests.
"""

import numpy as np

from sim.core.bits import ONE, ZERO, lowest
from sim.core.codes import Ev, Status
from sim.core.jit import CARDS, G, int64, rule, void
from sim.core.layout import LOG, NO_CARD, WORDS
from sim.core.rng import GOLDEN, mul

PRIME = np.uint64(0xD6E8FEB86659FD93)


@rule(void, G, int64, int64, int64, int64, int64, int64, int64, int64)
def emit(g, kind_of_event, a, b, n, kind, row, card, mask):
    """Write an event and fold it into the digest."""
    at = int(g.log_n) & (LOG - 1)
    e = g.log[at]
    e.type = kind_of_event
    e.a = a
    e.b = b
    e.n = n
    e.kind = kind
    e.row = row
    e.card = card
    e.mask = mask
    g.log_n += 1
    if kind_of_event == Ev.USE or kind_of_event == Ev.TARGETS or kind_of_event == Ev.NULLIFIED:
        g.acts = g.log_n
    low = int(kind_of_event) | ((int(a) & 0xFF) << 8) | ((int(b) & 0xFF) << 16) | ((int(n) & 0xFFFF) << 24)
    high = (int(kind) & 0xFF) | ((int(card) & 0xFF) << 8) | ((int(mask) & 0xFFFF) << 16)
    word = np.uint64(low) ^ mul(np.uint64(high), GOLDEN)
    h = mul(g.digest ^ word, PRIME)
    g.digest = h ^ (h >> np.uint64(29))
    if int(g.stop_ev) == kind_of_event:
        g.status = Status.STOPPED


@rule(void, G, int64, int64)
def seat_event(g, kind_of_event, a):
    """Write an event that names a seat and nothing more."""
    emit(g, kind_of_event, a, -1, 0, -1, -1, NO_CARD, 0)


@rule(void, G, int64, int64, int64)
def count_event(g, kind_of_event, a, n):
    """Write an event of a seat and a number."""
    emit(g, kind_of_event, a, -1, n, -1, -1, NO_CARD, 0)


@rule(void, G, int64, int64, int64)
def card_event(g, kind_of_event, a, card):
    """Write an event of a seat and a card."""
    emit(g, kind_of_event, a, -1, 0, -1, -1, card, 0)


@rule(void, G, int64, CARDS)
def more_cards(g, a, cards):
    """Write the physical cards of a card made of several, after the first."""
    skip = 1
    for k in range(WORDS):
        m = cards[k]
        while m != ZERO:
            card = 64 * k + lowest(m)
            m &= m - ONE
            if skip == 0:
                card_event(g, Ev.CARD, a, card)
            skip = 0
