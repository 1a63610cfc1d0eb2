"""The model: planted effects come back, intervals cover, the penalty goes by the data, and games are the unit."""

import numpy as np
import polars as pl
import pytest
from synthetic import TABLES, deal, make_run, seat_rows

import reports

HEROES = [f"hero{i:02d}" for i in range(20)]
SPREAD = (0.35, 0.12, 0.20, 0.0)  # of the planted effects by role, in logits of the lord's camp
NEXT = -0.4  # to the lord's camp where a rebel sits next to the lord
ROLES = ["lord", "loyalist", "rebel", "renegade"]


@pytest.fixture(scope="module")
def truth():
    """Planted effects by hero and role, 0 on average within a role."""
    effects = np.random.default_rng(11).normal(0, SPREAD, (len(HEROES), 4))
    return effects - effects.mean(0)


def games(truth, sizes, seed):
    """Return seats of games of which the lord's camp wins by the model, and the renegade a sixth of the rest."""
    rng, tables = np.random.default_rng(seed), []
    for players, count in sizes.items():
        roles, dealt = deal(count, players, len(HEROES), TABLES[players], rng)
        logit = -0.3 + truth[dealt, roles].sum(1) + NEXT * (roles[:, 1] == 2)
        lord = rng.random(count) < 1 / (1 + np.exp(-logit))
        winner = np.where(lord, 0, np.where(rng.random(count) < 5 / 6, 1, 2))
        tables.append(seat_rows(roles, dealt, winner, HEROES))
    return pl.concat(tables)


@pytest.fixture(scope="module")
def fitted(truth):
    """Fit the model to games of five and of eight."""
    return reports.model(games(truth, {5: 24_000, 8: 8_000}, 1), "en")


def of_heroes(table, camp, role):
    rows = table[(table["camp"] == camp) & (table["term"] == "hero") & (table["role"] == role)]
    return rows.set_index("hero").loc[HEROES]


@pytest.mark.parametrize("role", [0, 1, 2])
def test_model__recovers_planted_effects(fitted, truth, role):
    """Effects on the lord's camp follow the planted ones one to one, and so does their spread."""
    rows = of_heroes(fitted, "lord", ROLES[role])
    assert np.corrcoef(rows["effect"], truth[:, role])[0, 1] > 0.85
    slope = np.polyfit(rows["effect"], truth[:, role], 1)[0]
    assert slope == pytest.approx(1, abs=0.25)
    assert rows["spread"].iloc[0] == pytest.approx(truth[:, role].std(), rel=0.35)


def test_model__intervals_cover(fitted, truth):
    """Of 60 planted effects about 95 % lie in their intervals."""
    inside = [
        ((rows["low"] <= truth[:, role]) & (truth[:, role] <= rows["high"])).to_numpy()
        for role, rows in ((role, of_heroes(fitted, "lord", ROLES[role])) for role in range(3))
    ]
    assert np.mean(inside) > 0.88


def test_model__what_does_not_vary_is_drawn_to_nothing(fitted):
    """Renegades were planted alike: their effects on the lord's camp are next to nothing."""
    assert of_heroes(fitted, "lord", "renegade")["points"].abs().max() < 0.01


def test_model__the_other_camp_sees_the_reverse(fitted, truth):
    """A rebel good for the rebels is planted as bad for the lord's camp; `own` tells which is which."""
    rebels = of_heroes(fitted, "rebel", "rebel")
    assert rebels["own"].all() and not of_heroes(fitted, "lord", "rebel")["own"].any()
    assert np.corrcoef(rebels["effect"], -truth[:, 2])[0, 1] > 0.85


def test_model__seat(fitted):
    """A rebel next to the lord rather than elsewhere, and another there in turn, costs what was planted."""
    seats = fitted[(fitted["camp"] == "lord") & (fitted["term"] == "seat") & (fitted["players"] == 5)]
    table = seats.pivot(index="offset", columns="role", values="effect")
    contrast = table["rebel"] - table[["loyalist", "renegade"]].mean(axis=1)
    assert contrast[1] - contrast[[2, 3, 4]].mean() == pytest.approx(NEXT, abs=0.12)


def test_model__size(fitted):
    """Of a size the chance of the camp is given, which is its share of the games."""
    sizes = fitted[(fitted["term"] == "size") & (fitted["players"] == 5)].set_index("camp")
    assert sizes["games"].tolist() == [24_000] * 3
    assert sizes["points"].sum() == pytest.approx(1)
    lord = sizes.loc["lord"]
    by_games = 1 / np.sqrt(24_000 * lord["points"] * (1 - lord["points"]))  # error of a logit of so many games
    assert by_games < lord["error"] < 1.3 * by_games


def test_model__rebels_are_one_observation():
    """With nothing planted, effects of rebels at a table of eight scatter as games do, not as seats."""
    none = np.zeros((len(HEROES), 4))
    inside = []
    for seed in range(6):
        rows = of_heroes(reports.model(games(none, {8: 3000}, seed), "en"), "rebel", "rebel")
        inside.append(((rows["low"] <= 0) & (rows["high"] >= 0)).mean())
    assert np.mean(inside) > 0.93


def test_model__as_many_games_as_asked(truth):
    """`games` is how many of each player count are fitted, the first ones."""
    seats = games(truth, {5: 3000}, 2)
    sizes = reports.model(seats, "en", games=1000).query("term == 'size'")
    assert (sizes["games"] == 1000).all()
    first = reports.model(seats.filter(pl.col("game") < 1000), "en")
    lords = of_heroes(first, "lord", "lord")["effect"]
    assert np.allclose(of_heroes(reports.model(seats, "en", games=1000), "lord", "lord")["effect"], lords)


def test_model__not_kept(tmp_path):
    """A run that kept totals only has no model."""
    assert reports.model(make_run(tmp_path, {5: 500}, keep="totals")) is None
