"""What rows that a seat gets for a time are worth."""

from heuristics.harm import answer_chance, hit, immune
from heuristics.keep import fixed, relief
from heuristics.table import ATT
from sim.core import bits
from sim.core.aim import aim
from sim.core.codes import QTY, Do, Flag, Role, Val, When, Who
from sim.core.jit import B, G, R, float64, int64, rule
from sim.core.numbers import reach


@rule(float64, G, R, B, int64, int64)
def landing(g, rules, b, me, t):
    """Return the chance that an attack of the bot on a seat is not answered."""
    attack = int(rules.attack_kind)
    if immune(g, rules, t, attack) == 1:
        return 0.0
    return 1.0 - answer_chance(g, rules, b, me, t, int(rules.row[rules.kind[attack].active].un_filter))


@rule(float64, G, R, B, int64)
def wounding(g, rules, b, me):
    """Return the chance that the bot's best attack of this turn wounds a foe; without one a trick may still."""
    attack = int(rules.attack_kind)
    best = 0.1
    if bits.meets(g.seat[me].hand, rules.kind[attack].counts) == 1:
        mask = aim(g, rules, me, attack, int(rules.kind[attack].active))
        for t in range(g.n):
            if (mask >> t) & 1 and b.note[ATT + t] < 0.0:
                best = max(best, landing(g, rules, b, me, t))
    return best


@rule(float64, G, B, int64)
def best_relief(g, b, n):
    """Return what n points of hp are worth to the bot where they do most good."""
    best = 0.0
    for t in range(g.n):
        if g.seat[t].alive == 1:
            best = max(best, min(b.note[ATT + t], 1.0) * relief(g, b, t, n))
    return best


@rule(float64, G, R, B, int64, int64)
def stronger(g, rules, b, me, more):
    """Return what it is worth to the bot that its attacks of this turn deal more."""
    attack = int(rules.attack_kind)
    if bits.meets(g.seat[me].hand, rules.kind[attack].counts) == 0:
        return 0.2
    r = int(rules.kind[attack].active)
    mask = aim(g, rules, me, attack, r)
    best = 0.0
    for t in range(g.n):
        if (mask >> t) & 1 and b.note[ATT + t] < 0.0:
            lands = landing(g, rules, b, me, t)
            best = max(best, lands * (hit(g, rules, b, me, t, me, 1 + more) - hit(g, rules, b, me, t, me, 1)))
    return best


@rule(float64, G, R, B, int64, int64, int64)
def value_granted(g, rules, b, me, r, t):
    """Return what a passive number that row r changes for a time is worth to a seat."""
    row = rules.row[r]
    v = row.as_
    attacks = 1
    if t == me:
        attacks = bits.common(g.seat[me].hand, rules.kind[rules.attack_kind].counts)
    if v == Val.DAMAGE and t == me and row.n_l < QTY:
        return stronger(g, rules, b, me, int(row.n_l) - int(row.marks & Flag.SET != 0))
    if v == Val.DAMAGE or v == Val.ANSWERS or v == Val.EXTRA_TARGETS or v == Val.PIERCE:
        if t == me and row.on != 0:
            return 0.9 * min(bits.common(g.seat[me].hand, rules.filter[row.on].cards), 2)
        return 0.5
    if v == Val.MUTE:
        return -1.5 * int(g.seat[t].n_skills)
    if v == Val.BARRED:
        return -min(1.0, 0.3 + 0.7 * attacks)
    if v == Val.DISTANCE_OUT:
        return -1.0
    if v == Val.SLASH_LIMIT:
        return 0.8 * max(attacks - 1, 0)
    if v == Val.REACH:
        far = reach(g, rules, t, int(rules.attack_kind))
        return 0.6 * int(attacks > 0 and far < 3) - 0.1
    return 0.6


@rule(float64, G, R, B, int64, int64, int64, int64)
def granted(g, rules, b, me, bundle, actor, t):
    """Return what it is worth to the bot that an actor gives a seat the rows of a bundle for a time."""
    total = 0.0
    a = b.note[ATT + t]
    for r in range(rules.bundle[bundle].first, rules.bundle[bundle].first + rules.bundle[bundle].n):
        row = rules.row[r]
        if row.when == When.VALUE:
            total += a * value_granted(g, rules, b, me, r, t)
        elif row.when == When.DAMAGED and row.who == Who.BY_ME and row.do == Do.HEAL and t == me:
            total += wounding(g, rules, b, me) * best_relief(g, b, fixed(int(row.n_l), 1))
        elif row.do == Do.REDIRECT:
            weaker = 1.0 + 0.25 * (int(g.seat[actor].hp) - int(g.seat[t].hp))
            burden = 0.75
            if g.seat[actor].shown == 1 and g.seat[actor].role == Role.LORD:
                burden = 1.5
            total += a * max(weaker, 0.0) - burden * b.note[ATT + actor]
        else:
            total += 0.5 * a
    return total
