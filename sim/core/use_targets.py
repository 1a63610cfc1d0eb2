"""The targets of a use: fixed by the card's text, or chosen by its user."""

from sim.core import bits
from sim.core.aim import aim, slash_prey
from sim.core.circle import seat_after
from sim.core.codes import Status, To, Val
from sim.core.eligible import choosable
from sim.core.jit import G, R, int64, rule, void
from sim.core.layout import NO_CARD
from sim.core.need import BY_SKILL, push_need
from sim.core.numbers import value
from sim.core.stack import (
    ACCEPTED,
    KEEP,
    PRESET,
    REACTION,
    SEVERAL,
    SUPPLIED,
    new_list,
    push_ability,
    push_pick_cards,
    push_pick_seats,
)
from sim.core.stats import count_value
from sim.core.supply import refused_for
from sim.core.use_frame import CHOSEN, PAY, SECOND, SUPPLY, end_use


@rule(void, G, int64, int64)
def add_target(g, at, seat):
    """Add a seat to a target list."""
    t = g.targets[at]
    t.seat[t.n] = seat
    t.need[t.n] = 0
    t.n += 1


@rule(int64, G, R, int64)
def after_targets(g, rules, i):
    """Go on to pay, or to get the card from the row of NEEDED through which it is to come."""
    f = g.stack[i]
    if int(f.marks) & SUPPLIED == 0:
        return PAY
    need = push_need(g, int(f.a), -1, int(f.ckind), 1, KEEP)
    g.stack[need].step = BY_SKILL
    push_ability(g, int(f.head), int(f.owner), int(f.a), int(f.entry), need, ACCEPTED)
    return SUPPLY


@rule(void, G, R, int64)
def choose_targets(g, rules, i):
    """Find the targets: fixed by the card's text, or chosen by its user."""
    f = g.stack[i]
    user = int(f.a)
    kind = int(f.ckind)
    if int(f.marks) & SEVERAL and bits.count(f.cards) == 0:
        row = rules.row[f.second]
        pick = push_pick_cards(g, user, user, row.zones, row.cards, int(row.n_l), int(row.n_l))
        g.stack[pick].row = f.second
        g.stack[pick].owner = user
        return
    f.step = PAY
    if int(f.marks) & (REACTION | PRESET) or rules.kind[kind].slot >= 0:
        return
    r = int(f.row)
    row = rules.row[r]
    f.list = new_list(g)
    if g.status == Status.OVER:
        return
    t = g.targets[f.list]
    if row.to == To.ME:
        t.n = 1
        t.seat[0] = user
        return
    if row.to == To.ALL or row.to == To.ALL_OTHERS:
        for k in range(g.n):
            seat = seat_after(g, user, k)
            if g.seat[seat].alive == 1 and (seat != user or row.to == To.ALL):
                add_target(g, int(f.list), seat)
        return
    hi = int(row.hi)
    if bits.bit(g.seat[user].values, Val.EXTRA_TARGETS) == 1 and int(f.marks) & SUPPLIED == 0:
        hi = value(g, rules, user, Val.EXTRA_TARGETS, kind, -1, i, hi)
    if f.second >= 0 and bits.count(f.cards) == 1:
        g.turned = bits.first(f.cards)
        if bits.has(g.seat[user].hand, int(g.turned)) == 1:
            g.turned = NO_CARD
    mask = aim(g, rules, user, kind, r)
    g.turned = NO_CARD
    if int(f.marks) & SUPPLIED:
        helpers = choosable(g, rules, int(f.head), int(f.owner), int(f.owner), -1, -1, int(f.entry))
        mask &= ~refused_for(g, rules, int(f.head), int(f.owner), helpers)
    if bits.bit(g.values, Val.UNTARGETABLE) == 1:
        for seat in range(g.n):
            if g.seat[seat].alive == 1 and seat != user:
                count_value(g, rules, seat, Val.UNTARGETABLE, kind, user, -1)
    f.step = CHOSEN
    pick = push_pick_seats(g, user, mask, int(row.lo), hi)
    p = g.stack[pick]
    p.row = r
    p.owner = user
    p.ev = i
    p.ckind = kind


@rule(void, G, R, int64)
def take_targets(g, rules, i):
    """Take the chosen seats, in turn order from the user; a prey has a second seat to be chosen."""
    f = g.stack[i]
    user = int(f.a)
    if f.step == SECOND:
        f.first = g.targets[f.list].seat[0]
        f.spent = bits.lowest_bit(int(f.them))
        f.step = after_targets(g, rules, i)
        return
    for k in range(g.n):
        seat = seat_after(g, user, k)
        if (int(f.them) >> seat) & 1:
            add_target(g, int(f.list), seat)
    if g.targets[f.list].n == 0:
        end_use(g, rules, i)
        return
    if rules.row[f.row].to == To.PREY:
        f.step = SECOND
        first = int(g.targets[f.list].seat[0])
        pick = push_pick_seats(g, user, slash_prey(g, rules, first), 1, 1)
        p = g.stack[pick]
        p.row = f.row
        p.owner = user
        p.ev = i
        p.ckind = f.ckind
        p.named = 1
        return
    f.step = after_targets(g, rules, i)
