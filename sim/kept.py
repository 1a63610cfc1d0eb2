"""The folder of a measurement that takes long: what is done so far, to go on with after an interruption."""

import json
from itertools import takewhile
from pathlib import Path
from typing import Any

from sim.errors import UserError
from sim.folder import first_numbered, numbered, writing

FILE = "measured.json"


class Kept:
    """What a measurement has counted so far, kept in a folder together with what it depends on."""

    def __init__(self, name: str, out: Path | None, about: dict[str, Any], resume: bool = False) -> None:
        """Open a folder, or make it.

        Parameters
        ----------
        name : str
            Without `out` the folder is ``runs/NAME``, with a number if that is taken; `resume` takes the last of them.
        about : dict
            What the counts depend on, as JSON; to go on with other values is refused.

        Raises
        ------
        UserError
            The folder is taken, or holds counts of something else, or cannot be written.
        """
        self.about = about
        self.path = out or default_folder(name, resume)
        self.counts: dict[str, Any] = {}
        file = self.path / FILE
        if self.path.exists() and not self.path.is_dir():
            raise UserError(f"{self.path}: exists and is no folder; choose another --out")
        if file.is_file():
            self._go_on(file, resume)
        elif self.path.is_dir() and any(self.path.iterdir()):
            raise UserError(f"{self.path}: not empty, and nothing measured is in it; choose another --out")

    def _go_on(self, file: Path, resume: bool) -> None:
        if not resume:
            raise UserError(f"{self.path}: holds results already; go on by --resume, or choose another --out")
        before, self.counts = _read(file)
        for key, value in self.about.items():
            if before.get(key) != value:
                raise UserError(f"{self.path}: cannot be resumed: its {key} is {before.get(key)!r}, now {value!r}")

    def save(self, counts: dict[str, Any]) -> None:
        """Write the counts down, whole or not at all."""
        self.counts = counts
        text = json.dumps({"about": self.about, "counts": counts}, ensure_ascii=False)
        temporary = self.path / f"{FILE}.tmp"
        with writing(self.path):
            self.path.mkdir(parents=True, exist_ok=True)
            temporary.write_text(text + "\n", encoding="utf-8")
            temporary.replace(self.path / FILE)


def about_of(path: Path) -> dict[str, Any]:
    """Return what the counts in the folder of a measurement depend on; `UserError` if they cannot be read."""
    return _read(path / FILE)[0]


def _read(file: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
        return dict(found["about"]), dict(found["counts"])
    except (ValueError, TypeError, KeyError) as error:
        raise UserError(f"{file}: cut short or not what a measurement writes; choose another folder") from error


def default_folder(name: str, resume: bool = False) -> Path:
    """Return the first free one of ``runs/NAME``, ``runs/NAME-2``, ...; to `resume`, the last that is taken."""
    taken = list(takewhile(Path.exists, numbered(name))) if resume else []
    return taken[-1] if taken else first_numbered(name, lambda path: not path.exists())
