"""Do the words of a scenario mean something in its ruleset? Every problem of heroes, cards, skills, seats."""

from collections.abc import Iterable
from typing import Any

from sim.core.codes import Choice
from sim.core.layout import MAX_LINEUP, MAX_SEATS
from sim.errors import suggest
from sim.scenario.cards import HIDDEN, parse
from sim.scenario.model import Scenario, ScenarioError, Step
from sim.scenario.view import DISCARD, DYING, PLAY

WORDS = [choice.name.lower() for choice in Choice]
SKILLS = ("skill", "accept", "decline", "via")


def check(name: str, scenario: Scenario, ruleset: Any) -> None:
    """Raise UserError if a word of the scenario means nothing in its ruleset."""
    checker = _Checker(scenario, ruleset)
    checker.run()
    if checker.lines:
        raise ScenarioError(name, checker.lines)


class _Checker:
    def __init__(self, scenario: Scenario, ruleset: Any) -> None:
        self.scenario = scenario
        self.ruleset = ruleset
        self.lines: list[str] = []

    def run(self) -> None:
        scenario = self.scenario
        if len(scenario.seat) > MAX_SEATS:
            self.lines.append(f"seat: found {len(scenario.seat)} seats; allowed: 2 to {MAX_SEATS}")
        heroes = len(scenario.seat) + sum(len(player.lineup) for player in scenario.seat)
        if heroes > MAX_SEATS >= len(scenario.seat):
            self.lines.append(f"seat.lineup: found {heroes} heroes of all seats; allowed: up to {MAX_SEATS}")
        if scenario.start.first and "lineup" not in self.ruleset.data:
            self.lines.append(f"start.first: {self.ruleset.id} has no line-ups, so its first turn is like any other")
        self.cards("pile", scenario.pile)
        self.cards("discard", scenario.discard)
        if self.seat("start.seat", scenario.start.seat) and not scenario.seat[scenario.start.seat].alive:
            self.lines.append(f"start.seat: seat {scenario.start.seat} is dead and has no turn")
        for i in range(len(scenario.seat)):
            self.player(f"seat.{i}", scenario.seat[i])
        for i, step in enumerate(scenario.step):
            self.step(f"step.{i + 1}", step)
        self.expect()

    def player(self, key: str, player: Any) -> None:
        self.word(f"{key}.hero", player.hero, self.ruleset.heroes)
        self.lineup(f"{key}.lineup", player)
        self.word(f"{key}.faction", player.faction, self.ruleset.factions)
        for zone in ("hand", "equip", "judge", "stash"):
            self.cards(f"{key}.{zone}", getattr(player, zone))
            if not player.alive and getattr(player, zone):
                self.lines.append(f"{key}.{zone}: a dead seat has no cards")
        for skill in player.used:
            self.word(f"{key}.used", skill, self.ruleset.bundles)

    def lineup(self, key: str, player: Any) -> None:
        """Check the heroes that follow a seat's own."""
        for hero in player.lineup:
            self.word(key, hero, self.ruleset.heroes)
        if not player.lineup:
            return
        if "lineup" not in self.ruleset.data:
            self.lines.append(f"{key}: {self.ruleset.id} has no line-ups")
        elif player.hero is None or not player.alive:
            self.lines.append(f"{key}: a seat with a line-up needs a hero that is alive")
        elif len(player.lineup) >= MAX_LINEUP:
            self.lines.append(f"{key}: found {len(player.lineup)} heroes; allowed: up to {MAX_LINEUP - 1}")

    def step(self, key: str, step: Step) -> None:
        self.seat(f"{key}.seat", step.seat)
        for name in SKILLS:
            if not step.illegal:  # a skill that the ruleset does not know is as impossible as can be
                self.word(f"{key}.{name}", step.said(name), self.ruleset.bundles)
        self.word(f"{key}.as", step.as_, self.ruleset.kinds)
        self.word(f"{key}.of", step.of, [*self.ruleset.bundles, DYING, PLAY, DISCARD])
        self.word(f"{key}.choice", step.choice, WORDS)
        for name in ("use", "respond", "pick"):
            self.cards(f"{key}.{name}", [step.said(name)] if step.said(name) else [])
        self.cards(f"{key}.cards", [card for card in step.cards or [] if card != HIDDEN])
        for seat in step.targets or []:
            self.seat(f"{key}.targets", seat)
        self.gifts(f"{key}.give", step.give or {})
        self.chosen(f"{key}.choose", step.choose)

    def chosen(self, key: str, value: Any) -> None:
        if isinstance(value, dict):
            if not set(value) <= {"top", "bottom"}:
                self.gifts(key, value)
            for name in ("top", "bottom"):
                self.cards(f"{key}.{name}", value.get(name, []))
            return
        items = value if isinstance(value, list) else [value]
        self.one_sort(key, items)
        for item in items:
            if isinstance(item, int):
                self.seat(key, item)
            elif item is not None and item not in (*WORDS, HIDDEN, *self.ruleset.data["skills"]):
                self.card(key, item, f"; or an option: {' '.join(WORDS)} {HIDDEN}")

    def one_sort(self, key: str, items: list[Any]) -> None:
        """See that a list names seats, or cards, or a single option: one request asks for one of them."""
        seats = sum(isinstance(item, int) for item in items)
        options = sum(item in WORDS for item in items)
        if 0 < seats < len(items) or (options and len(items) > 1):
            self.lines.append(f"{key}: found {items!r}; allowed: seats, or cards, or one option")

    def gifts(self, key: str, gifts: dict[str, list[str]]) -> None:
        for seat, cards in gifts.items():
            self.seat_key(key, seat)
            self.cards(f"{key}.{seat}", cards)

    def expect(self) -> None:
        expect = self.scenario.expect
        if expect.turn is not None:
            self.seat("expect.turn", expect.turn)
        for zone in ("pile", "discard", "discard_not"):
            self.cards(f"expect.{zone}", getattr(expect, zone) or [])
        for seat, said in expect.seat.items():
            key = f"expect.seat.{seat}"
            self.seat_key("expect.seat", seat)
            self.word(f"{key}.hero", said.hero, [*self.ruleset.heroes, "none"])
            for zone in ("hand", "equip", "judge", "stash"):
                self.cards(f"{key}.{zone}", getattr(said, zone) or [])
        for name in ("asked", "never_asked", "asked_count"):
            for fragment in getattr(expect, name):
                self.fragment(f"expect.{name}", fragment)

    def fragment(self, key: str, fragment: str) -> None:
        seat, colon, what = fragment.partition(":")
        if not colon or not what:
            self.lines.append(f"{key}: found {fragment!r}; allowed: SEAT:WHAT, for example 1:jink")
            return
        self.seat_key(key, seat)

    def word(self, key: str, word: str | None, allowed: Iterable[str]) -> None:
        allowed = list(allowed)
        if word is not None and word not in allowed:
            near = suggest(word, allowed)
            shown = f"; allowed: {' '.join(allowed)}" if len(allowed) <= 40 and not near else ""
            self.lines.append(f"{key}: found {word!r}, unknown in {self.ruleset.id}{shown}{near}")

    def cards(self, key: str, cards: Iterable[str]) -> None:
        for card in cards:
            self.card(key, card, "")

    def card(self, key: str, card: str, more: str) -> None:
        _, wrong = parse(card, self.ruleset.kinds)
        if wrong:
            self.lines.append(f"{key}: {wrong}{more}")

    def seat(self, key: str, seat: int) -> bool:
        last = len(self.scenario.seat) - 1
        if 0 <= seat <= last:
            return True
        self.lines.append(f"{key}: found {seat}; allowed: a seat, 0 to {last}")
        return False

    def seat_key(self, key: str, seat: str) -> bool:
        if seat.isascii() and seat.isdigit():
            return self.seat(key, int(seat))
        self.lines.append(f"{key}: found {seat!r}; allowed: a seat, 0 to {len(self.scenario.seat) - 1}")
        return False
