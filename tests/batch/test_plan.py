"""Parameters of a run: how they are read, and what is refused before anything is written."""

from typing import Any

import pytest
from fakes import Ruleset, toy_plan
from hypothesis import given
from hypothesis import strategies as st

from sim import bots
from sim.errors import UserError
from sim.plan import differing, make_plan, player_counts, toml_text
from sim.rules.load import read_changes


@pytest.fixture(autouse=True)
def any_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every name is a bot."""
    from fakes import never
    from numpy import zeros

    monkeypatch.setattr(bots, "find", lambda name: bots.Bot(name, never, zeros(64), ""))


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("5", (5,)),
        ("8,5", (5, 8)),
        ("2-10", tuple(range(2, 11))),
        ("4-5, 8 ,5", (4, 5, 8)),
        (7, (7,)),
        ([3, 2], (2, 3)),
    ],
)
def test_player_counts(text: Any, counts: tuple[int, ...]) -> None:
    assert player_counts(text) == counts


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("five", "'five' is neither a number nor a list"),
        ("5,", "neither"),
        ("", "neither"),
        ("5-", "neither"),
        ("-5", "neither"),
        ("8-5", "'8-5' runs backwards"),
        ("1", "players: 1; a game has 2 to 12"),
        ("5,13", "players: 13; a game has"),
        (0, "players: 0; a game has"),
        ([], "no player count"),
    ],
)
def test_player_counts_refused(text: Any, told: str) -> None:
    with pytest.raises(UserError, match=told):
        player_counts(text)


scalars = st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.text(st.characters(exclude_categories=["Cs", "Cc"]))
values = st.recursive(scalars, lambda v: st.lists(v, max_size=3) | st.dictionaries(st.text("ab-c.", max_size=3), v))


@given(values | st.none())
def test_a_value_written_as_toml_reads_back(value: Any) -> None:
    assert read_changes([f"x={toml_text(value)}"]) == {"x": value}


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"games": 0}, "games: 0; must be 1 or more"),
        ({"seed": -1}, "seed: -1; must be 0 or more"),
        ({"seed": 2**64}, "seed: 18446744073709551616; must be at most"),
        (
            {"deal": "balancd"},
            "deal: 'balancd'; allowed are balanced, random, draft; did you mean 'balanced'",
        ),
        ({"keep": "all"}, "keep: 'all'; allowed are seats, totals"),
        ({"set": {"x": 1}, "ruleset": Ruleset()}, "set: this ruleset is loaded already"),
    ],
)
def test_parameters_refused(changes: dict[str, Any], told: str) -> None:
    with pytest.raises(UserError, match=told):
        make_plan(**({"ruleset": "toy"} | changes))


def test_the_plan_says_what_is_to_be_played() -> None:
    info = make_plan(
        "toy",
        "2,4",
        10,
        3,
        "lord=greedy",
        "random",
        "single",
        "anna, bert",
        {"a.b": "x", "c": [1, {"d": True}]},
        "totals",
    ).info()
    assert info["players"] == [2, 4]
    assert info["role_table"]["4"] == {"lord": 1, "loyalist": 0, "rebel": 3, "renegade": 0}
    assert info["set"] == ['a.b="x"', 'c=[1, {"d" = true}]']
    assert info["heroes"] == ["anna", "bert"]
    assert info["bot_names"] == ["greedy", "standard"]
    assert info["deal"] == "random"
    assert info["names"]["zh"]["leap"] == "leap (zh)"
    assert info["description"] == {"zh": "a toy (zh)", "en": "a toy (en)"}
    assert info["names"]["en"].keys() == {
        "anna", "bert", "cleo", "leap", "hide", "sing", "gift", "lord", "loyalist", "rebel", "renegade", "toy",
    }  # fmt: skip
    assert not info["finished"]


def test_plans_differ_in_what_matters() -> None:
    old = toy_plan().info()
    assert differing(old, toy_plan().info()) == []
    assert differing(old, toy_plan(seed=6, games=7).info()) == ["seed", "games_asked"]
    assert differing(old, toy_plan(ruleset=Ruleset(content_hash="other")).info()) == ["content_hash"]
