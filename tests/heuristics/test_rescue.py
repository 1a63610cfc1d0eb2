"""The chance that a dying seat is saved: by hands that are not seen, roles that are guessed, and one's own cards."""

import numpy as np
import pytest

from heuristics.keep import prepare
from heuristics.rescue import HELD_ON, rescued
from heuristics.table import ATT, POST, SAVING, W, read_weights
from sim.core import layout
from sim.core.codes import Role
from sim.scenario import model
from sim.scenario.setup import position_of

ROLES = ["lord", "loyalist", "rebel", "rebel", "renegade"]


def mind(start, post, weights=None):
    """Return a bot's record that believes something of the roles."""
    bot = layout.minds()[0]
    bot.weights[:] = read_weights("standard")
    for name, value in (weights or {}).items():
        bot.weights[W[name]] = value
    prepare(start.rules[0], bot)
    for i, role in enumerate(post):
        bot.scratch[POST + 4 * i + role] = 1.0
    return bot


def table(*hands, roles=ROLES):
    """Return a position of the standard edition with these hands."""
    seats = [{"role": role, "hp": 1, "hand": list(hand)} for role, hand in zip(roles, hands, strict=True)]
    return position_of(
        *model.read({"ruleset": "sanguosha_official", "seat": seats, "start": {"seat": 0, "phase": "play"}})
    )


def chance(start, me, t, hp=0, liked=0.0, **weights):
    bot = mind(start, [Role[role.upper()] for role in ROLES], weights)
    bot.note[ATT + t] = liked
    with np.errstate(over="ignore"):
        return rescued(start.games[0], start.rules[0], bot, me, t, hp)


def test_each_unseen_card_may_save():
    """8 peaches among 108 cards; what is kept in hand is HELD_ON times as likely one."""
    start = table([], [], ["any", "any"], [], [])
    each = HELD_ON * 8 / 108
    assert mind(start, []).note[SAVING] == pytest.approx(8 / 108)
    assert chance(start, 0, 2) == pytest.approx(1 - (1 - each) ** 2)


def test_those_of_the_camp_help_and_the_rest_does_not():
    each = HELD_ON * 8 / 108
    of_the_camp = table([], [], [], ["any"], [])
    assert chance(of_the_camp, 0, 2, RESCUE=0.5) == pytest.approx(0.5 * each)
    of_another = table([], ["any"], [], [], ["any"])
    assert chance(of_another, 0, 2) == 0.0
    assert chance(of_another, 2, 0, RESCUE=1.0) == pytest.approx(1 - (1 - each) ** 2)  # the renegade needs the lord


def test_own_cards_are_known():
    start = table([], ["peach@H3"], [], [], [])
    assert chance(start, 1, 1) == 1.0
    assert chance(start, 1, 1, hp=-1) == 0.0
    assert chance(start, 1, 0, liked=1.0) == 1.0
    assert chance(start, 1, 2, liked=-1.0) == 0.0
