"""Results become statistics: run folders in, pandas tables, pictures and pages out.

Nothing here reads the core; a run folder (``run.json`` and its parquet parts) is the only input.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["mean_scores", "role_rates", "win_rates"]


def win_rates(run: Any, lang: str = "zh") -> pd.DataFrame:
    """Return the win rate of every hero, role and player count of a run: the columns of ``winrates.csv``.

    `run` is the path of a run folder or an object with a ``path``. See `reports.tables.hero_table` for the
    columns.
    """
    from reports.tables import WINRATE_COLUMNS, collect

    return collect(run, lang).heroes[WINRATE_COLUMNS]


def mean_scores(run: Any, lang: str = "zh") -> pd.DataFrame | None:
    """Return the mean points of every hero, role and player count: the columns of ``scores.csv``; None without points.

    `run` is the path of a run folder or an object with a ``path``. See `reports.tables.score_table` for the
    columns.
    """
    from reports.tables import collect

    return collect(run, lang).scores


def role_rates(run: Any, lang: str = "zh") -> pd.DataFrame:
    """Return the win rate of every role and player count of a run: the columns of ``roles.csv``.

    `run` is the path of a run folder or an object with a ``path``. See `reports.tables.role_table` for the
    columns.
    """
    from reports.tables import ROLE_COLUMNS, collect

    return collect(run, lang).roles[ROLE_COLUMNS]
