"""A card is used, step by step: the moments of use and of aiming, then its work on each target in turn."""

from sim.core import bits
from sim.core.bits import ZERO
from sim.core.codes import Do, Ev, Status, When
from sim.core.counter import push_counter
from sim.core.follow import push_follow
from sim.core.holdings import concerns
from sim.core.jit import G, R, int64, rule, void
from sim.core.layout import NO_CARD
from sim.core.log import card_event
from sim.core.stack import CARD_ROW, REACTION, goes_on, push_ability
from sim.core.status import consult_bundle
from sim.core.target import AT_AIM, AT_WORK, push_target
from sim.core.use_frame import AIMING, CHOOSE, CHOSEN, DONE, PAY, SECOND, SETTLING, SUPPLY, USED, WORK, end_use
from sim.core.use_payment import pay
from sim.core.use_targets import choose_targets, take_targets
from sim.core.window import open_window
from sim.core.zones import top_card


@rule(void, G, R)
def turn_up(g, rules):
    """Turn up as many cards as players are alive."""
    for _ in range(g.n_alive):
        card = top_card(g, rules)
        if card == NO_CARD:
            return
        bits.add(g.shown, card)
        consult_bundle(g, int(rules.card_kind[card]))
        card_event(g, Ev.SHOW, -1, card)


@rule(void, G, R, int64)
def aim_next(g, rules, i):
    """Let rows see the aiming at the next target; then the card works."""
    f = g.stack[i]
    if f.pairs == 0:
        f.pairs = 1
        if int(f.marks) & REACTION == 0 and rules.row[f.row].do == Do.HARVEST:
            turn_up(g, rules)
            if g.status == Status.OVER:
                return
    if int(f.marks) & REACTION or bits.bit(g.when, When.TARGETED) == 0:
        f.step = WORK
        f.cursor = 0
        return
    t = g.targets[f.list]
    if f.cursor >= t.n:
        f.step = WORK
        f.cursor = 0
        return
    if concerns(g, When.TARGETED, int(t.seat[f.cursor]), int(f.a)) == 1:
        push_target(g, i, int(f.cursor), AT_AIM)
    f.cursor += 1


@rule(void, G, R, int64)
def react(g, rules, i):
    """Let a card that answers an event be countered, then run its row on that event."""
    f = g.stack[i]
    if f.cursor == 0:
        f.cursor = 1
        if open_window(g, When.AFFECTING, i) == 1:
            return
    if f.cursor == 1:
        f.cursor = 2
        if f.cancelled == 0 and push_counter(g, rules, i) == 1:
            return
    f.step = DONE
    if f.cancelled == 1:
        return
    ability = push_ability(g, int(f.row), int(f.a), int(f.a), -1, int(f.ev), CARD_ROW)
    g.stack[ability].them = 1 << int(g.stack[f.ev].a)
    g.stack[ability].ckind = f.ckind


@rule(void, G, R, int64)
def work_next(g, rules, i):
    """Let the card work on its next target."""
    f = g.stack[i]
    if int(f.marks) & REACTION:
        react(g, rules, i)
        return
    t = g.targets[f.list]
    while f.cursor < t.n:
        k = int(f.cursor)
        f.cursor += 1
        if g.seat[t.seat[k]].alive == 1:
            push_target(g, i, k, AT_WORK)
            return
    f.step = DONE
    if rules.settled != ZERO:
        f.step = SETTLING
    open_window(g, When.SETTLED, i)


@rule(void, G, R, int64)
def one_use_step(g, rules, i):
    """Take the use of a card one step further."""
    f = g.stack[i]
    if f.step == CHOOSE:
        choose_targets(g, rules, i)
    elif f.step == CHOSEN or f.step == SECOND:
        take_targets(g, rules, i)
    elif f.step == SUPPLY:
        if f.ret == 0:
            end_use(g, rules, i)
            return
        f.ckind = f.fkind
        f.step = PAY
    elif f.step == PAY:
        pay(g, rules, i)
    elif f.step == USED:
        f.step = AIMING
        f.cursor = 0
        open_window(g, When.USED, i)
    elif f.step == AIMING:
        aim_next(g, rules, i)
    elif f.step == WORK:
        work_next(g, rules, i)
    elif f.step == SETTLING:
        f.step = DONE
        push_follow(g, i)
    else:
        end_use(g, rules, i)


@rule(void, G, R)
def use_step(g, rules):
    """Take the use of a card as far as it goes without waiting for another frame."""
    i = int(g.sp) - 1
    one_use_step(g, rules, i)
    while goes_on(g, i) == 1:
        one_use_step(g, rules, i)
