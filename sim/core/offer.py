"""May a row work now: what is asked before a row is offered or a skill listed."""

import numpy as np

from sim.core import bits
from sim.core.afford import may_make, payable
from sim.core.aim import touches
from sim.core.cards import fits
from sim.core.codes import QTY, By, Do, Flag, Frame, Qty, To, Val, When, Who, Zone
from sim.core.eligible import choosable, pair_possible, there
from sim.core.event_cards import event_cards_left
from sim.core.jit import G, R, int64, rule
from sim.core.limits import within_limit
from sim.core.numbers import conditions, other_side, size, value, where
from sim.core.supply import supply_open


@rule(int64, G, R, int64, int64, int64)
def part_holds(g, rules, r, owner, ev):
    """Return 1 if the owner plays the part in the event that ``who`` asks for."""
    who = rules.row[r].who
    e = g.stack[ev]
    if who == Who.ME:
        return int(e.a == owner)
    if who == Who.BY_ME:
        return int(e.b == owner)
    if who == Who.PARTY:
        return int(e.a == owner or e.b == owner)
    if who == Who.OTHER:
        return int(e.a != owner)
    return 1


@rule(int64, G, R, int64, int64)
def card_fits(g, rules, r, ev):
    """Return 1 if the event's card passes ``on``; at NEEDED it is the kind that is asked for."""
    row = rules.row[r]
    if row.on == 0:
        return 1
    e = g.stack[ev]
    if e.kind == Frame.NEED and row.when == When.NEEDED:
        return bits.bit(rules.filter[row.on].kinds, int(e.named))
    return fits(rules, row.on, int(e.ckind), int(e.csuit), int(e.crank))


@rule(int64, G, R, int64)
def has_attack(g, rules, seat):
    """Return 1 if a seat may have an attack to use: a card, or a skill that could make one."""
    kind = int(rules.attack_kind)
    if bits.meets(g.seat[seat].hand, rules.kind[kind].counts) == 1:
        return 1
    return may_make(g, rules, seat, bits.ONE << np.uint64(kind))


@rule(int64, G, R, int64, int64, int64, int64, int64, int64)
def does_something(g, rules, r, owner, actor, ev, fr, entry):
    """Return 1 if the row has somebody to work on and something to do."""
    row = rules.row[r]
    them = other_side(g, owner, ev)
    if fr >= 0 and g.stack[fr].them != 0:
        them = bits.lowest_bit(int(g.stack[fr].them))
    if row.do == Do.GAIN and row.to == To.ME:
        return event_cards_left(g, rules, r, ev, fr)
    if row.do == Do.SUPPLY:
        return supply_open(g, rules, r, owner, ev, fr, entry)
    if row.do == Do.STRIKE and has_attack(g, rules, actor) == 0:
        return 0
    shares_pile = int(row.do == Do.DEAL_OUT and row.zones & Zone.PILE != 0)
    if row.to == To.ME and (row.do == Do.ARRANGE or row.do == Do.DRAW or shares_pile == 1):
        if row.marks & Flag.COST_PLUS == 0 and row.n_l != QTY + Qty.SPENT:
            return int(size(g, rules, r, owner, them, ev, fr, entry) > 0)
        return 1
    if row.to == To.ME:
        return touches(g, rules, r, -1, actor, owner)
    if row.to == To.THEM:
        return int(them >= 0 and there(g, them, ev) == 1 and touches(g, rules, r, -1, actor, them) == 1)
    if row.to == To.SOURCE:
        if ev < 0 or g.stack[ev].b < 0 or g.seat[g.stack[ev].b].alive == 0:
            return 0
        return touches(g, rules, r, -1, actor, int(g.stack[ev].b))
    if row.to == To.SECOND:
        return int(fr >= 0 and g.stack[fr].second >= 0 and g.seat[g.stack[fr].second].alive == 1)
    mask = choosable(g, rules, r, owner, actor, ev, fr, entry)
    if row.to == To.PAIR:
        return pair_possible(g, rules, r, owner, actor, mask)
    return int(mask != 0)


@rule(int64, G, R, int64, int64, int64)
def armour_void(g, rules, owner, slot, ev):
    """Return 1 if the equipment in a slot is armour that the event's card ignores."""
    if slot != 1:
        return 0
    e = g.stack[ev]
    if e.a != owner or e.b < 0 or e.ckind < 0 or bits.bit(g.seat[e.b].values, Val.PIERCE) == 0:
        return 0
    return int(value(g, rules, int(e.b), Val.PIERCE, int(e.ckind), owner, ev, 0) > 0)


@rule(int64, G, R, int64, int64, int64, int64, int64)
def acts(g, rules, r, owner, ev, fr, first):
    """Return the actor of a row, -1 if there is none."""
    by = rules.row[r].by
    if by == By.THEM:
        if fr >= 0 and g.stack[fr].them != 0:
            return bits.lowest_bit(int(g.stack[fr].them))
        return other_side(g, owner, ev)
    if by == By.FIRST:
        return first
    if by == By.OTHERS and fr >= 0:
        return int(g.stack[fr].actor)
    return owner


@rule(int64, G, R, int64, int64, int64, int64, int64)
def ready_for(g, rules, r, owner, actor, entry, ev):
    """Return 1 if a head row may work in an event's window for an actor: part, card, conditions, limit, price."""
    row = rules.row[r]
    if part_holds(g, rules, r, owner, ev) == 0 or card_fits(g, rules, r, ev) == 0:
        return 0
    them = other_side(g, owner, ev)
    if conditions(g, rules, r, owner, them, ev, -1, entry) == 0:
        return 0
    if actor < 0 or g.seat[actor].alive == 0 or within_limit(g, rules, r, actor) == 0:
        return 0
    if row.marks & Flag.MUST:
        if row.to == To.THEM and (them < 0 or there(g, them, ev) == 0):
            return 0
    if payable(g, rules, r, owner, actor, ev, -1, entry) == 0:
        return 0
    return does_something(g, rules, r, owner, actor, ev, -1, entry)


@rule(int64, G, R, int64, int64, int64, int64)
def ready(g, rules, r, owner, entry, ev):
    """Return 1 if a head row may work in an event's window."""
    return ready_for(g, rules, r, owner, acts(g, rules, r, owner, ev, -1, -1), entry, ev)


@rule(int64, G, R, int64, int64, int64, int64)
def active_ready(g, rules, r, owner, actor, entry):
    """Return 1 if an active skill may be used by its actor now."""
    if within_limit(g, rules, r, actor) == 0 or conditions(g, rules, r, owner, -1, -1, -1, entry) == 0:
        return 0
    row = rules.row[r]
    if row.by == By.OTHERS and (actor == owner or where(g, rules, r, owner, actor, -1, -1, entry) == 0):
        return 0
    if row.by != By.OTHERS and actor != owner:
        return 0
    if payable(g, rules, r, owner, actor, -1, -1, entry) == 0:
        return 0
    if row.by == By.OTHERS and row.to == To.ME:
        return touches(g, rules, r, -1, actor, owner)
    return does_something(g, rules, r, owner, actor, -1, -1, entry)
