"""The text of ``--bots`` becomes bots at seats, or one clear message."""

import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import numpy as np
import pytest

from sim import bots
from sim.core.codes import Role
from sim.errors import UserError


class Shipped:
    """What an installed bot's entry point leads to."""

    name = "greedy"

    @staticmethod
    def function(g: object, rules: object, bot: object, seat: int) -> int:
        return 0

    @staticmethod
    def weights() -> np.ndarray:
        return np.arange(64.0)


@pytest.fixture(autouse=True)
def shipped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three bots, all the same."""
    monkeypatch.setattr(sys.modules[__name__], "BOT", Shipped(), raising=False)
    entries = [EntryPoint(name, f"{__name__}:BOT", bots.GROUP) for name in ("standard", "greedy", "pass")]
    monkeypatch.setattr(bots.importlib.metadata, "entry_points", lambda group: entries)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make an empty current folder from which bots can be imported."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    return tmp_path


def seated(text: str, players: list[int]) -> dict[str, list[str]]:
    """Return the names at each seat of the first player count, by role."""
    found = bots.lineup(text, players)
    return {role.name.lower(): [found.names[i] for i in found.bot_of[role, : players[0]]] for role in Role}


def test_one_bot_sits_everywhere() -> None:
    assert seated("greedy", [3]) == dict.fromkeys(["lord", "loyalist", "rebel", "renegade"], ["greedy"] * 3)


def test_roles_not_named_get_the_standard_bot() -> None:
    found = seated("lord=greedy, rebel=pass", [2])
    assert found["lord"] == ["greedy"] * 2
    assert found["rebel"] == ["pass"] * 2
    assert found["loyalist"] == found["renegade"] == ["standard"] * 2


def test_a_list_names_seats_from_the_lord_on() -> None:
    found = seated("greedy,pass,pass,standard,greedy", [5])
    assert found["rebel"] == found["lord"] == ["greedy", "pass", "pass", "standard", "greedy"]


def test_the_function_table_is_full_and_weights_follow_their_bot() -> None:
    found = bots.lineup("lord=pass", [2])
    assert len(found.functions) == len(found.templates) == bots.MAX_BOTS
    assert found.names == ["pass", "standard"]
    assert found.templates.weights[:3].sum(axis=1).tolist() == [2016.0, 2016.0, 0.0]


@pytest.mark.parametrize(
    ("text", "players", "told"),
    [
        (
            "standart",
            [5],
            "unknown bot 'standart'; known are greedy, pass, standard.*did you mean 'standard'",
        ),
        ("lord=greedy,rebels=pass", [5], "unknown role 'rebels'.*did you mean 'rebel'"),
        ("lord=greedy,pass", [5], "'pass' is not ROLE=BOT"),
        ("lord=", [5], "is not ROLE=BOT"),
        ("lord=pass,lord=greedy", [5], "lord is named twice"),
        ("pass,pass", [5], "2 bots for 5 seats"),
        ("pass,pass,pass", [3, 5], "needs one player count, found 3, 5"),
        ("pass,,pass", [3], "empty name"),
        ("", [3], "empty name"),
        ("nowhere:bot", [3], "cannot import 'nowhere'"),
        ("standard:5", [3], "'standard:5': standard takes no number"),
        ("json:dumbs", [3], "'json' has no 'dumbs'; did you mean 'dumps'"),
        ("json:", [3], "'json:'; allowed: MODULE:FUNCTION"),
        (":bot", [3], "':bot'; allowed: MODULE:FUNCTION"),
        ("..mine:bot", [3], "'..mine:bot'; allowed: MODULE:FUNCTION"),
        ("os:getpid", [3], "is a builtin_function_or_method, not a bot"),
        ("json:loads", [3], "takes 1 arguments; allowed: game, rules, record, seat"),
        ("json:JSONDecoder", [3], "is a type, not a bot"),
        ("math:pi", [3], "is a float, not a bot"),
    ],
)
def test_what_names_no_bot_is_refused(text: str, players: list[int], told: str) -> None:
    with pytest.raises(UserError, match=told):
        bots.lineup(text, players)


def test_a_bot_of_the_current_folder(here: Path) -> None:
    (here / "mine_a.py").write_text("def first(g, rules, bot, seat):\n    return 0\n")
    found = bots.lineup("rebel=mine_a:first", [2])
    assert found.names == ["standard", "mine_a:first"]
    assert found.bots[1].function.__name__ == "first"
    assert not found.bots[1].weights.any()


def test_a_bot_file_that_fails_is_told(here: Path) -> None:
    (here / "mine_b.py").write_text("1 / 0\n")
    with pytest.raises(UserError, match="'mine_b' failed: ZeroDivisionError"):
        bots.lineup("mine_b:first", [2])


def test_weights_of_a_wrong_length_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Shipped, "weights", staticmethod(lambda: np.zeros(3)))
    with pytest.raises(UserError, match=r"weights of 'pass' have shape \(3,\), not \(64,\)"):
        bots.lineup("pass", [2])


def test_at_most_eight_bots_in_one_run(here: Path) -> None:
    (here / "mine_c.py").write_text("".join(f"def b{i}(g, r, b, s):\n    return 0\n" for i in range(9)))
    names = [f"mine_c:b{i}" for i in range(9)]
    assert len(bots.lineup(",".join(names[:8]), [8]).functions) == bots.MAX_BOTS
    with pytest.raises(UserError, match="9 different bots; at most 8"):
        bots.lineup(",".join(names), [9])


def test_the_hash_tells_weights_and_sources_apart(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = bots.lineup("pass", [2]).weights_hash
    assert before == bots.lineup("pass,pass", [2]).weights_hash != bots.lineup("greedy", [2]).weights_hash
    monkeypatch.setattr(Shipped, "weights", staticmethod(lambda: np.ones(64)))
    assert bots.lineup("pass", [2]).weights_hash != before
    file = here / "mine_d.py"
    file.write_text("def first(g, rules, bot, seat):\n    return 0\n")
    first = bots.lineup("mine_d:first", [2]).weights_hash
    file.write_text("def first(g, rules, bot, seat):\n    return 1\n")
    assert bots.lineup("mine_d:first", [2]).weights_hash != first
