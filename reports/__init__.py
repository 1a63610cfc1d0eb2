"""Results become statistics: run folders in, pandas tables, pictures and pages out.

Nothing here reads the core. What each function takes as `run`: the path of a run folder (``run.json`` and its Parquet
parts), an object with a ``path``, tables opened before (`reports.tables.open_tables`), or seats that no run wrote: a
Parquet file, a folder of them, a pandas or polars frame, or a mapping with ``seats`` and, if there are any, ``games``
and ``skills``. Such seats have a row for each seat of a game and the columns game, seat, role, hero, won; see
`reports.foreign.from_frames`.

All return pandas frames: a row for each combination of their keys, rates and shares as fractions (0-1), names in
`lang` (``zh`` or ``en``). Where a run did not keep what a table needs (``--keep totals``, or a foreign table without
that column) they return None. A run that cannot be used raises `sim.errors.UserError`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd

    from reports.tables import Tables

__all__ = [
    "friendly_fire", "lengths", "mean_scores", "model", "pairs", "role_rates", "seat_effect", "skill_use", "survival",
    "tiers", "win_rates",
]  # fmt: skip


def _open(run: Any, lang: str, worth: Any = None) -> Tables:
    from reports.tables import open_tables

    return open_tables(run, lang, worth)


def win_rates(run: Any, lang: str = "zh") -> pd.DataFrame:
    """Return the win rate of every hero, role and player count of a run: the columns of ``winrates.csv``.

    Rates with Wilson 95 % intervals, differences to the role's mean, q-values (Benjamini and Hochberg 1995) and flags;
    see `reports.tables.hero_table` for the columns.
    """
    from reports.tables import WINRATE_COLUMNS

    return _open(run, lang).heroes[WINRATE_COLUMNS]


def mean_scores(run: Any, lang: str = "zh") -> pd.DataFrame | None:
    """Return the mean points of every hero, role and player count: the columns of ``scores.csv``; None without points.

    See `reports.tables.score_table` for the columns.
    """
    return _open(run, lang).scores


def role_rates(run: Any, lang: str = "zh") -> pd.DataFrame:
    """Return the win rate of every role and player count of a run: the columns of ``roles.csv``.

    n is games, not seats. See `reports.tables.role_table` for the columns, and `reports.tables.random_deaths` for
    `null`.
    """
    from reports.tables import ROLE_COLUMNS

    return _open(run, lang).roles[ROLE_COLUMNS]


def tiers(run: Any, lang: str = "zh") -> pd.DataFrame:
    """Return the tier (S, A, B, C, D, or empty: not told yet) of every hero by role, and over all roles.

    Differences are fractions (0.03 is 3 points). See `reports.tierlist.tier_table` for the rule and the columns.
    """
    return _open(run, lang).tiers


def seat_effect(run: Any, lang: str = "zh") -> pd.DataFrame | None:
    """Return win rates by role and seats after the lord, held against the mean of the role.

    The rows of `offset` 1 are the effect of moving first after the lord. None of a game of line-ups. See
    `reports.seating.seat_table` for the columns.
    """
    return _open(run, lang).seat_effect


def lengths(run: Any, ecdf: bool = False) -> pd.DataFrame | None:
    """Return how long games took, in turns and in rounds, by player count and winner: mean and quantiles.

    See `reports.durations.length_table` for the columns. With `ecdf` the whole distribution, a row for each length
    that occurred; see `reports.durations.ecdf_table`.
    """
    tables = _open(run, "en")
    return tables.ecdf if ecdf else tables.lengths


def survival(run: Any, lang: str = "zh") -> pd.DataFrame | None:
    """Return the share of seats alive by turn, by player count and role.

    See `reports.durations.survival_table` for the columns, and for which estimator to read.
    """
    return _open(run, lang).survival


def skill_use(run: Any, lang: str = "zh", worth: Any = None) -> pd.DataFrame | None:
    """Return how often each skill was offered and used, by player count, role and hero, and what to doubt.

    With `worth` (the file that ``shalab worth`` writes, its folder, or a frame) also what each skill is worth. See
    `reports.skilluse.skill_table` for the columns.
    """
    return _open(run, lang, worth).skill_use


def pairs(run: Any, lang: str = "zh") -> pd.DataFrame | None:
    """Return what each pair of heroes, allied or opposed, brings beyond what the two bring alone.

    Effects in probability (0.03 is 3 points), shrunk, with q-values over all pairs. See
    `reports.partners.pair_effects` for the columns and the formula.
    """
    return _open(run, lang).pairs


def model(run: Any, lang: str = "zh", games: int | None = 300_000) -> pd.DataFrame | None:
    """Return the effects of table size, seat and hero by role on each camp's chance, from one logistic model.

    Effects in logits with standard errors, and in probability. `games` is how many of each player count are fitted,
    None for all. See `reports.logistic.model_table` for the columns and the formula.
    """
    from reports.logistic import MOST, model_table
    from sim import given

    tables = _open(run, lang)
    if games == MOST:
        return tables.model
    most = None if games is None else given.whole("games", games, 1, 2**62)
    return model_table(tables.run, tables.hero_ids, lang, most)


def friendly_fire(run: Any, lang: str = "zh") -> pd.DataFrame | None:
    """Return how often seats were brought down by their own camp, or by their own loss of hp.

    Shares of games with Wilson 95 % intervals, by player count, role and (where there are several) the killer's bot.
    See `reports.friendly.friendly_table` for the columns.
    """
    return _open(run, lang).friendly_fire
