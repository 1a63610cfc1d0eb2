"""The tables of a report as files, the games behind its numbers, and several runs in one report."""

import re
import shlex

import openpyxl
import pandas as pd
import polars as pl
import pytest
from synthetic import ROLES_ZH, ZH, make_run

from reports.bilingual import Both, say
from reports.figures.canvas import inches, shortened
from reports.files import tables_of
from reports.replay import command, examples
from reports.report import write_report
from reports.rungs import rung_table
from reports.tables import collect
from sim.errors import UserError


@pytest.fixture(scope="module")
def written(run, tmp_path_factory):
    """Write the report of a run in English."""
    tables = collect(run, "en")
    return tables, write_report(tables, tmp_path_factory.mktemp("files") / "report", "en")


def test_files__csv_parquet_and_sheets_say_the_same(written):
    tables, out = written
    every = tables_of(tables)
    book = openpyxl.load_workbook(out / "report.xlsx")
    assert book.sheetnames == ["run", *every]
    for name, table in every.items():
        pd.testing.assert_frame_equal(pd.read_parquet(out / "parquet" / f"{name}.parquet"), table, check_dtype=False)
        assert len(pd.read_csv(out / f"{name}.csv")) == len(table) == book[name].max_row - 1
        assert [cell.value for cell in book[name][1]] == list(table.columns)


def test_workbook__typed_and_frozen(written):
    """Numbers are numbers in the form of their kind, heads stay in sight and filter, and no name is a formula."""
    tables, out = written
    page = openpyxl.load_workbook(out / "report.xlsx")["winrates"]
    assert page.freeze_panes == "A2" and page.auto_filter.ref.startswith("A1:")
    column = {cell.value: cell.column for cell in page[1]}
    first = tables.heroes.iloc[0]
    rate, games, hero = (page.cell(2, column[name]) for name in ("rate", "games", "hero_name"))
    assert rate.value == pytest.approx(first["rate"]) and rate.number_format == "0.0%"
    assert games.value == first["games"] and games.number_format == "#,##0"
    assert hero.data_type == "s" and hero.value == first["hero_name"]


def test_workbook__a_name_that_looks_like_a_formula(tmp_path):
    names = {"zh": ZH | ROLES_ZH | {"caocao": "=1+1", "liubei": "http://x"}}
    out = write_report(make_run(tmp_path, {2: 600}, names=names))
    page = openpyxl.load_workbook(out / "report.xlsx")["winrates"]
    cells = [cell for row in page.iter_rows() for cell in row if cell.value in ("=1+1", "http://x")]
    assert {cell.value for cell in cells} == {"=1+1", "http://x"}
    assert all(cell.data_type == "s" and cell.hyperlink is None for cell in cells)


def test_figures__one_language_a_file_both_in_the_page(written):
    _, out = written
    for file in (out / "figures").iterdir():
        drawn = file.read_text(encoding="utf-8")
        assert '<g lang="zh">' not in drawn and not re.search("[\u4e00-\u9fff]", drawn), file
        assert "@font-face" in drawn and "sanguosha_official" in drawn  # its font and its footer
    page = (out / "index.html").read_text(encoding="utf-8")
    assert page.count('<g lang="zh">') == page.count('<g lang="en">') > 100


def test_examples__the_first_game_won_and_lost(run):
    """Found once more by hand: of the finished games, the least number in which the hero won, and lost."""
    games = pl.read_parquet(run / "games").with_columns(pl.col("winner").cast(pl.String))
    seats = pl.read_parquet(run / "seats").with_columns(pl.col("hero", "role").cast(pl.String))
    seats = seats.join(games.select("players", "game", "winner"), on=["players", "game"])
    own = seats.filter(
        pl.col("winner") != "unfinished", pl.col("players") == 8, pl.col("role") == "lord", pl.col("hero") == "guojia"
    )
    table = examples(collect(run).run)
    assert table is not None
    row = table[(table.players == 8) & (table.role == "lord") & (table.hero == "guojia")].iloc[0]
    assert row["won_game"] == own.filter("won")["game"].min()
    assert row["lost_game"] == own.filter(~pl.col("won"))["game"].min()
    assert len(table) == 200


def test_examples__none_of_totals_and_none_where_none_is(tmp_path):
    assert examples(collect(make_run(tmp_path / "totals", {2: 300}, keep="totals")).run) is None
    few = examples(collect(make_run(tmp_path / "few", {2: 6})).run)
    assert few is not None and (few[["won_game", "lost_game"]] == -1).any(axis=None)


def test_command__a_path_with_a_blank(tmp_path):
    run = collect(make_run(tmp_path / "my run", {2: 300})).run
    assert shlex.split(command(run, 2, 7)) == [
        "shalab", "trace", str(tmp_path / "my run"), "--players", "2", "--game", "7",
    ]  # fmt: skip


def test_rungs__settled_where_the_two_strongest_agree(tmp_path, effects):
    """Runs with the same effects settle what is told; one with opposite effects settles none of the extremes."""
    same = [make_run(tmp_path / f"same{i}", {5: 20_000}, effects, bots=f"bot{i}", seed=i) for i in range(2)]
    other = make_run(tmp_path / "other", {5: 20_000}, -effects, bots="other", seed=5)
    first, second, third = (collect(each, "en") for each in (*same, other))
    agreed = rung_table([first, second]).query("rung == 0")
    assert agreed.loc[agreed["tier"] == "S", "settled"].mean() > 0.5
    opposed = rung_table([first, third]).query("rung == 0")
    assert not opposed.loc[opposed["tier"].isin(["S", "D"]), "settled"].any()
    assert not agreed.loc[agreed["tier"] == "", "settled"].any()
    last = rung_table([first, second, third])  # the third is not looked at
    assert (last.query("rung == 0")["settled"].to_numpy() == agreed["settled"].to_numpy()).all()


def test_rungs__in_the_report(tmp_path, effects):
    runs = [make_run(tmp_path / name, {5: 4000}, effects, bots=name, seed=1) for name in ("standard", "greedy")]
    out = write_report(runs[0], tmp_path / "report", "en", runs[1:])
    assert (out / "rungs.csv").exists() and (out / "figures" / "rungs.svg").exists()
    page = (out / "index.html").read_text(encoding="utf-8")
    assert '<section id="rungs">' in page and "One bot only" not in page
    write_report(runs[0], out, "en")
    assert not (out / "rungs.csv").exists() and '<section id="rungs">' not in (out / "index.html").read_text("utf-8")


def test_rungs__of_other_rules_are_refused(tmp_path):
    one = make_run(tmp_path / "one", {2: 300})
    other = make_run(tmp_path / "other", {2: 300}, ruleset="hongloumeng")
    with pytest.raises(UserError, match=r"other: a run of ruleset hongloumeng, but .*one is of sanguosha_official"):
        write_report(one, None, "zh", [other])
    changed = make_run(tmp_path / "changed", {2: 300}, content_hash="ff" * 32)
    with pytest.raises(UserError, match="changed: a run of another version of its rules"):
        write_report(one, None, "zh", [changed])
    assert not (one / "report").exists()


def test_worth__beside_the_use_of_skills(tmp_path):
    """What ``shalab worth`` wrote is in the page and in the table of skills."""
    run = make_run(tmp_path / "run", {2: 600})
    row = {"players": 2, "role": "lord", "hero": "caocao", "skill": "skill_of_caocao", "pairs": 20_000}
    pl.DataFrame([row | {"delta": 0.0123, "low": 0.01, "high": 0.0146}]).write_parquet(tmp_path / "worth.parquet")
    out = write_report(collect(run, "en", tmp_path / "worth.parquet"), tmp_path / "report", "en")
    page = (out / "index.html").read_text(encoding="utf-8")
    assert "+1.0 … +1.5" in page and "What skills are worth" in page
    skills = pd.read_csv(out / "skills.csv").set_index("hero")
    assert skills.loc["caocao", "worth"] == 0.0123 and skills["worth"].notna().sum() == 1


def test_both__is_two_spans_or_one_text():
    assert Both("a<", "b").__html__() == '<span lang="zh">a&lt;</span><span lang="en">b</span>'
    assert Both("<i>", "<i>").__html__() == "&lt;i&gt;"
    assert say("players", players=5) == Both("5 人局", "5 players")


def test_shortened__names_fit():
    assert shortened("曹操", 1.0) == "曹操"
    cut = shortened("a very long name of a hero", 1.0)
    assert cut.endswith("…") and inches(cut[:-1]) <= 1.0 and cut.startswith("a very")
