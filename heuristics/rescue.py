"""The chance that a dying seat is saved: by its own cards, or by those who stand with it."""

from heuristics.table import ATT, POST, SAVING, W
from sim.core import bits
from sim.core.bits import ONE, ZERO
from sim.core.codes import Role
from sim.core.jit import B, G, R, float64, int64, rule

HELD_ON = 1.7  # times as many of a hand's cards save as of the deck's: they are kept while others are played


@rule(int64, G, R, int64)
def savers(g, rules, seat):
    """Return how many cards of a hand save a dying seat."""
    n = 0
    m = rules.dying
    while m != ZERO:
        n += bits.common(g.seat[seat].hand, rules.kind[bits.lowest(m)].cards)
        m &= m - ONE
    return n


@rule(float64, G, R, B, int64)
def without(g, rules, b, seat):
    """Return the chance that a hand which is not seen has nothing that saves."""
    s = g.seat[seat]
    miss = (1.0 - HELD_ON * b.note[SAVING]) ** int(s.n_hand)
    if s.n_hand > 0 and s.views & rules.dying != ZERO:
        miss *= 1.0 - b.weights[W.VIEW_ANSWER]
    return miss


@rule(float64, G, R, B, int64, int64, int64)
def rescued(g, rules, b, me, t, hp):
    """Return the chance that a seat which is brought down to ``hp``, 0 or less, is saved."""
    need = 1 - hp
    at = POST + 4 * t
    lords = b.scratch[at + Role.LORD] + b.scratch[at + Role.LOYALIST]
    rebels = b.scratch[at + Role.REBEL]
    miss = 1.0
    if t == me:
        if rules.self_rescue == 1 and savers(g, rules, me) >= need:
            return 1.0
    elif rules.self_rescue == 1:
        miss = without(g, rules, b, t)
    for i in range(g.n):
        if i == t or g.seat[i].alive == 0 or g.seat[i].n_hand == 0:
            continue
        if i == me:
            if b.note[ATT + t] > 0.3 and savers(g, rules, me) > 0:
                miss = 0.0
            continue
        at = POST + 4 * i
        helps = lords * (1.0 - b.scratch[at + Role.REBEL] - b.scratch[at + Role.RENEGADE])
        helps += rebels * b.scratch[at + Role.REBEL]
        if b.scratch[POST + 4 * t + Role.LORD] == 1.0 and g.n_alive > 2:
            helps += b.scratch[at + Role.RENEGADE]  # who loses if the lord falls too soon
        miss *= 1.0 - b.weights[W.RESCUE] * helps * (1.0 - without(g, rules, b, i))
    chance = 1.0 - miss
    if need > 1:
        chance *= chance  # two cards or more
    return chance
