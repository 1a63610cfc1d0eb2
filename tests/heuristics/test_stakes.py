"""What is at stake with a death: a friend who may fall is kept a card for, and no card of one's own brings him down."""

import numpy as np
import pytest

from sim.bots import lineup
from sim.core import layout, play
from sim.core.codes import Status
from sim.scenario import model
from sim.scenario.setup import position_of


def first_card(role, hand, lords_hp, own_hp=2):
    """Return the kind that a seat of a role uses first in its play phase, empty if none."""
    seats = [{"role": "lord", "hp": lords_hp}, {"role": role, "hp": own_hp, "hand": hand}]
    seats += [{"role": "rebel", "hand": ["any", "any"]} for _ in range(2)]
    start = position_of(
        *model.read({"ruleset": "sanguosha_official", "seat": seats, "start": {"seat": 1, "phase": "play"}})
    )
    seated, minds = lineup("standard", (4,)), layout.minds()
    with np.errstate(over="ignore"):
        play.reset_bots_at(start.games, minds, seated.templates, seated.bot_of)
        assert play.advance_at(start.games, start.rules, 0) == Status.ASKING
        answer = play.ask_bot(seated.functions, 0, start.games, start.rules, minds, 1)
    kind = int(start.games[0].req.option[answer].kind)
    return list(start.ruleset.kinds)[kind] if kind >= 0 else ""


@pytest.mark.parametrize(("lords_hp", "drunk"), [(4, "peach"), (1, "")])
def test_a_loyalist_keeps_his_peach_for_a_lord_who_may_fall(lords_hp, drunk):
    assert first_card("loyalist", ["peach@H3"], lords_hp, own_hp=1) == drunk


@pytest.mark.parametrize("role", ["loyalist", "renegade"])
def test_who_needs_the_lord_plays_nothing_that_may_kill_him(role):
    assert first_card(role, ["savage_assault@S7"], 1, own_hp=4) == ""


def test_a_rebel_plays_it():
    assert first_card("rebel", ["savage_assault@S7"], 1, own_hp=4) == "savage_assault"


def test_what_is_decided_is_paid_for():
    """救援 of rules document 001: a hero of Wu gives the lord his peach, once, not an offer of it again and again."""
    seats = [
        {"role": "lord", "hero": "sunquan", "hp": 1},
        {"role": "loyalist", "hero": "ganning", "hp": 1, "hand": ["peach@H3", "jink@D2"]},
    ]
    seats += [{"role": "rebel", "hand": ["any", "any"]} for _ in range(2)]
    start = position_of(*model.read({"ruleset": "sanguosha", "seat": seats, "start": {"seat": 1, "phase": "play"}}))
    seated, minds, asked = lineup("standard", (4,)), layout.minds(), 0
    with np.errstate(over="ignore"):
        play.reset_bots_at(start.games, minds, seated.templates, seated.bot_of)
        while play.advance_at(start.games, start.rules, 0) == Status.ASKING and start.games[0].turn == 1:
            g, asked = start.games[0], asked + 1
            g.answer = play.ask_bot(seated.functions, 0, start.games, start.rules, minds, int(g.req.seat))
            g.status = Status.RUNNING
    assert int(start.games[0].seat[0].hp) == 2
    assert asked < 5
