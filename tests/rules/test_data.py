"""The shipped rulesets hold what the printed tables say."""

from collections import Counter
from fractions import Fraction

import pytest

from sim.rules import files
from sim.rules.load import load_ruleset

BOTH = ("sanguosha", "sanguosha_official")


@pytest.mark.parametrize(("name", "cards", "per_suit"), [("sanguosha", 104, 26), ("sanguosha_official", 108, 27)])
def test_deck__suits_and_colours(name: str, cards: int, per_suit: int) -> None:
    deck = load_ruleset(name).cards
    assert len(deck) == cards
    assert Counter(suit for _, suit, _ in deck) == dict.fromkeys("SHCD", per_suit)


def test_deck__every_suit_and_rank_twice_without_ex() -> None:
    seen = Counter((suit, rank) for _, suit, rank in load_ruleset("sanguosha").cards)
    assert len(seen) == 52
    assert set(seen.values()) == {2}


def test_deck__ex_cards_are_what_the_standard_edition_adds() -> None:
    base, official = (load_ruleset(name).cards for name in BOTH)
    assert official[: len(base)] == base
    assert official[len(base) :] == [
        ("ice_sword", "S", "2"),
        ("lightning", "H", "Q"),
        ("renwang_shield", "C", "2"),
        ("nullification", "D", "Q"),
    ]


@pytest.mark.parametrize("name", BOTH)
def test_deck__basics(name: str) -> None:
    count = Counter((kind, suit) for kind, suit, _ in load_ruleset(name).cards)
    assert [count["slash", suit] for suit in "SHCD"] == [7, 3, 14, 6]
    assert [count["jink", suit] for suit in "SHCD"] == [0, 3, 0, 12]
    assert [count["peach", suit] for suit in "SHCD"] == [0, 7, 0, 1]


@pytest.mark.parametrize(("name", "basic", "trick", "equip"), [(BOTH[0], 53, 34, 17), (BOTH[1], 53, 36, 19)])
def test_deck__classes(name: str, basic: int, trick: int, equip: int) -> None:
    ruleset = load_ruleset(name)
    count = Counter(ruleset.data["cards"][kind]["class"] for kind, _, _ in ruleset.cards)
    assert count["basic"] == basic
    assert count["instant"] + count["delayed"] == trick
    assert count["weapon"] + count["armour"] + count["horse_in"] + count["horse_out"] == equip


@pytest.mark.parametrize("name", BOTH)
def test_heroes__hp_and_gender(name: str) -> None:
    heroes = load_ruleset(name).data["heroes"]
    assert len(heroes) == 25
    assert Counter(hero["hp"] for hero in heroes.values()) == {3: 11, 4: 14}
    women = {key for key, hero in heroes.items() if hero["gender"] == "female"}
    assert women == {"huangyueying", "daqiao", "sunshangxiang", "zhenji", "diaochan"}
    assert Fraction(2 * len(women) * (25 - len(women)), 25 * 24) == Fraction(1, 3)
    assert Counter(hero["faction"] for hero in heroes.values()) == {"shu": 7, "wei": 7, "wu": 8, "qun": 3}
    assert [key for key, hero in heroes.items() if hero["lord"]] == ["liubei", "sunquan", "caocao"]


@pytest.mark.parametrize("name", BOTH)
def test_roles__table(name: str) -> None:
    tables = load_ruleset(name).data["roles"]
    camps = ("lord", "loyalist", "rebel", "renegade")
    single = {int(n): tuple(row[role] for role in camps) for n, row in tables["single"].items()}
    assert single == {
        2: (1, 0, 1, 0),
        3: (1, 0, 1, 1),
        4: (1, 1, 1, 1),
        5: (1, 1, 2, 1),
        6: (1, 1, 3, 1),
        7: (1, 2, 3, 1),
        8: (1, 2, 4, 1),
        9: (1, 3, 4, 1),
        10: (1, 3, 5, 1),
    }
    assert sorted(tables["double"], key=int) == ["6", "8", "10"]
    assert sorted(tables["double-odd"], key=int) == ["7", "9"]
    assert list(tables["single-alt4"]) == ["4"]


def test_setup__as_printed() -> None:
    setup = load_ruleset("sanguosha").data["setup"]
    assert (setup["draw_per_turn"], setup["start_hand"], setup["rebel_reward"]) == (2, 4, 3)
    assert (setup["lord_bonus"], setup["lord_bonus_from"]) == (1, 5)
    assert load_ruleset("sanguosha_official").data["setup"] == setup


def test_official__states_only_what_differs() -> None:
    base, official = (load_ruleset(name).data for name in BOTH)
    assert set(base["skills"]) - set(official["skills"]) == {"feijiang"}
    assert set(official["skills"]) - set(base["skills"]) == {"paoxiao", "tieqi"}
    assert set(official["cards"]) - set(base["cards"]) == {"ice_sword", "renwang_shield"}
    assert official["skills"]["paoxiao"]["rows"] == base["skills"]["feijiang"]["rows"]
    assert base["heroes"]["machao"]["skills"] == ["mashu"]
    assert official["heroes"]["machao"]["skills"] == ["mashu", "tieqi"]
    changed = {
        key for key, skill in official["skills"].items()
        if key in base["skills"] and skill["rows"] != base["skills"][key]["rows"]
    }  # fmt: skip
    assert changed == {
        "rende", "guanxing", "mashu", "jizhi", "jiuyuan", "yingzi", "fanjian", "xiaoji", "fankui", "ganglie",
        "luoyi", "jijiu", "qingnang", "wushuang", "lijian", "biyue",
    }  # fmt: skip


@pytest.mark.parametrize("name", BOTH)
def test_seed_wording__locked_where_no_may_is_printed(name: str) -> None:
    skills = load_ruleset(name).data["skills"]
    locked = {key for key, skill in skills.items() if any(row.get("must") for row in skill["rows"])}
    printed = {"guanxing", "jizhi", "xiaoji", "fankui", "ganglie", "biyue"}
    assert locked == (printed if name == "sanguosha" else set())


@pytest.mark.parametrize("name", files.shipped())
def test_names__in_both_languages(name: str) -> None:
    ruleset = load_ruleset(name)
    for section in ("heroes", "cards", "skills", "grants", "identities", "factions"):
        for key, entry in ruleset.data[section].items():
            assert any("\u4e00" <= letter <= "\u9fff" for letter in entry["names"]["zh"]), key
            assert entry["names"]["en"].isascii(), key
            assert ruleset.name(key, "en") == entry["names"]["en"]
    assert ruleset.names["zh"]
    assert ruleset.description["en"]


@pytest.mark.parametrize("name", files.shipped())
def test_bundles__all_in_use(name: str) -> None:
    ruleset = load_ruleset(name)
    held = {skill for hero in ruleset.data["heroes"].values() for skill in hero["skills"]}
    camps = {key for key, skill in ruleset.data["skills"].items() if skill["camp"] is not None}
    assert held | camps == set(ruleset.data["skills"])
    assert all(card["count"] or key in ruleset.data["alternates"] for key, card in ruleset.data["cards"].items())


@pytest.mark.parametrize("name", files.shipped())
def test_provenance__every_value_has_one(name: str) -> None:
    data = load_ruleset(name).data
    tables = [*(data[name] for name in files.SINGLE if name in data), *data["deck"]]
    for section in ("heroes", "cards", "skills", "grants", "identities", "factions", "alternates"):
        tables += data[section].values()
    for table in data["roles"].values():
        tables += table.values()
    for table in tables:
        for source in [table["source"], *table.get("sources", {}).values()]:
            sort, _, origin = source.partition(" ")
            assert sort in ("seed", "public", "assumed")
            assert origin, table
