"""Values changed by their paths."""

import pytest

from sim.errors import UserError
from sim.rules.load import load_ruleset


def test_set__lines_are_read_as_toml() -> None:
    changes = [
        "heroes.caocao.hp=3",
        "skills.fanjian.rows.0.naming=their_colour",
        "setup.draw_per_turn=3",
        "setup.self_rescue = false",
        'skills.biyue.rows = [{ when = "end", do = "draw", n = 2 }]',
    ]
    data = load_ruleset("sanguosha_official", changes).data
    assert data["heroes"]["caocao"]["hp"] == 3
    assert data["skills"]["fanjian"]["rows"][0]["naming"] == "their_colour"
    assert data["setup"]["draw_per_turn"] == 3
    assert data["setup"]["self_rescue"] is False
    assert data["skills"]["biyue"]["rows"] == [{"when": "end", "do": "draw", "n": 2}]


def test_set__mapping_gives_values_as_they_are() -> None:
    data = load_ruleset("sanguosha", {"heroes.guanyu.hp": 5, "skills.rende.rows.1.n": "1"}).data
    assert data["heroes"]["guanyu"]["hp"] == 5
    assert data["skills"]["rende"]["rows"][1]["n"] == "1"


def test_set__a_row_may_get_a_key_it_lacks_and_lose_one_it_has() -> None:
    data = load_ruleset("sanguosha", ["skills.kurou.rows.0.limit=turn 2", "skills.zhiheng.rows.0.limit="]).data
    assert data["skills"]["kurou"]["rows"][0]["limit"] == "turn 2"
    assert "limit" not in data["skills"]["zhiheng"]["rows"][0]


def test_set__source_is_noted() -> None:
    data = load_ruleset("sanguosha", ["heroes.caocao.hp=3", "skills.rende.rows.1.n=1", "setup.start_hand=5"]).data
    assert data["heroes"]["caocao"]["sources"]["hp"] == "set"
    assert data["skills"]["rende"]["sources"]["rows.1.n"] == "set"
    assert data["setup"]["sources"]["start_hand"] == "set"


def test_set__count_keeps_the_first_copies() -> None:
    before, after = load_ruleset("sanguosha"), load_ruleset("sanguosha", ["cards.crossbow.count=1"])
    second = [i for i, card in enumerate(before.cards) if card[0] == "crossbow"][1]
    assert after.cards == before.cards[:second] + before.cards[second + 1 :]
    assert after.data["cards"]["crossbow"]["copies"] == ["CA"]
    assert load_ruleset("sanguosha", ["cards.crossbow.count=0"]).data["cards"]["crossbow"]["count"] == 0


def test_set__count_repeats_the_list() -> None:
    before, after = load_ruleset("sanguosha"), load_ruleset("sanguosha", ["cards.crossbow.count=5"])
    assert after.data["cards"]["crossbow"]["copies"] == ["CA", "DA", "CA", "DA", "CA"]
    assert after.cards[: len(before.cards)] == before.cards


def test_set__copies_name_suit_and_rank() -> None:
    ruleset = load_ruleset("sanguosha", ['cards.crossbow.copies=["S10", "DA", "HK"]'])
    assert [card for card in ruleset.cards if card[0] == "crossbow"] == [
        ("crossbow", "S", "10"),
        ("crossbow", "D", "A"),
        ("crossbow", "H", "K"),
    ]


def test_set__deck_cards_one_by_one() -> None:
    ruleset = load_ruleset("sanguosha", ["deck.0.suit=H"])
    assert ruleset.label(0) == "duel@HA"
    assert ruleset.data["cards"]["duel"]["copies"][0] == "HA"


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("heroes.caocoa.hp=3", "did you mean 'caocao'?"),
        ("heroes.caocao.hpp=3", "did you mean 'hp'?"),
        ("hereos.caocao.hp=3", "did you mean 'heroes'?"),
        ("skills.fanjian.rows.7.naming=suit", "allowed: 0 to 1"),
        ("skills.fanjian.rows.0.nameing=suit", "did you mean 'naming'?"),
        ("setup.draw_per_turn.x=3", "setup.draw_per_turn is a value"),
        ("setup.draw_per_turn", "allowed: PATH=VALUE"),
        ("setup.draw_per_turn=many", "setup.draw_per_turn: found 'many'"),
        ("setup.draw_per_turn=-1", "found -1; allowed: 0 or more"),
        ("heroes.caocao.gender=mael", "did you mean 'male'?"),
        ("heroes.caocao.faction=wie", "did you mean 'wei'?"),
        ("skills.fanjian.rows.0.naming=their_siut", "did you mean 'their_suit'?"),
        ("cards.crossbow.count=500", "allowed: a number from 0 to 192"),
        ("cards.crossbow.copies=[1]", "allowed: a list of suit and rank"),
        ("roles.single.5.lord=0", "a role table needs exactly one lord"),
        ("roles.single.5.rebel=3", "roles that add up to 5"),
        ("skills.biyue.rows=3", "skills.biyue.rows: found 3"),
        ("deck=[]", "deck: found []"),
        ("cards=7", "cards: found 7"),
    ],
)
def test_set__what_cannot_be_is_refused(change: str, told: str) -> None:
    with pytest.raises(UserError, match="set") as error:
        load_ruleset("sanguosha", [change])
    assert told in str(error.value)
    assert change.partition("=")[0] in str(error.value)


def test_set__one_card_is_the_attack() -> None:
    with pytest.raises(UserError, match="cards: no card is an attack"):
        load_ruleset("sanguosha", set={"cards.slash.rows": []})


@pytest.mark.parametrize("cls", ["armour", "delayed"])
def test_set__what_a_skill_uses_out_of_nothing_cannot_lie_anywhere(cls: str) -> None:
    with pytest.raises(UserError, match=r"skills\.lijian\.rows\.0\.as: found 'duel', which lies somewhere"):
        load_ruleset("sanguosha", set={"cards.duel.class": cls})


def test_hash__follows_what_changes_play_only() -> None:
    plain = load_ruleset("sanguosha").content_hash
    assert load_ruleset("sanguosha").content_hash == plain
    for names in ("heroes.caocao.names.en=Ts'ao Ts'ao", "description.en=x", "heroes.caocao.source=assumed x"):
        assert load_ruleset("sanguosha", [names]).content_hash == plain
    for played in (
        "heroes.caocao.hp=3",
        "deck.0.suit=H",
        "skills.rende.rows.1.n=1",
        "roles.single.9.loyalist=3",
    ):
        same = load_ruleset("sanguosha", [played]).content_hash == plain
        assert same == (played == "roles.single.9.loyalist=3")
