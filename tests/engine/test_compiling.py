"""Compiled code: made once, found again, never older than its sources, the same from one process or several.

Each test runs fresh processes in a copy of the package, to which it adds a small machine of its own.
"""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from sim.core import cache

ROOT = Path(__file__).resolve().parents[2]

INNER = """
from sim.core.jit import G, int64, rule

@rule(int64, G, int64)
def ahead(g, k):
    return outer_first(g, k) + 1

@rule(int64, G, int64)
def outer_first(g, k):
    return int(g.pile[k]) + BONUS
BONUS = 10
"""
OUTER = """
from sim.core import toy_inner
from sim.core.jit import G, array, entry, int64

@entry(int64, array(G), int64)
def total(games, k):
    return toy_inner.ahead(games[0], 1) + toy_inner.ahead(games[0], 2) + toy_inner.ahead(games[0], k)
"""
BOT = """
import helper
from sim.core.jit import bot

@bot
def choose(g, rules, b, seat):
    return helper.twice(seat) + 1
"""
HELPER = """
from sim.core.jit import int64, rule

@rule(int64, int64)
def twice(x):
    return 2 * x
"""
PLAY = """
from sim.core import crew, dispatch, layout, toy_outer, warm
made = []
dispatch.LISTENERS.append(lambda function: made.append(function.py_func.__name__))

warm.ensure(toy_outer.total, quiet=True)
games = layout.new(layout.GAME)
games[0].pile[:3] = 1, 2, 3
print(toy_outer.total(games, 0), sorted(made))
"""
ASK = """
import numpy as np
import mine
from sim.core import dispatch, layout
made = []
dispatch.LISTENERS.append(lambda function: made.append(function.py_func.__name__))
game, rules, bot = layout.new(layout.GAME)[0], layout.new(layout.RULES)[0], layout.new(layout.BOT)[0]
print(mine.choose(game, rules, bot, 4), sorted(made))
"""
HELPED = """
crew.WORTH, crew._cores = 1, lambda: 2
taken, unpack = [], dispatch.Rule.unpack
dispatch.Rule.unpack = lambda rule, *module: (taken.append(rule.py_func.__name__), unpack(rule, *module))
import atexit; atexit.register(lambda: print(sorted(taken)))
"""
ALL = "['ahead', 'outer_first', 'total']"


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """Return a folder with a copy of the package, the small machine and a bot."""
    (tmp_path / "sim").mkdir()
    shutil.copytree(ROOT / "sim/core", tmp_path / "sim/core", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("__init__.py", "errors.py"):
        shutil.copy(ROOT / "sim" / name, tmp_path / "sim" / name)
    write(tmp_path / "sim/core/toy_inner.py", INNER)
    write(tmp_path / "sim/core/toy_outer.py", OUTER)
    write(tmp_path / "mine.py", BOT)
    write(tmp_path / "helper.py", HELPER)
    return tmp_path


def write(file: Path, text: str) -> None:
    """Write a source as if some time ago: what changes after a process has started is not trusted."""
    file.write_text(text)
    os.utime(file, (time.time() - 9, time.time() - 9))


def run(place: Path, code: str, **settings: str) -> subprocess.CompletedProcess:
    """Run code in a process that compiles for itself."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("NUMBA_")}
    env = kept | {"SHALAB_CACHE_DIR": str(place / "cache"), "PYTHONDONTWRITEBYTECODE": "1"} | settings
    return subprocess.run([sys.executable, "-c", code], cwd=place, env=env, capture_output=True, text=True)


def said(place: Path, code: str, **settings: str) -> str:
    """Return what a process printed; it told of no trouble."""
    done = run(place, code, **settings)
    assert done.stderr == ""
    return done.stdout.strip()


def test_each_function_compiles_once_then_never(place: Path) -> None:
    assert said(place, PLAY) == f"39 {ALL}"
    assert said(place, PLAY) == "39 []"
    assert said(place, PLAY, NUMBA_DISABLE_JIT="1") == "39 []"


def test_an_edit_of_a_called_file_is_seen(place: Path) -> None:
    assert said(place, PLAY) == f"39 {ALL}"
    write(place / "sim/core/toy_inner.py", INNER.replace("BONUS = 10", "BONUS = 20"))
    assert said(place, PLAY) == f"69 {ALL}"
    write(place / "sim/core/toy_inner.py", INNER)
    assert said(place, PLAY) == "39 []"


def test_a_checked_run_has_code_of_its_own(place: Path) -> None:
    beyond = PLAY.replace("games, 0)", "games, 5000)")
    assert run(place, beyond).returncode == 0
    checked = run(place, beyond, NUMBA_BOUNDSCHECK="1")
    assert checked.returncode == 1
    assert "IndexError: index is out of bounds" in checked.stderr
    assert said(place, PLAY, NUMBA_BOUNDSCHECK="1") == "39 []"
    negative = run(place, PLAY.replace("games, 0)", "games, -1)"), NUMBA_BOUNDSCHECK="1")
    assert "IndexError: index is out of bounds" in negative.stderr


def test_several_processes_make_the_same(place: Path) -> None:
    helped = PLAY.replace("warm.ensure", HELPED + "warm.ensure")
    assert said(place, helped) == f"39 {ALL}\n['ahead', 'outer_first']"
    assert said(place, PLAY) == "39 []"


def test_processes_leave_nothing_open(place: Path) -> None:
    """A pipe left open would be told on stderr when it is collected."""
    helped = PLAY.replace("warm.ensure", HELPED + "warm.ensure")
    told = said(place, helped, PYTHONWARNINGS="error::ResourceWarning")
    assert told == f"39 {ALL}\n['ahead', 'outer_first']"


def test_where_no_more_processes_are_to_be_had_those_begun_are_ended(place: Path) -> None:
    """The second helper cannot be started: all is compiled here, and the first one is gone."""
    few = """
begun, start = [], crew.subprocess.Popen
def popen(*given, **options):
    if begun:
        raise OSError("no more")
    begun.append(start(*given, **options))
    return begun[0]
crew.subprocess.Popen = popen
"""
    code = (
        PLAY.replace("warm.ensure", HELPED + few + "warm.ensure")
        + "print([each.returncode is not None for each in begun])\n"
    )
    told = said(place, code, PYTHONWARNINGS="error::ResourceWarning")
    assert told == f"39 {ALL}\n[True]\n[]"


def test_an_edit_of_what_a_bot_imports_is_seen(place: Path) -> None:
    assert said(place, ASK) == "9 ['choose', 'twice']"
    assert said(place, ASK) == "9 []"
    write(place / "helper.py", HELPER.replace("2 * x", "3 * x"))
    assert said(place, ASK) == "13 ['choose', 'twice']"


def test_a_source_edited_after_the_start_is_not_kept(place: Path) -> None:
    late = "import sim.core.cache, time; time.sleep(0.05)\nfrom pathlib import Path\nPath('helper.py').touch()\n"
    assert said(place, late + ASK) == "9 ['choose', 'twice']"
    assert said(place, ASK) == "9 ['choose', 'twice']"


def test_a_cache_that_cannot_be_written(place: Path) -> None:
    (place / "cache").write_text("a file")
    (place / "tmp").mkdir()
    done = run(place, PLAY, TMPDIR=str(place / "tmp"))
    assert done.stdout.strip() == f"39 {ALL}"
    assert len(done.stderr.splitlines()) == 1
    assert "no cache folder can be written" in done.stderr


def test_old_directories_go_but_for_the_latest_and_the_young(tmp_path: Path) -> None:
    now = time.time()
    ages = {f"old{k}": 10_000 + k for k in range(cache.KEEP + 3)} | {"young": 60, "current": 99_999}
    for name, age in ages.items():
        (tmp_path / name).mkdir()
        os.utime(tmp_path / name, (now - age, now - age))
    cache._prune(tmp_path, tmp_path / "current")
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {"young", "current"} | {f"old{k}" for k in range(cache.KEEP - 1)}
