"""Seats are told by where they sit: their numbers are names, and names may be swapped."""

import numpy as np
import pytest
from arena import dealt

from sim.core.codes import Role, Status
from sim.core.play import advance_at


def choice_by_face(g):
    """Return the option that a mark of what it says picks; seats are told by place, not by number."""
    best, chosen = None, 0
    for k, o in enumerate(g.req.option[: g.req.n]):
        seat = int(g.place_of[o.seat]) if o.seat >= 0 else -1
        face = (o.type, o.card, o.kind, o.value, g.turns, g.decisions)
        mark = hash((seat, *map(int, face)))
        if best is None or mark < best:
            best, chosen = mark, k
    return chosen


def finish(games, rules):
    """Play a dealt game to its end."""
    g = games[0]
    while advance_at(games, rules, 0) == Status.ASKING:
        g.answer = choice_by_face(g)
        g.status = Status.RUNNING


def rename(g, a, b):
    """Exchange the numbers of two seats; everybody stays where he sits, with all he has."""
    seats = g.seat.copy()
    g.seat[a], g.seat[b] = seats[b], seats[a]
    for field in ("place_of", "ring"):
        g[field][a], g[field][b] = int(g[field][b]), int(g[field][a])
    g.seat_at[int(g.place_of[a])], g.seat_at[int(g.place_of[b])] = a, b
    for seat, old in ((a, b), (b, a)):
        by = g.seat["entry_by"][seat]
        by[by == old] = seat


KEPT = (
    "role", "hero", "alive", "hp", "max_hp", "n_hand", "hand", "equip", "damage_dealt", "damage_taken",
    "healed", "drawn", "kills", "turns", "died_turn", "cause", "offered", "used",
)  # fmt: skip


@pytest.mark.parametrize("name", ["sanguosha", "sanguosha_official", "hongloumeng", "yingxiongsha", "shuihusha"])
def test_two_rebels_may_swap_names(name, rules_of):
    """A seat's number is a name: exchange those of two rebels, let both sit where they sit: the same game."""
    rules = rules_of(name, 5)
    for game in range(0, 300, 10):
        one = dealt(rules, 5, 1, seed=9, first=game)
        other = one.copy()
        a, b = np.flatnonzero(one[0].seat["role"][:5] == Role.REBEL)
        rename(other[0], a, b)
        finish(one, rules)
        finish(other, rules)
        rename(other[0], a, b)
        for field in ("winner", "err", "turns", "rounds", "decisions", "reshuffles"):
            assert one[0][field] == other[0][field], (game, field)
        for field in KEPT:
            assert (one.seat[field][0, :5] == other.seat[field][0, :5]).all(), (game, field)
