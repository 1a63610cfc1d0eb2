"""What `rules list` and `rules show` print."""

import json
from pathlib import Path

import pytest
from rich.console import Console

from sim.errors import UserError
from sim.rules import files, show
from sim.rules.load import load_ruleset


def printed(name: str, section: str | None, lang: str = "zh") -> str:
    console = Console(width=400, record=True, file=None)
    with console.capture() as capture:
        console.print(show.text(load_ruleset(name, ["heroes.caocao.hp=3"]), section, lang))
    return capture.get()


def test_list() -> None:
    listed = {each["id"]: each for each in show.list_rulesets()}
    assert list(listed) == files.shipped()
    assert listed["sanguosha_official"]["names"]["en"]
    assert listed["sanguosha"]["content_hash"] == load_ruleset("sanguosha").content_hash


@pytest.mark.parametrize("name", files.shipped())
def test_json__complete_and_stable(name: str, tmp_path: Path) -> None:
    plain = show.as_json(load_ruleset(name))
    text = json.dumps(plain, ensure_ascii=False)
    assert json.loads(text) == plain
    assert json.dumps(show.as_json(load_ruleset(name)), ensure_ascii=False) == text
    copies = {"yingxiongsha": ["SA", "HA"], "shuihusha": ["CA"]}.get(name, ["CA", "DA"])
    assert plain["cards"]["crossbow"]["count"] == len(copies)
    assert plain["cards"]["crossbow"]["copies"] == copies


@pytest.mark.parametrize("name", files.shipped())
def test_json__every_path_can_be_set_to_what_it_is(name: str) -> None:
    ruleset = load_ruleset(name)
    paths = {}
    for section, table in ruleset.data.items():
        if section in ("heroes", "skills", "cards", "grants"):
            for key, entry in table.items():
                paths |= {f"{section}.{key}.{field}": value for field, value in entry.items() if field != "sources"}
        elif section in ("setup", "limits"):
            paths |= {f"{section}.{field}": value for field, value in table.items() if field != "sources"}
    same = load_ruleset(name, paths)
    assert len(paths) > 300
    assert same.content_hash == ruleset.content_hash
    assert same.cards == ruleset.cards


@pytest.mark.parametrize(
    ("section", "parts"),
    [
        ("heroes", ("曹操", "Cao Cao", "hp: set", "public FreeKill")),
        ("cards", ("slash", "丈八蛇矛", "unless = play 1 jink", "public Para")),
        ("cards", ("range weapon", "30: ", "对一名其他角色造成1点伤害", "目标可以用闪抵消")),
        ("skills", ("护驾", "lord, calls wei", "if = [hand == 0]", "assumed")),
        ("skills", ("你不能成为【杀】或【决斗】的目标。", "决斗里的杀也一样")),
        ("roles", ("single-alt4", "主公")),
        ("setup", ("draw_per_turn", "reshuffles", "seed 001")),
        (None, ("25 heroes", "三国杀", "Sections:")),
    ],
)
def test_text__sections(section: str | None, parts: tuple[str, ...]) -> None:
    text = printed("sanguosha", section)
    for part in parts:
        assert part in text


def test_text__english_and_unknown_section() -> None:
    assert "renegade" in printed("sanguosha", "roles", "en")
    skills = printed("sanguosha_official", "skills", "en")
    assert "When you need to use or play Jink, you may ask all other Wei players" in skills
    assert "Wei heroes may be asked to play it" in skills
    with pytest.raises(UserError, match="did you mean 'heroes'"):
        show.text(load_ruleset("sanguosha"), "heros")
