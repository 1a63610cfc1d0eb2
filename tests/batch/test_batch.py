"""A run is the same whatever the threads and chunks, and however often it was interrupted."""

import threading
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import fakes
import polars as pl
import pytest
from fakes import toy_plan

from sim import batch, results, runs, writer
from sim.errors import UserError
from sim.plan import Plan
from sim.results import Run

IDLE = {"seconds", "date"}  # what may differ between equal runs


def contents(path: Path) -> dict[str, Any]:
    """Return all a run's files: tables as bytes, run.json without its clock."""
    found: dict[str, Any] = {str(f.relative_to(path)): f.read_bytes() for f in path.rglob("*.parquet")}
    found["info"] = {key: value for key, value in results.read_info(path).items() if key not in IDLE}
    return found


def play(plan: Plan, out: Path, resume: bool = False, **options: Any) -> bool:
    path, info = runs.open_folder(plan, out, resume)
    return batch.play(plan, path, info, **options)


@pytest.fixture(scope="module")
def reference(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    """Uninterrupted runs, one for each way of keeping results."""
    made = {}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sim.plan.source_hash", lambda: "the same")
        patch.setattr(batch, "machine", lambda *given: fakes.play_games)
        for keep in results.KEPT:
            out = tmp_path_factory.mktemp(keep) / "run"
            assert play(toy_plan(keep=keep), out, threads=1, chunk=1000)
            made[keep] = contents(out)
    return made


@pytest.mark.parametrize("keep", results.KEPT)
@pytest.mark.parametrize(("threads", "chunk"), [(1, 1), (2, 7), (2, None), (5, 30)])
def test_threads_and_chunks_change_nothing(
    tmp_path: Path, reference: dict, keep: str, threads: int, chunk: int | None
) -> None:
    out = tmp_path / "run"
    assert play(toy_plan(keep=keep), out, threads=threads, chunk=chunk)
    assert contents(out) == reference[keep]


@pytest.mark.parametrize("keep", results.KEPT)
def test_interrupted_and_resumed_is_the_same(
    tmp_path: Path, reference: dict, keep: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Stop after each chunk, wherever that falls in a part."""
    out, stops = tmp_path / "run", 0
    add = writer.Writer.add

    class Pressed(batch.Interrupt):
        def __enter__(self) -> "Pressed":
            monkeypatch.setattr(writer.Writer, "add", lambda *a: (add(*a), setattr(self, "pressed", True)))
            return self

        def __exit__(self, *_: object) -> None:
            pass

    monkeypatch.setattr(batch, "Interrupt", Pressed)
    while not play(toy_plan(keep=keep), out, resume=True, threads=1, chunk=7):
        stops += 1
        run = Run(out)
        assert not run.info["finished"]
        counted = sum(run.info["games_done"].values())
        if keep == "seats":
            assert len(run.games()) == counted
        else:
            assert run.totals().filter(pl.col("seat") == 0)["games"].sum() == counted
    assert stops > 3
    assert contents(out) == reference[keep]


class Killed(BaseException):
    """Stands for SIGKILL: nothing may catch it."""


@pytest.mark.parametrize("keep", results.KEPT)
def test_killed_at_any_write_and_resumed_is_the_same(
    tmp_path: Path, keep: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Die before every single file operation of the run, then go on."""
    plan = toy_plan(players=(2, 3), games=10, part=6, keep=keep)
    assert play(plan, tmp_path / "whole", threads=1)
    whole = contents(tmp_path / "whole")
    left = 0

    def deadly(real: Any) -> Any:
        def step(*given: Any, **named: Any) -> Any:
            nonlocal left
            left -= 1
            if left == 0:
                raise Killed
            return real(*given, **named)

        return step

    for name in ("replace", "unlink"):
        monkeypatch.setattr(Path, name, deadly(getattr(Path, name)))
    monkeypatch.setattr(pl.DataFrame, "write_parquet", deadly(pl.DataFrame.write_parquet))
    monkeypatch.setattr(writer, "EVERY", 0.0)
    died = 0
    for step in range(1, 200):
        out, left = tmp_path / f"{step}", step
        try:
            play(plan, out, threads=1, chunk=4)
        except Killed:
            died += 1
            left = 0
            assert play(plan, out, resume=True, threads=1)
            assert contents(out) == whole, step
        else:
            break
    assert died > 20


def test_a_run_that_writes_an_open_part_now_and_then_is_the_same(
    tmp_path: Path, reference: dict, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "EVERY", 0.0)
    for keep in results.KEPT:
        assert play(toy_plan(keep=keep), tmp_path / keep, threads=2, chunk=4)
        assert contents(tmp_path / keep) == reference[keep]


def test_totals_are_the_sums_of_the_rows(tmp_path: Path) -> None:
    assert play(toy_plan(), tmp_path / "rows")
    assert play(toy_plan(keep="totals"), tmp_path / "sums")
    rows, sums = Run(tmp_path / "rows"), Run(tmp_path / "sums").totals()
    joined = rows.seats().join(rows.games(), on=["game", "players"])
    names = [name for name in sums.columns if name not in (*writer.SUM_KEYS, "games")]
    wanted = joined.group_by(writer.SUM_KEYS).agg(
        pl.len().cast(pl.Int64).alias("games"), *(pl.col(name).cast(pl.Int64).sum() for name in names)
    )
    assert sums.equals(wanted.sort(writer.SUM_KEYS).select(sums.columns))


def test_a_longer_run_begins_with_the_shorter_one(tmp_path: Path) -> None:
    assert play(toy_plan(games=40), tmp_path / "short")
    assert play(toy_plan(games=100), tmp_path / "long")
    short, long = Run(tmp_path / "short").games(), Run(tmp_path / "long").games()
    assert short.equals(long.filter(pl.col("game") < 40))


def test_unfinished_games_are_counted_listed_and_won_by_nobody(tmp_path: Path) -> None:
    assert play(toy_plan(players=(4,)), tmp_path / "run")
    run = Run(tmp_path / "run")
    capped = list(range(fakes.CAPPED - 1, 100, fakes.CAPPED))
    assert run.info["unfinished_count"] == {"4": len(capped)}
    assert run.info["causes"] == {"turn_cap": len(capped)}
    assert [game["game"] for game in run.info["unfinished"]] == capped
    games = run.games().filter(pl.col("winner") == "unfinished")
    assert games["game"].to_list() == capped
    assert set(games["cause"]) == {"turn_cap"}
    assert run.games().filter(pl.col("winner") != "unfinished")["cause"].null_count() == 100 - len(capped)
    assert not run.seats().filter(pl.col("game").is_in(capped))["won"].any()


def test_each_thread_has_a_table_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: dict[int, set[int]] = {}

    def play_games(games: Any, *rest: Any) -> None:
        seen.setdefault(threading.get_ident(), set()).add(id(games))
        fakes.play_games(games, *rest)

    monkeypatch.setattr(batch, "machine", lambda *given: play_games)
    assert play(toy_plan(players=(2,)), tmp_path / "run", threads=2, chunk=2)
    tables = list(seen.values())
    assert all(len(table) == 1 for table in tables)
    assert len(set.union(*tables)) == len(tables) == 2


def test_an_error_in_a_game_ends_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def play_games(*given: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(batch, "machine", lambda *given: play_games)
    with pytest.raises(ZeroDivisionError):
        play(toy_plan(), tmp_path / "run", threads=2)


@pytest.mark.parametrize(("ready", "raised"), [(True, UserError), (False, KeyError)])
def test_a_bot_that_does_not_compile_is_told_and_a_fault_of_the_core_is_not_hidden(
    monkeypatch: pytest.MonkeyPatch, ready: bool, raised: type[Exception]
) -> None:
    from sim.core import warm

    def ensure(*functions: Any, quiet: bool) -> None:
        raise KeyError("nonsense")

    monkeypatch.setattr(warm, "ensure", ensure)
    with pytest.raises(raised, match="nonsense"):
        batch.make_ready((SimpleNamespace(ready=ready),), fakes.lineup())
