"""Dealing a game: roles and seats, heroes, hp, the pile and the opening hands."""

import numpy as np

from sim.core import bits, rng
from sim.core.bits import ZERO
from sim.core.codes import Deal, Role, Setting, Status, Stream
from sim.core.harm import redo_ring
from sim.core.jit import G, R, int64, rule, uint64, void
from sim.core.layout import (
    FORCED,
    MAX_ENTRIES,
    MAX_SEATS,
    MAX_SKILLS,
    NO_CARD,
    SLOTS,
)
from sim.core.query import value
from sim.core.turn import BEGIN, push_turn
from sim.core.codes import Val
from sim.core.zones import consult, consult_bundle, draw, refresh

BLOCK = np.uint64(1) << np.uint64(40)  # keeps the streams of a block of balanced games apart from those of a game


@rule(void, G)
def clear_seat_cards(g):
    """Empty all seats."""
    for i in range(MAX_SEATS):
        s = g.seat[i]
        bits.clear(s.hand)
        bits.clear(s.open)
        bits.clear(s.stash)
        for slot in range(SLOTS):
            s.equip[slot] = NO_CARD
        s.n_hand = 0
        s.n_judge = 0
        s.n_entries = 0
        s.n_skills = 0
        s.n_values = 0
        s.n_held = 0
        s.when = ZERO
        s.values = ZERO
        s.views = ZERO
        s.reads_suits = 0
        s.role = Role.REBEL
        s.shown = 0
        s.alive = 0
        s.male = 1
        s.face_down = 0
        s.chained = 0
        s.hero = -1
        s.faction = -1
        s.hp = 4
        s.max_hp = 4
        s.skip = 0
        s.attacks = 0
        s.slashes = 0
        s.hand_at_start = 0
        s.version = 0
        for k in range(FORCED):
            s.forced_pick[k] = -1
        s.damage_dealt = 0
        s.damage_taken = 0
        s.healed = 0
        s.drawn = 0
        s.kills = 0
        s.turns = 0
        s.died_turn = -1
        s.killer = -1
        s.cause = 0
        for k in range(MAX_SKILLS):
            s.own_skills[k] = -1
            s.offered[k] = 0
            s.used[k] = 0
        for k in range(MAX_ENTRIES):
            s.entry[k] = -1
        g.seat_at[i] = i
        g.place_of[i] = i
        g.ring[i] = i
        g.refused[i, 0] = 0
        g.refused[i, 1] = 0


@rule(void, G, uint64, int64, int64)
def clear_game(g, seed, players, game):
    """Make the record an empty table with its streams seeded."""
    g.seed = seed
    g.game = game
    g.n = players
    g.digest = ZERO
    g.settings = ZERO
    for k in range(len(g.consulted)):
        g.consulted[k] = ZERO
    rng.seed_streams(g, seed, players, game)
    g.status = Status.RUNNING
    g.err = 0
    g.err_seat = -1
    g.winner = 0
    g.n_alive = players
    g.alive = (1 << players) - 1
    g.turn = 0
    g.phase = 0
    g.turns = 0
    g.rounds = 0
    g.reshuffles = 0
    g.decisions = 0
    g.actions = 0
    g.grants = ZERO
    g.when = ZERO
    g.values = ZERO
    g.views = ZERO
    g.turned = NO_CARD
    g.n_pile = 0
    bits.clear(g.discard)
    g.n_discard = 0
    bits.clear(g.event)
    bits.clear(g.secret)
    bits.clear(g.shown)
    g.sp = 0
    g.n_lists = 0
    g.n_queue = 0
    g.n_spent = 0
    g.answer = 0
    g.log_n = 0
    g.log_read = 0
    g.req.kind = 0
    g.req.n = 0
    clear_seat_cards(g)
    for i in range(players):
        g.seat[i].alive = 1


# ---------------------------------------------------------------- roles


@rule(int64, int64, int64)
def arrangements(players, packed):
    """Return in how many ways the other seats can hold the roles (packed: loyalists, rebels, renegades, 8 bits each)."""
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


# ---------------------------------------------------------------- heroes


@rule(void, G, R, int64, int64)
def give_skill(g, rules, seat, b):
    """Give a seat a skill of its own; lord skills only to the lord."""
    s = g.seat[seat]
    if rules.bundle[b].lord == 1 and s.role != Role.LORD:
        return
    k = int(s.n_entries)
    s.entry[k] = b
    s.entry_until[k] = 0
    s.entry_peer[k] = -1
    s.entry_by[k] = seat
    s.entry_n[k] = 0
    if k < MAX_SKILLS:
        s.own_skills[k] = b
    s.n_entries += 1
    consult_bundle(g, b)


@rule(void, G, R, int64, int64)
def seat_hero(g, rules, seat, hero):
    """Seat a hero: hp, gender, faction and skills, and the lord's own skills if the seat is the lord."""
    s = g.seat[seat]
    h = rules.hero[hero]
    s.hero = hero
    s.male = h.male
    s.faction = h.faction
    s.hp = h.hp
    s.max_hp = h.hp
    s.n_entries = 0
    for k in range(h.n):
        give_skill(g, rules, seat, int(h.skills[k]))
    if s.role == Role.LORD:
        for b in range(rules.n_kinds, rules.n_bundles):
            if rules.bundle[b].camp >= 0 and rules.bundle[b].camp == h.faction:
                give_skill(g, rules, seat, b)
    s.n_skills = s.n_entries
    refresh(g, rules, seat)


@rule(void, G, R)
def lord_bonus(g, rules):
    """Give the lord the extra hp of the table's size."""
    consult(g, Setting.LORD_BONUS)
    s = g.seat[0]
    base = 0
    if g.n >= rules.lord_bonus_from:
        base = int(rules.lord_bonus)
    more = value(g, rules, 0, Val.LORD_HP, -1, -1, -1, base)
    s.max_hp += max(more, 0)
    s.hp = s.max_hp


@rule(void, G, R, int64)
def shuffle_pool(g, rules, stream):
    """Put the pool of heroes into ``aside`` in random order."""
    n = int(rules.n_pool)
    for k in range(n):
        g.aside[k] = rules.pool[k]
    for k in range(n - 1, 0, -1):
        j = rng.below(g, stream, k + 1)
        hero = g.aside[k]
        g.aside[k] = g.aside[j]
        g.aside[j] = hero


@rule(int64, int64, int64)
def coprime(n, k):
    """Return the first number from k on that has no factor in common with n."""
    x = k
    while True:
        a = n
        b = x
        while b != 0:
            a, b = b, a % b
        if a == 1:
            return x
        x += 1


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
    shift = 0
    for seat in range(g.n):
        seat_hero(g, rules, seat, int(g.aside[(j + seat) % heroes]))
        shift += 1
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
    """Let the lord choose first, from his candidates, then the others from theirs; all choose at random."""
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
    picked = rng.below(g, Stream.HEROES, min(at + int(rules.lord_candidates), n))
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
        seat_hero(g, rules, seat, int(g.aside[(seat - 1) * each + rng.below(g, Stream.HEROES, each)]))


# ---------------------------------------------------------------- cards


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
    """Deal game ``game`` of a run and put the lord's first turn on the stack."""
    clear_game(g, seed, players, game)
    if deal == Deal.BALANCED:
        deal_balanced(g, rules)
    elif deal == Deal.RANDOM:
        deal_random(g, rules)
    else:
        deal_draft(g, rules)
    lord_bonus(g, rules)
    redo_ring(g)
    shuffle_pile(g, rules)
    consult(g, Setting.START_HAND)
    for seat in range(players):
        draw(g, rules, seat, int(rules.start_hand))
        g.seat[seat].drawn = 0
    push_turn(g, rules, 0, BEGIN)
