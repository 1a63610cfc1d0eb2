"""A ruleset as the record the core reads."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from sim.core import layout
from sim.core.codes import Class, Do, Role, When
from sim.errors import UserError
from sim.rules import schema
from sim.rules.compile import add_cards, compile_ruleset
from sim.rules.load import Ruleset, load_ruleset

BOTH = ("sanguosha", "sanguosha_official")


def cards_in(words: Any) -> set[int]:
    """Return the card ids of a card set."""
    return {64 * i + bit for i, word in enumerate(words) for bit in range(64) if int(word) >> bit & 1}


def usable(ruleset: Ruleset, hero: str, kind: str) -> set[int]:
    """Return the cards a hero may use or play as a kind, as they are or through his own rows."""
    rules = compile_ruleset(ruleset)[0]
    code = ruleset.kinds.index(kind)
    found = cards_in(rules.kind[code].counts)
    own = rules.hero[ruleset.heroes.index(hero)]
    for skill in own.skills[: own.n]:
        bundle = rules.bundle[skill]
        for row in rules.row[bundle.first : bundle.first + bundle.n]:
            if row.when == When.VIEW_AS and row.as_ == code:
                found |= cards_in(rules.filter[row.cards].cards)
    return found


@pytest.mark.parametrize(
    ("name", "hero", "kind", "share"),
    [
        ("sanguosha_official", "zhaoyun", "slash", Fraction(5, 12)),
        ("sanguosha_official", "zhaoyun", "jink", Fraction(5, 12)),
        ("sanguosha", "zhaoyun", "slash", Fraction(45, 104)),
        ("sanguosha_official", "zhenji", "jink", Fraction(23, 36)),
        ("sanguosha", "zhenji", "jink", Fraction(67, 104)),
        ("sanguosha_official", "daqiao", "indulgence", Fraction(5, 18)),
        ("sanguosha", "daqiao", "indulgence", Fraction(29, 104)),
    ],
)
def test_usable_cards(name: str, hero: str, kind: str, share: Fraction) -> None:
    ruleset = load_ruleset(name)
    assert Fraction(len(usable(ruleset, hero, kind)), len(ruleset.cards)) == share


def test_shield_filter_stops_21_of_30_slashes() -> None:
    ruleset = load_ruleset("sanguosha_official")
    rules = compile_ruleset(ruleset)[0]
    row = rules.row[rules.bundle[ruleset.kinds.index("renwang_shield")].first]
    stopped = cards_in(rules.filter[row.on].cards)
    slashes = cards_in(rules.kind[ruleset.kinds.index("slash")].cards)
    assert stopped < slashes
    assert (len(stopped), len(slashes)) == (21, 30)


@pytest.mark.parametrize("name", BOTH)
def test_cards__ids_and_masks(name: str) -> None:
    ruleset = load_ruleset(name)
    rules = compile_ruleset(ruleset)[0]
    assert rules.n_cards == len(ruleset.cards)
    seen: set[int] = set()
    for i, kind in enumerate(ruleset.kinds):
        mine = cards_in(rules.kind[i].cards)
        assert mine == {card for card, (each, _, _) in enumerate(ruleset.cards) if each == kind}
        assert not mine & seen
        seen |= mine
    assert seen == set(range(len(ruleset.cards)))
    assert cards_in(rules.filter[0].cards) == seen
    label = ("SHCD"[rules.card_suit[0]], int(rules.card_rank[0]))
    assert (ruleset.kinds[rules.card_kind[0]], *label) == ("duel", "S", 1)
    tricks = {card for card in seen if rules.kind[rules.card_kind[card]].cls in (Class.INSTANT, Class.DELAYED)}
    assert cards_in(rules.trick_cards) == tricks


def test_kinds__fields() -> None:
    ruleset = load_ruleset("sanguosha_official")
    rules = compile_ruleset(ruleset)[0]
    kind = {key: rules.kind[i] for i, key in enumerate(ruleset.kinds)}
    assert (kind["slash"].reach, kind["snatch"].reach, kind["duel"].reach) == (
        layout.BY_WEAPON,
        1,
        layout.ANYWHERE,
    )
    assert (kind["kylin_bow"].weapon, kind["kylin_bow"].reach) == (5, layout.ANYWHERE)
    slots = [kind[key].slot for key in ("axe", "renwang_shield", "dilu", "chitu", "duel")]
    assert slots == [0, 1, 2, 3, -1]
    assert [key for key in kind if kind[key].attack] == ["slash"]
    assert [key for key in kind if kind[key].passes] == ["lightning"]
    assert [key for key in kind if kind[key].front >= 0] == ["indulgence", "lightning"]
    assert rules.row[kind["indulgence"].front].do == Do.SKIP
    assert kind["jink"].active == -1
    for mask, row, keys in (("dying", "dying_row", ["peach"]), ("counter", "counter_row", ["nullification"])):
        assert int(rules[mask]) == sum(1 << ruleset.kinds.index(key) for key in keys)
        assert [ruleset.kinds[i] for i in np.flatnonzero(rules[row][: rules.n_kinds] >= 0)] == keys
    made = {key for i, key in enumerate(ruleset.kinds) if int(rules.views) >> i & 1}
    assert made == {"slash", "jink", "dismantlement", "indulgence", "peach"}


def test_bundles__rows_belong_to_their_heads() -> None:
    ruleset = load_ruleset("sanguosha")
    rules = compile_ruleset(ruleset)[0]
    bundle = rules.bundle[ruleset.bundles.index("luoshen")]
    assert bundle.n == 3
    three = rules.row[bundle.first : bundle.first + 3]
    assert list(three["ability"]) == [bundle.first] * 3
    assert (list(three["more"]), list(three["index"])) == ([2, 1, 0], [0, 1, 2])
    assert int(bundle.when) == 1 << When.START | 1 << When.THEN
    peach = rules.bundle[ruleset.bundles.index("peach")]
    two = rules.row[peach.first : peach.first + 2]
    assert list(two["ability"]) == [peach.first, peach.first + 1]
    assert list(two["more"]) == [0, 0]
    hujia = rules.bundle[ruleset.bundles.index("hujia")]
    assert (hujia.lord, hujia.ally, hujia.camp) == (1, ruleset.factions.index("wei"), -1)
    assert rules.row[hujia.first].family == hujia.ally


def test_setup__in_the_record() -> None:
    changes = {"setup.hand_limit": 2, "setup.judge_in_play": True, "limits.turns": 50}
    ruleset = load_ruleset("sanguosha", changes)
    rules = compile_ruleset(ruleset, 5, heroes=["caocao", "liubei", "guanyu", "lvbu", "machao"])[0]
    assert (rules.hand_limit_factor, rules.judge_in_play, rules.turn_cap, rules.draw_per_turn) == (
        2,
        1,
        50,
        2,
    )
    assert [ruleset.heroes[i] for i in rules.pool[: rules.n_pool]] == [
        "liubei",
        "guanyu",
        "machao",
        "caocao",
        "lvbu",
    ]
    assert rules.n_heroes == 25
    assert list(rules.roles[5]) == [1, 1, 2, 1]
    assert rules.roles[11][Role.LORD] == 0
    assert int(rules.content) == int(ruleset.content_hash[:16], 16)


def test_role_variants() -> None:
    ruleset = load_ruleset("sanguosha")
    assert list(compile_ruleset(ruleset, 8, "double")[0].roles[8]) == [1, 2, 3, 2]
    assert list(compile_ruleset(ruleset, 4, "single-alt4")[0].roles[4]) == [1, 0, 2, 1]


@pytest.mark.parametrize(
    ("changes", "how", "told"),
    [
        (
            {},
            {"players": 11},
            "no row for 11 players in the role table 'single'; it has rows for: 2 3 4 5 6 7 8 9 10",
        ),
        ({}, {"players": 5, "roles": "double"}, "it has rows for: 6 8 10; 5 players: single"),
        ({}, {"players": 5, "roles": "duoble"}, "did you mean 'double'?"),
        ({}, {"players": 5, "heroes": ["caocao", "liubei"]}, "5 players need 5 heroes; the pool has 2"),
        ({}, {"players": 2, "heroes": ["caocao", "liubie"]}, "did you mean 'liubei'?"),
        ({}, {"players": 2, "heroes": ["caocao", "caocao"]}, "heroes named twice: caocao"),
        ({"setup.other_candidates": 4}, {"players": 8, "deal": "draft"}, "needs 29; the pool has 25"),
        ({"setup.start_hand": 20}, {"players": 6}, "a deck of 104 cards is too small to deal: 6 players"),
    ],
)
def test_refused(changes: dict[str, Any], how: dict[str, Any], told: str) -> None:
    with pytest.raises(UserError) as error:
        compile_ruleset(load_ruleset("sanguosha", changes), **how)
    assert told in str(error.value)


def test_any_table_of_the_shipped_rulesets_compiles_for_draft() -> None:
    for name in BOTH:
        ruleset = load_ruleset(name)
        for variant, table in ruleset.data["roles"].items():
            for players in table:
                assert compile_ruleset(ruleset, int(players), variant, deal="draft")[0].roles[int(players)].sum()


def test_add_cards__masks_follow() -> None:
    ruleset = load_ruleset("sanguosha_official")
    plain = compile_ruleset(ruleset)
    more = add_cards(plain, ruleset, [("jink", "S", "10"), ("lightning", "C", "A")])
    assert (plain[0].n_cards, more[0].n_cards) == (108, 110)
    jink = ruleset.kinds.index("jink")
    assert cards_in(more[0].kind[jink].cards) == cards_in(plain[0].kind[jink].cards) | {108}
    assert cards_in(more[0].filter[0].cards) == set(range(110))
    assert (more[0].card_suit[108], more[0].card_rank[108]) == (0, 10)
    assert cards_in(more[0].trick_cards) - cards_in(plain[0].trick_cards) == {109}
    again = add_cards(add_cards(plain, ruleset, [("jink", "S", "10")]), ruleset, [("lightning", "C", "A")])
    assert again.tobytes() == more.tobytes()
    with pytest.raises(UserError, match="unknown card kind 'jnk' in sanguosha_official; did you mean 'jink'"):
        add_cards(plain, ruleset, [("jnk", "S", "10")])
    with pytest.raises(UserError, match="193 cards; the core holds 192"):
        add_cards(plain, ruleset, [("jink", "S", "10")] * 85)


def test_same_ruleset_same_record() -> None:
    one, two = (compile_ruleset(load_ruleset("sanguosha"), 5) for _ in range(2))
    assert one.tobytes() == two.tobytes()


def test_capacities__schema_and_layout_agree() -> None:
    names = ("MAX_CARDS", "MAX_KINDS", "MAX_HEROES", "MAX_SKILLS", "MAX_LINEUP")
    assert [getattr(schema, name) for name in names] == [getattr(layout, name) for name in names]
