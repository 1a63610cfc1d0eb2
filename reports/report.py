"""A run's report: a few files in a folder, or the same tables in the terminal."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sim.errors import UserError

if TYPE_CHECKING:
    import pandas as pd

    from reports.tables import Tables

FILES = ("winrates.csv", "roles.csv", "heatmap.png", "index.html")
SCORES = "scores.csv"  # in reports on rulesets that give points
LEADS = "leads.png"  # only where the first heroes met each other often enough
LINEUPS = ("first.csv", "lineups.csv", "matchups.csv", "matchups.png", LEADS)  # of games of line-ups
EXTREMES, FEWER, MANY = 5, 3, 8  # heroes printed from either end of a role; fewer where there are many tables


def write_report(run: Any, out: str | Path | None = None, lang: str = "zh") -> Path:
    """Write ``winrates.csv``, ``roles.csv``, ``heatmap.png`` and ``index.html`` and return their folder.

    If the ruleset gives points, ``scores.csv`` is there too; of a game of line-ups ``first.csv``, ``lineups.csv``,
    ``matchups.csv`` and ``matchups.png``. All are made before the first is put in place; if anything goes wrong,
    what was there stays as it was.

    Parameters
    ----------
    run
        Path of a run folder, an object with a ``path``, or tables from `reports.tables.collect`.
    out
        Folder to write to; by default ``report`` in the run folder. Other files in it are left alone.
    lang
        Language of names and texts, ``zh`` or ``en``.
    """
    from reports.tables import collect

    tables = collect(run, lang)
    folder = Path(out) if out is not None else tables.run.path / "report"
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        if folder.exists() and not folder.is_dir():
            raise UserError(f"{folder}: is a file; the report needs a folder")
        made = Path(tempfile.mkdtemp(prefix=".report-", dir=folder.parent))
    except OSError as error:
        raise UserError(f"{folder}: cannot be written ({error.strerror})") from error
    try:
        _write_files(tables, made)
        _put(made, folder)
    except OSError as error:
        raise UserError(f"{folder}: cannot be written ({error.strerror})") from error
    finally:
        shutil.rmtree(made, ignore_errors=True)
    return folder


def print_tables(run: Any, lang: str = "zh") -> None:
    """Print the role table and, for each role and player count, the heroes furthest from its mean."""
    from rich.console import Console

    from reports.tables import collect
    from reports.words import words

    tables, console = collect(run, lang), Console()
    text = words(lang)
    console.print(_roles(tables, text))
    cells = tables.heroes.groupby(["players", "role"], sort=False)
    ends = FEWER if cells.ngroups > MANY else EXTREMES
    for (players, role), rows in cells:
        title = text["print_heroes"].format(role=tables.run.name(str(role), lang), players=players)
        console.print(_heroes(rows.sort_values("shrunk", ascending=False), title, text, ends))
    for table in _lineups(tables, text):
        console.print(table)


def _write_files(tables: Tables, folder: Path) -> None:
    from reports.figures.heatmap import write_heatmap
    from reports.page import page
    from reports.tables import ROLE_COLUMNS, SCORE_COLUMNS, WINRATE_COLUMNS

    made = [("winrates.csv", tables.heroes, WINRATE_COLUMNS), ("roles.csv", tables.roles, ROLE_COLUMNS)]
    if tables.scores is not None:
        made.append((SCORES, tables.scores, SCORE_COLUMNS))
    for name, table, columns in made:
        table[columns].to_csv(folder / name, index=False, float_format="%.10g", lineterminator="\n")
    write_heatmap(tables, folder / "heatmap.png")
    _write_lineups(tables, folder)
    pictures = {file.stem: file.read_bytes() for file in sorted(folder.glob("*.png"))}
    html = page(tables, pictures)
    (folder / "index.html").write_text(html, encoding="utf-8")


def _write_lineups(tables: Tables, folder: Path) -> None:
    from reports.figures.matrix import write_matrix
    from reports.lineups import FIRST_COLUMNS, HERO_COLUMNS, PAIR_COLUMNS

    found = tables.lineups
    if found is None:
        return
    for name, table, columns in (
        ("first.csv", found.first, FIRST_COLUMNS),
        ("lineups.csv", found.heroes, HERO_COLUMNS),
        ("matchups.csv", found.pairs, PAIR_COLUMNS),
    ):
        if table is not None:
            table[columns].to_csv(folder / name, index=False, float_format="%.10g", lineterminator="\n")
    if found.pairs is not None and len(found.pairs):
        write_matrix(tables, found.pairs, "", folder / "matchups.png")
        if found.leads_told:
            write_matrix(tables, found.pairs, "led_", folder / LEADS)


def _put(made: Path, folder: Path) -> None:
    """Move the finished files into place: the folder in one step if it is new, else file by file."""
    made.chmod(0o755)
    if not folder.exists():
        made.replace(folder)
        return
    for name in FILES:
        (made / name).replace(folder / name)
    for name in (SCORES, *LINEUPS):
        if (made / name).exists():
            (made / name).replace(folder / name)
        else:
            (folder / name).unlink(missing_ok=True)


def _roles(tables: Tables, text: dict[str, str]) -> Any:
    from rich.markup import escape
    from rich.table import Table

    from reports.words import footer, percent, rows_of

    table = Table(title=text["print_roles"], caption=escape(footer(tables)))
    for name in ("players", "role", "seats", "n", "wins", "rate", "interval", "null", "draws", "unfinished"):
        table.add_column(text[f"col_{name}"], justify="left" if name == "role" else "right")
    before = None
    for row in rows_of(tables.roles):
        if before not in (None, row.players):
            table.add_section()
        before = row.players
        table.add_row(
            str(row.players), escape(row.role_name), str(row.seats), f"{row.n:,}", f"{row.wins:,}",
            percent(row.rate, 2), f"{percent(row.low, 2)} … {percent(row.high, 2)}",
            percent(row.null) if row.null == row.null else "", f"{row.draws:,}", f"{row.unfinished:,}",
        )  # fmt: skip
    return table


def _heroes(rows: pd.DataFrame, title: str, text: dict[str, str], ends: int) -> Any:
    """Return a table of the first and the last heroes of rows sorted by their difference."""
    from rich.markup import escape
    from rich.table import Table

    from reports.words import percent, points, rows_of

    table = Table(title=escape(title))
    for name in ("hero", "games", "rate", "diff", "interval", "shrunk", "q", "flag"):
        table.add_column(text[f"col_{name}"], justify="left" if name in ("hero", "flag") else "right")
    for place, row in enumerate(rows_of(rows)):
        if ends <= place < len(rows) - ends:
            continue
        if place == max(len(rows) - ends, ends):
            table.add_section()
        table.add_row(
            escape(row.hero_name), f"{row.games:,}", percent(row.rate), points(row.diff),
            f"{points(row.diff_low)} … {points(row.diff_high)}", points(row.shrunk), f"{row.q:.3f}",
            text[f"flag_{row.flag}"] if row.flag else "",
        )  # fmt: skip
    return table


def _lineups(tables: Tables, text: dict[str, str]) -> list[Any]:
    """Return tables of a game of line-ups: who moves first, and what each hero brings."""
    from rich.markup import escape
    from rich.table import Table

    from reports.words import interval, percent, points, rows_of, told_ways

    found = tables.lineups
    if found is None:
        return []
    first = Table(title=text["first_head"])
    for name in ("players", "first", "n", "rate", "interval", "edge", "interval"):
        first.add_column(text[f"col_{name}"], justify="left" if name == "first" else "right")
    for row in rows_of(found.first):
        first.add_row(
            str(row.players), escape(row.role_name), f"{row.n:,}", percent(row.rate), interval(row.low, row.high),
            points(row.edge), f"{points(row.edge_low)} … {points(row.edge_high)}",
        )  # fmt: skip
    if found.heroes is None:
        return [first]
    heroes = Table(title=text["lineup_head"])
    heroes.add_column(text["col_hero"])
    for name in ("way_fielded", "col_interval", "col_games", "way_led", "col_interval"):
        heroes.add_column(text[name], justify="right")
    for row in told_ways(found.heroes):
        fielded, led, _ = row["ways"]
        cells = (fielded["rate"], fielded["interval"], fielded["games"], led["rate"], led["interval"])
        heroes.add_row(escape(row["name"]), *cells)
    return [first, heroes]
