"""The tables and the page of a comparison, against counts by hand, simulation and planted changes."""

import json
import re

import numpy as np
import pandas as pd
import polars as pl
import pytest
from paired_folder import HEROES, make_comparison

import reports
from reports.comparison import FLIP_COLUMNS, HERO_COLUMNS, collect
from reports.comparison_report import print_tables, write_report
from reports.paired import flip_error, flip_test, flips, games_saved
from sim.compare import open_folder, play_pair
from sim.errors import UserError
from sim.pair import make_pair

# ------------------------------------------------------------------------------------------------ arithmetic


def test_the_error_is_that_of_the_differences():
    """Ten pairs: three turned to a win, one to a loss. The differences written out."""
    written = np.array([1, 1, 1, -1, 0, 0, 0, 0, 0, 0])
    assert flip_error(3, 1, 10) == pytest.approx(written.std(ddof=1) / np.sqrt(10))
    assert flips(3, 1, 10)[0] == pytest.approx(0.2)


def test_the_test_is_the_exact_binomial():
    """Of 5 turned pairs all one way: 2 (1/2)^5 less half of it by mid-p; of 1 and 3, 2 (1 + 4)/16 - 4/16."""
    assert flip_test([5, 1, 0, 2], [0, 3, 0, 2]) == pytest.approx([1 / 32, 6 / 16, 1.0, 1.0], abs=1e-12)


def test_an_interval_of_pairs_covers():
    """95 % intervals of a rate that goes from 0.40 to 0.43 where few pairs turn, over 4,000 samples of 400 pairs."""
    rng = np.random.default_rng(1)
    turned = rng.multinomial(400, [0.05, 0.02, 0.93], size=4000)
    _, low, high = flips(turned[:, 0], turned[:, 1], np.full(4000, 400))
    assert 0.94 < ((low <= 0.03) & (high >= 0.03)).mean() < 0.97
    assert flip_error(turned[:, 0], turned[:, 1], 400).mean() == pytest.approx(
        np.std((turned[:, 0] - turned[:, 1]) / 400), rel=0.03
    )


def test_games_saved_against_two_independent_samples():
    """The variance of the difference of two unpaired samples over that of pairs, by simulation."""
    rng = np.random.default_rng(2)
    n, samples = 300, 6000
    first = rng.random((samples, n)) < 0.5
    turns = rng.random((samples, n)) < 0.1
    second = first ^ turns
    other = rng.random((samples, n)) < 0.5
    gain = np.var(other.mean(axis=1) - first.mean(axis=1)) / np.var(second.mean(axis=1) - first.mean(axis=1))
    counts = (first.sum(axis=1), (second & ~first).sum(axis=1), (first & ~second).sum(axis=1))
    assert games_saved(*counts, np.full(samples, n)).mean() == pytest.approx(gain, rel=0.06)
    assert np.isinf(games_saved(5, 0, 0, 10))


# ---------------------------------------------------------------------------------------------------- tables


@pytest.fixture
def folder(tmp_path):
    """Eight games: 0 turns to the lord, 1 and 5 to the rebel, 2 is played otherwise with the same end."""
    won = np.array([[0, 1], [1, 0], [1, 1], [0, 0], [1, 1], [1, 0], [0, 0], [1, 1]], bool)
    same = np.array([False, False, False, True, True, False, True, True])
    return make_comparison(tmp_path / "c", won, same)


def test_tables_counted_by_hand(folder):
    found = reports.compare(folder, "en")
    game = found.games.iloc[0]
    assert (game["games"], game["same"], game["played"], game["flipped"]) == (8, 4, 4, 3)
    assert (game["turns_a"], game["turns_b"], game["turns_diff"]) == (10, 11.5, 1.5)
    lord, rebel = (found.roles.set_index("role").loc[role] for role in ("lord", "rebel"))
    assert (lord["wins_a"], lord["wins_b"], lord["only_a"], lord["only_b"], lord["n"]) == (5, 4, 2, 1, 8)
    assert (rebel["wins_a"], rebel["wins_b"], rebel["only_a"], rebel["only_b"]) == (3, 4, 1, 2)
    assert lord["diff"] == pytest.approx(-1 / 8)
    written = np.array([1, -1, 0, 0, 0, -1, 0, 0])
    assert lord["error"] == pytest.approx(written.std(ddof=1) / np.sqrt(8))
    cells = found.heroes.set_index(["role", "hero"])
    ann = cells.loc[("lord", "ann")]  # games 0 and 4
    assert (ann["n"], ann["wins_a"], ann["wins_b"], ann["changed"]) == (2, 1, 2, 0.5)
    every = found.overall.set_index("hero").loc["<b>bo</b>"]  # lord in 1 and 5, rebel in 0 and 4
    assert (every["n"], every["wins_a"], every["wins_b"]) == (4, 3, 0)
    assert list(found.heroes.columns) == list(found.overall.columns) == HERO_COLUMNS
    assert found.overall["holds"].tolist() == [True, False, False, False]
    assert found.overall["hero"].tolist() == list(HEROES)


def test_flipped_games_have_their_commands(folder):
    flipped = reports.compare(folder, "en").flipped
    assert list(flipped.columns) == FLIP_COLUMNS
    assert flipped["game"].tolist() == [0, 1, 5]
    assert flipped["trace_b"][1] == f"shalab trace {folder} --side b --players 2 --game 1"
    assert next(zip(flipped["winner_a"], flipped["winner_b"], strict=True)) == ("rebel", "lord")


def test_unfinished_games_are_left_out(tmp_path):
    path = make_comparison(tmp_path / "c", np.array([[1, 1], [0, 1], [1, 0]], bool))
    for name, change in (
        ("pairs", pl.when(pl.col("game") == 1).then(pl.lit("unfinished")).otherwise("winner_b").alias("winner_b")),
        ("seats", (pl.col("game") != 1).alias("finished")),
    ):
        file = next((path / name).iterdir())
        pl.read_parquet(file).with_columns(change).write_parquet(file)
    found = reports.compare(path)
    assert found.games["unfinished_b"].tolist() == [1]
    assert found.roles["n"].tolist() == [2, 2]
    assert found.overall["n"].sum() == 4
    assert found.flipped["game"].tolist() == [2]


def test_planted_effects_are_found_and_the_rest_is_not(tmp_path):
    """Ann wins 6 points more in either role; half of what she gains is taken from each of the others."""
    rng = np.random.default_rng(4)
    games = np.arange(40_000)
    before = rng.random(len(games)) < 0.5
    lord, rebel = games % 4 == 0, games % 4 == 3
    after = (before | (lord & (rng.random(len(games)) < 0.12))) & ~(rebel & (rng.random(len(games)) < 0.12))
    found = collect(make_comparison(tmp_path / "c", np.column_stack([before, after])))
    ann = found.heroes[found.heroes["hero"] == "ann"]
    assert ann["moved"].all()
    assert ((ann["low"] < 0.06) & (ann["high"] > 0.06)).all()
    assert found.heroes[found.heroes["changed"] == 0]["diff"].eq(0).all()
    assert not found.heroes[found.heroes["changed"] == 0]["moved"].any()


# ------------------------------------------------------------------------------------------ games really played


@pytest.fixture(scope="module")
def stronger(tmp_path_factory):
    """A hero with two points of hp more, in 2,500 games of three."""
    pool = "caocao,liubei,sunquan,zhaoyun,lvbu"
    pair = make_pair("sanguosha", set={"heroes.caocao.hp": 6}, heroes=pool, players=3, games=2500)
    path, info = open_folder(pair, tmp_path_factory.mktemp("real") / "c", resume=False)
    assert play_pair(pair, path, info)
    return collect(path, "en")


def test_a_stronger_hero_wins_more_and_where_he_is_not_nothing_changes(stronger):
    overall = stronger.overall.set_index("hero")
    caocao = overall.loc["caocao"]
    assert caocao["moved"]
    assert caocao["low"] > 0.03
    assert caocao["holds"]
    assert not overall.drop("caocao")["holds"].any()
    assert (overall.drop("caocao")["diff"] < 0.02).all()
    games = stronger.games.iloc[0]
    assert games["played"] == 2500 * 3 // 5  # he sits in three games of five
    assert games["same"] >= 2500 * 2 // 5
    assert (stronger.roles["saved"] > 1).all()


def test_the_difference_is_that_of_the_seats(stronger):
    """Rates of the tables are those of the seats, added up another way."""
    seats = pd.concat(pd.read_parquet(file) for file in sorted((stronger.path / "seats").iterdir()))
    seats = seats[seats["finished"]]
    for row in stronger.heroes.itertuples():
        own = seats[(seats["hero"] == row.hero) & (seats["role"] == row.role)]
        change = own["won_b"].astype(int) - own["won_a"].astype(int)
        assert row.n == len(own)
        assert row.diff == pytest.approx(change.mean())
        assert row.error == pytest.approx(change.sem())


# ---------------------------------------------------------------------------------------------------- the report


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_the_report_is_whole_and_in_both_languages(folder, lang):
    out = write_report(collect(folder, lang))
    tables = ("games", "roles", "heroes", "overall", "flipped")
    expected = {f"{name}.{kind}" for name in tables for kind in ("csv", "parquet")}
    assert {file.name for file in out.iterdir()} == expected | {"index.html", "dumbbell-p02.png", "dumbbell-p02.svg"}
    page = (out / "index.html").read_text(encoding="utf-8")
    other = "en" if lang == "zh" else "zh"
    assert page.index(f'<div lang="{lang}">') < page.index(f'<div lang="{other}">')
    assert f'data-lang="{lang}"' in page
    assert "&lt;b&gt;Bo&lt;/b&gt;" in page
    assert "<b>Bo</b>" not in page
    for text in ("Leaps twice.", "跳两次", "安", "Ann", f"shalab trace {folder} --side a --players 2 --game 0"):
        assert text in page
    outside = [link for link in re.findall(r'(?:src|href)="([^"]*)"', page) if not link.startswith(("data:", "#"))]
    assert outside == []
    csv = pd.read_csv(out / "heroes.csv")
    assert csv["diff"].tolist() == pytest.approx(pd.read_parquet(out / "heroes.parquet")["diff"].tolist())


def test_the_same_folder_gives_the_same_report(folder):
    first = {file.name: file.read_bytes() for file in write_report(collect(folder)).iterdir()}
    assert {file.name: file.read_bytes() for file in write_report(collect(folder)).iterdir()} == first


def test_print_says_what_changed(folder, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "120")
    print_tables(collect(folder, "en"))
    told = capsys.readouterr().out
    assert "50.0% of the games are identical" in told
    assert "3 have another winner" in told
    assert f"shalab trace {folder} --side b --players 2 --game 5" in told


def test_without_a_change_it_says_so(tmp_path, capsys):
    won = np.array([[1, 1], [0, 0]], bool)
    path = make_comparison(tmp_path / "c", won, differences={"2": {"paths": [], "everywhere": []}}, holders={})
    found = collect(path, "en")
    print_tables(found)
    told = capsys.readouterr().out
    assert "100% of the games are identical" in told
    assert "Nothing differs" in told
    assert found.flipped.empty
    assert "100% of the games are identical" in (write_report(found) / "index.html").read_text(encoding="utf-8")


def test_what_is_no_comparison_is_refused(tmp_path):
    with pytest.raises(UserError, match="no such comparison"):
        reports.compare(tmp_path / "nowhere")
    with pytest.raises(UserError, match="not a comparison"):
        reports.compare(tmp_path)
    path = make_comparison(tmp_path / "c", np.array([[1, 1]], bool), games_done={"2": 0})
    with pytest.raises(UserError, match="no game of this comparison was finished"):
        reports.compare(path)
    path = make_comparison(tmp_path / "d", np.array([[1, 1]], bool))
    next((path / "pairs").iterdir()).write_bytes(b"PAR1")
    with pytest.raises(UserError, match="cannot be read"):
        reports.compare(path)


def never_finished(path):
    """Make the second half of a comparison's games one of three players, of which no game came to its end."""
    half = max(pl.read_parquet(next((path / "pairs").iterdir()))["game"]) // 2 + 1
    for name, ended in (("pairs", pl.lit("unfinished").alias("winner_b")), ("seats", pl.lit(False).alias("finished"))):
        file = next((path / name).iterdir())
        rows = pl.read_parquet(file)
        later = rows.filter(pl.col("game") >= half).with_columns(ended, pl.lit(3, pl.Int16).alias("players"))
        later.with_columns(pl.col("game") - half).write_parquet(file.with_name(f"p03-{0:010d}-{half:010d}.parquet"))
        rows.filter(pl.col("game") < half).write_parquet(
            file.rename(file.with_name(f"p02-{0:010d}-{half:010d}.parquet"))
        )
    info = json.loads((path / "compare.json").read_text())
    for key in ("a", "b"):
        info[key]["role_table"]["3"] = info[key]["role_table"]["2"]
    info |= {"players": [2, 3], "part": half, "games_asked": half, "games_done": {"2": half, "3": half}}
    info |= {"unpaired": {"2": 0, "3": 0}, "differences": dict.fromkeys("23", info["differences"]["2"])}
    (path / "compare.json").write_text(json.dumps(info))
    return path


def test_a_player_count_of_which_no_game_ended_has_dashes(tmp_path, capsys):
    path = never_finished(
        make_comparison(tmp_path / "c", np.tile([[1, 1], [0, 1], [1, 0], [1, 1]], (20, 1)).astype(bool))
    )
    found = collect(path, "en")
    assert found.roles.groupby("players")["n"].first().to_dict() == {2: 40, 3: 0}
    folder = write_report(found)
    assert [file.name for file in sorted(folder.glob("*.svg"))] == ["dumbbell-p02.svg"]
    print_tables(found)
    printed = capsys.readouterr().out
    assert "nan" not in printed
    assert "3 players: turns" not in printed


def test_a_comparison_without_a_finished_game_is_refused(tmp_path):
    path = make_comparison(tmp_path / "c", np.array([[1, 1], [0, 1]], bool))
    file = next((path / "seats").iterdir())
    pl.read_parquet(file).with_columns(finished=pl.lit(False)).write_parquet(file)
    with pytest.raises(UserError, match="c: holds no game that both rulesets finished"):
        collect(path)
