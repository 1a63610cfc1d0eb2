"""Ctrl-C and SIGKILL against a running process: what is on disk afterwards, and going on from there."""

import json
import os
import signal
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import polars as pl
import pytest

from sim.results import Run

TESTS = Path(__file__).parent.parent
TOY = Path(__file__).with_name("toy.py")
ARGS = ["run", "toy", "--players", "2,4", "--games", "40", "--threads", "2"]


def start(pause: float, *args: object) -> subprocess.Popen[str]:
    command = [sys.executable, TOY, pause, *args]
    pipe, path = subprocess.PIPE, os.pathsep.join(map(str, (TESTS.parent, TESTS / "batch")))
    env = os.environ | {"PYTHONPATH": path}
    return subprocess.Popen([str(part) for part in command], stdout=pipe, stderr=pipe, text=True, env=env)


def wait_for_a_game(process: subprocess.Popen[str], out: Path) -> None:
    """Wait until some games are on disk."""
    info = out / "run.json"
    while not info.exists() or not sum(json.loads(info.read_text())["games_done"].values()):
        assert process.poll() is None, process.communicate()
        time.sleep(0.02)


def finish(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    out, err = process.communicate(timeout=60)
    return process.returncode, out, err


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> pl.DataFrame:
    """Return the seats of the run without interruption."""
    out = tmp_path_factory.mktemp("whole") / "run"
    status, text, err = finish(start(0, *ARGS, "--out", out))
    assert (status, text.splitlines()[-1]) == (0, str(out)), err
    return Run(out).seats()


def test_ctrl_c_keeps_what_is_done_and_resume_goes_on(tmp_path: Path, whole: pl.DataFrame) -> None:
    out = tmp_path / "run"
    process = start(0.05, *ARGS, "--out", out)
    wait_for_a_game(process, out)
    process.send_signal(signal.SIGINT)
    status, text, err = finish(process)
    assert status == 130
    assert text.splitlines()[-1] == str(out)
    assert "Traceback" not in err
    assert f"--resume --out {out}" in err
    run = Run(out)
    assert not run.info["finished"]
    done = sum(run.info["games_done"].values())
    assert 0 < done < 80
    assert len(run.games()) == done
    assert finish(start(0, *ARGS, "--out", out, "--resume"))[0] == 0
    assert Run(out).seats().equals(whole)


PRESSED = """
import os, signal, sys

signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell that runs this in the background has it ignored

class Press:
    def find_spec(self, name, path=None, target=None):
        if name == "typer":
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Press())
"""


def test_ctrl_c_while_the_program_is_imported() -> None:
    entry = tomllib.loads((TESTS.parent / "pyproject.toml").read_text())["project"]["scripts"]["shalab"]
    module, _, function = entry.partition(":")
    code = f"{PRESSED}\nfrom {module} import {function}\n{function}()"
    env = os.environ | {"PYTHONPATH": str(TESTS.parent)}
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=env)
    assert (ended.returncode, ended.stdout, ended.stderr) == (130, "", "")


def test_a_second_ctrl_c_does_not_wait_for_a_game_that_is_stuck(tmp_path: Path) -> None:
    out = tmp_path / "run"
    process = start(1000, *ARGS, "--out", out)
    while not (out / "run.json").exists():
        assert process.poll() is None, process.communicate()
        time.sleep(0.02)
    for _ in range(2):
        time.sleep(1)
        process.send_signal(signal.SIGINT)
    status, _, err = finish(process)
    assert status == 130
    assert "Traceback" not in err
    assert finish(start(0, *ARGS, "--out", out, "--resume"))[0] == 0


def test_a_killed_run_goes_on(tmp_path: Path, whole: pl.DataFrame) -> None:
    out = tmp_path / "run"
    process = start(0.05, *ARGS, "--out", out)
    wait_for_a_game(process, out)
    process.kill()
    assert finish(process)[0] == -signal.SIGKILL
    assert not Run(out).info["finished"]
    assert 0 < len(Run(out).games()) < 80
    assert finish(start(0, *ARGS, "--out", out, "--resume"))[0] == 0
    assert Run(out).info["finished"]
    assert Run(out).seats().equals(whole)
