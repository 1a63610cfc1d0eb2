"""What the sources of the core and the bots keep to, so that they compile once and know no game.

How compiled code is kept and found again, and that an edit is never missed: ``test_compiling``.
"""

import ast
import builtins
import dis
import re
from collections.abc import Iterator
from enum import IntEnum
from pathlib import Path
from types import ModuleType

import pytest
from arena import BOTS, SHIPPED, play, sizes
from numba import config

import heuristics
import sim.core
from sim.batch import warm
from sim.core import codes, dispatch
from sim.rules.load import load_ruleset

FILES = sorted(
    [*Path(sim.core.__file__).parent.glob("*.py"), *Path(heuristics.__file__).parent.glob("*.py")],
)
JITTED = ("rule", "entry", "bot")  # decorators
MAKES_OBJECTS = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.JoinedStr)
LEAVES = (ast.Raise, ast.Try, ast.Assert, ast.With, ast.Yield, ast.Lambda, ast.Global, ast.Nonlocal)
SECTIONS = ("heroes", "skills", "cards", "grants", "factions")
compiled = pytest.mark.skipif(config.DISABLE_JIT, reason="nothing is compiled here")


def jitted(tree: ast.AST) -> Iterator[ast.FunctionDef]:
    """Yield the functions that get compiled."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            for decorator in node.decorator_list:
                called = decorator.func if isinstance(decorator, ast.Call) else decorator
                if isinstance(called, ast.Name) and called.id in JITTED:
                    yield node


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}.{file.stem}")
def test_jitted_code_keeps_to_numbers_in_records(file: Path) -> None:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    for function in jitted(tree):
        inside = [node for statement in function.body for node in ast.walk(statement)]
        wrong = [node for node in inside if isinstance(node, (*LEAVES, *MAKES_OBJECTS))]
        assert not wrong, f"{file.name}:{wrong[0].lineno}: {type(wrong[0]).__name__} in {function.name}"
        names = {ast.unparse(node) for node in inside if isinstance(node, ast.Attribute)}
        drawn = {name for name in names if re.match(r"(np|numpy)\.random|random\.", name)}
        assert not drawn, f"{function.name}: randomness not of a game's own streams: {drawn}"
        made = {name for name in names if re.fullmatch(r"np\.(zeros|empty|ones|array|full|arange)(_like)?", name)}
        assert not made, f"{function.name}: allocates: {made}"
        assert not function.args.defaults, f"{function.name}: a default value makes a second signature"


def test_no_module_of_the_core_draws_by_another_generator() -> None:
    for file in FILES:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import | ast.ImportFrom):
                named = [alias.name for alias in node.names] + [getattr(node, "module", None) or ""]
                assert not {"random", "secrets", "numpy.random"} & set(named), file.name


def called(function: dispatch.Rule | dispatch.Root) -> Iterator[dispatch.Rule]:
    """Yield the rules that a function calls: by name, out of a module, or from the function that made it."""
    code, closure = function.py_func.__code__, function.py_func.__closure__ or ()
    known = function.py_func.__globals__ | dict(
        zip(code.co_freevars, (cell.cell_contents for cell in closure), strict=True)
    )
    last = None
    for step in dis.get_instructions(code):
        named = known.get(step.argval) if step.opname in ("LOAD_GLOBAL", "LOAD_DEREF") else None
        if step.opname in ("LOAD_ATTR", "LOAD_METHOD") and isinstance(last, ModuleType):
            named = getattr(last, step.argval, None)
        if isinstance(named, dispatch.Rule):
            yield named
        last = named


@compiled
def test_the_calls_are_acyclic() -> None:
    """Recursion under a cache crashes the second process."""
    done: set[dispatch.Rule] = set()

    def visit(rule: dispatch.Rule, above: tuple[dispatch.Rule, ...]) -> None:
        assert rule not in above, " > ".join(one.py_func.__name__ for one in (*above, rule))
        if rule not in done:
            for other in called(rule):
                visit(other, (*above, rule))
            done.add(rule)

    for root in dispatch.ROOTS:
        for rule in called(root):
            visit(rule, ())
    assert len(done) > 100


@compiled
def test_every_function_has_one_signature_and_games_compile_none() -> None:
    warm()
    made: list[str] = []
    dispatch.LISTENERS.append(lambda function: made.append(function.py_func.__name__))
    try:
        from sim.rules.compile import compile_ruleset

        for name in SHIPPED:
            ruleset = load_ruleset(name)
            for players in sizes(ruleset.data, (2, 10)):
                rules = compile_ruleset(ruleset, players=players)
                for bots in BOTS:
                    play(rules, players, 2, bots)
    finally:
        dispatch.LISTENERS.pop()
    assert made == []
    for function in (*dispatch.RULES, *dispatch.ROOTS):
        assert len(function.nopython_signatures) <= 1, function.py_func.__name__


# ------------------------------------------------------------------------------------------------- names


def ids() -> set[str]:
    """Return the ids of everything in the shipped games, without those that are words of the rules or of Python."""
    enums = [one for one in vars(codes).values() if isinstance(one, type) and issubclass(one, IntEnum)]
    words = {part for enum in enums for member in enum for part in member.name.lower().split("_")}
    games = [load_ruleset(name).data for name in SHIPPED]
    return {key for data in games for section in SECTIONS for key in data[section]} - words - set(dir(builtins))


def words_of(file: Path) -> set[str]:
    """Return the identifiers of a file and the words of its strings."""
    found: set[str] = {file.stem}
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        found |= {str(getattr(node, key)) for key in ("id", "attr", "name", "arg") if getattr(node, key, None)}
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            found |= set(re.findall(r"\w+", node.value))
    return {word.lower() for word in found}


def test_no_game_hero_skill_or_card_is_named() -> None:
    known = ids() | set(SHIPPED)
    assert len(known) > 90
    for file in FILES:
        named = {word: key for word in words_of(file) for key in known if f"_{key}_" in f"_{word}_"}
        assert not named, f"{file.name}: {named}"
        text = file.read_text(encoding="utf-8")
        assert not re.search(r"[\u3400-\u9fff]", text), f"{file.name}: names something in Chinese"
