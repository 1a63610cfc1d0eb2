"""How often an actor has used an ability: counted this turn and this game."""

from sim.core.jit import G, int64, rule, void


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
