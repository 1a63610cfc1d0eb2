"""Points in a report: means and intervals reckoned by hand, files and page with and without them."""

from pathlib import Path

import numpy as np
import polars as pl
import pytest
from synthetic import make_run

from reports.by_hero import SCORE_COLUMNS
from reports.intervals import Z95, mean_interval
from reports.report import FILES, write_report
from reports.tables import collect


def scored(path: Path) -> Path:
    """Make a run of two whose lords have 10, 8, 10, 8 ... points and rebels 3; of draws nobody has any."""
    run = make_run(path, {2: 300})
    games = pl.concat(pl.read_parquet(part) for part in sorted((run / "games").glob("*.parquet")))
    ended = games.select("game", winner=pl.col("winner").cast(pl.String))
    for part in sorted((run / "seats").glob("*.parquet")):
        seats = pl.read_parquet(part).join(ended, on="game")
        lord = pl.col("role").cast(pl.String) == "lord"
        some = pl.when(lord).then(10 - 2 * (pl.col("game") % 2)).otherwise(3).cast(pl.Float32)
        over = pl.col("winner").is_in(["lord", "rebel", "renegade"])
        seats.with_columns(score=pl.when(over).then(some)).drop("winner").write_parquet(part)
    return run


def test_mean_interval__by_hand() -> None:
    """3, 5 and 10: mean 6, variance (9 + 1 + 16) / 2 = 13; a single number has a mean and no interval."""
    mean, low, high = mean_interval([3, 1], [18, 4], [134, 16])
    assert mean.tolist() == [6, 4]
    half = Z95 * np.sqrt(13 / 3)
    assert low[0] == pytest.approx(6 - half)
    assert high[0] == pytest.approx(6 + half)
    assert np.isnan([low[1], high[1]]).all()


def test_scores__mean_over_games_that_somebody_won(tmp_path: Path) -> None:
    run = scored(tmp_path / "run")
    table = collect(run, "en").scores
    assert table is not None
    assert list(table.columns) == SCORE_COLUMNS
    seats = pl.concat(pl.read_parquet(part) for part in sorted((run / "seats").glob("*.parquet")))
    cell = seats.filter(pl.col("role").cast(pl.String) == "lord", pl.col("hero").cast(pl.String) == "caocao")
    points = cell["score"].drop_nulls().to_numpy().astype(float)
    row = table[(table["hero"] == "caocao") & (table["role"] == "lord")].iloc[0]
    assert row["n"] == len(points)
    assert row["score"] == pytest.approx(points.mean())
    half = Z95 * points.std(ddof=1) / np.sqrt(len(points))
    assert (row["low"], row["high"]) == pytest.approx((points.mean() - half, points.mean() + half))
    rebels = table[table["role"] == "rebel"]
    assert (rebels[["score", "low", "high", "role_score"]] == 3).all(axis=None)


def test_report__points_only_where_there_are_some(tmp_path: Path) -> None:
    run = scored(tmp_path / "run")
    out = write_report(run, tmp_path / "report", "en")
    assert {path.name for path in out.iterdir()} >= {*FILES, "scores.csv"}
    html = (out / "index.html").read_text(encoding="utf-8")
    assert '<section id="scores">' in html
    assert '<a href="#scores">' in html
    assert "mean points" in html
    write_report(make_run(tmp_path / "plain", {2: 300}), out, "en")
    assert "scores.csv" not in {path.name for path in out.iterdir()}
    assert "#scores" not in (out / "index.html").read_text(encoding="utf-8")
