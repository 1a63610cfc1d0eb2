"""Running the command line in a process of its own and reading off what it took."""

import json
import os
import platform
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RULESET = "sanguosha_official"


@dataclass(frozen=True)
class Took:
    """What one process took."""

    wall: float  # seconds
    busy: float  # seconds of processor time, of all its threads and helpers
    megabytes: float  # peak
    output: str


def shalab(*args: object, cache: Path | None = None) -> Took:
    """Run a command; it must succeed."""
    env = os.environ | {"PYTHONPATH": str(ROOT)} | ({"SHALAB_CACHE_DIR": str(cache)} if cache else {})
    command = [sys.executable, "-m", "sim.cli", *map(str, args)]
    start = time.perf_counter()
    process = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    with process.stdout:
        output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)  # with what it used
    wall, process.returncode = time.perf_counter() - start, os.waitstatus_to_exitcode(status)
    assert status == 0, output
    peak = usage.ru_maxrss / (1024 if sys.platform != "darwin" else 1024**2)
    return Took(wall, usage.ru_utime + usage.ru_stime, peak, output)


def play(out: Path, *args: object) -> tuple[Took, float]:
    """Play a run into a folder; return what it took and its games a second, start-up left out."""
    took = shalab("run", RULESET, "--out", out, "--quiet", *args)
    info = json.loads((out / "run.json").read_text())
    return took, sum(info["games_done"].values()) / info["seconds"]


def machine() -> str:
    """Return a line on what this was measured on."""
    name = platform.processor() or platform.machine()
    if Path("/proc/cpuinfo").exists():
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        name = next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), name)
    return f"{os.cpu_count()} x {name}, Python {platform.python_version()}"
