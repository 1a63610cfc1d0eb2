"""Reports of games of line-ups, from games written down by hand."""

import json

import pandas as pd
import polars as pl
import pytest
from synthetic import ROLES, WINNERS, make_run

from reports.lineups import ENOUGH, hero_ways, pair_table
from reports.report import FILES, write_report
from reports.tables import collect
from reports.terminal import print_tables

HEROES = ["anna", "bert", "cleo", "dora", "emil"]
LORD, RENEGADE = "lord", "renegade"
# winner, then of each side the heroes in order; * came in
GAMES = [
    (LORD, ["anna*", "bert"], ["dora*", "emil*"]),
    (LORD, ["anna*", "cleo"], ["emil*", "dora*"]),
    (RENEGADE, ["bert*", "anna*"], ["dora*", "emil"]),
    (RENEGADE, ["dora*", "emil*"], ["anna*", "bert"]),
    ("draw", ["anna*", "bert"], ["dora*", "emil"]),
    ("unfinished", ["anna*", "bert"], ["cleo*", "dora"]),
]


def write(path, games=GAMES, keep="seats", part=50_000):
    """Write a run folder of these games; each side moves as the ruleset says, the renegade first."""
    rows = []
    for game, (winner, *sides) in enumerate(games):
        for seat, heroes in enumerate(sides):
            role = (LORD, RENEGADE)[seat]
            for pos, hero in enumerate(heroes):
                entered = 3 * pos if hero.endswith("*") else -1
                rows.append((game, 2, seat, role, hero.rstrip("*"), "standard", winner == role, pos, entered))
    columns = ["game", "players", "seat", "role", "hero", "bot", "won", "lineup_pos", "entered"]
    enums = {"role": pl.Enum(ROLES), "hero": pl.Enum(HEROES), "bot": pl.Enum(["standard"])}
    seats = pl.DataFrame(rows, schema=columns, orient="row").with_columns(
        pl.col(name).cast(kind) for name, kind in enums.items()
    )
    played = pl.DataFrame(
        {
            "game": range(len(games)),
            "players": [2] * len(games),
            "winner": pl.Series([each[0] for each in games], dtype=pl.Enum(WINNERS)),
        }
    )
    path.mkdir()
    for table, frame in (("games", played), ("seats", seats)):
        (path / table).mkdir()
        for first in range(0, len(games), part):
            end = min(first + part, len(games))
            kept = frame.filter(pl.col("game").is_between(first, end - 1))
            kept.write_parquet(path / table / f"p02-{first:010d}-{end:010d}.parquet")
    names = {lang: {hero: hero.capitalize() for hero in HEROES} for lang in ("zh", "en")}
    info = {
        "format": 1, "ruleset": "pairs", "players": [2], "deal": "random", "keep": keep, "part": part, "names": names,
        "role_table": {"2": {"lord": 1, "loyalist": 0, "rebel": 0, "renegade": 1}}, "bots": "standard",
        "games_done": {"2": len(games)}, "lineup": {"fielded": 2, "moves_first": "renegade"},
    }  # fmt: skip
    (path / "run.json").write_text(json.dumps(info), encoding="utf-8")
    return path


@pytest.fixture(params=[50_000, 2])
def found(tmp_path, request):
    """Return what a report of the games says, stored in one part and in several."""
    return collect(write(tmp_path / "run", part=request.param), "en").lineups


def test_first__the_edge_by_hand(found):
    """Of five finished games the renegade, who moves first, won two and lost two: no edge."""
    row = found.first.iloc[0]
    assert (row["n"], row["wins"], row["losses"], row["draws"], row["role"]) == (5, 2, 2, 1, "renegade")
    assert row["rate"] == pytest.approx(0.4)
    assert row["edge"] == pytest.approx(0)
    assert row["edge_high"] == pytest.approx(1.959964 * (0.8 / 5) ** 0.5)
    assert row["low"] == pytest.approx(0.117621, abs=1e-6)
    assert row["high"] == pytest.approx(0.769276, abs=1e-6)


@pytest.mark.parametrize(
    ("hero", "way", "games", "wins"),
    [
        ("anna", "fielded", 5, 3), ("anna", "led", 4, 3), ("anna", "entered", 5, 3),
        ("bert", "fielded", 4, 2), ("bert", "led", 1, 0), ("bert", "entered", 1, 0),
        ("cleo", "fielded", 1, 1), ("dora", "fielded", 5, 1), ("dora", "led", 4, 1), ("dora", "entered", 5, 1),
        ("emil", "fielded", 5, 1), ("emil", "led", 1, 0), ("emil", "entered", 3, 0),
    ],
)  # fmt: skip
def test_heroes__counted_by_hand(found, hero, way, games, wins):
    rows = found.heroes.set_index(["hero", "way"])
    assert tuple(rows.loc[(hero, way), ["games", "wins"]]) == (games, wins)
    assert rows.loc[(hero, way), "rate"] == pytest.approx(wins / games)


def test_heroes__ways_that_never_were_are_left_out(found):
    """Cleo was fielded, and neither led off nor came in; nobody is counted in an unfinished game."""
    assert found.heroes[found.heroes["hero"] == "cleo"]["way"].tolist() == ["fielded"]
    assert found.heroes["hero"].drop_duplicates().tolist() == HEROES
    means = found.heroes.groupby("way")["mean"].first()
    assert means["fielded"] == pytest.approx(8 / 20)
    assert means["led"] == pytest.approx(4 / 10)


@pytest.mark.parametrize(
    ("hero", "other", "games", "wins", "led", "led_wins"),
    [
        ("anna", "dora", 5, 3, 3, 2), ("dora", "anna", 5, 1, 3, 0), ("anna", "emil", 5, 3, 1, 1),
        ("bert", "dora", 4, 2, 1, 0), ("cleo", "emil", 1, 1, 0, 0), ("emil", "cleo", 1, 0, 0, 0),
    ],
)  # fmt: skip
def test_pairs__counted_by_hand(found, hero, other, games, wins, led, led_wins):
    rows = found.pairs.set_index(["hero", "other"])
    counts = rows.loc[(hero, other), ["games", "wins", "led_games", "led_wins"]]
    assert tuple(counts) == (games, wins, led, led_wins)


def test_pairs__both_sides_of_a_pair(found):
    """A pair has its games from either side, its wins add up to those not drawn; nobody meets one of his own side."""
    pairs = found.pairs.set_index(["hero", "other"])
    for hero, other in pairs.index:
        there, back = pairs.loc[(hero, other)], pairs.loc[(other, hero)]
        assert there["games"] == back["games"]
        assert there["led_games"] == back["led_games"]
        assert there["wins"] + back["wins"] <= there["games"]
    assert ("anna", "bert") not in pairs.index
    assert pairs["led_games"].sum() == 2 * 5
    assert pairs["games"].sum() == 2 * 5 * 4
    assert not found.leads_told


def test_leads__are_drawn_from_enough_games_on(tmp_path):
    games = [(LORD, ["anna*", "bert"], ["dora*", "emil"]), (RENEGADE, ["bert*", "anna"], ["emil*", "dora"])] * ENOUGH
    games += [(LORD, ["anna*", "bert"], ["emil*", "dora"]), (RENEGADE, ["bert*", "anna"], ["dora*", "emil"])] * ENOUGH
    folder = write_report(write(tmp_path / "run", games), lang="zh")
    assert {file.name for file in folder.iterdir()} >= {"matchups.png", "leads.png"}
    page = (folder / "index.html").read_text("utf-8")
    assert "首名对首名" in page
    few = write_report(write(tmp_path / "few", games[:4]), lang="zh")
    assert not (few / "leads.png").exists()


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_report__files_and_section(tmp_path, lang, capsys):
    run = write(tmp_path / "run")
    folder = write_report(run, lang=lang)
    wanted = {*FILES, "first.csv", "lineups.csv", "matchups.csv", "matchups.png"}
    assert {file.name for file in folder.iterdir()} == wanted
    page = (folder / "index.html").read_text("utf-8")
    assert 'id="lineups"' in page and 'href="#lineups"' in page
    pairs = pd.read_csv(folder / "matchups.csv").set_index(["hero", "other"])
    assert pairs.loc[("anna", "dora"), "games"] == 5
    print_tables(run, lang)
    assert {"zh": "先手", "en": "Moving first"}[lang] in capsys.readouterr().out


def test_report__without_line_ups_as_before(tmp_path):
    run = make_run(tmp_path / "run", {5: 500})
    assert collect(run).lineups is None
    folder = write_report(run)
    assert not (folder / "first.csv").exists()
    assert 'href="#lineups"' not in (folder / "index.html").read_text("utf-8")


def test_report__totals_say_that_heroes_were_not_kept(tmp_path):
    said = {"fielded": 1, "moves_first": "rebel"}
    run = make_run(tmp_path / "run", {2: 400}, keep="totals", lineup=said)
    found = collect(run).lineups
    assert found.heroes is None and found.pairs is None
    assert found.first.loc[0, "n"] == 400
    page = (write_report(run, lang="en") / "index.html").read_text("utf-8")
    assert "not kept" in page


def test_tables__of_no_games(tmp_path):
    """Runs may have no pair at all."""
    run = collect(write(tmp_path / "run")).run
    none = pd.DataFrame(columns=["players", "hero", "other", "games", "wins", "led_games", "led_wins"])
    assert pair_table(run, none, "en").empty
    assert hero_ways(run, pd.DataFrame(columns=["players", "hero", "way", "games", "wins"]), "en").empty
