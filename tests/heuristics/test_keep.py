"""What cards are worth to keep, made from their rows: in proportion, in every ruleset."""

import numpy as np
import pytest

from heuristics.keep import prepare, price
from heuristics.table import AVERAGE, KEEP, W, read_weights
from sim.core import layout
from sim.plan import make_plan
from sim.scenario import model
from sim.scenario.setup import position_of
from sim.scenario.view import members

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


def test_the_only_card_that_answers_is_kept_at_the_last_point() -> None:
    """A card that answers an attack is dearer than a trick to a seat that the next hit kills; at full hp it is not."""
    hand = ["jink@D2", "nullification@CQ"]
    prices = {}
    for hp in (1, 4):
        seats = [{"role": "lord", "hp": hp, "hand": hand}, {"role": "rebel", "hand": ["any"]}]
        start = position_of(
            *model.read({"ruleset": "sanguosha_official", "seat": seats, "start": {"seat": 0, "phase": "play"}})
        )
        bot = layout.minds()[0]
        bot.weights[:] = read_weights("standard")
        prepare(start.rules[0], bot)
        held = {
            start.names.kind(int(start.rules[0].card_kind[card])): card for card in members(start.games[0].seat[0].hand)
        }
        with np.errstate(over="ignore"):
            prices[hp] = {kind: price(start.games[0], start.rules[0], bot, 0, card) for kind, card in held.items()}
    assert prices[1]["jink"] > prices[1]["nullification"]
    assert prices[4]["jink"] < prices[4]["nullification"]
