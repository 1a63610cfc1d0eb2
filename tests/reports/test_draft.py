"""The table of a draft: planted strengths come back, noise does not, and the file says how it was made."""

import json
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from synthetic import ZH, make_run
from typer.testing import CliRunner

from reports.draft import draft_values, seat_deviations, sizes_of, write_draft
from sim.cli import app
from sim.errors import UserError
from sim.rules.draft import draft_file, read_draft
from sim.rules.load import load_ruleset

HEROES = list(ZH)
MINE = 'id = "mine"\nextends = "sanguosha"\nnames = { zh = "我", en = "Mine" }\nsource = "assumed an example"\n'


def effects(hero: str, role: int, effect: float) -> np.ndarray:
    planted = np.zeros((len(HEROES), 4))
    planted[HEROES.index(hero), role] = effect
    return planted


def test_planted_strengths_come_back(tmp_path: Path) -> None:
    """Lords win 0.48 / 1.08 of the games with one half of the heroes, 0.32 / 0.92 with the other: 4.8 points each way.

    Cells of 2,000 games have an error of 1.1 points, so 5 % of that is drawn in.
    """
    planted = np.zeros((len(HEROES), 4))
    planted[:12, 0], planted[12:24, 0] = 0.08, -0.08
    found = draft_values(make_run(tmp_path, {5: 50_000}, planted))[5]
    assert list(found) == ["lord", "loyalist", "rebel", "renegade"]
    lords = np.array([found["lord"][hero][0] for hero in HEROES])
    assert lords[:12].mean() == pytest.approx(4.6, abs=1.0)
    assert lords[12:24].mean() == pytest.approx(-4.6, abs=1.0)
    assert lords[:12].min() > lords[12:24].max()
    assert all(len(numbers) == 1 for numbers in found["lord"].values())


def test_without_seat_effects_a_role_has_about_one_number(tmp_path: Path) -> None:
    found = draft_values(make_run(tmp_path, {5: 30_000}, effects("guanyu", 2, 0.10)))[5]
    spread = [max(numbers) - min(numbers) for numbers in found["rebel"].values()]
    assert np.mean(spread) < 1.0  # raw rates by seat of 600 games would spread by 4 points


def test_a_planted_seat_effect_is_found() -> None:
    """One hero wins 30 % at the first seat and 10 % elsewhere; of all others 20 % everywhere."""
    games = np.full((20, 4), 10_000.0)
    wins = np.random.default_rng(5).binomial(10_000, 0.2, (20, 4)).astype(float)
    wins[0] = [3000, 1000, 1000, 1000]
    found = seat_deviations(wins, games)
    assert found[0, 0] == pytest.approx(0.15, abs=0.02)  # against 15 % in all, less what seat and role gained
    assert np.all(np.abs(found[1:]) < 0.02)
    assert np.allclose(seat_deviations(np.zeros((3, 4)), np.zeros((3, 4))), 0)


def test_sizes_are_those_the_ruleset_has() -> None:
    assert sizes_of(load_ruleset("sanguosha")) == [5, 8]
    assert sizes_of(load_ruleset("sanguosha_duel")) == [2]


def test_the_command_writes_the_same_file_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    mine = tmp_path / "mine.toml"
    mine.write_text(MINE)
    args = ["tune", "draft", "mine.toml", "--players", "4", "--games", "300", "--seed", "7", "--bots", "random"]
    result = CliRunner().invoke(app, [*args, "--quiet"])
    assert result.exit_code == 0, result.output
    file = draft_file(mine)
    assert Path(result.stdout.strip()).resolve() == file
    first = file.read_bytes()
    assert b"# $ shalab tune draft mine --players 4 --games 300 --seed 7 --bots random" in first
    assert set(read_draft(file, load_ruleset(mine).heroes, inherited=False)[4]) == {
        "lord", "loyalist", "rebel", "renegade",
    }  # fmt: skip
    file.unlink()
    assert CliRunner().invoke(app, [*args, "--quiet", "--threads", "1"]).exit_code == 0
    assert file.read_bytes() == first
    assert [each.name for each in tmp_path.iterdir()].count("mine.draft.toml.tmp") == 0


def test_where_it_cannot_be_written_is_told(tmp_path: Path) -> None:
    path = make_run(tmp_path, {5: 500})
    run = SimpleNamespace(path=path, info=json.loads((path / "run.json").read_text()))
    with pytest.raises(UserError, match=r"nowhere/draft.toml: cannot be written: No such file.*--out"):
        write_draft(run, load_ruleset("sanguosha"), tmp_path / "nowhere" / "draft.toml")


def test_the_command_looks_where_it_is_to_write_before_it_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sim.runs.simulate", lambda *given, **named: pytest.fail("it played"))
    for place, told in {tmp_path / "nowhere" / "a.toml": "no folder", tmp_path: "is a folder"}.items():
        result = CliRunner().invoke(app, ["tune", "draft", "sanguosha", "--out", str(place)])
        assert (result.exit_code, result.stdout) == (2, "")
        assert told in result.stderr
