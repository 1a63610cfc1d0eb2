"""Dealing anew what a seat cannot see: other hands, the pile, roles by the belief, heroes to come, chance.

What comes out depends on what the seat knows and on the bot's generator alone, never on what was hidden: cards
that may lie in several places are gathered in the order of the deck, roles in that of the seats, then mixed.
"""

import numpy as np

from heuristics.table import POST
from sim.core import bits
from sim.core.bits import ONE, ZERO
from sim.core.codes import Frame, Opt
from sim.core.jit import B, G, R, int64, rule, void
from sim.core.layout import FORCED, NO_CARD, STACK, STREAMS, WORDS
from sim.core.rng import GOLDEN, mix, plus
from sim.core.sight import known_word

ROUNDS = 8  # exchanges of roles tried, for each hidden one
FINE = 1 << 20
TRIES = 64  # heroes drawn for one to come


@rule(int64, B, int64)
def below(b, n):
    """Return a whole number from 0 to n - 1 from the bot's own stream."""
    b.rng = plus(b.rng, GOLDEN)
    return int(((mix(b.rng) >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32))


@rule(void, G, int64)
def gather(g, me):
    """Put all cards whose place the seat does not know on the pile, in the order of the deck."""
    unseen = g.stack[STACK - 1].cards  # no game that asks has come so deep
    bits.clear(unseen)
    for k in range(g.n_pile):
        bits.add(unseen, int(g.pile[k]))
    for i in range(g.n):
        if i != me:
            s = g.seat[i]
            for k in range(WORDS):
                known = known_word(g, me, i, k)
                unseen[k] |= s.hand[k] & ~known
                s.hand[k] = known
                s.seen[k] &= known  # what others have seen of the rest does not help
    for i in range(g.req.n):  # a hand that is looked into: the request offers its cards
        o = g.req.option[i]
        if o.type == Opt.CARD and o.seat >= 0 and o.seat != me and o.card < NO_CARD:
            if bits.has(unseen, int(o.card)) == 1 and bits.count(g.seat[o.seat].hand) < g.seat[o.seat].n_hand:
                bits.drop(unseen, int(o.card))
                bits.add(g.seat[o.seat].hand, int(o.card))
    n = 0
    for k in range(WORDS):
        m = unseen[k]
        while m != ZERO:
            g.pile[n] = 64 * k + bits.lowest(m)
            m &= m - ONE
            n += 1
    g.n_pile = n


@rule(void, G, B, int64)
def deal_cards(g, b, me):
    """Deal the unseen cards anew: each hand gets as many as it had, the rest is the pile."""
    gather(g, me)
    for k in range(int(g.n_pile) - 1, 0, -1):
        j = below(b, k + 1)
        card = g.pile[k]
        g.pile[k] = g.pile[j]
        g.pile[j] = card
    for i in range(g.n):
        s = g.seat[i]
        for k in range(FORCED):
            s.forced_pick[k] = -1
        if i != me:
            for _ in range(int(s.n_hand) - bits.count(s.hand)):
                g.n_pile -= 1
                bits.add(s.hand, int(g.pile[g.n_pile]))
    for k in range(g.sp):  # a card chosen face down for a contest
        f = g.stack[k]
        if f.kind == Frame.CONTEST and f.b != me and bits.count(f.paid) > 0:
            bits.clear(f.paid)
            bits.add(f.paid, bits.nth(g.seat[f.b].hand, below(b, int(g.seat[f.b].n_hand))))


@rule(void, G, B, int64)
def deal_roles(g, b, me):
    """Deal the hidden roles anew, an arrangement as often as the belief in it says.

    Two seats at a time may exchange their roles, by the odds of what each believes them to be (Metropolis).
    """
    hidden = 0
    counts = 0  # 8 bits a role
    for i in range(g.n):
        if i != me and g.seat[i].shown == 0:
            hidden += 1
            counts += 1 << (8 * int(g.seat[i].role))
    if hidden < 2:
        return
    role = 0
    for i in range(g.n):
        if i != me and g.seat[i].shown == 0:
            while (counts >> (8 * role)) & 255 == 0:
                role += 1
            counts -= 1 << (8 * role)
            g.seat[i].role = role
    for _ in range(ROUNDS * hidden):
        i = below(b, int(g.n))
        j = below(b, int(g.n))
        s = g.seat[i]
        t = g.seat[j]
        if i == me or j == me or s.shown == 1 or t.shown == 1 or s.role == t.role:
            continue
        x = int(s.role)
        y = int(t.role)
        now = b.scratch[POST + 4 * i + x] * b.scratch[POST + 4 * j + y]
        then = b.scratch[POST + 4 * i + y] * b.scratch[POST + 4 * j + x]
        if then * FINE > now * below(b, FINE):
            s.role = y
            t.role = x


@rule(int64, G, int64, int64, int64, int64)
def is_taken(g, me, seat, pos, hero):
    """Return 1 if a hero cannot be the one to come to a seat at a position: it has come, or comes elsewhere."""
    for i in range(g.n):
        last = int(g.at_hero[i])
        if i == me or i < seat:
            last += int(g.to_come[i])
        elif i == seat:
            last = pos - 1
        for k in range(last + 1):
            if g.lineup[i, k] == hero:
                return 1
    return 0


@rule(void, G, R, B, int64)
def deal_lineups(g, rules, b, me):
    """Deal anew which heroes are to come for the others: any that the seat has not seen."""
    for i in range(g.n):
        if i == me:
            continue
        first = int(g.at_hero[i]) + 1
        for pos in range(first, first + int(g.to_come[i])):
            for _ in range(TRIES):
                hero = int(rules.pool[below(b, int(rules.n_pool))])
                if is_taken(g, me, i, pos, hero) == 0:
                    break
            g.lineup[i, pos] = hero


@rule(void, G, R, B, int64)
def redeal(g, rules, b, me):
    """Deal anew all that a seat does not see of the game ``g``, a copy; the bot's chances of roles are up to date."""
    deal_roles(g, b, me)
    deal_cards(g, b, me)
    if rules.lineup == 1:
        deal_lineups(g, rules, b, me)
    for k in range(STREAMS):
        b.rng = plus(b.rng, GOLDEN)
        g.rng[k] = mix(b.rng)
