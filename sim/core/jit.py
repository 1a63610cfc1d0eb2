"""The decorators of all jitted functions, and the types their signatures name.

``@rule(result, *arguments)`` for what jitted code calls, ``@entry(result, *arguments)`` for what Python
calls, ``@bot`` for what decides. None compiles anything before it is needed. With ``NUMBA_DISABLE_JIT=1`` they
leave the function as it is.
"""

from collections.abc import Callable
from typing import Any

import numba
from numba import types

from sim.core import layout
from sim.core.dispatch import Root, Rule

types.Record.__repr__ = lambda self: f"Record({self.size} bytes)"  # numba lists all fields, in every message

G = numba.typeof(layout.new(layout.GAME)[0])
R = numba.typeof(layout.new(layout.RULES)[0])
B = numba.typeof(layout.new(layout.BOT)[0])
ROW = numba.typeof(layout.new(layout.RULES)[0].row[0])
int64, uint64, void, float64 = types.int64, types.uint64, types.void, types.float64
CARDS = types.NestedArray(dtype=types.uint64, shape=(layout.WORDS,))  # a card set inside a record

DECIDE = int64(G, R, B, int64)  # what a bot is: game, rules, bot, seat -> index of an option
BOTS = types.UniTuple(types.FunctionType(DECIDE), 8)  # the table of bots an entry point is given


def array(dtype: Any, dimensions: int = 1) -> types.Array:
    """Return the type of an array allocated in Python, of records or numbers."""
    return types.Array(dtype, dimensions, "C")


def rule(*signature: Any) -> Callable[[Callable], Callable]:
    """Make a function of the core: ``@rule(result, *arguments)``.

    The error model of numpy leaves out the checks for division by zero, which no rule needs.
    """
    return _decorator(Rule, signature)


def entry(*signature: Any) -> Callable[[Callable], Callable]:
    """Make a function that Python calls: ``@entry(result, *arguments)``. Other threads run meanwhile."""
    return _decorator(Root, signature, nogil=True)


def bot(function: Callable) -> Callable:
    """Make a bot: a function of game, rules, bot and seat that returns the index of an option."""
    return _decorator(Root, (DECIDE.return_type, *DECIDE.args))(function)


def _decorator(kind: type, signature: tuple, **options: Any) -> Callable[[Callable], Callable]:
    def wrap(function: Callable) -> Callable:
        if numba.config.DISABLE_JIT:
            return function
        return kind(function, signature[0](*signature[1:]), **options)

    return wrap
