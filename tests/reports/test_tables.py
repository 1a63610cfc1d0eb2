"""Win rate tables of run folders: what is counted, what is left out, and how runs may be stored."""

from collections import Counter
from itertools import permutations
from types import SimpleNamespace

import numpy as np
import pandas as pd
import polars as pl
import pytest
from synthetic import ZH, make_run

import reports
from reports.by_hero import flags
from reports.by_role import random_deaths
from reports.report import write_report
from reports.tables import collect

WINRATES = "ruleset,hero,hero_name,role,players,games,wins,rate,low,high,role_rate,diff,diff_low,diff_high,q,flag"


def seats_of(run):
    """Return the seats of finished games, with the winner."""
    games = pl.read_parquet(run / "games").with_columns(pl.col("winner").cast(pl.String))
    seats = pl.read_parquet(run / "seats").with_columns(pl.col("hero", "role").cast(pl.String))
    joined = seats.join(games.select("players", "game", "winner"), on=["players", "game"])
    return joined.filter(pl.col("winner") != "unfinished")


def test_win_rates__columns_and_counts(run):
    """Columns are the contract's; games and wins are those of finished games, counted one by one."""
    table = reports.win_rates(run)
    assert ",".join(table.columns) == WINRATES
    expected = (
        seats_of(run)
        .group_by("players", "role", "hero")
        .agg(games=pl.len(), wins=pl.col("won").sum())
        .to_pandas()
        .set_index(["players", "role", "hero"])
        .sort_index()
    )
    found = table.set_index(["players", "role", "hero"])[["games", "wins"]].sort_index()
    assert (found == expected).all(axis=None)


def test_win_rates__differences_by_hand(run):
    """One cell worked out from the seats: rate, role's rate, difference, and its interval with covariance."""
    seats = seats_of(run).filter((pl.col("players") == 8) & (pl.col("role") == "rebel"))
    games, role = seats["game"].n_unique(), seats["won"].mean()
    own = seats.filter(pl.col("hero") == "guojia")["won"]
    n, p = len(own), own.mean()
    error = np.sqrt(p * (1 - p) / n + role * (1 - role) / games - 2 * p * (1 - p) / games)
    table = reports.win_rates(run)
    row = table[(table.hero == "guojia") & (table.role == "rebel") & (table.players == 8)].iloc[0]
    assert row["hero_name"] == "郭嘉"
    assert row["role_rate"] == pytest.approx(role)
    assert row["diff"] == pytest.approx(p - role)
    assert row["diff_low"] == pytest.approx(p - role - 1.959964 * error, abs=1e-7)
    assert row["diff_high"] == pytest.approx(p - role + 1.959964 * error, abs=1e-7)


def test_win_rates__recover_planted_effects(run, effects):
    """Lords' differences follow the planted effects, and every strong one was planted above average."""
    table = reports.win_rates(run)
    lords = table[(table.role == "lord") & (table.players == 5)].set_index("hero").loc[list(ZH)]
    assert np.corrcoef(lords["diff"], effects[:, 0])[0, 1] > 0.85
    strong = (lords["flag"] == "strong").to_numpy()
    assert strong.any() and (effects[strong, 0] > 0.02).all()


def test_flags__by_the_stated_rule():
    """Each threshold decides: 3 points shrunk, an interval beyond 2, 1 to 3 points; q below 0.05 always."""
    rows = [
        (0.04, 0.021, 0.06, 0.001, "strong"),
        (0.04, 0.019, 0.06, 0.001, ""),
        (-0.04, -0.06, -0.021, 0.001, "weak"),
        (-0.04, -0.06, -0.019, 0.001, ""),
        (0.04, 0.021, 0.06, 0.051, ""),
        (-0.04, -0.06, -0.021, 0.051, ""),
        (0.02, 0.001, 0.04, 0.049, "watch"),
        (-0.02, -0.04, 0.001, 0.051, ""),
        (0.009, 0.005, 0.013, 0.001, ""),
    ]
    table = pd.DataFrame(rows, columns=["shrunk", "diff_low", "diff_high", "q", "expected"])
    assert flags(table).tolist() == table["expected"].tolist()


def test_win_rates__nothing_found_where_nothing_is(tmp_path):
    """Of runs of average heroes only, hardly a cell is flagged."""
    found = [(reports.win_rates(make_run(tmp_path / str(i), {5: 4000}, seed=i))["flag"] != "").sum() for i in range(10)]
    assert sum(found) <= 3


def test_role_rates__games_are_the_sample(run):
    """Finished games are n for every role, rebels too; camp rates and draws add to 1."""
    table = reports.role_rates(run)
    games = pl.read_parquet(run / "games").with_columns(pl.col("winner").cast(pl.String))
    for players, rows in table.groupby("players"):
        here = games.filter(pl.col("players") == players)["winner"]
        finished = (here != "unfinished").sum()
        assert (rows["n"] == finished).all()
        assert (rows["draws"] == (here == "draw").sum()).all()
        assert (rows["unfinished"] == len(here) - finished).all() and len(here) > finished
        by_role = rows.set_index("role")
        assert by_role.loc["rebel", "wins"] == (here == "rebel").sum()
        assert by_role.loc["lord", "wins"] == by_role.loc["loyalist", "wins"] == (here == "lord").sum()
        camps = by_role.loc[["lord", "rebel", "renegade"], "wins"].sum()
        assert camps + (here == "draw").sum() == finished
    assert table.set_index(["players", "role"]).loc[(8, "rebel"), "seats"] == 4


def die_in_order(order):
    """Return who has won once players of these roles have died in this order: every death is looked at."""
    left = list(order)
    while left:
        left.pop(0)
        if "lord" not in left:
            return "renegade" if left == ["renegade"] else "rebel"
        if not {"rebel", "renegade"} & set(left):
            return "lord"
    return None


@pytest.mark.parametrize("table", [(1, 0, 1, 0), (1, 0, 1, 1), (1, 1, 2, 1), (1, 1, 2, 2), (1, 2, 3, 1)])
def test_role_rates__null_is_every_order_of_deaths(table):
    """The random-death null of each camp is its share of all orders in which the players can die."""
    names = ["lord", "loyalist", "rebel", "renegade"]
    orders = list(permutations([name for name, seats in zip(names, table, strict=True) for _ in range(seats)]))
    won = Counter(map(die_in_order, orders))
    rows = [(sum(table), name, seats) for name, seats in zip(names, table, strict=True) if seats]
    null = random_deaths(pd.DataFrame(rows, columns=["players", "role", "seats"]))
    side = {"loyalist": "lord"}
    assert null.tolist() == pytest.approx([won[side.get(name, name)] / len(orders) for _, name, _ in rows])


def test_role_rates__null_at_the_table(run):
    """Of five the lord lives through one foe's chance in four, of eight one in six; a lone renegade in n (n - 1)."""
    table = reports.role_rates(run).set_index(["players", "role"])["null"]
    assert table[5].tolist() == pytest.approx([1 / 4, 1 / 4, 1 - 1 / 4 - 1 / 20, 1 / 20])
    assert table[8].tolist() == pytest.approx([1 / 6, 1 / 6, 1 - 1 / 6 - 1 / 56, 1 / 56])


def test_two_renegades__one_wins(tmp_path):
    """Of two renegades one wins: half the camp's rate is the mean that heroes are held against."""
    run = make_run(tmp_path, {6: 6000}, tables={6: (1, 1, 2, 2)})
    roles = reports.role_rates(run).set_index("role")
    heroes = reports.win_rates(run)
    mean = heroes.loc[heroes.role == "renegade", "role_rate"].iloc[0]
    assert roles.loc["renegade", "rate"] == pytest.approx(2 * mean)
    assert roles.loc["renegade", "n"] == 6000
    assert heroes.loc[heroes.role == "renegade", "diff"].abs().max() < 0.05


@pytest.mark.parametrize("words", ["categorical", "string"])
def test_storage__words_may_be_stored_in_any_way(tmp_path, words):
    """Enum, categorical and plain string columns give the same tables."""
    expected = reports.win_rates(make_run(tmp_path / "enum", {5: 2000}, unfinished=0.02))
    found = reports.win_rates(make_run(tmp_path / words, {5: 2000}, unfinished=0.02, words=words))
    pd.testing.assert_frame_equal(found, expected)


def test_storage__parts_of_another_writer(tmp_path):
    """Parts written by pandas, with other number types and beside strings, are read like our own."""
    run = make_run(tmp_path / "run", {5: 3000}, part=1000, unfinished=0.01)
    expected = reports.win_rates(run)
    for table in ("games", "seats"):
        part = sorted((run / table).iterdir())[0]
        frame = pl.read_parquet(part).to_pandas()
        texts = [name for name in ("role", "hero", "bot", "winner") if name in frame]
        frame.astype(dict.fromkeys(texts, str) | {"players": "int32"}).to_parquet(part)
    pd.testing.assert_frame_equal(reports.win_rates(run), expected)


def test_totals__are_the_seats(tmp_path):
    """A run that kept only totals gives the same tables and the same pages but for what they say was kept."""
    kept = {
        keep: make_run(tmp_path / keep, {5: 3000, 8: 1000}, unfinished=0.02, keep=keep) for keep in ("seats", "totals")
    }
    for rates in (reports.win_rates, reports.role_rates):
        pd.testing.assert_frame_equal(rates(kept["totals"]), rates(kept["seats"]))


def test_totals__several_heroes_a_seat(tmp_path):
    """Where a seat fields three heroes one after the other, games are still games."""
    rows = [
        (2, seat, role, hero, "standard", winner, games, games * (winner == role))
        for seat, role in enumerate(("lord", "renegade"))
        for hero in ("caocao", "liubei", "sunquan")
        for winner, games in (("lord", 60), ("renegade", 40))
    ]
    columns = ["players", "seat", "role", "hero", "bot", "winner", "games", "won"]
    run = make_run(
        tmp_path, {2: 100}, keep="totals", role_table={"2": {"lord": 1, "renegade": 1}}, games_done={"2": 100}
    )
    pl.DataFrame(rows, schema=columns, orient="row").write_parquet(next((run / "totals").iterdir()))
    roles = reports.role_rates(run).set_index("role")
    assert roles.loc["lord", ["n", "wins", "seats"]].tolist() == [100, 60, 1]
    assert roles.loc["lord", "null"] == 0.5
    assert (reports.win_rates(run)["games"] == 100).all()


def test_left_over_parts_are_not_read(tmp_path):
    """A part that run.json does not account for is the rest of an interrupted write."""
    run = make_run(tmp_path, {5: 2000}, part=1000)
    before = reports.win_rates(run)
    for table in ("games", "seats"):
        part = sorted((run / table).iterdir())[-1]
        (run / table / "p05-0000001000-0000001500.parquet").write_bytes(part.read_bytes())
    pd.testing.assert_frame_equal(reports.win_rates(run), before)


def test_run_object_and_language(run):
    """An object with a path does as well as the path, and names follow the language."""
    table = reports.win_rates(SimpleNamespace(path=run), lang="en")
    assert set(table["hero_name"]) == {each.capitalize() for each in ZH}
    assert reports.role_rates(run, lang="zh")["role_name"][0] == "主公"


def test_csv__holds_the_tables(run, tmp_path):
    """The CSV files hold the same columns and numbers."""
    out = write_report(run, tmp_path / "out", lang="en")
    for name, table in (
        ("winrates.csv", reports.win_rates(run, "en")),
        ("roles.csv", reports.role_rates(run, "en")),
    ):
        read = pd.read_csv(out / name, keep_default_na=False, na_values={"null": [""]})[list(table.columns)]
        pd.testing.assert_frame_equal(read, table, check_dtype=False, rtol=1e-8)


def test_order__players_role_hero(run):
    """Rows go by player count, role and the ruleset's order of heroes."""
    table = collect(run).heroes
    assert table["hero"][:25].tolist() == list(ZH)
    assert list(dict.fromkeys(zip(table["players"], table["role"], strict=True)))[:5] == [
        (5, "lord"),
        (5, "loyalist"),
        (5, "rebel"),
        (5, "renegade"),
        (8, "lord"),
    ]
