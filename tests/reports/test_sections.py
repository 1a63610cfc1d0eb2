"""Seats, survival, skill use and friendly fire on made-up runs: planted effects, several bots, what was not kept."""

import json
import shutil

import numpy as np
import pandas as pd
import polars as pl
import pytest
from synthetic import ROLES, TABLES, deal, make_run, seat_rows

import reports
from reports.tables import collect, open_tables
from sim.errors import UserError


def next_to_the_lord(count, worth, seed=0):
    """Return seats of games of five in which a rebel next to the lord is worth so much to the rebels."""
    rng = np.random.default_rng(seed)
    roles, dealt = deal(count, 5, 8, TABLES[5], rng)
    winner = (rng.random(count) < 0.5 + worth * (roles[:, 1] == 2)).astype(int)
    return seat_rows(roles, dealt, winner, [f"hero{i}" for i in range(8)])


def test_seat_effect__planted():
    """A rebel next to the lord brings 4 points; of two rebels each seat but one is short of its share of them.

    A rebel sits next to the lord in half of the games, so the mean is 2 points up. Given a rebel elsewhere, the other
    one is next to the lord in a third of the games: 4 / 3 points up, 2 / 3 below the mean.
    """
    table = reports.seat_effect(next_to_the_lord(90_000, 0.04), "en").query("role == 'rebel'").set_index("offset")
    assert table["role_rate"].iloc[0] == pytest.approx(0.52, abs=0.005)
    assert table.loc[1, "diff"] == pytest.approx(0.02, abs=0.006)
    assert table.loc[[2, 3, 4], "diff"].to_numpy() == pytest.approx(np.full(3, -0.02 / 3), abs=0.006)
    assert table.loc[1, "q"] < 0.001 and table.loc[1, "diff_low"] > 0


def test_seat_effect__nothing_found_where_nothing_is():
    """Of 60 runs without a seat effect about three find one."""
    found = [(reports.seat_effect(next_to_the_lord(800, 0, seed))["q"] < 0.05).any() for seed in range(60)]
    assert sum(found) <= 8


def test_survival__is_the_share_alive(run):
    """At the last turn the share alive is that of the seats; shares never rise; Kaplan and Meier lie below."""
    games = pl.read_parquet(run / "games").select("players", "game", pl.col("winner").cast(pl.String))
    seats = pl.read_parquet(run / "seats").join(games, on=["players", "game"]).filter(pl.col("winner") != "unfinished")
    table = reports.survival(run, "en")
    for (players, role), rows in table.groupby(["players", "role"]):
        here = seats.filter((pl.col("players") == players) & (pl.col("role").cast(pl.String) == role))
        assert rows["alive"].iloc[-1] == pytest.approx(here["alive"].mean())
        assert rows["seats"].iloc[0] == len(here) and rows["died"].sum() == (~here["alive"]).sum()
        assert (rows["alive"].diff().dropna() <= 0).all() and (rows["playing"].diff().dropna() <= 0).all()
        assert (rows["km"] <= rows["alive"] + 1e-12).all()
        assert ((rows["low"] <= rows["alive"]) & (rows["alive"] <= rows["high"])).all()


def test_lengths__quantiles_are_games(run):
    """Half of the games take the median or fewer turns, and less than half fewer than that."""
    turns = pl.read_parquet(run / "games").filter((pl.col("players") == 5) & (pl.col("winner") == "rebel"))["turns"]
    row = reports.lengths(run).query("players == 5 and winner == 'rebel' and measure == 'turns'").iloc[0]
    assert (turns <= row["median"]).mean() >= 0.5 > (turns < row["median"]).mean()
    assert (turns <= row["q95"]).mean() >= 0.95 > (turns < row["q95"]).mean()
    assert row["mean"] == pytest.approx(turns.mean()) and row["sd"] == pytest.approx(turns.std())


def worth_of(rows):
    columns = ["players", "hero", "skill", "role", "pairs", "delta", "low", "high"]
    return pd.DataFrame(rows, columns=columns)


@pytest.mark.parametrize("form", ["frame", "csv", "parquet", "folder"])
def test_skill_use__with_worth(run, tmp_path, form):
    """What a skill is worth stands beside its use, wherever it was measured, in whatever form it comes."""
    given = worth_of([(5, "guojia", "skill_of_guojia", "lord", 20_000, 0.031, 0.02, 0.042)])
    if form == "csv":
        given.to_csv(tmp_path / "w.csv", index=False)
    elif form != "frame":
        given.to_parquet(tmp_path / "worth.parquet")
    source = {"frame": given, "csv": tmp_path / "w.csv", "parquet": tmp_path / "worth.parquet", "folder": tmp_path}
    table = reports.skill_use(run, worth=source[form]).set_index(["players", "role", "hero"])
    row = table.loc[(5, "lord", "guojia")]
    assert row[["worth", "worth_low", "worth_high", "worth_pairs"]].tolist() == [0.031, 0.02, 0.042, 20_000]
    assert table["worth"].notna().sum() == 1
    assert len(table) == len(reports.skill_use(run))


def test_skill_use__worth_that_cannot_be_used(run, tmp_path):
    """A missing file, a missing column and a skill measured twice are told."""
    with pytest.raises(UserError, match=r"no worth\.parquet or worth\.csv"):
        reports.skill_use(run, worth=tmp_path)
    with pytest.raises(UserError, match="worth: no column 'delta'"):
        reports.skill_use(run, worth=worth_of([]).drop(columns="delta"))
    twice = worth_of([(5, "a", "b", "lord", 1, 0.0, 0.0, 0.0)] * 2)
    with pytest.raises(UserError, match="more than one row"):
        reports.skill_use(run, worth=twice)


@pytest.mark.parametrize(
    ("about", "told"),
    [
        ({"ruleset": "another"}, "measured by ruleset another, but .* is of "),
        ({"content_hash": "0" * 64}, "measured by another version of its rules, 0{64}, but .* is of f"),
    ],
)
def test_skill_use__worth_of_other_rules(run, tmp_path, about, told):
    """What skills are worth by other rules is not set beside a run, even where heroes and skills have the same ids."""
    own = shutil.copytree(run, tmp_path / "run")
    info = json.loads((own / "run.json").read_text(encoding="utf-8")) | {"content_hash": "f" * 64}
    (own / "run.json").write_text(json.dumps(info), encoding="utf-8")
    same = {"ruleset": info["ruleset"], "content_hash": "f" * 64}
    folder = tmp_path / "worth"
    folder.mkdir()
    worth_of([(5, "guojia", "skill_of_guojia", "lord", 20, 0.1, 0.0, 0.2)]).to_parquet(folder / "worth.parquet")
    measured = folder / "measured.json"
    measured.write_text(json.dumps({"about": same, "counts": {}}), encoding="utf-8")
    assert reports.skill_use(own, worth=folder)["worth"].notna().sum() == 1
    measured.write_text(json.dumps({"about": same | about, "counts": {}}), encoding="utf-8")
    with pytest.raises(UserError, match=told):
        reports.skill_use(own, worth=folder)


def test_friendly_fire__by_bot():
    """Of two bots that shoot their lord in 1 of 4 and 1 of 20 games each has its own rate, and games of its own."""
    rng, count = np.random.default_rng(2), 8000
    roles, dealt = deal(count, 5, 8, TABLES[5], rng)
    seats = seat_rows(roles, dealt, np.ones(count, int), [f"hero{i}" for i in range(8)])
    loyal = (roles == 1).argmax(1)
    wild = rng.random(count) < 0.5
    shot = rng.random(count) < np.where(wild, 0.25, 0.05)
    dead = np.zeros((count, 5), bool)
    dead[:, 0] = True
    killer = np.where(dead, np.where(shot, loyal, (roles == 2).argmax(1))[:, None], -1)
    bots = np.where((np.arange(5) == loyal[:, None]) & wild[:, None], "wild", "tame")
    seats = seats.with_columns(
        pl.Series("died_turn", np.where(dead, 4, -1).ravel()),
        pl.Series("killer", killer.ravel()),
        pl.Series("bot", bots.ravel()),
    )
    table = reports.friendly_fire(seats, "en").query("kind == 'own camp' and role == 'lord'").set_index("bot")
    for bot, here in (("wild", wild), ("tame", ~wild)):
        row = table.loc[bot]
        assert row["n"] == row["deaths"] == here.sum()
        assert row["games"] == row["own"] == (shot & here).sum()
        assert row["rate"] == pytest.approx({"wild": 0.25, "tame": 0.05}[bot], abs=0.02)


def test_totals_only(tmp_path):
    """Of a run that kept totals, rates, tiers, seats and skills are there; what needs rows is not."""
    kept = {keep: make_run(tmp_path / keep, {5: 2000}, keep=keep, unfinished=0.01) for keep in ("seats", "totals")}
    for name in ("tiers", "seat_effect", "skill_use"):
        one, other = (getattr(reports, name)(kept[keep]) for keep in kept)
        pd.testing.assert_frame_equal(one, other)
    for name in ("lengths", "survival", "pairs", "model", "friendly_fire"):
        assert getattr(reports, name)(kept["totals"]) is None


def test_tables_are_worked_out_once(run):
    """Tables opened before are read again by no function, and each is kept."""
    tables = open_tables(run, "en")
    assert reports.survival(tables, "en") is tables.survival
    assert collect(tables, "en") is tables
    assert open_tables(tables, "zh").lang == "zh"
    assert set(reports.survival(tables, "zh")["role_name"]) == {"主公", "忠臣", "反贼", "内奸"}
    assert set(reports.survival(tables, "en")["role"]) == set(ROLES)


def test_win_rates__null_runs_through_the_pipeline():
    """Of 100 runs of equal heroes about five have any hero with q < 0.05, rebels and all."""
    found = [(reports.win_rates(next_to_the_lord(1500, 0, seed))["q"] < 0.05).any() for seed in range(100, 200)]
    assert 0 < sum(found) <= 11  # 5 of 100: within that 99 times in 100


def test_lineups(tmp_path):
    """Where a seat fields several heroes, tables of one hero a seat are None; lengths and skills are there."""
    run = make_run(tmp_path, {2: 400}, lineup={"moves_first": "lord"})
    for table in (tmp_path / "seats").iterdir():
        pl.read_parquet(table).with_columns(lineup_pos=pl.lit(0), entered=pl.lit(0)).write_parquet(table)
    for name in ("seat_effect", "survival", "pairs", "model", "friendly_fire"):
        assert getattr(reports, name)(run) is None
    assert len(reports.lengths(run)) and len(reports.skill_use(run)) and len(reports.tiers(run))
