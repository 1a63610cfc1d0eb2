"""What a stranger may give: every value of a wrong kind is one message, never a trace of the program."""

import json
from pathlib import Path
from typing import Any

import pytest

import sim
from sim.errors import UserError, suggest
from sim.results import FORMAT, NEEDED, Run, read_info
from sim.rules.load import load_ruleset

HEAD = 'id = "mine"\nextends = "sanguosha"\nnames = { zh = "我", en = "mine" }\n'
DECK = "kind,suit,rank,source\n"
POSITION = {"ruleset": "sanguosha", "seat": [{"role": "lord"}, {"role": "rebel"}]}


def refusal(path: Path, **changes: Any) -> str:
    with pytest.raises(UserError) as error:
        load_ruleset(path, changes or None)
    return str(error.value)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"players": 2.5}, "players: 2.5; must be a whole number"),
        ({"players": ["5"]}, "players: '5'; must be a whole number"),
        ({"players": True}, "players: True; must be a whole number"),
        ({"games": "3"}, "games: '3'; must be a whole number"),
        ({"games": 10**30}, "games: 1000.*; must be at most"),
        ({"seed": None}, "seed: None; must be a whole number"),
        ({"threads": 2.5}, "threads: 2.5; must be a whole number"),
        ({"threads": 10**6}, "threads: 1000000; must be at most"),
        ({"bots": ["standard"]}, r"--bots: \['standard'\]; must be one bot"),
        ({"roles": []}, r"roles: \[\]; must be"),
        ({"heroes": 3}, "heroes: 3; must be a list"),
        ({"heroes": [3]}, "heroes: 3; must be a text"),
        ({"set": 3}, "set: 3; must be"),
        ({"set": [3]}, "set: 3; must be a line PATH=VALUE"),
        ({"set": {3: 4}}, "set: 3; must be a path"),
        ({"out": 3, "bots": "pass"}, "out: 3; must be a path"),
        ({"ruleset": 3}, "ruleset: 3; must be a path"),
        ({"ruleset": None, "players": None, "start": 3}, "scenario: 3; must be a path"),
        ({"ruleset": None, "players": None, "start": POSITION, "stop": 3}, "stop: 3; must be a text"),
    ],
)
def test_python_arguments(given: dict[str, Any], told: str) -> None:
    with pytest.raises(UserError, match=told):
        sim.simulate(**({"ruleset": "sanguosha", "players": 2, "games": 1} | given))


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"game": 10**30}, "game: found 10+; allowed: 0 to"),
        ({"game": 1.5}, "game: found 1.5"),
        ({"lang": []}, r"lang: found \[\]"),
        ({"sed": 3}, "sed: unknown option; .*did you mean 'seed'"),
    ],
)
def test_trace_arguments(given: dict[str, Any], told: str) -> None:
    with pytest.raises(UserError, match=told):
        sim.trace("sanguosha", players=2, **given)


def test_a_hint_does_not_mind_capitals() -> None:
    assert suggest("SANGUOSHA", ["sanguosha"]) == "; did you mean 'sanguosha'?"


def test_a_byte_order_mark_and_the_line_ends_of_another_system_do_no_harm(tmp_path: Path) -> None:
    (tmp_path / "ruleset.toml").write_bytes(b"\xef\xbb\xbf" + HEAD.replace("\n", "\r\n").encode())
    deck = DECK + "slash,S,7,assumed\n" * 60
    (tmp_path / "deck.csv").write_bytes(b"\xef\xbb\xbf" + deck.replace("\n", "\r\n").encode())
    assert len(load_ruleset(tmp_path).cards) == 60
    scenario = tmp_path / "scenario.toml"
    scenario.write_bytes(b'\xef\xbb\xbfruleset = "sanguosa"\r\n')
    with pytest.raises(UserError, match="seat: missing"):
        sim.run_scenario(scenario)


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"kind,suit,rank,source\nslash,S,7,\xff\n", "deck.csv: not UTF-8 text"),
        (b"", "deck.csv: line 1: found ''; allowed: kind,suit,rank,source"),
        (None, "deck.csv: cannot be read: "),
    ],
)
def test_a_deck_that_cannot_be_read_is_the_only_problem(tmp_path: Path, content: bytes | None, told: str) -> None:
    (tmp_path / "ruleset.toml").write_text(HEAD, encoding="utf-8")
    deck = tmp_path / "deck.csv"
    deck.mkdir() if content is None else deck.write_bytes(content)
    message = refusal(tmp_path)
    assert told in message
    assert "\n" not in message


def test_a_folder_in_the_place_of_a_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "ruleset.toml").write_text(HEAD, encoding="utf-8")
    (tmp_path / "cards.toml").mkdir()
    assert "cards.toml: cannot be read: " in refusal(tmp_path)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("sources = 3", "mine.toml: sources: found 3; allowed: a table"),
        ("[cards.slash]\ncount = 192", "mine.toml: deck: found 266; allowed: up to 192 entries"),
        ("[heroes.x]\nextends = 'heroes.caocao'", "mine.toml: heroes.x.extends: unknown ruleset 'heroes'"),
        ("[factions]\nwei = 3", "mine.toml: factions.wei: found 3; allowed: a table"),
        ("[heroes.caocao]\nhp = 99", "mine.toml: heroes.caocao.hp: found 99; allowed: up to 20"),
        ("[cards.slash]\nrange = 'x'", "cards.slash.range: found 'x'; allowed: a whole number or 'weapon'"),
        ("[roles.single]\n99 = {lord = 1, rebel = 9}", "roles.single.99: found '99'; allowed: a number of players"),
    ],
)
def test_one_fault_is_one_line_of_the_file_that_has_it(tmp_path: Path, text: str, told: str) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(HEAD + text, encoding="utf-8")
    message = refusal(file)
    assert told in message
    assert "\n" not in message.split(": found '99'")[0]


def test_rows_are_counted_as_they_stand_in_the_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(f'{HEAD}[skills.rende]\nrows = [3, {{ when = "end", do = "darw" }}]', encoding="utf-8")
    message = refusal(file)
    assert "skills.rende.rows.0: found 3; allowed: a table" in message
    assert "skills.rende.rows.1.do: found 'darw'" in message


def test_a_circle_names_its_files(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text('extends = "b.toml"')
    (tmp_path / "b.toml").write_text('extends = "a.toml"')
    assert "a.toml -> b.toml -> a.toml" in refusal(tmp_path / "a.toml")


def test_set_below_what_is_not_there_offers_what_is() -> None:
    message = refusal("sanguosha", **{"lineup.dealt": 1})
    assert "no 'lineup' in the ruleset" in message
    assert "lineup" not in message.partition("it has: ")[2]
    assert "--set cards.slash.count: deck: found 266" in refusal("sanguosha", **{"cards.slash.count": 192})


def written(folder: Path, **changes: Any) -> Path:
    """Write a ``run.json`` of which only some values are looked at."""
    info: dict[str, Any] = dict.fromkeys(NEEDED, "x")
    info |= {key: [] for key in ("set", "players", "bot_names", "unfinished", "heroes")}
    info |= {key: {} for key in ("games_done", "unfinished_count", "causes", "names", "versions")}
    info |= {"format": FORMAT, "keep": "seats", "seed": 0, "part": 1, "games_asked": 1, "seconds": 0}
    (folder / "run.json").write_text(json.dumps(info | changes))
    return folder


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"games_done": 3}, "games_done is 3; must be a table"),
        ({"games_done": {"2": "x"}}, "games_done has 'x'; must be whole numbers"),
        ({"players": ["a"]}, "players has 'a'; must be whole numbers"),
        ({"part": 0}, "part is 0; must be 1 or more"),
        ({"bots": 3}, "bots is 3; must be a text"),
        ({"keep": []}, r"keep is \[\]; must be a text"),
    ],
)
def test_a_run_json_of_another_form(tmp_path: Path, changes: dict[str, Any], told: str) -> None:
    assert read_info(written(tmp_path))["part"] == 1
    with pytest.raises(UserError, match=f"run.json: {told}"):
        Run(written(tmp_path, **changes))


def test_a_run_whose_ruleset_is_gone(tmp_path: Path) -> None:
    gone = tmp_path / "mine.toml"
    run = written(tmp_path, ruleset="mine", ruleset_path=str(gone), players=[2], games_done={"2": 0})
    with pytest.raises(UserError, match=r"its ruleset .*mine.toml is no longer there"):
        sim.trace(run)
