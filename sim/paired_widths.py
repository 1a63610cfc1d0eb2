"""How well the paired differences of a comparison are known so far."""

from functools import partial
from math import ceil
from pathlib import Path
from typing import Any

import numpy as np

from sim.core.codes import Role
from sim.pair import Pair
from sim.pairs import INFO, cells
from sim.results import done, write_info
from sim.rounds import WIDEST_TARGET, Cell, Course, blocks_of
from sim.widths import flips_half, flips_needed

COUNTS = ("n", "only_a", "only_b")


def course_of(pair: Pair, path: Path, info: dict[str, Any]) -> Course:
    """Return what a comparison is to play; `info` is its ``compare.json``."""
    return Course(
        pair.players, pair.games, pair.a.target_error, blocks_of(pair.a),
        partial(widths, pair, path, info), partial(write_info, path, info, INFO),
    )  # fmt: skip


def widths(pair: Pair, path: Path, info: dict[str, Any], players: int) -> list[Cell]:
    """Return the half-widths of all cells of a player count out of the games on disk, widest first.

    Cells are the heroes that may be dealt, in each role that both rulesets have.
    """
    rules = [plan.rules[players][0] for plan in (pair.a, pair.b)]
    heroes = [pair.a.ruleset.heroes[hero] for hero in rules[0].pool[: int(rules[0].n_pool)]]
    roles = [role.name.lower() for role in Role if all(int(each.roles[players, role]) for each in rules)]
    keys = [(role, hero) for role in roles for hero in heroes]
    n, lost, gained = _counts(path, info, players, keys)
    half = flips_half(gained, lost, n)
    target = (pair.a.target_error or WIDEST_TARGET) / 100
    times = flips_needed(gained, lost, n, target) / np.maximum(n, 1)
    needs = times * done(info, players)
    found = [
        Cell(players, *key, 100 * float(width), ceil(games))
        for key, width, games in zip(keys, half, needs, strict=True)
    ]
    return sorted(found, key=lambda cell: -cell.half_width)


def _counts(path: Path, info: dict[str, Any], players: int, keys: list[tuple[str, str]]) -> np.ndarray:
    """Return pairs, and those won by the first and by the second only, int64[3, keys]."""
    if not done(info, players):
        return np.zeros((len(COUNTS), len(keys)), np.int64)
    rows = cells(path, info, players).select("role", "hero", *COUNTS).iter_rows()
    found = {(role, hero): counts for role, hero, *counts in rows}
    return np.array([found.get(key, [0] * len(COUNTS)) for key in keys], np.int64).T
