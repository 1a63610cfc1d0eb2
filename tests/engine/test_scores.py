"""Points at the end of a game, reckoned by hand from the printed table."""

import math

import numpy as np
import pytest

from sim.core import layout
from sim.core.codes import Err, Role, Winner
from sim.core.play import score_at

LORD, LOYALIST, REBEL, RENEGADE = Role.LORD, Role.LOYALIST, Role.REBEL, Role.RENEGADE


def ended(seats, winner, err=Err.NONE):
    """Return the record of a game that is over: (role, alive, killer) of each seat, and who won."""
    games = layout.new(layout.GAME)
    g = games[0]
    g.n, g.winner, g.err = len(seats), winner, err
    for i, (role, alive, killer) in enumerate(seats):
        g.seat[i].role, g.seat[i].alive, g.seat[i].killer = role, alive, killer
    return games


def points(rules, games):
    return [float(score_at(games, rules, seat)) for seat in range(int(games[0].n))]


EIGHT = [LORD, LOYALIST, LOYALIST, REBEL, REBEL, REBEL, REBEL, RENEGADE]


@pytest.mark.parametrize(
    ("killers", "winner", "wanted"),
    [
        # lord 6 + 2 x 2 + 2; loyalists 6 + 2 x 3 + 2 and 6 + 2; rebels 3 + 1 and 3; renegade 3 + 1
        ([-1, -1, 3, 0, 0, 1, 1, 1], Winner.LORD, [12, 14, 8, 4, 3, 3, 3, 4]),
        # lord 3 + 1 (a rebel; his own loyalist does not count); loyalists 3 - 1; rebels 6 + 2 + 3, 6 + 3; renegade 4
        ([3, 0, -1, -1, 0, -1, -1, -1], Winner.REBEL, [4, 2, 2, 11, 9, 9, 9, 4]),
        # renegade 18 + 3 x 3 + 2 x 7; a rebel who killed a loyalist 3 + 1; the lord killed two rebels 3 + 2
        ([7, 3, 7, 0, 0, 7, 1, -1], Winner.RENEGADE, [5, 4, 3, 4, 3, 3, 3, 41]),
    ],
)
def test_points__of_eight(rules_of, killers, winner, wanted):
    dead = [k >= 0 for k in killers]
    games = ended([(r, int(not d), k) for r, d, k in zip(EIGHT, dead, killers, strict=True)], winner)
    assert points(rules_of("yingxiongsha", 8), games) == wanted


def test_points__of_two_renegades_one_wins(rules_of):
    seats = [(LORD, 0, 1), (RENEGADE, 1, -1), (RENEGADE, 0, 1), (REBEL, 0, 2)]
    # 18 + 3 x 2 + 2 x 3; the dead one 3 + 1 + 1
    assert points(rules_of("yingxiongsha", 4, "single-alt4"), ended(seats, Winner.RENEGADE)) == [3, 30, 5, 3]


@pytest.mark.parametrize(
    ("name", "winner", "err"),
    [
        ("yingxiongsha", Winner.DRAW, Err.NONE),
        ("yingxiongsha", Winner.UNFINISHED, Err.TURN_CAP),
        ("yingxiongsha", Winner.NONE, Err.NONE),
        ("sanguosha", Winner.LORD, Err.NONE),
    ],
)
def test_points__none(rules_of, name, winner, err):
    games = ended([(LORD, 1, -1), (REBEL, 0, 0)], winner, err)
    assert all(math.isnan(each) for each in points(rules_of(name, 2), games))


def test_points__are_data(rules_of):
    rules = rules_of("yingxiongsha", 2)
    assert np.array_equal(rules[0].score[1, RENEGADE], [18, 3, 0, 0, 2, 0])
    assert np.array_equal(rules[0].score[0, LOYALIST], [3, 1, -1, 0, 0, 0])
