"""How numba's modules are put together here: a rule's stays bare, a root's takes in all that it reaches.

This is the one file that builds on numba's inner workings of linking and lowering.
"""

from collections.abc import Callable
from typing import Any, Protocol

from numba.core import types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.dispatcher import _FunctionCompiler
from numba.np import arrayobj

RULE_TAG = "B4rule"  # in the symbol of every rule


class HasModule(Protocol):
    """A rule, as far as linking is concerned."""

    def module(self) -> "RuleLibrary":
        """Return the rule's module, compiled if need be."""


class RuleLibrary(JITCodeLibrary):
    """The module of one rule; not made into machine code."""

    def finalize(self) -> None:
        """Close it."""
        self._raise_if_finalized()
        self._finalized = True


class Promise:
    """What the caller of a rule links: the rule's module, whenever it is there."""

    def __init__(self, rule: HasModule) -> None:
        self.rule = rule

    def _ensure_finalized(self) -> None:
        pass


class RootLibrary(JITCodeLibrary):
    """The module of a root and of every rule it reaches."""

    def finalize(self) -> None:
        """Link what it reaches, optimise, make machine code."""
        reached: dict[Any, None] = {}
        todo = list(self._linking_libraries)
        while todo:
            library = todo.pop()
            if isinstance(library, Promise):
                library = library.rule.module()
            if library not in reached:
                reached[library] = None
                if isinstance(library, RuleLibrary):
                    todo += library._linking_libraries
        self._linking_libraries = list(reached)
        super().finalize()

    def _optimize_final_module(self) -> None:
        for function in self._final_module.functions:  # of no use to others: LLVM may inline and drop them
            if not function.is_declaration and RULE_TAG in function.name:
                function.linkage = "internal"
        super()._optimize_final_module()

    def _verify_declare_only_symbols(self) -> None:
        super()._verify_declare_only_symbols()
        for function in self._final_module.functions:  # LLVM would end the process that loads this
            if function.is_declaration and RULE_TAG in function.name:
                raise AssertionError(f"{self.name} calls {function.name}, which was not linked")


class RootPipeline(Compiler):
    """numba's way from function to library, for roots."""

    library = RootLibrary

    def compile_extra(self, func: Callable) -> Any:
        """Compile a function into a library of this kind."""
        made = self.library(self.state.targetctx.codegen(), func.__qualname__)
        made.enable_object_caching()
        self.state.library = made
        return super().compile_extra(func)


class RulePipeline(RootPipeline):
    """The same for rules, whose symbols are known beforehand."""

    library = RuleLibrary
    mangler: Callable  # set by the rule

    def compile_extra(self, func: Callable) -> Any:
        """Compile a function under the symbol that its callers know."""
        self.state.targetctx.mangler = self.mangler
        return super().compile_extra(func)


class ToModule(_FunctionCompiler):
    """Stops before machine code."""

    def _customize_flags(self, flags: Any) -> Any:
        flags.no_compile = True
        return flags


_fix_integer_index = arrayobj.fix_integer_index


def _index_as_it_is(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
    """Index from the start only: no rule counts from the end, and looking for that costs a tenth of the time.

    A checked run reports a negative index; elsewhere numba does as ever.
    """
    if isinstance(context.active_code_library, RuleLibrary | RootLibrary) and kind.signed:
        return context.cast(builder, index, kind, types.intp)
    return _fix_integer_index(context, builder, kind, index, size)


arrayobj.fix_integer_index = _index_as_it_is
