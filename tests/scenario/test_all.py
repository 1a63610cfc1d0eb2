"""Every scenario file of the tests is played and comes out as it expects."""

from pathlib import Path

import pytest

from sim.rules import files
from sim.scenario import run_scenario

ROOT = Path(__file__).parents[1] / "scenarios"
FILES = sorted(ROOT.rglob("*.toml"))


@pytest.mark.parametrize("path", FILES, ids=[str(path.relative_to(ROOT).with_suffix("")) for path in FILES])
def test_scenario(path: Path) -> None:
    outcome = run_scenario(path)
    assert outcome.ok, "\n".join([outcome.title, *outcome.messages, "", *outcome.log])


def test_there_are_some() -> None:
    assert {path.parent.name for path in FILES} >= set(files.shipped())
