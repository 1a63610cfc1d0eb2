"""What bots believe about roles: the arithmetic on made-up beliefs, and beliefs of real games."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from typer.testing import CliRunner

from heuristics.watch import watch
from reports.beliefs import Tally, scores
from reports.figures.canvas import FONT, glyphs
from reports.words import words
from sim.batch import play_some
from sim.cli import app
from sim.plan import make_plan

LOYALIST, REBEL, RENEGADE = 1, 2, 3
# one game, after round 1: an observer sees three hidden seats, another one two
WHO = np.array(
    [[7, 1, 0, 1, LOYALIST], [7, 1, 0, 2, REBEL], [7, 1, 0, 3, REBEL], [7, 1, 4, 2, REBEL], [7, 1, 4, 3, REBEL]]
)
CHANCE = np.array([[0.5, 0.5, 0.0], [0.2, 0.7, 0.1], [0.6, 0.3, 0.1], [0.0, 1.0, 0.0], [0.0, 1.0, 0.0]])


def test_scores_of_a_made_up_game() -> None:
    table = scores(WHO, CHANCE)
    assert table["right"].tolist() == [0.5, 1, 0, 1, 1]  # two likeliest roles share a guess
    assert table["common"].tolist() == pytest.approx([2 / 3] * 3 + [1, 1])
    assert table["brier"].tolist() == pytest.approx([0.5, 0.04 + 0.09 + 0.01, 0.36 + 0.49 + 0.01, 0, 0])
    # shares 1/3 and 2/3: (2/3)^2 twice for the loyalist, (1/3)^2 twice for a rebel
    assert table["brier_shares"].tolist() == pytest.approx([8 / 9, 2 / 9, 2 / 9, 0, 0])
    assert table["open"].tolist() == [True, True, True, False, False]


def test_the_game_is_the_unit() -> None:
    tally = Tally(5)
    tally.add(WHO, CHANCE)
    other = WHO[:1].copy()
    other[0, 0] = 8
    tally.add(other, np.array([[1.0, 0.0, 0.0]]))
    row = tally.rounds().iloc[0]
    # the games' means are 3.5/5 and 1: mean 0.85, standard error of two values 0.3/2
    assert row["games"] == 2
    assert row["right"] == pytest.approx(0.85)
    assert row["right_high"] - row["right"] == pytest.approx(1.959964 * 0.15, abs=1e-6)
    assert row["gain"] == pytest.approx((3.5 / 5 - 4 / 5 + 0) / 2)
    assert row["right_open"] == pytest.approx(0.5)  # of the first game alone


def test_reliability_counts_each_possible_role_of_open_beliefs() -> None:
    tally = Tally(5)
    tally.add(WHO, CHANCE)
    table = tally.reliability().set_index("bin_low")
    assert table["n"].sum() == 9
    assert table.loc[0.5, ["n", "believed", "true"]].tolist() == [2, 0.5, 0.5]
    assert table.loc[0.6, ["n", "believed", "true"]].tolist() == [1, 0.6, 0]
    assert table.loc[0.0, "n"] == 1


def test_beliefs_of_real_games() -> None:
    plan = make_plan("sanguosha_official", players=5, bots="standard")
    seen = list(watch(plan, 5, 150, threads=2))
    who, chance = np.concatenate([one.who for one in seen]), np.concatenate([one.chance for one in seen])
    seats = play_some(plan, 5, range(150)).seats["role"].reshape(150, 5)
    assert (seats[who[:, 0], who[:, 3]] == who[:, 4]).all()  # they played the games of the plan
    assert (who[:, 2] != who[:, 3]).all()
    assert (who[:, 4] > 0).all()
    assert chance.sum(axis=1) == pytest.approx(1)
    third = scores(who, chance).query("round == 3")
    assert third["right"].mean() > third["common"].mean() + 0.1
    lord = who[(who[:, 1] == 1) & (who[:, 2] == 0)]
    assert np.bincount(lord[:, 0]).max() == 4


def test_looking_changes_nothing() -> None:
    plan = make_plan("sanguosha", players=4, bots="standard")
    first = next(iter(watch(plan, 4, 60, threads=1)))
    again = next(iter(watch(plan, 4, 60, threads=1)))
    rounds = play_some(plan, 4, range(60)).games["rounds"]
    assert (first.chance == again.chance).all()
    for game in range(60):
        assert first.who[first.who[:, 0] == game, 1].max(initial=0) <= rounds[game]


def test_the_command(tmp_path: Path) -> None:
    given = ["beliefs", "sanguosha", "--players", "4,5", "--games", "40", "--lang", "en", "--out", str(tmp_path / "b")]
    result = CliRunner().invoke(app, [*given, "--bots", "rebel=greedy"])
    assert result.exit_code == 0, result.output
    assert "greedy: no belief about roles, not counted" in result.stdout
    table = pd.read_csv(tmp_path / "b" / "beliefs.csv")
    assert set(table["players"]) == {4, 5}
    assert (tmp_path / "b" / "reliability.png").stat().st_size > 5000
    assert len(pd.read_parquet(tmp_path / "b" / "reliability.parquet")) == 20
    for bots in ("greedy", "standard:no-belief", "random"):
        result = CliRunner().invoke(app, ["beliefs", "sanguosha", "--bots", bots])
        assert result.exit_code == 2
        assert f"bots {bots}: {bots} keep no belief about roles" in result.stderr


def test_the_font_has_what_the_figure_says() -> None:
    for lang in ("zh", "en"):
        text = words(lang, "strength")
        said = "".join(text[key] for key in ("reliability_title", "believed", "came_true", "players"))
        assert set(map(ord, said)) <= glyphs(FONT) | {ord("\n")}
