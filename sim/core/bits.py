"""Card sets: a few u64 words, a bit a card. Order within a set has no meaning, so no rule can depend on it."""

import numpy as np
from llvmlite import ir
from numba import config, types
from numba.extending import intrinsic

from sim.core.jit import CARDS, int64, rule, uint64, void
from sim.core.layout import NO_CARD, WORDS

ONE = np.uint64(1)
ZERO = np.uint64(0)

if config.DISABLE_JIT:

    def ones(word):
        """Return how many bits of a word are set."""
        return int(word).bit_count()

    def lowest(word):
        """Return the index of the lowest set bit of a word that is not zero."""
        word = int(word)
        return (word & -word).bit_length() - 1

else:

    @intrinsic
    def ones(typingctx, word):
        """Return how many bits of a word are set."""

        def codegen(context, builder, signature, args):
            return builder.ctpop(args[0])

        return types.int64(types.uint64), codegen

    @intrinsic
    def lowest(typingctx, word):
        """Return the index of the lowest set bit of a word that is not zero."""

        def codegen(context, builder, signature, args):
            return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

        return types.int64(types.uint64), codegen


@rule(int64, CARDS, int64)
def has(cards, card):
    """Return 1 if the set holds the card."""
    return int((cards[card >> 6] >> np.uint64(card & 63)) & ONE)


@rule(void, CARDS, int64)
def add(cards, card):
    """Put a card into a set."""
    cards[card >> 6] |= ONE << np.uint64(card & 63)


@rule(void, CARDS, int64)
def drop(cards, card):
    """Take a card out of a set."""
    cards[card >> 6] &= ~(ONE << np.uint64(card & 63))


@rule(void, CARDS)
def clear(cards):
    """Empty a set."""
    for k in range(WORDS):
        cards[k] = ZERO


@rule(int64, CARDS)
def count(cards):
    """Return the size of a set."""
    n = 0
    for k in range(WORDS):
        n += ones(cards[k])
    return n


@rule(int64, CARDS, CARDS)
def common(cards, others):
    """Return how many cards two sets share."""
    n = 0
    for k in range(WORDS):
        n += ones(cards[k] & others[k])
    return n


@rule(int64, CARDS, CARDS)
def meets(cards, others):
    """Return 1 if two sets share a card."""
    m = ZERO
    for k in range(WORDS):
        m |= cards[k] & others[k]
    return int(m != ZERO)


@rule(int64, CARDS)
def first(cards):
    """Return the lowest card of a set, NO_CARD if it is empty."""
    for k in range(WORDS):
        if cards[k] != ZERO:
            return 64 * k + lowest(cards[k])
    return NO_CARD


@rule(int64, CARDS, int64)
def nth(cards, index):
    """Return the card at an index (from 0) of a set in the deck's order, NO_CARD past its end."""
    left = index
    for k in range(WORDS):
        m = cards[k]
        size = ones(m)
        if left >= size:
            left -= size
            continue
        while left > 0:
            m &= m - ONE
            left -= 1
        return 64 * k + lowest(m)
    return NO_CARD


@rule(int64, uint64, int64)
def bit(mask, index):
    """Return bit ``index`` of a mask; index -1 has none."""
    if index < 0:
        return 0
    return int((mask >> np.uint64(index)) & ONE)


@rule(int64, int64)
def lowest_bit(mask):
    """Return the index of the lowest set bit of a seat mask, -1 if it is empty."""
    for i in range(16):
        if (mask >> i) & 1:
            return i
    return -1
