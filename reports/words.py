"""The texts of a report in Chinese and English, and how numbers are written in them."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pandas as pd

    from reports.tables import Tables

HERE = Path(__file__).parent
MINUS = "\N{MINUS SIGN}"

ROLE_COLOURS = {
    "lord": "#D55E00",
    "loyalist": "#E69F00",
    "rebel": "#009E73",
    "renegade": "#0072B2",
}  # Okabe-Ito
LIMIT = 0.15  # ends of the scale of differences, the same in all reports


@cache
def words(lang: str, file: str = "words") -> dict[str, str]:
    """Return every text of a language by its key, out of a file of ``templates/``."""
    return tomllib.loads((HERE / "templates" / f"{file}.toml").read_text(encoding="utf-8"))[lang]


def rows_of(table: pd.DataFrame) -> Iterator[Any]:
    """Return the rows of a table, a column an attribute."""
    return iter(table.itertuples(index=False))


def points(value: float, digits: int = 1) -> str:
    """Write a fraction as signed percentage points, 0.0123 as +1.2; a dash where there is none."""
    if value != value:
        return "\N{EN DASH}"
    text = f"{abs(value) * 100:.{digits}f}"
    sign = "" if not float(text) else "+" if value > 0 else MINUS
    return sign + text


def percent(value: float, digits: int = 1) -> str:
    """Write a fraction as a percentage; a dash where there is none."""
    return "\N{EN DASH}" if value != value else f"{value * 100:.{digits}f}%"


def interval(low: float, high: float, digits: int = 1) -> str:
    """Write an interval of fractions in percent; a dash where there is none."""
    return "\N{EN DASH}" if low != low else f"{low * 100:.{digits}f}\N{EN DASH}{high * 100:.{digits}f}"


def told_ways(heroes: pd.DataFrame) -> list[dict[str, Any]]:
    """Return the heroes of `reports.lineups.hero_ways`, the best fielded first, each with its rates in words."""
    rows = []
    fielded = heroes[heroes["way"] == "fielded"].sort_values(
        ["players", "rate"], ascending=[True, False], kind="stable"
    )
    for hero in rows_of(fielded):
        own = heroes[(heroes["hero"] == hero.hero) & (heroes["players"] == hero.players)].set_index("way")
        ways = []
        for way in ("fielded", "led", "entered"):
            if way not in own.index:
                ways.append({"rate": "\N{EN DASH}", "interval": "\N{EN DASH}", "games": "0"})
                continue
            row = own.loc[way]
            ways.append(
                {
                    "rate": percent(row["rate"]),
                    "interval": interval(row["low"], row["high"]),
                    "games": f"{row['games']:,}",
                }
            )
        rows.append({"hero": hero.hero, "name": hero.hero_name, "players": hero.players, "ways": ways})
    return rows


def short_hash(value: object) -> str:
    """Return enough of a hash to tell two apart."""
    return str(value or "\N{EN DASH}")[:12]


def bots_of(tables: Tables) -> str:
    """Return the bots as the run named them."""
    meta = tables.run.meta
    return str(meta.get("bots") or ", ".join(map(str, meta.get("bot_names") or ())) or "\N{EN DASH}")


def finished_games(tables: Tables) -> int:
    """Return how many games of a run were finished, all player counts together."""
    return int(tables.outcomes.drop(columns="unfinished").to_numpy().sum())


def footer(tables: Tables, lang: str | None = None) -> str:
    """Return the line from which a figure can be made again: games, ruleset, engine, bots, seed, date."""
    meta = tables.run.meta
    return words(lang or tables.lang)["footer"].format(
        games=f"{finished_games(tables):,}",
        ruleset=meta["ruleset"],
        content=short_hash(meta.get("content_hash")),
        source=short_hash(meta.get("source_hash")),
        bots=bots_of(tables),
        seed=meta.get("seed", "\N{EN DASH}"),
        date=tables.run.day,
    )
