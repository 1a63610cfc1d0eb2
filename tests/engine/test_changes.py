"""A change that never fires leaves a game as it was: what the masks of consulted bundles and settings promise.

The games are played by bots that do not weigh what cards are worth by the rules: those that do may act otherwise
for the sake of a card that never comes up.
"""

import numpy as np
import pytest
from arena import play

from sim.core.codes import Role, Setting
from sim.rules.compile import compile_ruleset
from sim.rules.load import load_ruleset

GAMES = 600


def consulted(games, bundle):
    """Return for each game whether it looked at a bundle."""
    word = games.consulted[:, bundle >> 6]
    return (word >> np.uint64(bundle & 63) & np.uint64(1)).astype(bool)


def changed(name, players, changes, games=GAMES, **options):
    """Return a ruleset, games by it, and the same games with some values changed."""
    before = load_ruleset(name)
    after = load_ruleset(name, set=changes)
    assert after.content_hash != before.content_hash
    options = {"players": players, "games": games} | options
    first = play(compile_ruleset(before, players=players), **options)
    second = play(compile_ruleset(after, players=players), **options)
    return before, first, second


def same(first, second):
    """Return for each game whether all that is kept of it is equal."""
    rows = [
        np.concatenate([one.view(np.uint8).reshape(len(one), -1) for one in (found.games, found.seats)], axis=1)
        for found in (first, second)
    ]
    return (rows[0] == rows[1]).all(axis=1)


BUNDLES = [
    ("sanguosha", "skills.ganglie.rows.0.do", "draw", "ganglie"),
    ("sanguosha", "skills.fanjian.rows.0.naming", "their_suit", "fanjian"),
    ("sanguosha_official", "skills.fankui.rows.0.from", "hand", "fankui"),
    ("sanguosha_official", "skills.yingzi.rows.0.n", 3, "yingzi"),
    ("sanguosha_official", "cards.lightning.rows.1.n", 1, "lightning"),
    ("sanguosha_official", "cards.duel.rows.0.to", "any", "duel"),
    ("sanguosha_official", "cards.ex_nihilo.rows.0.n", 3, "ex_nihilo"),
    ("sanguosha_official", "cards.kylin_bow.range", 2, "kylin_bow"),
    ("sanguosha_official", "cards.eight_diagram.rows", [], "eight_diagram"),
    ("sanguosha", "cards.indulgence.rows", [], "indulgence"),
]


@pytest.mark.parametrize(("name", "path", "value", "bundle"), BUNDLES)
def test_a_bundle_that_was_not_consulted_does_not_matter(name, path, value, bundle):
    ruleset, first, second = changed(name, 5, {path: value}, bots="random")
    looked = consulted(first.games, ruleset.bundles.index(bundle))
    equal = same(first, second)
    assert equal[~looked].all()
    assert not equal[looked].all()
    assert looked.any()
    assert not looked.all()


SETTINGS = [
    ("setup.rebel_reward", 1, Setting.REBEL_REWARD, 5),
    ("setup.loyalist_penalty", False, Setting.LOYALIST_PENALTY, 5),
    ("setup.draw_per_turn", 3, Setting.DRAW_PER_TURN, 5),
    ("setup.hand_limit", 2, Setting.HAND_LIMIT, 5),
    ("setup.self_rescue", False, Setting.SELF_RESCUE, 5),
    ("limits.turns", 40, Setting.CAPS, 5),
    ("limits.reshuffles", 1, Setting.CAPS, 8),
]


@pytest.mark.parametrize(("path", "value", "setting", "players"), SETTINGS)
def test_a_setting_that_was_not_consulted_does_not_matter(path, value, setting, players):
    _, first, second = changed("sanguosha_official", players, {path: value}, bots="random")
    bit = np.uint64(1) << np.uint64(setting)
    untouched = (first.games.settings & bit == 0) & (second.games.settings & bit == 0)
    equal = same(first, second)
    assert equal[untouched].all()
    assert not equal.all()
    if setting not in (Setting.DRAW_PER_TURN, Setting.HAND_LIMIT):
        assert untouched.any()


def test_a_reward_of_its_own_height_needs_a_rebel_killed(rules_of):
    """Nobody killed a rebel, or his killer was dead or nobody: the reward was not looked at."""
    found = play(rules_of("sanguosha_official", 5), 5, GAMES, "random")
    rewarded = found.games.settings >> np.uint64(Setting.REBEL_REWARD) & np.uint64(1)
    seats = found.seats
    killed = ((seats.role == Role.REBEL) & (seats.alive == 0) & (seats.killer >= 0)).any(axis=1)
    assert (rewarded.astype(bool) <= killed).all()
    assert 0 < rewarded.sum() < GAMES


def test_a_hero_matters_only_where_he_sits():
    ruleset, first, second = changed("sanguosha_official", 5, {"heroes.lvbu.hp": 5}, bots="standard")
    present = (first.seats.hero == ruleset.heroes.index("lvbu")).any(axis=1)
    equal = same(first, second)
    assert equal[~present].all()
    assert not equal[present].all()
    assert present.sum() == GAMES * 5 // 25


def test_a_hero_outside_the_pool_does_not_matter():
    pool = [hero for hero in load_ruleset("sanguosha").heroes if hero != "zhouyu"]
    games = []
    for changes in ({}, {"heroes.zhouyu.hp": 9, "skills.fanjian.rows.0.n": 3, "skills.yingzi.rows": []}):
        ruleset = load_ruleset("sanguosha", set=changes)
        games.append(play(compile_ruleset(ruleset, players=5, heroes=pool), 5, 200, "standard"))
    assert same(*games).all()
