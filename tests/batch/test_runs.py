"""Run folders: names, resuming, refusals, and reading what may be damaged."""

import json
from pathlib import Path

import pytest
from fakes import Ruleset, toy_plan

from sim import batch, runs
from sim.errors import UserError
from sim.results import Run, read_info, write_info


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """Make a finished run."""
    path, info = runs.open_folder(toy_plan(), tmp_path / "run", False)
    assert batch.play(toy_plan(), path, info)
    return path


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def mark_unfinished(path: Path) -> None:
    write_info(path, read_info(path) | {"finished": False})


def test_default_folders_are_numbered(here: Path) -> None:
    names = [str(runs.open_folder(toy_plan(), None, False)[0]) for _ in range(3)]
    assert names == ["runs/toy-5", "runs/toy-5-2", "runs/toy-5-3"]


def test_resume_finds_the_unfinished_run_that_fits(here: Path) -> None:
    for plan in (toy_plan(games=9), toy_plan(), toy_plan()):
        path, info = runs.open_folder(plan, None, False)
    for path in ("runs/toy-5", "runs/toy-5-2"):
        info = read_info(Path(path))
        write_info(Path(path), info | {"finished": True})
    assert runs.open_folder(toy_plan(), None, True)[0] == Path("runs/toy-5-3")
    assert runs.open_folder(toy_plan(games=9), None, True)[0] == Path("runs/toy-5")
    with pytest.raises(UserError, match="cannot be resumed: its games_asked is 100, now 8"):
        runs.open_folder(toy_plan(games=8), None, True)


def test_resume_without_a_run_starts_one(here: Path) -> None:
    path, info = runs.open_folder(toy_plan(), None, True)
    assert path == Path("runs/toy-5")
    assert info["games_done"] == {"2": 0, "4": 0}


def test_a_folder_with_a_run_is_refused_and_left_alone(run: Path) -> None:
    before = {file: file.read_bytes() for file in run.rglob("*.*")}
    with pytest.raises(UserError, match="holds a run already; go on with it by --resume"):
        runs.open_folder(toy_plan(), run, False)
    for plan, told in (
        (toy_plan(seed=6), "its seed is 5, now 6"),
        (toy_plan(players=(2,)), r"its players is \[2, 4\], now \[2\]"),
        (toy_plan(keep="totals"), "its keep is seats, now totals"),
        (
            toy_plan(ruleset=Ruleset(id="other", content_hash="1")),
            "its ruleset is toy, now other; its content_hash",
        ),
    ):
        with pytest.raises(UserError, match=told):
            runs.open_folder(plan, run, True)
    assert before == {file: file.read_bytes() for file in run.rglob("*.*")}


def test_resuming_a_finished_run_gives_it_back(run: Path) -> None:
    path, info = runs.open_folder(toy_plan(), run, True)
    assert path == run
    assert info["finished"]


@pytest.mark.parametrize("resume", [False, True])
def test_a_folder_or_file_of_something_else_is_refused(tmp_path: Path, resume: bool) -> None:
    (tmp_path / "notes.txt").write_text("keep me")
    with pytest.raises(UserError, match="not empty, and no run"):
        runs.open_folder(toy_plan(), tmp_path, resume)
    with pytest.raises(UserError, match="exists and is no folder"):
        runs.open_folder(toy_plan(), tmp_path / "notes.txt", resume)
    assert [file.name for file in tmp_path.iterdir()] == ["notes.txt"]


def test_what_is_not_ready_leaves_no_folder(tmp_path: Path) -> None:
    def fail() -> None:
        raise UserError("no")

    for out in (tmp_path / "run", tmp_path / "runs" / "run"):
        with pytest.raises(UserError, match="no"):
            runs.open_folder(toy_plan(), out, False, fail)
    assert not list(tmp_path.iterdir())


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UserError, match="cannot be written: Not a directory"):
        runs.open_folder(toy_plan(), tmp_path / "file" / "run", False)


def test_an_empty_folder_is_taken(tmp_path: Path) -> None:
    assert runs.open_folder(toy_plan(), tmp_path, False)[0] == tmp_path


def damage(run: Path, what: str) -> None:
    info = run / "run.json"
    first = next((run / "seats").iterdir())
    match what:
        case "no info":
            info.unlink()
        case "half an info":
            info.write_text(info.read_text()[:200])
        case "another program's info":
            info.write_text('{"name": "marathon"}')
        case "a list":
            info.write_text("[]")
        case "another format":
            info.write_text(json.dumps(json.loads(info.read_text()) | {"format": 2}))
        case "a key less":
            info.write_text(json.dumps({k: v for k, v in json.loads(info.read_text()).items() if k != "seed"}))
        case "an unknown keep":
            info.write_text(json.dumps(json.loads(info.read_text()) | {"keep": "all"}))
        case "a part less":
            first.unlink()
        case "half a part":
            first.write_bytes(first.read_bytes()[:100])
        case "an empty part":
            first.write_bytes(b"")
        case "a part of something else":
            first.write_text("PART")


@pytest.mark.parametrize(
    ("what", "told"),
    [
        ("no info", "not a run, it has no run.json"),
        ("half an info", "run.json: cut short or damaged"),
        ("another program's info", "not written by a run, 'format' is missing"),
        ("a list", "not written by a run, 'format' is missing"),
        ("another format", "format 2 is of another version; this one reads 1"),
        ("a key less", "not written by a run, 'seed' is missing"),
        ("an unknown keep", "keep is 'all'; allowed are seats, totals"),
        ("a part less", r"p0\d-.*parquet: missing, although run.json counts its games"),
        ("half a part", r"p0\d-.*parquet: cut short"),
        ("an empty part", r"p0\d-.*parquet: cut short"),
        ("a part of something else", r"p0\d-.*parquet: cut short or not a Parquet file"),
    ],
)
def test_damaged_runs(run: Path, what: str, told: str) -> None:
    damage(run, what)
    with pytest.raises(UserError, match=told):
        Run(run)


def test_a_part_damaged_inside_is_told_when_read(run: Path) -> None:
    file = next((run / "seats").iterdir())
    whole = file.read_bytes()
    file.write_bytes(whole[:4] + b"\0" * (len(whole) - 8) + whole[-4:])
    with pytest.raises(UserError, match="seats: cannot be read"):
        Run(run).seats()


def test_a_damaged_run_is_not_resumed(run: Path) -> None:
    mark_unfinished(run)
    damage(run, "half a part")
    with pytest.raises(UserError, match="cut short"):
        runs.open_folder(toy_plan(), run, True)


def test_missing_folder(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="no such run"):
        Run(tmp_path / "nothing")


def test_tables_not_kept_are_told(tmp_path: Path) -> None:
    path, info = runs.open_folder(toy_plan(keep="totals"), tmp_path / "run", False)
    batch.play(toy_plan(keep="totals"), path, info)
    found = Run(path)
    with pytest.raises(UserError, match=r"games not kept \(keep = totals\); kept are totals, skills"):
        found.games()
    assert len(found.to_pandas()) == len(found.totals()) > 0


def test_a_run_as_pandas(run: Path) -> None:
    found = Run(run).to_pandas()
    assert len(found) == 100 * (2 + 4)
    assert found["role"].dtype == "category"
    assert len(Run(run).to_pandas("games")) == 200


def test_nothing_played_yet_is_told(tmp_path: Path) -> None:
    path, _ = runs.open_folder(toy_plan(), tmp_path / "run", False)
    with pytest.raises(UserError, match="no game of this run was finished"):
        Run(path).seats()


def test_simulate_keeps_a_temporary_run_as_long_as_it_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "make_plan", lambda *given, **named: toy_plan())
    found = runs.simulate("toy")
    folder = found.path
    assert len(found.games()) == 200
    del found
    assert not folder.exists()


def test_faults_are_told_and_caps_are_not() -> None:
    info = toy_plan().info()
    assert not runs.faults(info | {"causes": {"turn_cap": 3}}, Path("x"))
    told = runs.faults(
        info
        | {
            "causes": {"turn_cap": 3, "bad_answer": 2},
            "unfinished": [
                {"players": 5, "game": 3, "cause": "turn_cap", "seat": -1},
                {"players": 5, "game": 8, "cause": "bad_answer", "seat": 2},
            ],
        },
        Path("x"),
    )
    assert told.startswith("2 games were broken off: bad_answer 2; the first: players 5, game 8, seat 2")
