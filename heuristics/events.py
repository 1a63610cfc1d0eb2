"""What an event that is being resolved is worth to a bot: so much it gains or loses if it happens."""

from heuristics.harm import front_harm, hit
from heuristics.keep import pain, price
from heuristics.stakes import ending
from heuristics.table import ATT, W
from heuristics.worth import chain, effect
from sim.core import bits
from sim.core.bits import ONE, ZERO
from sim.core.cards import fits, suit_read
from sim.core.codes import Do, Frame, Price, To, When
from sim.core.jit import B, G, R, float64, int64, rule
from sim.core.layout import WORDS
from sim.core.stack import HELPING, KEEP, REACTION


@rule(float64, G, R, B, int64, int64)
def need_value(g, rules, b, me, ev):
    """Return what it is worth to the bot that the need in a frame is met."""
    i = ev
    f = g.stack[i]
    if int(f.marks) & HELPING and f.ev >= 0:
        i = int(f.ev)
    f = g.stack[i]
    who = int(f.a)
    w = b.weights
    attack = int(rules.attack_kind)
    if int(f.marks) & KEEP:
        worth = 0.0
        r = int(rules.kind[attack].active)
        if f.b >= 0:
            worth = effect(g, rules, b, me, r, attack, who, int(f.b), -1, 0)
        elif i >= 1 and g.stack[i - 1].kind == Frame.USE and g.stack[i - 1].list >= 0:
            t = g.targets[g.stack[i - 1].list]
            if t.n > 0:
                worth = effect(g, rules, b, me, r, attack, who, int(t.seat[0]), -1, 0)
        if f.row >= 0 and rules.row[f.row].unless == Price.STRIKE and i >= 2:
            a = g.stack[i - 2]
            if a.kind == Frame.ABILITY:
                worth -= effect(g, rules, b, me, int(f.row), -1, int(a.actor), who, -1, 1)
        return worth
    if f.ev < 0:
        return 99.0  # the price of what is decided already
    e = g.stack[f.ev]
    if e.kind == Frame.DUEL:
        other = int(f.b)
        return -hit(g, rules, b, me, who, other, 1) + 0.5 * hit(g, rules, b, me, other, who, 1)
    if e.kind == Frame.ABILITY:
        kind = int(f.ckind)
        return -effect(g, rules, b, me, int(e.row), kind, int(e.actor), int(e.cursor), -1, 1)
    return w[W.NEED_MET]


@rule(float64, G, R, B, int64, int64, int64)
def event_worth(g, rules, b, me, ev, t):
    """Return what the event of a frame is worth to the bot if its subject is seat ``t`` (-1: as it is)."""
    sign = 1.0
    i = ev
    while g.stack[i].kind == Frame.USE and int(g.stack[i].marks) & REACTION and g.stack[i].ev >= 0:
        sign = -sign
        i = int(g.stack[i].ev)
    f = g.stack[i]
    seat = int(f.a)
    if t >= 0:
        seat = t
    kind = int(f.kind)
    if kind == Frame.TARGET:
        r = int(f.row)
        if rules.row[r].to == To.PREY:
            worth = effect(g, rules, b, me, r, int(f.ckind), int(f.b), seat, -1, 0)
            if f.second >= 0:
                attack = int(rules.attack_kind)
                attacking = int(rules.kind[attack].active)
                worth += 0.4 * effect(g, rules, b, me, attacking, attack, seat, int(f.second), -1, 0)
            return sign * worth
        return sign * chain(g, rules, b, me, r, int(f.ckind), int(f.b), seat, -1, int(f.b))
    if kind == Frame.DAMAGE:
        return sign * hit(g, rules, b, me, seat, int(f.b), int(f.n))
    if kind == Frame.FRONT:
        return sign * b.note[ATT + seat] * front_harm(g, rules, b, seat, int(f.ckind))
    if kind == Frame.DYING:
        return sign * (ending(g, b, me, seat) - b.note[ATT + seat] * b.weights[W.LIFE])
    if kind == Frame.NEED:
        return -sign * need_value(g, rules, b, me, i)
    if kind == Frame.EVENT and f.lo == When.DODGED and f.ckind >= 0:
        r = int(rules.kind[f.ckind].active)
        return -sign * effect(g, rules, b, me, r, int(f.ckind), int(f.b), seat, -1, 1)
    return 0.0


@rule(float64, G, R, B, int64, int64, int64)
def judged(g, rules, b, me, ev, card):
    """Return what the judgement in frame ``ev`` is worth to the bot if this card decides it."""
    f = g.stack[ev]
    subject = int(f.a)
    kind = int(rules.card_kind[card])
    suit = suit_read(g, rules, subject, card)
    rank = int(rules.card_rank[card])
    a = g.stack[ev - 1]
    if a.kind == Frame.FRONT:
        r = int(rules.kind[a.ckind].front)
        if r < 0 or fits(rules, rules.row[r].on, kind, suit, rank) == 0:
            return 0.0
        return effect(g, rules, b, me, r, -1, subject, subject, -1, 1)
    if a.kind != Frame.ABILITY:
        return 0.0
    total = 0.0
    works = 1
    owner = int(a.owner)
    for r in range(int(a.row) + 1, int(a.row) + 1 + int(rules.row[a.row].more)):
        row = rules.row[r]
        if row.when == When.ELSE:
            works = 1 - works
        elif row.on != 0:
            works &= fits(rules, row.on, kind, suit, rank)
        if works == 0 or row.do == Do.AGAIN:
            continue
        t = subject
        if row.to == To.ME:
            t = owner
        elif row.to == To.THEM and a.ev >= 0:
            t = int(g.stack[a.ev].b)
            if t == owner or t < 0:
                t = int(g.stack[a.ev].a)
        if row.do == Do.ANSWER and a.ev >= 0:
            total += need_value(g, rules, b, me, int(a.ev))
        elif row.do == Do.CHANGE and a.ev >= 0 and g.stack[a.ev].kind == Frame.TARGET:
            e = g.stack[a.ev]
            total += 0.5 * effect(g, rules, b, me, int(e.row), int(e.ckind), int(e.b), int(e.a), -1, 1)
        elif row.do == Do.CANCEL and a.ev >= 0:
            total -= event_worth(g, rules, b, me, int(a.ev), -1)
        else:
            total += effect(g, rules, b, me, r, -1, owner, t, int(a.ev), 0)
    return total


@rule(float64, G, R, B, int64, int64, int64)
def best_replacement(g, rules, b, me, ev, r):
    """Return what the best replacement of a judgement card is worth, its price paid."""
    now = judged(g, rules, b, me, ev, int(g.stack[ev].found))
    best = -99.0
    f = int(rules.row[r].cost_filter)
    for k in range(WORDS):
        m = g.seat[me].hand[k]
        if f != 0:
            m &= rules.filter[f].cards[k]
        while m != ZERO:
            card = 64 * k + bits.lowest(m)
            m &= m - ONE
            best = max(best, judged(g, rules, b, me, ev, card) - now - price(g, rules, b, me, card))
    return best


@rule(float64, G, R, B, int64, int64, int64, int64)
def change_value(g, rules, b, me, ev, owner, n):
    """Return what it is worth to the bot that an event's number grows by n."""
    e = g.stack[ev]
    kind = int(e.kind)
    if kind == Frame.DAMAGE:
        before = pain(g, b, int(e.a), int(e.n))
        return b.note[ATT + int(e.a)] * (before - pain(g, b, int(e.a), max(int(e.n) + n, 0)))
    if kind == Frame.TARGET:
        r = int(e.row)
        worth = effect(g, rules, b, me, r, int(e.ckind), int(e.b), int(e.a), -1, 1)
        worth -= effect(g, rules, b, me, r, int(e.ckind), int(e.b), int(e.a), -1, 0)
        if n < 0:
            return -worth
        return worth
    return b.note[ATT + owner] * n
