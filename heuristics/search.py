"""The bot that plays its best answers ahead, each in the same re-dealt worlds, and takes the one that wins most.

Where ``standard`` sees one answer only, or the others far behind, its answer stands. Else each candidate is given
in a copy of the game in which all that is hidden is dealt anew by the belief; ``standard`` bots play on for a round,
and the chance of the own side to win there counts. Machine and ``standard`` are called where they lie compiled.
"""

import numpy as np

from heuristics.decide import decide as standard
from heuristics.prospect import chance
from heuristics.redeal import redeal
from heuristics.table import ALIVE, UNKNOWN, Player
from sim.core.codes import Role, Status
from sim.core.jit import B, G, R, bot, float64, int64, rule, void
from sim.core.pointers import address_of, advance_by, bot_by, game_at, minds_at, rules_at
from sim.core.restrict import restrict
from sim.core.score import seat_won

PLAYOUTS = 64  # a decision, where no number is given
MOST = 2  # candidates
BEHIND = 1.5  # cards by which a candidate may be behind the answer of ``standard``; at high stake: by all it is worth
DOUBT = 1.0  # standard errors by which a candidate must win more than that
LUCK = 0.01  # variance that is taken for granted however alike the worlds came out


@rule(int64, G, B, int64, int64)
def is_new(g, b, i, n):
    """Return 1 if an option differs from the ``n`` candidates in more than which card of a kind it takes."""
    o = g.req.option[i]
    for k in range(n):
        p = g.req.option[b.tried[k]]
        if o.type == p.type and o.kind == p.kind and o.row == p.row and o.seat == p.seat:
            return 0
    return 1


@rule(int64, G, B, int64)
def candidates(g, b, own):
    """List the options to play ahead: the answer of ``standard``, then the best of others; return how many."""
    b.tried[0] = own
    n = 1
    while n < MOST:
        best = b.worth[own] - max(BEHIND, b.worth[own])
        found = -1
        for i in range(g.req.n):
            if b.worth[i] != UNKNOWN and b.worth[i] >= best and is_new(g, b, i, n) == 1:
                best = b.worth[i]
                found = i
        if found < 0:
            break
        b.tried[n] = found
        n += 1
    return n


@rule(void, B, B, int64)
def think_like(b, mind, own):
    """Give a seat of a game played ahead a mind: ``standard``, knowing what all have seen the others do.

    What acts say of roles is public, so all may share it; attitudes follow from it and the seat's own role.
    """
    mind.weights[:] = b.weights[:]
    mind.note[:] = b.note[:]
    mind.scratch[:] = b.scratch[:]
    mind.note[ALIVE] = 0.0  # attitudes are to be reckoned anew
    mind.cursor = b.cursor
    mind.habits = own * b.habits
    mind.declined = own * b.declined


@rule(void, G, R, B)
def play_on(h, rules, b):
    """Let ``standard`` bots play a game on to its end, or to where it stops."""
    games = game_at(b.ahead)
    table = rules_at(address_of(rules))
    minds = minds_at(b.minds)
    advance = advance_by(b.advance)
    inner = bot_by(b.inner)
    while advance(games, table, 0) == Status.ASKING:
        mind = minds[h.req.seat]
        if mind.declined != 0 or mind.habits != 0:
            restrict(h, rules, mind)
        h.answer = 0
        if h.req.n > 1:
            h.answer = inner(h, rules, mind, int(h.req.seat))
        h.status = Status.RUNNING


@rule(float64, G, int64)
def result(h, me):
    """Return the chance that a seat wins a game that has been played on."""
    s = h.seat[me]
    if h.status == Status.OVER:
        return float(seat_won(h, me))
    if s.role == Role.RENEGADE and s.alive == 0 and h.to_come[me] == 0:
        return 0.0
    return chance(h, int(s.role))


@rule(float64, G, R, B, int64, int64)
def playout(g, rules, b, me, option):
    """Give an answer in a copy of the game, in the world that the bot's generator deals, and see what comes of it."""
    games = game_at(b.ahead)
    games[0] = g
    h = games[0]
    h.checked = 0
    h.log_on = 0
    h.stop_ev = 0
    h.stop_turns = int(g.turns) + int(g.n)
    redeal(h, rules, b, me)
    minds = minds_at(b.minds)
    for i in range(g.n):
        think_like(b, minds[i], int(i == me))
    h.answer = option
    h.status = Status.RUNNING
    play_on(h, rules, b)
    b.playouts += 1
    return result(h, me)


@rule(int64, G, R, B, int64, int64)
def best_of(g, rules, b, me, n):
    """Play the candidates ahead in the same worlds; return the one that wins more than the first beyond doubt."""
    worlds = int(b.budget) // n
    for k in range(n):
        b.gain[k] = 0.0
        b.spread[k] = 0.0
    for _ in range(worlds):
        world = b.rng
        first = playout(g, rules, b, me, int(b.tried[0]))
        for k in range(1, n):
            b.rng = world
            gain = playout(g, rules, b, me, int(b.tried[k])) - first
            b.gain[k] += gain / worlds
            b.spread[k] += gain * gain / worlds
    best = 0
    most = 0.0
    for k in range(1, n):
        variance = max(b.spread[k] - b.gain[k] * b.gain[k], 0.0) + LUCK / worlds
        sure = b.gain[k] - DOUBT * np.sqrt(variance / worlds)
        if sure > most:
            most = sure
            best = k
    return int(b.tried[best])


@bot
def decide(g, rules, b, seat):
    """Answer the open request for a seat."""
    if b.inner == 0 or b.ahead == 0:
        return 0
    for i in range(g.req.n):
        b.worth[i] = UNKNOWN
    inner = bot_by(b.inner)
    own = inner(g, rules, b, seat)
    if b.worth[own] == UNKNOWN:
        return own
    n = candidates(g, b, own)
    if n == 1 or b.budget < n:
        return own
    return best_of(g, rules, b, seat, n)


BOT = Player("search", decide, "standard", budget=PLAYOUTS, inner=standard)
