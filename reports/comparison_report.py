"""A comparison's report: files in its folder, and the same tables in the terminal."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sim.errors import UserError

if TYPE_CHECKING:
    from reports.comparison import Comparison

TABLES = ("games", "roles", "heroes", "overall", "flipped")
LANGS = ("zh", "en")
ENDS = 5  # heroes printed that gained and lost most
FLIPS = 5  # flipped games printed


def write_report(tables: Comparison) -> Path:
    """Write ``report/`` into the folder of a comparison and return its path.

    It holds ``index.html`` (both languages, `tables.lang` first), each table as CSV and Parquet, and the dumbbells as
    PNG and SVG. All are made before the folder takes the place of an older one.
    """
    folder = tables.path / "report"
    try:
        made = Path(tempfile.mkdtemp(prefix=".report-", dir=tables.path))
    except OSError as error:
        raise UserError(f"{folder}: cannot be written ({error.strerror})") from error
    try:
        _write_files(tables, made)
        made.chmod(0o755)
        shutil.rmtree(folder, ignore_errors=True)
        made.replace(folder)
    except OSError as error:
        raise UserError(f"{folder}: cannot be written ({error.strerror})") from error
    finally:
        shutil.rmtree(made, ignore_errors=True)
    return folder


def _write_files(tables: Comparison, folder: Path) -> None:
    from reports.comparison import collect
    from reports.comparison_page import page
    from reports.figures.dumbbell import write_dumbbells

    for name in TABLES:
        table = getattr(tables, name)
        table.to_csv(folder / f"{name}.csv", index=False, float_format="%.10g", lineterminator="\n")
        table.to_parquet(folder / f"{name}.parquet", index=False)
    views = []
    for lang in sorted(LANGS, key=lambda lang: lang != tables.lang):
        told = tables if lang == tables.lang else collect(tables.path, lang)
        with tempfile.TemporaryDirectory() as place:
            drawn = write_dumbbells(told, folder if lang == tables.lang else Path(place))
            svgs = [file.read_bytes() for file in drawn if file.suffix == ".svg"]
        views.append((told, dict(zip(map(int, told.overall["players"].unique()), svgs, strict=True))))
    (folder / "index.html").write_text(page(views), encoding="utf-8")


# ------------------------------------------------------------------------------------------------ the terminal


def print_tables(tables: Comparison) -> None:
    """Print what changed: the games, the roles, the heroes that changed most, and the first flipped games."""
    from rich.console import Console

    from reports.comparison_words import changes_text, games_text, heroes_left_alone

    console = Console()
    for line in (*games_text(tables), *changes_text(tables)):
        console.print(line, markup=False, highlight=False)
    if tables.games["same_share"].min() == 1:
        return
    console.print(_roles(tables))
    for players in tables.games["players"]:
        console.print(_heroes(tables, int(players)))
    for line in heroes_left_alone(tables):
        console.print(line, markup=False, highlight=False)
    for line in _flips(tables):
        console.print(line, markup=False, highlight=False, soft_wrap=True)


def _columns(text: dict[str, str], title: str, names: tuple[str, ...]) -> Any:
    from rich.markup import escape
    from rich.table import Table

    table = Table(title=escape(title))
    for name in names:
        table.add_column(text[f"col_{name}"], justify="left" if name in ("role", "hero") else "right", no_wrap=True)
    return table


def _cells(row: Any) -> list[Any]:
    """Return before, after, change and interval; the change has a colour only where it exceeds its own margin."""
    from rich.text import Text

    from reports.comparison_words import interval_text
    from reports.words import percent, points

    style = "bold blue" if row.low > 0 else "bold red" if row.high < 0 else ""
    return [percent(row.rate_a), percent(row.rate_b), Text(points(row.diff), style), interval_text(row)]


def _roles(tables: Comparison) -> Any:
    from rich.markup import escape

    from reports.comparison_words import phrases, times
    from reports.words import rows_of

    text = phrases(tables.lang)
    names = ("players", "role", "rate_a", "rate_b", "diff", "interval", "saved")
    table = _columns(text, text["roles_head"], names)
    for row in rows_of(tables.roles):
        table.add_row(str(row.players), escape(row.role_name), *_cells(row), times(row.unpaired_games))
    return table


def _heroes(tables: Comparison, players: int) -> Any:
    """Return the heroes that gained and lost most over all roles."""
    from rich.markup import escape

    from reports.comparison_words import phrases
    from reports.words import percent, rows_of

    text = phrases(tables.lang)
    names = ("hero", "rate_a", "rate_b", "diff", "interval", "q", "changed")
    table = _columns(text, text["print_changed"].format(players=players), names)
    rows = tables.overall[tables.overall["players"] == players].sort_values("diff", ascending=False, kind="stable")
    for place, row in enumerate(rows_of(rows)):
        if ENDS <= place < len(rows) - ENDS:
            continue
        if place == max(len(rows) - ENDS, ENDS):
            table.add_section()
        mark = " ◆" if row.holds else ""
        table.add_row(
            escape(row.hero_name) + mark, *_cells(row), f"{row.q:.3f}", percent(row.changed)
        )  # fmt: skip
    return table


def _flips(tables: Comparison) -> list[str]:
    from reports.comparison_words import phrases
    from reports.words import rows_of

    text = phrases(tables.lang)
    if tables.flipped.empty:
        return []
    lines = [text["flips_text"].format(count=f"{len(tables.flipped):,}")]
    for row in rows_of(tables.flipped.head(FLIPS)):
        ends = " → ".join(text[f"outcome_{winner}"] for winner in (row.winner_a, row.winner_b))
        lines += [f"{ends}:", f"  {row.trace_a}", f"  {row.trace_b}"]
    return lines
