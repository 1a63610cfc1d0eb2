"""The ways to get a card of a kind: from the hand, one turned into another, several as one, out of a skill."""

import numpy as np

from sim.core import bits
from sim.core.aim import can_use
from sim.core.ask import option
from sim.core.bits import ONE, ZERO
from sim.core.cards import count_passing, makes, passes
from sim.core.codes import ANY_OF, Opt, Val, When, Zone
from sim.core.jit import G, R, int64, rule, uint64, void
from sim.core.layout import NO_CARD, SLOTS, WORDS
from sim.core.limits import within_limit
from sim.core.numbers import conditions, value


@rule(int64, G, R, int64, int64)
def is_barred(g, rules, seat, kind):
    """Return 1 if a seat cannot use or play a kind."""
    if bits.bit(g.seat[seat].values, Val.BARRED) == 0:
        return 0
    return int(value(g, rules, seat, Val.BARRED, kind, -1, -1, 0) > 0)


@rule(int64, G, R, int64, int64)
def usable(g, rules, seat, kind):
    """Return 1 if a kind may be used in the play phase; the answer is kept for the request being listed."""
    if g.usable[kind] == 0:
        g.usable[kind] = 2 - can_use(g, rules, seat, kind)
    return int(g.usable[kind] == 1)


@rule(int64, G, R, int64, int64, int64)
def usable_without(g, rules, seat, kind, card):
    """Return 1 if a kind may be used when an equipped card is the one turned into it."""
    g.turned = card
    may = can_use(g, rules, seat, kind)
    g.turned = NO_CARD
    return may


@rule(void, G, R, int64, int64, int64, int64, uint64, int64)
def list_view_kind(g, rules, seat, r, entry, kind, kinds, play):
    """Add the cards that a VIEW_AS row can turn into a kind as options; ``kinds``: those asked for.

    Out of a class of kinds one is chosen in the play phase before the cards are.
    """
    row = rules.row[r]
    if play == 0 and rules.kind[kind].isa & kinds == ZERO:
        return
    if conditions(g, rules, r, seat, -1, -1, -1, entry) == 0 or within_limit(g, rules, r, seat) == 0:
        return
    if play == 0 and is_barred(g, rules, seat, kind) == 1:
        return
    zones = int(row.zones)
    n = int(row.n_l)
    if n > 1 or (play == 1 and row.as_ <= ANY_OF):
        if count_passing(g, rules, seat, zones, row.cards, NO_CARD) >= n and (
            play == 0 or usable(g, rules, seat, kind) == 1
        ):
            option(g, Opt.SKILL, NO_CARD, kind, r, seat, 0)
        return
    s = g.seat[seat]
    if zones & Zone.HAND and (play == 0 or usable(g, rules, seat, kind) == 1):
        for k in range(WORDS):
            m = s.hand[k]
            if s.reads_suits == 0:
                m &= rules.filter[row.cards].cards[k]
            while m != ZERO:
                card = 64 * k + bits.lowest(m)
                m &= m - ONE
                if s.reads_suits == 0 or passes(g, rules, seat, row.cards, card) == 1:
                    option(g, Opt.CARD, card, kind, r, seat, 0)
    for slot in range(SLOTS):
        card = int(s.equip[slot])
        if zones & (Zone.WEAPON << slot) == 0 or card == NO_CARD or passes(g, rules, seat, row.cards, card) == 0:
            continue
        if play == 0 or usable_without(g, rules, seat, kind, card) == 1:
            option(g, Opt.CARD, card, kind, r, seat, 0)


@rule(void, G, R, int64, int64, int64, uint64, int64)
def list_view_row(g, rules, seat, r, entry, kinds, play):
    """Add what a VIEW_AS row can make as options; ``kinds``: those asked for (play phase: all usable ones)."""
    if rules.row[r].as_ >= 0:
        list_view_kind(g, rules, seat, r, entry, int(rules.row[r].as_), kinds, play)
        return
    for kind in range(rules.n_kinds):
        if makes(g, rules, seat, r, kind) == 1:
            list_view_kind(g, rules, seat, r, entry, kind, kinds, play)


@rule(void, G, R, int64, uint64, int64)
def list_views(g, rules, seat, kinds, play):
    """Add all cards that the seat's VIEW_AS rows can turn."""
    s = g.seat[seat]
    if play == 0 and s.views & kinds == ZERO:
        return
    if bits.bit(s.when, When.VIEW_AS) == 0:
        return
    for k in range(s.n_values, s.n_held):
        if int(s.held_when[k]) == When.VIEW_AS:
            list_view_row(g, rules, seat, int(s.held[k]), max(int(s.held_entry[k]), -1), kinds, play)


@rule(void, G, R, int64, uint64)
def list_answers(g, rules, seat, kinds):
    """Add every card with which a seat can answer one of some kinds."""
    s = g.seat[seat]
    for k in range(WORDS):
        m = s.hand[k]
        while m != ZERO:
            card = 64 * k + bits.lowest(m)
            m &= m - ONE
            kind = int(rules.card_kind[card])
            if rules.kind[kind].isa & kinds != ZERO and is_barred(g, rules, seat, kind) == 0:
                option(g, Opt.CARD, card, kind, -1, seat, 0)
    list_views(g, rules, seat, kinds, 0)


@rule(int64, G, R, int64, int64)
def may_hold(g, rules, seat, kind):
    """Return 1 if a seat has a card of a kind, or a skill that may make one: a quick look before listing."""
    s = g.seat[seat]
    if bits.bit(s.views, kind) == 1:
        return 1
    return bits.meets(s.hand, rules.kind[kind].counts)


@rule(uint64, R, int64)
def kind_bit(rules, kind):
    """Return the mask of one kind."""
    return ONE << np.uint64(kind)
