"""Death: the role is shown, somebody may have won, the cards are discarded, the killer gets reward or penalty."""

from sim.core import bits
from sim.core.bits import ZERO
from sim.core.circle import redo_ring
from sim.core.codes import Ev, Role, Setting, Until, Val, When, Winner
from sim.core.demise import inherit
from sim.core.holdings import refresh, refresh_table, sweep
from sim.core.jit import G, R, int64, rule, void
from sim.core.layout import NO_CARD, SLOTS, WORDS
from sim.core.log import count_event, emit
from sim.core.numbers import value
from sim.core.stack import pop
from sim.core.stats import count_value
from sim.core.status import consult, finish
from sim.core.window import open_window
from sim.core.zones import discard_from, draw


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
