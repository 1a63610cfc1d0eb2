"""Cards played from hand against a card that is about to work: asked in turn order, again from the start after each."""

import numpy as np

from sim.core import bits
from sim.core.answers import list_answers
from sim.core.ask import answered, open_request, option_pass, send
from sim.core.bits import ONE, ZERO
from sim.core.circle import seat_after
from sim.core.codes import Ask, Ev, Frame, Opt, Status
from sim.core.jit import G, R, int64, rule, uint64, void
from sim.core.layout import NO_CARD
from sim.core.log import emit
from sim.core.numbers import conditions
from sim.core.offer import card_fits
from sim.core.stack import REACTION, pop, push


@rule(uint64, G, R, int64)
def counters(g, rules, ev):
    """Return the card kinds that can be played against the card of a frame."""
    e = g.stack[ev]
    kinds = ZERO
    if rules.kind[e.ckind].trick == 0:
        return kinds
    m = rules.counter
    while m != ZERO:
        kind = bits.lowest(m)
        m &= m - ONE
        r = int(rules.counter_row[kind])
        if card_fits(g, rules, r, ev) == 1 and conditions(g, rules, r, int(e.a), -1, ev, -1, -1) == 1:
            kinds |= ONE << np.uint64(kind)
    return kinds


@rule(int64, G, R, uint64, int64)
def may_counter(g, rules, kinds, seat):
    """Return 1 if a seat may hold a counter: a quick look before listing."""
    s = g.seat[seat]
    if s.alive == 0:
        return 0
    if s.views & kinds != ZERO:
        return 1
    m = kinds
    while m != ZERO:
        if bits.meets(s.hand, rules.kind[bits.lowest(m)].counts) == 1:
            return 1
        m &= m - ONE
    return 0


@rule(int64, G, R, int64)
def push_counter(g, rules, ev):
    """Push the round of counters to the card of a frame, if somebody may hold one; return 1 if it did."""
    kinds = counters(g, rules, ev)
    if kinds == ZERO:
        return 0
    for seat in range(g.n):
        if may_counter(g, rules, kinds, seat) == 1:
            i = push(g, Frame.COUNTER, int(g.stack[ev].a), int(g.stack[ev].b))
            g.stack[i].ev = ev
            return 1
    return 0


@rule(void, G)
def drop_skills(g):
    """Leave out the ways to make a counter of several cards."""
    q = g.req
    n = 1
    for k in range(1, int(q.n)):
        if q.option[k].type == Opt.SKILL:
            continue
        o = q.option[n]
        p = q.option[k]
        o.type = p.type
        o.card = p.card
        o.kind = p.kind
        o.row = p.row
        o.seat = p.seat
        o.value = p.value
        n += 1
    q.n = n


@rule(void, G, R)
def counter_step(g, rules):
    """Ask the next seat; a card played is used with the event as its own, then all are asked again."""
    i = int(g.sp) - 1
    f = g.stack[i]
    ev = int(f.ev)
    if g.stack[ev].cancelled == 1:
        pop(g, 0)
        return
    if f.step == 1:
        f.step = 0
        o = g.req.option[answered(g)]
        if g.status == Status.OVER:
            return
        seat = int(g.req.seat)
        if o.type != Opt.PASS:
            f.cursor = 0
            use = push(g, Frame.USE, seat, -1)
            u = g.stack[use]
            u.ckind = o.kind
            u.second = o.row
            u.row = rules.counter_row[o.kind]
            u.ev = ev
            u.marks = REACTION
            bits.add(u.cards, int(o.card))
            return
        emit(g, Ev.PASS, seat, -1, 0, g.req.need, -1, NO_CARD, 0)
    kinds = counters(g, rules, ev)
    while f.cursor < g.n:
        seat = seat_after(g, int(g.turn), int(f.cursor))
        f.cursor += 1
        if may_counter(g, rules, kinds, seat) == 0:
            continue
        open_request(g, Ask.RESPOND, seat, -1, seat)
        option_pass(g)
        list_answers(g, rules, seat, kinds)
        drop_skills(g)
        if g.req.n == 1:
            continue
        g.req.need = bits.lowest(kinds)
        g.req.ev = ev
        f.step = 1
        send(g, bits.lowest(kinds))
        return
    pop(g, 0)
