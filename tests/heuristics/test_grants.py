"""What rows that a seat gets for a time are worth."""

import numpy as np
import pytest

from heuristics.grants import granted
from heuristics.keep import prepare
from heuristics.table import ATT, W, read_weights
from sim.core import layout
from sim.scenario import model
from sim.scenario.setup import position_of


@pytest.mark.parametrize(("ruleset", "hero", "grant"), [
    ("yingxiongsha", "wusong", "zuijiu_power"), ("sanguosha_official", "xuchu", "luoyi_power"),
])  # fmt: skip
def test_a_set_number_adds_what_it_has_over_the_usual_one(ruleset, hero, grant):
    """A slash that deals two, by one more or by a set number: on a bare foe with 4 hp it is the point from 3 to 2."""
    seats = [{"role": "lord", "hero": hero, "hand": ["slash@S7"]}, {"role": "rebel", "hp": 4, "max_hp": 4}]
    start = position_of(*model.read({"ruleset": ruleset, "seat": seats, "start": {"seat": 0, "phase": "draw"}}))
    bot = layout.minds()[0]
    bot.weights[:] = read_weights("standard")
    prepare(start.rules[0], bot)
    bot.note[ATT], bot.note[ATT + 1] = 1.0, -1.0
    with np.errstate(over="ignore"):
        worth = granted(start.games[0], start.rules[0], bot, 0, start.names.bundles.index(grant), 0, 0)
    assert worth == pytest.approx(bot.weights[W.HP_THREE])
