"""Dealing a game: roles and seats, heroes, hp, the pile and the opening hands."""

import numpy as np

from sim.core import rng
from sim.core.choice import choose
from sim.core.circle import redo_ring
from sim.core.codes import Deal, Setting, Stream
from sim.core.fresh import clear_game
from sim.core.hero import lord_bonus, seat_hero
from sim.core.jit import G, R, int64, rule, uint64, void
from sim.core.lineup import deal_lineups
from sim.core.pool import BLOCK, coprime, shuffle_pool
from sim.core.roles import give_roles, role_ways
from sim.core.status import consult
from sim.core.turn import BEGIN, push_turn
from sim.core.zones import draw


@rule(void, G, R)
def deal_balanced(g, rules):
    """Deal roles and heroes so that in a block of as many games as heroes each sits once in every seat.

    A block keeps one arrangement of the roles, so each hero holds each role equally often in it; the arrangements
    follow each other in an order of their own until all have come up.
    """
    heroes = int(rules.n_pool)
    block = int(g.game) // heroes
    j = int(g.game) - block * heroes
    ways = role_ways(g, rules)
    cycle = block // ways
    rng.seed_streams(g, g.seed ^ BLOCK, int(g.n), cycle)
    step = coprime(ways, rng.below(g, Stream.ROLES, min(ways, 60_000)) + 1)
    first = rng.below(g, Stream.ROLES, min(ways, 60_000))
    give_roles(g, rules, (first + (block - cycle * ways) * step) % ways)
    rng.seed_streams(g, g.seed ^ (BLOCK << np.uint64(1)), int(g.n), block)
    shuffle_pool(g, rules, Stream.HEROES)
    for seat in range(g.n):
        seat_hero(g, rules, seat, int(g.aside[(j + seat) % heroes]))
    rng.seed_streams(g, g.seed, int(g.n), int(g.game))


@rule(void, G, R)
def deal_random(g, rules):
    """Deal roles and heroes at random."""
    give_roles(g, rules, rng.below(g, Stream.ROLES, min(role_ways(g, rules), 60_000)))
    shuffle_pool(g, rules, Stream.HEROES)
    for seat in range(g.n):
        seat_hero(g, rules, seat, int(g.aside[seat]))


@rule(void, G, R)
def deal_draft(g, rules):
    """Let the lord choose first, from his candidates, then the others from theirs: each the best for its role."""
    give_roles(g, rules, rng.below(g, Stream.ROLES, min(role_ways(g, rules), 60_000)))
    shuffle_pool(g, rules, Stream.HEROES)
    n = int(rules.n_pool)
    # the reserved candidates come first, then as many random ones as the rules give
    at = 0
    for k in range(n):
        hero = int(g.aside[k])
        if rules.hero[hero].lord == 1:
            for m in range(k, at, -1):
                g.aside[m] = g.aside[m - 1]
            g.aside[at] = hero
            at += 1
    more = int(rules.lord_candidates)
    if g.n >= rules.many_from:
        more = int(rules.lord_candidates_many)
    picked = choose(g, rules, 0, 0, min(at + more, n))
    lord = int(g.aside[picked])
    for m in range(picked, n - 1):
        g.aside[m] = g.aside[m + 1]
    for k in range(n - 2, 0, -1):
        j = rng.below(g, Stream.HEROES, k + 1)
        hero = g.aside[k]
        g.aside[k] = g.aside[j]
        g.aside[j] = hero
    each = int(rules.other_candidates)
    if g.n >= rules.many_from:
        each = int(rules.other_candidates_many)
    each = max(min(each, (n - 1) // max(int(g.n) - 1, 1)), 1)
    seat_hero(g, rules, 0, lord)
    for seat in range(1, int(g.n)):
        seat_hero(g, rules, seat, int(g.aside[choose(g, rules, seat, (seat - 1) * each, each)]))


@rule(void, G, R)
def shuffle_pile(g, rules):
    """Make the pile of the whole deck, shuffled once."""
    n = int(rules.n_cards)
    for k in range(n):
        g.pile[k] = k
    g.n_pile = n
    for k in range(n - 1, 0, -1):
        j = rng.below(g, Stream.PILE, k + 1)
        card = g.pile[k]
        g.pile[k] = g.pile[j]
        g.pile[j] = card


@rule(void, G, R, uint64, int64, int64, int64)
def setup(g, rules, seed, players, game, deal):
    """Deal game ``game`` of a run and put the first turn on the stack."""
    clear_game(g, seed, players, game)
    if rules.lineup == 1:
        deal_lineups(g, rules, deal)
    elif deal == Deal.BALANCED:
        deal_balanced(g, rules)
    elif deal == Deal.RANDOM:
        deal_random(g, rules)
    else:
        deal_draft(g, rules)
    lord_bonus(g, rules)
    if rules.open_roles == 1:
        for seat in range(players):
            g.seat[seat].shown = 1
    redo_ring(g)
    shuffle_pile(g, rules)
    consult(g, Setting.START_HAND)
    for seat in range(players):
        draw(g, rules, seat, int(rules.start_hand))
        g.seat[seat].drawn = 0
    push_turn(g, rules, int(g.seat_at[g.first]), BEGIN)
