"""Which bot is better: the same games between different bots, and the arithmetic on them."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from typer.testing import CliRunner, Result

from reports.ladder import habit_table, rate_table, step_table, verdicts
from reports.paired import flips, paired_difference
from sim.batch import play_some
from sim.cli import app
from sim.plan import make_plan
from sim.sides import habit_lineups, play_lineups

LORD, REBEL, RENEGADE, DRAW = 1, 2, 3, 4


def shalab(*args: object) -> Result:
    return CliRunner().invoke(app, [str(part) for part in args])


def winners(*codes: int) -> np.ndarray:
    return np.array(codes, np.int8)


def test_a_paired_difference_is_that_of_the_differences() -> None:
    mean, low, high = paired_difference([0, 1, 0, 1], [1, 1, 0, 1])
    # differences 1 0 0 0: mean 1/4, variance (3/4)^2 + 3 (1/4)^2 over 3 = 1/4, standard error 1/4
    assert mean == 0.25
    assert (low, high) == pytest.approx((0.25 - 1.959964 * 0.25, 0.25 + 1.959964 * 0.25), abs=1e-6)


def test_flips_are_those_of_bonett_and_price() -> None:
    mean, low, high = flips(9, 4, 98)
    # p = 10/100, q = 5/100: 0.05 -+ 1.96 sqrt((0.15 - 0.0025) / 100)
    assert mean == pytest.approx(5 / 98)
    assert (low, high) == pytest.approx((0.05 - 0.075274, 0.05 + 0.075274), abs=1e-5)
    mean, low, high = flips(0, 0, 1000)
    assert mean == 0
    assert -0.004 < low < 0 < high < 0.004
    assert np.isnan(flips(0, 0, 0)).all()


def test_a_step_is_the_mean_of_both_surroundings() -> None:
    won = {
        "a": winners(LORD, LORD, REBEL, DRAW),
        "b": winners(LORD, REBEL, REBEL, LORD),
        "b | lord a": winners(LORD, LORD, LORD, LORD),
        "a | lord b": winners(REBEL, REBEL, REBEL, REBEL),
        "b | rebel a": winners(REBEL, REBEL, REBEL, REBEL),
        "a | rebel b": winners(LORD, LORD, LORD, LORD),
    }
    table = step_table(3, ["b", "a"], ["lord", "rebel"], won).set_index("camp")
    # lord: among b 1 1 1 1 less 1 0 0 1, among a 1 1 0 0 less 0 0 0 0: gains 0.5 1 0.5 0
    # rebel: among b 1 1 1 1 less 0 1 1 0, among a 0 0 1 0 less 0 0 0 0: gains 0.5 0 0.5 0.5
    assert table["delta"].to_dict() == {"lord": 0.5, "rebel": 0.375, "all": 0.4375}
    # mean over the camps a game: 0.5 0.5 0.5 0.25, whose standard error is 0.0625
    assert table.loc["all", "high"] - table.loc["all", "delta"] == pytest.approx(1.959964 * 0.0625, abs=1e-6)
    assert table[["better", "worse"]].drop_duplicates().to_numpy().tolist() == [["a", "b"]]


def test_rates_beside_the_null() -> None:
    table = rate_table(
        5, ["a"], ["lord", "rebel"], {"a": winners(LORD, LORD, REBEL, DRAW)}, {"rebel": 2, "renegade": 1}
    )
    assert table["rate"].tolist() == [0.5, 0.25]
    assert table["null"].iloc[0] == 0.25
    assert np.isnan(table["null"].iloc[1])


def test_a_habit_costs_what_its_side_loses() -> None:
    won = {"free": winners(LORD, LORD, REBEL), "free | lord x": winners(LORD, REBEL, REBEL)}
    assert habit_table(2, ["x"], ["lord"], won)["cost"].tolist() == [pytest.approx(1 / 3)]


def test_verdicts_name_steps_down() -> None:
    rows = [(5, "b", "a", "lord", 9, 0.1, 0.05, 0.15), (5, "b", "a", "rebel", 9, -0.1, -0.15, -0.05)]
    rows += [(5, "b", "a", "renegade", 9, -0.01, -0.05, 0.03), (5, "b", "a", "all", 9, 0.03, 0.01, 0.05)]
    steps = pd.DataFrame(rows, columns=["players", "better", "worse", "camp", "games", "delta", "low", "high"])
    names = {"lord": "Lord + Loyalist", "rebel": "Rebel", "renegade": "Renegade"}
    (line,) = verdicts(steps, names, "en")
    assert line.startswith("5 players: b over a: +3.00 [+1.00, +5.00] points; Lord + Loyalist +10.00")
    assert line.endswith("step down: Rebel, no step up seen: Renegade")
    assert verdicts(steps[steps["camp"].isin(["lord", "all"])], names, "en")[0].endswith("; no step down")


def test_greedy_stands_above_random_in_every_camp(tmp_path: Path) -> None:
    out = tmp_path / "ladder"
    given = ["ladder", "sanguosha_official", "--players", 5, "--games", 150, "--bots", "random,greedy", "--out", out]
    result = shalab(*given, "--lang", "en")
    assert result.exit_code == 0, result.output
    assert "no step down" in result.stdout
    assert result.stdout.splitlines()[-1] == str(out)
    steps = pd.read_parquet(out / "ladder.parquet").set_index("camp")
    assert (steps["low"] > 0).all()
    assert set(steps.index) == {"lord", "rebel", "renegade", "all"}
    rates = pd.read_csv(out / "rates.csv")
    played = play_some(make_plan("sanguosha_official", players=5, bots="greedy"), 5, range(150)).games["winner"]
    assert rates[rates["bot"] == "greedy"]["wins"].tolist() == [(played == code).sum() for code in (1, 2, 3)]
    again = shalab(*given)
    assert again.exit_code == 2
    assert "go on by --resume" in again.stderr
    assert shalab(*given, "--resume", "--quiet").stdout == f"{out}\n"
    other = shalab(*given, "--resume", "--seed", 1)
    assert "its seed is 0, now 1" in other.stderr


def test_parts_make_the_same_games(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = make_plan("sanguosha", players=4, games=1, bots="greedy")
    lineups = habit_lineups(plan.lineup, ["lord", "rebel"])
    assert len(lineups) == 1 + 7 * 2
    some = {label: lineups[label] for label in ("free", "free | lord no-equipment")}
    whole: dict[str, np.ndarray] = {}
    parts: dict[str, np.ndarray] = {}
    assert play_lineups(plan, 4, some, 60, whole)
    monkeypatch.setattr("sim.sides.PART", 13)
    monkeypatch.setattr("sim.sides.PIECE", 4)
    assert play_lineups(plan, 4, some, 20, parts)
    assert play_lineups(plan, 4, some, 60, parts)
    for label, found in whole.items():
        assert (found == parts[label]).all()
    assert (whole["free"] != whole["free | lord no-equipment"]).any()


def test_what_cannot_be_used_is_told() -> None:
    for args, message in (
        (["ladder", "sanguosha", "--bots", "greedy"], "a ladder needs two bots or more"),
        (["ladder", "sanguosha", "--bots", "greedy,standart"], "did you mean 'standard'"),
        (["ladder", "sanguosha", "--players", "1"], "a game has 2 to 12"),
        (["worth", "sanguosha", "liubie"], "unknown hero 'liubie' in sanguosha; did you mean 'liubei'?"),
        (["worth", "sanguosha", "--bots", "greedi"], "did you mean 'greedy'"),
        (["worth", "sanguosha", "liubei", "--habits"], "of sides, not of heroes; found liubei"),
        (["worth", "sanguosha", "--games", "0"], "games: 0; must be 1 or more"),
    ):
        result = shalab(*args)
        assert result.exit_code == 2, args
        assert message in result.stderr


def test_worth_from_the_command_line(tmp_path: Path) -> None:
    given = ["worth", "sanguosha_official", "sunquan", "马超", "--players", 5, "--games", 12, "--bots", "greedy"]
    result = shalab(*given, "--out", tmp_path / "worth", "--lang", "en")
    assert result.exit_code == 0, result.output
    assert "Zhiheng" in result.stdout
    table = pd.read_parquet(tmp_path / "worth" / "worth.parquet")
    assert table["pairs"].unique().tolist() == [12]
    assert set(zip(table["hero"], table["skill"], strict=True)) == {("sunquan", "zhiheng"), ("machao", "tieqi")}
    assert (table["low"] < table["delta"]).all()
    assert (table["delta"] < table["high"]).all()
    assert pd.read_csv(tmp_path / "worth" / "worth.csv").shape == table.shape
    result = shalab("worth", "sanguosha", "zhangfei", "--players", 5, "--games", 5, "--out", tmp_path / "none")
    assert result.exit_code == 0, result.output
    assert "张飞 飞将" in result.stdout


def test_habits_from_the_command_line(tmp_path: Path) -> None:
    given = ["worth", "sanguosha", "--habits", "--players", 4, "--games", 20, "--bots", "greedy", "--lang", "en"]
    result = shalab(*given, "--out", tmp_path / "habits")
    assert result.exit_code == 0, result.output
    table = pd.read_parquet(tmp_path / "habits" / "habits.parquet")
    assert len(table) == 7 * 3
    assert "no-equipment" in result.stdout
