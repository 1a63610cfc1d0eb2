"""From a scenario's position to a game's record: who has what, what lies in the pile, whose turn it is."""

import functools
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from sim.core import layout
from sim.core.codes import Class, Ev, Phase, Role
from sim.core.layout import NO_CARD
from sim.core.play import advance_at, score_at
from sim.core.position import begin_at, bonus_hp, clear_table, sit_down, use_up
from sim.core.warm import ensure
from sim.errors import UserError
from sim.rules.compile import add_cards, compile_ruleset
from sim.rules.load import load_ruleset
from sim.scenario import check, model
from sim.scenario.cards import Card, Pattern, pattern
from sim.scenario.model import Scenario, ScenarioError
from sim.scenario.view import Names

ZONES = ("hand", "equip", "judge", "stash")
ANYTHING = 2  # width of the pattern `any`
DELAYED = Class.DELAYED.name.lower()
SLOTTED = ("weapon", "armour", "horse_in", "horse_out")


@dataclass
class Position:
    """A position ready to be played.

    Attributes
    ----------
    ruleset : Ruleset
        The ruleset by which the scenario is played.
    rules : recarray
        RULES record, the scenario's own cards added.
    games : recarray
        GAME record, one long.
    named : int
        Cards on top of the pile that the file names; below them lies what chance orders.
    """

    ruleset: Any
    rules: Any
    games: Any
    names: Names
    named: int

    def score(self, seat: int) -> float | None:
        """Return a seat's score at the end, None where the ruleset has none."""
        if not self.rules[0].scored:
            return None
        points = float(score_at(self.games, self.rules, seat))
        return None if math.isnan(points) else points


class Cards:
    """Which card of the table each name of the file stands for."""

    def __init__(self, scenario: Scenario, deck: Sequence[Card], classes: Mapping[str, str]) -> None:
        self.deck = list(deck)
        self.classes = classes  # of the kinds
        self.added: list[Card] = []
        self.places: dict[tuple[str, int], list[int]] = {}
        self._free = list(range(len(deck)))
        self._meant_elsewhere = _named_later(scenario)
        wanted = list(_places(scenario))
        for place, texts in wanted:
            self.places[place] = [-1] * len(texts)
        for width in range(3):
            for place, texts in wanted:
                for i, text in enumerate(texts):
                    if pattern(text).width == width:
                        self.places[place][i] = self._take(pattern(text), place)

    def _take(self, said: Pattern, place: tuple[str, int]) -> int:
        """Return a card of the deck not named yet, rather one that steps do not speak of; else add one."""
        fitting = [card for card in self._free if said.fits(self.deck[card])]
        if said.width == ANYTHING:
            fitting = [card for card in fitting if self._may_lie(card, place)]
        if said.width > 0:
            fitting.sort(key=lambda card: self.deck[card] in self._meant_elsewhere)
        if fitting:
            self._free.remove(fitting[0])
            return fitting[0]
        like = next((card for card in self.deck if said.fits(card)), (said.kind, "S", "7"))
        self.added.append((said.kind or like[0], said.suit or like[1], said.rank or like[2]))
        return len(self.deck) + len(self.added) - 1

    def _may_lie(self, card: int, place: tuple[str, int]) -> bool:
        """Tell whether `any` in a zone may be this card: what fits there, and beside what is named there already."""
        kind = self.deck[card][0]
        there = [self._face(other)[0] for other in self.places[place] if other >= 0]
        if place[0] == "equip":
            return self.classes[kind] in SLOTTED and self.classes[kind] not in [self.classes[other] for other in there]
        return place[0] != "judge" or (self.classes[kind] == DELAYED and kind not in there)

    def _face(self, card: int) -> Card:
        return self.deck[card] if card < len(self.deck) else self.added[card - len(self.deck)]

    def at(self, zone: str, seat: int = -1) -> list[int]:
        """Return the cards named for a zone, in the file's order."""
        return self.places.get((zone, seat), [])

    @property
    def rest(self) -> list[int]:
        """Return the cards that no place names, in deck order."""
        return self._free


def _places(scenario: Scenario) -> Iterable[tuple[tuple[str, int], list[str]]]:
    yield ("pile", -1), scenario.pile
    yield ("discard", -1), scenario.discard
    for seat, player in enumerate(scenario.seat):
        for zone in ZONES:
            yield (zone, seat), getattr(player, zone)


def _named_later(scenario: Scenario) -> set[Card]:
    """Return the faces that steps and expectations name: a card left open is not one of those."""
    texts: list[str] = []
    for step in scenario.step:
        texts += [text for text in (step.use, step.respond, step.pick) if text] + (step.cards or [])
        texts += [card for cards in (step.give or {}).values() for card in cards]
        if isinstance(step.choose, (str, list)):
            each = step.choose if isinstance(step.choose, list) else [step.choose]
            texts += [item for item in each if isinstance(item, str)]
    expect = scenario.expect
    texts += [*(expect.pile or []), *(expect.discard or []), *(expect.discard_not or [])]
    for said in expect.seat.values():
        texts += [card for zone in ZONES for card in getattr(said, zone) or []]
    return {(p.kind, p.suit, p.rank) for p in map(pattern, texts) if p.suit}


def position(source: str | Path | dict[str, Any]) -> tuple[Any, Any, Any]:
    """Return the ruleset, the RULES record and the GAME record of a scenario's position.

    Raises
    ------
    UserError
        The file cannot be used.
    """
    made = position_of(*model.read(source))
    return made.ruleset, made.rules, made.games


def position_of(name: str, scenario: Scenario, changes: Mapping[str, Any] | None = None) -> Position:
    """Build the position of a scenario; `name` is the file that messages name, `changes` come after its own `set`."""
    _compile()
    changes = changes or {}
    try:
        ruleset, rules = _rules_of(name, scenario, changes)
    except UserError as error:
        raise UserError("\n".join(_told(name, line, changes) for line in str(error).splitlines())) from None
    check.check(name, scenario, ruleset)
    cards = Cards(scenario, ruleset.cards, {kind: card["class"] for kind, card in ruleset.data["cards"].items()})
    if cards.added:
        try:
            rules = add_cards(rules, ruleset, cards.added)
        except UserError as error:
            raise UserError(f"{name}: hand, equip, judge, pile, discard: {error}") from None
    games = layout.new(layout.GAME)
    clear_table(games, np.uint64(scenario.seed), len(scenario.seat))
    names = Names(ruleset, rules[0])
    writer = Writer(name, scenario, names, rules, games)
    for seat in range(len(scenario.seat)):
        writer.seat(seat, cards)
    if writer.lines:
        raise ScenarioError(name, writer.lines)
    writer.piles(cards)
    writer.start()
    return Position(ruleset, rules, games, names, len(scenario.pile))


@functools.cache
def _compile() -> None:
    """Have the machine ready, and say so if that takes its time."""
    ensure(advance_at, clear_table, sit_down, bonus_hp, use_up, begin_at)


def _told(name: str, line: str, changes: Mapping[str, Any]) -> str:
    """Return what is wrong with a ruleset as said of a scenario: values that it sets are its key `set`."""
    if any(line.startswith(f"--set {path}: ") for path in changes):
        return line
    return f"{name}: set.{line.removeprefix('--set ')}" if line.startswith("--set ") else f"{name}: ruleset: {line}"


def _rules_of(name: str, scenario: Scenario, changes: Mapping[str, Any]) -> tuple[Any, Any]:
    """Return the scenario's ruleset and RULES record; shipped ones that nothing changes are read once."""
    path = _near(name, scenario.ruleset)
    if scenario.set or changes or isinstance(path, Path) or not path.isidentifier():
        ruleset = load_ruleset(path, set=flat(scenario.set) | changes)
        return ruleset, compile_ruleset(ruleset)
    return _shipped(path)


@functools.cache
def _shipped(ruleset_id: str) -> tuple[Any, Any]:
    ruleset = load_ruleset(ruleset_id)
    return ruleset, compile_ruleset(ruleset)


def _near(name: str, ruleset: str) -> str | Path:
    """Return a ruleset's path, looked for beside the scenario's file too."""
    beside = Path(name).parent / ruleset
    return beside if ("/" in ruleset or ruleset.endswith(".toml")) and beside.exists() else ruleset


class Writer:
    """Writes a position into the record; problems are collected, not raised."""

    def __init__(self, name: str, scenario: Scenario, names: Names, rules: Any, games: Any) -> None:
        self.scenario = scenario
        self.names = names
        self.rules = rules
        self.games = games
        self.g = games[0]
        self.lines: list[str] = []

    def seat(self, seat: int, cards: Cards) -> None:
        """Write a player: role, hero, hp, state, cards."""
        said, s, ruleset = self.scenario.seat[seat], self.g.seat[seat], self.names.ruleset
        s.role = Role[said.role.upper()]
        s.shown = int(said.role == "lord" or not said.alive)
        if said.hero is not None:
            heroes = [self.names.heroes.index(hero) for hero in (said.hero, *said.lineup)]
            sit_down(self.games, self.rules, seat, heroes[0])
            self.g.lineup[seat, : len(heroes)] = heroes
            self.g.to_come[seat] = len(heroes) - 1
        if said.gender is not None:
            s.male = int(said.gender == "male")
        if said.faction is not None:
            s.faction = ruleset.factions.index(said.faction)
        s.face_down, s.chained = int(said.face_down), int(said.chained)
        s.attacks = s.slashes = said.slashes
        for skill in said.used:
            use_up(self.games, self.rules, seat, self.names.bundles.index(skill))
        self._cards(seat, s, cards)
        self._hp(seat, said, s)
        if not said.alive:
            s.alive, s.died_turn, s.n_entries = 0, 0, 0

    def _hp(self, seat: int, said: Any, s: Any) -> None:
        bonus = bonus_hp(self.games, self.rules, seat) if said.lord_bonus and said.role == "lord" else 0
        s.max_hp = said.max_hp if said.max_hp is not None else int(s.max_hp) + bonus
        s.hp = said.hp if said.hp is not None else int(s.max_hp) if said.alive else 0
        if s.hp > s.max_hp:
            self.lines.append(f"seat.{seat}.hp: found {int(s.hp)}; allowed: up to max_hp, which is {int(s.max_hp)}")
        if said.alive and s.hp <= 0:
            s.defies = 1
            if len(said.stash) < 1 - int(s.hp):
                allowed = "1 or more, less with a card of the stash for each point below 1, or alive = false"
                self.lines.append(f"seat.{seat}.hp: found {int(s.hp)}; allowed: {allowed}")

    def _cards(self, seat: int, s: Any, cards: Cards) -> None:
        kinds = self.rules[0].kind
        for zone in ("hand", "stash"):
            for card in cards.at(zone, seat):
                _add(getattr(s, zone), card)
        s.n_hand = len(cards.at("hand", seat))
        for card in cards.at("equip", seat):
            slot = int(kinds[self.rules[0].card_kind[card]].slot)
            if slot < 0:
                self.lines.append(f"seat.{seat}.equip: {self.names.label(card)} is no equipment")
            elif s.equip[slot] != NO_CARD:
                taken = self.names.label(int(s.equip[slot]))
                self.lines.append(f"seat.{seat}.equip: {self.names.label(card)} has no place beside {taken}")
            else:
                s.equip[slot] = card
        for card in cards.at("judge", seat):
            self._place(seat, s, card)

    def _place(self, seat: int, s: Any, card: int) -> None:
        kind = int(self.rules[0].card_kind[card])
        before = [int(s.judge_kind[k]) for k in range(int(s.n_judge))]
        if self.rules[0].kind[kind].cls != Class.DELAYED:
            self.lines.append(f"seat.{seat}.judge: {self.names.label(card)} is no delayed card")
        elif kind in before:
            self.lines.append(f"seat.{seat}.judge: a second {self.names.kinds[kind]}; one of a kind can lie there")
        else:
            s.judge_card[s.n_judge], s.judge_kind[s.n_judge] = card, kind
            s.n_judge += 1

    def piles(self, cards: Cards) -> None:
        """Write the pile, the named cards on top of the shuffled rest, and the discards."""
        g = self.g
        rest = np.random.default_rng(self.scenario.seed).permutation(np.array(cards.rest, np.uint8))
        pile = np.concatenate([rest, np.array(cards.at("pile")[::-1], np.uint8)])  # the top is the last one
        g.n_pile = len(pile)
        g.pile[: len(pile)] = pile
        for card in cards.at("discard"):
            _add(g.discard, card)
        g.n_discard = len(cards.at("discard"))

    def start(self) -> None:
        """Put the first turn on the stack, in checked mode and with the log on."""
        g, start = self.g, self.scenario.start
        g.checked = g.log_on = 1
        g.stop_turns = g.stop_ev = 0
        if start.first:
            g.seat[start.seat].draw_change = self.rules[0].first_draw
        begin_at(self.games, self.rules, start.seat, Phase[start.phase.upper()])
        if g.turns == 1:  # else the turn has yet to begin, and will say so itself
            g.log[0] = (Ev.TURN, start.seat, -1, 0, -1, -1, NO_CARD, 0)
            g.log_n = 1


def _add(words: Any, card: int) -> None:
    words[card >> 6] |= np.uint64(1) << np.uint64(card & 63)


def flat(values: dict[str, Any], path: str = "") -> dict[str, Any]:
    """Return nested tables of changed values as paths."""
    found: dict[str, Any] = {}
    for key, value in values.items():
        here = f"{path}{key}"
        found |= flat(value, f"{here}.") if isinstance(value, dict) else {here: value}
    return found
