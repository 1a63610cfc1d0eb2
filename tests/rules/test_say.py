"""Rows in words: every row and every word, in both languages; no two different rows read alike."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.core.codes import By, Class, Do, Naming, Phase, Price, Qty, Suit, To, Until, Val, When, Who, Zone
from sim.rules import checks, files, rows, words
from sim.rules.filters import CLASS_GROUPS, PRICE_FORM, RELATIONS, SUIT_WORDS
from sim.rules.load import load_ruleset
from sim.rules.say import LANGS, say_rows, say_sentences, speaker
from sim.rules.say.grammar import tables
from sim.rules.words import ARITHMETIC, COMPARE, ZONES, choices

DATA = load_ruleset("sanguosha_official").data
SKILL = {"faction": "wei"}
SPEAKERS = {(section, lang): speaker(DATA, section, {**SKILL, "class": "instant"}, lang)
            for section in ("cards", "skills") for lang in LANGS}  # fmt: skip
HEAD = {"when": "damaged", "do": "judge"}
FOREIGN = {"zh": re.compile(r"[a-z_{}*]|[B-IL-PR-TV]"), "en": re.compile(r"[\u3000-\u9fff_{}*]")}


def said(row: dict[str, Any], lang: str, section: str = "skills") -> str:
    """Return the words of one row; a sequel stands below a judgement."""
    above = [HEAD] if row.get("when") in ("then", "or", "else") else []
    return say_rows(SPEAKERS[section, lang], [*above, row])[-1]


def is_well_said(text: str, lang: str) -> None:
    assert len(text) > 4
    assert not FOREIGN[lang].search(text), text
    assert text.endswith("。" if lang == "zh" else ".")
    assert not re.search(r"，，|，。|。。|，（|  |,,|, ,| ,| \.|\(\)|（）|的的|None", text), text


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("name", files.shipped())
def test_every_row_of_every_ruleset(name: str, lang: str) -> None:
    data = load_ruleset(name).data
    for section in ("cards", "skills", "grants"):
        for key, entry in data[section].items():
            sentences = say_sentences(data, section, key, lang)
            assert len(sentences) == len(entry["rows"])
            for sentence in sentences:
                is_well_said(sentence, lang)


@pytest.mark.parametrize(
    ("ruleset", "section", "key", "zh", "en"),
    [
        (
            "sanguosha_official", "skills", "ganglie",
            ["当你受到伤害后，若来源为其他存活角色，你可以进行一次判定。",
             "然后，若判定结果不为红桃，对其造成1点伤害，除非其弃置两张手牌。"],
            ["When you have taken damage, if another living player is the source, you may judge.",
             "Then, if the judgement is not a heart, you deal 1 damage to them, unless they discard two hand cards."],
        ),
        (
            "sanguosha", "skills", "xiaoji",
            ["锁定技，当你失去一张装备区里的牌后，摸两张牌。"],
            ["Locked: when you have lost an equipped card, you draw two cards."],
        ),
        (
            "sanguosha_official", "skills", "guanxing",
            ["你的回合开始时，你可以观看牌堆顶的X张牌，将其中任意张以任意顺序置于牌堆顶，其余以任意顺序置于牌堆底"
             "（X为存活角色数，至多为5）。"],
            ["At the start of your turn, you may look at the top X cards of the pile, and put any of them back on top "
             "and the rest at the bottom, in any order (X: the number of living players, at most 5)."],
        ),
        (
            "sanguosha", "cards", "slash",
            ["出牌阶段（计入【杀】的使用次数），你可以使用此牌，对一名其他角色造成1点伤害，"
             "除非其使用或打出一张【闪】。"],
            ["In your play phase (counts towards the limit of Slash), you may use this card to deal 1 damage to "
             "another player, unless they use or play a Jink."],
        ),
        (
            "sanguosha", "skills", "jiuyuan",
            ["在自己的出牌阶段，每名其他吴势力角色可以使用或打出一张【桃】，令你回复1点体力。"],
            ["In their own play phase, each other Wu player may use or play a Peach to have you regain 1 hp."],
        ),
        ("sanguosha_official", "grants", "luoyi_power",
         ["你使用【杀】或【决斗】造成的伤害+1。"], ["Damage of your Slash or Duel changes by +1."]),
    ],
)  # fmt: skip
def test_examples(ruleset: str, section: str, key: str, zh: list[str], en: list[str]) -> None:
    data = load_ruleset(ruleset).data
    assert say_sentences(data, section, key, "zh") == zh
    assert say_sentences(data, section, key, "en") == en


# ------------------------------------------------------------------------------------- every word

VALUES = list(choices(Val))
WHEN = [word for word in choices(When) if word not in ("never", "value", "view_as")]
DO = [word for word in choices(Do) if word != "nothing"]
SEAT = [name for name, code in choices(Qty).items() if code <= Qty.FACTION]
QUANTITIES = [*choices(Qty), *(f"their_{name}" for name in SEAT)]
TERMS = [*choices(Class), *CLASS_GROUPS, "area", *SUIT_WORDS, *RELATIONS, "slash", "A", "2-9", "J-A"]
AS = {"use": "duel", "answer": "jink", "grant": "luoyi_power", "skip": "play", "damage": "fire"}
PRICES = {"": "", "n": "2", "n kind": "2 jink", "n zones [filter]": "2 hand|equip black"}


def deed(do: str, **more: Any) -> dict[str, Any]:
    """Return a row with an effect, and the parameter it must have."""
    needed = {"as": AS[do]} if do in AS else {}
    zones = {"from": "hand"} if do in ("discard", "take", "gain", "deal_out") else {}
    return {"when": "start", "do": do, **needed, **zones, **more}


def every_word() -> Iterator[dict[str, Any]]:
    """Yield rows that use every word of the vocabulary, one after the other."""
    yield from ({"when": when, "do": "draw"} for when in WHEN)
    yield from ({"when": when, "do": "draw", "who": who, "on": "slash"} for when in WHEN for who in choices(Who))
    yield from ({"when": "damaged", "do": "draw", "who": who, "each": True} for who in choices(Who))
    yield from ({"value": value, "n": n, "as": "heart"} | ({"on": on} if on else {}) | ({"set": True} if set_ else {})
                for value in VALUES for n in (0, 1, -1, 99, "hp") for on in ("", "slash", "heart")
                for set_ in (False, True))  # fmt: skip
    yield from (deed(do, to=to, by=by) for do in DO for to in choices(To) for by in choices(By))
    yield from (deed(do, pick="them", to="other") for do in DO)
    yield from ({"when": when, "do": do, "n": 99} for when in WHEN for do in ("change", "take_over", "cancel"))
    yield from ({"when": "start", "do": "draw", "if": [test]} for quantity in QUANTITIES
                for test in (quantity, f"!{quantity}", *(f"{quantity} {op} 1" for op in COMPARE)))  # fmt: skip
    yield from ({"when": "start", "do": "draw", "n": quantity, "cap": 3} for quantity in QUANTITIES)
    yield from ({"when": "start", "do": "draw", "n": f"hp {op} 2"} for op in ARITHMETIC)
    yield from ({"when": "start", "do": "draw", "limit": limit} for limit in ("turn 1", "turn 2", "game 1", "attack"))
    yield from ({"when": "start", "do": "draw", "naming": word} for word in choices(Naming, (Naming.NOTHING,)))
    for price in choices(Price, (Price.FREE,)):
        text = f"{price} {PRICES[PRICE_FORM[Price[price.upper()]]]}".strip()
        yield from ({"when": "start", "do": do, key: text} for key in ("cost", "unless") for do in ("draw", "rejudge"))
    yield from (deed("discard", **{"from": zone}) for zone in ZONES)
    yield from ({"when": "then", "do": "gain", "from": zone} for zone in ZONES)
    yield from ({"when": when, "do": "draw", "on": term} for when in ("then", "front", "used") for term in TERMS)
    yield from ({"when": "view_as", "as": word, "cards": "any"} for word in ("slash", "last", "instant"))
    yield from (deed("skip") | {"as": phase} for phase in choices(Phase))
    yield from ({"value": "suit", "on": "spade", "as": suit} for suit in list(choices(Suit))[:4])
    yield from (deed("grant", until=until) for until in choices(Until, (Until.EVER,)))
    for where in ("their_male", "!their_male", "their_faction == ally", "their_faction == shu", "distance <= reach"):
        yield from (deed("draw", to=to, where=[where]) for to in choices(To))
    yield from (deed("draw", to=to, count=count) for to in choices(To) for count in ([0, 2], [1, 3], 2, [1, "alive"]))
    for key in ("must", "may", "each", "sure", "set"):
        yield from ({"when": when, "do": "draw", key: True} for when in WHEN)
        yield {"value": "draw", key: True}
        yield {"when": "view_as", "as": "slash", key: True}


@pytest.mark.parametrize("lang", LANGS)
def test_every_word_is_said(lang: str) -> None:
    for row in every_word():
        for section in ("cards", "skills"):
            is_well_said(said(row, lang, section), lang)


def test_both_languages_have_the_same_phrases() -> None:
    zh, en = tables("zh"), tables("en")
    for table in ("when", "whom", "do", "value", "quantity", "price", "limit", "naming", "zone", "class", "suit",
                  "phase", "until", "note", "by", "by_word", "who", "subject", "compare", "arithmetic", "relation",
                  "attacker", "points", "had", "compared", "adjective", "until_note"):  # fmt: skip
        assert set(zh[table]) == set(en[table]), table
    assert set(zh["quantity"]) == set(choices(Qty))
    assert set(zh["do"]) == set(choices(Do))
    assert set(zh["value"]) == set(choices(Val))
    assert set(zh["whom"]) == set(choices(To))
    assert set(zh["zone"]) == {*choices(Zone), "equip", "horse", "any_equip"}


# ------------------------------------------------------------------------- different rows, different words

CONDITIONS = ["hand == 0", "!hand", "hand", "hand > 0", "their_male", "their_male != male", "hp <= their_hp", "won",
              "their_faction == ally", "their_faction == shu", "distance <= reach", "!attacker"]  # fmt: skip
FILTERS = ["slash", "slash|duel", "black", "slash black", "!heart", "spade 2-9", "trick", "!trick", "named", "K"]
AMOUNTS = [0, 1, 2, 3, 99, -1, "hp", "lost_hp", "their_hand", "1+", "2+", "hand div 2", "hand divup 2", "hp - 1"]
PRICE_TEXTS = ["discard 1 hand", "discard 2 hand", "discard 1 hand|equip", "discard 1 equip", "discard 1 hand red",
               "discard hp hand", "give 1 hand", "show 1 hand", "play 1 jink", "play 2 jink", "strike", "lose_hp 1",
               "lose_hp 2", "forgo 1", "skip", "refuse"]  # fmt: skip
ZONE_TEXTS = ["hand", "equip", "hand|equip", "weapon", "judge", "pile", "event", "found", "any_equip", "stash", "horse"]
KEYS: dict[str, list[Any]] = {
    "who": list(choices(Who)),
    "on": FILTERS,
    "if": [[one] for one in CONDITIONS] + [[CONDITIONS[0], CONDITIONS[4]], [CONDITIONS[4], CONDITIONS[6]]],
    "by": list(choices(By)),
    "limit": ["turn 1", "turn 2", "game 1", "attack"],
    "cost": [*PRICE_TEXTS, "discard 1+ hand"],
    "naming": list(choices(Naming, (Naming.NOTHING,))),
    "to": list(choices(To)),
    "count": [1, 2, [1, 2], [0, 2], [1, "alive"]],
    "where": [[one] for one in CONDITIONS] + [[CONDITIONS[4], CONDITIONS[10]]],
    "n": AMOUNTS,
    "cap": [0, 3, 5, "max_hp"],
    "from": ZONE_TEXTS,
    "cards": FILTERS,
    "pick": ["them"],
    "unless": PRICE_TEXTS,
    "until": list(choices(Until, (Until.EVER,))),
    **{flag: [True] for flag in ("must", "may", "each", "sure", "set")},
}
PARAMETERS: dict[str, list[str]] = {
    "use": ["duel", "slash"], "answer": ["jink", "slash"], "grant": ["luoyi_power"], "damage": ["fire"],
    "skip": list(choices(Phase)), "view_as": ["slash", "jink", "last", "instant", "trick"],
    "suit": list(choices(Suit))[:4],
}  # fmt: skip


@st.composite
def pairs_of_rows(draw: st.DrawFn) -> tuple[dict[str, Any], dict[str, Any]]:
    """Draw a row, and the same with one key changed."""
    core = draw(
        st.one_of(
            st.sampled_from(VALUES).map(lambda value: {"value": value}),
            st.just({"when": "view_as", "as": "slash"}),
            st.builds(lambda when, do: deed(do, when=when), st.sampled_from(WHEN), st.sampled_from(DO)),
        )
    )
    word = core.get("value") or (core["when"] if core["when"] == "view_as" else core["do"])
    keys = KEYS | ({"as": PARAMETERS[word]} if word in PARAMETERS else {})
    row = core | {
        key: draw(st.sampled_from(keys[key])) for key in draw(st.sets(st.sampled_from(list(keys)), max_size=4))
    }
    key = draw(st.sampled_from(list(keys)))
    other = row | {key: draw(st.sampled_from(keys[key]))}
    return row, other


LEXICON = checks.lexicon(DATA)


def meaning(row: dict[str, Any]) -> dict[str, int] | None:
    """Return what a row is flattened to; nothing if it is no row. Words without a play yet are said all the same."""
    problems: list[rows.Problem] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(words, "UNPLAYED", {})
        flat = rows.flatten(row, LEXICON, problems, HEAD if row.get("when") in ("then", "or", "else") else None)
    return None if problems else flat


@settings(max_examples=300, deadline=None)
@given(pairs_of_rows())
def test_rows_that_differ_read_differently(pair: tuple[dict[str, Any], dict[str, Any]]) -> None:
    one, other = (meaning(row) for row in pair)
    if one is None or other is None:
        return
    for lang in LANGS:
        first, second = (said(row, lang) for row in pair)
        is_well_said(first, lang)
        if one != other:
            assert first != second


# ------------------------------------------------------------------------------------ the printed text


@pytest.mark.parametrize("name", ["sanguosha", "sanguosha_official", "shuihusha", "yingxiongsha"])
def test_text__every_skill_and_card_says_what_is_printed(name: str) -> None:
    data = load_ruleset(name).data
    for section in ("cards", "skills", "grants"):
        for key, entry in data[section].items():
            assert set(entry["text"]) == {"zh", "en"}, key


def test_text__belongs_to_its_rows_and_changes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    head = 'id = "mine"\nextends = "sanguosha"\nsource = "assumed"\n'
    rows = 'rows = [{ when = "lost_hand", do = "draw", n = 2 }]\n'
    file.write_text(f"{head}[skills.lianying]\n{rows}")
    plain = load_ruleset(file)
    assert "text" not in plain.data["skills"]["lianying"]
    assert "text" in plain.data["skills"]["qianxun"]
    file.write_text(f'{head}[skills.lianying]\ntext = {{ zh = "摸两张", en = "draw two" }}\n{rows}')
    told = load_ruleset(file)
    assert told.data["skills"]["lianying"]["text"] == {"zh": "摸两张", "en": "draw two"}
    assert told.content_hash == plain.content_hash
