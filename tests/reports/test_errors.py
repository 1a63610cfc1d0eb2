"""Run folders that cannot be used: one message that says what is wrong, and nothing written."""

import json
import shutil

import polars as pl
import pytest
from synthetic import make_run
from typer.testing import CliRunner

from reports.report import write_report
from reports.terminal import print_tables
from sim.cli import app
from sim.errors import UserError


@pytest.fixture
def fresh(tmp_path, small):
    """Copy a small run to spoil it."""
    return shutil.copytree(small, tmp_path / "spoilt")


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    """Make a small run in two parts."""
    return make_run(tmp_path_factory.mktemp("small"), {5: 400}, part=200)


def refused(run, match, **options):
    """Check that a report of a run is refused with this message and that nothing is written."""
    for use in (write_report, print_tables):
        with pytest.raises(UserError, match=match) as caught:
            use(run, **options)
        assert "\n" not in str(caught.value)
    assert not (run / "report").exists()


def edit(run, **changes):
    """Change keys of run.json; None removes a key."""
    info = json.loads((run / "run.json").read_text(encoding="utf-8")) | changes
    text = json.dumps({key: value for key, value in info.items() if value is not None})
    (run / "run.json").write_text(text, encoding="utf-8")


def part_of(run, table):
    """Return the last part of a table."""
    return sorted((run / table).iterdir())[-1]


def test_missing_and_foreign(tmp_path, fresh):
    """No folder, a file, a folder without run.json, a run.json of something else."""
    refused(tmp_path / "nowhere", "no such run")
    refused(fresh / "run.json", "not a folder")
    refused(fresh / "games", "no run.json")
    (fresh / "run.json").write_text("[1, 2]")
    refused(fresh, "not written by a run")


def test_other_version(fresh):
    """Another format is named beside the one that can be read."""
    edit(fresh, format=2)
    refused(fresh, "format 2 is of another version; this one reads 1")


def test_run_json_cut_short(fresh):
    """Half a run.json."""
    text = (fresh / "run.json").read_text(encoding="utf-8")
    (fresh / "run.json").write_text(text[: len(text) // 2], encoding="utf-8")
    refused(fresh, "cut short")


@pytest.mark.parametrize("table", ["games", "seats", "skills"])
def test_part_cut_short(fresh, table):
    """Half a parquet file, named."""
    part = part_of(fresh, table)
    part.write_bytes(part.read_bytes()[:-300])
    refused(fresh, f"{part.name}.*cut short")


@pytest.mark.parametrize("table", ["games", "seats"])
def test_part_damaged_inside(fresh, table):
    """A parquet file whose data is spoilt although its ends are whole."""
    part = part_of(fresh, table)
    data = bytearray(part.read_bytes())
    data[8 : len(data) - 3000] = bytes(len(data) - 3008)
    part.write_bytes(data)
    refused(fresh, "cannot be read|cut short")


@pytest.mark.parametrize("table", ["games", "seats"])
def test_part_missing(fresh, table):
    """A part that run.json counts is not there."""
    part_of(fresh, table).unlink()
    refused(fresh, "missing, although run.json counts its games")


def test_no_parts(fresh):
    """A run folder without its rows."""
    shutil.rmtree(fresh / "seats")
    refused(fresh, "no finished part in seats/")


def test_rows_missing(fresh):
    """Parts that hold fewer games than run.json counts, or seats that do not fit the games."""
    seats = part_of(fresh, "seats")
    pl.read_parquet(seats)[:-3].write_parquet(seats)
    refused(fresh, "cut short")
    games = part_of(fresh, "games")
    pl.read_parquet(games)[:-1].write_parquet(games)
    refused(fresh, "run.json counts 400 games of 5 players, the parts hold 399")


def test_column_missing(fresh):
    """A foreign part names the column it lacks."""
    part = part_of(fresh, "seats")
    pl.read_parquet(part).drop("role").write_parquet(part)
    refused(fresh, "no column 'role'; it has game, players, seat")


def test_comparison(fresh):
    """The folder of a comparison is told as what it is, not as a run that lacks something."""
    (fresh / "run.json").rename(fresh / "compare.json")
    refused(fresh, "a comparison, not a run")


@pytest.mark.parametrize(("table", "column"), [("games", "winner"), ("seats", "role")])
def test_unknown_word(fresh, table, column):
    """A winner or role that no ruleset has."""
    part = part_of(fresh, table)
    pl.read_parquet(part).with_columns(pl.lit("jester").alias(column)).write_parquet(part)
    refused(fresh, f"{column} 'jester' is none of")


def test_no_finished_game(tmp_path):
    """Nothing can be said of a run of unfinished games."""
    refused(make_run(tmp_path / "run", {5: 50}, unfinished=1.0), "no finished game")


def test_language_and_target(fresh, tmp_path):
    """A language there is not, and a target that is a file."""
    refused(fresh, "lang is 'fr'; allowed are zh, en", lang="fr")
    (tmp_path / "file").write_text("x")
    with pytest.raises(UserError, match="is a file"):
        write_report(fresh, tmp_path / "file")
    with pytest.raises(UserError, match="file: is a file"):
        write_report(fresh, tmp_path / "file" / "below")


@pytest.mark.parametrize("below", ["file", "file/below/it"])
def test_a_file_in_the_place_of_the_report_is_refused_before_anything_is_printed(fresh, tmp_path, below):
    """The command looks at where it is to write before it prints the tables."""
    (tmp_path / "file").write_text("x")
    done = CliRunner().invoke(app, ["report", str(fresh), "--out", str(tmp_path / below)])
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr == f"shalab: {tmp_path / 'file'}: is a file; the report needs a folder, name another by --out\n"
    (fresh / "report").write_text("x")
    done = CliRunner().invoke(app, ["report", str(fresh)])
    assert (done.exit_code, done.stdout) == (2, "")


def test_run_named_twice(fresh, small, tmp_path):
    """A run beside itself, or another run named twice, would make every tier hold under "both"."""
    with pytest.raises(UserError, match="named twice"):
        write_report(fresh, tmp_path / "report", others=[fresh])
    with pytest.raises(UserError, match="named twice"):
        write_report(fresh, tmp_path / "report", others=[small, small])
    assert not (tmp_path / "report").exists()


def test_runs_without_a_player_count_in_common(small, tmp_path):
    """Nothing of the other run would stand in the report, so it is refused, and nothing is printed."""
    other = make_run(tmp_path / "other", {2: 200, 8: 200})
    done = CliRunner().invoke(app, ["report", str(small), str(other), "--out", str(tmp_path / "report")])
    assert (done.exit_code, done.stdout) == (2, "")
    told = f"players: {small} of 5, {other} of 2,8; runs reported together need a player count in common"
    assert done.stderr == f"shalab: {told}\n"
    assert not (tmp_path / "report").exists()


def test_a_player_count_that_not_all_runs_have_is_none_in_common(small, tmp_path):
    """Each of three runs shares one with another, but a row needs all of them."""
    both, other = (make_run(tmp_path / name, games) for name, games in {"a": {5: 200, 2: 200}, "b": {2: 200}}.items())
    with pytest.raises(UserError, match="need a player count in common"):
        write_report(both, tmp_path / "report", others=[small, other])
    assert write_report(both, tmp_path / "report", others=[other]).is_dir()


def test_runs_without_a_hero_in_common(tmp_path):
    """The same number of players, but other heroes."""
    runs = [make_run(tmp_path / name, {2: 200}) for name in "ab"]
    seats = part_of(runs[1], "seats")
    rows = pl.read_parquet(seats).with_columns(pl.col("hero").cast(pl.String))
    rows.with_columns(hero="x_" + pl.col("hero")).write_parquet(seats)
    with pytest.raises(UserError, match="no hero of it was dealt in all of these runs at 2 players"):
        write_report(runs[0], tmp_path / "report", others=[runs[1]])
