"""Files that cannot be used: the message names file, key, what was found and is allowed; the status is 2."""

from pathlib import Path
from typing import Any

import pytest
from build import scenario, seat

from sim.errors import UserError
from sim.scenario import run_paths, run_scenario

TABLE = (seat("lord", hand=["slash@S7"]), seat())


def complaint(*seats: dict[str, Any], **more: Any) -> str:
    with pytest.raises(UserError) as caught:
        run_scenario(scenario(*(seats or TABLE), **more))
    return str(caught.value)


@pytest.mark.parametrize(
    ("hand", "said"),
    [
        ("slsh@S7", "seat.0.hand: 'slsh@S7' names no card"),
        (
            "slash@S11",
            "seat.0.hand: 'slash@S11' is no card: after @ stand a suit (S H C D) and a rank (A 2-10 J Q K)",
        ),
        ("slash@X7", "seat.0.hand: 'slash@X7' is no card"),
        ("slash@", "seat.0.hand: 'slash@' is no card"),
        ("杀", "seat.0.hand: '杀' names no card"),
    ],
)
def test_an_impossible_card(hand: str, said: str) -> None:
    assert said in complaint(seat("lord", hand=[hand]), seat())


def test_did_you_mean() -> None:
    assert "did you mean 'slash'?" in complaint(seat("lord", hand=["slsh"]), seat())
    assert "did you mean 'guanyu'?" in complaint(seat("lord", hero="guanyo"), seat())
    assert "did you mean 'wusheng'?" in complaint(steps=[{"seat": 0, "accept": "wushen"}])
    assert "did you mean 'step'?" in complaint(stepp=[])


@pytest.mark.parametrize(
    ("player", "said"),
    [
        ({"role": "king"}, "seat.1.role: found 'king'; allowed: 'lord', 'loyalist', 'rebel' or 'renegade'"),
        ({"hp": 5}, "seat.1.hp: found 5; allowed: up to max_hp, which is 4"),
        ({"hp": 0}, "seat.1.hp: found 0; allowed: 1 or more, less with a card of the stash"),
        ({"hp": "3"}, "seat.1.hp: found '3'; allowed: a whole number"),
        (
            {"faction": "jin"},
            "seat.1.faction: found 'jin', unknown in sanguosha_official; allowed: shu wei wu qun",
        ),
        ({"equip": ["slash@S7"]}, "seat.1.equip: slash@S7 is no equipment"),
        ({"equip": ["axe", "blade"]}, "seat.1.equip: blade@S5 has no place beside axe@D5"),
        ({"judge": ["duel"]}, "seat.1.judge: duel@SA is no delayed card"),
        ({"judge": ["indulgence", "indulgence"]}, "seat.1.judge: a second indulgence"),
        ({"alive": False, "hand": ["peach"]}, "seat.1.hand: a dead seat has no cards"),
        ({"used": ["rended"]}, "seat.1.used: found 'rended', unknown in sanguosha_official"),
    ],
)
def test_an_impossible_player(player: dict[str, Any], said: str) -> None:
    assert said in complaint(seat("lord"), {"role": "rebel", **player})


@pytest.mark.parametrize(
    ("step", "said"),
    [
        (
            {"use": "slash", "respond": "jink"},
            "step.1: found use and respond; allowed: exactly one of use, skill,",
        ),
        ({"targets": [1]}, "step.1: found no answer; allowed: exactly one of"),
        ({"use": "slash", "targets": [7]}, "step.1.targets: found 7; allowed: a seat, 0 to 1"),
        ({"seat": 2, "end": True}, "step.1.seat: found 2; allowed: a seat, 0 to 1"),
        ({"pass": True, "targets": [1]}, "step.1: found targets beside pass, where it has no meaning"),
        ({"end": True, "illegal": True}, "step.1: found illegal beside end, where it has no meaning"),
        ({"pass": True, "of": "jinks"}, "step.1.of: found 'jinks', unknown in sanguosha_official"),
        ({"use": "slash", "as": "slsh"}, "step.1.as: found 'slsh', unknown in sanguosha_official"),
        ({"choose": "hearts"}, "step.1.choose: 'hearts' names no card"),
        ({"choose": 1.5}, "step.1.choose: found 1.5; allowed: cards, a seat, an option, or"),
        ({"accept": "yiji", "give": {"x": ["jink"]}}, "step.1.give: found 'x'; allowed: a seat, 0 to 1"),
    ],
)
def test_an_impossible_step(step: dict[str, Any], said: str) -> None:
    assert said in complaint(steps=[{"seat": 0, **step}])


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"until": "turns:0"}, "until: found 'turns:0'; allowed: turn, steps, game, or turns:N"),
        ({"start": {"seat": 5}}, "start.seat: found 5; allowed: a seat, 0 to 1"),
        ({"ruleset": "sanguo"}, "ruleset: unknown ruleset 'sanguo'"),
        ({"set": {"heroes.guanyu.hpp": 3}}, ": set.heroes.guanyu.hpp: no 'hpp' in heroes.guanyu; it has: "),
        (
            {"set": {"heroes": {"guanyu": {"hp": 0}}}},
            ": set.heroes.guanyu.hp: heroes.guanyu.hp: found 0; allowed: 1 or",
        ),
        ({"expect": {"winner": "rebels"}}, "expect.winner: found 'rebels'; allowed: 'none', 'lord', 'rebel'"),
        ({"expect": {"seat": {"2": {"hp": 3}}}}, "expect.seat: found 2; allowed: a seat, 0 to 1"),
        ({"expect": {"seat": {"1": {"hpp": 3}}}}, "expect.seat.1.hpp: unknown key"),
        ({"expect": {"asked": ["jink"]}}, "expect.asked: found 'jink'; allowed: SEAT:WHAT"),
        ({"pile": ["peach@H33"]}, "pile: 'peach@H33' is no card"),
    ],
)
def test_an_impossible_table(more: dict[str, Any], said: str) -> None:
    assert said in complaint(**more)


def test_a_starter_who_is_dead() -> None:
    assert "start.seat: seat 1 is dead" in complaint(seat("lord"), seat(alive=False), seat(), start={"seat": 1})


def test_too_few_seats_and_all_problems_at_once() -> None:
    assert "seat: found 1; allowed: 2 or more" in complaint(seat("lord"))
    said = complaint(seat("lord", hand=["slsh"], hero="guanyo"), seat(faction="x"), pile=["nothing"])
    assert len(said.splitlines()) == 4
    assert all(line.startswith("scenario: ") for line in said.splitlines())


def test_a_skill_that_the_ruleset_does_not_know_is_impossible_at_least() -> None:
    steps = [
        {"seat": 0, "use": "slash@S7"},
        {"seat": 0, "accept": "gongxin", "illegal": True},
        {"seat": 0, "end": True},
    ]
    assert run_scenario(scenario(*TABLE, steps=steps)).ok


GOOD = """
title = "A slash"
ruleset = "sanguosha_official"
start = { seat = 0, phase = "play" }
until = "steps"
seat = [{ role = "lord", hand = ["slash@S7"] }, { role = "rebel" }]
step = [{ seat = 0, use = "slash@S7" }]
expect = { seat.1.hp = %d }
"""


def test_exit_status_and_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad, broken = tmp_path / "a" / "good.toml", tmp_path / "a" / "bad.toml", tmp_path / "broken.toml"
    good.parent.mkdir()
    good.write_text(GOOD % 3, encoding="utf-8")
    bad.write_text(GOOD % 4, encoding="utf-8")
    broken.write_text("title = \n", encoding="utf-8")
    assert run_paths([good]) == 0
    assert capsys.readouterr().out == f"ok {good}  A slash\n"
    assert run_paths([tmp_path / "a"]) == 1
    assert capsys.readouterr().out == f"differs {bad}  A slash: seat 1: hp is 3, expected 4\nok {good}  A slash\n"
    assert run_paths([tmp_path]) == 2
    told = capsys.readouterr()
    assert f"unusable {broken}: not TOML: " in told.err
    assert len(told.out.splitlines()) == 2
    assert run_paths([tmp_path / "none.toml"]) == 2
    assert "none.toml: no such file" in capsys.readouterr().err


def test_an_empty_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_paths([tmp_path]) == 2
    assert "no *.toml file in this folder" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"ruleset": "sanguosha_official"}, "seat.1.lineup: sanguosha_official has no line-ups"),
        ({"lineup": ["lvbi"]}, "seat.1.lineup: found 'lvbi', unknown in sanguosha_duel; did you mean 'lvbu'?"),
        ({"hero": None}, "seat.1.lineup: a seat with a line-up needs a hero that is alive"),
        ({"lineup": ["lvbu"] * 8}, "seat.1.lineup: found 8 heroes; allowed: up to 7"),
        ({"lineup": ["lvbu"] * 11}, "seat.lineup: found 13 heroes of all seats; allowed: up to 12"),
    ],
)
def test_line_ups_that_cannot_be(changes: dict[str, Any], told: str) -> None:
    seat = {"role": "renegade", "hero": "guanyu", "lineup": ["lvbu"]} | changes
    ruleset = seat.pop("ruleset", "sanguosha_duel")
    seat = {key: value for key, value in seat.items() if value is not None}
    with pytest.raises(UserError) as error:
        run_scenario({"ruleset": ruleset, "seat": [{"role": "lord"}, seat]})
    assert told in str(error.value)


def test_a_first_turn_needs_line_ups() -> None:
    seats = [{"role": "lord"}, {"role": "rebel"}]
    with pytest.raises(UserError, match=r"start\.first: sanguosha_official has no line-ups"):
        run_scenario({"ruleset": "sanguosha_official", "seat": seats, "start": {"first": True}})
