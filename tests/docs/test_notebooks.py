"""The notebooks run from top to bottom, in their short form; their .ipynb says the same and keeps what they showed."""

import os
import re
import subprocess
import sys
from pathlib import Path

import jupytext
import nbformat
import pytest

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.py"))
every = pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda notebook: notebook.stem)


def pair(notebook: Path) -> nbformat.NotebookNode:
    """Return the .ipynb beside a notebook."""
    return nbformat.read(notebook.with_suffix(".ipynb"), as_version=4)


@every
def test_notebook_runs(notebook: Path, tmp_path: Path) -> None:
    env = os.environ | {"PYTHONPATH": str(ROOT), "SHALAB_SHORT": "1", "MPLBACKEND": "agg"}
    done = subprocess.run([sys.executable, notebook], cwd=tmp_path, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-3000:]
    assert "Warning" not in done.stderr
    assert not list(tmp_path.iterdir())  # it leaves nothing behind


@every
def test_both_files_say_the_same(notebook: Path) -> None:
    cells = [
        [(cell.cell_type, cell.source) for cell in read.cells] for read in (jupytext.read(notebook), pair(notebook))
    ]
    assert cells[0] == cells[1]


@every
def test_outputs_are_kept(notebook: Path) -> None:
    code = [cell for cell in pair(notebook).cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in code] == list(range(1, len(code) + 1))
    shown = [output for cell in code for output in cell.outputs]
    assert {output.output_type for output in shown} <= {"execute_result", "display_data", "stream"}
    assert not [output for output in shown if output.get("name") == "stderr"]
    assert any(kind.startswith("image/") for output in shown for kind in output.get("data", {}))
    assert not re.search(r"/(?:home|tmp|work|root|Users)/", str(shown))


@every
def test_titles_are_in_both_languages(notebook: Path) -> None:
    titles = [line for line in jupytext.read(notebook).cells[0].source.splitlines() if line.startswith("# ")]
    assert len(titles) == 2
    assert re.match("# [A-Z]", titles[0])
    assert re.match("# [\u4e00-\u9fff]", titles[1])


def test_none_lacks_its_pair() -> None:
    stems = {file.stem for file in (ROOT / "notebooks").glob("*.ipynb")}
    assert stems == {notebook.stem for notebook in NOTEBOOKS}
