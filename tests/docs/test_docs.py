"""Every example of the documentation runs, with few games; links lead somewhere."""

import os
import re
import shlex
import subprocess
import sys
import textwrap
from enum import IntEnum
from pathlib import Path

import pytest

from sim.core import codes

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])
BLOCK = re.compile(r"^( *)```(\w+)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")
BY_HAND = ("make", "git", "pip", "cd")  # what the build is tested by
FEW = 60
Example = tuple[str, str]


def examples(page: Path) -> list[Example]:
    """Return kind and text of a page's blocks of commands and of Python."""
    found = [(kind, textwrap.dedent(text)) for _, kind, text in BLOCK.findall(page.read_text())]
    return [block for block in found if block[0] in ("console", "python", "toml")]


def shortened(text: str) -> str:
    """Return an example that plays fewer games."""
    text = re.sub(r"--((?:max-)?games)[ =][\d_]+", rf"--\1 {FEW}", text)
    return re.sub(r"\bgames=[\d_]+", f"games={FEW}", text)


def run(place: Path, command: list[str]) -> None:
    """Run one command as a reader would, in a folder of its own that looks like the project's."""
    env = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT), str(place)]), "COLUMNS": "120"}
    done = subprocess.run(command, cwd=place, env=env, capture_output=True, text=True)
    assert done.returncode == 0, f"{shlex.join(command)}\n{done.stdout[-2000:]}{done.stderr[-2000:]}"


@pytest.mark.parametrize("page", [page for page in PAGES if examples(page)], ids=lambda page: page.name)
def test_examples_run(page: Path, tmp_path: Path) -> None:
    for room in ("tests", "notebooks", "docs"):
        (tmp_path / room).symlink_to(ROOT / room)
    for kind, text in examples(page):
        text = shortened(text)
        if kind == "toml":
            name = re.match(r"# (\S+\.toml)\n", text)
            if name:
                file = tmp_path / name.group(1)
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text)
        elif kind == "python":
            name = re.match(r"# (\S+\.py)\n", text)
            if name:
                (tmp_path / name.group(1)).write_text(text)
            else:
                run(tmp_path, [sys.executable, "-c", text])
        else:
            for line in text.splitlines():
                words = shlex.split(line.removeprefix("$ "), comments=True) if line.startswith("$ ") else []
                if words and words[0] not in BY_HAND:
                    assert words[0] == "shalab", line
                    run(tmp_path, [sys.executable, "-m", "sim.cli", *words[1:]])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    lost = [link for link in LINK.findall(page.read_text()) if not (page.parent / link).exists()]
    assert lost == []


def test_the_first_commands_of_the_readme() -> None:
    commands = re.findall(r"^\$ (.*?)(?:\s+#.*)?$", (ROOT / "README.md").read_text(), re.MULTILINE)
    assert commands[:2] == ["make demo", "make test"]


@pytest.mark.parametrize(
    "words", [codes.When, codes.Who, codes.By, codes.To, codes.Price, codes.Do, codes.Val, codes.Qty]
)
def test_every_word_of_the_vocabulary_is_explained(words: type[IntEnum]) -> None:
    page = (ROOT / "docs/rulesets.md").read_text()
    assert [word.name for word in words if not re.search(rf"`{word.name.lower()}\b", page)] == []
