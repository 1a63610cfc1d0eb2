"""Who takes which hero where heroes are chosen: the best of what is offered by the table of the rules."""

from sim.core import rng
from sim.core.codes import Stream
from sim.core.jit import G, R, float64, int64, rule


@rule(float64, G, R, int64, int64)
def worth(g, rules, seat, hero):
    """Return what a hero is worth to a seat in its role, in points of win rate over the role's mean."""
    return float(rules.draft[int(g.seat[seat].role), seat, hero])


@rule(int64, G, R, int64, int64, int64)
def choose(g, rules, seat, first, count):
    """Return the place in ``aside`` of the hero that a seat takes out of ``count`` from place ``first`` on.

    The one of most worth, any one of several that are worth the same; any one at all where there is no table.
    """
    if rules.drafting == 0:
        return first + rng.below(g, Stream.HEROES, count)
    best = first
    most = worth(g, rules, seat, int(g.aside[first]))
    alike = 1
    for k in range(first + 1, first + count):
        found = worth(g, rules, seat, int(g.aside[k]))
        if found > most:
            best = k
            most = found
            alike = 1
        elif found == most:
            alike += 1
            if rng.below(g, Stream.HEROES, alike) == 0:
                best = k
    return best
