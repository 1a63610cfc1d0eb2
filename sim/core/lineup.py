"""Dealing line-ups: the heroes that each seat fields one after the other."""

import numpy as np

from sim.core import rng
from sim.core.bits import ONE, ZERO
from sim.core.choice import worth
from sim.core.circle import seat_after
from sim.core.codes import Deal, Setting, Stream
from sim.core.hero import seat_hero
from sim.core.jit import G, R, int64, rule, uint64, void
from sim.core.pool import BLOCK, coprime, shuffle_pool
from sim.core.roles import give_roles, role_ways
from sim.core.status import consult


@rule(int64, int64, int64)
def sequences(n, k):
    """Return in how many ways k of n things can follow each other."""
    ways = 1
    for j in range(k):
        ways *= n - j
    return ways


@rule(uint64, G, R, int64)
def first_pattern(g, rules, index):
    """Give the first seat the pattern of an index: places in the circle of heroes, from 0; return those taken."""
    n = int(rules.n_pool)
    taken = ONE
    g.lineup[0, 0] = 0
    left = index
    for k in range(1, rules.fielded):
        ways = sequences(n - k - 1, int(rules.fielded) - k - 1)
        skip = left // ways
        left -= skip * ways
        place = 0
        while True:
            if taken & (ONE << np.uint64(place)) == ZERO:
                if skip == 0:
                    break
                skip -= 1
            place += 1
        g.lineup[0, k] = place
        taken |= ONE << np.uint64(place)
    return taken


@rule(uint64, G, R, int64, int64, uint64)
def mirrored(g, rules, seat, turn, taken):
    """Try the first pattern for another seat: turned by some places, and for every other seat mirrored."""
    n = int(rules.n_pool)
    mine = ZERO
    for k in range(rules.fielded):
        place = turn + int(g.lineup[0, k])
        if seat & 1:
            place = turn + n - int(g.lineup[0, k])
        if place >= n:
            place -= n
        if (taken | mine) & (ONE << np.uint64(place)) != ZERO:
            return ZERO
        g.lineup[seat, k] = place
        mine |= ONE << np.uint64(place)
    return mine


@rule(uint64, G, R, int64, uint64)
def other_pattern(g, rules, seat, taken):
    """Give a further seat a pattern that leaves taken places alone; return all taken then."""
    n = int(rules.n_pool)
    start = rng.below(g, Stream.HEROES, n)
    for k in range(n):
        turn = start + k
        if turn >= n:
            turn -= n
        mine = mirrored(g, rules, seat, turn, taken)
        if mine != ZERO:
            return taken | mine
    k = 0
    for place in range(n):  # a small pool: what is left, in order
        if k < rules.fielded and taken & (ONE << np.uint64(place)) == ZERO:
            g.lineup[seat, k] = place
            taken |= ONE << np.uint64(place)
            k += 1
    return taken


@rule(void, G, R)
def deal_even(g, rules):
    """Deal line-ups so that in a block of as many games as heroes each is once at every position of every seat.

    The heroes stand in a circle; a block keeps one pattern of places in it and turns it on by one with each game.
    A cycle keeps one circle and goes through all patterns: every line-up comes up once in each seat.
    """
    heroes = int(rules.n_pool)
    block = int(g.game) // heroes
    step_in_block = int(g.game) - block * heroes
    arrangements = role_ways(g, rules)
    ways = arrangements * sequences(heroes - 1, int(rules.fielded) - 1)
    cycle = block // ways
    rng.seed_streams(g, g.seed ^ BLOCK, int(g.n), cycle)
    step = coprime(ways, rng.below(g, Stream.ROLES, min(ways, 60_000)) + 1)
    first = rng.below(g, Stream.ROLES, min(ways, 60_000))
    index = (first + (block - cycle * ways) * step) % ways
    shuffle_pool(g, rules, Stream.HEROES)
    give_roles(g, rules, index % arrangements)
    rng.seed_streams(g, g.seed ^ (BLOCK << np.uint64(1)), int(g.n), block)
    taken = first_pattern(g, rules, index // arrangements)
    for seat in range(1, int(g.n)):
        taken = other_pattern(g, rules, seat, taken)
    for seat in range(g.n):
        for k in range(rules.fielded):
            g.lineup[seat, k] = g.aside[(step_in_block + int(g.lineup[seat, k])) % heroes]
    rng.seed_streams(g, g.seed, int(g.n), int(g.game))


@rule(void, G, R)
def deal_any(g, rules):
    """Deal line-ups at random."""
    shuffle_pool(g, rules, Stream.HEROES)
    for seat in range(g.n):
        for k in range(rules.fielded):
            g.lineup[seat, k] = g.aside[seat * int(rules.fielded) + k]


@rule(int64, G, int64)
def seat_of(g, role):
    """Return the first seat, in turn order from the lord, that has a role; the lord's if none has."""
    for place in range(g.n):
        if int(g.seat[g.seat_at[place]].role) == role:
            return int(g.seat_at[place])
    return int(g.seat_at[0])


@rule(void, G, R, int64, int64)
def field_any(g, rules, seat, turn):
    """Field some of what a seat has picked, ``turn`` its place among the pickers; each is as likely as another."""
    own = 0
    for k in range(rules.n_picks):
        if int(rules.picker[k]) == turn:
            own += 1
            j = rng.below(g, Stream.HEROES, own)
            if own <= rules.fielded:
                g.lineup[seat, own - 1] = g.lineup[seat, j]
            if j < rules.fielded:
                g.lineup[seat, j] = g.aside[k]


@rule(void, G, R, int64, int64)
def field_best(g, rules, seat, turn):
    """Field the best of what a seat has picked, ``turn`` its place among the pickers, in any order."""
    line = g.lineup[seat]
    fielded = int(rules.fielded)
    held = 0
    for k in range(rules.n_picks):
        if int(rules.picker[k]) != turn:
            continue
        hero = int(g.aside[k])
        j = held
        while j > 0 and worth(g, rules, seat, hero) > worth(g, rules, seat, int(line[j - 1])):
            if j < fielded:
                line[j] = line[j - 1]
            j -= 1
        if j < fielded:
            line[j] = hero
            held = min(held + 1, fielded)
    for k in range(fielded - 1, 0, -1):
        j = rng.below(g, Stream.HEROES, k + 1)
        hero = int(line[k])
        line[k] = line[j]
        line[j] = hero


@rule(int64, G, R, int64, int64, uint64)
def pick(g, rules, seat, k, faces):
    """Return the place in ``aside``, from ``k`` on, of the hero that a seat picks; ``faces`` are those face up.

    The best by the table of the rules, where one whose face is down counts as the mean of all, which is 0; the first
    of several worth the same, as they lie in random order. Any where there is no table.
    """
    if rules.drafting == 0:
        return k + rng.below(g, Stream.HEROES, int(rules.dealt) - k)
    best = k
    most = 0.0
    for j in range(k, rules.dealt):
        hero = int(g.aside[j])
        found = 0.0
        if faces & (ONE << np.uint64(hero)) != ZERO:
            found = worth(g, rules, seat, hero)
        if j == k or found > most:
            best = j
            most = found
    return best


@rule(void, G, R)
def deal_picked(g, rules):
    """Let the seats pick from the heroes laid out, then field some of them in an order of their own.

    What is picked moves to the front: ``aside`` holds the heroes in the order in which they were picked.
    """
    shuffle_pool(g, rules, Stream.HEROES)
    first = seat_of(g, int(rules.pick_role))
    faces = ZERO
    for k in range(rules.open):
        faces |= ONE << np.uint64(g.aside[k])
    for k in range(rules.n_picks):
        j = pick(g, rules, seat_after(g, first, int(rules.picker[k])), k, faces)
        hero = g.aside[k]
        g.aside[k] = g.aside[j]
        g.aside[j] = hero
    for k in range(g.n):
        if rules.drafting == 1:
            field_best(g, rules, seat_after(g, first, k), k)
        else:
            field_any(g, rules, seat_after(g, first, k), k)


@rule(void, G, R, int64)
def deal_lineups(g, rules, deal):
    """Deal roles and line-ups, seat the first hero of each, and see who moves first."""
    consult(g, Setting.LINEUP)
    if deal == Deal.BALANCED:
        deal_even(g, rules)
    else:
        give_roles(g, rules, rng.below(g, Stream.ROLES, min(role_ways(g, rules), 60_000)))
        if deal == Deal.RANDOM:
            deal_any(g, rules)
        else:
            deal_picked(g, rules)
    for seat in range(g.n):
        g.to_come[seat] = rules.fielded - 1
        seat_hero(g, rules, seat, int(g.lineup[seat, 0]))
    mover = seat_of(g, int(rules.first_role))
    g.first = g.place_of[mover]
    g.seat[mover].draw_change = rules.first_draw
