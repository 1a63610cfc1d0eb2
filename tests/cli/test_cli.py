"""Commands, their exit statuses and last lines; every bad input is one message and status 2."""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from sim.cli import app

RULES = "sanguosha"
TINY_BOT = "def bot(g, rules, bot, seat):\n    return 0\n"
Shalab = Callable[..., Result]


@pytest.fixture
def shalab(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shalab:
    """Return the command line, called in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return lambda *args: CliRunner().invoke(app, [str(part) for part in args])


def refused(result: Result) -> str:
    """Return the message of a refusal; nothing was written."""
    assert result.exit_code == 2, (result.output, result.exception)
    assert isinstance(result.exception, SystemExit)
    assert "Traceback" not in result.stderr
    assert not Path("runs").exists()
    return result.stderr


def test_version(shalab: Shalab) -> None:
    result = shalab("--version")
    assert (result.exit_code, result.stdout) == (0, "shalab 0.1.0\n")


@pytest.mark.parametrize("command", [[], ["run"], ["report"], ["trace"], ["scenario"], ["rules"], ["warm"]])
def test_help(shalab: Shalab, command: list[str]) -> None:
    result = shalab(*command, "--help")
    assert result.exit_code == 0
    assert "Usage:" in result.stdout


def test_help_imports_nothing_heavy() -> None:
    heavy = ["numba", "numpy", "polars", "pandas", "pydantic", "matplotlib", "scipy"]
    code = f"import sys, sim.cli; print([m for m in {heavy} if m in sys.modules])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["run", "sanguosa"], "unknown ruleset 'sanguosa'.*did you mean 'sanguosha'"),
        (["run", "nowhere/rules.toml"], "nowhere/rules.toml: no such ruleset"),
        (["run", RULES, "--players", "five"], "players: 'five'"),
        (["run", RULES, "--players", "1"], "players: 1; a game has 2"),
        (["run", RULES, "--players", "2-99"], "players: 13; a game has"),
        (["run", RULES, "--players", "11"], "no row for 11 players"),
        (["run", RULES, "--roles", "duble"], "unknown role table 'duble'.*did you mean 'double'"),
        (["run", RULES, "--roles", "double", "--players", "5"], "no row for 5 players in the role table 'double'"),
        (["run", RULES, "--heroes", "caocao,liubei"], "5 players need 5 heroes; the pool has 2"),
        (["run", RULES, "--players", "2", "--heroes", "caocao,liubeii"], "unknown hero 'liubeii'.*'liubei'"),
        (["run", RULES, "--set", "heroes.caocoa.hp=3"], "heroes.caocoa.*'caocao'"),
        (["run", RULES, "--set", "heroes.caocao.hp"], "PATH=VALUE"),
        (["run", RULES, "--set", "setup.start_hand=20", "--players", "8"], "deck of 104 cards is too small"),
        (["run", RULES, "--bots", "standart"], "unknown bot 'standart'"),
        (["run", RULES, "--bots", "pass,pass"], "2 bots for 5 seats"),
        (["run", RULES, "--bots", "boss=pass"], "unknown role 'boss'"),
        (["run", RULES, "--bots", "nowhere:bot"], "cannot import 'nowhere'"),
        (["run", RULES, "--deal", "fair"], "deal: 'fair'; allowed are balanced, random, draft"),
        (["run", RULES, "--keep", "all"], "keep: 'all'; allowed are seats, totals"),
        (["run", RULES, "--games", "0"], "games: 0"),
        (["run", RULES, "--games", "many"], "--games.*integer"),
        (["run", RULES, "--target-error", "50"], "shalab: --target-error: 50; must be above 0 and below 50"),
        (
            ["run", RULES, "--target-error", "1", "--games", "9"],
            "--games: with --target-error .* --max-games is the most",
        ),
        (["run", RULES, "--max-games", "9"], "--max-games: goes with --target-error only; --games says"),
        (["run", RULES, "--target-error", "1", "--max-games", "0"], "shalab: --max-games: 0; must be 1 or more"),
        (["run", RULES, "--seed", "-1"], "seed: -1"),
        (["run", RULES, "--threads", "0", "--bots", "mine:bot"], "threads: 0"),
        (["run", RULES, "--speed", "9"], "No such option"),
        (["run"], "Missing argument"),
        (["play"], "No such command"),
        (["report", "nowhere"], "nowhere: no such run"),
        (["report", "."], "not a run"),
        (["report", "nowhere", "--lang", "fr"], "--lang: 'fr'; allowed are zh, en"),
        (["trace", "nowhere/run"], "nowhere/run"),
        (["trace", RULES, "--lang", "fr"], "--lang: 'fr'; allowed are zh, en"),
        (["scenario", "nowhere.toml"], "nowhere.toml"),
        (["rules", "show", "sanguosa"], "unknown ruleset 'sanguosa'"),
        (["rules", "show", RULES, "heros"], "section: 'heros'.*did you mean 'heroes'"),
        (["rules", "check", "nowhere"], "unknown ruleset 'nowhere'"),
    ],
)
def test_unusable_input(shalab: Shalab, args: list[str], told: str) -> None:
    Path("mine.py").write_text(TINY_BOT)
    message = refused(shalab(*args))
    assert re.search(told, message, re.DOTALL), message


def test_out_with_something_else_is_refused(shalab: Shalab) -> None:
    Path("mine.py").write_text(TINY_BOT)
    Path("kept").mkdir()
    Path("kept/notes.txt").write_text("mine")
    message = refused(shalab("run", RULES, "--bots", "mine:bot", "--out", "kept"))
    assert "kept: not empty, and no run" in message
    assert [file.name for file in Path("kept").iterdir()] == ["notes.txt"]


HEAD = 'id = "mine"\nextends = "sanguosha"\nnames = { zh = "我", en = "mine" }\n'
BROKEN = {
    "heroes = [1,": "mine.toml",
    '[skills.zhiheng]\nsource = "assumed"\nrows = [{ when = "end", do = "explode" }]': "zhiheng.*'explode'",
    '[roles.single.5]\nsource = "assumed"\nlord = 0\nloyalist = 2\nrebel = 2\nrenegade = 1': "roles.single.5",
}
TOO_SMALL = '[setup]\nstart_hand = 12\nsource = "assumed"'


@pytest.mark.parametrize("text", BROKEN)
@pytest.mark.parametrize("command", [["run"], ["trace"], ["rules", "show"], ["rules", "check"]])
def test_a_broken_ruleset_is_refused_everywhere(shalab: Shalab, command: list[str], text: str) -> None:
    Path("mine.toml").write_text(HEAD + text)
    message = refused(shalab(*command, "mine.toml"))
    assert re.search(BROKEN[text], message), message


def test_a_ruleset_that_cannot_be_dealt_fails_its_check(shalab: Shalab) -> None:
    Path("mine.toml").write_text(HEAD + TOO_SMALL)
    assert "too small to deal" in refused(shalab("run", "mine.toml", "--players", "10"))
    result = shalab("rules", "check", "mine.toml")
    assert result.exit_code == 1
    assert "roles.single.10" in result.stdout


def test_rules_list(shalab: Shalab) -> None:
    result = shalab("rules", "list")
    assert result.exit_code == 0
    assert {"sanguosha", "sanguosha_official"} <= {line.split()[0] for line in result.stdout.splitlines()}


def test_rules_show_json_has_the_paths_of_set(shalab: Shalab) -> None:
    plain = json.loads(shalab("rules", "show", RULES, "--json").stdout)
    changed = json.loads(shalab("rules", "show", RULES, "--json", "--set", "heroes.caocao.hp=9").stdout)
    assert plain["heroes"]["caocao"]["hp"] == 4
    assert changed["heroes"]["caocao"]["hp"] == 9
    heroes = json.loads(shalab("rules", "show", RULES, "heroes", "--json").stdout)
    assert heroes == plain["heroes"]


@pytest.mark.parametrize("section", [[], ["heroes"], ["cards"], ["skills"], ["roles"], ["setup"]])
def test_rules_show_as_text(shalab: Shalab, section: list[str]) -> None:
    result = shalab("rules", "show", RULES, *section)
    assert result.exit_code == 0
    assert len(result.stdout.splitlines()) > 5


def test_rules_check(shalab: Shalab) -> None:
    result = shalab("rules", "check", RULES)
    assert (result.exit_code, result.stdout) == (0, "sanguosha: ok\n")
