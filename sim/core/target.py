"""One target of a card: aimed at, perhaps kept from harm, then worked on."""

from sim.core.aim import touches
from sim.core.codes import Class, Do, Frame, Status, When
from sim.core.counter import push_counter
from sim.core.jit import G, R, int64, rule, void
from sim.core.stack import CARD_ROW, SURE, copy_card_of, pop, push, push_ability
from sim.core.window import open_window

# steps of a target
AT_AIM, AIMED_AT, AT_WORK, AT_COUNTER, AT_ROW, AT_END = 0, 1, 2, 3, 4, 5


@rule(void, G, int64, int64, int64)
def push_target(g, i, k, step):
    """Push the frame of target k of the use in frame i."""
    f = g.stack[i]
    t = g.targets[f.list]
    at = push(g, Frame.TARGET, int(t.seat[k]), int(f.a))
    if g.status == Status.OVER:
        return
    x = g.stack[at]
    copy_card_of(g, at, i)
    x.step = step
    x.n = t.need[k]
    x.list = f.list
    x.cursor = k
    x.second = f.spent
    x.row = f.row
    x.ev = i
    x.marks = 1  # its subject is a target of its card
    if int(f.marks) & SURE:
        x.spent = 1


@rule(void, G, R)
def target_step(g, rules):
    """Take one target of a card through aiming, what keeps the card from working, counters, and its row."""
    i = int(g.sp) - 1
    f = g.stack[i]
    if f.step == AT_AIM:
        f.step = AIMED_AT
        if open_window(g, When.TARGETED, i) == 1:
            return
    if f.step == AIMED_AT:
        t = g.targets[f.list]
        t.seat[f.cursor] = f.a
        t.need[f.cursor] = f.n
        if f.cancelled == 1:
            t.seat[f.cursor] = t.seat[t.n - 1]
            t.need[f.cursor] = t.need[t.n - 1]
            t.n -= 1
            g.stack[f.ev].cursor -= 1
        pop(g, 0)
        return
    if f.step == AT_WORK:
        f.step = AT_COUNTER
        if rules.kind[f.ckind].cls != Class.DELAYED and open_window(g, When.AFFECTING, i) == 1:
            return
    if f.step == AT_COUNTER:
        f.step = AT_ROW
        if rules.row[f.row].do == Do.HEAL and touches(g, rules, int(f.row), int(f.ckind), int(f.b), int(f.a)) == 0:
            pop(g, 0)  # the healthy are passed over: there is nothing to counter
            return
        if f.cancelled == 0 and f.spent == 0 and rules.kind[f.ckind].cls == Class.INSTANT:
            if push_counter(g, rules, i) == 1:
                return
    if f.step == AT_ROW:
        f.step = AT_END
        if f.cancelled == 1:
            pop(g, 0)
            return
        user = int(f.b)
        ability = push_ability(g, int(f.row), user, user, -1, i, CARD_ROW)
        a = g.stack[ability]
        a.them = 1 << int(f.a)
        a.first = f.a
        a.second = f.second
        return
    pop(g, 0)
