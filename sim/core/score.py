"""What a game was worth to each seat: who has won, and points, in rulesets that give them."""

import numpy as np

from sim.core.codes import Role, Score, Winner
from sim.core.jit import G, R, float64, int64, rule


@rule(int64, int64, int64)
def has_won(role, winner):
    """Return 1 if a role wins with an outcome."""
    if winner == Winner.LORD:
        return int(role == Role.LORD or role == Role.LOYALIST)
    if winner == Winner.REBEL:
        return int(role == Role.REBEL)
    return int(winner == Winner.RENEGADE and role == Role.RENEGADE)


@rule(int64, G, int64)
def seat_won(g, seat):
    """Return 1 if a seat wins: of several renegades only the one who is left."""
    s = g.seat[seat]
    if s.role == Role.RENEGADE and s.alive == 0 and g.to_come[seat] == 0:
        return 0
    return has_won(int(s.role), int(g.winner))


@rule(int64, int64, int64)
def are_foes(one, other):
    """Return 1 if two roles are against each other; renegades are against everyone, each other too."""
    if one == Role.RENEGADE or other == Role.RENEGADE:
        return 1
    return int((one == Role.REBEL) != (other == Role.REBEL))


@rule(int64, G, int64)
def foes_killed(g, seat):
    """Return how many of its foes a seat has killed, those that were followed by others too."""
    n = 0
    for i in range(int(g.n) + int(g.n_kept)):
        s = g.seat[i]
        if i != seat and s.alive == 0 and s.killer == seat:
            n += are_foes(int(g.seat[seat].role), int(s.role))
    return n


@rule(int64, G, int64)
def living(g, role):
    """Return how many of a role are alive."""
    n = 0
    for i in range(g.n):
        n += int(g.seat[i].alive == 1 and g.seat[i].role == role)
    return n


@rule(float64, G, R, int64)
def score_of(g, rules, seat):
    """Return a seat's points at the end of a game; no number for draws, unfinished games, rulesets without points."""
    if rules.scored == 0 or g.err != 0 or g.winner < Winner.LORD or g.winner > Winner.RENEGADE:
        return np.nan
    won = seat_won(g, seat)
    role = int(g.seat[seat].role)
    n = int(rules.score[won, role, Score.BASE]) + int(rules.score[won, role, Score.EXTRA])
    n += int(rules.score[won, role, Score.KILL]) * foes_killed(g, seat)
    n += int(rules.score[won, role, Score.LOYALIST]) * living(g, Role.LOYALIST)
    n += int(rules.score[won, role, Score.REBEL]) * living(g, Role.REBEL)
    n += int(rules.score[won, role, Score.OTHER]) * (int(g.n) - 1)
    return float(n)
