"""Real games through the command line and the Python face: few of them, for the joints between the rooms."""

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import sim
import sim.trace
from sim.cli import app
from sim.errors import UserError
from sim.results import Run

BOTS = "plain_bots:last"
ARGS = ["sanguosha", "--players", "2", "--bots", BOTS, "--seed", "4"]


def shalab(*args: object) -> Result:
    return CliRunner().invoke(app, [str(part) for part in args])


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a run of six games of two players."""
    out = tmp_path_factory.mktemp("run") / "run"
    result = shalab("run", *ARGS, "--games", 6, "--threads", 1, "--out", out, "--quiet")
    assert (result.exit_code, result.stdout) == (0, f"{out}\n"), result.output
    return out


def test_default_folder_and_last_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("runs/sanguosha-4", "runs/sanguosha-4-2"):
        result = shalab("run", *ARGS, "--games", 1)
        assert result.exit_code == 0
        assert result.stdout.splitlines()[-1] == name
        assert Run(tmp_path / name).info["finished"]


def test_every_game_is_whole(run: Path) -> None:
    found = Run(run)
    games, seats = found.games(), found.seats()
    assert games["game"].to_list() == list(range(6))
    assert seats["role"].to_list() == ["lord", "rebel"] * 6
    assert games["turns"].min() > 0
    assert found.skills().filter(found.skills()["games"] > 6).is_empty()


def test_two_threads_play_the_same_games(run: Path) -> None:
    other = sim.simulate("sanguosha", players=2, games=6, seed=4, bots=BOTS, threads=2)
    assert other.games().equals(Run(run).games())
    assert other.seats().equals(Run(run).seats())
    assert other.skills().equals(Run(run).skills())


def test_a_run_that_is_there_is_refused_or_given_back(run: Path) -> None:
    again = ["run", *ARGS, "--games", 6, "--out", run]
    result = shalab(*again)
    assert result.exit_code == 2
    assert "holds a run already" in result.stderr
    assert shalab(*again, "--resume").exit_code == 0
    other = shalab(*again, "--resume", "--deal", "random")
    assert other.exit_code == 2
    assert "its deal is balanced, now random" in other.stderr


@pytest.mark.parametrize(
    "command",
    [
        ["run", "sanguosha", "--bots", "pass"],
        ["compare", "sanguosha", "--bots", BOTS, "--set", "heroes.caocao.hp=5"],
        ["worth", "sanguosha", "caocao", "--bots", "pass"],
        ["worth", "sanguosha", "--habits", "--bots", "pass"],
        ["ladder", "sanguosha", "--bots", "pass,random"],
    ],
    ids=lambda command: command[0],
)
def test_resume_begins_where_there_is_nothing_to_go_on_with(tmp_path: Path, command: list[str]) -> None:
    """All commands alike, so that one command line serves the first time and after an interruption."""
    args = [*command, "--players", 2, "--games", 2, "--threads", 1, "--out", tmp_path / "new", "--quiet", "--resume"]
    for _ in range(2):
        result = shalab(*args)
        assert (result.exit_code, result.stdout) == (0, f"{tmp_path / 'new'}\n"), result.output


def test_a_game_of_a_run_as_text(run: Path) -> None:
    result = shalab("trace", run, "--game", 3, "--plain")
    assert result.exit_code == 0, result.output
    winner = Run(run).games()["winner"][3]
    assert result.stdout.splitlines()[-1] == f"win {winner}"
    assert shalab("trace", *ARGS, "--game", 3, "--plain").stdout == result.stdout


def test_a_run_whose_rules_changed_is_not_told_again(run: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sim.plan.source_hash", lambda: "another")
    result = shalab("trace", run)
    assert result.exit_code == 2
    assert "since then source_hash changed" in result.stderr


def test_a_bot_that_answers_outside_the_options_fails_the_run(tmp_path: Path) -> None:
    args = [
        "sanguosha",
        "--players",
        "2",
        "--bots",
        "plain_bots:wild",
        "--games",
        2,
        "--out",
        tmp_path / "run",
    ]
    result = shalab("run", *args)
    assert result.exit_code == 1
    assert "2 games were broken off: bad_answer 2; the first: players 2, game 0, seat 0" in result.stderr
    found = Run(tmp_path / "run")
    assert set(found.games()["cause"]) == {"bad_answer"}
    assert not found.seats()["won"].any()


def test_the_face_is_functions_even_after_their_modules_were_imported() -> None:
    assert callable(sim.trace)
    assert callable(sim.simulate)
    assert sim.load_ruleset("sanguosha").id == "sanguosha"
    assert {"load_ruleset", "simulate", "trace", "run_scenario"} <= set(dir(sim))
    with pytest.raises(AttributeError, match="no attribute 'simulat'"):
        sim.simulat  # noqa: B018


def test_errors_of_the_face_are_user_errors() -> None:
    with pytest.raises(UserError, match="unknown ruleset 'nowhere'"):
        sim.simulate("nowhere")
