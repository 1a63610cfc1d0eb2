"""Results become statistics: run folders in, pandas tables, pictures and pages out.

Nothing here reads the core. What each function takes as `run`: the path of a run folder (``run.json`` and its Parquet
parts), an object with a ``path``, tables opened before (`reports.tables.open_tables`), or seats that no run wrote: a
Parquet file, a folder of them, a pandas or polars frame, or a mapping with ``seats`` and, if there are any, ``games``
and ``skills``. Such seats have a row for each seat of a game and the columns game, seat, role, hero, won; see
`reports.foreign.from_frames`.

All return pandas frames: a row for each combination of their keys, rates and shares as fractions (0-1), names in
`lang` (``zh`` or ``en``). Where a run did not keep what a table needs (``--keep totals``, or a foreign table without
that column) they return None. A run that cannot be used raises `sim.errors.UserError`.

`reports.measure` plays games to tell how good the bots are: what skills are worth, which bot is better, beliefs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd

    from reports.comparison import Comparison
    from reports.picture import Picture
    from reports.tables import Tables

__all__ = [
    "compare", "draw", "friendly_fire", "lengths", "mean_scores", "model", "pairs", "role_rates", "seat_effect",
    "skill_use", "survival", "tiers", "win_rates",
]  # fmt: skip


def _open(run: Any, lang: str, worth: Any = None) -> Tables:
    from reports.tables import open_tables

    return open_tables(run, lang, worth)


def win_rates(run: Any, lang: str = "zh") -> pd.DataFrame:
    """Return the win rate of every hero, role and player count of a run: the columns of ``winrates.csv``.

    Returns
    -------
    DataFrame
        A row a (players, role, hero). games, wins: finished games, draws in; rate with low, high (Wilson 1927, 95 %);
        role_rate, diff, diff_low, diff_high: difference to the mean of the role, covariance included; q (Benjamini and
        Hochberg 1995, over all rows); flag strong, weak, watch or empty. See `reports.by_hero.hero_table`.
    """
    from reports.by_hero import WINRATE_COLUMNS

    return _open(run, lang).heroes[WINRATE_COLUMNS]


def mean_scores(run: Any, lang: str = "zh") -> pd.DataFrame | None:
    """Return the mean points of every hero, role and player count: the columns of ``scores.csv``; None without points.

    Returns
    -------
    DataFrame or None
        A row a (players, role, hero). n: games that somebody won; score, low, high: mean points a game and its normal
        95 % interval; role_score: mean of the role. See `reports.by_hero.score_table`.
    """
    return _open(run, lang).scores


def role_rates(run: Any, lang: str = "zh") -> pd.DataFrame:
    """Return the win rate of every role and player count of a run: the columns of ``roles.csv``.

    Returns
    -------
    DataFrame
        A row a (players, role). seats: of the role in a game; n: finished games, for every role, since its seats share
        an outcome; wins, rate, low, high: games its camp won (Wilson, 95 %); null: its chance if players died in random
        order (`reports.by_role.random_deaths`); draws, unfinished: games. See `reports.by_role.role_table`.
    """
    from reports.by_role import ROLE_COLUMNS

    return _open(run, lang).roles[ROLE_COLUMNS]


def tiers(run: Any, lang: str = "zh") -> pd.DataFrame:
    """Return the tier of every hero by role and over all roles, as far as the games tell.

    Returns
    -------
    DataFrame
        A row a (players, role or ``all``, hero), best first. diff, diff_low, diff_high, shrunk: difference to the mean
        of the role, 0.03 is 3 points; tier S, A, B, C, D, or empty where the games do not tell yet; trust: few, unused;
        rank, rank_low, rank_high: its place and 95 % range. See `reports.tierlist.tier_table` for the rule.
    """
    return _open(run, lang).tiers


def seat_effect(run: Any, lang: str = "zh") -> pd.DataFrame | None:
    """Return win rates by role and place after the lord, held against the mean of the role.

    Returns
    -------
    DataFrame or None
        A row a (players, role, offset), offset in seats after the lord: rows of 1 are the effect of moving first after
        it. n: games with the role there; wins, rate, low, high; diff, diff_low, diff_high to role_rate; q over all
        rows. None of a game of line-ups. See `reports.seating.seat_table`.
    """
    return _open(run, lang).seat_effect


def lengths(run: Any, ecdf: bool = False) -> pd.DataFrame | None:
    """Return how long games took, in turns and in rounds, by player count and winner.

    Returns
    -------
    DataFrame or None
        A row a (players, measure, winner or ``all``). n games, mean, sd, least, q05, q25, median, q75, q95, most; see
        `reports.durations.length_table`. With `ecdf` a row for each length that occurred: value, games, share of games
        that took no more; see `reports.durations.ecdf_table`. None where not kept.
    """
    tables = _open(run, "en")
    return tables.ecdf if ecdf else tables.lengths


def survival(run: Any, lang: str = "zh") -> pd.DataFrame | None:
    """Return the share of seats alive by turn, by player count and role.

    Returns
    -------
    DataFrame or None
        A row a (players, role, turn). alive, low, high: share of all seats not dead by the end of the turn; km: the
        Kaplan-Meier estimate, which takes the end of a game as censoring; died, at_risk, hazard; playing: share of
        games still on. See `reports.durations.survival_table` for which to read. None where not kept.
    """
    return _open(run, lang).survival


def skill_use(run: Any, lang: str = "zh", worth: Any = None) -> pd.DataFrame | None:
    """Return how often each skill was offered and used, by player count, role and hero, and what to doubt.

    Parameters
    ----------
    worth
        The file that ``shalab worth`` writes, its folder, or a frame.

    Returns
    -------
    DataFrame or None
        A row a (players, role, hero, skill). games, offered, used; used_share: used / offered; offered_a_game,
        used_a_game: means; doubt: never offered, never used, or empty. With `worth` also worth, worth_low, worth_high
        (0.01 is a point) and worth_pairs. See `reports.skilluse.skill_table`. None where not kept.
    """
    return _open(run, lang, worth).skill_use


def pairs(run: Any, lang: str = "zh") -> pd.DataFrame | None:
    """Return what each pair of heroes, allied or opposed, brings beyond what the two bring alone.

    Returns
    -------
    DataFrame or None
        A row a (players, kind, hero, other), kind ally or opponent (hero in the lord's camp, other a rebel). games,
        wins, rate; expected: the rate by main effects; effect, error, low, high, shrunk: in probability, 0.03 is 3
        points; q over all pairs; flag strong or weak where q < 0.05 and the shrunk effect is over 3 points. See
        `reports.partners.pair_effects` for the formula. None where not kept.
    """
    return _open(run, lang).pairs


def model(run: Any, lang: str = "zh", games: int | None = 200_000) -> pd.DataFrame | None:
    """Return the effects of table size, seat and hero by role on each camp's chance, from one logistic model.

    Parameters
    ----------
    games
        How many of each player count are fitted, the first ones; None for all.

    Returns
    -------
    DataFrame or None
        A row a (camp, term) with players, role, offset, hero as far as the term has them. effect, error, low, high: in
        logits; points: in probability; games with the term; spread: prior standard deviation; own: whether the term is
        of the camp's own role. See `reports.logistic.model_table` for the formula. None where not kept.
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

    Returns
    -------
    DataFrame or None
        A row a (players, kind, role, killer, bot): kind own camp or own loss, killer the role that killed, bot the
        killer's. n: games with both; games: in which it happened; rate, low, high (Wilson, 95 %); deaths, own: seats of
        the role that died, and died so; share: own / deaths. See `reports.friendly.friendly_table`. None where not
        kept.
    """
    return _open(run, lang).friendly_fire


def compare(path: Any, lang: str = "zh") -> Comparison:
    """Return the tables of a comparison: what two rulesets make of the same games.

    `path` is the folder that ``shalab compare`` wrote, or an object with a ``path``. See
    `reports.comparison.Comparison` for the tables: games, roles, heroes, overall, flipped, all pandas.
    """
    from reports.comparison import collect

    return collect(path, lang)


def draw(source: Any, subject: str, lang: str = "zh", players: int | None = None) -> Picture:
    """Draw a figure of a run, a comparison or measured beliefs; a notebook shows it, its ``save(file)`` writes it.

    `subject` is ``outcomes``, ``caterpillar``, ``funnel``, ``seats``, ``lengths``, ``survival``, ``heatmap``,
    ``dumbbell`` (a comparison) or ``reliability`` (beliefs). See `reports.picture.draw`.
    """
    from reports.picture import draw

    return draw(source, subject, lang, players)
