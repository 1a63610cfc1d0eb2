"""A run's report in the terminal: the tables that answer the first questions, and what to distrust."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd

    from reports.tables import Tables

EXTREMES, FEWER, MANY = 5, 3, 8  # heroes printed from either end of a role; fewer where there are many tables


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
    for table in [*_lineups(tables, text), *_fire(tables, text)]:
        console.print(table)
    console.print(_doubts(tables, text))


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


def _fire(tables: Tables, text: dict[str, str]) -> list[Any]:
    """Return how often seats were brought down by their own camp, kind by kind; none where not kept."""
    from rich.markup import escape
    from rich.table import Table

    from reports.sections.fire import say_kind
    from reports.words import interval, percent, rows_of

    found = tables.friendly_fire
    if found is None:
        return []
    table = Table(title=text["print_fire"])
    for name in ("players", "who", "bot", "rate", "interval", "n"):
        table.add_column(text[f"col_{name}"], justify="left" if name in ("who", "bot") else "right")
    for row in rows_of(found[found["games"] > 0]):
        what = say_kind(row.kind, row.role_name, row.killer_name)[tables.lang]
        rates = percent(row.rate, 2), interval(row.low, row.high, 2)
        table.add_row(str(row.players), escape(what), escape(row.bot), *rates, f"{row.n:,}")
    return [table]


def _doubts(tables: Tables, text: dict[str, str]) -> Any:
    """Return what to distrust, a line each, with the commands that replay."""
    from rich.markup import escape
    from rich.table import Table

    from reports.bilingual import in_language
    from reports.doubts import doubts

    table = Table(title=text["print_trust"], show_header=False)
    for doubt in doubts(tables):
        rows = [doubt.text, *(in_language(line, tables.lang) + f"  {command}" for line, command in doubt.rows[:FEWER])]
        below = "\n".join(in_language(row, tables.lang) for row in rows if row)
        table.add_row("!" if doubt.warn else "", escape(in_language(doubt.head, tables.lang)), escape(below))
    return table
