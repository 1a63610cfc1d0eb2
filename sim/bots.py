"""Bots by name: the text of ``--bots`` becomes a table of functions and weights that the core can call."""

import hashlib
import importlib
import importlib.metadata
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from sim import given
from sim.core import layout
from sim.core.codes import Habit, Role
from sim.errors import UserError, suggest

GROUP = "shalab.bots"
DEFAULT = "standard"
ARGUMENTS = ("game", "rules", "record", "seat")  # of a bot
MAX_BOTS = 8  # length of the function table of the core
MOST_BUDGET = 10_000
HABITS = {habit.name.lower().replace("_", "-"): int(habit) for habit in Habit}  # as in standard:no-belief
READS = ("held", "cards", "all")  # rules a bot looks at: of what is held; of every card, and the setup, too; any
N_WEIGHTS = layout.BOT["weights"].shape[0]


@dataclass(frozen=True)
class Bot:
    """One bot: the name it was asked for by, its jitted function, its weights."""

    name: str
    function: Callable
    weights: np.ndarray  # float64[64]
    source: str  # hash of its file
    habits: int = 0  # bits of Habit
    budget: int = 0  # the number in its name, as in search:64
    inner: Callable | None = None  # of a bot that plays ahead: who answers there
    declined: int = -1  # bundle whose offers it never takes
    reads: str = "all"  # one of READS
    unheeded: tuple[str, ...] = ()  # names of HABITS that can change nothing of what it does


@dataclass(frozen=True)
class Lineup:
    """Which bot sits where."""

    text: str
    bots: tuple[Bot, ...]
    bot_of: np.ndarray  # int64[4 roles, MAX_SEATS]: index in bots

    @property
    def names(self) -> list[str]:
        """Names of the distinct bots; the index is the one that results carry."""
        return [bot.name for bot in self.bots]

    @property
    def functions(self) -> tuple[Callable, ...]:
        """The function table of the core, always MAX_BOTS long; places past the last bot repeat the first."""
        found = tuple(bot.function for bot in self.bots)
        return found + found[:1] * (MAX_BOTS - len(found))

    @property
    def compiled(self) -> tuple[Callable, ...]:
        """All functions that must be compiled before the bots can play."""
        return *self.functions, *(bot.inner for bot in self.bots if bot.inner)

    @property
    def templates(self) -> np.recarray:
        """BOT[MAX_BOTS] with each bot's weights, from which the core sets up the bots of a game."""
        made = layout.new(layout.BOT, MAX_BOTS)
        for index, bot in enumerate(self.bots):
            made[index].weights[:] = bot.weights
            made[index].habits, made[index].budget = bot.habits, bot.budget
            made[index].declined = bot.declined + 1
            if bot.inner:
                _can_play_ahead(made[index], bot.inner)
        return made

    def without(self, bundle: int) -> "Lineup":
        """Return the same bots, none of which ever takes an offer of a bundle of the ruleset."""
        return replace(self, bots=tuple(replace(bot, declined=bundle) for bot in self.bots))

    @property
    def reads(self) -> str:
        """Which rules the bots look at: the most that one of them does."""
        return max((bot.reads for bot in self.bots), key=READS.index)

    @property
    def weights_hash(self) -> str:
        """Hash of names, weights and files of the bots."""
        digest = hashlib.sha256()
        for bot in self.bots:
            digest.update(f"{bot.name}\n{bot.source}\n".encode())
            digest.update(bot.weights.tobytes())
        return digest.hexdigest()[:16]


def lineup(text: str, players: Sequence[int]) -> Lineup:
    """Read a ``--bots`` text: one name, ``lord=greedy,rebel=standard``, or a list of one name a seat.

    Raises
    ------
    UserError
        Unknown bot or role, a seat list that does not fit the players, or more than MAX_BOTS bots.
    """
    given.text("--bots", text, "one bot, ROLE=BOT,... or BOT,BOT,...")
    names: list[str] = []
    bot_of = np.zeros((len(Role), layout.MAX_SEATS), np.int64)
    table = _role_table(text) if "=" in text else _seat_table(text, players)
    for role in Role:
        for seat in range(layout.MAX_SEATS):
            name = table(role.name.lower(), seat)
            if name not in names:
                names.append(name)
            bot_of[role, seat] = names.index(name)
    if len(names) > MAX_BOTS:
        raise UserError(f"--bots: {len(names)} different bots; at most {MAX_BOTS} can play in one run")
    return Lineup(text, tuple(find(name) for name in names), bot_of)


def _role_table(text: str) -> Callable[[str, int], str]:
    roles = [role.name.lower() for role in Role]
    chosen: dict[str, str] = {}
    for part in text.split(","):
        role, equals, name = (piece.strip() for piece in part.partition("="))
        if not equals or not name:
            raise UserError(f"--bots: {part!r} is not ROLE=BOT; either name every bot by its role or none")
        if role not in roles:
            raise UserError(f"--bots: unknown role {role!r}; roles are {', '.join(roles)}{suggest(role, roles)}")
        if role in chosen:
            raise UserError(f"--bots: {role} is named twice")
        chosen[role] = name
    return lambda role, seat: chosen.get(role, DEFAULT)


def _seat_table(text: str, players: Sequence[int]) -> Callable[[str, int], str]:
    names = [name.strip() for name in text.split(",")]
    if not all(names):
        raise UserError(f"--bots: {text!r} has an empty name; give one bot, ROLE=BOT pairs, or a bot a seat")
    if len(names) == 1:
        return lambda role, seat: names[0]
    if len(players) != 1:
        raise UserError(f"--bots: a list of seats needs one player count, found {', '.join(map(str, players))}")
    if len(names) != players[0]:
        raise UserError(f"--bots: {len(names)} bots for {players[0]} seats; a list of seats names every seat")
    return lambda role, seat: names[min(seat, len(names) - 1)]


def installed() -> dict[str, importlib.metadata.EntryPoint]:
    """Return the entry points of the installed bots by name."""
    return {entry.name: entry for entry in importlib.metadata.entry_points(group=GROUP)}


def find(name: str) -> Bot:
    """Find one bot: an installed one by name, or ``module:function`` (the current folder is searched too).

    Raises
    ------
    UserError
        No such bot, or the object found is no bot.
    """
    entries = installed()
    base, colon, extra = name.partition(":")
    if colon and base in entries:
        return _with(find(base), name, extra)
    if colon:
        return _from_module(name)
    if name not in entries:
        known = sorted(entries)
        raise UserError(
            f"--bots: unknown bot {name!r}; known are {', '.join(known) or 'none'}, "
            f"or give MODULE:FUNCTION{suggest(name, known)}"
        )
    entry = entries[name]
    return _as_bot(name, entry.load(), sys.modules[entry.module])


def _with(bot: Bot, name: str, extra: str) -> Bot:
    """Return a bot with what stands behind its name: a number, or habits that bar it from something."""
    if extra.isdecimal():
        if not bot.budget:
            raise UserError(
                f"--bots: {name!r}: {bot.name} takes no number; only a bot that plays ahead does: search:64"
            )
        return replace(bot, name=name, budget=given.whole(f"--bots {bot.name}", int(extra), 1, MOST_BUDGET))
    habits = 0
    for piece in extra.split("+"):
        if piece not in HABITS:
            raise UserError(
                f"--bots: {name!r}: unknown habit {piece!r}; allowed: {', '.join(HABITS)}{suggest(piece, list(HABITS))}"
            )
        if piece in bot.unheeded:
            heeded = ", ".join(habit for habit in HABITS if habit not in bot.unheeded)
            raise UserError(f"--bots: {name!r}: {piece} changes nothing of what {bot.name} does; allowed: {heeded}")
        habits |= HABITS[piece]
    return replace(bot, name=name, habits=habits)


def _from_module(name: str) -> Bot:
    module_name, _, attribute = name.partition(":")
    if not attribute or not all(part.isidentifier() for part in module_name.split(".")):
        raise UserError(f"--bots: {name!r}; allowed: MODULE:FUNCTION, for example my_bots:cautious")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        module = importlib.import_module(module_name)
    except ImportError as error:
        raise UserError(f"--bots: cannot import {module_name!r}: {error}") from error
    except Exception as error:  # the file is the user's: whatever it raises is told, not thrown
        raise UserError(f"--bots: {module_name!r} failed: {type(error).__name__}: {error}") from error
    if not hasattr(module, attribute):
        public = [key for key in vars(module) if not key.startswith("_")]
        raise UserError(f"--bots: {module_name!r} has no {attribute!r}{suggest(attribute, public)}")
    return _as_bot(name, getattr(module, attribute), module)


def _as_bot(name: str, found: Any, module: ModuleType) -> Bot:
    file = getattr(module, "__file__", None)
    source = hashlib.sha256(Path(file).read_bytes()).hexdigest() if file else ""
    if hasattr(found, "function") and hasattr(found, "weights"):
        weights = np.asarray(found.weights(), np.float64)
        if weights.shape != (N_WEIGHTS,):
            raise UserError(f"--bots: weights of {name!r} have shape {weights.shape}, not ({N_WEIGHTS},)")
        more = {key: getattr(found, key) for key in ("budget", "inner", "reads", "unheeded") if hasattr(found, key)}
        return Bot(name, found.function, weights, source, **more)
    plain = getattr(found, "py_func", found)  # of a jitted one
    if not isinstance(plain, FunctionType):
        raise UserError(f"--bots: {name!r} is a {type(found).__name__}, not a bot or a jitted function")
    takes = plain.__code__.co_argcount
    if takes != len(ARGUMENTS):
        raise UserError(f"--bots: {name!r} takes {takes} arguments; allowed: {', '.join(ARGUMENTS)}")
    return Bot(name, _jitted(found), np.zeros(N_WEIGHTS), source)


def _jitted(function: Callable) -> Callable:
    """Return a plain function as a bot's; one that is jitted already stays as it is."""
    if not isinstance(function, FunctionType):
        return function
    from sim.core.jit import bot

    return bot(function)


def _can_play_ahead(record: Any, inner: Callable) -> None:
    """Write into a bot's record where the machine lies, and the bot that answers in what is played ahead."""
    from sim.core.play import advance_at
    from sim.core.pointers import function_address

    record.advance, record.inner = function_address(advance_at), function_address(inner)
