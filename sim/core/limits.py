"""How often an actor has used an ability: counted this turn and this game, and whether uses are left."""

from sim.core.codes import Limit
from sim.core.jit import G, R, int64, rule, void


@rule(int64, G, int64, int64)
def spending(g, actor, ability):
    """Return where an actor's uses of an ability are counted."""
    for k in range(g.n_spent):
        if g.spent[k].actor == actor and g.spent[k].ability == ability:
            return k
    k = int(g.n_spent)
    if k >= len(g.spent):
        return -1
    p = g.spent[k]
    p.actor = actor
    p.ability = ability
    p.n = 0
    p.tally = 0
    p.game = 0
    g.n_spent += 1
    return k


@rule(void, G, int64, int64)
def spend(g, actor, ability):
    """Count a use of an ability by an actor, this turn and this game."""
    k = spending(g, actor, ability)
    if k >= 0:
        g.spent[k].n += 1
        g.spent[k].game += 1


@rule(int64, G, R, int64, int64)
def within_limit(g, rules, r, actor):
    """Return 1 if the actor has uses of the row's ability left."""
    row = rules.row[r]
    if row.limit == Limit.TURN:
        for k in range(g.n_spent):
            p = g.spent[k]
            if p.actor == actor and p.ability == row.ability:
                return int(p.n < row.limit_n)
    if row.limit == Limit.GAME:
        for k in range(g.n_spent):
            p = g.spent[k]
            if p.actor == actor and p.ability == row.ability:
                return int(p.game < row.limit_n)
    return 1
