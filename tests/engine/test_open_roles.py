"""Roles that lie face up from the start: what that is, and that it costs nobody a mistake about who is who."""

import numpy as np
from arena import dealt

from sim.batch import play_some
from sim.core.codes import Role
from sim.plan import make_plan

OPEN = ["setup.open_roles=true"]


def test_all_roles_are_shown_or_only_the_lord_s() -> None:
    for changes, shown in ((OPEN, 8), ([], 1)):
        rules = make_plan("sanguosha_official", players=8, games=1, set=changes).rules[8]
        for game in dealt(rules, 8, 20):
            assert sum(int(seat.shown) for seat in game.seat[:8]) == shown
            assert game.seat[0].role == Role.LORD


def test_nothing_else_of_the_deal_changes() -> None:
    plans = [make_plan("sanguosha_official", players=8, games=1, set=changes) for changes in (OPEN, [])]
    opened, hidden = (dealt(plan.rules[8], 8, 20) for plan in plans)
    for one, other in zip(opened, hidden, strict=True):
        assert [(int(s.role), int(s.hero)) for s in one.seat[:8]] == [
            (int(s.role), int(s.hero)) for s in other.seat[:8]
        ]
        assert (one.pile[: one.n_pile] == other.pile[: other.n_pile]).all()


def test_loyalists_are_killed_by_their_own_camp_less_often() -> None:
    def own(changes: list[str]) -> float:
        plan = make_plan("sanguosha_official", players=5, games=1, set=changes, bots="greedy", seed=4)
        seats = play_some(plan, 5, np.arange(1500)).seats.reshape(-1, 5)
        fallen = [(row["killer"][row["role"] == 1], row) for row in seats if not row["alive"][row["role"] == 1].any()]
        killers = [int(row["role"][killer[0]]) for killer, row in fallen if killer[0] >= 0]
        return float(np.mean([role <= Role.LOYALIST for role in killers]))

    assert own(OPEN) < 0.5 * own([])
