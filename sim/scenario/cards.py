"""How scenario files name cards: ``kind@SR``, a kind alone, or ``any``."""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sim.errors import suggest

SUITS = "SHCD"
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
ANY = "any"
HIDDEN = "hand"  # in a choice: a card unseen, from a hand

FORM = re.compile(r"(?P<kind>[a-z][a-z0-9_]*)(?:@(?P<face>.*))?")

Card = tuple[str, str, str]  # kind, suit letter, rank label


class Pattern(NamedTuple):
    """What a file says of a card; empty parts match anything."""

    kind: str = ""
    suit: str = ""
    rank: str = ""
    hidden: bool = False

    def fits(self, card: Card) -> bool:
        """Tell whether a card is one of those meant."""
        if self.hidden:
            return False
        return all(not said or said == found for said, found in zip(self[:3], card, strict=True))

    @property
    def width(self) -> int:
        """Tell how much is left open: 0 one face, 1 any copy of a kind, 2 any card."""
        return 0 if self.suit else 1 if self.kind else 2

    def __str__(self) -> str:
        """Write the pattern as a file does."""
        if self.hidden:
            return HIDDEN
        return f"{self.kind or ANY}@{self.suit}{self.rank}" if self.suit else self.kind or ANY


def label(card: Card) -> str:
    """Return a card's name, ``slash@S7``."""
    return f"{card[0]}@{card[1]}{card[2]}"


def parse(text: str, kinds: Iterable[str]) -> tuple[Pattern, str]:
    """Read a card's name; return it and, if it is none, what is wrong."""
    if text == ANY:
        return Pattern(), ""
    found = FORM.fullmatch(text)
    kinds = list(kinds)
    if not found or found["kind"] not in kinds:
        kind = found["kind"] if found else text
        near = suggest(kind, kinds)
        return Pattern(), f"{text!r} names no card; a card is KIND@SR, a kind of the ruleset or 'any'{near}"
    face = found["face"]
    if face is None:
        return Pattern(found["kind"]), ""
    if face[:1] not in tuple(SUITS) or face[1:] not in RANKS:
        return Pattern(), f"{text!r} is no card: after @ stand a suit (S H C D) and a rank (A 2-10 J Q K)"
    return Pattern(found["kind"], face[0], face[1:]), ""


def pattern(text: str) -> Pattern:
    """Read the name of a card that was checked before; ``hand`` is a card unseen."""
    if text == HIDDEN:
        return Pattern(hidden=True)
    if text == ANY:
        return Pattern()
    kind, _, face = text.partition("@")
    return Pattern(kind, face[:1], face[1:])


def same(patterns: Sequence[Pattern], cards: Sequence[Card]) -> bool:
    """Tell whether patterns and cards match one to one."""
    return len(patterns) == len(cards) and among(patterns, cards)


def among(patterns: Sequence[Pattern], cards: Sequence[Card]) -> bool:
    """Tell whether each pattern has a card of its own; the narrowest take theirs first."""
    left = list(cards)
    for each in sorted(patterns, key=lambda p: p.width):
        card = next((card for card in left if each.fits(card)), None)
        if card is None:
            return False
        left.remove(card)
    return True
