"""What a skill is worth: pairs of the same games, and only games that can differ are played again."""

from dataclasses import replace

import numpy as np
import pytest

from sim.batch import play_some
from sim.errors import UserError
from sim.plan import Plan, make_plan
from sim.worth import Cells, Player, Subject, declinable, heroes_named, measure, subjects

SEED = 5


def planned(ruleset: str = "sanguosha_official", bots: str = "greedy", players: int = 5, **more: object) -> Plan:
    return make_plan(ruleset, players=players, games=1, seed=SEED, bots=bots, **more)


def subject(plan: Plan, hero: str, skill: str) -> Subject:
    return Subject(plan.tables.heroes.index(hero), plan.tables.bundles.index(skill))


def counted(plan: Plan, one: Subject, pairs: int, players: int = 5) -> np.ndarray:
    cells = Cells(np.zeros((1, 4, 6), np.int64))
    assert measure(plan, players, [one], pairs, cells, threads=2)
    return cells.counts[0]


@pytest.mark.parametrize(
    ("skill", "free"),
    [("rende", True), ("wusheng", True), ("fankui", True), ("jijiang", True), ("paoxiao", False), ("mashu", False)],
)
def test_what_can_be_declined(skill: str, free: bool) -> None:
    plan = planned()
    assert declinable(plan.rules[5][0], plan.tables.bundles.index(skill)) is free


@pytest.mark.parametrize("skill", ["guicai", "jieyin", "qingguo", "jijiang"])
@pytest.mark.parametrize("bots", ["greedy", "random"])
def test_games_that_never_listed_the_skill_are_the_same_without_it(skill: str, bots: str) -> None:
    plan = planned(bots=bots)
    bundle = plan.tables.bundles.index(skill)
    which = np.arange(400)
    listed = Player(plan, 5, [bundle]).play(which).notes[:, 0, 0] > 0
    free = play_some(plan, 5, which).games["digest"]
    bound = play_some(replace(plan, lineup=plan.lineup.without(bundle)), 5, which).games["digest"]
    assert listed.any()
    assert not listed.all()
    assert (free == bound)[~listed].all()
    assert not (free == bound)[listed].all()


def test_pairs_are_the_first_games_of_hero_and_role_and_all_of_them_count() -> None:
    plan = planned()
    one = subject(plan, "sunquan", "zhiheng")
    player = Player(plan, 5, [one.bundle])
    which = np.arange(1000)
    heroes, roles = player.dealt(which)
    game, row = np.nonzero((heroes == one.hero) & (roles == 2))
    played = play_some(plan, 5, game[:30])
    barred = play_some(replace(plan, lineup=plan.lineup.without(one.bundle)), 5, game[:30])
    won, lost = (one.seats["won"].reshape(30, 5)[np.arange(30), row[:30]] for one in (played, barred))
    pairs, gained, less, changed, _, used = counted(plan, one, 30)[2]
    assert pairs == 30
    assert gained - less == won.sum() - lost.sum()
    assert changed == (played.games["digest"] != barred.games["digest"]).sum()
    assert used > 0


def test_the_deal_alone_tells_who_holds_what() -> None:
    for ruleset, players in (("sanguosha_official", 8), ("sanguosha_duel", 2)):
        plan = planned(ruleset, players=players)
        heroes, roles = Player(plan, players, []).dealt(np.arange(60))
        seats = play_some(plan, players, range(60)).seats
        assert (heroes.ravel() == seats["hero"]).all()
        assert (roles.ravel() == seats["role"]).all()


def test_a_skill_that_cannot_matter_is_worth_nothing_in_identical_games() -> None:
    plan = planned(set={"skills.biyue.rows": [{"when": "end", "do": "draw", "n": 1, "if": ["hp > 90"]}]})
    counts = counted(plan, subject(plan, "diaochan", "biyue"), 40)
    assert counts[:, 0].tolist() == [40] * 4
    assert counts[:, 1:].sum() == 0


def test_a_planted_skill_is_worth_more_than_its_interval_is_wide() -> None:
    from reports.paired import flips

    plan = planned(set={"skills.biyue.rows": [{"when": "end", "do": "draw", "n": 6}]})
    pairs, gained, lost, changed, offered, used = counted(plan, subject(plan, "diaochan", "biyue"), 150).sum(axis=0)
    mean, low, _ = flips(gained, lost, pairs)
    assert low > 0.05
    assert mean == (gained - lost) / 600
    assert 0 < used <= offered
    assert changed > 500


def test_lord_skills_are_measured_for_lords_only() -> None:
    plan = planned()
    assert counted(plan, subject(plan, "liubei", "jijiang"), 20)[:, 0].tolist() == [20, 0, 0, 0]


def test_going_on_in_parts_counts_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = planned()
    one = subject(plan, "sunquan", "zhiheng")
    whole = counted(plan, one, 60)
    monkeypatch.setattr("sim.worth.ROUNDS", 4)
    monkeypatch.setattr("sim.worth.PIECE", 7)
    assert (counted(plan, one, 60) == whole).all()


def test_heroes_by_id_and_by_name() -> None:
    plan = planned()
    assert heroes_named(plan, ["刘备", "sunquan", "Liu Bei"]) == [
        subject(plan, h, "rende").hero for h in ("liubei", "sunquan")
    ]
    assert len(heroes_named(plan, [])) == 25
    free, locked = subjects(plan, heroes_named(plan, ["machao"]))
    assert [plan.tables.bundles[one.bundle] for one in (*free, *locked)] == ["tieqi", "mashu"]
    with pytest.raises(UserError, match="unknown hero 'liubie' in sanguosha_official; did you mean 'liubei'"):
        heroes_named(plan, ["liubie"])
