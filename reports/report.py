"""A run's report: a folder with a page to read, and the same as tables and pictures."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sim.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from reports.runs import RunFolder
    from reports.tables import Tables

FILES = ("index.html", "report.xlsx", "winrates.csv", "roles.csv", "tiers.csv", "heatmap.png", "figures", "parquet")


def write_report(
    run: Any,
    out: str | Path | None = None,
    lang: str = "zh",
    others: Sequence[Any] = (),
    tell: Callable[[str], None] | None = None,
) -> Path:
    """Write a run's report and return its folder.

    In it are ``index.html``; every table as ``NAME.csv``, as ``parquet/NAME.parquet`` and as a sheet of
    ``report.xlsx``; the figures as ``figures/NAME.svg``, those of many cells as ``NAME.png``. All are made before the
    first is put in place; if anything goes wrong, what was there stays as it was.

    Parameters
    ----------
    run
        Path of a run folder, an object with a ``path``, or tables from `reports.tables.collect`.
    out
        Folder to write to; by default ``report`` in the run folder. Other files in it are left alone.
    lang
        Language of the files, and that in which the page opens, ``zh`` or ``en``.
    others
        Other runs of the same ruleset by other bots, the strongest first; the page sets them beside the run.
    tell
        Called with a word on what is being done.
    """
    from reports.tables import collect

    tables = collect(run, lang)
    rungs = [collect(other, lang) for other in others]
    comparable(tables, rungs)
    folder = report_folder(tables.run, out)
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        made = Path(tempfile.mkdtemp(prefix=".report-", dir=folder.parent))
    except OSError as error:
        raise UserError(f"{folder}: cannot be written ({error.strerror})") from error
    try:
        _write_files(tables, rungs, made, tell or (lambda _: None))
        _put(made, folder)
    except OSError as error:
        raise UserError(f"{folder}: cannot be written ({error.strerror})") from error
    finally:
        shutil.rmtree(made, ignore_errors=True)
    return folder


def report_folder(run: RunFolder, out: str | Path | None = None) -> Path:
    """Return the folder a run's report goes to, by default ``report`` in its own; `UserError` for a file."""
    folder = Path(out) if out is not None else run.path / "report"
    there = next(place for place in (folder, *folder.absolute().parents) if place.exists())
    if not there.is_dir():
        raise UserError(f"{there}: is a file; the report needs a folder, name another by --out")
    return folder


def comparable(tables: Tables, others: Sequence[Tables]) -> None:
    """Refuse runs that cannot be set beside the run that is reported: other rules, named twice, nothing in common."""
    _same_rules(tables, others)
    if others:
        _in_common([tables, *others])


def _same_rules(tables: Tables, others: Sequence[Tables]) -> None:
    seen = {Path(tables.run.path).resolve()}
    for other in others:
        path = Path(other.run.path).resolve()
        if path in seen and path.is_dir():
            raise UserError(f"{other.run.path}: named twice; a run set beside itself says nothing")
        seen.add(path)
        for key, what in (("ruleset", "of ruleset"), ("content_hash", "of another version of its rules,")):
            own, found = tables.run.meta.get(key), other.run.meta.get(key)
            if own != found:
                raise UserError(
                    f"{other.run.path}: a run {what} {found}, but {tables.run.path} is of {own}; "
                    "runs reported together are of the same rules"
                )


def _in_common(runs: Sequence[Tables]) -> None:
    """Refuse runs that never had the same hero at the same number of players: every row of theirs would be dropped."""
    if set.intersection(*(set(zip(one.heroes["players"], one.heroes["hero"], strict=True)) for one in runs)):
        return
    sizes = [sorted(map(int, one.heroes["players"].unique())) for one in runs]
    shared = sorted(set(sizes[0]).intersection(*sizes[1:]))
    if shared:
        raise UserError(
            f"{runs[-1].run.path}: no hero of it was dealt in all of these runs at {_listed(shared)} players; "
            "runs reported together need one in common"
        )
    held = ", ".join(f"{one.run.path} of {_listed(own)}" for one, own in zip(runs, sizes, strict=True))
    raise UserError(f"players: {held}; runs reported together need a player count in common")


def _listed(numbers: Sequence[int]) -> str:
    return ",".join(map(str, numbers))


def _write_files(tables: Tables, rungs: list[Tables], folder: Path, tell: Callable[[str], None]) -> None:
    from reports.book import Book
    from reports.figures import draw_panels, draw_pictures, write_figures
    from reports.files import write_tables
    from reports.page import page
    from reports.replay import examples

    tell("tables")
    write_tables(tables, rungs, folder)
    tell("games")
    games = examples(tables.run)
    tell("figures")
    book = Book(tables, rungs, tables.lang, games, draw_panels(tables, rungs), draw_pictures(tables))
    write_figures(book, folder)
    tell("page")
    (folder / "index.html").write_text(page(book), encoding="utf-8")


def _put(made: Path, folder: Path) -> None:
    """Move the finished files into place: the folder in one step if it is new, else one by one."""
    from reports.figures import PICTURES
    from reports.files import NAMES

    made.chmod(0o755)
    if not folder.exists():
        made.replace(folder)
        return
    for name in {*FILES, *(f"{name}.csv" for name in NAMES), *(f"{name}.png" for name in PICTURES)}:
        there = folder / name
        if there.is_dir():
            shutil.rmtree(there)
        if (made / name).exists():
            (made / name).replace(there)
        else:
            there.unlink(missing_ok=True)
