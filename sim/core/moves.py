"""Effects on cards: picked, given, taken, gained, swapped."""

from sim.core import bits
from sim.core.bits import ONE, ZERO, lowest
from sim.core.cards import suit_read
from sim.core.codes import Ev, Flag, Frame, When, Zone
from sim.core.effect_size import amount_for
from sim.core.event_cards import shown_in_hand
from sim.core.holdings import queue_window
from sim.core.jit import G, R, int64, rule, void
from sim.core.layout import NO_CARD, WORDS
from sim.core.limits import spending
from sim.core.log import emit
from sim.core.need import find
from sim.core.sight import note_card, note_hand
from sim.core.stack import push_pick_cards
from sim.core.zones import (
    discard_from,
    from_discard,
    hide_hand,
    off_table,
    random_hand_card,
    take_out,
    to_hand,
    zone_size,
)


@rule(void, G, R, int64, int64, int64)
def ask_cards(g, rules, i, t, n):
    """Let the actor (or the seat itself) pick n of a seat's cards for the row."""
    f = g.stack[i]
    row = rules.row[f.row]
    asker = int(f.actor)
    if int(row.marks) & Flag.THEM_PICK:
        asker = t
    n = min(n, zone_size(g, rules, t, row.zones))
    bits.clear(f.cards)
    if n <= 0:
        return
    pick = push_pick_cards(g, asker, t, row.zones, row.cards, n, n)
    p = g.stack[pick]
    p.row = f.row
    p.owner = f.owner
    p.ev = f.ev


@rule(void, G, R, int64, int64, int64, int64)
def carry(g, rules, card, giver, taker, row):
    """Move a card from a seat to another's hand; one that leaves a hand is not seen by the rest."""
    hidden = int(bits.has(g.seat[giver].hand, card) == 1 and int(rules.row[row].zones) & Zone.FOUND == 0)
    emit(g, Ev.GAIN, taker, giver, hidden, -1, row, card, 0)
    take_out(g, rules, giver, card)
    if hidden == 1:
        hide_hand(g, giver, taker)
    to_hand(g, rules, taker, card, 1 - hidden)
    if hidden == 1:
        note_card(g, giver, taker, card)


@rule(void, G, R, int64, int64, int64)
def move_picked(g, rules, i, t, taker):
    """Move the picked cards of a seat to a taker's hand, or (taker -1) to the discard pile."""
    f = g.stack[i]
    for k in range(WORDS):
        m = f.cards[k]
        while m != ZERO:
            card = 64 * k + lowest(m)
            m &= m - ONE
            find(g, rules, i, card, t)
            if taker < 0:
                discard_from(g, rules, t, card)
            else:
                carry(g, rules, card, t, taker, int(f.row))


@rule(void, G, R, int64, int64)
def ask_gift(g, rules, i, t):
    """Let the actor pick the cards that he gives; the found card goes, or (pick = them) chance picks one unseen."""
    f = g.stack[i]
    row = rules.row[f.row]
    actor = int(f.actor)
    bits.clear(f.cards)
    if row.zones & Zone.FOUND:
        if f.found != NO_CARD and bits.has(g.seat[actor].hand, int(f.found)) == 1:
            bits.add(f.cards, int(f.found))
        return
    if int(row.marks) & Flag.THEM_PICK:
        card = random_hand_card(g, actor, 0)
        if card != NO_CARD:
            bits.add(f.cards, card)
        return
    have = zone_size(g, rules, actor, row.zones)
    n = amount_for(g, rules, i, t)
    hi = min(n, have)
    if int(row.marks) & Flag.PLUS:
        hi = have
    lo = min(n, have)
    if hi <= 0:
        return
    pick = push_pick_cards(g, actor, actor, row.zones, row.cards, lo, hi)
    p = g.stack[pick]
    p.row = f.row
    p.owner = f.owner
    p.ev = f.ev
    p.them = 1 << t


@rule(void, G, R, int64, int64)
def gave(g, rules, i, t):
    """Hand the picked cards over, and count them."""
    f = g.stack[i]
    n = bits.count(f.cards)
    move_picked(g, rules, i, int(f.actor), t)
    if f.found != NO_CARD:
        f.fsuit = suit_read(g, rules, int(f.actor), int(f.found))
    k = spending(g, int(f.actor), int(rules.row[f.row].ability))
    if k >= 0:
        before = int(g.spent[k].tally)
        g.spent[k].tally = before + n
        f.pairs = (before + n) // 2 - before // 2


@rule(void, G, R, int64, int64)
def gain(g, rules, i, t):
    """Let a seat gain the event's cards, or the found one, if they still lie where they were."""
    f = g.stack[i]
    if int(rules.row[f.row].zones) & Zone.FOUND:
        card = int(f.found)
        if card == NO_CARD:
            return
        if bits.has(g.discard, card) == 1:
            from_discard(g, card)
        elif bits.has(g.event, card) == 1:
            off_table(g, card)
        else:
            holder = shown_in_hand(g, rules, i)
            if holder >= 0 and holder != t:
                carry(g, rules, card, holder, t, int(f.row))
            return
        emit(g, Ev.GAIN, t, -1, 0, -1, f.row, card, 0)
        to_hand(g, rules, t, card, 1)
        return
    e = g.stack[f.ev]
    answers = int(e.kind == Frame.EVENT and e.lo == When.DODGED)
    for k in range(WORDS):
        m = e.cards[k] & g.event[k]
        if answers == 1:
            m |= e.cards[k] & g.discard[k]
        while m != ZERO:
            card = 64 * k + lowest(m)
            m &= m - ONE
            if bits.has(g.discard, card) == 1:
                from_discard(g, card)
            off_table(g, card)
            emit(g, Ev.GAIN, t, -1, 0, -1, f.row, card, 0)
            to_hand(g, rules, t, card, 1)
            find(g, rules, i, card, t)


@rule(void, G, R, int64, int64)
def harvested(g, rules, i, t):
    """Give a seat the turned-up card that it picked."""
    f = g.stack[i]
    card = bits.first(f.cards)
    if card == NO_CARD:
        return
    bits.drop(g.shown, card)
    emit(g, Ev.GAIN, t, -1, 0, -1, f.row, card, 0)
    to_hand(g, rules, t, card, 1)
    find(g, rules, i, card, t)


@rule(void, G, R, int64, int64)
def swap_hands(g, rules, a, b):
    """Let two seats swap hands; one who gets nothing for his cards has lost the last of them."""
    x = g.seat[a]
    y = g.seat[b]
    for k in range(WORDS):
        m = x.hand[k]
        x.hand[k] = y.hand[k]
        y.hand[k] = m
        m = x.open[k]
        x.open[k] = y.open[k]
        y.open[k] = m
        m = x.seen[k]
        x.seen[k] = y.seen[k]
        y.seen[k] = m
    note_hand(g, a, b)
    note_hand(g, b, a)
    n = int(x.n_hand)
    x.n_hand = y.n_hand
    y.n_hand = n
    x.version += 1
    y.version += 1
    if x.n_hand == 0 and y.n_hand > 0:
        queue_window(g, When.LOST_HAND, a, bits.first(y.hand))
    if y.n_hand == 0 and x.n_hand > 0:
        queue_window(g, When.LOST_HAND, b, bits.first(x.hand))
