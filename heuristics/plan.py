"""What using a card or an ability is worth to a bot: price, best targets, effects."""

from heuristics.events import best_replacement, change_value, event_worth, need_value
from heuristics.exchange import cost_of, dead_weight, gift
from heuristics.harm import front_harm, odds
from heuristics.keep import fixed, overflow, price, spending, thrift
from heuristics.table import ATT, AVERAGE, KEEP, USE, W
from heuristics.worth import chain, effect, works_on
from sim.core import bits
from sim.core.aim import aim, slash_prey
from sim.core.cards import fits
from sim.core.circle import seat_after
from sim.core.codes import (
    QTY,
    THEIR,
    Do,
    Flag,
    Frame,
    Op,
    Qty,
    To,
    Val,
    When,
    Who,
)
from sim.core.eligible import choosable
from sim.core.holdings import entry_of
from sim.core.jit import B, G, R, float64, int64, rule
from sim.core.layout import NO_CARD
from sim.core.numbers import compare, other_side
from sim.core.supply import refused_for


@rule(float64, G, R, B, int64, int64, int64)
def prey_worth(g, rules, b, me, r, first):
    """Return what it is worth to make a seat attack another or lose its weapon."""
    attack = int(rules.attack_kind)
    attacking = int(rules.kind[attack].active)
    best = -99.0
    prey = slash_prey(g, rules, first)
    for t in range(g.n):
        if (prey >> t) & 1:
            best = max(best, effect(g, rules, b, me, attacking, attack, first, t, -1, 0))
    if best == -99.0:
        best = 0.0
    return 0.45 * best + effect(g, rules, b, me, r, -1, me, first, -1, 0)


@rule(float64, G, R, B, int64, int64)
def passing(g, rules, b, me, kind):
    """Return what it is worth to lay a card that goes round the table before the bot itself."""
    total = 0.0
    left = 1.0
    for k in range(g.n):
        t = seat_after(g, me, k)
        if g.seat[t].alive == 1:
            total += left * b.note[ATT + t] * front_harm(g, rules, b, t, kind)
            left *= 0.85
    return total


@rule(float64, G, R, B, int64, int64)
def used_bonus(g, rules, b, me, kind):
    """Return what the bot's own rows at the use of a card bring."""
    if bits.bit(g.seat[me].when, When.USED) == 0:
        return 0.0
    total = 0.0
    for k in range(g.seat[me].n_entries):
        bundle = rules.bundle[g.seat[me].entry[k]]
        if bits.bit(bundle.when, When.USED) == 0:
            continue
        for r in range(bundle.first, bundle.first + bundle.n):
            row = rules.row[r]
            if row.when == When.USED and row.who == Who.ME and fits(rules, row.on, kind, -1, 0) == 1:
                total += effect(g, rules, b, me, r, -1, me, me, -1, 0)
    return total


@rule(float64, G, R, B, int64, int64)
def card_worth(g, rules, b, me, kind):
    """Return what using a kind of card well is worth, its own price left out."""
    w = b.weights
    k = rules.kind[kind]
    bonus = used_bonus(g, rules, b, me, kind)
    if k.slot >= 0:
        old = int(g.seat[me].equip[k.slot])
        worth = b.note[KEEP + kind]
        if old != NO_CARD:
            worth -= price(g, rules, b, me, old)
        if k.slot == 0 and bits.bit(rules.bundle[kind].values, Val.SLASH_LIMIT) == 1:
            more = bits.common(g.seat[me].hand, rules.kind[rules.attack_kind].counts) - 1
            worth += w[W.MANY_ATTACKS] * max(more, 0)
        return worth + bonus
    r = int(k.active)
    row = rules.row[r]
    to = row.to
    worth = 0.0
    if to == To.ME:
        if row.do == Do.PLACE and k.passes == 1:
            worth = passing(g, rules, b, me, kind)
        else:
            worth = chain(g, rules, b, me, r, kind, me, me, -1, me)
    elif to == To.ALL or to == To.ALL_OTHERS:
        for t in range(g.n):
            if g.seat[t].alive == 1 and (t != me or to == To.ALL):
                worth += chain(g, rules, b, me, r, kind, me, t, -1, me)
    else:
        worth = -99.0
        mask = -1
        for t in range(g.n):
            if g.seat[t].alive == 0 or (t == me and to != To.ANY):
                continue
            if to == To.PREY:
                if g.seat[t].equip[0] == NO_CARD:
                    continue
                here = prey_worth(g, rules, b, me, r, t)
            else:
                here = chain(g, rules, b, me, r, kind, me, t, -1, me)
            if here > worth and here > 0.0:
                if mask < 0:
                    mask = aim(g, rules, me, kind, r)
                if (mask >> t) & 1:
                    worth = here
    if k.trick == 1:
        worth *= w[W.COUNTERED] / thrift(g, b, me)
    return worth + bonus


@rule(float64, G, R, B, int64, int64, int64, int64)
def pair_worth(g, rules, b, me, r, first, second):
    """Return what row r on a pair is worth."""
    row = rules.row[r]
    if row.do == Do.USE:
        kind = int(row.as_)
        return effect(g, rules, b, me, int(rules.kind[kind].active), kind, second, first, -1, 0)
    if row.do == Do.SWAP_HANDS:
        return effect(g, rules, b, me, r, -1, second, first, -1, 0)
    worth = effect(g, rules, b, me, r, -1, me, first, -1, 0)
    for k in range(r + 1, r + 1 + int(row.more)):
        if rules.row[k].to == To.SECOND:
            worth += effect(g, rules, b, me, k, -1, first, second, -1, 0)
    return worth


@rule(float64, G, R, B, int64, int64, int64, int64, int64)
def seat_worth(g, rules, b, me, r, owner, t, ev):
    """Return what choosing a seat for row r of a skill is worth."""
    row = rules.row[r]
    if row.do == Do.REDIRECT:
        return event_worth(g, rules, b, me, ev, t) - event_worth(g, rules, b, me, ev, -1)
    if row.do == Do.GIVE and row.marks & Flag.PLUS:
        return gift(g, rules, b, me, r, t)
    if row.to == To.PAIR:
        best = -99.0
        for other in range(g.n):
            if other != t and other != me and g.seat[other].alive == 1:
                if row.w1o == Op.NONE or row.w1l != QTY + THEIR + Qty.MALE or g.seat[other].male == 1:
                    best = max(best, pair_worth(g, rules, b, me, r, t, other))
        return best
    return chain(g, rules, b, me, r, -1, me, t, ev, owner)


@rule(float64, G, R, B, int64, int64, int64, int64)
def owed(g, rules, b, me, bundle, owner, more):
    """Return what the gifts are worth that a grant will ask for once its holder has drawn ``more`` cards."""
    total = 0.0
    hand = int(g.seat[owner].n_hand)
    for r in range(rules.bundle[bundle].first, rules.bundle[bundle].first + rules.bundle[bundle].n):
        row = rules.row[r]
        if row.do != Do.GIVE or row.n_l != QTY + Qty.HAND:
            continue
        if row.c1l == QTY + Qty.HAND and row.c1r < QTY and compare(row.c1o, hand + more, int(row.c1r)) == 0:
            continue
        t = works_on(g, rules, b, r, owner, owner, owner, -1)
        if t >= 0 and t != owner:
            total += effect(g, rules, b, me, r, -1, owner, t, -1, 0) * (hand + more) / max(hand, 1)
    return total


@rule(float64, G, R, B, int64, int64, int64, int64)
def moved_worth(g, rules, b, me, r, owner, ev):
    """Return what moving the event by row r to the best seat is worth, price paid; nothing if it is worth nothing."""
    best = 0.0
    for t in range(g.n):
        if t != owner and g.seat[t].alive == 1:
            best = max(best, seat_worth(g, rules, b, me, r, owner, t, ev) - cost_of(g, rules, b, me, r, ev))
    return best


@rule(float64, G, R, B, int64, int64, int64, int64, int64)
def row_worth(g, rules, b, me, r, owner, ev, them):
    """Return what an ability is worth to its actor, price paid. ``them``: a mask of seats chosen before."""
    row = rules.row[r]
    do = row.do
    other = -1
    if them != 0:
        other = bits.lowest_bit(them)
    elif ev >= 0 and row.to == To.SOURCE:
        other = int(g.stack[ev].b)
    elif ev >= 0:
        other = other_side(g, owner, ev)
    worth = 0.0
    to = row.to
    if do == Do.REJUDGE:
        return best_replacement(g, rules, b, me, ev, r)
    if do == Do.CANCEL and ev >= 0:
        worth = -event_worth(g, rules, b, me, ev, -1)
        for k in range(r + 1, r + 1 + int(row.more)):
            t = owner
            if rules.row[k].to != To.ME:
                t = other
            if t >= 0 and rules.row[k].when == When.THEN:
                worth += effect(g, rules, b, me, k, -1, me, t, ev, 0)
    elif do == Do.CHANGE and ev >= 0:
        n = fixed(int(row.n_l), 1)
        worth = change_value(g, rules, b, me, ev, owner, n)
        if row.more > 0 and rules.row[r + 1].do == Do.GRANT and g.stack[ev].kind == Frame.TURN:
            worth += owed(g, rules, b, me, int(rules.row[r + 1].as_), owner, int(g.stack[ev].n) + n)
    elif do == Do.ANSWER or do == Do.SUPPLY:
        worth = b.weights[W.NEED_MET]
        if ev >= 0 and g.stack[ev].kind == Frame.NEED:
            worth = need_value(g, rules, b, me, ev)
    elif do == Do.JUDGE and ev >= 0 and g.stack[ev].kind == Frame.NEED:
        worth = 0.5 * need_value(g, rules, b, me, ev)
    elif do == Do.JUDGE and row.more > 0 and rules.row[r + 1].do == Do.CHANGE and ev >= 0:
        worth = 0.5 * change_value(g, rules, b, me, ev, owner, fixed(int(rules.row[r + 1].n_l), 1))
    elif do == Do.JUDGE and row.more > 0 and rules.row[r + 1].do == Do.CANCEL and ev >= 0:
        worth = -0.5 * event_worth(g, rules, b, me, ev, -1)
    elif do == Do.JUDGE and row.more > 0 and rules.row[r + 1].do == Do.REDIRECT and ev >= 0:
        worth = odds(rules, rules.row[r + 1].on) * moved_worth(g, rules, b, me, r + 1, owner, ev)
    elif row.marks & Flag.COST_PLUS and do == Do.DRAW:
        return dead_weight(g, rules, b, me, int(row.cost_zones), int(row.cost_filter))
    elif to == To.ME:
        worth = chain(g, rules, b, me, r, -1, me, owner, ev, owner)
        if row.more > 0 and do == Do.JUDGE and other >= 0 and rules.row[r + 1].to == To.THEM:
            worth = chain(g, rules, b, me, r, -1, me, other, ev, owner)
    elif to == To.THEM or to == To.SOURCE or to == To.SECOND:
        if other >= 0:
            worth = chain(g, rules, b, me, r, -1, me, other, ev, owner)
    else:
        mask = choosable(g, rules, r, owner, me, ev, -1, entry_of(g, rules, owner, int(row.bundle)))
        many = int(to == To.ALL or to == To.ALL_OTHERS)
        hi = fixed(int(row.hi), 1)
        best = -99.0
        second = 0.0
        for t in range(g.n):
            if (mask >> t) & 1 == 0:
                continue
            here = seat_worth(g, rules, b, me, r, owner, t, ev)
            worth += here * many
            if here > best:
                second = max(best, 0.0)
                best = here
            elif here > second:
                second = here
        if many == 0:
            worth = best
            if hi > 1:
                worth += second
    return worth - cost_of(g, rules, b, me, r, ev)


@rule(float64, G, R, B, int64, int64, int64)
def supplied_worth(g, rules, b, me, r, kind):
    """Return what using a kind of card that others supply by row r is worth: where nobody has declined it yet."""
    entry = entry_of(g, rules, me, int(rules.row[r].bundle))
    gone = refused_for(g, rules, r, me, choosable(g, rules, r, me, me, -1, -1, entry))
    active = int(rules.kind[kind].active)
    mask = aim(g, rules, me, kind, active) & ~gone
    best = -99.0
    for t in range(g.n):
        if (mask >> t) & 1:
            best = max(best, chain(g, rules, b, me, active, kind, me, t, -1, me))
    return best


@rule(float64, G, R, B, int64, int64)
def option_worth(g, rules, b, me, index):
    """Return what an option of the play phase is worth."""
    o = g.req.option[index]
    kind = int(o.kind)
    worth = 0.0
    if kind >= 0:
        if b.scratch[USE + kind] < -1e8:
            b.scratch[USE + kind] = card_worth(g, rules, b, me, kind)
        worth = b.scratch[USE + kind]
        if worth <= 0.0:
            return worth
    if o.card != NO_CARD and kind < 0:
        more = fixed(int(rules.row[o.row].n_l), 1) * b.note[AVERAGE]
        return 0.9 * more - price(g, rules, b, me, int(o.card))
    if o.card != NO_CARD:
        if rules.kind[kind].slot >= 0:
            return worth - 0.1
        cost = overflow(g, rules, b, me) * price(g, rules, b, me, int(o.card))
        worth += b.weights[W.USE_NOW] - cost
        if g.seat[me].n_hand == 1 and bits.bit(g.seat[me].when, When.LOST_HAND) == 1:
            worth += 1.0
        return worth
    r = int(o.row)
    when = rules.row[r].when
    if when == When.VIEW_AS:
        row = rules.row[r]
        return worth - spending(g, rules, b, me, int(row.zones), int(row.cards), fixed(int(row.n_l), 1))
    if when == When.NEEDED:
        return supplied_worth(g, rules, b, me, r, kind)
    return row_worth(g, rules, b, me, r, int(o.seat), -1, 0)
