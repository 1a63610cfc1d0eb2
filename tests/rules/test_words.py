"""The words of rows become the integers of the codes."""

from typing import Any

import pytest

from sim.core import layout
from sim.core.codes import (
    ANY_EQUIP,
    ANY_OF,
    EQUIP,
    QTY,
    THEIR,
    Do,
    Flag,
    Limit,
    Naming,
    Op,
    Phase,
    Price,
    Qty,
    Relation,
    Suit,
    To,
    Until,
    Val,
    When,
    Zone,
)  # fmt: skip
from sim.rules import checks, rows
from sim.rules import compile as compiler
from sim.rules.filters import card_filter
from sim.rules.load import load_ruleset
from sim.rules.words import ALL_KINDS, ALL_RANKS, ALL_SUITS, Lexicon, WordError


@pytest.fixture
def lex() -> Lexicon:
    return checks.lexicon(load_ruleset("sanguosha_official").data)


def flat(lex: Lexicon, **row: Any) -> dict[str, int]:
    """Flatten a row that must be right; a trailing underscore is left out of a key."""
    problems: list[rows.Problem] = []
    found = rows.flatten({key.rstrip("_"): value for key, value in row.items()}, lex, problems, head={"when": "draw"})
    assert not problems
    return found


def complaint(lex: Lexicon, **row: Any) -> dict[str, str]:
    """Return what is wrong with a row, by key."""
    problems: list[rows.Problem] = []
    rows.flatten({key.rstrip("_"): value for key, value in row.items()}, lex, problems)
    return {key: str(wrong) for key, wrong in problems}


def picked(row: dict[str, int], *keys: str) -> tuple[int, ...]:
    return tuple(row[key] for key in keys)


def test_row__every_field_is_filled(lex: Lexicon) -> None:
    found = flat(lex, when="draw", do="draw")
    assert set(found) | set(compiler.COMPILED) == set(layout.ROW.names)


def test_row__defaults(lex: Lexicon) -> None:
    found = flat(lex, when="draw", do="draw")
    assert picked(found, "on", "cost", "unless", "limit", "naming", "until", "marks", "zones") == (0,) * 8
    assert picked(found, "n_l", "n_o", "cap", "as_", "lo", "hi", "to") == (1, Op.NONE, -1, -1, 1, 1, To.ME)


def test_conditions(lex: Lexicon) -> None:
    found = flat(lex, when="draw", do="draw", if_=["their_male != male", "!my_turn"])
    assert picked(found, "c1l", "c1o", "c1r") == (QTY + THEIR + Qty.MALE, Op.NE, QTY + Qty.MALE)
    assert picked(found, "c2l", "c2o", "c2r") == (QTY + Qty.MY_TURN, Op.EQ, 0)
    found = flat(lex, when="draw", do="draw", where="their_faction == shu")
    assert picked(found, "w1l", "w1o", "w1r") == (QTY + THEIR + Qty.FACTION, Op.EQ, lex.factions.index("shu"))
    assert picked(found, "w2l", "w2o", "w2r") == (0, 0, 0)


def test_amounts(lex: Lexicon) -> None:
    found = flat(lex, when="draw", do="draw", n="hand divup 2", cap=-3)
    assert picked(found, "n_l", "n_o", "n_r", "cap") == (QTY + Qty.HAND, Op.DIVUP, 2, -3)
    assert flat(lex, when="active", do="give", n="1+")["marks"] == Flag.PLUS


def test_prices(lex: Lexicon) -> None:
    found = flat(lex, when="draw", do="draw", cost="discard 1+ hand|equip red", unless="play 2 jink")
    assert picked(found, "cost", "cost_l", "cost_zones") == (Price.DISCARD, 1, Zone.HAND | EQUIP)
    assert found["marks"] == Flag.COST_PLUS
    assert lex.filters[found["cost_filter"]][1] == 1 << Suit.HEART | 1 << Suit.DIAMOND | 1 << Suit.RED
    assert picked(found, "unless", "un_l", "un_zones") == (Price.PLAY, 2, 0)
    assert lex.filters[found["un_filter"]][0] == lex.kind_mask("jink")
    found = flat(lex, when="draw", do="draw", cost="discard lost_hp hand", unless="refuse")
    assert picked(found, "cost_l", "cost_o", "cost_filter") == (QTY + Qty.LOST_HP, Op.NONE, 0)
    assert picked(found, "unless", "un_l") == (Price.REFUSE, 1)
    assert flat(lex, when="draw", do="draw", cost="discard 1 any_equip")["cost_zones"] == ANY_EQUIP


def test_words_and_parameters(lex: Lexicon) -> None:
    found = flat(lex, value="suit", on="spade", as_="heart")
    assert picked(found, "when", "do", "as_", "lo") == (When.VALUE, Do.NOTHING, Val.SUIT, Suit.HEART)
    assert flat(lex, when="front", do="skip", as_="play")["as_"] == Phase.PLAY
    assert flat(lex, when="draw", do="grant", as_="luoyi_power")["as_"] == lex.bundles.index("luoyi_power")
    assert flat(lex, when="draw", do="damage", as_="fire")["marks"] == Flag.FIRE
    last = flat(lex, when="view_as", as_="last", cards="any")
    assert picked(last, "as_", "marks", "zones") == (-1, Flag.LAST, Zone.HAND)
    some = flat(lex, when="view_as", as_="instant", cards="trick")["as_"]
    assert lex.filters[ANY_OF - some][0] == lex.class_mask([1])
    found = flat(lex, when="active", do="give", naming="their_colour", limit="turn 2", pick="them", until="next")
    assert picked(found, "naming", "limit", "limit_n", "until") == (
        Naming.THEIR_COLOUR,
        Limit.TURN,
        2,
        Until.NEXT,
    )
    assert found["marks"] == Flag.THEM_PICK
    assert found["zones"] == Zone.HAND


def test_or__takes_over_what_it_does_not_state(lex: Lexicon) -> None:
    head = {
        "when": "damaged",
        "who": "by_me",
        "on": "slash",
        "if": ["source"],
        "limit": "turn 1",
        "do": "draw",
    }
    plain = rows.flatten(head, lex, [])
    other = rows.flatten({"when": "or", "who": "any", "do": "heal"}, lex, [], head)
    same = ("on", "c1l", "c1o", "c1r", "limit", "limit_n", "by")
    assert picked(other, *same) == picked(plain, *same)
    assert other["when"] == When.OR
    assert other["who"] != plain["who"]


@pytest.mark.parametrize(
    ("text", "kinds", "suits", "ranks", "relation"),
    [
        ("any", None, ALL_SUITS, ALL_RANKS, 0),
        ("slash black", "slash", 1 << Suit.SPADE | 1 << Suit.CLUB | 1 << Suit.BLACK, ALL_RANKS, 0),
        ("!heart", None, ALL_SUITS ^ 1 << Suit.HEART, ALL_RANKS, 0),
        ("spade 2-9", None, 1 << Suit.SPADE, 0b1111111100, 0),
        ("J-A", None, ALL_SUITS, 0b11100000000010, 0),
        ("A-5", None, ALL_SUITS, 0b111110, 0),
        ("slash !named", "slash", ALL_SUITS, ALL_RANKS, Relation.NOT_NAMED),
    ],
)
def test_filters(lex: Lexicon, text: str, kinds: str | None, suits: int, ranks: int, relation: int) -> None:
    found = lex.filters[card_filter(text, lex)]
    assert found == (lex.kind_mask(kinds) if kinds else ALL_KINDS, suits, ranks, relation)


def test_filters__any_is_number_0_and_equal_ones_are_shared(lex: Lexicon) -> None:
    assert card_filter("any", lex) == 0
    assert card_filter("spade|heart slash", lex) == card_filter("slash heart|spade", lex)
    area = "archery_attack|savage_assault|god_salvation|amazing_grace"
    assert card_filter("area", lex) == card_filter(area, lex)
    assert card_filter("trick !instant", lex) == card_filter("indulgence|lightning", lex)


def test_filters__a_kind_covers_those_that_count_as_it() -> None:
    isa = {"slash": {"slash"}, "gale": {"gale", "slash"}}
    lex = Lexicon(["slash", "gale"], {"slash": 0, "gale": 0}, isa, set(), set(), [], [], [])
    assert lex.filters[card_filter("slash", lex)][0] == 0b11
    assert lex.filters[card_filter("gale", lex)][0] == 0b10
    assert lex.filters[card_filter("slash !gale", lex)][0] == 0b01


@pytest.mark.parametrize("text", ["slahs", "heart|slash", "9-2", "!any", "named !named", "", 3])
def test_filters__refused(lex: Lexicon, text: object) -> None:
    with pytest.raises(WordError):
        card_filter(text, lex)


@pytest.mark.parametrize(
    ("key", "row"),
    [
        ("when", {"do": "draw"}),
        ("when", {"when": "draw", "value": "draw", "do": "draw"}),
        ("when", {"when": "then", "do": "draw"}),
        ("do", {"when": "draw"}),
        ("do", {"value": "draw", "do": "draw"}),
        ("if", {"when": "draw", "do": "draw", "if": ["hand > "]}),
        ("if", {"when": "draw", "do": "draw", "if": ["hand", "hp", "cards"]}),
        ("if", {"when": "draw", "do": "draw", "if": ["their_alive == 1"]}),
        ("n", {"when": "draw", "do": "draw", "n": 1000}),
        ("n", {"when": "draw", "do": "draw", "n": "hand + 1"}),
        ("count", {"when": "draw", "do": "draw", "count": [2, 1]}),
        ("limit", {"when": "draw", "do": "draw", "limit": "turn 0"}),
        ("cost", {"when": "draw", "do": "draw", "cost": "discard 2"}),
        ("cost", {"when": "draw", "do": "draw", "cost": "pay 2 hand"}),
        ("unless", {"when": "draw", "do": "draw", "unless": "play 1 red"}),
        ("unless", {"when": "draw", "do": "draw", "unless": "discard 1+ hand"}),
        ("from", {"when": "draw", "do": "discard"}),
        ("from", {"when": "draw", "do": "discard", "from": "hand|pocket"}),
        ("as", {"when": "draw", "do": "draw", "as": "slash"}),
        ("as", {"when": "draw", "do": "grant", "as": "rende"}),
        ("as", {"when": "draw", "do": "use"}),
        ("pick", {"when": "draw", "do": "draw", "pick": "me"}),
    ],
)
def test_rows__refused_by_key(lex: Lexicon, key: str, row: dict[str, Any]) -> None:
    assert list(complaint(lex, **row)) == [key]
