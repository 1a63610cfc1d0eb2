"""The arithmetic of win rates against scipy and against simulated games."""

import numpy as np
import pytest
from scipy import stats

from reports.intervals import (
    Z95,
    difference_variance,
    false_discovery,
    shrink,
    true_spread,
    two_sided,
    wilson,
)


@pytest.mark.parametrize(("wins", "games"), [(0, 10), (3, 7), (10, 10), (123, 4567), (4000, 4001)])
def test_wilson__is_scipys(wins, games):
    """One cell at a time, the interval is scipy's."""
    expected = stats.binomtest(wins, games).proportion_ci(method="wilson")
    assert np.allclose([float(x) for x in wilson(wins, games)], expected, atol=1e-12)


def test_wilson__ends_are_exact():
    """Where nobody won the lower end is 0, where all did the upper is 1: no remainder of rounding."""
    games = np.arange(1, 2000)
    assert (wilson(np.zeros(1999), games)[0] == 0).all() and (wilson(games, games)[1] == 1).all()


def test_wilson__no_games_no_interval():
    """A cell without games has no interval rather than a wrong one."""
    low, high = wilson([0, 1], [0, 2])
    assert np.isnan(low[0]) and np.isnan(high[0]) and low[1] < 0.5 < high[1]


@pytest.mark.parametrize("games", [100, 300, 2000])
def test_wilson__covers(games):
    """Averaged over true rates, 95 % intervals hold the truth in 94 to 96.5 % of the cells."""
    rates = np.linspace(0.01, 0.7, 200)[:, None]
    low, high = wilson(np.random.default_rng(1).binomial(games, rates, (200, 1000)), games)
    assert 0.94 < ((low <= rates) & (rates <= high)).mean() < 0.965


def test_false_discovery__is_scipys():
    """q-values are scipy's, in the order of the cells, ties and ones included."""
    p = np.concatenate([np.random.default_rng(2).random(200) ** 3, [1, 1, 0, 0.05, 0.05]])
    assert np.allclose(false_discovery(p), stats.false_discovery_control(p))
    assert false_discovery([]).size == 0


def test_false_discovery__null_cells():
    """Where no cell differs, one report in twenty finds anything at q < 0.05."""
    z = np.random.default_rng(3).standard_normal((2000, 100))
    found = sum((false_discovery(two_sided(row)) < 0.05).any() for row in z) / 2000
    assert 0.035 < found < 0.065


def test_two_sided__is_the_normal_distribution():
    """p-values are those of the normal distribution; no score, no evidence."""
    z = np.array([-5.0, -1.96, 0.0, 0.3, 8.0])
    assert np.allclose(two_sided(z), 2 * stats.norm.sf(np.abs(z)), rtol=1e-10)
    assert two_sided(np.nan) == 1


def simulate_role(seats: int, shared: bool, games: int, repeats: int, rng: np.random.Generator):
    """Play many runs of one role; return hero 0's rates and games, and the role's means and camp rates."""
    heroes = 8
    pull = np.linspace(-0.15, 0.15, heroes)
    dealt = rng.random((repeats, games, heroes)).argsort(-1)[..., :seats]
    chance = 0.4 + pull[dealt].mean(-1)
    camp = rng.random((repeats, games)) < chance
    won = np.repeat(camp[..., None], seats, -1)
    if not shared:
        won &= rng.integers(seats, size=(repeats, games))[..., None] == np.arange(seats)
    here = dealt == 0
    count = here.sum((1, 2))
    return (won & here).sum((1, 2)) / count, count, won.mean((1, 2)), camp.mean(1)


@pytest.mark.parametrize(("seats", "shared"), [(1, True), (4, True), (2, False)])
def test_difference__variance_and_cover(seats, shared):
    """The formula is the spread over many runs: one seat, four that win together, two of which one wins."""
    games, rng = 800, np.random.default_rng(4)
    rate, count, role, camp = simulate_role(seats, shared, games, 2000, rng)
    diff = rate - role
    variance = difference_variance(rate, count, role, camp, games)
    assert variance.mean() == pytest.approx(diff.var(), rel=0.08)
    half = Z95 * np.sqrt(variance)
    assert 0.93 < (np.abs(diff - diff.mean()) < half).mean() < 0.965


def test_difference__covariance_matters():
    """Without the covariance the variance of a hero in a third of the games would be far too large."""
    rate, count, role, _ = simulate_role(4, True, 300, 2000, np.random.default_rng(5))
    apart = rate * (1 - rate) / count + role * (1 - role) / 300
    assert apart.mean() > 1.6 * (rate - role).var()


def test_difference__hero_in_every_game():
    """A hero that is the whole role differs from it by nothing, with no error."""
    assert difference_variance(0.3, 500, 0.3, 0.3, 500) == pytest.approx(0, abs=1e-15)


def test_shrink__finds_the_spread_and_errs_less():
    """The spread of the true differences is found, and shrunk values are nearer to them than raw ones."""
    rng = np.random.default_rng(6)
    truth = rng.normal(0, 0.03, 400)
    error = rng.uniform(0.01, 0.06, 400)
    raw = truth + rng.normal(0, error)
    assert true_spread(raw, error) == pytest.approx(0.03, rel=0.15)
    assert np.square(shrink(raw, error) - truth).mean() < 0.6 * np.square(raw - truth).mean()


def test_shrink__noise_only_shrinks_to_nothing():
    """Differences no larger than their errors explain shrink almost to 0; a certain one stays."""
    error = np.full(30, 0.02)
    assert np.abs(shrink(np.linspace(-0.02, 0.02, 30), error)).max() == 0
    assert shrink([0.05, -0.05], [0.0, 0.0]).tolist() == [0.05, -0.05]
