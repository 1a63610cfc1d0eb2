"""The answer to each kind of request: every option is valued, the best is taken if it beats doing nothing."""

from heuristics.belief import observe
from heuristics.events import event_worth, need_value
from heuristics.keep import prepare, price
from heuristics.picking import arrange, pick
from heuristics.plan import option_worth, pair_worth, prey_worth, row_worth, seat_worth
from heuristics.stakes import ending
from heuristics.table import ATT, AVERAGE, KEEP, READY, UNKNOWN, USE, W
from heuristics.worth import chain, effect
from sim.core import bits
from sim.core.aim import aim
from sim.core.codes import Ask, Choice, Do, Frame, Opt, Price, To, When
from sim.core.jit import B, G, R, bot, float64, int64, rule
from sim.core.layout import NO_CARD
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
    if rules.row[rules.kind[kind].active].do == Do.DRAW:
        return b.weights[W.DRAW_FIRST]
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
