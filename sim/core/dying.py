"""The dying: saved by a skill, rescued with a card by one seat after another, or dead."""

import numpy as np

from sim.core import bits
from sim.core.answers import list_answers
from sim.core.ask import answered, open_request, option_pass, send
from sim.core.bits import ZERO
from sim.core.circle import seat_after
from sim.core.codes import Ask, Ev, Frame, Opt, Setting, Status, When, Who
from sim.core.defy import holds_out
from sim.core.jit import G, R, int64, rule, uint64, void
from sim.core.layout import NO_CARD
from sim.core.log import emit, seat_event
from sim.core.stack import REACTION, pop, push
from sim.core.status import consult
from sim.core.window import open_window


@rule(uint64, G, R, int64, int64)
def rescues(g, rules, seat, dying):
    """Return the card kinds with which a seat may rescue a dying one."""
    kinds = ZERO
    m = rules.dying
    while m != ZERO:
        kind = bits.lowest(m)
        m &= m - bits.ONE
        who = rules.row[rules.dying_row[kind]].who
        if (who == Who.OTHER and seat == dying) or (who == Who.ME and seat != dying):
            continue
        kinds |= bits.ONE << np.uint64(kind)
    return kinds


@rule(int64, G, R, int64, int64)
def may_rescue(g, rules, seat, dying):
    """Return 1 if a seat that could heal the dying one is allowed to."""
    if seat != dying:
        return 1
    consult(g, Setting.SELF_RESCUE)
    return int(rules.self_rescue)


@rule(int64, G, R, int64)
def ask_rescue(g, rules, i):
    """Ask the next seat that could rescue the dying one of frame i; return 0 if there is none left."""
    f = g.stack[i]
    dying = int(f.a)
    while f.cursor < g.n:
        seat = seat_after(g, int(g.turn), int(f.cursor))
        if g.seat[seat].alive == 1:
            kinds = rescues(g, rules, seat, dying)
            if kinds != ZERO:
                open_request(g, Ask.RESPOND, seat, -1, seat)
                option_pass(g)
                list_answers(g, rules, seat, kinds)
                if g.req.n > 1 and may_rescue(g, rules, seat, dying) == 1:
                    g.req.need = bits.lowest(kinds)
                    g.req.ev = i
                    f.step = 2
                    send(g, bits.lowest(kinds))
                    return 1
        f.cursor += 1
    return 0


@rule(void, G, R)
def dying_step(g, rules):
    """Let skills save the dying, then ask each seat in turn for healing cards; else it dies."""
    i = int(g.sp) - 1
    f = g.stack[i]
    dying = int(f.a)
    if f.step == 0:
        seat_event(g, Ev.DYING, dying)
        f.step = 1
        if open_window(g, When.DYING, i) == 1:
            return
    if f.step == 2:
        f.step = 1
        o = g.req.option[answered(g)]
        if g.status == Status.OVER:
            return
        seat = int(g.req.seat)
        if o.type == Opt.PASS:
            emit(g, Ev.PASS, seat, dying, 0, g.req.need, -1, NO_CARD, 0)
            f.cursor += 1
        else:
            use = push(g, Frame.USE, seat, -1)
            u = g.stack[use]
            u.ckind = o.kind
            u.second = o.row
            u.row = rules.dying_row[o.kind]
            u.ev = i
            u.marks = REACTION
            bits.add(u.cards, int(o.card))
            return
    if f.step == 3:
        pop(g, 0)
        return
    if g.seat[dying].alive == 0 or g.seat[dying].hp > 0 or holds_out(g, rules, dying) == 1:
        pop(g, 1)
        return
    if ask_rescue(g, rules, i) == 1:
        return
    f.step = 3
    death = push(g, Frame.DEATH, dying, int(f.b))
    g.stack[death].n = f.n
