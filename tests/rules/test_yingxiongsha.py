"""The ruleset of document 000 holds what it prints, and what public lists add."""

from collections import Counter

import pytest

from sim.rules.load import Ruleset, load_ruleset


@pytest.fixture(scope="module")
def game() -> Ruleset:
    return load_ruleset("yingxiongsha")


def test_deck__two_packs_and_two_medicines(game: Ruleset) -> None:
    assert len(game.cards) == 106
    assert Counter(suit for _, suit, _ in game.cards) == {"S": 26, "H": 27, "C": 26, "D": 27}
    faces = Counter((suit, rank) for _, suit, rank in game.cards)
    assert {face for face, n in faces.items() if n != 2} == {("H", "Q"), ("D", "Q")}
    assert faces["H", "Q"] == faces["D", "Q"] == 3


def test_deck__counts_by_kind(game: Ruleset) -> None:
    assert Counter(kind for kind, _, _ in game.cards) == {
        "slash": 30, "jink": 15, "peach": 8, "dismantlement": 6, "snatch": 5, "ex_nihilo": 4, "nullification": 4,
        "indulgence": 3, "horse_plus1": 3, "horse_minus1": 3, "duel": 3, "savage_assault": 3, "collateral": 2,
        "eight_diagram": 2, "amazing_grace": 2, "lightning": 2, "crossbow": 2, "spear": 1, "kylin_bow": 1, "halberd": 1,
        "blade": 1, "ice_sword": 1, "qinggang_sword": 1, "god_salvation": 1, "axe": 1, "archery_attack": 1,
    }  # fmt: skip


def test_deck__odds_of_judgements(game: Ruleset) -> None:
    """The grenade goes off with 16 of 106, the prison holds with 79, the Jade Ruyi helps with 54."""
    spades = [rank for _, suit, rank in game.cards if suit == "S"]
    assert sum(rank in "23456789" for rank in spades) == 16
    assert sum(suit != "H" for _, suit, _ in game.cards) == 79
    assert sum(suit in "HD" for _, suit, _ in game.cards) == 54


def test_weapons__ranges_as_printed(game: Ruleset) -> None:
    ranges = {card["names"]["zh"]: card["range"] for card in game.data["cards"].values() if card["class"] == "weapon"}
    assert ranges == {
        "鱼肠剑": 2, "博浪锤": 3, "霸王弓": 5, "狼牙棒": 4, "盘龙棍": 3, "芦叶枪": 3, "虎符": 1, "龙鳞刀": 2,
    }  # fmt: skip


def test_heroes__eleven_of_each_camp(game: Ruleset) -> None:
    heroes = game.data["heroes"]
    assert [hero["faction"] for hero in heroes.values()] == ["jun"] * 11 + ["chen"] * 11 + ["min"] * 11
    women = {hero["names"]["zh"] for hero in heroes.values() if hero["gender"] == "female"}
    assert women == {"武则天", "慕容", "虞姬", "褒姒", "花木兰", "赵飞燕", "西施", "陈圆圆", "李师师"}
    three = {hero["names"]["zh"] for hero in heroes.values() if hero["hp"] == 3}
    assert three == {
        "勾践", "商鞅", "虞姬", "刘伯温", "韩信", "褒姒", "花木兰", "赵飞燕", "西施", "扁鹊", "陈圆圆", "李师师",
        "时迁",
    }  # fmt: skip
    assert {hero["hp"] for hero in heroes.values()} == {3, 4}
    assert not any(hero["lord"] for hero in heroes.values())


def test_skills__fifty_and_one_for_the_lords_of_each_camp(game: Ruleset) -> None:
    skills = game.data["skills"]
    camps = {skill["camp"]: (skill["names"]["zh"], skill["faction"]) for skill in skills.values() if skill["lord"]}
    assert camps == {"jun": ("激将", "chen"), "chen": ("护主", "min"), "min": ("救援", "jun")}
    held = [skill for hero in game.data["heroes"].values() for skill in hero["skills"]]
    assert len(held) == len(set(held)) == len(skills) - 3 == 50


def test_setup__as_printed(game: Ruleset) -> None:
    setup = game.data["setup"]
    assert (setup["draw_per_turn"], setup["start_hand"], setup["rebel_reward"]) == (2, 4, 3)
    assert (setup["lord_candidates"], setup["other_candidates"], setup["other_candidates_many"]) == (5, 3, 3)
    assert (setup["lord_bonus"], setup["lord_bonus_from"]) == (1, 2)
    assert game.data["roles"]["double"]["8"]["renegade"] == 2


def test_locked__where_the_text_has_no_may(game: Ruleset) -> None:
    skills = game.data["skills"]
    locked = {key for key, skill in skills.items() if any(row.get("must") for row in skill["rows"])}
    assert locked == {"nvquan", "fanji"}
