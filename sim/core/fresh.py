"""An empty table: every field of the record as it is before a deal."""

from sim.core import bits, rng
from sim.core.bits import ZERO
from sim.core.codes import Role, Status
from sim.core.jit import G, int64, rule, uint64, void
from sim.core.layout import FORCED, MAX_ENTRIES, MAX_SEATS, MAX_SKILLS, NO_CARD, SLOTS


@rule(void, G, int64)
def clear_seat(g, i):
    """Empty a seat: no hero, no cards, nothing counted."""
    s = g.seat[i]
    bits.clear(s.hand)
    bits.clear(s.open)
    bits.clear(s.seen)
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
    s.muted = 0
    s.repeats = 0
    s.reads_suits = 0
    s.role = Role.REBEL
    s.shown = 0
    s.alive = 0
    s.male = 1
    s.face_down = 0
    s.chained = 0
    s.defies = 0
    s.hero = -1
    s.faction = -1
    s.hp = 4
    s.max_hp = 4
    s.skip = 0
    s.attacks = 0
    s.slashes = 0
    s.hand_at_start = 0
    s.draw_change = 0
    s.last_kind = -1
    s.version = 0
    for k in range(FORCED):
        s.forced_pick[k] = -1
    s.damage_dealt = 0
    s.damage_taken = 0
    s.healed = 0
    s.drawn = 0
    s.kills = 0
    s.turns = 0
    s.entered = 0
    s.died_turn = -1
    s.killer = -1
    s.cause = 0
    for k in range(MAX_SKILLS):
        s.own_skills[k] = -1
        s.offered[k] = 0
        s.used[k] = 0
    for k in range(MAX_ENTRIES):
        s.entry[k] = -1


@rule(void, G)
def clear_seats(g):
    """Empty all seats, each in its own place, with no line-up."""
    for i in range(MAX_SEATS):
        clear_seat(g, i)
        g.seat_at[i] = i
        g.place_of[i] = i
        g.ring[i] = i
        g.refused[i, 0] = 0
        g.refused[i, 1] = 0
        g.refused[i, 2] = 0
        g.to_come[i] = 0
        g.at_hero[i] = 0
    g.first = 0
    g.waiting = 0
    g.n_kept = 0


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
    g.extra = -1
    g.resume = -1
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
    g.acts = 0
    g.log_read = 0
    g.req.kind = 0
    g.req.n = 0
    clear_seats(g)
    for i in range(players):
        g.seat[i].alive = 1
