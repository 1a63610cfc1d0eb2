"""Pairs of heroes: planted synergies are found at their size, and nothing where there is none."""

import numpy as np
import pytest
from synthetic import TABLES, deal, make_run, seat_rows

import reports

HEROES = [f"hero{i:02d}" for i in range(12)]
ALLIES = {(0, 1): 0.10, (2, 3): -0.09, (4, 5): 0.08}  # what a pair in one camp adds to its chance
FOES = {(6, 7): 0.10, (7, 6): -0.08}  # a hero of the lord's camp against a rebel: to the lord's chance


def games(seed, count=40_000, players=5, allies=ALLIES, foes=FOES, spread=0.05):
    """Return seats of games whose chances are main effects of hero and role, plus what pairs add."""
    rng = np.random.default_rng(seed)
    roles, dealt = deal(count, players, len(HEROES), TABLES[players], rng)
    pull = rng.normal(0, spread, (len(HEROES), 4))
    lord = 0.45 + (pull[dealt, roles] * np.array([1, 1, -0.5, 0])[roles]).sum(1)

    def in_camp(hero, camp):
        return ((dealt == hero) & np.isin(roles, camp)).any(1)

    for (one, other), more in allies.items():
        lord += more * (in_camp(one, [0, 1]) & in_camp(other, [0, 1]))
        lord -= more * (in_camp(one, [2]) & in_camp(other, [2]))
    for (one, other), more in foes.items():
        lord += more * (in_camp(one, [0, 1]) & in_camp(other, [2]))
    winner = (rng.random(count) >= np.clip(lord, 0.02, 0.98)).astype(int)
    return seat_rows(roles, dealt, winner, HEROES)


@pytest.fixture(scope="module")
def planted():
    """Work out the pairs of games with planted ones."""
    return reports.pairs(games(1, 100_000), "en").set_index(["kind", "hero", "other"])


def keys(pairs, kind):
    return [(kind, HEROES[one], HEROES[other]) for one, other in pairs]


def test_pairs__planted_ones_are_found(planted):
    """Those and no others are marked, on the right side."""
    marked = planted[planted["flag"] != ""]["flag"].to_dict()
    signs = dict(zip(keys(ALLIES, "ally"), ALLIES.values(), strict=True))
    signs |= dict(zip(keys(FOES, "opponent"), FOES.values(), strict=True))
    assert marked == {key: "strong" if size > 0 else "weak" for key, size in signs.items()}


@pytest.mark.parametrize(("kind", "pairs"), [("ally", ALLIES), ("opponent", FOES)])
def test_pairs__at_their_size(planted, kind, pairs):
    """The effect is what was planted, within its error."""
    for key, size in zip(keys(pairs, kind), pairs.values(), strict=True):
        assert planted.loc[key, "effect"] == pytest.approx(size, abs=3 * planted.loc[key, "error"])


def test_pairs__main_effects_are_no_synergy():
    """Strong heroes without synergy mark no pair, and scores of the pairs have the spread of a standard normal."""
    table = reports.pairs(games(2, allies={}, foes={}, spread=0.10), "en")
    assert (table["flag"] == "").all()
    for _, rows in table.groupby("kind"):
        assert (rows["effect"] / rows["error"]).std() == pytest.approx(1, abs=0.2)


def test_pairs__nothing_found_where_nothing_is():
    """Of runs of equal heroes about one in twenty has a pair with q < 0.05."""
    found = [(reports.pairs(games(i, 1500, spread=0, allies={}, foes={}))["q"] < 0.05).any() for i in range(100)]
    assert 0 < sum(found) <= 11  # 5 of 100: within that 99 times in 100


def test_pairs__shrinkage_errs_less(planted):
    """Shrunk effects are nearer to the truth than raw ones."""
    truth = planted["effect"] * 0
    for pairs, kind in ((ALLIES, "ally"), (FOES, "opponent")):
        truth.loc[keys(pairs, kind)] = list(pairs.values())
    raw, shrunk = (((planted[column] - truth) ** 2).mean() for column in ("effect", "shrunk"))
    assert shrunk < 0.8 * raw


def test_pairs__the_game_is_the_unit():
    """Nine ally pairs a game of eight and twelve of foes, each game once in each of them."""
    table = reports.pairs(games(3, 500, 8, {}, {}), "en")
    met = table.groupby("kind")["games"].sum()
    assert met["ally"] == 500 * (3 + 6)
    assert met["opponent"] == 500 * 3 * 4
    assert (table["games"] <= 500).all()
    assert not table.duplicated(["kind", "hero", "other"]).any()
    allies = table[table["kind"] == "ally"]
    assert (allies["hero"] < allies["other"]).all()


def test_pairs__not_kept(tmp_path):
    """A run that kept totals only has no pairs."""
    assert reports.pairs(make_run(tmp_path, {5: 500}, keep="totals")) is None
