"""What cards are worth to keep, made from their rows: in proportion, in every ruleset."""

import numpy as np
import pytest

from heuristics.keep import prepare
from heuristics.table import AVERAGE, KEEP, W, read_weights
from sim.core import layout
from sim.plan import make_plan

GAMES = {
    "sanguosha": 5, "sanguosha_official": 5, "hongloumeng": 5, "yingxiongsha": 5, "shuihusha": 5, "sanguosha_duel": 2,
}  # fmt: skip


@pytest.mark.parametrize("ruleset", GAMES)
def test_no_card_is_worth_a_hand_of_others(ruleset: str) -> None:
    """Sizes are in cards; the last point of hp is the dearest thing there is."""
    rules = make_plan(ruleset, players=GAMES[ruleset], games=1).rules[GAMES[ruleset]][0]
    bot = layout.new(layout.BOT)[0]
    bot.weights[:] = read_weights("standard")
    prepare(rules, bot)
    worth = bot.note[KEEP : KEEP + int(rules.n_kinds)]
    assert np.all(worth > 0)
    assert worth.max() < bot.weights[W.LIFE]
    assert 0.5 < bot.note[AVERAGE] < 1.5
