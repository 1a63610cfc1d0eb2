"""The files of a report and what is printed: complete, self-contained, escaped, whole or not at all."""

import re
from html.parser import HTMLParser
from pathlib import Path

import polars as pl
import pytest
from synthetic import ROLES_ZH, ZH, make_run

from reports import page, report
from reports.report import FILES, write_report
from reports.terminal import print_tables

SVG = "http://www.w3.org/"  # names of kinds of elements, no addresses
EVIL = "<script>alert('x')</script> & \"$x_1$\""


class Tags(HTMLParser):
    """Collects every tag's attributes, and checks that tags close in order."""

    VOID = ("meta", "link", "img", "input", "br", "i0")

    def __init__(self) -> None:
        """Start with no tag open."""
        super().__init__()
        self.attributes: list[tuple[str, str, str]] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list) -> None:
        """Note a tag."""
        self.attributes += [(tag, name, value or "") for name, value in attrs]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """Close the innermost tag, which must be this one."""
        assert self.open.pop() == tag


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    """Make a run of two roles, quick to report."""
    return make_run(tmp_path_factory.mktemp("small"), {2: 600})


@pytest.fixture(scope="module", params=["zh", "en"])
def written(run, tmp_path_factory, request):
    """Write a report in each language."""
    return request.param, write_report(run, tmp_path_factory.mktemp("out") / "report", request.param)


def test_files__all_and_no_rest(written):
    """The folder holds the files it should, and no half-made one lies beside it."""
    _, out = written
    tables = {"seats.csv", "lengths.csv", "skills.csv", "pairs.csv", "survival.csv", "friendly_fire.csv"}
    assert {path.name for path in out.iterdir()} == {*FILES, *tables}
    assert [path.name for path in out.parent.iterdir()] == ["report"]
    assert (out / "heatmap.png").read_bytes().startswith(b"\x89PNG")


def test_page__asks_nobody_for_anything(written):
    """No address but data inside the page: it opens offline."""
    _, out = written
    html = (out / "index.html").read_text(encoding="utf-8")
    tags = Tags()
    tags.feed(html)
    assert not tags.open
    for _, name, value in tags.attributes:
        if name in ("src", "href"):
            assert value.startswith(("data:", "#"))
    own = html.replace((page.STATIC / "dataTables.min.js").read_text(encoding="utf-8"), "").replace(SVG, "")
    assert not re.search(r"https?:|url\((?!data:|#)|@import|fetch\(|XMLHttp|import\(", own)


def test_page__says_what_it_must(written):
    """Roles beside the null, every hero, the doubts and the footer are there in both languages."""
    lang, out = written
    html = (out / "index.html").read_text(encoding="utf-8")
    wanted = {
        "zh": [
            "25.0%",
            "孙权",
            "主公方胜",
            "只有一种机器人",
            "回合数到上限",
            "--game ",
            "诸葛亮 · skill_of_zhugeliang",
        ],
        "en": [
            "25.0%",
            "Sunquan",
            "side wins",
            "One bot only (standard)",
            "limit of turns",
            "--game ",
            "Skills never used: 1",
        ],
    }
    for text in [*wanted[lang], "5f0c5f0c5f0c", "9ab19ab19ab1", "standard", "sanguosha_official"]:
        assert text in html
    assert html.count("<tr data-role=") == 200


def test_page__the_ruleset_says_what_stands_in(tmp_path):
    """The first line of the ruleset's description stands below the title, in the page's language, as text."""
    said = {"zh": "字面与替身\n其余", "en": "Printed <b>or</b> stand-in\nthe rest"}
    run = make_run(tmp_path, {2: 600}, description=said)
    zh = (write_report(run) / "index.html").read_text(encoding="utf-8")
    en = (write_report(run, lang="en") / "index.html").read_text(encoding="utf-8")
    spans = '<span lang="zh">字面与替身</span><span lang="en">Printed &lt;b&gt;or&lt;/b&gt; stand-in</span>'
    assert f'<p class="about">{spans}</p>' in zh and f'<p class="about">{spans}</p>' in en
    assert 'data-lang="zh"' in zh and 'data-lang="en"' in en
    assert "其余" not in zh and "the rest" not in en
    assert 'class="about"' not in (write_report(make_run(tmp_path / "old", {2: 600})) / "index.html").read_text("utf-8")


def test_page__totals_without_skills(tmp_path):
    """What a run did not keep is said to be not kept."""
    run = make_run(tmp_path, {2: 600}, keep="totals")
    for part in (run / "skills").iterdir():
        part.unlink()
    (run / "skills").rmdir()
    assert "未保存" in (write_report(run) / "index.html").read_text(encoding="utf-8")
    assert "Skill use: not kept" in (write_report(run, lang="en") / "index.html").read_text(encoding="utf-8")


def test_page__names_are_escaped(tmp_path, caplog):
    """A hero called a script is text, in the page and in the picture."""
    names = {"zh": ZH | ROLES_ZH | {"caocao": EVIL, "lord": EVIL, "sanguosha_official": EVIL}}
    out = write_report(make_run(tmp_path, {5: 500}, names=names, bots=EVIL, seed=3))
    html = (out / "index.html").read_text(encoding="utf-8")
    assert "<script>alert" not in html
    assert html.count("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;") >= 6
    tags = Tags()
    tags.feed(html)
    assert not tags.open and html.count("<script>") == 2
    print_tables(tmp_path)


def contents(folder):
    """Return every file below a folder, by its path in it."""
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_write__whole_or_not_at_all(small, tmp_path, monkeypatch):
    """If the last file cannot be made, the report that was there stays as it was."""
    out = write_report(small, tmp_path / "report", "zh")
    before = contents(out)
    monkeypatch.setattr(page, "page", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        write_report(small, out, "en")
    assert contents(out) == before
    with pytest.raises(ZeroDivisionError):
        write_report(small, tmp_path / "new", "en")
    assert [path.name for path in tmp_path.iterdir()] == ["report"]


def test_write__again_leaves_other_files_alone(small, tmp_path):
    """A second report replaces the four files, not what a reader put beside them."""
    out = write_report(small, tmp_path / "report", "zh")
    (out / "notes.txt").write_text("mine")
    assert write_report(small, out, "en") == out
    assert (out / "notes.txt").read_text() == "mine"
    assert "What to distrust" in (out / "index.html").read_text(encoding="utf-8")


def test_write__the_same_run_the_same_files(small, tmp_path):
    """A report depends on the run alone."""
    first, second = (write_report(small, tmp_path / name) for name in "ab")
    assert contents(first) == contents(second)
    assert set(map(str, contents(first))) >= {"index.html", "report.xlsx", "parquet/roles.parquet"}


def test_print__roles_and_extremes(run, capsys, monkeypatch):
    """The terminal shows every role beside the null, and the best and worst heroes of each role."""
    monkeypatch.setenv("COLUMNS", "140")
    print_tables(run, "en")
    shown = capsys.readouterr().out
    assert "Random death" in shown and "16.7%" in shown
    tables = report_tables(run)
    for _, rows in tables.heroes.groupby(["players", "role"]):
        assert rows.sort_values("shrunk")["hero_name"].iloc[-1] in shown
    print_tables(tables, "zh")
    assert "最强与最弱" in capsys.readouterr().out


def report_tables(run):
    """Return the tables of a run in English."""
    from reports.tables import collect

    return collect(run, "en")


def test_speed_of_import():
    """The module that the command line imports loads nothing heavy by itself."""
    source = Path(report.__file__).read_text(encoding="utf-8")
    top = [line for line in source.splitlines() if re.match(r"(from|import) ", line)]
    assert not [line for line in top if re.search("pandas|polars|matplotlib|scipy|rich|jinja2", line)]


def test_a_role_that_always_wins(tmp_path):
    """The rates of such a role have no spread, and its picture is drawn all the same."""
    seats = pl.DataFrame({"game": [0, 0, 1, 1], "seat": [0, 1, 0, 1], "role": ["lord", "rebel"] * 2})
    seats = seats.with_columns(hero=pl.Series(["a", "b", "b", "a"]), won=pl.Series([True, False] * 2))
    assert (write_report(seats, tmp_path / "report", "en") / "index.html").is_file()


def test_a_player_count_of_which_no_game_ended(tmp_path):
    """The other one is reported."""
    run = make_run(tmp_path / "run", {2: 200, 3: 200})
    for file in (run / "games").glob("p03-*"):
        pl.read_parquet(file).with_columns(pl.lit("unfinished").alias("winner")).write_parquet(file)
    for file in (run / "seats").glob("p03-*"):
        pl.read_parquet(file).with_columns(won=pl.lit(False)).write_parquet(file)
    out = write_report(run, tmp_path / "report", "en")
    assert set(pl.read_csv(out / "winrates.csv")["players"]) == {2}
    assert set(pl.read_csv(out / "lengths.csv").filter(pl.col("players") == 3)["winner"]) == {"unfinished"}
