"""How long it takes to start: ``pytest -s tests/bench/bench_start.py``, on an idle machine."""

from pathlib import Path

from measure import machine, play, shalab


def test_cold_compile_of_everything(tmp_path: Path) -> None:
    took = shalab("warm", cache=tmp_path / "cache")
    print(f"\ncold compile of everything: {took.wall:.0f} s, {took.busy:.0f} s of processor time; {machine()}")
    assert took.wall <= 60


def test_warm_start_of_a_run(tmp_path: Path) -> None:
    play(tmp_path / "first", "--games", 10)
    walls = [play(tmp_path / f"run-{k}", "--games", 10)[0].wall for k in range(5)]
    print(f"\nwarm run of ten games, start to end: {min(walls):.2f} s; {machine()}")
    assert min(walls) <= 1.5


def test_help() -> None:
    wall = min(shalab("--help").wall for _ in range(5))
    print(f"\n--help: {wall:.2f} s; {machine()}")
    assert wall <= 0.4
