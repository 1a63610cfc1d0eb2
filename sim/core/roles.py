"""The ways in which the roles can lie around the table, numbered."""

from sim.core.codes import Role
from sim.core.jit import G, R, int64, rule, void


@rule(int64, int64, int64)
def arrangements(players, packed):
    """Return in how many ways the others can hold the roles (packed, 8 bits each: loyalists, rebels, renegades)."""
    left = players - 1
    ways = 1
    for shift in range(0, 24, 8):
        k = (packed >> shift) & 255
        for j in range(k):
            ways = ways * (left - j) // (j + 1)
        left -= k
    return ways


@rule(void, G, R, int64)
def give_roles(g, rules, index):
    """Give the seats after the lord the role arrangement of an index, in lexicographic order."""
    n = int(g.n)
    loyal = int(rules.roles[n, Role.LOYALIST])
    rebel = int(rules.roles[n, Role.REBEL])
    renegade = int(rules.roles[n, Role.RENEGADE])
    g.seat[0].role = Role.LORD
    g.seat[0].shown = 1
    left = index
    for seat in range(1, n):
        others = n - seat
        if loyal > 0:
            ways = arrangements(others, (loyal - 1) | (rebel << 8) | (renegade << 16))
            if left < ways:
                g.seat[seat].role = Role.LOYALIST
                loyal -= 1
                continue
            left -= ways
        if rebel > 0:
            ways = arrangements(others, loyal | ((rebel - 1) << 8) | (renegade << 16))
            if left < ways:
                g.seat[seat].role = Role.REBEL
                rebel -= 1
                continue
            left -= ways
        g.seat[seat].role = Role.RENEGADE
        renegade -= 1


@rule(int64, G, R)
def role_ways(g, rules):
    """Return in how many ways the roles of this table can lie."""
    n = int(g.n)
    packed = (
        int(rules.roles[n, Role.LOYALIST])
        | (int(rules.roles[n, Role.REBEL]) << 8)
        | (int(rules.roles[n, Role.RENEGADE]) << 16)
    )
    return arrangements(n, packed)
