"""Living on below one point of hp: a card of the pile for each point missing, all of different ranks."""

from sim.core import bits
from sim.core.bits import ONE, ZERO
from sim.core.codes import Ev, Frame, Zone
from sim.core.jit import G, R, int64, rule, void
from sim.core.layout import NO_CARD, WORDS
from sim.core.log import card_event
from sim.core.stack import push_pick_cards
from sim.core.zones import discard_from, top_card


@rule(int64, G, R, int64)
def all_differ(g, rules, seat):
    """Return 1 if no two cards on a seat's hero are of one rank."""
    seen = 0
    for k in range(WORDS):
        m = g.seat[seat].stash[k]
        while m != ZERO:
            rank = int(rules.card_rank[64 * k + bits.lowest(m)])
            m &= m - ONE
            if (seen >> rank) & 1:
                return 0
            seen |= 1 << rank
    return 1


@rule(int64, G, R, int64)
def holds_out(g, rules, seat):
    """Return 1 if a seat lives on though it has no hp left."""
    s = g.seat[seat]
    if s.defies == 0 or bits.count(s.stash) < 1 - int(s.hp):
        return 0
    return all_differ(g, rules, seat)


@rule(void, G, R, int64, int64)
def defy(g, rules, ev, seat):
    """Lay cards of the pile on a dying seat's hero, one for each point below 1; the dying frame ``ev`` learns of it."""
    s = g.seat[seat]
    s.defies = 1
    for _ in range(1 - int(s.hp) - bits.count(s.stash)):
        card = top_card(g, rules)
        if card == NO_CARD:
            return
        bits.add(s.stash, card)
        card_event(g, Ev.STASH, seat, card)
    if ev >= 0 and g.stack[ev].kind == Frame.DYING:
        g.stack[ev].worked = holds_out(g, rules, seat)


@rule(void, G, int64, int64, int64)
def lift(g, i, seat, before):
    """Let a seat that was healed choose which cards leave its hero: one for each point below 1 that it got back."""
    s = g.seat[seat]
    f = g.stack[i]
    n = min(max(1 - before, 0) - max(1 - int(s.hp), 0), bits.count(s.stash))
    if s.hp > 0:
        s.defies = 0
    if n <= 0:
        return
    f.lo = n
    bits.clear(f.cards)
    pick = push_pick_cards(g, seat, seat, Zone.STASH, 0, n, n)
    g.stack[pick].row = f.row
    g.stack[pick].owner = f.owner


@rule(void, G, R, int64, int64)
def lifted(g, rules, i, seat):
    """Discard the cards that leave a seat's hero."""
    f = g.stack[i]
    f.lo = 0
    for k in range(WORDS):
        while f.cards[k] != ZERO:
            card = 64 * k + bits.lowest(f.cards[k])
            bits.drop(f.cards, card)
            discard_from(g, rules, seat, card)
