"""What document 002 prints, and what is taken over where it prints nothing."""

from collections import Counter
from typing import Any

import pytest

from sim.rules.compile import compile_ruleset
from sim.rules.load import load_ruleset

TWINS = {
    "renci": "rende", "nongqiao": "wusheng", "guanse": "guanxing", "wuzheng": "kongcheng", "haose": "jianxiong",
    "huzhu": "hujia", "jianmei": "luoshen", "yinglian": "biyue", "jidu": "yingzi", "zanghua": "qingnang",
    "zuiwo": "wushuang", "lengmian": "tieqi", "youling": "longdan",
}  # fmt: skip
OWN = {"zhixian", "dimeng", "buqu", "tianxiang", "hongyan", "jushou", "zuima", "shixue", "fanjian"}
LOCKED = {"wuzheng", "buqu", "hongyan", "zuima", "shixue", "qianxun", "zuiwo", "mashu"}  # no 可以 is printed


@pytest.fixture(scope="module")
def data() -> dict[str, Any]:
    return load_ruleset("hongloumeng").data


@pytest.fixture(scope="module")
def official() -> dict[str, Any]:
    return load_ruleset("sanguosha_official").data


def test_deck__the_104_cards_and_two_more(data: dict[str, Any]) -> None:
    cards = load_ruleset("hongloumeng").cards
    assert cards[:104] == load_ruleset("sanguosha").cards
    assert cards[104:] == [("ice_sword", "S", "2"), ("renwang_shield", "C", "2")]
    assert Counter(suit for _, suit, _ in cards) == {"S": 27, "H": 26, "C": 27, "D": 26}
    classes = Counter(data["cards"][kind]["class"] for kind, _, _ in cards)
    assert (classes["basic"], classes["instant"] + classes["delayed"]) == (53, 34)
    assert classes["weapon"] + classes["armour"] + classes["horse_in"] + classes["horse_out"] == 19


def test_cards__work_as_the_standard_editions(data: dict[str, Any], official: dict[str, Any]) -> None:
    assert set(data["cards"]) == set(official["cards"])
    for key, card in data["cards"].items():
        assert all(card[part] == official["cards"][key][part] for part in ("rows", "class", "range")), key
    renamed = {key for key, card in data["cards"].items() if card["names"] != official["cards"][key]["names"]}
    assert renamed == {
        "peach", "archery_attack", "savage_assault", "god_salvation", "indulgence", "crossbow", "double_sword", "blade",
        "eight_diagram", "jueying", "dilu", "zhuahuangfeidian", "chitu", "dayuan", "zixing",
    }  # fmt: skip


def test_heroes__as_printed(data: dict[str, Any]) -> None:
    heroes = data["heroes"]
    assert len(heroes) == 31
    assert Counter(hero["hp"] for hero in heroes.values()) == {3: 13, 4: 18}
    assert Counter(hero["faction"] for hero in heroes.values()) == {"rongguo": 11, "ningguo": 7, "xue": 8, "qun": 5}
    assert [key for key, hero in heroes.items() if hero["lord"]] == ["laozuzong", "jiazhen", "xueyima"]
    assert {key for key, hero in heroes.items() if hero["gender"] == "male"} == {
        "jiazheng", "baoyu", "jiazhen", "jiarong", "jiaoda", "xuepan", "xueke", "liuxianglian", "jiangyuhan",
    }  # fmt: skip
    assert {heroes[key]["hp"] for key in ("laozuzong", "qingwen", "jiaoda", "xuepan", "miaoyu")} == {4}
    assert {heroes[key]["hp"] for key in ("xiren", "yuanchun", "xueke", "lindaiyu", "youerjie")} == {3}


def test_skills__taken_over_or_its_own(data: dict[str, Any], official: dict[str, Any]) -> None:
    skills = data["skills"]
    assert len(skills) == 48
    for key, skill in skills.items():
        if key not in OWN:
            assert skill["rows"] == official["skills"][TWINS.get(key, key)]["rows"], key
    called = {key: skill["faction"] for key, skill in skills.items() if skill["lord"]}
    assert called == {"jijiang": "rongguo", "huzhu": "ningguo", "jiuyuan": "xue"}


def test_skills__optional_where_may_is_printed(data: dict[str, Any]) -> None:
    for key in LOCKED:
        for row in data["skills"][key]["rows"]:
            assert row.get("must") or "value" in row, key
    assert {key for key, skill in data["skills"].items() if any(row.get("must") for row in skill["rows"])} <= LOCKED


def test_roles__ten_printed_cards(data: dict[str, Any]) -> None:
    ten = data["roles"]["single"]["10"]
    assert tuple(ten[role] for role in ("lord", "loyalist", "rebel", "renegade")) == (1, 3, 4, 2)
    assert ten["source"].startswith("seed")
    for players in range(2, 11):
        compile_ruleset(load_ruleset("hongloumeng"), players=players)


def test_setup__as_the_standard_edition_and_said_to_be_assumed(data: dict[str, Any], official: dict[str, Any]) -> None:
    said = ("source", "sources")
    assert {key: data["setup"][key] for key in data["setup"] if key not in said} == {
        key: official["setup"][key] for key in official["setup"] if key not in said
    }
    assert data["setup"]["source"].startswith("assumed")
