"""May a row work now: what is asked before a row is offered or a skill listed."""

import numpy as np

from sim.core import bits
from sim.core.afford import may_make, payable
from sim.core.aim import barred_from, touches
from sim.core.cards import count_passing, fits
from sim.core.codes import QTY, By, Do, Flag, Frame, Limit, Qty, To, Val, When, Who, Zone
from sim.core.jit import G, R, int64, rule, void
from sim.core.layout import MAX_CARDS, MAX_SEATS, NO_CARD
from sim.core.numbers import compare, conditions, other_side, size, value, where
from sim.core.stack import CARD_ROW
from sim.core.zones import holder_of

EVERYONE = (1 << MAX_SEATS) - 1


@rule(int64, G, int64)
def versions(g, mask):
    """Return a number that changes whenever the cards of a set of seats change."""
    n = 0
    for i in range(g.n):
        if (mask >> i) & 1:
            n += int(g.seat[i].version)
    return n


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


@rule(int64, G, R, int64, int64)
def within_limit(g, rules, r, actor):
    """Return 1 if the actor has uses of the row's ability left."""
    row = rules.row[r]
    if row.limit == Limit.TURN:
        for k in range(g.n_spent):
            p = g.spent[k]
            if p.actor == actor and p.ability == row.ability:
                return int(p.n < row.limit_n)
    if row.limit == Limit.GAME:
        for k in range(g.n_spent):
            p = g.spent[k]
            if p.actor == actor and p.ability == row.ability:
                return int(p.game < row.limit_n)
    return 1


@rule(int64, G, R, int64, int64)
def redirect_fits(g, rules, ev, seat):
    """Return 1 if the event may be moved to a seat: not its subject, and for a card not its user nor one protected."""
    e = g.stack[ev]
    if seat == e.a:
        return 0
    if e.kind == Frame.TARGET:
        if seat == e.b:
            return 0
        return 1 - barred_from(g, rules, int(e.b), seat, int(e.ckind))
    return 1


@rule(int64, G, int64, int64)
def there(g, seat, ev):
    """Return 1 if a row may work on a seat: it lives, or its death is the row's event."""
    if g.seat[seat].alive == 1:
        return 1
    return int(ev >= 0 and g.stack[ev].kind == Frame.DEATH and g.stack[ev].a == seat)


@rule(int64, G, R, int64, int64, int64, int64, int64, int64, int64)
def may_choose(g, rules, r, owner, actor, seat, ev, fr, entry):
    """Return 1 if a seat may be chosen for a skill's row: alive, ``where``, and the effect can do something."""
    row = rules.row[r]
    if int(g.seat[seat].alive) == int(row.to == To.DEAD) or where(g, rules, r, owner, seat, ev, fr, entry) == 0:
        return 0
    if row.do == Do.REDIRECT:
        return redirect_fits(g, rules, ev, seat)
    if row.do == Do.SUPPLY or (row.do == Do.USE and row.to == To.PAIR):
        return 1  # a pair is looked at as two
    if row.do == Do.GAIN:
        return event_cards_left(g, rules, r, ev, fr)
    return touches(g, rules, r, -1, actor, seat)


@rule(int64, G, int64)
def fewest_cards(g, mask):
    """Return those seats of a mask that hold the fewest hand cards."""
    least = MAX_CARDS
    out = 0
    for i in range(g.n):
        if (mask >> i) & 1 == 0 or int(g.seat[i].n_hand) > least:
            continue
        if int(g.seat[i].n_hand) < least:
            out = 0
        least = int(g.seat[i].n_hand)
        out |= 1 << i
    return out


@rule(int64, G, R, int64, int64, int64, int64, int64, int64)
def choosable(g, rules, r, owner, actor, ev, fr, entry):
    """Return the seats (a mask) out of which a skill's row chooses: OTHER, ANY, ALL, ALL_OTHERS, PAIR, FEWEST, DEAD."""
    row = rules.row[r]
    mask = 0
    for i in range(g.n):
        if i == owner and row.to != To.ANY and row.to != To.ALL:
            continue
        if may_choose(g, rules, r, owner, actor, i, ev, fr, entry) == 1:
            mask |= 1 << i
    if row.to == To.FEWEST:
        return fewest_cards(g, mask)
    return mask


@rule(int64, G, R, int64)
def shown_in_hand(g, rules, i):
    """Return the seat that still holds the card which a row of the ability in frame i has shown, -1 if none does."""
    f = g.stack[i]
    if f.found == NO_CARD:
        return -1
    for r in range(int(f.head), int(f.row)):
        if rules.row[r].do == Do.REVEAL:
            return holder_of(g, int(f.found))
    return -1


@rule(int64, G, R, int64, int64, int64)
def event_cards_left(g, rules, r, ev, fr):
    """Return 1 if the cards that the row would gain still lie where they can be taken."""
    if rules.row[r].zones & Zone.FOUND:
        if fr < 0 or g.stack[fr].found == NO_CARD:
            return 0
        card = int(g.stack[fr].found)
        if bits.has(g.discard, card) == 1 or bits.has(g.event, card) == 1:
            return 1
        return int(shown_in_hand(g, rules, fr) >= 0)
    e = g.stack[ev]
    if e.kind == Frame.EVENT and e.lo == When.DODGED and bits.meets(e.cards, g.discard) == 1:
        return 1  # the answers have been discarded, and lie there still
    return bits.meets(e.cards, g.event)


@rule(int64, G, R, int64, int64, int64)
def kin_fits(g, rules, r, first, second):
    """Return 1 if the factions of a pair are as ``where`` of row r wants them to each other."""
    row = rules.row[r]
    same = int(g.seat[first].faction == g.seat[second].faction)
    if row.w1l == QTY + Qty.KIN and compare(row.w1o, same, row.w1r) == 0:
        return 0
    return int(row.w2l != QTY + Qty.KIN or compare(row.w2o, same, row.w2r) == 1)


@rule(int64, G, R, int64, int64, int64, int64, int64)
def pair_seconds(g, rules, r, owner, actor, mask, first):
    """Return the seats that can be second to a first one."""
    row = rules.row[r]
    out = 0
    for second in range(g.n):
        if second == first or (mask >> second) & 1 == 0:
            continue
        if row.do == Do.USE and barred_from(g, rules, second, first, row.as_) == 1:
            continue
        if kin_fits(g, rules, r, first, second) == 0:
            continue
        if row.cost_l == QTY + Qty.GAP:
            gap = int(g.seat[first].n_hand) - int(g.seat[second].n_hand)
            if count_passing(g, rules, actor, row.cost_zones, row.cost_filter, NO_CARD) < max(gap, -gap):
                continue
        out |= 1 << second
    return out


@rule(int64, G, R, int64, int64, int64, int64)
def pair_possible(g, rules, r, owner, actor, mask):
    """Return 1 if two seats of a mask can make the pair of row r, and the difference of their hands can be paid."""
    row = rules.row[r]
    for first in range(g.n):
        if (mask >> first) & 1 == 0:
            continue
        if pair_seconds(g, rules, r, owner, actor, mask, first) != 0:
            return 1
    return int(row.to != To.PAIR)


@rule(int64, G, R, int64, int64, int64)
def refused_for(g, rules, r, owner, helpers):
    """Return the seats against which all helpers declined to supply row r, with the cards they hold now."""
    if g.refused[owner, 0] != rules.row[r].bundle + 1 or g.refused[owner, 1] != versions(g, helpers):
        return 0
    return int(g.refused[owner, 2])


@rule(int64, G, R, int64, int64, int64, int64, int64)
def supply_open(g, rules, r, owner, ev, fr, entry):
    """Return 1 if some helper may be asked: there is one, and not all declined with the cards they hold now."""
    if ev >= 0 and g.stack[ev].kind == Frame.NEED and int(g.stack[ev].marks) & 1:
        return 0  # helpers do not call on helpers
    helpers = choosable(g, rules, r, owner, owner, -1, fr, entry)
    if helpers == 0:
        return 0
    seats = refused_for(g, rules, r, owner, helpers)
    if ev >= 0 and g.stack[ev].b >= 0:
        return 1 - ((seats >> int(g.stack[ev].b)) & 1)
    return int(seats != EVERYONE)


@rule(void, G, R, int64, int64, int64, int64)
def refuse(g, rules, r, owner, helpers, seats):
    """Note that all helpers declined to supply row r against some seats; only ``each`` tells the seats apart."""
    if rules.row[r].marks & Flag.EACH == 0:
        seats = EVERYONE
    g.refused[owner, 2] = refused_for(g, rules, r, owner, helpers) | seats
    g.refused[owner, 0] = int(rules.row[r].bundle) + 1
    g.refused[owner, 1] = versions(g, helpers)


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


@rule(int64, G, R, int64, int64)
def entry_of(g, rules, seat, bundle):
    """Return the entry of a seat that holds a bundle, -1 if equipment or nothing does."""
    for k in range(g.seat[seat].n_entries):
        if int(g.seat[seat].entry[k]) == bundle:
            return k
    return -1


@rule(int64, G, R, int64, int64)
def amount_for(g, rules, i, t):
    """Return the row's number for a seat."""
    f = g.stack[i]
    them = t
    if t == f.owner:
        them = other_side(g, int(f.owner), int(f.ev))
        if f.them != 0 and int(f.marks) & CARD_ROW == 0:
            them = bits.lowest_bit(int(f.them))
    return size(g, rules, int(f.row), int(f.owner), them, int(f.ev), i, int(f.entry))
