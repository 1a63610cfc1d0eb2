"""What it is worth to sit elsewhere: who is near, and whose turn comes sooner."""

from heuristics.table import ATT, W
from sim.core.codes import Role
from sim.core.jit import B, G, float64, int64, rule
from sim.core.numbers import steps_between


@rule(float64, G, B, int64, int64)
def neighbours(g, b, t, actor):
    """Return the attitudes towards those who would sit beside ``actor`` if it sat where ``t`` does."""
    total = 0.0
    for i in range(g.n):
        if g.seat[i].alive == 0 or steps_between(g, t, i) != 1:
            continue
        if i == actor:
            total += b.note[ATT + t]
        else:
            total += b.note[ATT + i]
    return total


@rule(float64, G, B, int64, int64, int64)
def sooner(g, b, me, t, actor):
    """Return what it is worth to the bot that turns come in another order once an actor, whose turn it is, sits at t.

    Who sat between the two comes later by as many places as the others come sooner by. To a renegade turns of others
    are worth as little as their cards: there are too many of them.
    """
    if g.turn != actor:
        return 0.0
    n = int(g.n_alive)
    far = (int(g.ring[t]) - int(g.ring[actor]) + n) % n
    total = 0.0
    for i in range(g.n):
        if g.seat[i].alive == 0 or i == actor:
            continue
        place = (int(g.ring[i]) - int(g.ring[actor]) + n) % n
        later = -far
        if place < far:
            later = n - far
        elif place == far:
            later = n - 2 * far
        total -= b.note[ATT + i] * later
    if g.seat[me].role == Role.RENEGADE:
        total *= b.weights[W.PLUNDER]
    return b.weights[W.EXTRA_TURN] * total / n


@rule(float64, G, B, int64, int64, int64)
def swapped(g, b, me, t, actor):
    """Return what it is worth to the bot that an actor and a seat swap places."""
    near = neighbours(g, b, t, actor) - neighbours(g, b, actor, actor)
    return 0.3 * b.note[ATT + actor] * near + sooner(g, b, me, t, actor)
