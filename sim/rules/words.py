"""The words inside a row: operands, conditions, amounts, prices, zones and card filters as integers.

Every closed list comes from ``sim.core.codes``; what is written here is only how words are put together.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum

from sim.core.codes import (
    ANY_EQUIP,
    EQUIP,
    HORSE,
    QTY,
    THEIR,
    Do,
    Op,
    Price,
    Qty,
    Relation,
    Suit,
    To,
    Val,
    When,
    Zone,
)
from sim.errors import suggest

# Words that have a meaning but no code in the core yet; a row that uses one is refused.
UNPLAYED: dict[type[IntEnum], frozenset[IntEnum]] = {
    When: frozenset(),
    Do: frozenset(),
    Val: frozenset(),
    To: frozenset(),
    Price: frozenset(),
}

BIGGEST = 999  # numbers written in a row; larger ones would be read as quantities
ALL_KINDS = (1 << 64) - 1
ALL_SUITS = (1 << len(Suit)) - 1
ALL_RANKS = (1 << 14) - 1  # bit 0: no rank, as of a card made of several
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
ANY_FILTER = (ALL_KINDS, ALL_SUITS, ALL_RANKS, int(Relation.NONE))

COMPARE = {"==": Op.EQ, "!=": Op.NE, "<": Op.LT, "<=": Op.LE, ">": Op.GT, ">=": Op.GE}
ARITHMETIC = {"-": Op.MINUS, "div": Op.DIV, "divup": Op.DIVUP}
ZONES = {zone.name.lower(): int(zone) for zone in Zone} | {
    "equip": EQUIP,
    "horse": HORSE,
    "any_equip": ANY_EQUIP,
}


class WordError(Exception):
    """A word of a row that cannot be read: what was found, and what is allowed there."""

    def __init__(self, found: object, allowed: Iterable[object] | str, note: str = "") -> None:
        hint = ""
        if not isinstance(allowed, str):
            words = [str(word) for word in allowed]
            allowed, hint = " ".join(words), "" if note else suggest(found, words)
        said = "nothing" if found is None else f"{found!r}{note}"
        super().__init__(f"found {said}; allowed: {allowed}{hint}")


def choices(enum: type[IntEnum], without: Iterable[IntEnum] = ()) -> dict[str, IntEnum]:
    """Return the lower-case words of an enum with their members."""
    left_out = {int(member) for member in without}
    return {member.name.lower(): member for member in enum if int(member) not in left_out}


def played(table: Mapping[str, IntEnum], word: str) -> int:
    """Return the code of a known word, refusing those that the core does not play yet."""
    if table[word] in UNPLAYED.get(type(table[word]), ()):
        done = [name for name, member in table.items() if member not in UNPLAYED[type(member)]]
        raise WordError(word, done, note=", a known word that cannot be played yet")
    return int(table[word])


QUANTITIES = choices(Qty)


@dataclass
class Lexicon:
    """What the words of one ruleset refer to, and the card filters met so far (0 matches everything)."""

    kinds: list[str]
    classes: Mapping[str, int]  # kind -> Class
    isa: Mapping[str, set[str]]  # kind -> kinds it counts as, itself among them
    area: set[str]  # instants aimed at all, or all others
    bodiless: set[str]  # what can be used out of nothing: neither equipment nor delayed, used in the play phase
    bundles: list[str]
    grants: list[str]
    factions: list[str]
    filters: list[tuple[int, int, int, int]] = field(default_factory=lambda: [ANY_FILTER])

    def filter_id(self, cards: tuple[int, int, int, int]) -> int:
        """Return the number of a filter, adding it if it is new."""
        if cards not in self.filters:
            self.filters.append(cards)
        return self.filters.index(cards)

    def kind_mask(self, kind: str) -> int:
        """Return a bit per kind that counts as the given one."""
        return sum(1 << i for i, other in enumerate(self.kinds) if kind in self.isa[other])

    def class_mask(self, classes: Iterable[int]) -> int:
        """Return a bit per kind of some classes."""
        wanted = set(classes)
        return sum(1 << i for i, kind in enumerate(self.kinds) if self.classes[kind] in wanted)


def pick(word: object, table: Mapping[str, int]) -> int:
    """Look a word up in a closed list."""
    if not isinstance(word, str) or word not in table:
        raise WordError(word, table)
    return int(table[word])


def number(word: object) -> int | None:
    """Return the number a word stands for, or None."""
    if isinstance(word, bool):
        return None
    if isinstance(word, str):
        digits = word.removeprefix("-")
        if not (digits.isascii() and digits.isdigit()):
            return None
        word = int(word)
    if not isinstance(word, int):
        return None
    if abs(word) > BIGGEST:
        raise WordError(word, f"numbers from -{BIGGEST} to {BIGGEST}")
    return word


def operand(word: object, lex: Lexicon) -> int:
    """Read a number, a quantity, ``their_`` and a quantity of a seat, or a faction."""
    value = number(word)
    if value is not None:
        return value
    if isinstance(word, str):
        if word in QUANTITIES:
            return QTY + QUANTITIES[word]
        theirs = word.removeprefix("their_")
        if theirs != word and theirs in QUANTITIES and QUANTITIES[theirs] <= Qty.FACTION:
            return QTY + THEIR + QUANTITIES[theirs]
        if word in lex.factions:
            return lex.factions.index(word)
    seat = [f"their_{name}" for name, code in QUANTITIES.items() if code <= Qty.FACTION]
    raise WordError(word, ["NUMBER", *QUANTITIES, *seat, *lex.factions])


def condition(text: object, lex: Lexicon) -> tuple[int, int, int]:
    """Read ``LEFT OP RIGHT``, ``q`` or ``!q``."""
    parts = text.split() if isinstance(text, str) else []
    if len(parts) == 1:
        word = parts[0].removeprefix("!")
        return operand(word, lex), int(Op.EQ if word != parts[0] else Op.NE), 0
    if len(parts) == 3:
        return operand(parts[0], lex), pick(parts[1], COMPARE), operand(parts[2], lex)
    raise WordError(text, f"'LEFT OP RIGHT' with {' '.join(COMPARE)}, 'q' or '!q'")


def amount(text: object, lex: Lexicon) -> tuple[int, int, int, bool]:
    """Read ``n``, ``q``, ``LEFT OP RIGHT`` or ``n+`` (that many or more: the last item is true)."""
    parts = str(text).split() if isinstance(text, (str, int)) and not isinstance(text, bool) else []
    if len(parts) == 1:
        word = parts[0].removesuffix("+")
        return operand(word, lex), 0, 0, word != parts[0]
    if len(parts) == 3:
        return operand(parts[0], lex), pick(parts[1], ARITHMETIC), operand(parts[2], lex), False
    raise WordError(text, f"'n', 'n+', a quantity, or 'LEFT OP RIGHT' with {' '.join(ARITHMETIC)}")


def zones(text: object) -> int:
    """Read zones joined by ``|`` as a mask."""
    if not isinstance(text, str):
        raise WordError(text, ZONES)
    mask = 0
    for word in text.split("|"):
        mask |= pick(word, ZONES)
    return mask
