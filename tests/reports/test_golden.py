"""Six games of five, counted by hand: every table against a file in ``golden/``.

The games are in ``golden/games.csv``, ``seats.csv`` and ``skills.csv``; the other files were written by counting in
them, and hold the columns that can be counted or divided out. They are never written by a program.
"""

import json
from pathlib import Path

import pandas as pd
import polars as pl
import pytest

import reports

GOLDEN = Path(__file__).parent / "golden"
INPUTS = ("games", "seats", "skills")
KEYS = {
    "role_rates": ["players", "role"],
    "win_rates": ["players", "role", "hero"],
    "seat_effect": ["players", "role", "offset"],
    "lengths": ["players", "measure", "winner"],
    "survival": ["players", "role", "turn"],
    "friendly_fire": ["players", "kind", "role", "killer", "bot"],
    "skill_use": ["players", "role", "hero", "skill"],
    "pairs": ["players", "kind", "hero", "other"],
}
PICKED = {"survival"}  # files that hold some of the rows only


@pytest.fixture(scope="module", params=["folder", "files", "frames", "pandas"])
def games(request, tmp_path_factory):
    """Return the six games as a run folder, as a folder of Parquet files, and as data frames."""
    tables = {name: pl.read_csv(GOLDEN / f"{name}.csv") for name in INPUTS}
    if request.param == "frames":
        return tables
    if request.param == "pandas":
        return {name: table.to_pandas() for name, table in tables.items()}
    path = tmp_path_factory.mktemp(request.param)
    for name, table in tables.items():
        (path / name).mkdir()
        table.write_parquet(path / name / "all.parquet")
    if request.param == "folder":
        meta = {"format": 1, "ruleset": "golden", "names": {}, "bot_names": ["standard"], "keep": "seats"}
        (path / "run.json").write_text(json.dumps(meta))
    return path


def read(name):
    """Return a file that was counted by hand."""
    texts = {"doubt": str, "bot": str}
    table = pd.read_csv(GOLDEN / f"{name}.csv", dtype=texts)
    return table.fillna({"doubt": ""}) if "doubt" in table else table


@pytest.mark.parametrize("name", KEYS)
def test_golden(games, name):
    """Every row that was counted is there, no other one, and with these numbers."""
    expected = read(name).set_index(KEYS[name]).sort_index()
    found = getattr(reports, name)(games).set_index(KEYS[name]).sort_index()
    if name in PICKED:
        found = found.loc[expected.index]
    pd.testing.assert_frame_equal(found[list(expected.columns)], expected, check_dtype=False, atol=5e-5, rtol=0)


def test_golden__distribution(games):
    """The shares of games that took so many turns or fewer are fifths."""
    table = reports.lengths(games, ecdf=True)
    turns = table[(table["measure"] == "turns") & (table["winner"] == "all")]
    assert turns["value"].tolist() == [5, 8, 12, 20, 30]
    assert turns["share"].tolist() == pytest.approx([0.2, 0.4, 0.6, 0.8, 1.0])
