"""The tables of a comparison: what two rulesets make of the same games, as pandas frames."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pandas as pd
import polars as pl

from reports.intervals import divide, false_discovery, mean_interval
from reports.paired import flip_error, flip_test, flips, games_saved
from reports.runs import ROLES, SIDE, first_line
from sim import given
from sim.errors import UserError
from sim.pairs import SIDES, files, read_info
from sim.pairs import cells as counted

if TYPE_CHECKING:
    from collections.abc import Iterator

FALSE_RATE = 0.05  # of q
COUNTS = ["n", "wins_a", "wins_b", "only_a", "only_b"]
CHANGE = ["rate_a", "rate_b", "diff", "error", "low", "high", "p"]
GAME_COLUMNS = [
    "players", "games", "played", "same", "same_share", "flipped", "unfinished_a", "unfinished_b", "unpaired",
    "turns_a", "turns_b", "turns_diff", "turns_low", "turns_high",
]  # fmt: skip
ROLE_COLUMNS = ["players", "role", "role_name", *COUNTS, *CHANGE, "saved", "unpaired_games"]
HERO_COLUMNS = [
    "players", "role", "hero", "hero_name", *COUNTS, *CHANGE, "q", "moved", "changed", "holds", "skills",
]  # fmt: skip
FLIP_COLUMNS = ["players", "game", "winner_a", "winner_b", "turns_a", "turns_b", "trace_a", "trace_b"]


@dataclass(frozen=True)
class Comparison:
    """All numbers of one comparison; a is the first ruleset, b the second, every difference b less a.

    Attributes
    ----------
    path : Path
        The folder they come from; `info` is its ``compare.json``.
    lang : str
        Language of the names, ``zh`` or ``en``.
    games : DataFrame
        One row per player count, see `game_table`.
    roles : DataFrame
        One row per player count and role, see `role_table`.
    heroes, overall : DataFrame
        One row per player count, role and hero, and one per player count and hero (role ``all``), see `hero_table`.
    flipped : DataFrame
        One row a game that another side won, see `flip_table`.
    """

    path: Path
    info: dict[str, Any]
    lang: str
    games: pd.DataFrame
    roles: pd.DataFrame
    heroes: pd.DataFrame
    overall: pd.DataFrame
    flipped: pd.DataFrame

    def name(self, word: str) -> str:
        """Return the display name of a hero, skill, card or role; its id where there is none."""
        found = self.info["names"].get(self.lang, {}).get(word)
        return " ".join(found.split()) or word if isinstance(found, str) else word

    def side(self, side: str) -> str:
        """Return the display name of a side's ruleset."""
        return str(self.info[side]["names"].get(self.lang) or self.info[side]["ruleset"])


def collect(path: Any, lang: str = "zh") -> Comparison:
    """Read a comparison's folder (its path, or an object with a ``path``) into tables.

    Raises
    ------
    UserError
        It is no comparison, damaged, or holds no finished game.
    """
    path = given.path("comparison", getattr(path, "path", path))
    info = read_info(path)
    if not sum(info["games_done"].values()):
        raise UserError(f"{path}: no game of this comparison was finished")
    try:
        pairs, cells = _pairs(path, info), counted(path, info)
    except pl.exceptions.PolarsError as error:
        raise UserError(f"{path}: cannot be read ({first_line(error)})") from error
    if cells.is_empty():
        raise UserError(f"{path}: holds no game that both rulesets finished")
    overall = cells.group_by("players", "hero").agg(pl.col(*COUNTS, "changed").sum()).with_columns(role=pl.lit("all"))
    names = info["names"].get(lang, {})
    return Comparison(
        path=path,
        info=info,
        lang=lang,
        games=game_table(pairs, info),
        roles=role_table(pairs, info, names),
        heroes=hero_table(cells.to_pandas(), info, names),
        overall=hero_table(overall.to_pandas(), info, names),
        flipped=flip_table(pairs, path),
    )


def _pairs(path: Path, info: dict[str, Any]) -> pl.DataFrame:
    """Return a row a game, with whether it was finished by both."""
    text = [pl.col(f"winner_{side}").cast(pl.String) for side in SIDES]
    ended = [pl.col(f"winner_{side}") != "unfinished" for side in SIDES]
    found = pl.scan_parquet(files(path, info, "pairs")).with_columns(text).collect()
    return found.with_columns(finished=ended[0] & ended[1])


def game_table(pairs: pl.DataFrame, info: dict[str, Any]) -> pd.DataFrame:
    """Return one row per player count.

    `same` games were one game, move by move; `played` were played by b too; `flipped` were won by another side.
    `turns_*` are means over games finished by both, `turns_diff` the mean of the differences game by game with its
    normal 95 % interval. `unpaired` heroes sat elsewhere by b.
    """
    rows = []
    for (players,), group in _by_players(pairs):
        both = group.filter("finished")
        turns = [both[f"turns_{side}"].cast(pl.Float64) for side in SIDES]
        longer = turns[1] - turns[0]
        mean, low, high = mean_interval(len(both), longer.sum(), (longer**2).sum())
        same = int(group["same"].sum())
        rows.append(
            (
                players, len(group), int(group["played"].sum()), same, same / len(group),
                int((both["winner_a"] != both["winner_b"]).sum()),
                *(int((group[f"winner_{side}"] == "unfinished").sum()) for side in SIDES),
                int(info["unpaired"].get(str(players), 0)), *(each.mean() for each in turns),
                float(mean), float(low), float(high),
            )
        )  # fmt: skip
    return pd.DataFrame(rows, columns=GAME_COLUMNS)


def role_table(pairs: pl.DataFrame, info: dict[str, Any], names: dict[str, str]) -> pd.DataFrame:
    """Return one row per player count and role that both rulesets have: how often its side won.

    `n` is games finished by both; `only_a` of them only a's role won, `only_b` only b's. `diff` has the paired
    standard error `error` and the interval `low`, `high` of `reports.paired`; `saved` is how many times as many
    unpaired games would tell as much, `unpaired_games` so many.
    """
    rows = []
    for (players,), group in _by_players(pairs):
        both = group.filter("finished")
        for role in ROLES:
            if not all(info[side]["role_table"][str(players)][role] for side in SIDES):
                continue
            a, b = (both[f"winner_{side}"] == SIDE[role] for side in SIDES)
            counts = (len(both), *(int(x.sum()) for x in (a, b, a & ~b, b & ~a)))
            rows.append((players, role, names.get(role, role), *counts))
    table = _change(pd.DataFrame(rows, columns=ROLE_COLUMNS[:8]))
    table["saved"] = games_saved(*(table[name] for name in ("wins_a", "only_b", "only_a", "n")))
    table["unpaired_games"] = table["n"] * table["saved"]
    return table[ROLE_COLUMNS]


def hero_table(cells: pd.DataFrame, info: dict[str, Any], names: dict[str, str]) -> pd.DataFrame:
    """Return one row per player count, role and hero, in the first ruleset's order.

    Columns as those of `role_table`, over the games in which the hero sat. `q` is Benjamini-Hochberg over all rows;
    `moved` is that q < 0.05 and the interval leaves 0 out. `changed` is the share of its games that were no longer
    the same, `holds` that its own values or skills differ, `skills` which.

    Parameters
    ----------
    cells : players, role, hero, n, wins_a, wins_b, only_a, only_b, changed, counts of games.
    """
    table = _change(cells.copy())
    table["q"] = false_discovery(table["p"])
    table["moved"] = (table["q"] < FALSE_RATE) & ((table["low"] > 0) | (table["high"] < 0))
    table["changed"] = divide(table["changed"], table["n"])
    holders = info["holders"]
    table["holds"] = table["hero"].isin(list(holders))
    table["skills"] = [" ".join(holders.get(hero, ())) for hero in table["hero"]]
    table["hero_name"] = [names.get(hero, hero) for hero in table["hero"]]
    order = {word: i for i, word in enumerate(("all", *ROLES, *info["a"]["heroes"]))}
    keys = table[["players", "role", "hero"]].replace(order).infer_objects()
    return table.loc[keys.sort_values(["players", "role", "hero"]).index, HERO_COLUMNS].reset_index(drop=True)


def flip_table(pairs: pl.DataFrame, path: Path) -> pd.DataFrame:
    """Return one row a game that another side won by b, the shortest first, with the commands that show both."""
    flipped = pairs.filter(pl.col("finished") & (pl.col("winner_a") != pl.col("winner_b")))
    flipped = flipped.sort("players", pl.col("turns_a") + pl.col("turns_b"), "game")
    command = f"shalab trace {shlex.quote(str(path))} --side {{}} --players {{}} --game {{}}"
    trace = pl.format(command, "side", "players", "game")
    for side in SIDES:
        flipped = flipped.with_columns(side=pl.lit(side)).with_columns(trace.alias(f"trace_{side}"))
    return flipped.select(FLIP_COLUMNS).to_pandas()


def _by_players(pairs: pl.DataFrame) -> Iterator[tuple[tuple[Any, ...], pl.DataFrame]]:
    return iter(pairs.sort("players", maintain_order=True).group_by("players", maintain_order=True))


def _change(table: pd.DataFrame) -> pd.DataFrame:
    """Add the rates, their difference, its error, interval and p-value to counts."""
    n, lost, gained = table["n"], table["only_a"], table["only_b"]
    table["rate_a"], table["rate_b"] = divide(table["wins_a"], n), divide(table["wins_b"], n)
    table["diff"], table["low"], table["high"] = flips(gained, lost, n)
    table["error"] = flip_error(gained, lost, n)
    table["p"] = flip_test(gained, lost)
    return table
