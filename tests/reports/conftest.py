"""Made-up runs shared by the tests of the reports."""

import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parent))

from synthetic import ZH, make_run


@pytest.fixture(scope="session")
def effects() -> np.ndarray:
    """Planted effects by hero and role, in probability."""
    return np.random.default_rng(5).normal(0, [0.08, 0.03, 0.06, 0.03], (len(ZH), 4))


@pytest.fixture(scope="session")
def run(tmp_path_factory, effects) -> Path:
    """Make a run of 5 and 8 players with planted effects and some unfinished games."""
    return make_run(tmp_path_factory.mktemp("run"), {5: 20_000, 8: 6_000}, effects, unfinished=0.01, part=7_000)
