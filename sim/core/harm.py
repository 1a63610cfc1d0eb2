"""Damage, loss and healing of hp."""

from sim.core import bits
from sim.core.circle import seat_after
from sim.core.codes import Cause, Ev, Frame, Until, Val, When
from sim.core.holdings import queue_window, sweep
from sim.core.jit import G, R, int64, rule, void
from sim.core.layout import NO_CARD
from sim.core.log import count_event, emit
from sim.core.numbers import distance, value
from sim.core.stack import AIMED, FIRE, SPREAD, copy_card_of, pop, push
from sim.core.stats import count_value
from sim.core.window import open_window


@rule(int64, G, int64, int64, int64, int64)
def push_damage(g, victim, source, n, flags):
    """Push damage of n points; the caller fills in its card."""
    i = push(g, Frame.DAMAGE, victim, source)
    f = g.stack[i]
    f.n = n
    f.marks = flags
    return i


@rule(void, G, int64, int64, int64)
def take_hp(g, seat, n, loss):
    """Take n hp from a seat."""
    g.seat[seat].hp -= n
    if loss == 1:
        count_event(g, Ev.LOSE, seat, n)


@rule(void, G, int64, int64)
def lose_hp(g, seat, n):
    """Let a seat lose n hp without damage; if it is dying, that is settled first (a frame is pushed)."""
    if n <= 0 or g.seat[seat].alive == 0:
        return
    take_hp(g, seat, n, 1)
    if g.seat[seat].hp <= 0:
        dying = push(g, Frame.DYING, seat, -1)
        g.stack[dying].n = Cause.LOSS


@rule(int64, G, R, int64, int64)
def heal(g, rules, seat, n):
    """Give a seat n hp back, at most to its maximum; return how many."""
    s = g.seat[seat]
    got = min(n, int(s.max_hp) - int(s.hp))
    if got <= 0 or s.alive == 0:
        return 0
    s.hp += got
    s.healed += got
    count_event(g, Ev.HEAL, seat, got)
    queue_window(g, When.HEALED, seat, got)
    return got


@rule(void, G, int64, int64)
def break_chain(g, i, victim):
    """Free a chained seat that fire has hurt, and note who else is chained: the fire goes on to those, once."""
    f = g.stack[i]
    g.seat[victim].chained = 0
    count_event(g, Ev.CHAIN, victim, 0)
    if int(f.marks) & SPREAD:
        return
    for seat in range(g.n):
        if g.seat[seat].chained == 1 and g.seat[seat].alive == 1:
            f.left = int(f.left) | (1 << seat)


@rule(int64, G, int64)
def run_along(g, i):
    """Push the same damage for the next of the seats to which the fire goes on, in turn order; 0 if none is left."""
    f = g.stack[i]
    for k in range(g.n):
        seat = seat_after(g, int(g.turn), k)
        if (int(f.left) >> seat) & 1 == 0:
            continue
        f.left = int(f.left) & ~(1 << seat)
        if g.seat[seat].alive == 0 or g.seat[seat].chained == 0:
            continue
        d = push_damage(g, seat, int(f.b), int(f.n), FIRE | SPREAD)
        copy_card_of(g, d, i)
        return 1
    return 0


@rule(void, G, R)
def damage_step(g, rules):
    """Let rows change the damage, take the hp, settle the dying, then let rows see it."""
    i = int(g.sp) - 1
    f = g.stack[i]
    victim = int(f.a)
    source = int(f.b)
    if f.step == 0:
        f.step = 1
        if g.seat[victim].alive == 0:
            pop(g, 0)
            return
        if source >= 0 and f.ckind >= 0 and int(f.marks) & AIMED:
            f.n = value(g, rules, source, Val.DAMAGE, int(f.ckind), victim, i, int(f.n))
            count_value(g, rules, source, Val.DAMAGE, int(f.ckind), victim, i)
        if open_window(g, When.DAMAGING, i) == 1:
            return
    if f.step == 1:
        if f.cancelled == 1 or f.n <= 0:
            pop(g, 0)
            return
        f.step = 2
        if source >= 0:
            f.lo = distance(g, rules, source, victim)
            g.seat[source].damage_dealt += f.n
        take_hp(g, victim, int(f.n), 0)
        emit(g, Ev.DAMAGE, victim, source, f.n, f.ckind, -1, NO_CARD, 0)
        g.seat[victim].damage_taken += f.n
        if int(f.marks) & FIRE and g.seat[victim].chained == 1:
            break_chain(g, i, victim)
        if g.seat[victim].hp <= 0:
            dying = push(g, Frame.DYING, victim, source)
            g.stack[dying].n = Cause.DAMAGE
            return
    if f.step == 2:
        f.step = 3
        if open_window(g, When.DAMAGED, i) == 1:
            return
    if f.step == 3:
        f.step = 4
        if bits.bit(g.grants, Until.HIT) == 1:
            sweep(g, rules, Until.HIT, victim)
    if f.left != 0 and run_along(g, i) == 1:
        return
    pop(g, 1)
