"""Tuning: the search finds what is planted, self-play mends a broken weight, and the same command writes the same."""

import re
import tomllib
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from heuristics.table import W, read_weights, weights_text
from heuristics.tune import FACTOR, Search, bot_of, changeable, gains, improve, scaled, tune
from heuristics.tuned import told, write_weights
from sim.cli import app
from sim.errors import UserError
from sim.plan import make_plan

BOT = "heuristics.standard:BOT"
START = read_weights("standard")


def test_the_search_goes_to_a_planted_optimum() -> None:
    """How good weights are is how near two of them come to 1.5 and 0.6 times what they were."""
    places, wanted = [int(W.LIFE), int(W.LORD_REBEL)], np.array([1.5, 0.6])
    seen: list[np.ndarray] = []

    def fitness(generation: int, candidates: list[np.ndarray]) -> list[float]:
        seen.extend(candidates)
        return [-float(np.sum(np.log(weights[places] / START[places] / wanted) ** 2)) for weights in candidates]

    search = Search(generations=40, population=8)
    best, played = improve(START, places, fitness, search, seed=4)
    assert played == 40
    assert best[places] / START[places] == pytest.approx(wanted, rel=0.02)
    rest = np.delete(np.arange(64), places)
    factors = np.array(seen)[:, places] / START[places]
    assert (np.array(seen)[:, rest] == START[rest]).all()
    assert factors.min() > 0  # no sign changes
    assert factors.min() > 0.99 / FACTOR
    assert factors.max() < 1.01 * FACTOR
    one, again, other = (improve(START, places, fitness, Search(generations=2), seed=seed)[0] for seed in (4, 4, 5))
    assert (again == one).all()
    assert (other != one).any()


def test_a_search_that_is_stopped_keeps_what_it_has() -> None:
    places = [int(W.LIFE), int(W.LORD_REBEL)]

    def fitness(generation: int, candidates: list[np.ndarray]) -> list[float] | None:
        return None if generation == 4 else [weights[W.LIFE] for weights in candidates]

    best, played = improve(START, places, fitness, Search(), seed=1)
    assert played == 3
    assert best[W.LIFE] > START[W.LIFE]
    nothing, played = improve(START, places, lambda generation, candidates: None, Search(), seed=1)
    assert (played, nothing.tolist()) == (0, START.tolist())


def test_weights_are_rounded_and_keep_their_sign() -> None:
    found = scaled(np.array([2.0, -1.0, 0.5]), [0, 1], [np.log(1.5), 0.123456789])
    assert found.tolist() == [3.0, -1.131, 0.5]  # e^0.123456789 = 1.13140...


def test_what_is_zero_stays_zero() -> None:
    start = np.zeros(64)
    start[[W.LIFE, W.LOSS]] = 6.0, 0.9
    assert changeable(start) == [W.LIFE, W.LOSS]
    start[W.WIN] = 3.0
    assert changeable(start, hold=("loss",)) == [W.LIFE, W.WIN]
    start[W.WIN] = 0.0
    with pytest.raises(UserError, match="--only: belief: 0 in this bot; what is 0 stays 0"):
        changeable(start, ("belief", "life"))
    with pytest.raises(UserError, match="1 weights to tune; needed are two or more"):
        changeable(start, ("life",))


def test_gains_are_paired_and_a_game_is_one_observation() -> None:
    """Both camps gain in the same quarter of 400 games: 25 points each, and no smaller error for their mean."""
    won = np.zeros(400)
    won[:100] = 1.0
    found = gains({(5, "lord"): won, (5, "rebel"): won})
    assert found["lord at 5"][0] == found["mean"][0] == 25.0
    half = 100 * 1.959964 * np.sqrt(0.25 * 0.75 / 399)
    assert found["lord at 5"][1] == pytest.approx(half, rel=1e-6)
    assert found["mean"][1] == pytest.approx(half, rel=1e-6)
    sizes = gains({(5, "lord"): won, (8, "lord"): won})  # other games: independent, half the variance
    assert sizes["mean"] == (25.0, pytest.approx(half / np.sqrt(2), rel=1e-6))


def test_self_play_mends_a_broken_weight() -> None:
    """Rebels who hardly mind the lord win less; the way back is up."""
    plan = make_plan("sanguosha_official", 5, 1, seed=11, bots=BOT)
    broken = START.copy()
    broken[W.REBEL_LORD] /= 8
    bot = replace(plan.lineup.bots[0], weights=broken)
    search = Search(generations=8, population=6, games=400, only=("rebel_lord", "rebel_loyalist"))
    found = tune(plan, bot, search)
    assert found.finished
    assert found.weights[W.REBEL_LORD] < 1.2 * broken[W.REBEL_LORD]  # both are below 0
    gain, half = found.better["rebel at 5"]
    assert gain - half > 0
    lines = told(plan, search, found)
    assert lines[0].startswith("Test seed 1000000011, 4,000 games")
    assert f"rebel at 5 {gain:+.2f} (+-{half:.2f})" in lines[1]


TINY = ("tune", "bots", "sanguosha_official", "--bots", BOT, "--generations", 2, "--population", 4, "--games", 20)


def test_the_command_writes_the_same_file_again(tmp_path: Path) -> None:
    written = []
    for name in ("one", "two"):
        out = tmp_path / f"{name}.toml"
        args = [*map(str, TINY), "--seed", "3", "--out", str(out), "--quiet"]
        result = CliRunner().invoke(app, args)
        assert (result.exit_code, result.stdout) == (0, f"{out}\n"), result.output
        written.append(out.read_bytes())
    assert written[0] == written[1]
    assert b"--players 5 --generations 2 --population 4 --games 20 --seed 3\n" in written[0]
    found = read_weights(tmp_path / "one.toml")
    assert (np.sign(found) == np.sign(START)).all()
    assert set(tomllib.loads(written[0].decode())) == {member.name.lower() for member in W}


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (["--only", "lifes,loss"], "--only: unknown weight 'lifes'; allowed: .*; did you mean 'life'"),
        (["--only", "life"], "1 weights to tune"),
        (["--hold", "live"], "--hold: unknown weight 'live'; allowed: .*; did you mean 'life'"),
        (["--only", "life,loss", "--hold", "loss"], "1 weights to tune"),
        (["--population", "2"], "population: 2; must be 4 or more"),
        (["--generations", "0"], "generations: 0; must be 1 or more"),
        (["--bots", "heuristics.random_bot:BOT"], "0 weights to tune"),
        (["--bots", "lord=heuristics.greedy:BOT"], "allowed: one bot, whose weights are tuned"),
        (["--bots", "lord=standard"], "--bots: 'lord=standard'; allowed: one bot, .* as in --bots standard"),
        (["--bots", ",".join(["standard"] * 5)], "--bots: 'standard,.*'; allowed: one bot, "),
        (["--out", "nowhere/a.toml"], "nowhere/a.toml: cannot be written: no folder nowhere"),
        (["--out", "."], r"\.: is a folder; --out names a file"),
        (["--start", "nowhere.toml"], "nowhere.toml: cannot be read: No such file"),
    ],
)
def test_what_cannot_be_tuned_is_told(more: list[str], told: str, tmp_path: Path) -> None:
    result = CliRunner().invoke(app, [*map(str, TINY), "--out", str(tmp_path / "out.toml"), *more])
    assert result.exit_code == 2, result.output
    assert re.search(told, result.stderr), result.stderr
    assert not list(tmp_path.iterdir())


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    write_weights(tmp_path / "a.toml", weights_text(START, "made"))
    assert (read_weights(tmp_path / "a.toml") == START).all()
    with pytest.raises(UserError, match=r"nowhere/a.toml: cannot be written: No such file.*--out"):
        write_weights(tmp_path / "nowhere" / "a.toml", "x")
    assert [each.name for each in tmp_path.iterdir()] == ["a.toml"]


def test_a_bot_starts_from_the_weights_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "start.toml"
    file.write_text(weights_text(2 * START))
    plan = make_plan("sanguosha_official", 5, 1, bots=BOT)
    assert (bot_of(plan, file).weights == 2 * START).all()
    assert (bot_of(plan).weights == START).all()
