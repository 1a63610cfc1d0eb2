"""The runner's tests play on a stand-in for the core."""

import fakes
import pytest

from sim import batch, plan
from sim.rules import load


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put the stand-ins where the runner looks for rules and core."""
    monkeypatch.setattr(plan, "compile_ruleset", fakes.compile_ruleset)
    monkeypatch.setattr(load, "load_ruleset", lambda name, set: fakes.Ruleset(changes=dict(set or {})))
    monkeypatch.setattr(plan, "source_hash", lambda: "the same")
    monkeypatch.setattr(batch, "machine", lambda *given: fakes.play_games)
