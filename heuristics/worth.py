"""What an effect is worth: to the seat it works on, and so to the bot that looks at it."""

from heuristics.keep import pain, price, relief
from heuristics.table import ATT, AVERAGE, KEEP, POST, W
from sim.core import bits
from sim.core.bits import ZERO
from sim.core.codes import (
    QTY,
    By,
    Do,
    Flag,
    Naming,
    Phase,
    Price,
    Relation,
    Role,
    To,
    Val,
    When,
    Who,
    Zone,
)
from sim.core.jit import B, G, R, float64, int64, rule
from sim.core.layout import NO_CARD, SLOTS
from sim.core.query import fits, size, value
from sim.core.zones import bundle_at, holdings


@rule(float64, R, int64)
def odds(rules, f):
    """Return the chance that a card of the deck passes a filter."""
    if f == 0:
        return 1.0
    return bits.count(rules.filter[f].cards) / max(int(rules.n_cards), 1)


@rule(float64, G, R, B, int64, int64, int64)
def answer_chance(g, rules, b, me, t, f):
    """Return the chance that a seat has a card of a kind filter to answer with."""
    kinds = rules.filter[f].kinds
    if kinds == ZERO:
        return 0.0
    kind = bits.lowest(kinds)
    s = g.seat[t]
    counts = rules.kind[kind].counts
    if t == me:
        if bits.meets(s.hand, counts) == 1:
            return 1.0
        miss = 1.0
    else:
        if bits.meets(s.open, counts) == 1:
            return 0.97
        share = 1.0 - bits.count(counts) / max(int(rules.n_cards), 1)
        miss = 1.0
        for _ in range(int(s.n_hand) - bits.count(s.open)):
            miss *= share
    if s.views & kinds != ZERO and s.n_hand > 0:
        miss *= 1.0 - b.weights[W.VIEW_ANSWER]
    if bits.bit(s.when, When.NEEDED) == 1:
        for index in range(holdings(g, t)):
            held = bundle_at(g, rules, t, index)
            if held < 0 or bits.bit(rules.bundle[held].when, When.NEEDED) == 0:
                continue
            row = rules.row[rules.bundle[held].first]
            if row.on == 0 or bits.bit(rules.filter[row.on].kinds, kind) == 1:
                miss *= 1.0 - b.weights[W.NEED_ANSWER]
    return 1.0 - miss


@rule(int64, G, R, int64, int64)
def immune(g, rules, t, kind):
    """Return 1 if a locked row of a seat undoes a card kind, whatever its suit, more often than not."""
    if bits.bit(g.seat[t].when, When.AFFECTING) == 0:
        return 0
    for index in range(holdings(g, t)):
        held = bundle_at(g, rules, t, index)
        if held < 0 or bits.bit(rules.bundle[held].when, When.AFFECTING) == 0:
            continue
        bundle = rules.bundle[held]
        for r in range(bundle.first, bundle.first + bundle.n):
            row = rules.row[r]
            if row.when == When.AFFECTING and row.who == Who.ME and row.do == Do.CANCEL:
                if fits(rules, row.on, kind, -1, 0) == 1:
                    return 1
    return 0


@rule(float64, G, R, B, int64, int64)
def front_harm(g, rules, b, t, kind):
    """Return what a delayed kind in front of a seat does to it: its row weighed by the odds (negative: harm)."""
    r = int(rules.kind[kind].front)
    if r < 0:
        return 0.0
    row = rules.row[r]
    chance = odds(rules, row.on)
    w = b.weights
    if row.do == Do.DAMAGE or row.do == Do.LOSE_HP:
        n = int(row.n_l)
        return -chance * pain(g, b, t, n)
    if row.do == Do.SKIP:
        if row.as_ == Phase.DRAW:
            return -chance * w[W.SKIP_DRAW]
        return -chance * w[W.SKIP_PLAY] * (0.6 + 0.1 * min(int(g.seat[t].n_hand), 6))
    return -chance * w[W.LOSS]


@rule(float64, G, R, B, int64, int64, int64)
def card_at(g, rules, b, me, t, card):
    """Return what a card that is seen is worth to the seat where it lies (in front of it: mostly less than nothing)."""
    s = g.seat[t]
    for k in range(s.n_judge):
        if int(s.judge_card[k]) == card:
            return front_harm(g, rules, b, t, int(s.judge_kind[k]))
    if t == me:
        return price(g, rules, b, me, card)
    kind = int(rules.card_kind[card])
    worth = b.note[KEEP + kind]
    if rules.kind[kind].slot >= 0 and bits.bit(s.when, When.LOST_EQUIP) == 1:
        worth -= 1.5
    return worth


@rule(float64, G, R, B, int64, int64, int64, int64)
def strip(g, rules, b, me, t, zones, n):
    """Return what it is worth to the bot to take n cards of its choice away from a seat."""
    s = g.seat[t]
    a = b.note[ATT + t]
    w = b.weights
    best = -99.0
    hand = min(n, int(s.n_hand))
    if zones & Zone.HAND and hand > 0:
        best = -a * w[W.LOSS] * hand
        if hand == s.n_hand and bits.bit(s.when, When.LOST_HAND) == 1:
            best += a
    for slot in range(SLOTS):
        if zones & (Zone.WEAPON << slot) and s.equip[slot] != NO_CARD:
            best = max(best, -a * card_at(g, rules, b, me, t, int(s.equip[slot])))
    if zones & Zone.JUDGE:
        for k in range(s.n_judge):
            best = max(best, -a * front_harm(g, rules, b, t, int(s.judge_kind[k])))
    if best == -99.0:
        return 0.0
    return best


@rule(float64, G, R, B, int64, int64, int64, int64)
def hit(g, rules, b, me, t, source, n):
    """Return what n points of damage to a seat are worth to the bot, death and its rewards included."""
    s = g.seat[t]
    a = b.note[ATT + t]
    w = b.weights
    worth = -a * pain(g, b, t, n)
    if t != me and a < 0.0:
        worth += -a * w[W.WEAK_FOE] * max(int(s.max_hp) - int(s.hp), 0)
    if n < s.hp or source < 0 or w[W.LOOK] == 0.0:
        return worth
    at = POST + 4 * t
    saved = 1.0 - w[W.RESCUE]
    mine = b.note[ATT + source]
    worth += w[W.LOOK] * saved * mine * b.scratch[at + Role.REBEL] * int(rules.rebel_reward)
    if rules.loyalist_penalty == 1 and g.seat[source].shown == 1 and g.seat[source].role == Role.LORD:
        worth -= w[W.LOOK] * saved * mine * b.scratch[at + Role.LOYALIST] * (2 + int(g.seat[source].n_hand))
    return worth


@rule(float64, G, R, B, int64, int64, int64, int64)
def duel(g, rules, b, me, kind, actor, t):
    """Return what a duel between an actor and a seat, who answers first, is worth to the bot."""
    counts = rules.kind[rules.attack_kind].counts
    share = bits.count(counts) / max(int(rules.n_cards), 1)
    ours = 0.0
    theirs = 0.0
    for k in range(2):
        seat = actor
        if k == 1:
            seat = t
        s = g.seat[seat]
        if seat == me:
            have = float(bits.common(s.hand, counts))
        else:
            seen = bits.common(s.open, counts)
            have = seen + share * (int(s.n_hand) - bits.count(s.open))
        if bits.bit(s.views, int(rules.attack_kind)) == 1:
            have += 0.4 * int(s.n_hand)
        if bits.bit(s.values, Val.ANSWERS) == 1:
            if value(g, rules, seat, Val.ANSWERS, kind, actor + t - seat, -1, 1) > 1:
                have = 2.0 * have + 0.5
        if k == 0:
            ours = have
        else:
            theirs = have
    chance = (ours + 0.6) / (ours + theirs + 0.6)
    worth = chance * hit(g, rules, b, me, t, actor, 1) + (1.0 - chance) * hit(g, rules, b, me, actor, t, 1)
    spent = min(ours, theirs)
    return worth - spent * 0.5 * (b.note[ATT + actor] + b.note[ATT + t])


@rule(float64, G, R, B, int64, int64, int64)
def granted(g, rules, b, me, bundle, t):
    """Return what the rows of a bundle are worth to a seat that gets it for a time."""
    total = 0.0
    for r in range(rules.bundle[bundle].first, rules.bundle[bundle].first + rules.bundle[bundle].n):
        row = rules.row[r]
        if row.when != When.VALUE:
            total += 0.5
            continue
        v = row.as_
        if v == Val.DAMAGE or v == Val.ANSWERS or v == Val.EXTRA_TARGETS or v == Val.PIERCE:
            if t == me and row.on != 0:
                n = bits.common(g.seat[me].hand, rules.filter[row.on].cards)
                total += 0.9 * min(n, 2)
            else:
                total += 0.5
        elif v == Val.MUTE or v == Val.BARRED or v == Val.DISTANCE_OUT:
            total -= 1.0
        elif v == Val.SLASH_LIMIT:
            n = bits.common(g.seat[t].hand, rules.kind[rules.attack_kind].counts) if t == me else 1
            total += 0.8 * max(n - 1, 0)
        else:
            total += 0.6
    return total


@rule(float64, G, R, B, int64, int64, int64, int64, int64, int64, int64)
def effect(g, rules, b, me, r, kind, actor, t, ev, sure):
    """Return what the effect of row r on a seat is worth to the bot ``me``.

    ``kind``: of the card whose row it is (-1: a skill's). ``sure`` 1: nobody can buy it off any more.
    """
    row = rules.row[r]
    w = b.weights
    note = b.note
    a = note[ATT + t]
    do = row.do
    if kind >= 0 and sure == 0 and t != actor and immune(g, rules, t, kind) == 1:
        return 0.0
    n = int(row.n_l)
    if row.n_l >= QTY or row.n_o != 0:
        n = size(g, rules, r, actor, t, ev, -1, -1)
    if row.marks & Flag.PLUS:
        n = 1
    worth = 0.0
    if do == Do.DRAW or do == Do.DEAL_OUT:
        worth = a * note[AVERAGE] * n
    elif do == Do.DAMAGE:
        if kind >= 0 and bits.bit(g.seat[actor].values, Val.DAMAGE) == 1:
            n = value(g, rules, actor, Val.DAMAGE, kind, t, -1, n)
        if row.by == By.NONE:
            worth = hit(g, rules, b, me, t, -1, n)
        else:
            worth = hit(g, rules, b, me, t, actor, n)
    elif do == Do.HEAL:
        worth = a * relief(g, b, t, n)
    elif do == Do.LOSE_HP:
        worth = -a * pain(g, b, t, n)
    elif do == Do.TAKE or do == Do.DISCARD:
        if row.marks & Flag.THEM_PICK:
            worth = -a * w[W.FORCED] * n
        elif t == me and actor != me:
            worth = -w[W.LOSS] * n
        else:
            worth = strip(g, rules, b, me, t, row.zones, n)
        if do == Do.TAKE:
            worth += note[ATT + actor] * w[W.TAKEN] * n
    elif do == Do.GIVE:
        worth = a * note[AVERAGE] * n - note[ATT + actor] * w[W.MIRROR] * n
    elif do == Do.GAIN:
        n = 1
        if row.zones & Zone.FOUND == 0 and ev >= 0:
            n = bits.common(g.stack[ev].cards, g.event)
        worth = a * note[AVERAGE] * n
    elif do == Do.DUEL:
        worth = duel(g, rules, b, me, kind, actor, t)
    elif do == Do.PLACE:
        if kind >= 0:
            worth = a * front_harm(g, rules, b, t, kind)
    elif do == Do.HARVEST:
        worth = a * note[AVERAGE]
        if t == me:
            worth += 0.3
    elif do == Do.STRIKE:
        if actor != me or bits.meets(g.seat[me].hand, rules.kind[rules.attack_kind].counts) == 1:
            worth = 0.6 * hit(g, rules, b, me, t, actor, 1) - note[ATT + actor] * 0.6
    elif do == Do.SKIP:
        lost = w[W.SKIP_PLAY]
        if row.as_ == Phase.DRAW:
            lost = w[W.SKIP_DRAW]
        elif row.as_ == Phase.DISCARD:
            lost = -w[W.SKIP_DISCARD]
        worth = -a * lost
    elif do == Do.TURN_OVER:
        worth = -a * w[W.TURN_OVER] * (1 - 2 * int(g.seat[t].face_down))
    elif do == Do.EXTRA_TURN:
        worth = a * w[W.EXTRA_TURN]
    elif do == Do.ARRANGE:
        worth = a * 0.3 * n
    elif do == Do.ANSWER or do == Do.SUPPLY:
        worth = note[ATT + actor] * w[W.NEED_MET]
    elif do == Do.PUT_BACK:
        worth = -a * 0.8 * n
    elif do == Do.PEEK or do == Do.REVEAL:
        worth = -a * 0.15
    elif do == Do.RECAST:
        worth = a * note[AVERAGE] * n
    elif do == Do.MAX_HP:
        worth = a * n
    elif do == Do.CHAIN:
        worth = -a * 0.4 * (1 - 2 * int(g.seat[t].chained))
    elif do == Do.GRANT:
        worth = a * granted(g, rules, b, me, int(row.as_), t)
    elif do == Do.TAKE_OVER:
        worth = note[ATT + actor] * 3.0
    elif do == Do.KILL:
        worth = hit(g, rules, b, me, t, actor, max(int(g.seat[t].hp), 1))
    elif do == Do.BEQUEATH:
        worth = a * int(g.seat[actor].n_hand)
    elif do == Do.DEFY:
        worth = a * w[W.LIFE]
    elif do == Do.AGAIN:
        worth = 0.05
    elif do == Do.SWAP_HANDS:
        gap = int(g.seat[t].n_hand) - int(g.seat[actor].n_hand)
        worth = note[AVERAGE] * gap * (note[ATT + actor] - a)
    if row.unless == Price.FREE or sure == 1:
        return worth
    if row.unless == Price.PLAY:
        chance = answer_chance(g, rules, b, me, t, row.un_filter)
        if kind >= 0 and bits.bit(g.seat[actor].values, Val.ANSWERS) == 1:
            need = value(g, rules, actor, Val.ANSWERS, kind, t, -1, int(row.un_l))
            if need >= 99:
                chance = 0.0
            elif need > 1:
                chance *= 0.6 * chance
        return (1.0 - chance) * worth - chance * 0.6 * a
    if row.unless == Price.STRIKE:
        return 0.6 * worth
    payer = t
    if t == actor:
        payer = -1
    if payer >= 0 and row.unless != Price.REFUSE:
        paid = -note[ATT + payer] * w[W.FORCED] * int(row.un_l)
        if g.seat[payer].n_hand >= row.un_l and abs(paid) < abs(worth):
            return paid
    return worth


@rule(float64, G, R, B, int64, int64, int64, int64, int64, int64, int64)
def chain(g, rules, b, me, r, kind, actor, t, ev, owner):
    """Return what row r on a seat and the rows that follow it are worth, those by the odds of what they read."""
    head = rules.row[r]
    worth = 0.0
    if head.do == Do.USE:
        worth = effect(g, rules, b, me, int(rules.kind[head.as_].active), int(head.as_), actor, t, ev, 0)
    else:
        worth = effect(g, rules, b, me, r, kind, actor, t, ev, 0)
    if head.more <= 0:
        return worth
    works = 1.0
    if head.do == Do.JUDGE and head.unless != Price.FREE:
        works = 0.7
    for k in range(r + 1, r + 1 + int(head.more)):
        row = rules.row[k]
        if row.when == When.OR or row.do == Do.AGAIN:
            continue
        chance = 1.0
        if row.on != 0:
            chance = odds(rules, row.on)
            relation = int(rules.filter[row.on].relation)
            if relation == Relation.NOT_NAMED or relation == Relation.NAMED:
                chance = 0.25
                if head.naming == Naming.COLOUR or head.naming == Naming.THEIR_COLOUR:
                    chance = 0.5
                if relation == Relation.NOT_NAMED:
                    chance = 1.0 - chance
            elif relation != 0:
                chance = 0.25
        elif row.c1o != 0:
            chance = 0.5
        if row.when == When.ELSE:
            works = 1.0 - works
        else:
            works *= chance
        seat = t
        if row.to == To.ME:
            seat = owner
        part = 0.0
        if row.do == Do.USE:
            part = effect(g, rules, b, me, int(rules.kind[row.as_].active), int(row.as_), actor, seat, ev, 0)
        else:
            part = effect(g, rules, b, me, k, -1, actor, seat, ev, 0)
        if row.marks & Flag.MAY:
            part = max(part, 0.0)
        worth += works * part
    return worth
