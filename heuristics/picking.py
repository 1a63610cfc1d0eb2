"""Cards picked: to pay a price, for an effect, out of those in sight, or for the top of the pile."""

from heuristics.events import judged
from heuristics.harm import card_at
from heuristics.keep import overflow, price
from heuristics.table import ATT, AVERAGE, KEEP, W
from sim.core import bits
from sim.core.bits import ONE, ZERO
from sim.core.cards import fits, suit_read
from sim.core.codes import Do, Flag, Opt, Price, When
from sim.core.jit import B, G, R, float64, int64, rule
from sim.core.layout import WORDS


@rule(int64, G, R, int64, int64)
def twin(g, rules, me, card):
    """Return 1 if another card of the same rank lies on the seat's hero."""
    for k in range(WORDS):
        m = g.seat[me].stash[k]
        while m != ZERO:
            other = 64 * k + bits.lowest(m)
            m &= m - ONE
            if other != card and rules.card_rank[other] == rules.card_rank[card]:
                return 1
    return 0


@rule(float64, G, R, B, int64, int64)
def picked_worth(g, rules, b, me, index):
    """Return what picking the card of an option for an effect is worth."""
    q = g.req
    o = q.option[index]
    t = int(o.seat)
    w = b.weights
    do = 0
    if q.row >= 0:
        do = int(rules.row[q.row].do)
    if t < 0:
        return b.note[KEEP + int(rules.card_kind[o.card])]
    if do == Do.GIVE and t == me:
        to = bits.lowest_bit(int(g.stack[q.frame].them))
        worth = -overflow(g, rules, b, me) * price(g, rules, b, me, int(o.card))
        if to >= 0:
            worth += b.note[ATT + to] * b.note[KEEP + int(rules.card_kind[o.card])]
        return worth
    gained = 0.0
    a = b.note[ATT + t]
    if t != me and do == Do.TAKE:
        gained = w[W.TAKEN]
    if o.type == Opt.HAND:
        worth = gained - a * w[W.LOSS]
        if g.seat[t].n_hand == 1 and bits.bit(g.seat[t].when, When.LOST_HAND) == 1:
            worth += a
        return worth
    if t == me and bits.has(g.seat[me].stash, int(o.card)) == 1:
        return float(twin(g, rules, me, int(o.card)))
    if t == me and do == Do.CONTEST:
        return 0.35 * int(rules.card_rank[o.card]) - price(g, rules, b, me, int(o.card))
    if t == me:
        return -price(g, rules, b, me, int(o.card))
    if gained > 0.0:
        gained = b.note[KEEP + int(rules.card_kind[o.card])]
    return gained - a * card_at(g, rules, b, me, t, int(o.card))


@rule(float64, G, R, B, int64, int64)
def paid_worth(g, rules, b, me, index):
    """Return what paying with the card of an option is worth: mostly less than nothing."""
    q = g.req
    card = int(q.option[index].card)
    if q.row >= 0 and rules.row[q.row].do == Do.REJUDGE and q.ev >= 0:
        return judged(g, rules, b, me, int(q.ev), card) - price(g, rules, b, me, card)
    if q.row >= 0 and rules.row[q.row].cost == Price.SHOW:
        return 0.1 * int(rules.card_rank[card])
    return -price(g, rules, b, me, card)


@rule(int64, G, R, B, int64)
def pick(g, rules, b, me):
    """Choose a card, or enough of them."""
    q = g.req
    best = -1e6
    index = 0
    start = 0
    passing = int(q.option[0].type == Opt.PASS)
    if passing == 1:
        start = 1
        best = 0.0
        if q.row >= 0:
            row = rules.row[q.row]
            if q.price == 1 and row.marks & Flag.COST_PLUS and row.do == Do.DRAW:
                best = -0.95 * b.note[AVERAGE]
            elif row.do == Do.GIVE and row.marks & Flag.PLUS and q.done == 1 and row.more > 0:
                if rules.row[q.row + 1].do == Do.HEAL and g.seat[me].hp < g.seat[me].max_hp:
                    best = -b.weights[W.HP_THREE]
    b.worth[0] = best
    for i in range(start, int(q.n)):
        if q.price == 1:
            worth = paid_worth(g, rules, b, me, i)
        else:
            worth = picked_worth(g, rules, b, me, i)
        b.worth[i] = worth
        if worth > best:
            best = worth
            index = i
    return index


@rule(int64, G, R, B, int64)
def arrange(g, rules, b, me):
    """Choose the next card for the top of the pile: what the cards in front need, then the best to draw."""
    q = g.req
    s = g.seat[me]
    first = 0
    if q.option[0].type == Opt.PASS:
        first = 1
    if first == 0:
        return 0
    done = int(q.done)
    row = rules.row[q.row]
    judges = int(s.n_judge)
    if g.turn != me or row.when == When.END:
        judges = 0
    best = 0.8 * b.note[AVERAGE]
    index = 0
    if done < judges:
        kind = int(s.judge_kind[judges - 1 - done])
        r = int(rules.kind[kind].front)
        best = 1e6
        for i in range(first, int(q.n)):
            card = int(q.option[i].card)
            cost = 0.1 * b.note[KEEP + int(rules.card_kind[card])]
            suit = suit_read(g, rules, me, card)
            if fits(rules, rules.row[r].on, rules.card_kind[card], suit, rules.card_rank[card]) == 1:
                cost += 10.0
            if cost < best:
                best = cost
                index = i
        if best > 5.0:
            return 0
        return index
    if done >= judges + int(rules.draw_per_turn) + 1:
        return 0
    for i in range(first, int(q.n)):
        worth = b.note[KEEP + int(rules.card_kind[q.option[i].card])]
        if worth > best:
            best = worth
            index = i
    return index
