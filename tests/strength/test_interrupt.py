"""Ctrl-C in the middle of a measurement: what is done is kept, and going on comes to the same counts."""

import signal
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from sim import measures
from sim.cli import app
from sim.errors import UserError
from sim.kept import FILE, Kept
from sim.plan import Plan, make_plan
from sim.progress import Silent
from sim.sides import rungs


class Pressing(Silent):
    """Presses Ctrl-C once so many games are done."""

    def __init__(self, after: int) -> None:
        self._left = after

    def advance(self, games: int) -> None:
        before, self._left = self._left, self._left - games
        if before > 0 >= self._left:
            signal.raise_signal(signal.SIGINT)


@pytest.fixture(autouse=True)
def _short_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sim.worth.ROUNDS", 4)
    monkeypatch.setattr("sim.sides.PART", 20)


@pytest.fixture
def plan() -> Plan:
    return make_plan("sanguosha_official", players="4,5", bots="greedy", seed=2)


def test_worth_goes_on_where_it_stopped(plan: Plan, tmp_path: Path) -> None:
    whole = measures.worth(plan, ["sunquan"], 30, tmp_path / "whole")
    assert whole.finished
    out = tmp_path / "cut"
    cut = measures.worth(plan, ["sunquan"], 30, out, progress=Pressing(40))
    assert not cut.finished
    assert 0 < cut.counts[4][..., 0].sum() < whole.counts[4][..., 0].sum()
    assert cut.counts[5].sum() == 0
    with pytest.raises(UserError, match="go on by --resume"):
        measures.worth(plan, ["sunquan"], 30, out)
    with pytest.raises(UserError, match="its games is 30, now 31"):
        measures.worth(plan, ["sunquan"], 31, out, resume=True)
    again = measures.worth(plan, ["sunquan"], 30, out, resume=True)
    assert again.finished
    for players, counts in whole.counts.items():
        assert (again.counts[players] == counts).all()


def test_a_ladder_goes_on_where_it_stopped(plan: Plan, tmp_path: Path) -> None:
    bots = rungs(["random", "greedy"])
    whole = measures.ladder(plan, bots, 50, out=tmp_path / "whole")
    cut = measures.ladder(plan, bots, 50, out=tmp_path / "cut", progress=Pressing(300))
    assert not cut.finished
    assert {len(won) for won in cut.won[4].values()} == {20}
    again = measures.ladder(plan, bots, 50, out=tmp_path / "cut", resume=True)
    for players, won in whole.won.items():
        assert set(won) == set(again.won[players])
        assert all((won[label] == again.won[players][label]).all() for label in won)
    assert {len(won) for won in again.won[5].values()} == {50}


def test_the_command_tells_how_to_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sim.progress.shown", lambda wanted: Pressing(300))
    given = ["ladder", "sanguosha", "--players", "4", "--bots", "random,greedy", "--games", "60", "--lang", "en"]
    result = CliRunner().invoke(app, [*given, "--out", str(tmp_path / "l")])
    assert result.exit_code == 130
    assert f"interrupted; the same command with --resume --out {tmp_path / 'l'} goes on" in result.stderr
    assert "4 players: greedy over random" in result.stdout
    monkeypatch.setattr("sim.progress.shown", lambda wanted: Pressing(1))
    result = CliRunner().invoke(app, [*given, "--out", str(tmp_path / "early")])
    assert result.exit_code == 130
    assert "Traceback" not in result.output


def test_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    first, second = (Kept("x-worth-0", None, {"seed": 0}) for _ in range(2))
    assert first.path == second.path == Path("runs/x-worth-0")
    first.save({"5": [1]})
    assert Kept("x-worth-0", None, {"seed": 0}).path == Path("runs/x-worth-0-2")
    assert Kept("x-worth-0", None, {"seed": 0}, resume=True).counts == {"5": [1]}
    (first.path / FILE).write_text("{")
    with pytest.raises(UserError, match="cut short"):
        Kept("", first.path, {}, resume=True)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "file").touch()
    for place, told in ((tmp_path / "other", "not empty"), (tmp_path / "other" / "file", "is no folder")):
        with pytest.raises(UserError, match=told):
            Kept("", place, {})


def test_nothing_is_left_of_wrong_counts() -> None:
    codes = np.array([1, 2, 3, 4, 5, 1], np.int8)
    assert measures._digits(codes) == "123451"
    assert (measures._read({"a": "123451"})["a"] == codes).all()


def test_beliefs_of_the_games_until_then(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sim.progress.shown", lambda wanted: Pressing(100))
    given = ["beliefs", "sanguosha", "--players", "4,5", "--games", "100000", "--lang", "en", "--out"]
    result = CliRunner().invoke(app, [*given, str(tmp_path / "b")])
    assert result.exit_code == 130
    assert "the tables are of the games until then" in result.stderr
    assert result.stdout.splitlines()[-1] == str(tmp_path / "b")
    assert "after each round, 4 players" in result.stdout
    assert "5 players" not in result.stdout
