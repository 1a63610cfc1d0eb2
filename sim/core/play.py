"""Playing many games: deal, ask the bots until each game is over, write down what came of it."""

import numba
import numpy as np
from numba import types

from sim.core import rng
from sim.core.codes import Status, Stream
from sim.core.deal import setup
from sim.core.game import advance
from sim.core.jit import B, G, R, entry, float64, int64, rule, uint64, void
from sim.core.layout import MAX_SKILLS, RESULT, SEAT_RESULT
from sim.core.restrict import restrict
from sim.core.score import score_of, seat_won

GS = types.Array(G, 1, "C")
RS = types.Array(R, 1, "C")
BS = types.Array(B, 1, "C")
BOT_FUNCTION = types.FunctionType(int64(G, R, B, int64))
BOTS = types.UniTuple(BOT_FUNCTION, 8)
ADVANCE = types.FunctionType(int64(GS, RS, int64))
RESULTS = numba.typeof(np.zeros(1, RESULT).view(np.recarray))
SEAT_RESULTS = numba.typeof(np.zeros(1, SEAT_RESULT).view(np.recarray))
TABLE = types.Array(int64, 2, "C")
WHICH = types.Array(int64, 1, "C")
SKILLS = types.Array(int64, 5, "C")


@rule(void, G, BS, BS, TABLE)
def reset_bots(g, bots, templates, bot_of):
    """Give every seat a fresh bot record, with a stream of its own."""
    for i in range(g.n):
        t = templates[bot_of[g.seat[i].role, i]]
        b = bots[i]
        b.weights[:] = t.weights[:]
        b.declined = t.declined
        b.habits = t.habits
        b.budget = t.budget
        b.advance = t.advance
        b.inner = t.inner
        b.playouts = 0
        b.cursor = 0
        b.note[:] = 0.0
        b.scratch[:] = 0.0
        b.rng = rng.key(g.seed, np.uint64(g.n), np.uint64(g.game), np.uint64(Stream.BOT + i))


@rule(void, G, RESULTS, int64)
def write_game(g, out, k):
    """Write a finished game's row."""
    r = out[k]
    r.game = g.game
    r.digest = g.digest
    for w in range(4):
        r.consulted[w] = g.consulted[w]
    r.settings = g.settings
    r.turns = g.turns
    r.rounds = g.rounds
    r.reshuffles = g.reshuffles
    r.decisions = g.decisions
    r.winner = g.winner
    r.err = g.err
    r.err_seat = g.err_seat


@rule(void, G, R, SEAT_RESULTS, int64, int64, int64, TABLE, SKILLS)
def write_hero(g, rules, out, row, i, at, bot_of, skills):
    """Write the row of a hero of seat i, whose record lies at ``at``, and add up its skill counts."""
    s = g.seat[at]
    r = out[row]
    bot = bot_of[s.role, i]
    r.seat = i
    r.role = s.role
    r.hero = s.hero
    r.bot = bot
    r.won = seat_won(g, i)
    r.alive = s.alive
    r.kills = s.kills
    r.damage_dealt = s.damage_dealt
    r.damage_taken = s.damage_taken
    r.healed = s.healed
    r.cards_drawn = s.drawn
    r.turns_taken = s.turns
    r.died_turn = s.died_turn
    r.killer = s.killer
    r.death_cause = s.cause
    r.lineup_pos = 0
    r.entered = s.entered
    r.score = score_of(g, rules, i)
    for k in range(MAX_SKILLS):
        if s.own_skills[k] >= 0:
            skills[s.role, s.hero, bot, k, 0] += 1
            skills[s.role, s.hero, bot, k, 1] += s.offered[k]
            skills[s.role, s.hero, bot, k, 2] += s.used[k]


@rule(void, G, R, SEAT_RESULTS, int64, int64, int64, TABLE)
def write_absent(g, rules, out, row, i, pos, bot_of):
    """Write the row of a hero of seat i's line-up that never came in."""
    r = out[row]
    role = int(g.seat[i].role)
    r.seat = i
    r.role = role
    r.hero = g.lineup[i, pos]
    r.bot = bot_of[role, i]
    r.won = seat_won(g, i)
    r.alive = 1
    r.died_turn = -1
    r.killer = -1
    r.lineup_pos = pos
    r.entered = -1
    r.score = score_of(g, rules, i)


@rule(void, G, R, SEAT_RESULTS, int64, TABLE, SKILLS)
def write_seats(g, rules, out, first, bot_of, skills):
    """Write a finished game's rows, one for each hero of a seat, and add up its skill counts."""
    row = first
    for i in range(g.n):
        if rules.lineup == 0:
            write_hero(g, rules, out, row, i, i, bot_of, skills)
            row += 1
            continue
        for pos in range(rules.fielded):
            if pos > g.at_hero[i]:
                write_absent(g, rules, out, row, i, pos, bot_of)
            elif pos < g.at_hero[i]:
                write_hero(g, rules, out, row, i, int(g.kept[i, pos]), bot_of, skills)
            else:
                write_hero(g, rules, out, row, i, i, bot_of, skills)
            out[row].lineup_pos = pos
            row += 1


@rule(int64, BOTS, int64, G, R, B, int64)
def ask(fns, which, g, rules, b, seat):
    """Return what a bot answers to the open request; it is not asked where there is nothing to choose."""
    if b.declined != 0 or b.habits != 0:
        restrict(g, rules, b)
    if g.req.n == 1:
        return 0
    return fns[which](g, rules, b, seat)


@entry(int64, GS, RS, int64)
def advance_at(games, rules, i):
    """Advance game i of an array; return why it stopped."""
    return advance(games[i], rules[0])


@entry(void, ADVANCE, GS, RS, BOTS, BS, BS, TABLE, uint64, int64, WHICH, int64, RESULTS, SEAT_RESULTS, SKILLS)
def play_games(
    advance,
    games,
    rules,
    fns,
    bots,
    templates,
    bot_of,
    seed,
    players,
    which,
    deal,
    out_games,
    out_seats,
    skills,
):
    """Play the games of the numbers ``which`` with the bots of ``bot_of`` and write their rows.

    ``advance`` is ``advance_at``, called through a pointer so that the machine is compiled once.
    """
    g = games[0]
    r = rules[0]
    rows = players
    if r.lineup == 1:
        rows = players * int(r.fielded)
    for k in range(which.size):
        setup(g, r, seed, players, which[k], deal)
        reset_bots(g, bots, templates, bot_of)
        while advance(games, rules, 0) == Status.ASKING:
            seat = int(g.req.seat)
            g.answer = ask(fns, bot_of[g.seat[seat].role, seat], g, r, bots[seat], seat)
            g.status = Status.RUNNING
        write_game(g, out_games, k)
        write_seats(g, r, out_seats, k * rows, bot_of, skills)


@entry(void, GS, RS, int64, uint64, int64, int64, int64)
def setup_at(games, rules, i, seed, players, game, deal):
    """Deal a game into record i of an array."""
    setup(games[i], rules[0], seed, players, game, deal)


@entry(void, GS, BS, BS, TABLE)
def reset_bots_at(games, bots, templates, bot_of):
    """Give every seat of games[0] a fresh bot record."""
    reset_bots(games[0], bots, templates, bot_of)


@entry(float64, GS, RS, int64)
def score_at(games, rules, seat):
    """Return a seat's points at the end of games[0]."""
    return score_of(games[0], rules[0], seat)


@entry(int64, BOTS, int64, GS, RS, BS, int64)
def ask_bot(fns, which, games, rules, bots, seat):
    """Return what a bot answers to the open request of games[0]."""
    return ask(fns, which, games[0], rules[0], bots[seat], seat)
