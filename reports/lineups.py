"""Games of line-ups: who moves first, what each hero brings, and hero against hero."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pandas as pd
import polars as pl

from reports.counts import unfinished_games
from reports.intervals import Z95, divide, wilson
from reports.runs import SIDE, first_line
from sim.errors import UserError

if TYPE_CHECKING:
    from reports.runs import RunFolder

FIRST_COLUMNS = [
    "ruleset", "players", "role", "role_name", "n", "wins", "losses", "draws", "rate", "low", "high", "edge",
    "edge_low", "edge_high",
]  # fmt: skip
HERO_COLUMNS = [
    "ruleset", "hero", "hero_name", "players", "way", "games", "wins", "rate", "low", "high", "mean", "diff",
    "diff_low", "diff_high",
]  # fmt: skip
PAIR_COLUMNS = [
    "ruleset", "players", "hero", "hero_name", "other", "other_name", "games", "wins", "rate", "low", "high",
    "led_games", "led_wins", "led_rate", "led_low", "led_high",
]  # fmt: skip
WAYS = ("fielded", "led", "entered")
ENOUGH = 400  # games of a pair from which on its rate is told within 5 points
READ = ["game", "players", "seat", "hero", "won", "lineup_pos", "entered"]


@dataclass(frozen=True)
class Lineups:
    """What a run with line-ups has beside the other tables.

    Attributes
    ----------
    first : DataFrame
        See `first_table`.
    heroes, pairs : DataFrame or None
        See `hero_ways` and `pair_table`; None where only totals were kept.
    """

    first: pd.DataFrame
    heroes: pd.DataFrame | None
    pairs: pd.DataFrame | None

    @property
    def leads_told(self) -> bool:
        """Whether the first heroes met each other often enough for a picture: in half of the pairs, that is."""
        if self.pairs is None or self.pairs.empty:
            return False
        return bool(self.pairs["led_games"].median() >= ENOUGH)


def lineups(run: RunFolder, games: pd.DataFrame, lang: str) -> Lineups | None:
    """Return what a run with line-ups has beside the other tables; None for a run without.

    `games` is the games by player count (index) and winner (columns).
    """
    said = run.meta.get("lineup")
    if not isinstance(said, dict):
        return None
    first = first_table(run, games, str(said.get("moves_first", "")), lang)
    if run.only_totals:
        return Lineups(first, None, None)
    ways, pairs = _counts(run)
    return Lineups(first, hero_ways(run, ways.to_pandas(), lang), pair_table(run, pairs.to_pandas(), lang))


def first_table(run: RunFolder, games: pd.DataFrame, role: str, lang: str) -> pd.DataFrame:
    """Return one row per player count: how often the side that moves first won.

    `n` is finished games, draws in; `rate` has its Wilson 95 % interval. `edge` is the share of games won by the
    first side less that won by others, with the normal interval of two shares of one sample.
    """
    if role not in SIDE:
        raise UserError(f"{run.path}: run.json says that {role!r} moves first; it is none of {', '.join(SIDE)}")
    rows = []
    for players in games.index.tolist():
        ended = games.loc[players]
        n, wins, draws = int(ended.sum() - ended["unfinished"]), int(ended[SIDE[role]]), int(ended["draw"])
        rows.append((run.meta["ruleset"], players, role, run.name(role, lang), n, wins, n - wins - draws, draws))
    table = pd.DataFrame(rows, columns=FIRST_COLUMNS[:8])
    table["rate"] = divide(table["wins"], table["n"])
    table["low"], table["high"] = wilson(table["wins"], table["n"])
    won, lost = divide(table["wins"], table["n"]), divide(table["losses"], table["n"])
    error = divide(won + lost - (won - lost) ** 2, table["n"]) ** 0.5
    table["edge"] = won - lost
    table["edge_low"], table["edge_high"] = table["edge"] - Z95 * error, table["edge"] + Z95 * error
    return table[FIRST_COLUMNS]


def hero_ways(run: RunFolder, counts: pd.DataFrame, lang: str) -> pd.DataFrame:
    """Return one row per player count, hero and way: fielded, led off, or came in at all.

    Who comes in late does so because others fell, so the rate of `entered` says less of a hero than the others.
    `mean` is the rate of all heroes in that way. Of the two seats of a game one wins, so the mean of `fielded` and
    `led` hardly moves by chance, and `diff` has the error of the hero's own rate.

    Parameters
    ----------
    counts
        players, hero, way, games, wins.
    """
    table = counts.copy()
    groups = table.groupby(["players", "way"])
    table["rate"] = divide(table["wins"], table["games"])
    table["low"], table["high"] = wilson(table["wins"], table["games"])
    table["mean"] = divide(groups["wins"].transform("sum"), groups["games"].transform("sum"))
    table["diff"] = table["rate"] - table["mean"]
    table["diff_low"], table["diff_high"] = table["low"] - table["mean"], table["high"] - table["mean"]
    table["ruleset"] = run.meta["ruleset"]
    table["hero_name"] = [run.name(hero, lang) for hero in table["hero"]]
    return _sorted(run, table, ["players", "hero", "way"])[HERO_COLUMNS]


def pair_table(run: RunFolder, counts: pd.DataFrame, lang: str) -> pd.DataFrame:
    """Return one row per player count and pair of heroes fielded by different seats, from the first one's side.

    `games` and `wins` count the games in which both were fielded, by different seats; `led_*` those in which both
    led off.

    Parameters
    ----------
    counts
        players, hero, other, games, wins, led_games, led_wins.
    """
    table = counts.copy()
    for mark in ("", "led_"):
        wins, games = table[f"{mark}wins"], table[f"{mark}games"]
        table[f"{mark}rate"] = divide(wins, games)
        table[f"{mark}low"], table[f"{mark}high"] = wilson(wins, games)
    table["ruleset"] = run.meta["ruleset"]
    table["hero_name"] = [run.name(hero, lang) for hero in table["hero"]]
    table["other_name"] = [run.name(hero, lang) for hero in table["other"]]
    return _sorted(run, table, ["players", "hero", "other"])[PAIR_COLUMNS]


def _sorted(run: RunFolder, table: pd.DataFrame, by: list[str]) -> pd.DataFrame:
    """Sort by some columns, heroes in the ruleset's order and ways in that of `WAYS`."""
    order = run.order | {way: -len(WAYS) + i for i, way in enumerate(WAYS)}
    keys = table[by].apply(lambda column: column.map(lambda word: order.get(word, word)))
    return table.loc[keys.sort_values(by).index].reset_index(drop=True)


def _counts(run: RunFolder) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Count over all parts of the seats, one part after the other: a part holds whole games."""
    left_out = unfinished_games(run)
    ways, pairs = [], []
    for part in run.parts("seats"):
        rows = _rows(part, left_out)
        ways.append(_ways(rows))
        pairs.append(_pairs(rows))
    added = pl.concat(ways).group_by("players", "hero", "way").sum()
    return added, pl.concat(pairs).group_by("players", "hero", "other").sum()


def _rows(part: Any, left_out: pl.DataFrame | None) -> pl.DataFrame:
    try:
        rows = pl.scan_parquet(part).select(READ).collect()
    except pl.exceptions.PolarsError as error:
        raise UserError(f"{part}: cannot be read ({first_line(error)})") from error
    rows = rows.with_columns(
        pl.col("game", "players").cast(pl.Int64), pl.col("hero").cast(pl.String), pl.col("won").cast(pl.Int64)
    )
    rows = rows.drop_nulls("hero")
    return rows if left_out is None else rows.join(left_out, on=["players", "game"], how="anti")


def _ways(rows: pl.DataFrame) -> pl.DataFrame:
    kinds = {
        "fielded": pl.lit(value=True),
        "led": pl.col("lineup_pos") == 0,
        "entered": pl.col("entered") >= 0,
    }
    counted = pl.len().cast(pl.Int64).alias("games"), pl.col("won").sum().alias("wins")
    return pl.concat(
        rows.filter(kinds[way]).group_by("players", "hero").agg(*counted).with_columns(way=pl.lit(way)) for way in WAYS
    )


def _pairs(rows: pl.DataFrame) -> pl.DataFrame:
    own = rows.select("players", "game", "seat", "hero", "won", "lineup_pos")
    theirs = own.select("players", "game", "seat", other="hero", other_pos="lineup_pos")
    met = own.join(theirs, on=["players", "game"], suffix="_other").filter(pl.col("seat") != pl.col("seat_other"))
    led = ((pl.col("lineup_pos") == 0) & (pl.col("other_pos") == 0)).cast(pl.Int64)
    return met.group_by("players", "hero", "other").agg(
        games=pl.len().cast(pl.Int64),
        wins=pl.col("won").sum(),
        led_games=led.sum(),
        led_wins=(led * pl.col("won")).sum(),
    )
