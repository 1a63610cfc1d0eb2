"""Attacks out of turn, and duels."""

from sim.core.aim import barred_from
from sim.core.bits import clear
from sim.core.codes import Val
from sim.core.harm import push_damage
from sim.core.jit import G, R, rule, void
from sim.core.layout import IMPOSSIBLE, NO_CARD
from sim.core.need import push_need
from sim.core.numbers import value
from sim.core.stack import AIMED, KEEP, PRESET, copy_card_of, copy_cards, pop
from sim.core.stats import count_value
from sim.core.use_frame import preset, push_use


@rule(void, G, R)
def strike_step(g, rules):
    """Let a seat really use an attack on another: no range, no limit. The frame below gets 1 if it did."""
    f = g.stack[g.sp - 1]
    user = int(f.a)
    victim = int(f.b)
    if f.step == 0:
        f.step = 1
        if g.seat[user].alive == 0 or g.seat[victim].alive == 0:
            pop(g, 0)
            return
        if barred_from(g, rules, user, victim, int(rules.attack_kind)) == 1:
            pop(g, 0)
            return
        clear(f.cards)
        need = push_need(g, user, victim, int(rules.attack_kind), 1, KEEP)
        g.stack[need].row = f.row
        return
    if f.step == 1:
        if f.ret == 0:
            pop(g, 0)
            return
        f.step = 2
        kind = int(f.fkind)
        use = push_use(g, rules, user, kind, NO_CARD, int(f.second), PRESET)
        copy_cards(g.stack[use].cards, f.cards)
        preset(g, use, victim)
        g.stack[use].head = f.row
        return
    pop(g, 1)


@rule(void, G, R)
def duel_step(g, rules):
    """Let the two play attacks in turn, the target first; who fails takes damage from the other."""
    i = int(g.sp) - 1
    f = g.stack[i]
    target = int(f.a)
    user = int(f.b)
    turn = target
    other = user
    if f.cursor == 1:
        turn = user
        other = target
    if f.step == 1:
        if f.ret == 1:
            f.cursor = 1 - f.cursor
            f.step = 0
            return
        f.step = 2
        flags = 0
        if turn == target:
            flags = AIMED
        d = push_damage(g, turn, other, 1, flags)
        copy_card_of(g, d, i)
        return
    if f.step == 2:
        pop(g, 1)
        return
    if g.seat[target].alive == 0 or g.seat[user].alive == 0:
        pop(g, 0)
        return
    f.step = 1
    n = value(g, rules, other, Val.ANSWERS, int(f.ckind), turn, -1, 1)
    count_value(g, rules, other, Val.ANSWERS, int(f.ckind), turn, -1)
    if n >= IMPOSSIBLE:
        f.ret = 0
        return
    need = push_need(g, turn, other, int(rules.attack_kind), n, 0)
    x = g.stack[need]
    x.ckind = f.ckind
    x.csuit = f.csuit
    x.crank = f.crank
    x.ev = i
