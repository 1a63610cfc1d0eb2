"""What harm and loss are worth: hits and who survives them, cards taken away, duels, delayed cards."""

from heuristics.keep import fixed, pain, price
from heuristics.rescue import rescued
from heuristics.stakes import ending
from heuristics.table import ATT, KEEP, POST, W
from sim.core import bits
from sim.core.bits import ZERO
from sim.core.cards import fits
from sim.core.codes import (
    Do,
    Phase,
    Role,
    Val,
    When,
    Who,
    Zone,
)
from sim.core.holdings import bundle_at, holdings
from sim.core.jit import B, G, R, float64, int64, rule
from sim.core.layout import NO_CARD, SLOTS
from sim.core.numbers import value
from sim.core.sight import n_known, n_known_of


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
        if n_known_of(g, me, t, counts) > 0:
            return 0.97
        share = 1.0 - bits.count(counts) / max(int(rules.n_cards), 1)
        miss = 1.0
        for _ in range(int(s.n_hand) - n_known(g, me, t)):
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
    """Return what a delayed kind in front of a seat does to it, by the odds; harm is negative."""
    r = int(rules.kind[kind].front)
    if r < 0:
        return 0.0
    row = rules.row[r]
    chance = odds(rules, row.on)
    w = b.weights
    if row.do == Do.DAMAGE or row.do == Do.LOSE_HP:
        n = fixed(int(row.n_l), 1)
        return -chance * pain(g, b, t, n)
    if row.do == Do.SKIP:
        if row.as_ == Phase.DRAW:
            return -chance * w[W.SKIP_DRAW]
        return -chance * w[W.SKIP_PLAY] * (0.6 + 0.1 * min(int(g.seat[t].n_hand), 6))
    return -chance * w[W.LOSS]


@rule(float64, G, R, B, int64, int64, int64)
def card_at(g, rules, b, me, t, card):
    """Return what a card that is seen is worth to its seat where it lies; before it mostly less than 0."""
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
    if t != me and g.seat[me].role == Role.RENEGADE:
        best *= w[W.PLUNDER]
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
    if t != me and g.seat[me].role == Role.RENEGADE:
        worth *= w[W.BLOW]
    if n < s.hp or w[W.LOOK] == 0.0:
        return worth
    saved = 1.0 - rescued(g, rules, b, me, t, int(s.hp) - n)
    worth += saved * ending(g, b, me, t)
    if source < 0:
        return worth
    at = POST + 4 * t
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
            have = n_known_of(g, me, seat, counts) + share * (int(s.n_hand) - n_known(g, me, seat))
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
