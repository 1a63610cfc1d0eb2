"""Two rulesets to be played on the same games: what is paired, what cannot be, and what ``compare.json`` says."""

import os
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from sim import given, rounds
from sim.bots import DEFAULT
from sim.core.codes import Role
from sim.differences import Differences, differences
from sim.errors import UserError
from sim.pairs import FORMAT, SIDES
from sim.plan import Plan, default_players, make_plan, player_counts, source_hash, versions
from sim.rules.load import Changes, Ruleset, loaded
from sim.tables import rows_a_game

GAMES = 20_000  # of a player count, where none are given
PART = 10_000  # games in a file


@dataclass(frozen=True)
class Pair:
    """A comparison before it is played.

    Attributes
    ----------
    a, b : Plan
        The two sides; all but the ruleset is the same.
    pool : tuple of str or None
        Heroes that are dealt on both sides; None: all, which are the same.
    every : bool
        Play every game by both, also where nothing that differs was consulted.
    """

    a: Plan
    b: Plan
    pool: tuple[str, ...] | None
    every: bool = False
    part: int = PART

    @property
    def players(self) -> tuple[int, ...]:
        """Player counts, smallest first."""
        return self.a.players

    @property
    def games(self) -> int:
        """Games of each player count; with a target error the most."""
        return self.a.games

    @cached_property
    def differences(self) -> dict[int, Differences]:
        """What differs, by player count."""
        return {n: differences(self.a, self.b, n) for n in self.players}

    @cached_property
    def heroes_of_b(self) -> np.ndarray:
        """Index in the first ruleset of each hero of the second, -1 where it has none, int64[heroes]."""
        places = {hero: i for i, hero in enumerate(self.a.ruleset.heroes)}
        return np.array([places.get(hero, -1) for hero in self.b.ruleset.heroes], np.int64)

    def info(self) -> dict[str, Any]:
        """Return what ``compare.json`` says before the first game; equal pairs say the same."""
        a, b = self.a, self.b
        return {
            "format": FORMAT,
            "a": _side(a),
            "b": _side(b),
            "source_hash": source_hash(),
            "versions": versions(),
            "seed": a.seed,
            "players": list(a.players),
            "roles": a.roles,
            "deal": a.deal.name.lower(),
            "bots": a.lineup.text,
            "weights_hash": a.lineup.weights_hash,
            "heroes": None if self.pool is None else list(self.pool),
            "every": self.every,
            "part": self.part,
            **rounds.asked_for(a.games, a.players, a.target_error),
            "differences": {
                str(n): {"paths": list(found.paths), "everywhere": list(found.everywhere)}
                for n, found in self.differences.items()
            },
            "holders": self._holders(),
            "texts": self._texts(),
            "games_done": {str(n): 0 for n in a.players},
            "unpaired": {str(n): 0 for n in a.players},
            "finished": False,
            "names": {lang: _names(b.ruleset, lang) | _names(a.ruleset, lang) for lang in ("zh", "en")},
        }

    def _changed(self) -> set[str]:
        """Return ids of skills, grants and cards that differ, or lead to such."""
        found = set()
        for each in self.differences.values():
            found |= {path.split(".")[1] for path in each.paths if path.startswith(("skills.", "cards.", "grants."))}
            found |= {self.a.ruleset.bundles[bundle] for bundle in each.bundles}
        return found

    def _holders(self) -> dict[str, list[str]]:
        """Return the heroes whose own values or skills differ, with those skills."""
        changed, found = self._changed(), {}
        own = {path.split(".")[1] for each in self.differences.values() for path in each.paths if "heroes." in path}
        for hero in self.pool or self.a.ruleset.heroes:
            skills = [skill for skill in _skills(self.a, hero, self.b) if skill in changed]
            if skills or hero in own:
                found[hero] = skills
        return found

    def _texts(self) -> dict[str, dict[str, Any]]:
        """Return the wording on both sides of every skill of `_holders`; None where one has no such skill."""
        listed = sorted({skill for skills in self._holders().values() for skill in skills})
        return {skill: {side: _text(getattr(self, side).ruleset, skill) for side in SIDES} for skill in listed}


def make_pair(
    a: str | os.PathLike[str] | Ruleset,
    b: str | os.PathLike[str] | Ruleset | None = None,
    set: Changes = None,
    players: int | str | Iterable[int] | None = None,
    games: int | None = None,
    seed: int = 0,
    bots: str = DEFAULT,
    deal: str = "balanced",
    roles: str = "single",
    heroes: str | Iterable[str] | None = None,
    every: bool = False,
    part: int = PART,
    target_error: float | None = None,
    max_games: int | None = None,
) -> Pair:
    """Check the parameters of a comparison and compile both sides.

    Parameters
    ----------
    a, b : str, Path or Ruleset
        The two rulesets; without `b` it is `a` again.
    set : dict or list of str, optional
        Values to change on the second side, as for ``simulate``.
    heroes : list of str, optional
        The only heroes that may be dealt. Without it those that both rulesets have, in the order of the first: a
        deal goes by the place of a hero in the pool, so equal pools are dealt alike.
    games : int, optional
        Games by each, for each player count; 20,000 if neither they nor `target_error` are given.
    target_error : float, optional
        Instead of `games`: play on until the 95 % interval of every hero's paired difference, in each role and
        player count, reaches no more than so many points to either side. Only widths are looked at.
    max_games : int, optional
        Games for each player count at most, with `target_error`; 10 million if not given.

    Raises
    ------
    UserError
        Something in them cannot be played or paired; the message names it.
    """
    counts = None if players is None else player_counts(players)
    rounds.check_target(target_error, games, max_games)
    games = GAMES if games is None and target_error is None else games
    first = loaded(a)
    second = first if b is None and not set else loaded(a if b is None else b, set)
    pool = _pool(first, second, heroes)
    common = {
        "games": games, "seed": seed, "bots": bots, "deal": deal, "roles": roles, "heroes": pool,
        "target_error": target_error, "max_games": max_games,
    }  # fmt: skip
    counts = counts or (default_players(first, roles),)
    one, other = (make_plan(ruleset, counts, **common) for ruleset in (first, second))
    for n in counts:
        _check_rows(one, other, n)
        _deal_alike(one, other, n)
    return Pair(one, other, None if pool is None else tuple(pool), every, part)


def _pool(a: Ruleset, b: Ruleset, heroes: str | Iterable[str] | None) -> list[str] | None:
    """Return the heroes of both sides: those given, or those both have; None if they have the same."""
    if heroes is not None:
        return given.texts("heroes", heroes)
    if set(a.heroes) == set(b.heroes):
        return None
    common = [hero for hero in a.heroes if hero in b.heroes]
    if not common:
        raise UserError(f"{a.id} and {b.id} have no hero in common; there is nothing to pair")
    return common


def _check_rows(a: Plan, b: Plan, players: int) -> None:
    own, other = (rows_a_game(plan.rules[players], players) // players for plan in (a, b))
    if own != other:
        raise UserError(
            f"{a.ruleset.id} and {b.ruleset.id} cannot be paired: "
            f"a seat fields {own} heroes in one, {other} in the other"
        )


def _deal_alike(a: Plan, b: Plan, players: int) -> None:
    """Put the pool of the second side in the order of the first."""
    rules = b.rules[players][0]
    ids = [a.ruleset.heroes[hero] for hero in a.rules[players][0].pool[: int(rules.n_pool)]]
    rules.pool[: len(ids)] = [b.ruleset.heroes.index(hero) for hero in ids]


def _side(plan: Plan) -> dict[str, Any]:
    ruleset = plan.ruleset
    return {
        "ruleset": ruleset.id,
        "ruleset_path": str(ruleset.path.absolute()),
        "set": plan.changes,
        "content_hash": ruleset.content_hash,
        "draft_hash": plan.draft_hash,
        "names": dict(ruleset.names),
        "heroes": list(ruleset.heroes),
        "role_table": plan.role_table,
    }


def _names(ruleset: Ruleset, lang: str) -> dict[str, str]:
    ids = [*ruleset.heroes, *ruleset.bundles, *(role.name.lower() for role in Role)]
    return {key: ruleset.name(key, lang) for key in ids}


def _skills(a: Plan, hero: str, b: Plan) -> list[str]:
    """Return the skills a hero has on either side, those of its camp's lords among them."""
    found: dict[str, None] = {}
    for ruleset in (a.ruleset, b.ruleset):
        entry = ruleset.data["heroes"][hero]
        camp = [skill for skill, each in ruleset.data["skills"].items() if each["camp"] == entry["faction"]]
        found |= dict.fromkeys([*entry["skills"], *camp])
    return list(found)


def _text(ruleset: Ruleset, skill: str) -> dict[str, str] | None:
    entry = ruleset.data["skills"].get(skill)
    return None if entry is None else entry["text"]
