"""Jitted functions that compile when they are needed, once each, in whatever order they were written.

A *rule* is called by jitted code only. numba would optimise it, and all it calls, into machine code of its
own that nobody runs, and again for each of its callers. Here a rule stops at its bare LLVM module; the *root*
(what Python calls, or the core through a pointer: entry points, bots) links the modules it reaches and
optimises them together, once. That takes a third of the time and half of the memory, and only roots are kept
on disk.

A function is known by its declared signature before it is compiled. So callers need not wait for it, several
processes can compile at once (``crew``), and literal integers, which numba would give a copy each, convert.
"""

import functools
import inspect
import sys
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import llvmlite.binding
from numba.core import config
from numba.core.caching import FunctionCache
from numba.core.compiler import Compiler
from numba.core.compiler_lock import global_compiler_lock
from numba.core.environment import Environment
from numba.core.errors import NumbaExperimentalFeatureWarning
from numba.core.funcdesc import FunctionDescriptor, default_mangler, qualifying_prefix
from numba.core.registry import CPUDispatcher, cpu_target

from sim.core import cache
from sim.core.linking import Promise, RootPipeline, RuleLibrary, RulePipeline, ToModule

warnings.filterwarnings("ignore", category=NumbaExperimentalFeatureWarning)  # of function pointers

Place = tuple[str, str, int]  # module, name, and which of that name

_NAMES: Counter[tuple[str, str]] = Counter()
RULES: list["Rule"] = []
ROOTS: list["Root"] = []
LISTENERS: list[Callable[["Rule | Root"], None]] = []  # told of each function that gets compiled, not loaded


class _Key:
    """What numba knows a rule by, in the place of the address it has not."""


class _Lazy(CPUDispatcher):
    """What rules and roots share: one signature, compiled when first asked for."""

    def __init__(self, function: Callable, signature: Any, pipeline: type[Compiler], **options: Any) -> None:
        targets = {"nopython": True, "boundscheck": None, "error_model": "numpy", **options}
        super().__init__(py_func=function, targetoptions=targets, pipeline_class=pipeline)
        self.own = signature
        name = function.__module__, function.__qualname__
        self.place: Place = (*name, _NAMES[name])
        _NAMES[name] += 1

    @property
    def ready(self) -> bool:
        """Whether it is compiled, in this process."""
        return self.own.args in self.overloads

    def called(self) -> Iterator["Rule"]:
        """Yield the rules it seems to call, from the names in it."""
        names = self.py_func.__code__.co_names
        found = [self.py_func.__globals__.get(name) for name in names]
        found += [cell.cell_contents for cell in self.py_func.__closure__ or ()]
        modules = [one for one in found if isinstance(one, ModuleType)]
        found += [getattr(module, name, None) for module in modules for name in names]
        yield from (one for one in found if isinstance(one, Rule))


class Rule(_Lazy):
    """A function that other jitted functions call."""

    def __init__(self, function: Callable, signature: Any) -> None:
        pipeline = type("_Pipeline", (RulePipeline,), {"mangler": staticmethod(self._mangle)})
        super().__init__(function, signature, pipeline, no_cpython_wrapper=True, no_cfunc_wrapper=True)
        self._compiler = ToModule(function, self.targetdescr, self.targetoptions, self.locals, pipeline)
        self._can_compile = False  # for callers' arguments
        self._key: _Key | None = None
        self._library: RuleLibrary | None = None
        self._environment: Environment | None = None
        self._twin: Root | None = None
        RULES.append(self)

    @property
    def ready(self) -> bool:
        """Whether it is compiled, in this process."""
        return self._library is not None

    @property
    def nopython_signatures(self) -> list:
        """The one signature there is, compiled or not."""
        return [self.own]

    def get_overload(self, sig: Any) -> _Key:
        """Return the key under which numba finds how to call it."""
        if self._key is None:
            self._key = _Key()
            described = FunctionDescriptor(
                native=True,
                modname=self.place[0],
                qualname=self.place[1],
                unique_name=self.place[1],
                doc="",
                typemap=None,
                restype=self.own.return_type,
                calltypes=None,
                args=tuple(inspect.signature(self.py_func).parameters),
                kws=(),
                mangler=self._mangle,
                argtypes=tuple(self.own.args),
            )
            self._environment = Environment.from_fndesc(described)
            self.targetctx.insert_user_function(self._key, described, [Promise(self)])
        return self._key

    def module(self) -> RuleLibrary:
        """Return its LLVM module, compiled if need be."""
        with global_compiler_lock:
            if self._library is None:
                _prepare()
                self.get_overload(None)
                made = self._compiler.compile(self.own.args, self.own.return_type)
                self._library = made.library
                tell(self)
            return self._library

    def compile(self, sig: Any = None) -> Any:
        """Compile it, for its own signature, if it is not; return its key."""
        self.module()
        return self._key

    def pack(self) -> tuple[bytes, list[Place]] | None:
        """Return its module and the places of the rules it calls, for another process; None if it is tied."""
        library = self.module()
        if library._reload_init or self._environment.consts:
            return None
        promises = [other for other in library._linking_libraries if isinstance(other, Promise)]
        for other in library._linking_libraries:
            if other not in promises:
                library._final_module.link_in(other._get_module_for_linking(), preserve=True)
        library._linking_libraries, library._shared_module = promises, None
        return library._final_module.as_bitcode(), [promise.rule.place for promise in promises]

    def unpack(self, code: bytes, calls: list["Rule"]) -> None:
        """Take over a module compiled in another process."""
        with global_compiler_lock:
            self.get_overload(None)
            self._library = RuleLibrary(self.targetctx.codegen(), self.py_func.__qualname__)
            self._library._final_module = llvmlite.binding.parse_bitcode(code)
            self._library._linking_libraries = [Promise(rule) for rule in calls]
            self._library.finalize()
            tell(self)

    def __call__(self, *args: Any) -> Any:
        """Call it from Python, which takes a root of its own."""
        if self._twin is None:
            self._twin = Root(self.py_func, self.own, keep=False)
        return self._twin(*args)

    def _mangle(self, name: str, argtypes: Any, *, abi_tags: Any = (), uid: int | None = None) -> str:
        own = qualifying_prefix(*self.place[:2])
        if name in (own, f".NumbaEnv.{own}"):
            return default_mangler(name, (), abi_tags=("rule",), uid=self.place[2])
        return default_mangler(name, argtypes, abi_tags=abi_tags, uid=uid)


class Root(_Lazy):
    """A function that Python calls, or that is handed to jitted code as a pointer; kept on disk."""

    def __init__(self, function: Callable, signature: Any, keep: bool = True, **options: Any) -> None:
        super().__init__(function, signature, RootPipeline, **options)
        self._keep = keep
        if keep:
            ROOTS.append(self)

    def load(self) -> bool:
        """Return whether it is compiled, after a look on disk."""
        with global_compiler_lock:
            if not self.ready and self._keep:
                self._look_on_disk()
                made = self._cache.load_overload(self.own, self.targetctx)
                if made is not None:
                    self.targetctx.insert_user_function(made.entry_point, made.fndesc, [made.library])
                    self._settle(made)
            return self.ready

    def compile(self, sig: Any = None) -> Any:
        """Load or compile it, for its own signature, if it is neither; return its entry point."""
        with global_compiler_lock:
            if not self.load():
                made = self._compiler.compile(self.own.args, self.own.return_type)
                for environment in made._find_referenced_environments():  # those of the rules linked in
                    made.codegen.set_env(environment.env_name, environment)
                self._settle(made)
                self._cache.save_overload(self.own, made)
                tell(self)
            return self.overloads[self.own.args].entry_point

    def _settle(self, made: Any) -> None:
        self.add_overload(made)
        self.disable_compile()

    def _look_on_disk(self) -> None:
        _prepare()
        if isinstance(self._cache, FunctionCache):
            return
        place = cache.directory(self.py_func)
        if place is not None:
            before, config.CACHE_DIR = config.CACHE_DIR, str(place)
            try:
                self._cache = FunctionCache(self.py_func)
            finally:
                config.CACHE_DIR = before


def reach(roots: list[Root]) -> list[Rule]:
    """Return the rules that these roots call, at any depth."""
    found: dict[Rule, None] = {}
    todo = [rule for root in roots for rule in root.called()]
    while todo:
        rule = todo.pop()
        if rule not in found:
            found[rule] = None
            todo += rule.called()
    return list(found)


def tell(function: Rule | Root) -> None:
    """Tell the listeners that a function got compiled."""
    for listener in LISTENERS:
        listener(function)


@functools.cache
def _prepare() -> None:
    """Let numba load what it knows of numpy, but not scipy, which takes a quarter of a second.

    A bot that does (``np.dot``) imports ``scipy.linalg`` itself, before it is compiled.
    """
    hidden = "scipy.linalg" not in sys.modules
    if hidden:
        sys.modules["scipy.linalg"] = None  # type: ignore[assignment]
    try:
        cpu_target.typing_context.refresh()
        cpu_target.target_context.refresh()
    finally:
        if hidden:
            del sys.modules["scipy.linalg"]
