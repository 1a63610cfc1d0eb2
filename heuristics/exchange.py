"""What is given for something else: prices, gifts, cards exchanged for unknown ones."""

from heuristics.keep import cheapest, drawn, fixed, overflow, pain, price, spending
from heuristics.table import ATT, AVERAGE, KEEP, W
from sim.core import bits
from sim.core.bits import ONE, ZERO
from sim.core.codes import (
    Do,
    Price,
    Zone,
)
from sim.core.jit import B, G, R, float64, int64, rule
from sim.core.layout import NO_CARD, SLOTS, WORDS

MOST_GENEROUS = 0.95  # a card is never worth more in the hand of a friend


@rule(float64, G, R, B, int64, int64, int64)
def gift(g, rules, b, me, r, t):
    """Return what giving a seat any number of cards is worth: those it can use better, and what follows."""
    a = min(b.note[ATT + t], MOST_GENEROUS)
    total = 0.0
    low = 99.0
    second = 99.0
    part = overflow(g, rules, b, me)
    hand = g.seat[me].hand
    for k in range(WORDS):
        m = hand[k]
        while m != ZERO:
            card = 64 * k + bits.lowest(m)
            m &= m - ONE
            worth = a * b.note[KEEP + int(rules.card_kind[card])]
            loss = part * price(g, rules, b, me, card) - worth
            if loss < 0.0:
                total -= loss
            if loss < low:
                second = low
                low = loss
            elif loss < second:
                second = loss
    healing = 0.0
    for k in range(r + 1, r + 1 + int(rules.row[r].more)):
        if rules.row[k].do == Do.HEAL and g.seat[me].hp < g.seat[me].max_hp:
            healing = b.weights[W.HP_TWO] if g.seat[me].hp <= 1 else b.weights[W.HP_THREE]
    if second < 99.0 and healing > 0.0:
        total = max(total, healing - max(low, 0.0) - max(second, 0.0))
    return total


@rule(float64, G, R, B, int64, int64, int64)
def dead_weight(g, rules, b, me, zones, f):
    """Return what it is worth to exchange one's cards that pass a filter for unknown ones: those worth less only."""
    total = 0.0
    s = g.seat[me]
    each = 0.95 * b.note[AVERAGE]
    for k in range(WORDS):
        m = s.hand[k]
        if zones & Zone.HAND == 0:
            m = ZERO
        if f != 0:
            m &= rules.filter[f].cards[k]
        while m != ZERO:
            total += max(each - price(g, rules, b, me, 64 * k + bits.lowest(m)), 0.0)
            m &= m - ONE
    for slot in range(SLOTS):
        if zones & (Zone.WEAPON << slot) == 0 or s.equip[slot] == NO_CARD:
            continue
        if f == 0 or bits.has(rules.filter[f].cards, int(s.equip[slot])) == 1:
            total += max(each - price(g, rules, b, me, int(s.equip[slot])), 0.0)
    return total


@rule(float64, G, R, B, int64, int64, int64)
def cost_of(g, rules, b, me, r, ev):
    """Return what the price of row r costs the bot."""
    row = rules.row[r]
    verb = row.cost
    w = b.weights
    if verb == Price.FREE:
        return 0.0
    n = fixed(int(row.cost_l), 1)
    if verb == Price.LOSE_HP:
        if n >= g.seat[me].hp:
            return 99.0
        return w[W.OWN_HP] * pain(g, b, me, n)
    if verb == Price.FORGO:
        return drawn(g, rules, b, me, int(rules.draw_per_turn)) - drawn(g, rules, b, me, int(rules.draw_per_turn) - n)
    if verb == Price.SKIP:
        if ev >= 0 and g.stack[ev].n > 0:
            return int(g.stack[ev].n) * b.note[AVERAGE]
        return w[W.SKIP_PLAY]
    if verb == Price.SHOW:
        return 0.1
    if row.do == Do.REJUDGE:
        return 0.0
    zones = int(row.cost_zones)
    if verb == Price.PLAY:
        zones = 1 * Zone.HAND
        if bits.meets(g.seat[me].hand, rules.filter[row.cost_filter].cards) == 0:
            return 99.0  # a skill might make the card, but then nobody would be asked again
    if g.turn == me and n <= 2:
        return spending(g, rules, b, me, zones, int(row.cost_filter), n)
    return cheapest(g, rules, b, me, zones, int(row.cost_filter), n)
