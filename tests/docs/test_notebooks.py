"""The notebooks run from top to bottom, in their short form."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.py"))


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda notebook: notebook.stem)
def test_notebook_runs(notebook: Path, tmp_path: Path) -> None:
    env = os.environ | {"PYTHONPATH": str(ROOT), "SHALAB_SHORT": "1", "MPLBACKEND": "agg"}
    done = subprocess.run([sys.executable, notebook], cwd=tmp_path, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-3000:]
