"""Effects on events: damage begun, events cancelled, moved or answered, cards used out of nothing, grants."""

from sim.core import bits
from sim.core.aim import barred_from
from sim.core.cards import suit_read
from sim.core.codes import By, Ev, Flag, Frame, To, When
from sim.core.effect_size import amount_for
from sim.core.eligible import choosable
from sim.core.harm import push_damage
from sim.core.holdings import grant
from sim.core.jit import G, R, int64, rule, void
from sim.core.layout import NO_CARD
from sim.core.log import emit
from sim.core.need import describe, helped, push_need
from sim.core.stack import AIMED, CARD_ROW, FIRE, HELPING, KEEP, PROGRESS, SURE, copy_card_of, push
from sim.core.supply import EVERYONE, refuse
from sim.core.use_frame import preset, push_use
from sim.core.window import push_event
from sim.core.zones import off_table, to_discard


@rule(void, G, R, int64, int64)
def hurt(g, rules, i, t):
    """Let the row's damage begin: with the card, if a card's row deals it."""
    f = g.stack[i]
    row = rules.row[f.row]
    source = int(f.actor)
    if row.by == By.NONE:
        source = -1
    flags = 0
    if int(row.marks) & Flag.FIRE:
        flags = FIRE
    n = amount_for(g, rules, i, t)
    if int(f.marks) & CARD_ROW and f.ev >= 0 and g.stack[f.ev].kind == Frame.TARGET:
        flags |= AIMED
        n += int(g.stack[g.stack[f.ev].ev].n)  # what a skill that uses the card adds to its number
    d = push_damage(g, t, source, n, flags)
    if int(f.marks) & CARD_ROW and f.ev >= 0:
        copy_card_of(g, d, int(f.ev))


@rule(void, G, R, int64)
def cancel(g, rules, i):
    """Make the event do nothing to its subject."""
    f = g.stack[i]
    e = g.stack[f.ev]
    e.cancelled = 1
    if int(f.marks) & CARD_ROW:
        emit(g, Ev.NULLIFIED, e.a, -1, 0, e.ckind, f.row, NO_CARD, 0)


@rule(void, G, R, int64, int64)
def redirect(g, rules, i, t):
    """Move the event to another seat: a card is aimed anew, damage is dealt anew."""
    f = g.stack[i]
    ev = int(f.ev)
    e = g.stack[ev]
    if e.kind == Frame.TARGET:
        e.a = t
        w = g.stack[i - 1]
        if w.kind == Frame.WINDOW:
            w.a = t
            w.step = 0
            w.cursor = 0
            w.lo = 0
            w.hi = 0
            w.n = 0
            w.pairs = 0
        return
    e.cancelled = 1
    d = push_damage(g, t, int(e.b), int(e.n), int(e.marks) & ~AIMED)
    copy_card_of(g, d, ev)


@rule(void, G, R, int64)
def rejudge(g, rules, i):
    """Put the card that was paid in the place of the judgement card."""
    f = g.stack[i]
    e = g.stack[f.ev]
    old = int(e.found)
    card = bits.first(f.paid)
    if card == NO_CARD:
        return
    emit(g, Ev.REJUDGE, f.actor, e.a, 0, -1, f.row, card, 0)
    if bits.has(g.event, old) == 1:
        off_table(g, old)
        to_discard(g, old)
    e.found = card
    e.ckind = rules.card_kind[card]
    e.csuit = suit_read(g, rules, int(e.a), card)
    e.crank = rules.card_rank[card]
    bits.clear(e.cards)
    bits.add(e.cards, card)


@rule(void, G, R, int64)
def answer(g, rules, i):
    """Answer the need with a card out of nothing."""
    f = g.stack[i]
    e = g.stack[f.ev]
    kind = int(rules.row[f.row].as_)
    e.n -= 1
    e.marks = int(e.marks) | PROGRESS
    e.fkind = kind
    e.second = -1
    if int(e.marks) & KEEP:
        bits.clear(e.cards)
    emit(g, Ev.RESPOND, e.a, -1, 0, kind, f.row, NO_CARD, 0)
    if int(e.marks) & KEEP == 0 and bits.bit(g.when, When.ANSWERED) == 1:
        x = push_event(g, When.ANSWERED, int(e.a), int(e.b))
        describe(g, rules, x, int(e.a), kind, -1)


@rule(void, G, R, int64, int64)
def ask_supply(g, rules, i, t):
    """Ask a helper for the needed card."""
    f = g.stack[i]
    e = g.stack[f.ev]
    need = push_need(g, t, -1, int(e.named), 1, HELPING | (int(e.marks) & KEEP))
    g.stack[need].ev = f.ev


@rule(int64, G, int64)
def against(g, i):
    """Return the seats against which the card of the need in frame i is wanted; none are all."""
    e = g.stack[i]
    if e.b >= 0:
        return 1 << int(e.b)
    if int(e.marks) & KEEP == 0 or g.stack[i - 1].kind != Frame.USE or g.stack[i - 1].list < 0:
        return EVERYONE
    t = g.targets[g.stack[i - 1].list]
    seats = 0
    for k in range(t.n):
        seats |= 1 << int(t.seat[k])
    return seats


@rule(void, G, R, int64)
def supplied(g, rules, i):
    """Take the helper's card, or remember that all have declined."""
    f = g.stack[i]
    if f.ret == 1:
        helped(g, rules, int(f.ev))
        f.left = 0
        return
    if f.left == 0:
        helpers = choosable(g, rules, int(f.row), int(f.owner), int(f.owner), -1, i, int(f.entry))
        refuse(g, rules, int(f.row), int(f.owner), helpers, against(g, int(f.ev)))


@rule(void, G, R, int64, int64)
def start_use(g, rules, i, t):
    """Let a card without a body be used: by the actor on a seat, of a pair by the second on the first.

    A card that works on all is used once, and finds its targets itself.
    """
    f = g.stack[i]
    row = rules.row[f.row]
    user = int(f.actor)
    if f.second >= 0:
        user = int(f.second)
    flags = 0
    if int(row.marks) & Flag.SURE:
        flags = SURE
    to = int(rules.row[rules.kind[row.as_].active].to)
    if to != To.ALL and to != To.ALL_OTHERS and barred_from(g, rules, user, t, int(row.as_)) == 1:
        return
    use = push_use(g, rules, user, int(row.as_), NO_CARD, -1, flags)
    g.stack[use].n = max(amount_for(g, rules, i, t) - 1, 0)
    if to == To.ALL or to == To.ALL_OTHERS:
        f.left = 0
        return
    preset(g, use, t)


@rule(void, G, R, int64, int64)
def start_grant(g, rules, i, t):
    """Give a seat a bundle; its peer is the other side of the grant."""
    f = g.stack[i]
    row = rules.row[f.row]
    peer = int(f.owner)
    if t == f.owner:
        peer = bits.lowest_bit(int(f.them))
    grant(g, rules, t, int(row.as_), int(row.until), peer, int(f.owner), amount_for(g, rules, i, t))


@rule(void, G, R, int64, int64)
def start_duel(g, rules, i, t):
    """Begin a duel between a seat, who plays first, and the actor."""
    f = g.stack[i]
    duel = push(g, Frame.DUEL, t, int(f.actor))
    if f.ev >= 0:
        copy_card_of(g, duel, int(f.ev))
