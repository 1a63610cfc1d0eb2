"""How long the report of a million games takes: ``pytest -s tests/bench/bench_report.py``.

The run is made up (five million seat rows in the layout of a run folder); the clock covers a fresh process,
imports included, from the start to the four files on disk. Run it on an otherwise idle machine.
"""

import resource
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "reports"))

from synthetic import ZH, make_run  # noqa: E402

GAMES, LIMIT = 1_000_000, 5.0  # seconds
WRITE = "import sys; from reports.report import write_report; write_report(sys.argv[1])"


def seconds_of_report(run: Path) -> tuple[float, float]:
    """Return the wall time and the processor time of a new process that writes the report of a run."""
    start, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", WRITE, str(run)], check=True, cwd=ROOT)
    wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def test_report_of_a_million_games(tmp_path):
    """The report of a million 5-player games is written within five seconds."""
    effects = np.random.default_rng(5).normal(0, [0.08, 0.03, 0.06, 0.03], (len(ZH), 4))
    run = make_run(tmp_path, {5: GAMES}, effects, unfinished=0.0005, part=100_000)
    times = [seconds_of_report(run) for _ in range(3)]
    wall, busy = min(times)
    print(f"\nreport of {GAMES:,} 5-player games: {wall:.2f} s (best of 3), {busy:.2f} s of processor time")
    assert wall < LIMIT
