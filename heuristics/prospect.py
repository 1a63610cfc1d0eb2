"""The chance of each side to win, by what stands: hp, cards and seats of each role.

Three outcomes, their odds by a multinomial logistic model of a position at the beginning of a turn, fitted to 420,000
positions of games between ``standard`` bots before their weights were tuned (five rulesets, 4 to 10 players, seed 77).
On other games of those what it says is right in the mean to 0.03 up to 0.6, and to 0.04 beyond, but for a renegade who
is nearly there: too low by 0.09.
"""

import numpy as np

from sim.core.codes import Role
from sim.core.jit import G, float64, int64, rule
from sim.core.layout import NO_CARD, SLOTS

FRESH = 4.6  # power of a hero that has not come in yet


@rule(float64, G, int64)
def power(g, role):
    """Return how strong the living of a role are: a point of hp counts 1 up to 3 and 0.5 from there, a card 0.4."""
    total = 0.0
    for i in range(g.n):
        s = g.seat[i]
        if s.role != role:
            continue
        total += FRESH * int(g.to_come[i])
        if s.alive == 1:
            hp = max(int(s.hp), 0)
            cards = int(s.n_hand)
            for slot in range(SLOTS):
                cards += int(s.equip[slot] != NO_CARD)
            total += 0.4 + min(hp, 3) + 0.5 * max(hp - 3, 0) + 0.4 * cards
    return total


@rule(int64, G)
def lords_hp(g):
    """Return the hp of the lord."""
    for i in range(g.n):
        if g.seat[i].role == Role.LORD:
            return max(int(g.seat[i].hp), 0)
    return 0


@rule(float64, G, int64)
def chance(g, role):
    """Return the chance that the side of a role wins."""
    lord = power(g, Role.LORD)
    loyal = power(g, Role.LOYALIST)
    rebel = power(g, Role.REBEL)
    renegade = power(g, Role.RENEGADE)
    hp = lords_hp(g)
    x = -2.81 - 1.42 * np.log(lord + 0.1) - 1.05 * np.log(loyal + 1.0) + 3.52 * np.log(rebel + 1.0)
    y = -1.34 + 0.59 * np.log(lord + 0.1) - 0.17 * np.log(loyal + 1.0) + 0.83 * np.log(rebel + 1.0)
    x += 0.86 * int(hp == 1) + 0.4 * int(hp == 2) + 0.17 * int(hp == 3)
    y += 0.08 * int(hp == 1) + 0.06 * int(hp == 2) + 0.03 * int(hp == 3)
    if loyal == 0.0:
        x -= 0.58
        y -= 0.3
    if rebel == 0.0:
        x += 1.81
        y += 0.91
    if renegade == 0.0:
        x -= 1.46
        y -= 8.01
    else:
        x -= 0.72 * np.log(lord + loyal + 0.1) + 0.03 * np.log(renegade + 1.0)
        y -= 2.63 * np.log(lord + loyal + 0.1) - 2.17 * np.log(renegade + 1.0)
    x = np.exp(x)
    y = np.exp(y)
    if role == Role.REBEL:
        return x / (1.0 + x + y)
    if role == Role.RENEGADE:
        return y / (1.0 + x + y)
    return 1.0 / (1.0 + x + y)
