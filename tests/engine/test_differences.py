"""What differs between two rulesets, and where a game can meet it."""

import pytest

from sim.core.codes import Setting
from sim.pair import make_pair


def found(ruleset, changes, players=5, **options):
    pair = make_pair(ruleset, set=changes, players=players, games=1, **options)
    each = pair.differences[players]
    bundles = {pair.a.ruleset.bundles[bundle] for bundle in each.bundles}
    return each, bundles, {pair.a.ruleset.heroes[hero] for hero in each.heroes}


def test_nothing_differs():
    each, bundles, heroes = found("sanguosha", None)
    assert (each.paths, each.everywhere, bundles, each.settings, heroes) == ((), (), set(), 0, set())


def test_what_is_only_read_or_counted_is_no_difference():
    changes = {"heroes.caocao.names.zh": "孟德", "skills.yingzi.text.en": "more", "setup.source": "assumed"}
    assert found("sanguosha", changes)[0].paths == ()


def test_a_hero_and_a_skill():
    each, bundles, heroes = found("sanguosha", {"heroes.caocao.hp": 3, "skills.ganglie.rows.0.do": "draw"})
    assert each.paths == ("heroes.caocao.hp", "skills.ganglie.rows")
    assert (each.everywhere, bundles, heroes) == ((), {"ganglie"}, {"caocao"})


def test_a_card_leads_to_skills_that_make_it():
    assert found("sanguosha", {"cards.indulgence.rows": []}, bots="random")[1] == {"indulgence", "guose"}
    assert found("sanguosha_official", {"cards.duel.rows.0.to": "any"}, bots="random")[1] == {"duel", "lijian"}


def test_a_grant_leads_to_the_skill_that_gives_it():
    each, bundles, _ = found("sanguosha_official", {"grants.luoyi_power.rows": []})
    assert (each.everywhere, bundles) == ((), {"luoyi", "luoyi_power"})


SETTINGS = [
    ("setup.rebel_reward", 1, Setting.REBEL_REWARD),
    ("setup.self_rescue", False, Setting.SELF_RESCUE),
    ("setup.lord_bonus_from", 4, Setting.LORD_BONUS),
    ("limits.turns", 900_000, Setting.CAPS),
]


@pytest.mark.parametrize(("path", "value", "setting"), SETTINGS)
def test_settings_have_a_bit(path, value, setting):
    each, _, _ = found("sanguosha", {path: value}, bots="random")
    assert (each.paths, each.everywhere, each.settings) == ((path,), (), 1 << setting)


EVERYWHERE = [
    ("limits.turns", 50, "limits.turns"),  # a lower cap can be met by a game that noted none
    ("setup.judge_in_play", True, "setup.judge_in_play"),  # noted only where it is on
    ("setup.renegade_alone", False, "setup.renegade_alone"),
    ("cards.peach.count", 7, "deck"),
    ("roles.single.5", {"lord": 1, "loyalist": 0, "rebel": 3, "renegade": 1, "source": "set"}, "roles.single.5"),
    ("heroes.caocao.lord", False, "heroes.caocao.lord"),
    ("skills.hujia.lord", False, "skills.hujia.lord"),
    ("cards.slash.range", 3, "cards.slash"),
]


@pytest.mark.parametrize(("path", "value", "told"), EVERYWHERE)
def test_what_no_mask_covers_is_met_everywhere(path, value, told):
    assert told in found("sanguosha", {path: value}, bots="random")[0].everywhere


def test_another_number_of_players_has_its_own_roles():
    changes = {"roles.single.8.rebel": 3, "roles.single.8.loyalist": 3}
    pair = make_pair("sanguosha", set=changes, players="5,8", games=1)
    assert pair.differences[5].paths == ()
    assert pair.differences[8].everywhere == ("roles.single.8",)


@pytest.mark.parametrize(
    ("bots", "card", "skill", "setting"),
    [("random", False, False, False), ("standard", True, False, True), ("lord=greedy,rebel=random", True, False, True)],
)
def test_bots_that_weigh_cards_can_act_on_one_that_never_comes_up(bots, card, skill, setting):
    changes = {"cards.lightning.rows": []}, {"skills.yingzi.rows": []}, {"setup.rebel_reward": 1}
    told = [bool(found("sanguosha", each, bots=bots)[0].everywhere) for each in changes]
    assert told == [card, skill, setting]


def test_of_a_bot_of_ones_own_nothing_is_known(tmp_path, monkeypatch):
    (tmp_path / "own_bot.py").write_text("def first(g, rules, b, seat):\n    return 0\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    assert found("sanguosha", {"skills.yingzi.rows": []}, bots="own_bot:first")[0].everywhere == ("bots",)


def test_the_table_of_a_draft_matters_in_a_draft(tmp_path):
    text = 'id = "mine"\nextends = "sanguosha"\nsource = "assumed"\nnames = { zh = "我的", en = "Mine" }\n'
    (tmp_path / "mine.toml").write_text(text)
    (tmp_path / "mine.draft.toml").write_text("[5.lord]\ncaocao = 90\n")
    told = {}
    for deal in ("balanced", "draft"):
        pair = make_pair("sanguosha", tmp_path / "mine.toml", games=1, bots="random", deal=deal)
        told[deal] = pair.differences[5].everywhere
    assert told == {"balanced": (), "draft": ("draft",)}
