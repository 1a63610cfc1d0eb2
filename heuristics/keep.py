"""What hp and cards are worth to whoever has them; of cards a table by kind, made from the rows once."""

import numpy as np

from heuristics.stakes import guarded
from heuristics.table import ANSWERER, AVERAGE, KEEP, SAVING, W
from sim.core import bits
from sim.core.bits import ONE, ZERO
from sim.core.codes import QTY, Do, Phase, Price, Role, To, Val, When, Zone
from sim.core.jit import B, G, R, float64, int64, rule, void
from sim.core.layout import NO_CARD, SLOTS, WORDS

LAST_STAND = 2.0  # times what the only card that answers an attack is worth at the last point of hp


@rule(float64, G, B, int64, int64)
def pain(g, b, t, n):
    """Return what a seat loses with n points of hp; the last point is its life."""
    hp = int(g.seat[t].hp)
    w = b.weights
    total = 0.0
    for k in range(n):
        left = hp - k
        if left <= 0:
            if g.seat[t].defies == 0:
                break
            total += w[W.LIFE] * min(1 - left, 13) / 13.0  # the next card may be of a rank that lies there
        elif left == 1:
            total += w[W.LIFE]
        elif left == 2:
            total += w[W.HP_TWO]
        elif left == 3:
            total += w[W.HP_THREE]
        else:
            total += w[W.HP_FULL]
    return total


@rule(float64, G, B, int64, int64)
def relief(g, b, t, n):
    """Return what a seat gains with n points of hp back."""
    s = g.seat[t]
    w = b.weights
    total = 0.0
    for k in range(min(n, int(s.max_hp) - int(s.hp))):
        left = int(s.hp) + k
        if left <= 0:
            total += w[W.LIFE]
        elif left == 1:
            total += w[W.HP_TWO]
        elif left == 2:
            total += w[W.HP_THREE]
        else:
            total += w[W.HP_FULL]
    return total


@rule(float64, R, B, int64)
def equipment_value(rules, b, kind):
    """Return what it is worth to have a kind of equipment in its slot."""
    k = rules.kind[kind]
    w = b.weights
    slot = int(k.slot)
    value = 0.2
    if slot == 0:
        value += w[W.WEAPON_REACH] * (int(k.weapon) - 1)
    bundle = rules.bundle[kind]
    for r in range(bundle.first, bundle.first + bundle.n):
        row = rules.row[r]
        if row.when == When.THEN:
            continue
        if slot >= 2:
            value += w[W.HORSE]
        elif slot == 1:
            value += w[W.ARMOUR_ROW]
        elif row.when != When.VALUE or row.as_ != Val.SLASH_LIMIT:
            value += w[W.ROW_EQUIP]
    return value


@rule(int64, int64, int64)
def fixed(amount, otherwise):
    """Return an amount of a row that is a plain number; another where it depends on the game."""
    if amount < QTY:
        return amount
    return otherwise


@rule(float64, R, B, int64)
def use_size(rules, b, r):
    """Return a rough size of what a card's row does when it is used well."""
    row = rules.row[r]
    w = b.weights
    do = row.do
    size = 1.0
    if do == Do.DAMAGE or do == Do.DUEL:
        size = w[W.HP_THREE] * 0.6
    elif do == Do.HEAL:
        size = w[W.HP_THREE]
    elif do == Do.DRAW:
        size = float(fixed(int(row.n_l), 2))
    elif do == Do.TAKE:
        size = w[W.LOSS] + w[W.TAKEN]
    elif do == Do.DISCARD:
        size = w[W.LOSS]
    elif do == Do.PLACE and row.to != To.ME:
        size = w[W.SKIP_PLAY]
    if row.to == To.ALL or row.to == To.PREY or (row.to == To.ME and do == Do.PLACE):
        size *= 0.4
    return size


@rule(void, R, B)
def prepare(rules, b):
    """Fill the table of keeping values: what a kind answers, saves, stops, and does."""
    w = b.weights
    note = b.note
    asked = np.float64(0.0)
    note[ANSWERER] = -1.0
    for kind in range(rules.n_kinds):
        note[KEEP + kind] = w[W.KEEP_ANY]
    for kind in range(rules.n_kinds):
        k = rules.kind[kind]
        if k.slot >= 0:
            note[KEEP + kind] = equipment_value(rules, b, kind)
            continue
        if bits.bit(rules.dying, kind) == 1:
            note[KEEP + kind] += w[W.KEEP_HEAL]
        if bits.bit(rules.counter, kind) == 1:
            note[KEEP + kind] += w[W.KEEP_COUNTER]
        if k.active < 0:
            continue
        note[KEEP + kind] += w[W.KEEP_ACTIVE] * use_size(rules, b, int(k.active))
        row = rules.row[k.active]
        if row.unless != Price.PLAY and row.do != Do.DUEL:
            continue
        asked = w[W.KEEP_ANSWER] * min(1.0, bits.count(k.cards) / 20.0)
        kinds = rules.filter[row.un_filter].kinds
        if row.do == Do.DUEL:
            kinds = ONE << np.uint64(rules.attack_kind)
        if kind == rules.attack_kind and kinds != ZERO:
            note[ANSWERER] = float(bits.lowest(kinds))
        for other in range(rules.n_kinds):
            if rules.kind[other].isa & kinds != ZERO and rules.kind[other].slot < 0:
                note[KEEP + other] += asked
    note[SAVING] = 0.0
    total = np.float64(0.0)
    for kind in range(rules.n_kinds):
        share = 1.0
        if rules.kind[kind].slot >= 0:
            share = 0.6
        if bits.bit(rules.dying, kind) == 1:
            note[SAVING] += bits.count(rules.kind[kind].cards) / max(int(rules.n_cards), 1)
        total += share * note[KEEP + kind] * bits.count(rules.kind[kind].cards)
    note[AVERAGE] = total / max(int(rules.n_cards), 1)


@rule(float64, G, R, B, int64, int64)
def price(g, rules, b, me, card):
    """Return what one of a seat's own cards is worth to it where it lies."""
    kind = int(rules.card_kind[card])
    value = b.note[KEEP + kind]
    s = g.seat[me]
    slot = int(rules.kind[kind].slot)
    if slot >= 0:
        if int(s.equip[slot]) == card:
            if bits.bit(s.when, When.LOST_EQUIP) == 1:
                value -= 1.5
            if rules.kind[kind].weapon == 1 and bits.bit(rules.bundle[kind].values, Val.SLASH_LIMIT) == 1:
                more = bits.common(s.hand, rules.kind[rules.attack_kind].counts) - 1
                value += b.weights[W.MANY_ATTACKS] * max(more, 0)
            return value
        if s.equip[slot] == NO_CARD:
            return 0.7 * value
        return 0.4 * max(value - b.note[KEEP + int(rules.card_kind[s.equip[slot]])], 0.3)
    copies = bits.common(s.hand, rules.kind[kind].counts)
    if copies > 2:
        value *= 0.7
    elif copies == 2:
        value *= 0.85
    saves = bits.bit(rules.dying, kind)
    if s.hp <= 1 and copies == 1 and kind == int(b.note[ANSWERER]):
        value *= LAST_STAND
    elif s.hp <= 2 and (kind == int(b.note[ANSWERER]) or saves == 1):
        value *= 1.3
    if saves == 1:
        value += guarded(g, b, me)
    return value


@rule(float64, G, R, B, int64, int64, int64, int64)
def cheapest(g, rules, b, me, zones, f, n):
    """Return what the n cheapest of a seat's cards that pass a filter are worth together."""
    s = g.seat[me]
    low = 99.0
    second = 99.0
    for k in range(WORDS):
        m = s.hand[k]
        if f != 0:
            m &= rules.filter[f].cards[k]
        if zones & Zone.HAND == 0:
            m = ZERO
        while m != ZERO:
            value = price(g, rules, b, me, 64 * k + bits.lowest(m))
            m &= m - ONE
            if value < low:
                second = low
                low = value
            elif value < second:
                second = value
    for slot in range(SLOTS):
        card = int(s.equip[slot])
        if zones & (Zone.WEAPON << slot) == 0 or card == NO_CARD:
            continue
        if f != 0 and bits.has(rules.filter[f].cards, card) == 0:
            continue
        value = price(g, rules, b, me, card)
        if value < low:
            second = low
            low = value
        elif value < second:
            second = value
    if n <= 1:
        return min(low, 3.0)
    if n == 2:
        return min(low, 3.0) + min(second, 3.0)
    return n * 0.5 * (min(low, 3.0) + min(second, 3.0))


@rule(float64, G, B, int64)
def thrift(g, b, me):
    """Return how dear cards are to the bot in its play phase: a renegade saves them for the end."""
    if g.seat[me].role == Role.RENEGADE and g.n_alive > 2:
        return b.weights[W.THRIFT]
    return 1.0


@rule(float64, G, R, B, int64)
def overflow(g, rules, b, me):
    """Return how much of its worth a hand card costs in the play phase: less if some must go anyway, more by thrift."""
    s = g.seat[me]
    if bits.bit(s.values, Val.HAND_LIMIT) == 1 or int(s.n_hand) <= int(s.hp) * int(rules.hand_limit_factor):
        return thrift(g, b, me)
    return b.weights[W.SPARE] * thrift(g, b, me)


@rule(float64, G, R, B, int64, int64, int64, int64)
def spending(g, rules, b, me, zones, f, n):
    """Return what n cards that pass a filter cost the bot in its play phase: hand cards less if some must go anyway."""
    cost = overflow(g, rules, b, me) * cheapest(g, rules, b, me, zones & Zone.HAND, f, n)
    worn = zones & ~(1 * Zone.HAND)
    if worn != 0:
        cost = min(cost, thrift(g, b, me) * cheapest(g, rules, b, me, worn, f, n))
    return cost


@rule(int64, G, R, int64, int64)
def beyond(g, rules, t, n):
    """Return how many of n more cards a seat could not keep at the end of the turn, if it is its own."""
    s = g.seat[t]
    if g.turn != t or g.phase >= Phase.DISCARD or bits.bit(s.values, Val.HAND_LIMIT) == 1:
        return 0
    return min(max(int(s.n_hand) + n - int(s.hp) * int(rules.hand_limit_factor), 0), n)


@rule(float64, G, R, B, int64, int64)
def drawn(g, rules, b, t, n):
    """Return what n more cards are worth to a seat."""
    return b.note[AVERAGE] * (n - beyond(g, rules, t, n) * (1.0 - b.weights[W.BEYOND]))


@rule(float64, G, R, B, int64)
def mean_price(g, rules, b, me):
    """Return what a card that another picks out of the bot's hand is worth to it.

    Where a card must be discarded anyway, the cheapest then stays: what is lost is how much better another was.
    """
    total = 0.0
    low = 99.0
    for k in range(WORDS):
        m = g.seat[me].hand[k]
        while m != ZERO:
            value = price(g, rules, b, me, 64 * k + bits.lowest(m))
            m &= m - ONE
            total += value
            low = min(low, value)
    if g.seat[me].n_hand == 0:
        return 0.0
    dear = thrift(g, b, me)
    return dear * total / int(g.seat[me].n_hand) - (dear - overflow(g, rules, b, me)) * low
