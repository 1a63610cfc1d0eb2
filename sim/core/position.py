"""Setting up a given position: the steps that Python calls between writing the plain fields of the record."""

from sim.core.circle import redo_ring
from sim.core.codes import Limit, Phase, Val
from sim.core.fresh import clear_game
from sim.core.game import start_at
from sim.core.hero import seat_hero
from sim.core.holdings import refresh
from sim.core.jit import entry, int64, uint64, void
from sim.core.limits import spend
from sim.core.numbers import value
from sim.core.play import GS, RS
from sim.core.turn import BEGIN, push_turn


@entry(void, GS, uint64, int64)
def clear_table(games, seed, players):
    """Make games[0] an empty table with its streams seeded."""
    clear_game(games[0], seed, players, 0)


@entry(void, GS, RS, int64, int64)
def sit_down(games, rules, seat, hero):
    """Seat a hero at games[0]."""
    seat_hero(games[0], rules[0], seat, hero)


@entry(int64, GS, RS, int64)
def bonus_hp(games, rules, seat):
    """Return the extra hp that a lord has in a seat of games[0]."""
    g = games[0]
    base = 0
    if g.n >= rules[0].lord_bonus_from:
        base = int(rules[0].lord_bonus)
    return max(value(g, rules[0], seat, Val.LORD_HP, -1, -1, -1, base), 0)


@entry(void, GS, RS, int64, int64)
def use_up(games, rules, seat, bundle):
    """Spend what limits a seat's uses of a bundle this turn and this game."""
    g = games[0]
    b = rules[0].bundle[bundle]
    for r in range(b.first, b.first + b.n):
        row = rules[0].row[r]
        if row.limit == Limit.TURN or row.limit == Limit.GAME:
            for _ in range(row.limit_n):
                spend(g, seat, int(row.ability))


@entry(void, GS, RS, int64, int64)
def begin_at(games, rules, seat, phase):
    """Redo what follows from the fields of games[0], and begin a seat's turn with a phase.

    A seat that lies face down only turns back, so its turn begins from the very start.
    """
    g = games[0]
    g.alive = 0
    for i in range(g.n):
        if g.seat[i].alive == 1:
            g.alive = int(g.alive) | (1 << i)
    redo_ring(g)
    for i in range(g.n):
        refresh(g, rules[0], i)
    if g.seat[seat].face_down == 1 and phase == Phase.START:
        push_turn(g, rules[0], seat, BEGIN)
        return
    start_at(g, rules[0], seat, phase)
    g.turns = 1
    g.seat[seat].turns = 1
