"""Cards played from hand once another card has worked: asked in turn order, each as often as a seat can."""

import numpy as np

from sim.core import bits
from sim.core.aim import aim
from sim.core.answers import list_answers
from sim.core.ask import answered, open_request, option_pass, send
from sim.core.bits import ONE, ZERO
from sim.core.circle import seat_after
from sim.core.codes import Ask, Ev, Frame, Opt, Status
from sim.core.counter import drop_skills, may_counter
from sim.core.jit import G, R, int64, rule, uint64, void
from sim.core.layout import NO_CARD
from sim.core.log import emit
from sim.core.numbers import conditions
from sim.core.offer import card_fits, part_holds
from sim.core.stack import pop, push


@rule(uint64, G, R, int64, int64)
def followers(g, rules, ev, seat):
    """Return the kinds that a seat may play after the card used in frame ``ev``."""
    kinds = ZERO
    m = rules.settled
    while m != ZERO:
        kind = bits.lowest(m)
        m &= m - ONE
        r = int(rules.settled_row[kind])
        if part_holds(g, rules, r, seat, ev) == 0 or card_fits(g, rules, r, ev) == 0:
            continue
        if conditions(g, rules, r, seat, int(g.stack[ev].a), ev, -1, -1) == 1 and aim(g, rules, seat, kind, r) != 0:
            kinds |= ONE << np.uint64(kind)
    return kinds


@rule(void, G, int64)
def push_follow(g, ev):
    """Push the round of cards that may follow the one used in frame ``ev``."""
    i = push(g, Frame.FOLLOW, int(g.stack[ev].a), -1)
    g.stack[i].ev = ev


@rule(void, G, R)
def follow_step(g, rules):
    """Ask the next seat; a card played is used like any other, by the row that let it be played."""
    i = int(g.sp) - 1
    f = g.stack[i]
    ev = int(f.ev)
    if f.step == 1:
        f.step = 0
        o = g.req.option[answered(g)]
        if g.status == Status.OVER:
            return
        if o.type != Opt.PASS:
            use = push(g, Frame.USE, int(g.req.seat), -1)
            u = g.stack[use]
            u.ckind = o.kind
            u.second = o.row
            u.row = rules.settled_row[o.kind]
            u.spent = -1
            bits.add(u.cards, int(o.card))
            return
        emit(g, Ev.PASS, g.req.seat, -1, 0, g.req.need, -1, NO_CARD, 0)
        f.cursor += 1
    while f.cursor < g.n:
        seat = seat_after(g, int(g.turn), int(f.cursor))
        if may_counter(g, rules, rules.settled, seat) == 1:
            kinds = followers(g, rules, ev, seat)
            open_request(g, Ask.RESPOND, seat, -1, seat)
            option_pass(g)
            list_answers(g, rules, seat, kinds)
            drop_skills(g)
            if kinds != ZERO and g.req.n > 1:
                g.req.need = bits.lowest(kinds)
                g.req.ev = ev
                f.step = 1
                send(g, bits.lowest(kinds))
                return
        f.cursor += 1
    pop(g, 0)
