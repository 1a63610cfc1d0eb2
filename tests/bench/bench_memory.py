"""Peak memory of long runs: ``pytest -s tests/bench/bench_memory.py``; some minutes."""

from pathlib import Path

from measure import machine, play


def test_memory_is_flat(tmp_path: Path) -> None:
    given = "--keep", "totals", "--players", 5, "--bots", "random"
    peaks = {
        games: play(tmp_path / str(games), "--games", games, *given)[0].megabytes
        for games in (100_000, 1_000_000, 3_000_000)
    }
    print("\npeak memory: " + ", ".join(f"{n:,} games {mb:.0f} MB" for n, mb in peaks.items()) + f"; {machine()}")
    assert max(peaks.values()) < 500
    assert peaks[3_000_000] < 1.05 * peaks[1_000_000]
