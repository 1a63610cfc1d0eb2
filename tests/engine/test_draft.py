"""Heroes that are chosen: by the table of the ruleset, at random where there is none, and the same game again."""

from collections import Counter
from dataclasses import replace
from math import sqrt

import numpy as np
import pytest
from arena import dealt
from numba import config

from sim.core.codes import Deal, Role
from sim.rules.compile import compile_ruleset
from sim.rules.load import load_ruleset

NAME = "sanguosha"  # the lord chooses among three heroes that are reserved and two others, everyone else among three
DUEL = "sanguosha_duel"
GAMES = 60 if config.DISABLE_JIT else 2000
CANDIDATES = 3


def rules_by(table, name=NAME, players=5):
    """Return the rules of a draft by a planted table."""
    return compile_ruleset(replace(load_ruleset(name), draft=table), players=players, deal="draft")


def planted(players, seed=3, name=NAME):
    """Return a table of numbers that have nothing to do with the game, all of them different, by seat."""
    heroes, random = load_ruleset(name).heroes, np.random.default_rng(seed)
    values = random.permutation(4 * len(heroes) * (players - 1)).reshape(4, len(heroes), -1) - 100.0
    table = {"lord": {hero: [float(values[0, h, 0])] for h, hero in enumerate(heroes)}}
    for role in (Role.LOYALIST, Role.REBEL, Role.RENEGADE):
        table[role.name.lower()] = {hero: values[role, h].tolist() for h, hero in enumerate(heroes)}
    return {players: table}


def near(count, chance):
    """Tell whether a count of GAMES is within five standard deviations of what a chance makes it."""
    return abs(count - GAMES * chance) < 5 * sqrt(GAMES * chance * (1 - chance))


@pytest.mark.parametrize("players", [5, 8])
def test_the_best_candidate_is_always_taken(players):
    table, heroes = planted(players), load_ruleset(NAME).heroes
    games = dealt(rules_by(table, players=players), players, GAMES, seed=2, deal=Deal.DRAFT)
    for game in games:
        for seat in range(1, players):
            values = table[players][Role(int(game.seat[seat].role)).name.lower()]
            offered = game.aside[(seat - 1) * CANDIDATES : seat * CANDIDATES]
            worths = {int(hero): values[heroes[hero]][seat - 1] for hero in offered}
            assert int(game.seat[seat].hero) == max(worths, key=worths.__getitem__)


def test_the_lord_chooses_first_and_for_its_role():
    """One of the two others is a given hero in 2 games of 22; else the best of the three is there."""
    table = {5: {"lord": {"caocao": [3.0], "zhangfei": [5.0], "liubei": [-2.0]}, "rebel": {"caocao": [9.0]}}}
    rules, heroes = rules_by(table), load_ruleset(NAME).heroes
    lords = Counter(heroes[int(game.seat[0].hero)] for game in dealt(rules, 5, GAMES, seed=4, deal=Deal.DRAFT))
    assert set(lords) == {"caocao", "zhangfei"}
    assert near(lords["zhangfei"], 2 / 22)


def test_without_a_table_every_candidate_is_as_likely():
    rules, heroes = rules_by({}), load_ruleset(NAME).heroes
    games = dealt(rules, 5, GAMES, seed=4, deal=Deal.DRAFT)
    lords = Counter(heroes[int(game.seat[0].hero)] for game in games)
    reserved = ("liubei", "caocao", "sunquan")
    assert all(near(lords[hero], 1 / 5) for hero in reserved)
    assert all(near(lords[hero], 2 / 5 / 22) for hero in heroes if hero not in reserved)
    for seat in range(1, 5):
        places = Counter()
        for game in games:
            offered = game.aside[(seat - 1) * CANDIDATES : seat * CANDIDATES].tolist()
            places[offered.index(int(game.seat[seat].hero))] += 1
        assert all(near(places[k], 1 / CANDIDATES) for k in range(CANDIDATES))


def test_a_hero_without_a_number_is_average_and_equals_are_as_likely():
    table = {5: {"lord": {"liubei": [-1.0], "caocao": [-1.0], "sunquan": [0.0]}}}
    heroes = load_ruleset(NAME).heroes
    lords = Counter(
        heroes[int(game.seat[0].hero)] for game in dealt(rules_by(table), 5, GAMES, seed=6, deal=Deal.DRAFT)
    )
    assert lords["liubei"] == lords["caocao"] == 0
    assert near(lords["sunquan"], 1 / 3)
    assert near(lords["zhangfei"], 2 / 3 / 22)


def test_the_nearest_number_of_players_stands_in_by_its_mean():
    table = {4: {"rebel": {"caocao": [1.0, 2.0, 6.0]}}, 8: {"rebel": {"caocao": [7.0]}, "loyalist": {"caocao": [5.0]}}}
    caocao = load_ruleset(NAME).heroes.index("caocao")
    found = {n: rules_by(table, players=n)[0].draft[:, :, caocao] for n in (4, 5, 7)}
    assert found[4][Role.REBEL, 1:4].tolist() == [1.0, 2.0, 6.0]
    assert found[5][Role.REBEL, 1:5].tolist() == [3.0] * 4
    assert found[7][Role.REBEL, 1:7].tolist() == [7.0] * 6
    assert found[4][Role.LOYALIST, 1:4].tolist() == [5.0] * 3


def test_picks_are_the_best_that_can_be_seen_and_the_best_of_them_fight():
    """Six of ten heroes lie face up; one that is face down counts as average, 0, until it is picked."""
    duel = load_ruleset(DUEL)
    lineup = duel.data["lineup"]
    dealt_out, fielded = lineup["dealt"], lineup["fielded"]
    values = planted(2, name=DUEL)[2]
    table = {role: {hero: [worth[0] + 50.0] for hero, worth in values[role].items()} for role in ("lord", "renegade")}
    games = dealt(rules_by({2: table}, DUEL, 2), 2, GAMES, seed=2, deal=Deal.DRAFT)
    unseen = 0
    for game in games:
        picked = [duel.heroes[hero] for hero in game.aside[:dealt_out]]
        for seat, (role, own) in enumerate((("lord", [0, 3, 4, 7, 8]), ("renegade", [1, 2, 5, 6, 9]))):
            mine = sorted((picked[k] for k in own), key=lambda hero: -table[role][hero][0])
            assert {duel.heroes[hero] for hero in game.lineup[seat, :fielded]} == set(mine[:fielded])
            first = own[0]
            passed = [table[role][hero][0] for hero in picked[first + 1 :]]
            better = sum(worth > max(table[role][picked[first]][0], 0.0) for worth in passed)
            assert better <= dealt_out - lineup["open"]  # only what was face down can have been better
            unseen += better > 0
    assert 0 < unseen < 2 * GAMES


@pytest.mark.parametrize(("name", "players"), [(NAME, 5), (DUEL, 2)])
def test_a_draft_is_the_same_again(name, players):
    rules = rules_by(planted(players, name=name), name, players)
    one, two = (dealt(rules, players, 40, seed=8, deal=Deal.DRAFT) for _ in range(2))
    assert one.tobytes() == two.tobytes()
    other = dealt(rules, players, 40, seed=9, deal=Deal.DRAFT)
    assert (one.seat["hero"] != other.seat["hero"]).any()
