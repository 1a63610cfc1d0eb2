"""Functions and records by their address: how a bot reaches what is compiled elsewhere, or lies beside its record.

The address of a function or an array is a number that Python writes into a record; where numba is switched off
the same number leads to the same thing. Whoever hands out an address keeps what lies there alive.
"""

import ctypes
from collections.abc import Callable
from typing import Any

import numpy as np
from numba import config, types
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np import arrayobj

from sim.core import layout
from sim.core.dispatch import Root
from sim.core.jit import DECIDE, B, G, R, array, int64

GS, RS, BS = array(G), array(R), array(B)
ADVANCE = types.FunctionType(int64(GS, RS, int64))
BOT = types.FunctionType(DECIDE)
_PLAIN: dict[int, Callable] = {}  # functions by address, where numba is switched off


def function_address(function: Any) -> int:
    """Return the address of a root, compiled if need be (of a plain function: a number that stands for it)."""
    if isinstance(function, Root):
        function.compile()
        made = function.overloads[function.own.args]
        return made.library.get_pointer_to_function(made.fndesc.llvm_func_name)
    _PLAIN[id(function)] = function
    return id(function)


if config.DISABLE_JIT:

    def _plain_array(dtype: np.dtype, n: int) -> Callable[[int], np.recarray]:
        def at(address: int) -> np.recarray:
            memory = (ctypes.c_char * (n * dtype.itemsize)).from_address(int(address))
            return np.frombuffer(memory, dtype).view(np.recarray)

        return at

    def _plain_function(address: int) -> Callable:
        return _PLAIN[int(address)]

    def address_of(record):
        """Return where a record lies."""
        return np.uint64(record.__array_interface__["data"][0])

    game_at, rules_at = _plain_array(layout.GAME, 1), _plain_array(layout.RULES, 1)
    minds_at = _plain_array(layout.BOT, layout.MAX_SEATS)
    advance_by = bot_by = _plain_function

else:

    def _compiled_array(kind: types.Array, n: int) -> Callable:
        @intrinsic
        def at(typingctx, address):
            def codegen(context, builder, signature, args):
                made = arrayobj.make_array(kind)(context, builder)
                data = builder.inttoptr(args[0], made.data.type)
                size = context.get_constant(types.intp, kind.dtype.size)
                length = context.get_constant(types.intp, n)
                arrayobj.populate_array(made, data=data, shape=[length], strides=[size], itemsize=size, meminfo=None)
                return made._getvalue()

            return kind(types.uint64), codegen

        return at

    def _compiled_function(kind: types.FunctionType) -> Callable:
        @intrinsic
        def by(typingctx, address):
            def codegen(context, builder, signature, args):
                made = cgutils.create_struct_proxy(kind)(context, builder)
                made.jit_addr = builder.inttoptr(args[0], made.jit_addr.type)
                return made._getvalue()

            return kind(types.uint64), codegen

        return by

    @intrinsic
    def address_of(typingctx, record):
        """Return where a record lies."""

        def codegen(context, builder, signature, args):
            return builder.ptrtoint(args[0], context.get_value_type(types.uint64))

        return types.uint64(record), codegen

    game_at, rules_at = _compiled_array(GS, 1), _compiled_array(RS, 1)
    minds_at = _compiled_array(BS, layout.MAX_SEATS)
    advance_by, bot_by = _compiled_function(ADVANCE), _compiled_function(BOT)
