"""Measuring from Python: the same tables as the commands write, in a folder that goes with the result."""

import gc
from pathlib import Path

import pandas as pd
import pytest
from typer.testing import CliRunner

from reports import measure
from sim.cli import app
from sim.errors import UserError

RULES = "sanguosha"


def told(*words: str) -> None:
    result = CliRunner().invoke(app, [*words, "--quiet"])
    assert result.exit_code == 0, result.stderr


def test_worth_is_what_the_command_writes(tmp_path: Path) -> None:
    found = measure.worth(RULES, "sunquan", players=4, games=20, seed=1, lang="en", threads=1)
    told(
        "worth",
        RULES,
        "sunquan",
        "--players",
        "4",
        "--games",
        "20",
        "--seed",
        "1",
        "--lang",
        "en",
        "--out",
        f"{tmp_path}/w",
    )
    assert found.finished
    assert set(found["worth"]["hero"]) == {"sunquan"}
    pd.testing.assert_frame_equal(found["worth"], pd.read_parquet(tmp_path / "w" / "worth.parquet"))


def test_ladder_and_habits_are_what_the_commands_write(tmp_path: Path) -> None:
    found = measure.ladder(RULES, "random,greedy", players=4, games=20, seed=1, threads=1)
    told(
        "ladder",
        RULES,
        "--bots",
        "random,greedy",
        "--players",
        "4",
        "--games",
        "20",
        "--seed",
        "1",
        "--out",
        f"{tmp_path}/l",
    )
    for name in ("ladder", "rates"):
        pd.testing.assert_frame_equal(found[name], pd.read_parquet(tmp_path / "l" / f"{name}.parquet"))
    habits = measure.habits(RULES, players=4, games=10, seed=1, bots="greedy", threads=1)
    assert set(habits["habits"]["camp"]) == {"lord", "rebel", "renegade"}
    assert (habits["habits"]["games"] == 10).all()


def test_beliefs_are_what_the_command_writes(tmp_path: Path) -> None:
    found = measure.beliefs(RULES, players=5, games=20, seed=1, threads=1)
    words = ["beliefs", RULES, "--players", "5", "--games", "20", "--seed", "1", "--out", f"{tmp_path}/b"]
    told(*words)
    assert found.finished
    for name in ("beliefs", "reliability"):
        pd.testing.assert_frame_equal(found[name], pd.read_parquet(tmp_path / "b" / f"{name}.parquet"))
    rounds = found["beliefs"]
    assert rounds["round"].iloc[0] == 1
    assert ((rounds["right"] >= 0) & (rounds["right"] <= 1)).all()


def test_a_folder_of_its_own_goes_with_the_result(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    found = measure.ladder(RULES, "random,greedy", players=4, games=5, threads=1)
    path = found.path
    assert (path / "ladder.csv").is_file()
    del found
    gc.collect()
    assert not path.exists()
    named = measure.ladder(RULES, "random,greedy", players=4, games=5, threads=1, out=tmp_path / "kept").path
    gc.collect()
    assert (named / "ladder.csv").is_file()
    assert list(tmp_path.iterdir()) == [named]


def test_what_cannot_be_measured_is_refused() -> None:
    with pytest.raises(UserError, match="lang: 'fr'; allowed are zh, en"):
        measure.worth(RULES, lang="fr")
    with pytest.raises(UserError, match=r"sunqan.*sunquan"):
        measure.worth(RULES, "sunqan", players=4, games=5)
    with pytest.raises(UserError, match="keep no belief"):
        measure.beliefs(RULES, bots="random")
    with pytest.raises(UserError, match="players"):
        measure.ladder(RULES, players=99)
