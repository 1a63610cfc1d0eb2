"""One row of a bundle, as written in TOML, flattened to the integers of ``layout.ROW``."""

from collections.abc import Callable, Mapping
from enum import IntEnum
from typing import Any

from sim.core.codes import (
    ANY_OF,
    By,
    Do,
    Flag,
    Limit,
    Naming,
    Phase,
    Suit,
    To,
    Until,
    Val,
    When,
    Who,
    Zone,
)
from sim.rules.filters import card_filter, price
from sim.rules.words import (
    Lexicon,
    WordError,
    amount,
    choices,
    condition,
    number,
    operand,
    pick,
    played,
    zones,
)

Row = Mapping[str, Any]
Flat = dict[str, int]
Problem = tuple[str, WordError]  # key inside the row, what is wrong with it

WHEN = choices(When, (When.NEVER, When.VALUE))
SEQUELS = (When.THEN, When.OR, When.ELSE)
WHO, BY, TO = choices(Who), choices(By), choices(To)
DO = choices(Do, (Do.NOTHING,)) | {"nothing": Do.NOTHING}  # listed last
VALUES = choices(Val)
NAMING = choices(Naming, (Naming.NOTHING,))
UNTIL = choices(Until, (Until.EVER,))
SUITS = {name: suit for name, suit in choices(Suit).items() if suit <= Suit.DIAMOND}
FLAGS = {"must": Flag.MUST, "may": Flag.MAY, "each": Flag.EACH, "sure": Flag.SURE, "set": Flag.SET}
NEEDS_ZONES = (Do.DISCARD, Do.TAKE, Do.GAIN, Do.DEAL_OUT)
HAND_BY_DEFAULT = (Do.GIVE, Do.REVEAL, Do.PUT_BACK, Do.STASH, Do.CONTEST)
INHERITED = ("who", "on", "if", "by", "limit")  # what an `or` row takes over from the head


class _Reader:
    """Reads the keys of one row, keeping every problem instead of stopping at the first."""

    def __init__(self, row: Row, lex: Lexicon, problems: list[Problem]) -> None:
        self.row, self.lex, self.problems = row, lex, problems

    def __call__(self, key: str, read: Callable[[Any], Any], default: Any) -> Any:
        """Read a key with a function; absent or unreadable: the default."""
        if self.row.get(key) is None:
            return default
        try:
            return read(self.row[key])
        except WordError as wrong:
            self.problems.append((key, wrong))
            return default

    def word(self, key: str, table: Mapping[str, IntEnum], default: int) -> int:
        """Read a word of a closed list, refusing those the core does not play yet."""

        def read(word: Any) -> int:
            pick(word, table)
            return played(table, word)

        return self(key, read, default)


def flatten(row: Row, lex: Lexicon, problems: list[Problem], head: Row | None = None) -> Flat:
    """Flatten one row; ``head`` is the first row of its ability if it is a sequel.

    Fields that the compiler fills in (bundle, ability, index, more, family) are left out. Problems are added
    to the list, one for each key that cannot be read.
    """
    read = _Reader(row, lex, problems)
    flat: Flat = {"as_": -1, "marks": 0, "cap": -1}
    _timing(read, flat, head)
    if flat["when"] == When.OR and head is not None:
        row = {key: head[key] for key in INHERITED if key in head} | dict(row)
        read = _Reader(row, lex, problems)
    _event(read, flat)
    _prices(read, flat)
    _targets(read, flat)
    _effect(read, flat)
    return flat


def _timing(read: _Reader, flat: Flat, head: Row | None) -> None:
    row = read.row
    flat["when"], flat["do"] = int(When.NEVER), int(Do.NOTHING)
    if (row.get("when") is None) == (row.get("value") is None):
        read.problems.append(("when", WordError(row.get("when"), "either 'when' or 'value', not both")))
        return
    if row.get("value") is not None:
        flat["when"] = int(When.VALUE)
        flat["as_"] = read.word("value", VALUES, 0)
        if row.get("do") is not None:
            read.problems.append(("do", WordError(row["do"], "no effect beside 'value'")))
        return
    flat["when"] = read.word("when", WHEN, 0)
    if flat["when"] in SEQUELS and head is None:
        read.problems.append(("when", WordError(row["when"], "a first row that is no sequel")))
    if flat["when"] != When.VIEW_AS:
        flat["do"] = read.word("do", DO, 0)
        if row.get("do") is None:
            read.problems.append(("do", WordError(None, DO)))


def _event(read: _Reader, flat: Flat) -> None:
    flat["who"] = read.word("who", WHO, int(Who.ME))
    flat["on"] = read("on", lambda text: card_filter(text, read.lex), 0)
    _conditions(read, flat, "if", "c")
    flat["by"] = read.word("by", BY, int(By.ME))
    flat["limit"], flat["limit_n"] = read("limit", _limit, (0, 0))
    flat["naming"] = read.word("naming", NAMING, 0)


def _conditions(read: _Reader, flat: Flat, key: str, prefix: str) -> None:
    def both(texts: Any) -> list[tuple[int, int, int]]:
        texts = [texts] if isinstance(texts, str) else texts
        if not isinstance(texts, list) or len(texts) > 2:
            raise WordError(texts, "a list of one or two conditions")
        return [condition(text, read.lex) for text in texts]

    found = read(key, both, [])
    for i in (1, 2):
        left, op, right = found[i - 1] if i <= len(found) else (0, 0, 0)
        flat[f"{prefix}{i}l"], flat[f"{prefix}{i}o"], flat[f"{prefix}{i}r"] = left, op, right


def _limit(text: Any) -> tuple[int, int]:
    parts = text.split() if isinstance(text, str) else []
    if parts == ["attack"]:
        return int(Limit.ATTACK), 1
    times = number(parts[1]) if len(parts) == 2 else None
    if times is None or times < 1:
        raise WordError(text, ["turn 1", "game 1", "attack"])
    return pick(parts[0], {"turn": Limit.TURN, "game": Limit.GAME}), times


def _prices(read: _Reader, flat: Flat) -> None:
    none = (0, (0, 0, 0, False), 0, 0)
    for key, verb, short in (("cost", "cost", "cost"), ("unless", "unless", "un")):
        code, (left, op, right, plus), where, cards = read(key, lambda text: price(text, read.lex), none)
        flat[verb] = code
        flat[f"{short}_l"], flat[f"{short}_o"], flat[f"{short}_r"] = left, op, right
        flat[f"{short}_zones"], flat[f"{short}_filter"] = where, cards
        if plus and key == "unless":
            read.problems.append((key, WordError(read.row[key], "an exact number")))
        if plus:
            flat["marks"] |= Flag.COST_PLUS


def _targets(read: _Reader, flat: Flat) -> None:
    flat["to"] = read.word("to", TO, int(To.ME))
    flat["lo"], flat["hi"] = read("count", lambda pair: _count(pair, read.lex), (1, 1))
    _conditions(read, flat, "where", "w")


def _count(pair: Any, lex: Lexicon) -> tuple[int, int]:
    low, high = pair if isinstance(pair, list) and len(pair) == 2 else (pair, pair)
    first, last = number(low), operand(high, lex)
    if first is None or not 0 <= first <= last:
        raise WordError(pair, "[lowest, highest]")
    return first, last


def _effect(read: _Reader, flat: Flat) -> None:
    lex = read.lex
    flat["n_l"], flat["n_o"], flat["n_r"], plus = read("n", lambda n: amount(n, lex), (1, 0, 0, False))
    flat["cap"] = read("cap", lambda cap: operand(cap, lex), -1)
    flat["zones"] = read("from", zones, _default_zones(flat))
    if flat["do"] in NEEDS_ZONES and read.row.get("from") is None:
        read.problems.append(("from", WordError(None, choices(Zone))))
    flat["cards"] = read("cards", lambda text: card_filter(text, lex), 0)
    flat["until"] = read.word("until", UNTIL, int(Until.EVER))
    if plus:
        flat["marks"] |= Flag.PLUS
    for key, flag in FLAGS.items():
        if read.row.get(key):
            flat["marks"] |= flag
    if read("pick", lambda word: pick(word, {"them": 1}), 0):
        flat["marks"] |= Flag.THEM_PICK
    _parameter(read, flat)


def _default_zones(flat: Flat) -> int:
    from_hand = flat["when"] == When.VIEW_AS or flat["do"] in HAND_BY_DEFAULT
    return int(Zone.HAND) if from_hand else 0


def _parameter(read: _Reader, flat: Flat) -> None:
    """Read ``as``, whose meaning depends on the effect."""
    lex, do = read.lex, flat["do"]
    kinds = {kind: i for i, kind in enumerate(lex.kinds)}
    given = read.row.get("as")
    if flat["when"] == When.VALUE:
        if flat["as_"] == Val.SUIT:  # `lo` holds the suit that is read instead
            flat["lo"] = read("as", lambda word: pick(word, SUITS), 0)
        elif given is not None:
            read.problems.append(("as", WordError(given, "nothing beside this value")))
        return
    if flat["when"] == When.VIEW_AS:
        flat["as_"] = read("as", lambda word: _made(word, lex, kinds, flat), -1)
    elif do == Do.USE:
        flat["as_"] = read("as", lambda word: _used(word, lex, kinds), -1)
    elif do == Do.ANSWER:
        flat["as_"] = read("as", lambda word: pick(word, kinds), -1)
    elif do == Do.GRANT:
        grants = {name: lex.bundles.index(name) for name in lex.grants}
        flat["as_"] = read("as", lambda word: pick(word, grants), -1)
    elif do == Do.SKIP:
        flat["as_"] = read("as", lambda word: pick(word, choices(Phase)), -1)
    elif do == Do.DAMAGE:
        flat["marks"] |= read("as", lambda word: pick(word, {"fire": Flag.FIRE}), 0)
        return
    elif given is not None:
        read.problems.append(("as", WordError(given, "nothing beside this effect")))
        return
    else:
        return
    if given is None:
        read.problems.append(("as", WordError(None, "a card, a grant or a phase, by the effect")))


def _used(word: Any, lex: Lexicon, kinds: Mapping[str, int]) -> int:
    """Return the kind a USE row uses: out of nothing, so none that lies somewhere afterwards."""
    allowed = {kind: i for kind, i in kinds.items() if kind in lex.bodiless}
    if isinstance(word, str) and word in kinds and word not in allowed:
        raise WordError(word, allowed, note=", which lies somewhere afterwards or is not used in the play phase")
    return pick(word, allowed)


def _made(word: Any, lex: Lexicon, kinds: Mapping[str, int], flat: Flat) -> int:
    """Return the kind a VIEW_AS row makes; a class of kinds is stored as a filter."""
    if word == "last":
        flat["marks"] |= Flag.LAST
        return -1
    if isinstance(word, str) and word in kinds:
        return kinds[word]
    return ANY_OF - card_filter(word, lex)
