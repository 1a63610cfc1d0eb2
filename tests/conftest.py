"""What the rooms share: rulesets loaded and compiled once a process."""

import functools
from collections.abc import Callable

import numpy as np
import pytest

from sim.rules.compile import compile_ruleset
from sim.rules.load import Ruleset, load_ruleset

SHIPPED = ("sanguosha", "sanguosha_official", "sanguosha_duel", "hongloumeng", "yingxiongsha", "shuihusha")


@functools.cache
def _loaded(name: str) -> Ruleset:
    return load_ruleset(name)


@functools.cache
def _compiled(name: str, players: int, roles: str) -> np.recarray:
    return compile_ruleset(_loaded(name), players=players, roles=roles)


@pytest.fixture(params=SHIPPED)
def ruleset(request: pytest.FixtureRequest) -> Ruleset:
    """Each shipped ruleset in turn."""
    return _loaded(request.param)


@pytest.fixture
def rules_of() -> Callable[..., np.recarray]:
    """Return a function of ruleset, players and role table that gives the core's record, a copy each time."""
    return lambda name, players=5, roles="single": _compiled(name, players, roles).copy()
