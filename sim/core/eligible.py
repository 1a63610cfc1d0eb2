"""Which seats a skill's row may work on or choose, alone and in pairs."""

from sim.core.aim import barred_from, touches
from sim.core.cards import count_passing
from sim.core.codes import QTY, Do, Frame, Qty, To
from sim.core.event_cards import event_cards_left
from sim.core.jit import G, R, int64, rule
from sim.core.layout import MAX_CARDS, NO_CARD
from sim.core.numbers import compare, where


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
