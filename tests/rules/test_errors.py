"""Everything wrong with a ruleset is told at once: file, key, what was found, what is allowed."""

from pathlib import Path

import pytest

from sim.core.codes import Do
from sim.errors import UserError, suggest
from sim.rules import show, words
from sim.rules.load import load_ruleset


def write(folder: Path, **files: str) -> Path:
    """Write the TOML files of a ruleset into a folder."""
    for name, text in files.items():
        (folder / f"{name}.toml").write_text(text, encoding="utf-8")
    return folder


def refusal(path: Path | str, **changes: object) -> str:
    """Return the message with which a ruleset is refused."""
    with pytest.raises(UserError) as error:
        load_ruleset(path, changes or None)
    return str(error.value)


def test_suggest__near_words_only() -> None:
    assert suggest("fanjain", ["rende", "fanjian"]) == "; did you mean 'fanjian'?"
    assert suggest("xyz", ["rende", "fanjian"]) == ""


def test_unknown_ruleset() -> None:
    told = refusal("sanguosa")
    assert "unknown ruleset 'sanguosa'" in told
    assert "did you mean 'sanguosha'?" in told
    assert "no such ruleset file" in refusal("some/where.toml")


def test_unknown_effect_in_a_row(tmp_path: Path) -> None:
    write(
        tmp_path,
        ruleset='extends = "sanguosha"',
        skills='[skills.kurou]\nrows = [{ when = "active", do = "darw" }]',
    )
    told = refusal(tmp_path)
    assert told.startswith(f"{tmp_path / 'skills.toml'}: skills.kurou.rows.0.do: found 'darw'; allowed: draw discard")
    assert told.endswith("did you mean 'draw'?")
    assert "\n" not in told


def test_unplayed_word_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "UNPLAYED", {**words.UNPLAYED, Do: frozenset({Do.SWAP_SEATS})})
    rows = '[skills.kurou]\nrows = [{ when = "active", to = "other", do = "swap_seats" }]'
    write(tmp_path, ruleset='extends = "sanguosha"', skills=rows)
    assert "'swap_seats', a known word that cannot be played yet" in refusal(tmp_path)


def test_toml_syntax_error(tmp_path: Path) -> None:
    write(tmp_path, ruleset='extends = "sanguosha"', heroes="[heroes.caocao\nhp = 3")
    told = refusal(tmp_path)
    assert str(tmp_path / "heroes.toml") in told
    assert "line 1" in told


def test_role_table_without_lord(tmp_path: Path) -> None:
    write(tmp_path, ruleset='extends = "sanguosha"\n[roles.single]\n5 = { rebel = 4, renegade = 1 }')
    told = refusal(tmp_path)
    assert "ruleset.toml: roles.single.5: found lord 0" in told
    assert "exactly one lord" in told


def test_role_table_without_enemy(tmp_path: Path) -> None:
    write(tmp_path, ruleset='extends = "sanguosha"\n[roles.single]\n3 = { lord = 1, loyalist = 2 }')
    assert "the lord needs an enemy" in refusal(tmp_path)


def test_all_errors_at_once(tmp_path: Path) -> None:
    write(
        tmp_path,
        ruleset='extends = "sanguosha"\nspeed = 3\ndrop = ["skills.feijian"]\n'
        '[setup]\ndraw_per_turn = "two"\nstart_hnd = 4',
        heroes='[heroes.caocao]\nhp = 0\nskills = ["jianxoing"]\n[heroes.new]\nhp = 4',
        skills='[skills.rende]\nrows = [{ when = "actve", do = "draw" }, { when = "then", do = "heal", n = "pears" }]',
        cards='[cards.slash]\nclass = "basics"\n[cards.axe]\nrange = "weapon"',
    )
    told = refusal(tmp_path)
    for part in (
        "ruleset.toml: speed: unknown key",
        "ruleset.toml: drop: nothing to drop at 'skills.feijian'; did you mean 'skills.feijiang'?",
        "ruleset.toml: setup.draw_per_turn: found 'two'",
        "ruleset.toml: setup.start_hnd: unknown key",
        "did you mean 'start_hand'?",
        "heroes.toml: heroes.caocao.hp: found 0",
        "heroes.toml: heroes.caocao.skills.0: found 'jianxoing'",
        "heroes.toml: heroes.new.gender: missing",
        "heroes.toml: heroes.new.names: missing",
        "skills.toml: skills.rende.rows.0.when: found 'actve'",
        "did you mean 'active'?",
        "skills.toml: skills.rende.rows.1.n: found 'pears'",
        "did you mean 'pairs'?",
        "cards.toml: cards.slash.class: found 'basics'",
        "did you mean 'basic'?",
        "cards.toml: cards.axe.range: found 'weapon'",
    ):
        assert part in told, part


def test_extends__unknown_and_in_a_circle(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    one.mkdir()
    two.mkdir()
    write(one, ruleset='extends = "../two"')
    write(two, ruleset='extends = "../one"')
    assert "in a circle" in refusal(one)
    write(one, ruleset='extends = "sanguosha_oficial"')
    told = refusal(one)
    assert "ruleset.toml: extends: unknown ruleset" in told
    assert "did you mean 'sanguosha_official'?" in told


def test_extends__single_entries(tmp_path: Path) -> None:
    skills = """
    [skills.feijiang]
    extends = "sanguosha_official.wushuang"
    names = { zh = "飞将", en = "Feijiang" }
    [skills.rende]
    extends = "sanguosha.rendee"
    [skills.keji]
    extends = "mashu"
    [skills.mashu]
    extends = "keji"
    """
    write(tmp_path, ruleset='extends = "sanguosha"', skills=skills)
    told = refusal(tmp_path)
    assert "skills.rende.extends: found 'sanguosha.rendee'; no such entry; did you mean 'rende'?" in told
    assert "extend each other in a circle" in told
    write(tmp_path, skills=skills[: skills.index("[skills.rende]")])
    feijiang = load_ruleset(tmp_path).data["skills"]["feijiang"]
    assert feijiang["rows"] == [{"value": "answers", "on": "slash|duel"}]
    assert feijiang["names"]["zh"] == "飞将"


def test_single_file_ruleset(tmp_path: Path) -> None:
    file = tmp_path / "mild.toml"
    file.write_text('extends = "sanguosha_official"\n[cards.lightning]\ncount = 1\n[heroes.lvbu]\nhp = 3\n')
    ruleset = load_ruleset(file)
    assert ruleset.id == "mild"
    assert len(ruleset.cards) == 107
    assert ruleset.data["heroes"]["lvbu"]["sources"]["hp"] == "assumed"
    assert show.check(file) == []


def test_deck_file(tmp_path: Path) -> None:
    write(tmp_path, ruleset='extends = "sanguosha"\ndeck = "add"')
    (tmp_path / "deck.csv").write_text("kind,suit,rank,source\nslash,S,7,assumed\nslsh,X,1,assumed\nslash,S\n")
    told = refusal(tmp_path)
    assert "deck.csv: line 4: allowed: four values" in told
    assert "deck.csv: deck.105.kind (slsh@X1): found 'slsh'" in told
    assert "deck.csv: deck.105.suit (slsh@X1): found 'X'; allowed: S H C D" in told
    assert "deck.csv: deck.105.rank (slsh@X1): found '1'" in told
    write(tmp_path, ruleset='extends = "sanguosha"\ndeck = "adds"')
    assert "deck: found 'adds'; allowed: add replace; did you mean 'add'?" in refusal(tmp_path)


def test_check__lists_problems_and_tables_that_cannot_be_dealt(tmp_path: Path) -> None:
    assert show.check("sanguosha") == []
    write(tmp_path, ruleset='extends = "sanguosha"\n[setup]\nstart_hand = 20\n')
    problems = show.check(tmp_path)
    assert len(problems) == 10  # six to ten players: `single`, and a further table for each
    assert all("too small to deal" in problem for problem in problems)
    write(tmp_path, heroes="[heroes.caocao]\nhp = 0\n")
    assert len(show.check(tmp_path)) == 1
    with pytest.raises(UserError, match="unknown ruleset"):
        show.check("nowhere")


def test_drop__a_whole_table(tmp_path: Path) -> None:
    skills = """
    source = "seed 009"
    sources = { rows = "seed 009 too", lord = "seed 009" }
    [skills.ruse]
    extends = "sanguosha_official.mashu"
    """
    hero = '[heroes.tang]\nnames = { zh = "唐", en = "Tang" }\nfaction = "qun"\ngender = "male"\nhp = 4\n'
    hero += 'skills = ["ruse"]\n'
    write(tmp_path, ruleset='extends = "sanguosha"\ndrop = ["heroes", "skills"]', skills=skills, heroes=hero)
    data = load_ruleset(tmp_path).data
    assert list(data["heroes"]) == ["tang"]
    assert list(data["skills"]) == ["ruse"]
    assert data["skills"]["ruse"]["sources"]["rows"] == "seed 009 too"  # said of what is taken over
    write(tmp_path, ruleset='extends = "sanguosha"\ndrop = ["setup"]')
    assert "nothing to drop at 'setup'" in refusal(tmp_path)


def test_sources__only_of_keys_that_are_there(tmp_path: Path) -> None:
    cards = 'sources = { rows = "seed 9", range = "seed 9" }\n[cards.jink]'
    write(tmp_path, ruleset='extends = "sanguosha"', cards=cards)
    sources = load_ruleset(tmp_path).data["cards"]["jink"]["sources"]
    assert sources["rows"] == "seed 9"
    assert "range" not in sources
