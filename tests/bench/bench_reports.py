"""How long the tables of a million and of ten million games take: ``pytest -s tests/bench/bench_reports.py``.

The runs are made up, in the layout of a run folder; the clock covers a fresh process, imports included, that works out
every table of `reports`. Ten million games are only played through when ``SHALAB_BENCH_LONG=1``: making them takes a
minute or two and 2 GB of disk. Run it on an otherwise idle machine.
"""

import json
import os
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from measure import ROOT, machine
from synthetic import ZH, make_run

MILLION, PART = 1_000_000, 100_000
TABLES = """
import resource, sys, time
from reports.tables import collect
start = time.perf_counter()
tables = collect(sys.argv[1])
names = "collect", "tiers", "seat_effect", "lengths", "survival", "skill_use", "friendly_fire", "pairs", "model"
took = []
for name in names:
    getattr(tables, name, None)  # collect is the first of them
    took.append(f"{name} {time.perf_counter() - start:.2f}")
    start = time.perf_counter()
print(", ".join(took))
"""
LONG = pytest.mark.skipif(not os.environ.get("SHALAB_BENCH_LONG"), reason="SHALAB_BENCH_LONG is not set")


@dataclass(frozen=True)
class Took:
    """What one process took."""

    wall: float  # seconds
    busy: float  # seconds of processor time
    megabytes: float  # peak
    output: str


def long_run(path: Path, millions: int) -> Path:
    """Make a run of so many million games of five, a million at a time."""
    effects = np.random.default_rng(5).normal(0, [0.08, 0.03, 0.06, 0.03], (len(ZH), 4))
    for i in range(millions):
        made = make_run(path / "made", {5: MILLION}, effects, unfinished=0.0005, part=PART, seed=i)
        for table in ("games", "seats"):
            for at, part in enumerate(sorted((made / table).iterdir())):
                first = i * MILLION + at * PART
                rows = pl.read_parquet(part).with_columns(pl.col("game") + i * MILLION)
                file = path / table / f"p05-{first:010d}-{first + PART:010d}.parquet"
                file.parent.mkdir(exist_ok=True)
                rows.write_parquet(file)
        meta = json.loads((made / "run.json").read_text())
        (path / "skills").mkdir(exist_ok=True)
        skills = next((made / "skills").iterdir())
        shutil.copy(skills, path / "skills" / f"p05-{0:010d}-{millions * MILLION:010d}.parquet")
        shutil.rmtree(made)
    meta |= {"games_done": {"5": millions * MILLION}, "unfinished": []}
    (path / "run.json").write_text(json.dumps(meta))
    return path


def tables_of(run: Path) -> Took:
    """Return what a new process takes that works out every table of a run."""
    start = time.perf_counter()
    command = [sys.executable, "-c", TABLES, str(run)]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    with process.stdout:
        output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    wall, process.returncode = time.perf_counter() - start, os.waitstatus_to_exitcode(status)
    assert status == 0
    peak = usage.ru_maxrss / (1024 if sys.platform != "darwin" else 1024**2)
    return Took(wall, usage.ru_utime + usage.ru_stime, peak, output.strip())


@pytest.mark.parametrize(
    ("millions", "seconds", "times"), [(1, 4.0, 3), pytest.param(10, 15.0, 1, marks=LONG)], ids=["1M", "10M"]
)
def test_tables_of_millions_of_games(tmp_path, millions, seconds, times):
    """Every table of a million 5-player games within 4 s, of ten million within 15 s and 2 GB."""
    run = long_run(tmp_path, millions)
    took = min((tables_of(run) for _ in range(times)), key=lambda each: each.wall)
    print(
        f"\ntables of {millions} million games of five: {took.wall:.2f} s (best of {times}), {took.busy:.2f} s of "
        f"processor time, peak {took.megabytes:.0f} MB; {machine()}\n{took.output}"
    )
    assert took.wall < seconds
    assert took.megabytes < 2000
