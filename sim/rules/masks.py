"""The deck in the record: every card, and the card sets by kind and filter."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from sim.core import layout
from sim.core.codes import Suit
from sim.errors import UserError, suggest
from sim.rules.load import Ruleset
from sim.rules.words import RANKS

CardSpec = tuple[str, str, str]  # kind, suit letter, rank


def add_cards(rules: np.recarray, ruleset: Ruleset, cards: Iterable[CardSpec]) -> np.recarray:
    """Return a copy of a compiled record with further cards (kind, suit, rank) behind those of the deck.

    Every mask over cards is made anew. Raises UserError for an unknown kind, suit or rank, or too many cards.
    """
    out = layout.new(layout.RULES)
    out[...] = rules
    record = out[0]
    n = int(record.n_cards)
    before = [_read_card(record, ruleset, card) for card in range(n)]
    fill(record, ruleset, [*before, *cards])
    return out


def fill(rules: Any, ruleset: Ruleset, cards: Sequence[CardSpec]) -> None:
    """Fill the cards, and every mask that is made of them."""
    if len(cards) > layout.MAX_CARDS:
        raise UserError(f"{ruleset.id}: {len(cards)} cards; the core holds {layout.MAX_CARDS}")
    rules.n_cards = len(cards)
    kinds = np.zeros(layout.MAX_CARDS, np.uint8)
    suits, ranks = kinds.copy(), kinds.copy()
    for i, (kind, suit, rank) in enumerate(cards):
        if kind not in ruleset.kinds:
            raise UserError(f"unknown card kind {kind!r} in {ruleset.id}{suggest(kind, ruleset.kinds)}")
        if suit not in list("SHCD") or rank not in RANKS:
            raise UserError(f"unknown card {kind}@{suit}{rank}; suits: S H C D, ranks: {' '.join(RANKS)}")
        kinds[i], suits[i], ranks[i] = ruleset.kinds.index(kind), "SHCD".index(suit), RANKS.index(rank) + 1
    rules.card_kind[:], rules.card_suit[:], rules.card_rank[:] = kinds, suits, ranks
    real = np.arange(layout.MAX_CARDS) < len(cards)
    isa = rules.kind["isa"]
    for i in range(int(rules.n_kinds)):
        rules.kind[i].cards[:] = _words(real & (kinds == i))
    for i in range(int(rules.n_kinds)):
        like = (isa[kinds] >> np.uint64(i) & np.uint64(1)).astype(bool)
        rules.kind[i].counts[:] = _words(real & like)
    rules.trick_cards[:] = _words(real & (rules.kind["trick"][kinds] == 1))
    for to in rules.filter:
        if not to.kinds:  # not in use
            continue
        match = _bits(int(to.kinds), kinds) & _bits(int(to.suits), suits) & _bits(int(to.ranks), ranks)
        to.cards[:] = _words(real & match)


def _bits(mask: int, at: np.ndarray) -> np.ndarray:
    return (np.uint64(mask) >> at.astype(np.uint64) & np.uint64(1)).astype(bool)


def _words(chosen: np.ndarray) -> list[np.uint64]:
    """Pack a mask over cards into 64-bit words, card 0 in the lowest bit."""
    whole = sum(1 << int(card) for card in np.flatnonzero(chosen))
    return [np.uint64(whole >> 64 * word & (1 << 64) - 1) for word in range(layout.WORDS)]


def _read_card(rules: Any, ruleset: Ruleset, card: int) -> CardSpec:
    suit, rank = int(rules.card_suit[card]), int(rules.card_rank[card])
    return ruleset.kinds[int(rules.card_kind[card])], Suit(suit).name[0], RANKS[rank - 1]
