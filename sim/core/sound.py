"""Checked mode: what must be true of the record at every frame."""

import numpy as np

from sim.core import bits
from sim.core.bits import ONE, ZERO
from sim.core.codes import Err, Frame, Status
from sim.core.jit import G, R, int64, rule, uint64
from sim.core.layout import MAX_CARDS, NO_CARD, SLOTS, WORDS


@rule(int64, G, R)
def cards_in_place(g, rules):
    """Return 1 if every card lies in exactly one zone, and the counters are right (checked mode)."""
    if bits.count(g.discard) != g.n_discard or g.n_pile > MAX_CARDS:
        return 0
    n = 0
    for k in range(WORDS):
        seen = placed(g, k)
        if seen == ZERO and k * 64 < rules.n_cards:
            return 0
        n += bits.ones(seen)
    for i in range(g.n):
        if bits.count(g.seat[i].hand) != g.seat[i].n_hand:
            return 0
    return int(n == rules.n_cards)


@rule(uint64, G, int64)
def placed(g, k):
    """Return word k of the set of all cards that lie somewhere; empty if one of them lies in two zones."""
    table = g.event[k] | g.shown[k]
    seen = g.discard[k] | table
    twice = g.discard[k] & table
    for i in range(g.n):
        s = g.seat[i]
        own = s.hand[k] | s.stash[k]
        twice |= (s.hand[k] & s.stash[k]) | (seen & own) | ((s.open[k] | s.seen[k]) & ~s.hand[k])
        seen |= own
        for slot in range(SLOTS):
            bit = bit_in(int(s.equip[slot]), k)
            twice |= seen & bit
            seen |= bit
        for j in range(s.n_judge):
            bit = bit_in(int(s.judge_card[j]), k)
            twice |= seen & bit
            seen |= bit
    pile = g.pile
    for c in range(g.n_pile):
        bit = bit_in(int(pile[c]), k)
        twice |= seen & bit
        seen |= bit
    if twice != ZERO:
        return ZERO
    return seen


@rule(uint64, int64, int64)
def bit_in(card, k):
    """Return the bit of a card in word k of a set, 0 if it lies in another word or is none."""
    if card >> 6 != k or card == NO_CARD:
        return ZERO
    return ONE << np.uint64(card & 63)


@rule(int64, G, R)
def sound(g, rules):
    """Return the error that checked mode finds in the record, NONE if all is well."""
    if cards_in_place(g, rules) == 0:
        return Err.CARD_LOST
    if g.sp < 0 or g.n_lists < 0:
        return Err.BOUNDS
    top = -1  # between two turns, with a window still to be opened
    if g.sp > 0:
        top = int(g.stack[g.sp - 1].kind)
    for i in range(g.n):
        s = g.seat[i]
        if s.hp > s.max_hp:
            return Err.HP_ABOVE_MAX
        if s.alive == 0 and (s.n_hand > 0 or s.n_judge > 0) and top == Frame.TURN:
            return Err.DEAD_ACTS
    if (top == Frame.TURN or top == Frame.PLAY) and g.n_queue == 0:
        for k in range(len(g.event)):
            if (g.event[k] | g.shown[k]) != bits.ZERO:
                return Err.CARD_LOST
        if g.n_lists != 0:
            return Err.LIST_CAP
    if g.status == Status.ASKING and g.seat[g.req.seat].alive == 0:
        return Err.DEAD_ACTS
    return Err.NONE
