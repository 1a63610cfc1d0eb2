"""What is at stake with a death beyond the seat that dies: the game, won or lost."""

from heuristics.table import ATT, POST, W
from sim.core.codes import Role
from sim.core.jit import B, G, float64, int64, rule


@rule(float64, G, B, int64)
def last_rebel(g, b, me):
    """Return the chance that no other rebel lives, to a rebel."""
    alone = 1.0
    for i in range(g.n):
        if g.seat[i].alive == 1 and i != me:
            alone *= 1.0 - b.scratch[POST + 4 * i + Role.REBEL]
    return alone


@rule(float64, G, B, int64, int64)
def ending(g, b, me, t):
    """Return what it is worth to the bot that the game ends, or all but ends, with the death of a seat."""
    win = b.weights[W.WIN]
    role = int(g.seat[me].role)
    if g.seat[t].shown == 1 and g.seat[t].role == Role.LORD:
        if role == Role.REBEL or (role == Role.RENEGADE and g.n_alive == 2):
            return win
        return -b.weights[W.DEFEAT]
    if role == Role.RENEGADE:
        if g.n_alive == 3 and t != me:
            return 0.5 * win
        return 0.0
    if role == Role.REBEL:
        return -b.weights[W.DEFEAT] * last_rebel(g, b, me) * int(t == me)
    if t == me:
        return 0.0
    safe = 1.0
    for i in range(g.n):
        if g.seat[i].alive == 1 and i != me:
            at = POST + 4 * i
            foe = b.scratch[at + Role.REBEL] + b.scratch[at + Role.RENEGADE]
            if i == t:
                safe *= foe
            else:
                safe *= 1.0 - foe
    return win * safe


@rule(float64, G, B, int64)
def guarded(g, b, me):
    """Return what a card that saves is worth to the bot because a friend, or a lord it needs, may fall before long."""
    most = 0.0
    for t in range(g.n):
        s = g.seat[t]
        if t == me or s.alive == 0 or s.hp > 2:
            continue
        stake = b.note[ATT + t] * b.weights[W.LIFE]
        if s.shown == 1 and s.role == Role.LORD:
            stake -= ending(g, b, me, t)
        elif b.note[ATT + t] < 0.5:
            continue
        most = max(most, stake / (1.0 + 2.0 * (int(s.hp) - 1)))
    return b.weights[W.GUARD] * most
