"""What a request asks and offers, in the words of the ruleset: how steps and messages see the machine."""

from typing import Any, NamedTuple

import numpy as np

from sim.core.codes import Ask, Choice, Do, Frame, Opt
from sim.core.layout import NO_CARD, SLOTS
from sim.core.stack import CARD_ROW
from sim.scenario.cards import RANKS, SUITS, Card, label

DYING = "dying"
PLAY = "play"
DISCARD = "discard"  # the discard phase asks

REFUSALS = ("take_damage", "lose_hp", "let_draw", "heal", "refuse", "keep")  # a price that is not paid


class Names:
    """Ids of a ruleset by the integers of the record."""

    def __init__(self, ruleset: Any, rules: Any) -> None:
        self.ruleset = ruleset
        self.rules = rules
        self.kinds: list[str] = list(ruleset.kinds)
        self.bundles: list[str] = list(ruleset.bundles)
        self.heroes: list[str] = list(ruleset.heroes)

    def card(self, card: int) -> Card:
        """Return kind, suit letter and rank label of a card of the table."""
        rules = self.rules
        return (
            self.kinds[int(rules.card_kind[card])],
            SUITS[int(rules.card_suit[card])],
            RANKS[int(rules.card_rank[card]) - 1],
        )

    def label(self, card: int) -> str:
        """Return a card's name, ``slash@S7``."""
        return label(self.card(card))

    def cards(self, words: Any) -> list[Card]:
        """Return the cards of a card set, in the deck's order."""
        return [self.card(card) for card in members(words)]

    def bundle(self, row: int) -> str:
        """Return the id of the card, skill or grant a row belongs to; nothing for -1."""
        return self.bundles[int(self.rules.row[row].bundle)] if row >= 0 else ""

    def kind(self, kind: int) -> str:
        """Return the id of a card kind; nothing for -1."""
        return self.kinds[kind] if kind >= 0 else ""


def members(words: Any) -> list[int]:
    """Return the card ids of a card set."""
    bits = np.unpackbits(np.asarray(words, dtype="<u8").view(np.uint8), bitorder="little")
    return [int(card) for card in np.flatnonzero(bits)]


class Option(NamedTuple):
    """One option of a request; absent parts are empty or -1."""

    index: int
    type: Opt
    card: int  # -1: none
    face: Card | None
    kind: str  # as which kind
    via: str  # bundle whose row turns the card or is run
    seat: int
    word: str  # id of a value
    zone: int  # where the card lies: 0 hand, 1 equipment, 2 judgement zone, 3 elsewhere

    def __str__(self) -> str:
        """Name the option as a file would."""
        if self.type == Opt.CARD and self.face:
            turned = f" as {self.kind} via {self.via}" if self.via and self.kind != self.face[0] else ""
            return label(self.face) + turned
        if self.type == Opt.SEAT:
            return str(self.seat)
        if self.type == Opt.SKILL:
            return f"skill {self.via}"
        if self.type == Opt.HAND:
            return f"hand of {self.seat}"
        return self.word or self.type.name.lower()


class Request(NamedTuple):
    """A decision that a seat has to make."""

    kind: Ask
    seat: int
    owner: int
    by: str  # card, skill or grant whose row asks; empty: the rules
    do: int  # effect of that row, -1
    need: str  # kind of card asked for
    name: str  # what is asked, as `ask` lines and `of` name it
    frame: int
    done: int
    lo: int
    hi: int
    dealt: Card | None  # the card that is being given away
    second: bool  # the second of a pair is chosen
    options: tuple[Option, ...]

    def offers(self, kind: Opt) -> list[Option]:
        """Return the options of one type."""
        return [option for option in self.options if option.type == kind]

    def option(self, index: int) -> Option:
        """Return the option that an index answers with."""
        return next(option for option in self.options if option.index == index)

    @property
    def refusal(self) -> Option | None:
        """Return the option to pass, to be done or to say no, if there is one."""
        return next((option for option in self.options if option.type == Opt.PASS), None)

    def called(self, name: str) -> bool:
        """Tell whether this is what is meant by ``of = name``."""
        return name in (self.name, self.need, self.by)

    def __str__(self) -> str:
        """Say who was asked what, and what was on offer."""
        offered = ", ".join(str(option) for option in self.options[:12])
        more = ", ..." if len(self.options) > 12 else ""
        what = f"{self.name} ({self.kind.name.lower()})" if self.kind != Ask.PLAY else self.name
        return f"seat {self.seat} was asked {what}: {offered}{more}"


def request(g: Any, names: Names, pile: list[int]) -> Request:
    """Read the request in a game's record; cards out of the pile are listed in its order."""
    q = g.req
    row, kind = int(q.row), Ask(int(q.kind))
    if kind == Ask.RESPOND and row < 0:
        row = _wanted_by(g, int(q.frame))
    by, need = names.bundle(row), names.kind(int(q.need))
    options = tuple(_option(i, q.option[i], g, names) for i in range(int(q.n)))
    if kind == Ask.ARRANGE:
        options = tuple(sorted(options, key=lambda o: pile.index(o.card) if o.card in pile else -1))
    do = int(names.rules.row[row].do) if row >= 0 else -1
    dealt = names.cards(q.picked)
    return Request(
        kind, int(q.seat), int(q.owner), by, do, need, _name(g, kind, by, need), int(q.frame), int(q.done),
        int(q.lo), int(q.hi), dealt[0] if len(dealt) == 1 else None,
        kind == Ask.TARGET and _is_second(g, int(q.frame)), options,
    )  # fmt: skip


def _wanted_by(g: Any, frame: int) -> int:
    """Return the row of the skill, or of the strike, that wants a card; -1 if a card or the rules do."""
    need, below = g.stack[frame], g.stack[frame - 1]
    if int(need.kind) != Frame.NEED:
        return -1
    if int(need.row) >= 0:
        return int(need.row)
    return int(below.row) if int(below.kind) == Frame.ABILITY and not int(below.marks) & CARD_ROW else -1


def _is_second(g: Any, frame: int) -> bool:
    """Tell whether a choice of seats is for the second of two, the first being settled."""
    pick, below = g.stack[frame], g.stack[frame - 1]
    if int(below.kind) == Frame.USE:
        return int(pick.named) == 1
    return int(below.kind) == Frame.ABILITY and int(below.first) >= 0


def _name(g: Any, kind: Ask, by: str, need: str) -> str:
    if kind == Ask.PLAY:
        return PLAY
    if kind == Ask.RESPOND:
        return DYING if int(g.stack[int(g.req.frame)].kind) in (Frame.DYING, Frame.RESCUE) else need or by
    return by or DISCARD


def _option(index: int, o: Any, g: Any, names: Names) -> Option:
    kind = Opt(int(o.type))
    card = int(o.card) if int(o.card) not in (NO_CARD, -1) else -1
    seat = int(o.seat)
    word = Choice(int(o.value)).name.lower() if kind == Opt.VALUE else ""
    face = names.card(card) if card >= 0 else None
    made, via = names.kind(int(o.kind)), names.bundle(int(o.row))
    return Option(index, kind, card, face, made, via, seat, word, _zone(g, seat, card))


def _zone(g: Any, seat: int, card: int) -> int:
    if seat < 0 or card < 0:
        return 3 if card >= 0 else 0
    s = g.seat[seat]
    if card in members(s.hand):
        return 0
    if card in [int(s.equip[slot]) for slot in range(SLOTS)]:
        return 1
    return 2 if card in [int(s.judge_card[k]) for k in range(int(s.n_judge))] else 3


def default(req: Request) -> int:
    """Return the option of a request that no step answers: declined, ended, or the first legal one."""
    cards = sorted((o for o in req.options if o.type in (Opt.CARD, Opt.HAND)), key=lambda o: (o.zone, o.card))
    if req.kind == Ask.ARRANGE:
        return next((o.index for o in req.options if o.type == Opt.CARD), 0)
    if req.refusal:
        return req.refusal.index
    if req.do == Do.DEAL_OUT and req.kind == Ask.TARGET:  # cards that nobody is given stay
        return next((o.index for o in req.options if o.seat == req.owner), 0)
    if cards and req.kind == Ask.CARD:
        return cards[0].index
    return next((o.index for o in req.options if o.word in REFUSALS), 0)
