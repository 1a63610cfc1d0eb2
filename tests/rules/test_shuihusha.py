"""What document 004 prints of the game, and that the rest is marked as standing in."""

from collections import Counter
from typing import Any

import pytest

from sim.core.layout import BY_WEAPON
from sim.errors import UserError
from sim.rules.compile import compile_ruleset
from sim.rules.load import load_ruleset
from sim.rules.show import source_of

BASIC = {"slash": 24, "juezhao": 6, "jink": 15, "yihuhaojiu": 5, "wujinniurou": 4}
AT_ONE = {  # single and chain stratagems at one target: they keep to a range
    "duel", "dismantlement", "collateral", "fire_attack", "iron_chain", "tanting", "xingci", "bishangliangshan", "mi",
    "shiqiandaojia", "indulgence", "supply_shortage", "jicaotunliang", "liangshanhaohanjiefachang",
    "xunyangloutifanshi",
}  # fmt: skip


@pytest.fixture(scope="module")
def data() -> dict[str, Any]:
    return load_ruleset("shuihusha").data


def test_deck__54_20_34(data: dict[str, Any]) -> None:
    cards = load_ruleset("shuihusha").cards
    kinds = Counter(kind for kind, _, _ in cards)
    classes = {key: card["class"] for key, card in data["cards"].items()}
    groups = Counter(classes[kind] for kind, _, _ in cards)
    assert len(cards) == 108
    assert {kind: n for kind, n in kinds.items() if classes[kind] == "basic"} == BASIC
    assert groups["basic"] == 54
    assert (groups["weapon"], groups["armour"] + groups["horse_in"] + groups["horse_out"]) == (12, 8)
    assert groups["instant"] + groups["delayed"] == 34
    assert sum(classes[kind] == "instant" for kind in kinds) == 19
    assert sum(classes[kind] == "delayed" for kind in kinds) == 3
    assert all(kinds[kind] == 1 for kind in kinds if classes[kind] in ("weapon", "armour", "horse_in", "horse_out"))


def test_setup__as_printed(data: dict[str, Any]) -> None:
    setup = data["setup"]
    printed = {
        "draw_per_turn": 2, "hand_limit": 2, "lord_bonus": 1, "lord_bonus_from": 2, "rebel_reward": 3,
        "loyalist_penalty": False, "self_rescue": False, "judge_in_play": True, "lord_candidates": 3,
        "lord_candidates_many": 2, "other_candidates": 3, "other_candidates_many": 2, "many_from": 9,
    }  # fmt: skip
    assert {key: setup[key] for key in printed} == printed
    assert all(setup["sources"].get(key, setup["source"]).startswith("seed 004") for key in printed)
    assert setup["sources"]["start_hand"].startswith("assumed")
    assert setup["sources"]["renegade_alone"].startswith("assumed")


def test_roles__printed_names(data: dict[str, Any]) -> None:
    names = {key: entry["names"]["zh"] for key, entry in data["identities"].items()}
    assert names == {"lord": "皇帝", "loyalist": "好汉", "rebel": "贼寇", "renegade": "奸臣"}
    assert {key for key, entry in data["identities"].items() if entry["source"] == "seed 004"} == set(names)
    assert sorted(data["roles"]["single"], key=int) == [str(n) for n in range(2, 11)]


@pytest.mark.parametrize("players", [11, 12])
def test_roles__the_largest_tables(players: int) -> None:
    compile_ruleset(load_ruleset("shuihusha"), players, "fork", deal="draft")


def test_heroes__24_stand_in(data: dict[str, Any]) -> None:
    heroes = data["heroes"]
    assert len(heroes) == 24
    assert Counter(hero["faction"] for hero in heroes.values()) == {"kou": 6, "guan": 5, "jiang": 7, "min": 6}
    assert {key for key, hero in heroes.items() if hero["gender"] == "female"} == {
        "husanniang", "sunerniang", "panjinlian", "lishishi",
    }  # fmt: skip
    assert Counter(hero["hp"] for hero in heroes.values()) == {4: 14, 3: 10}
    assert not any(hero["lord"] for hero in heroes.values())
    assert all(hero["source"].startswith("public") for hero in heroes.values())
    assert {key for key, skill in data["skills"].items() if skill["lord"]} == {"juyi", "panquan", "zhiyuan", "jiachu"}


def test_description__says_what_stands_in(data: dict[str, Any]) -> None:
    assert (
        "004" in data["description"]["en"].splitlines()[0] and "stand-ins" in data["description"]["en"].splitlines()[0]
    )
    assert "004" in data["description"]["zh"].splitlines()[0] and "替身" in data["description"]["zh"].splitlines()[0]


def test_cards__only_the_basic_ones_are_printed(data: dict[str, Any]) -> None:
    for key, card in data["cards"].items():
        for part in ("names", "rows", "class"):
            assert source_of(card, part).startswith("seed 004" if key in BASIC else "public"), (key, part)
    assert all(card["source"].startswith("assumed") for card in data["deck"])


def test_ranges__stratagems_at_one_target(data: dict[str, Any]) -> None:
    ruleset = load_ruleset("shuihusha")
    rules = compile_ruleset(ruleset)[0]
    weapon = {key for i, key in enumerate(ruleset.kinds) if rules.kind[i].reach == BY_WEAPON}
    assert weapon == AT_ONE | {"slash", "juezhao"}
    assert data["cards"]["snatch"]["range"] == 1


@pytest.mark.parametrize("players", range(2, 11))
def test_draft__heroes_for_all(players: int) -> None:
    compile_ruleset(load_ruleset("shuihusha"), players, deal="draft")


# ---------------------------------------------------------------------------------------------- alternates


def test_alternates__out_of_play_at_first(data: dict[str, Any]) -> None:
    assert not any(card["kind"] in data["alternates"] for card in data["deck"])
    assert all(data["cards"][key]["count"] == 0 for key in data["alternates"])


def test_alternates__all_five() -> None:
    plain, other = load_ruleset("shuihusha"), load_ruleset("shuihusha", {"setup.alternates": True})
    assert len(other.cards) == 108
    changed = [(old, new) for old, new in zip(plain.cards, other.cards, strict=True) if old != new]
    assert len(changed) == 5
    assert all(old[1:] == new[1:] for old, new in changed)  # suit and rank stay
    assert {new[0] for _, new in changed} == set(plain.data["alternates"])
    assert other.data["cards"]["haixiao"]["copies"] == ["SJ"]
    assert plain.content_hash != other.content_hash


def test_alternates__some_of_them() -> None:
    other = load_ruleset("shuihusha", ['setup.alternates=["haixiao"]'])
    assert [card for card in other.cards if card[0] in other.data["alternates"]] == [("haixiao", "S", "J")]
    swapped = {
        "setup.alternates": ["haixiao"],
        "alternates.haixiao.replaces": "duel@SA",
        "alternates.haixiao.card": "SA",
    }
    assert ("haixiao", "S", "A") in load_ruleset("shuihusha", swapped).cards


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ('setup.alternates=["tide"]', "setup.alternates.0: found 'tide'; allowed: haixiao"),
        ('setup.alternates=["haixiao", "haixiao"]', "setup.alternates.1: found 'haixiao' twice"),
        ("alternates.haixiao.replaces=snatch@S11", "alternates.haixiao.replaces: found 'snatch@S11'"),
        ("alternates.haixiao.replaces=grab@SJ", "alternates.haixiao.replaces: found 'grab'; allowed: slash"),
        ("alternates.haixiao.card=SJ2", "alternates.haixiao.card: found 'SJ2'"),
    ],
)
def test_alternates__refused(change: str, told: str) -> None:
    with pytest.raises(UserError) as error:
        load_ruleset("shuihusha", [change])
    assert told in str(error.value)


def test_alternates__the_card_replaced_must_be_there() -> None:
    with pytest.raises(
        UserError, match=r"alternates\.haixiao\.replaces: found 'snatch@SJ', which the deck does not hold"
    ):
        load_ruleset("shuihusha", ["setup.alternates=true", "cards.snatch.count=1"])
