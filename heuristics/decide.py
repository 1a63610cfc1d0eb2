"""The answer to each kind of request: every option is valued, the best is taken if it beats doing nothing."""

from heuristics.belief import observe
from heuristics.events import event_worth, judged, need_value
from heuristics.harm import card_at, ending
from heuristics.keep import overflow, prepare, price
from heuristics.plan import option_worth, pair_worth, prey_worth, row_worth, seat_worth
from heuristics.table import ATT, AVERAGE, KEEP, READY, UNKNOWN, USE, W
from heuristics.worth import chain, effect
from sim.core import bits
from sim.core.aim import aim
from sim.core.bits import ONE, ZERO
from sim.core.cards import fits, suit_read
from sim.core.codes import Ask, Choice, Do, Flag, Frame, Opt, Price, To, When
from sim.core.jit import B, G, R, bot, float64, int64, rule
from sim.core.layout import NO_CARD, WORDS
from sim.core.stack import HELPING


@rule(float64, G, R, B, int64)
def urgency(g, rules, b, i):
    """Return how much sooner than its worth says an option of the play phase is best taken."""
    kind = int(g.req.option[i].kind)
    if kind < 0:
        if g.req.option[i].row >= 0 and rules.row[g.req.option[i].row].do == Do.GIVE:
            return b.weights[W.GIVE_FIRST]
        return 0.0
    if rules.kind[kind].slot >= 0:
        return b.weights[W.EQUIP_FIRST]
    do = rules.row[rules.kind[kind].active].do
    if do == Do.DRAW:
        return b.weights[W.DRAW_FIRST]
    if do == Do.TAKE or do == Do.DISCARD:
        return b.weights[W.STRIP_FIRST]
    return 0.0


@rule(int64, G, R, B, int64)
def play(g, rules, b, me):
    """Choose what to do in the play phase."""
    for kind in range(rules.n_kinds):
        b.scratch[USE + kind] = UNKNOWN
    b.worth[0] = b.weights[W.THRESHOLD]
    best = -1e9
    index = 0
    for i in range(1, int(g.req.n)):
        worth = option_worth(g, rules, b, me, i)
        b.worth[i] = worth
        if worth > b.weights[W.THRESHOLD] and worth + urgency(g, rules, b, i) > best:
            best = worth + urgency(g, rules, b, i)
            index = i
    return index


@rule(float64, G, R, B, int64, int64)
def aimed(g, rules, b, me, t):
    """Return what choosing a seat is worth in the open request."""
    q = g.req
    f = g.stack[q.frame]
    r = int(q.row)
    row = rules.row[r]
    kind = int(f.ckind)
    if kind >= 0 and q.ev >= 0 and g.stack[q.ev].kind == Frame.USE:
        if f.named == 1:
            attack = int(rules.attack_kind)
            first = int(g.targets[g.stack[q.ev].list].seat[0])
            return effect(g, rules, b, me, int(rules.kind[attack].active), attack, first, t, -1, 0)
        if row.to == To.PREY:
            return prey_worth(g, rules, b, me, r, t)
        return chain(g, rules, b, me, r, kind, me, t, -1, me)
    if row.do == Do.DEAL_OUT:
        worth = b.note[ATT + t] * b.note[AVERAGE]
        card = bits.first(q.picked)
        if card != NO_CARD:
            worth = b.note[ATT + t] * b.note[KEEP + int(rules.card_kind[card])]
        if t == me:
            return worth
        return worth * 1.1 - 0.05 * int(g.seat[t].n_hand)
    a = g.stack[q.frame - 1]
    if row.to == To.PAIR and a.kind == Frame.ABILITY and a.first >= 0:
        return pair_worth(g, rules, b, me, r, int(a.first), t)
    return seat_worth(g, rules, b, me, r, int(q.owner), t, int(q.ev))


@rule(int64, G, R, B, int64)
def target(g, rules, b, me):
    """Choose a seat, or enough of them."""
    best = -1e6
    index = 0
    for i in range(g.req.n):
        worth = 0.0
        if g.req.option[i].type == Opt.SEAT:
            worth = aimed(g, rules, b, me, int(g.req.option[i].seat))
        b.worth[i] = worth
        if worth > best:
            best = worth
            index = i
    return index


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


@rule(float64, G, R, B, int64, int64)
def following(g, rules, b, me, kind):
    """Return what a card played after another is worth on its best target."""
    if kind < 0:
        return 0.0
    r = int(rules.settled_row[kind])
    mask = aim(g, rules, me, kind, r)
    best = 0.0
    for t in range(g.n):
        if (mask >> t) & 1:
            best = max(best, chain(g, rules, b, me, r, kind, me, t, -1, me))
    return best


@rule(int64, G, R, B, int64)
def respond(g, rules, b, me):
    """Answer with the card that is least worth, if the answer is worth more than the card."""
    q = g.req
    least = 99.0
    index = 0
    own = 0
    for i in range(1, int(q.n)):
        o = q.option[i]
        cost = 1.3
        if o.type == Opt.CARD:
            cost = price(g, rules, b, me, int(o.card))
            own += 1
        if cost < least:
            least = cost
            index = i
    e = g.stack[q.ev]
    if e.kind == Frame.NEED:
        worth = need_value(g, rules, b, me, int(q.ev))
        if e.n > own and int(e.marks) & HELPING == 0 and bits.bit(g.seat[me].when, When.NEEDED) == 0:
            worth = 0.0
        if int(e.marks) & HELPING == 0:
            least *= 0.6
        else:
            least *= 1.3  # the card could be used in the own turn
    elif g.stack[q.frame].kind == Frame.FOLLOW:
        worth = following(g, rules, b, me, int(q.option[index].kind))
    elif e.kind == Frame.DYING:
        worth = b.note[ATT + int(e.a)] * b.weights[W.LIFE] - ending(g, b, me, int(e.a))
        worth /= 1.0 + 0.5 * max(-int(g.seat[e.a].hp), 0)
        if e.a == me:
            worth = 1e3
    else:
        worth = -event_worth(g, rules, b, me, int(q.ev), -1)
    b.worth[0] = least
    b.worth[index] = worth
    if worth > least:
        return index
    return 0


@rule(int64, G, R, B, int64)
def confirm(g, rules, b, me):
    """Accept an optional ability that is worth its price."""
    q = g.req
    them = int(g.stack[q.frame].them)
    b.worth[0] = 0.0
    b.worth[1] = row_worth(g, rules, b, me, int(q.row), int(q.owner), int(q.ev), them)
    return int(b.worth[1] > 0.0)


@rule(int64, G, R, int64)
def commonest(g, rules, me):
    """Return the option that names the commonest suit or colour among the cards this seat does not see."""
    q = g.req
    best = -1
    index = 0
    for i in range(q.n):
        value = int(q.option[i].value)
        n = 0
        for card in range(rules.n_cards):
            if bits.has(g.discard, card) == 1 or bits.has(g.seat[me].hand, card) == 1:
                continue
            suit = int(rules.card_suit[card])
            if suit == value or (value >= Choice.BLACK and (suit & 1) == value - Choice.BLACK):
                n += 1
        if n > best:
            best = n
            index = i
    return index


@rule(int64, G, R)
def richest(g, rules):
    """Return the option that stands for the skill with the most rows."""
    index = 0
    for i in range(1, int(g.req.n)):
        best = int(rules.row[g.req.option[index].row].bundle)
        if rules.bundle[rules.row[g.req.option[i].row].bundle].n > rules.bundle[best].n:
            index = i
    return index


@rule(int64, G, R, B, int64)
def choose(g, rules, b, me):
    """Name a suit, or choose between a price and an effect."""
    q = g.req
    if q.option[0].type == Opt.SKILL:
        return richest(g, rules)
    if q.option[0].value <= Choice.RED:
        return commonest(g, rules, me)
    row = rules.row[q.row]
    f = g.stack[q.frame]
    happens = effect(g, rules, b, me, int(q.row), -1, int(f.actor), int(f.cursor), int(q.ev), 1)
    cost = 0.0
    if row.unless != Price.REFUSE:
        cost = b.weights[W.FORCED] * int(f.lo)
        if row.unless == Price.GIVE:
            cost -= b.note[ATT + int(f.actor)] * int(f.lo)
        if g.turn != me and g.seat[me].n_hand <= 2:
            cost *= 1.2
    b.worth[0] = -cost
    b.worth[1] = happens
    return int(happens >= -cost)


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


@rule(int64, G, R, B, int64)
def answer(g, rules, b, me):
    """Answer the open request for a seat whose notes are up to date."""
    kind = g.req.kind
    if kind == Ask.PLAY:
        return play(g, rules, b, me)
    if kind == Ask.TARGET:
        return target(g, rules, b, me)
    if kind == Ask.CARD:
        return pick(g, rules, b, me)
    if kind == Ask.CONFIRM:
        return confirm(g, rules, b, me)
    if kind == Ask.RESPOND:
        return respond(g, rules, b, me)
    if kind == Ask.VALUE:
        return choose(g, rules, b, me)
    return arrange(g, rules, b, me)


@bot
def decide(g, rules, b, seat):
    """Answer the open request for a seat."""
    if b.note[READY] == 0.0:
        prepare(rules, b)
        b.note[READY] = 1.0
    observe(g, rules, b, seat)
    return answer(g, rules, b, seat)
