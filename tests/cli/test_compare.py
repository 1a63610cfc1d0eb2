"""The command that compares two rulesets: what it prints, its exit statuses, and Ctrl-C."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from sim import batch
from sim.cli import app

ARGS = ["compare", "sanguosha", "--set", "heroes.caocao.hp=5", "--games", "60", "--lang", "en"]


def run(*args: object):
    return CliRunner().invoke(app, [str(arg) for arg in args])


def test_the_last_line_is_the_folder(tmp_path: Path) -> None:
    done = run(*ARGS, "--out", tmp_path / "c")
    assert done.exit_code == 0, done.stderr
    assert done.stdout.splitlines()[-1] == str(tmp_path / "c")
    assert "heroes.caocao.hp=5" in done.stdout
    assert (tmp_path / "c" / "report" / "index.html").is_file()


def test_no_change_and_quiet(tmp_path: Path) -> None:
    done = run("compare", "sanguosha", "--games", 30, "--lang", "en", "--out", tmp_path / "c")
    assert done.exit_code == 0
    assert "100% of the games are identical" in done.stdout
    quiet = run("compare", "sanguosha", "--games", 30, "--quiet", "--out", tmp_path / "d")
    assert quiet.stdout == f"{tmp_path / 'd'}\n"


def test_a_target_says_what_is_still_too_wide(tmp_path: Path) -> None:
    """Thirty games of 25 heroes: every cell is wide, and the page says so as well."""
    args = ["compare", "sanguosha", "--players", 5, "--target-error", 5, "--max-games", 30, "--out", tmp_path / "c"]
    done = run(*args, "--lang", "en")
    assert done.exit_code == 0, done.stderr
    assert "stopped at 30 games: 100 cells are wider than 5 points: " in done.stdout
    page = (tmp_path / "c" / "report" / "index.html").read_text()
    assert "every hero, role and number of players to ±5 points; at most 30 games each." in page
    assert "100 cells are still wider" in page


BAD = [
    (["compare", "sanguosho"], "did you mean 'sanguosha'"),
    (["compare", "sanguosha", "--set", "heroes.caocao"], "allowed: PATH=VALUE"),
    (["compare", "sanguosha", "--set", "setup.draw_per_turn=-1"], "--set setup.draw_per_turn"),
    (["compare", "sanguosha", "--games", "0"], "games: 0"),
    (["compare", "sanguosha", "--target-error", "0"], "shalab: --target-error: 0; must be above 0 and below 50"),
    (
        ["compare", "sanguosha", "--target-error", "1", "--games", "9"],
        "shalab: --games: with --target-error as many are",
    ),
    (["compare", "sanguosha", "--target-error", "1", "--games", "9"], "as it needs; --max-games is the most"),
    (["compare", "sanguosha", "--max-games", "9"], "shalab: --max-games: goes with --target-error only; --games says"),
    (["compare", "sanguosha", "--target-error", "1", "--max-games", "0"], "shalab: --max-games: 0; must be 1 or more"),
    (["compare", "sanguosha", "--bots", "standrad"], "unknown bot"),
    (["compare", "sanguosha", "--lang", "fr"], "--lang: 'fr'; allowed are zh, en"),
    (["compare", "sanguosha", "sanguosha_duel", "--players", "2"], "cannot be paired"),
    (["compare", "sanguosha", "hongloumeng"], "no hero in common"),
]


@pytest.mark.parametrize(("args", "told"), BAD)
def test_bad_input_is_one_message_and_status_two(args: list[str], told: str, tmp_path: Path) -> None:
    done = run(*args, "--out", tmp_path / "c")
    assert done.exit_code == 2
    assert told in done.stderr
    assert "Traceback" not in done.output
    assert not (tmp_path / "c").exists()


def test_ctrl_c_says_how_to_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def pressed(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    out = tmp_path / "c"
    with monkeypatch.context() as patch:
        patch.setattr(batch, "play_some", pressed)
        stopped = run(*ARGS, "--out", out)
    assert stopped.exit_code == 130
    assert f"--resume --out {out}" in stopped.stderr
    assert stopped.stdout.splitlines()[-1] == str(out)
    again = run(*ARGS, "--out", out)
    assert again.exit_code == 2
    assert "--resume" in again.stderr
    assert run(*ARGS, "--out", out, "--resume").exit_code == 0
    finished = run(*ARGS, "--out", out, "--resume", "--quiet")
    assert (finished.exit_code, finished.stdout) == (0, f"{out}\n")
