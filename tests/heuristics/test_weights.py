"""Weights files: every name, no other, and the array that comes of them."""

import numpy as np
import pytest

from heuristics import table
from heuristics.table import W, read_weights, weights_text
from sim.bots import find
from sim.errors import UserError


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Return a folder in which weights files are looked for."""
    monkeypatch.setattr(table, "FOLDER", tmp_path)
    return tmp_path


def test_written_weights_are_read_back(folder):
    weights = np.zeros(64)
    weights[: len(W)] = np.random.default_rng(1).normal(size=len(W))
    (folder / "made.toml").write_text(weights_text(weights, "made\nby chance"), encoding="utf-8")
    assert read_weights("made").tolist() == weights.tolist()


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (("hp_full = ", "hp_ful = "), "did you mean 'hp_full'"),
        (("life = ", "# life = "), "no value for life"),
        (("life = ", "life = true # "), "not a number"),
    ],
)
def test_a_wrong_file_is_named(folder, change, told):
    (folder / "made.toml").write_text(weights_text(np.zeros(64)).replace(*change), encoding="utf-8")
    with pytest.raises(UserError, match=told):
        read_weights("made")


def test_greedy_is_standard_without_belief_and_consequences():
    greedy, standard = (find(f"heuristics.{name}:BOT").weights for name in ("greedy", "standard"))
    assert greedy[W.BELIEF] == greedy[W.LOOK] == 0
    assert standard[W.BELIEF] > 0 and standard[W.LOOK] > 0
