"""Tiers by the stated rule, the mean over roles, trust, and the range of ranks."""

import numpy as np
import pandas as pd
import pytest
from synthetic import ZH, make_run

import reports
from reports.tables import collect
from reports.tierlist import tier


@pytest.mark.parametrize(
    ("shrunk", "low", "high", "q", "expected"),
    [
        (0.031, 0.021, 0.06, 0.01, "S"),
        (-0.031, -0.06, -0.021, 0.01, "D"),
        (0.031, 0.019, 0.06, 0.01, "A"),  # the interval does not carry more
        (0.029, 0.021, 0.04, 0.01, "A"),
        (-0.029, -0.04, -0.021, 0.01, "C"),
        (0.011, 0.001, 0.03, 0.01, "A"),
        (0.011, -0.001, 0.03, 0.01, ""),
        (0.011, 0.001, 0.03, 0.06, ""),
        (0.011, 0.001, 0.019, 0.06, "B"),  # within 2 points, found or not
        (0.0, -0.019, 0.019, 1.0, "B"),
        (0.0, -0.021, 0.019, 1.0, ""),
        (0.05, -0.01, 0.12, 0.2, ""),
    ],
)
def test_tier__by_the_stated_rule(shrunk, low, high, q, expected):
    """Every bound decides, in points of the lord."""
    row = {"role": "lord", "role_rate": 0.4, "shrunk": shrunk, "diff_low": low, "diff_high": high, "q": q}
    assert tier(pd.DataFrame([row])).tolist() == [expected]


@pytest.mark.parametrize(
    ("shrunk", "low", "high", "expected"),
    [
        (0.041, 0.027, 0.06, "S"),  # of a mean of 8 %: above 12 %, wholly above 8 + 2/3 of 4 points
        (0.039, 0.027, 0.06, "A"),
        (-0.027, -0.04, -0.018, "D"),  # 33 % less are 2.64 points, two thirds of that 1.76
        (-0.025, -0.04, -0.018, "C"),
        (0.0, -0.017, 0.026, "B"),
        (0.0, -0.018, 0.026, ""),
    ],
)
def test_tier__renegades_go_by_the_ratio(shrunk, low, high, expected):
    """Bounds of a renegade are 1.5 and 0.67 times its mean."""
    row = {"role": "renegade", "role_rate": 0.08, "shrunk": shrunk, "diff_low": low, "diff_high": high, "q": 0.01}
    assert tier(pd.DataFrame([row])).tolist() == [expected]


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    """Games of five in which 刘备 is far above the others in every role and 关羽 far below."""
    effects = np.zeros((len(ZH), 4))
    effects[0], effects[1] = 0.16, -0.16
    return collect(make_run(tmp_path_factory.mktemp("tiers"), {5: 60_000}, effects), "en")


def test_tiers__planted(tables):
    """The two stand at the ends, alone in their tiers, and over all roles nobody else is S or D."""
    table = tables.tiers
    over_all = table[table["role"] == "all"].set_index("hero")
    assert over_all.loc["liubei", ["tier", "rank", "rank_high"]].tolist() == ["S", 1, 1]
    assert over_all.loc["guanyu", ["tier", "rank", "rank_low"]].tolist() == ["D", 25, 25]
    assert set(over_all.index[over_all["tier"].isin(["S", "D"])]) == {"liubei", "guanyu"}
    assert (over_all["tier"] == "B").sum() > 15


def test_tiers__mean_over_roles_by_hand(tables):
    """Over all roles: the differences weighted by seats, 1 1 2 1 of five."""
    heroes = tables.heroes[tables.heroes["hero"] == "zhaoyun"].set_index("role")
    weight = pd.Series({"lord": 0.2, "loyalist": 0.2, "rebel": 0.4, "renegade": 0.2})
    row = tables.tiers.query("role == 'all' and hero == 'zhaoyun'").iloc[0]
    assert row["diff"] == pytest.approx((heroes["diff"] * weight).sum())
    half = 1.959964 * np.sqrt((heroes["error"] ** 2 * weight**2).sum())
    assert row["diff_high"] - row["diff"] == pytest.approx(half, rel=1e-6)
    assert row["games"] == heroes["games"].sum()


def test_tiers__trust(tables, tmp_path):
    """A hero with a skill never used is not trusted; with few games nobody is, and ranks span the list."""
    over_all = tables.tiers.query("role == 'all'").set_index("hero")
    assert over_all.index[over_all["trust"] == "unused"].tolist() == ["zhugeliang"]
    small = reports.tiers(make_run(tmp_path, {5: 500})).query("role == 'lord'")
    assert small["trust"].str.startswith("few").all()
    assert (small["tier"] == "").all()
    assert (small["rank_high"] - small["rank_low"]).median() > 12


def test_tiers__rank_ranges_cover(tmp_path):
    """The rank by the planted effects lies in the range of ranks for nearly all heroes."""
    effects = np.random.default_rng(3).normal(0, [0.1, 0, 0, 0], (len(ZH), 4))
    table = reports.tiers(make_run(tmp_path, {5: 20_000}, effects)).query("role == 'lord'").set_index("hero")
    true = pd.Series(-effects[:, 0], index=list(ZH)).rank().loc[table.index]
    assert ((table["rank_low"] <= true) & (true <= table["rank_high"])).mean() > 0.85
