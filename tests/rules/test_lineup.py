"""The table ``[lineup]``: what it may say, what is told where it cannot be played, and the record made of it."""

from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from sim.core.codes import Role
from sim.errors import UserError
from sim.plan import default_players, make_plan
from sim.rules import show
from sim.rules.compile import compile_ruleset
from sim.rules.load import load_ruleset

NAME = "sanguosha_duel"


def test_as_printed() -> None:
    """Ten heroes, six open; five each, picked 1-2-2-2-2-1; three fielded; four cards; the renegade first, one fewer."""
    data = load_ruleset(NAME).data
    said = data["lineup"]
    assert (said["dealt"], said["open"], said["fielded"], said["newcomer_hand"]) == (10, 6, 3, 4)
    assert said["picks"] == [1, 2, 2, 2, 2, 1]
    assert sum(said["picks"][::2]) == sum(said["picks"][1::2]) == 5
    assert (said["moves_first"], said["first_draw"]) == ("renegade", -1)
    assert data["setup"]["start_hand"] == 4
    assert data["setup"]["lord_bonus"] == 0
    assert {size: (row["lord"], row["renegade"]) for size, row in data["roles"]["single"].items()} == {"2": (1, 1)}
    assert list(data["roles"]) == ["single"]


def test_heroes_and_deck_are_the_official_ones() -> None:
    duel, official = load_ruleset(NAME), load_ruleset("sanguosha_official")
    assert duel.cards == official.cards
    assert duel.heroes == official.heroes
    gone = set(official.data["skills"]) - set(duel.data["skills"])
    assert gone == {key for key, skill in official.data["skills"].items() if skill["lord"]}
    for key, hero in duel.data["heroes"].items():
        assert hero["hp"] == official.data["heroes"][key]["hp"]
        assert hero["skills"] == [skill for skill in official.data["heroes"][key]["skills"] if skill not in gone]


def test_the_record() -> None:
    rules = compile_ruleset(load_ruleset(NAME), players=2)[0]
    assert (rules.lineup, rules.fielded, rules.dealt, rules.open, rules.newcomer_hand) == (1, 3, 10, 6, 4)
    assert (rules.first_role, rules.first_draw, rules.pick_role) == (Role.RENEGADE, -1, Role.LORD)
    assert rules.picker[: rules.n_picks].tolist() == [0, 1, 1, 0, 0, 1, 1, 0, 0, 1]
    other = compile_ruleset(load_ruleset("sanguosha_official"), players=2)[0]
    assert (other.lineup, other.fielded, other.n_picks) == (0, 1, 0)
    assert "lineup" not in load_ruleset("sanguosha_official").data


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"lineup.open": 11}, "--set lineup.open: lineup.open: found 11; allowed: up to dealt, which is 10"),
        ({"lineup.picks": [5, 6]}, "lineup.picks: found [5, 6], 11 in all; allowed: up to dealt, which is 10"),
        ({"lineup.moves_first": "renegad"}, "lineup.moves_first: found 'renegad'; allowed: lord loyalist rebel"),
        ({"lineup.fielded": 9}, "lineup.fielded: found 9"),
        ({"lineup.picks": []}, "lineup.picks: found []"),
        ({"lineup.newcomers": 4}, "did you mean 'newcomer_hand'?"),
    ],
)
def test_wrong_values_are_told(changes: dict[str, Any], told: str) -> None:
    with pytest.raises(UserError) as error:
        load_ruleset(NAME, changes)
    assert told in str(error.value)


@pytest.mark.parametrize(
    ("changes", "how", "told"),
    [
        ({}, {"players": 5}, "sanguosha_duel: is a game for 2 players and no other number; found 5"),
        ({"lineup.fielded": 7}, {}, "lineup.fielded: 2 players who field 7 heroes each have 14; the core holds 12"),
        (
            {"lineup.moves_first": "rebel"},
            {},
            "lineup.moves_first: found 'rebel', which none of 2 players is; allowed: lord renegade",
        ),
        ({}, {"heroes": ["caocao", "liubei"]}, "line-ups of 2 players need 6 heroes; the pool has 2"),
        ({"lineup.dealt": 26}, {"deal": "draft"}, "line-ups of 2 players need 26 heroes; the pool has 25"),
        ({"lineup.picks": [5, 2]}, {}, "[5, 2] in turn leave a player of 2 with 2 heroes; 3 are fielded"),
    ],
)
def test_tables_that_cannot_be_dealt(changes: dict[str, Any], how: dict[str, Any], told: str) -> None:
    with pytest.raises(UserError) as error:
        compile_ruleset(load_ruleset(NAME, changes), **({"players": 2} | how))
    assert told in str(error.value)


def test_two_players_unless_said_otherwise() -> None:
    assert default_players(load_ruleset(NAME)) == 2
    assert default_players(load_ruleset("sanguosha_official")) == 5
    assert default_players(load_ruleset("sanguosha_official"), "double") == 6
    plan = make_plan(NAME, games=1, bots="heuristics.pass_bot:BOT")
    assert plan.players == (2,)
    assert plan.info()["lineup"]["moves_first"] == "renegade"
    with pytest.raises(UserError, match="a game for 2 players and no other number; found 5"):
        make_plan(NAME, 5, games=1, bots="heuristics.pass_bot:BOT")


def test_drop__and_state_anew(tmp_path: Path) -> None:
    file = tmp_path / "plain.toml"
    file.write_text(f'extends = "{NAME}"\ndrop = ["lineup"]\n')
    assert "lineup" not in load_ruleset(file).data
    assert show.check(file) == []
    file.write_text('extends = "sanguosha"\n[lineup]\ndealt = 10\nsource = "assumed"\n')
    with pytest.raises(UserError, match=r"lineup\.fielded: missing"):
        load_ruleset(file)


def test_show__has_the_table() -> None:
    from rich.console import Console

    console = Console(width=100, file=StringIO(), record=True)
    console.print(show.text(load_ruleset(NAME), "setup", "en"))
    assert "moves_first" in console.export_text()
