"""What differs between two compiled rulesets, and which games can have met it.

A game notes the bundles and settings that it consults. Where none of those that differ is among them, the game by
the second ruleset is the game by the first, move by move, and need not be played. What no mask covers (deck, roles,
classes of cards, the order of ids) may be met by every game.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from sim.core.codes import ANY_OF, Deal, Do, Setting, When
from sim.plan import Plan
from sim.rules.load import LEFT_OUT, Ruleset

SETTINGS = {  # setup values that a game notes whenever it looks at them
    "draw_per_turn": Setting.DRAW_PER_TURN,
    "start_hand": Setting.START_HAND,
    "hand_limit": Setting.HAND_LIMIT,
    "lord_bonus": Setting.LORD_BONUS,
    "lord_bonus_from": Setting.LORD_BONUS,
    "rebel_reward": Setting.REBEL_REWARD,
    "loyalist_penalty": Setting.LOYALIST_PENALTY,
    "self_rescue": Setting.SELF_RESCUE,
}
NOTED = {  # keys of an entry that are looked at only once its bundle is noted, or its hero sits
    "cards": ("rows", "range"),
    "skills": ("rows", "faction", "armour"),
    "grants": ("rows",),
    "heroes": ("hp", "gender", "faction", "skills"),
}
COUNTED = ("count", "copies")  # of cards: what the deck says too
UNPLAYED = ("alternates", "identities", *LEFT_OUT)  # sections that change no game; alternates are in the deck


@dataclass(frozen=True)
class Differences:
    """Differences of two rulesets at one player count.

    Attributes
    ----------
    paths : tuple of str
        Each value that differs, by its path as ``--set`` writes it; lists of rows as a whole.
    everywhere : tuple of str
        Those that any game may have met.
    bundles : frozenset of int
        Bundles of the first ruleset whose rows differ or lead to rows that do.
    settings : int
        Bits of ``Setting`` that differ.
    heroes : frozenset of int
        Heroes of the first ruleset whose own values differ.
    """

    paths: tuple[str, ...] = ()
    everywhere: tuple[str, ...] = ()
    bundles: frozenset[int] = field(default_factory=frozenset)
    settings: int = 0
    heroes: frozenset[int] = field(default_factory=frozenset)

    def met(self, games: np.ndarray, seats: np.ndarray) -> np.ndarray:
        """Return for each game by the first ruleset whether the second may play it differently, bool[n].

        Parameters
        ----------
        games, seats : RESULT[n], SEAT_RESULT[n * rows]
        """
        if self.everywhere:
            return np.ones(len(games), bool)
        words = [sum(1 << (b & 63) for b in self.bundles if b >> 6 == word) for word in range(4)]
        met = (games["consulted"] & np.array(words, np.uint64)).any(axis=1)
        met |= (games["settings"] & np.uint64(self.settings)) != 0
        if self.heroes:
            sits = np.isin(seats["hero"], list(self.heroes))
            met |= sits.reshape(len(games), -1).any(axis=1)
        return met


def differences(a: Plan, b: Plan, players: int) -> Differences:
    """Compare two plans of equal bots, deal and seed at one player count."""
    found = _Found(a.ruleset, b.ruleset, a.deal)
    found.look(a, b, players)
    if not found.paths:
        return Differences()
    _see_through_bots(found, a)
    rules = a.rules[players][0]
    bundles = _leading_to(rules, found.bundles)
    if int(rules.attack_kind) in bundles:  # reach and range are about it
        found.everywhere.append(f"cards.{a.ruleset.kinds[int(rules.attack_kind)]}")
    if a.lineup.reads != "held" and any(bundle < len(a.ruleset.kinds) for bundle in bundles):
        found.everywhere.append("bots")
    return Differences(
        tuple(dict.fromkeys(found.paths)),
        tuple(dict.fromkeys(found.everywhere)),
        frozenset(bundles),
        found.settings,
        frozenset(found.heroes),
    )


def _see_through_bots(found: "_Found", plan: Plan) -> None:
    """Add what bots may look at although the game does not: of those that weigh cards, the setup too."""
    reads = plan.lineup.reads
    if reads == "all" or (reads == "cards" and found.settings & ~(1 << Setting.CAPS | 1 << Setting.NEWCOMER)):
        found.everywhere.append("bots")


class _Found:
    """Differences while they are looked for."""

    def __init__(self, a: Ruleset, b: Ruleset, deal: Deal) -> None:
        self.a, self.b, self.deal = a, b, deal
        self.paths: list[str] = []
        self.everywhere: list[str] = []
        self.bundles: set[int] = set()
        self.heroes: set[int] = set()
        self.settings = 0

    def look(self, a: Plan, b: Plan, players: int) -> None:
        """Look through both rulesets, section by section."""
        for name in ("kinds", "bundles", "factions", "heroes"):
            if getattr(self.a, name) != getattr(self.b, name):
                self.anywhere(f"order of {name}")
        if self.a.cards != self.b.cards:
            self.anywhere("deck")
        own, other = (_role_row(plan, players) for plan in (a, b))
        if own != other:
            self.anywhere(f"roles.{a.roles}.{players}")
        if self.deal == Deal.DRAFT and not _drafted_alike(a, b, players):
            self.anywhere("draft")
        for section in self.a.data.keys() | self.b.data.keys():
            if section not in ("deck", "factions", "roles", *UNPLAYED):
                getattr(self, f"_{section}", self._unknown)(section)
        self.paths.sort()

    def anywhere(self, path: str) -> None:
        """Note a difference that any game may have met."""
        self.paths.append(path)
        self.everywhere.append(path)

    def _unknown(self, section: str) -> None:
        for path in differing(self.a.data.get(section), self.b.data.get(section), section):
            self.anywhere(path)

    def _setup(self, section: str) -> None:
        for path in differing(self.a.data[section], self.b.data[section], section):
            key = path.rpartition(".")[2]
            if key in SETTINGS:
                self._setting(path, SETTINGS[key])
            elif key != "alternates":
                self.anywhere(path)

    def _lineup(self, section: str) -> None:
        for path in differing(self.a.data.get(section), self.b.data.get(section), section):
            if path == "lineup.newcomer_hand":
                self._setting(path, Setting.NEWCOMER)
            else:
                self.anywhere(path)

    def _limits(self, section: str) -> None:
        """Note caps: a game notes one that it passes, so it met a higher one only then, a lower one anywhere."""
        for path in differing(self.a.data[section], self.b.data[section], section):
            key = path.rpartition(".")[2]
            if self.a.data[section][key] < self.b.data[section][key]:
                self._setting(path, Setting.CAPS)
            else:
                self.anywhere(path)

    def _setting(self, path: str, setting: Setting) -> None:
        self.paths.append(path)
        self.settings |= 1 << setting

    def _entries(self, section: str, ids: list[str], noted: set[int]) -> None:
        ours, theirs = self.a.data[section], self.b.data[section]
        for key in ours.keys() | theirs.keys():
            if section == "cards" and not (key in ours and key in theirs):
                continue  # in the deck, or nowhere
            for path in differing(ours.get(key), theirs.get(key), f"{section}.{key}"):
                value = path.split(".")[2:3]
                if value and value[0] in NOTED[section]:
                    self.paths.append(path)
                    noted.add(ids.index(key))
                elif section != "cards" or not value or value[0] not in COUNTED:
                    self.anywhere(path)

    def _cards(self, section: str) -> None:
        self._entries(section, self.a.bundles, self.bundles)

    def _skills(self, section: str) -> None:
        self._entries(section, self.a.bundles, self.bundles)

    def _grants(self, section: str) -> None:
        self._entries(section, self.a.bundles, self.bundles)

    def _heroes(self, section: str) -> None:
        self._entries(section, self.a.heroes, self.heroes)


def differing(a: Any, b: Any, path: str = "") -> Iterator[str]:
    """Yield the paths at which two pieces of rulesets differ in what is played; lists are compared as a whole."""
    if isinstance(a, Mapping) and isinstance(b, Mapping):
        for key in [*a, *(key for key in b if key not in a)]:
            if key not in LEFT_OUT:
                yield from differing(a.get(key), b.get(key), f"{path}.{key}" if path else key)
    elif a != b:
        yield path


def _drafted_alike(a: Plan, b: Plan, players: int) -> bool:
    own, other = (plan.rules[players][0] for plan in (a, b))
    return bool(own.drafting == other.drafting and (own.draft == other.draft).all())


def _role_row(plan: Plan, players: int) -> list[int]:
    return plan.rules[players][0].roles[players].tolist()


def _leading_to(rules: Any, changed: Iterable[int]) -> set[int]:
    """Return some bundles and all whose rows lead to theirs: that make or use the card, or grant them."""
    reached = set(changed)
    leads = [(int(row.bundle), _led_to(rules, row)) for row in rules.row[: int(rules.n_rows)]]
    grown = True
    while grown:
        new = {bundle for bundle, to in leads if bundle not in reached and not reached.isdisjoint(to)}
        grown = bool(new)
        reached |= new
    return reached


def _led_to(rules: Any, row: Any) -> set[int]:
    """Return the bundles that a row can bring into a game."""
    do, made = int(row.do), int(row.as_)
    if (row.when != When.VIEW_AS and do not in (Do.USE, Do.ANSWER, Do.GRANT)) or made == -1:
        return set()
    if made >= 0:
        return {made}
    kinds = int(rules.filter[ANY_OF - made].kinds)
    return {kind for kind in range(int(rules.n_kinds)) if kinds >> kind & 1}
