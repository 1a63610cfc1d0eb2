"""Damage, loss and healing of hp, the dying, death, rewards, and who has won."""

import numpy as np

from sim.core import bits
from sim.core.answers import list_answers
from sim.core.ask import answered, open_request, option_pass, send
from sim.core.bits import ZERO
from sim.core.circle import seat_after
from sim.core.codes import (
    Ask,
    Cause,
    Ev,
    Frame,
    Opt,
    Role,
    Setting,
    Status,
    Until,
    Val,
    When,
    Who,
    Winner,
)
from sim.core.defy import holds_out
from sim.core.demise import inherit
from sim.core.holdings import queue_window, refresh, refresh_table, sweep
from sim.core.jit import G, R, int64, rule, uint64, void
from sim.core.layout import NO_CARD, SLOTS, WORDS
from sim.core.log import count_event, emit, seat_event
from sim.core.numbers import distance, value
from sim.core.stack import AIMED, FIRE, REACTION, SPREAD, copy_card_of, pop, push
from sim.core.stats import count_value
from sim.core.status import consult, finish
from sim.core.window import open_window
from sim.core.zones import discard_from, draw


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


# ---------------------------------------------------------------- dying


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


# ---------------------------------------------------------------- death


@rule(void, G)
def redo_ring(g):
    """Give the living their numbers in turn order."""
    n = 0
    for place in range(g.n):
        seat = int(g.seat_at[place])
        if g.seat[seat].alive == 1:
            g.ring[seat] = n
            n += 1
    g.n_alive = n


@rule(int64, G, R)
def who_has_won(g, rules):
    """Return the winner as things stand: NONE, LORD, REBEL or RENEGADE; a seat is in while it has heroes to come."""
    left = 0
    lord = 0
    foes = 0
    renegades = 0
    for i in range(g.n):
        s = g.seat[i]
        if s.alive == 0 and g.to_come[i] == 0:
            continue
        left += 1
        if s.role == Role.LORD:
            lord = 1
        if s.role == Role.REBEL or s.role == Role.RENEGADE:
            foes += 1
        if s.role == Role.RENEGADE:
            renegades += 1
    if lord == 0:
        if left == 1 and renegades == 1 and rules.renegade_alone == 1:
            return Winner.RENEGADE
        return Winner.REBEL
    if foes == 0:
        return Winner.LORD
    return Winner.NONE


@rule(void, G, R, int64, int64)
def discard_all(g, rules, seat, judge):
    """Discard a seat's hand and equipment, and what lies in front of it if ``judge``."""
    s = g.seat[seat]
    for k in range(WORDS):
        while s.hand[k] != ZERO:
            discard_from(g, rules, seat, 64 * k + bits.lowest(s.hand[k]))
    for slot in range(SLOTS):
        if s.equip[slot] != NO_CARD:
            discard_from(g, rules, seat, int(s.equip[slot]))
    if judge == 1:
        while s.n_judge > 0:
            discard_from(g, rules, seat, int(s.judge_card[int(s.n_judge) - 1]))
        for k in range(WORDS):
            while s.stash[k] != ZERO:
                discard_from(g, rules, seat, 64 * k + bits.lowest(s.stash[k]))


@rule(void, G, R, int64, int64, int64)
def reward(g, rules, dead, killer, bounty):
    """Give the killer of a rebel cards; let the lord who killed a loyalist discard all; ``bounty`` 0: neither."""
    if killer < 0 or g.seat[killer].alive == 0 or bounty <= 0:
        return
    if g.seat[dead].role == Role.REBEL:
        consult(g, Setting.REBEL_REWARD)
        draw(g, rules, killer, int(rules.rebel_reward))
    elif g.seat[dead].role == Role.LOYALIST and g.seat[killer].role == Role.LORD:
        consult(g, Setting.LOYALIST_PENALTY)
        if rules.loyalist_penalty == 1:
            discard_all(g, rules, killer, 0)


@rule(void, G, R)
def death_step(g, rules):
    """Show the role, look who has won, let rows see it, discard the dead seat's cards, then reward or penalty."""
    i = int(g.sp) - 1
    f = g.stack[i]
    dead = int(f.a)
    killer = int(f.b)
    s = g.seat[dead]
    if f.step == 0:
        f.step = 1
        f.lo = value(g, rules, dead, Val.BOUNTY, -1, killer, -1, 1)
        count_value(g, rules, dead, Val.BOUNTY, -1, killer, -1)
        s.alive = 0
        s.shown = 1
        s.died_turn = g.turns
        s.killer = killer
        s.cause = f.n
        g.alive = int(g.alive) & ~(1 << dead)
        redo_ring(g)
        refresh_table(g)
        if killer >= 0 and killer != dead:
            g.seat[killer].kills += 1
        emit(g, Ev.DEAD, dead, killer, 0, -1, -1, NO_CARD, 0)
        count_event(g, Ev.ROLE, dead, int(s.role))
        winner = who_has_won(g, rules)
        if winner != Winner.NONE:
            finish(g, winner)
            return
        if open_window(g, When.DIED, i) == 1:
            return
    if f.step == 1:
        f.step = 2
        if f.second >= 0 and g.seat[f.second].alive == 1:
            inherit(g, rules, dead, int(f.second))
        discard_all(g, rules, dead, 1)
        s.n_entries = 0
        s.chained = 0
        refresh(g, rules, dead)
        if g.grants != ZERO:
            sweep(g, rules, Until.NEXT, dead)
        if g.to_come[dead] > 0:
            g.waiting = int(g.waiting) | (1 << dead)
    pop(g, 0)
    reward(g, rules, dead, killer, int(f.lo))
