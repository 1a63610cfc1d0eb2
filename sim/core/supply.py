"""Helpers who supply a card: whether any may be asked, and who declined with the cards they hold now."""

from sim.core.codes import Flag, Frame
from sim.core.eligible import choosable
from sim.core.jit import G, R, int64, rule, void
from sim.core.layout import MAX_SEATS

EVERYONE = (1 << MAX_SEATS) - 1


@rule(int64, G, int64)
def versions(g, mask):
    """Return a number that changes whenever the cards of a set of seats change."""
    n = 0
    for i in range(g.n):
        if (mask >> i) & 1:
            n += int(g.seat[i].version)
    return n


@rule(int64, G, R, int64, int64, int64)
def refused_for(g, rules, r, owner, helpers):
    """Return the seats against which all helpers declined to supply row r, with the cards they hold now."""
    if g.refused[owner, 0] != rules.row[r].bundle + 1 or g.refused[owner, 1] != versions(g, helpers):
        return 0
    return int(g.refused[owner, 2])


@rule(int64, G, R, int64, int64, int64, int64, int64)
def supply_open(g, rules, r, owner, ev, fr, entry):
    """Return 1 if some helper may be asked: there is one, and not all declined with the cards they hold now."""
    if ev >= 0 and g.stack[ev].kind == Frame.NEED and int(g.stack[ev].marks) & 1:
        return 0  # helpers do not call on helpers
    helpers = choosable(g, rules, r, owner, owner, -1, fr, entry)
    if helpers == 0:
        return 0
    seats = refused_for(g, rules, r, owner, helpers)
    if ev >= 0 and g.stack[ev].b >= 0:
        return 1 - ((seats >> int(g.stack[ev].b)) & 1)
    return int(seats != EVERYONE)


@rule(void, G, R, int64, int64, int64, int64)
def refuse(g, rules, r, owner, helpers, seats):
    """Note that all helpers declined to supply row r against some seats; only ``each`` tells the seats apart."""
    if rules.row[r].marks & Flag.EACH == 0:
        seats = EVERYONE
    g.refused[owner, 2] = refused_for(g, rules, r, owner, helpers) | seats
    g.refused[owner, 0] = int(rules.row[r].bundle) + 1
    g.refused[owner, 1] = versions(g, helpers)
