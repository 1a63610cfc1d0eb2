"""What a run is to play: its parameters checked, its ruleset compiled, and the ``run.json`` that says so."""

import hashlib
import importlib.metadata
import json
import os
import platform
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

import sim
from sim import folder, given, results, rounds
from sim.bots import DEFAULT, Lineup, lineup
from sim.core import layout
from sim.core.codes import Deal, Role
from sim.errors import UserError
from sim.rules import draft
from sim.rules.compile import compile_ruleset
from sim.rules.load import Changes, Ruleset, loaded
from sim.tables import Tables, tables_of

GAMES = 100_000  # of a player count, where none are given
PART = 50_000  # games in a file
PLAYERS = 5  # where none is given and the ruleset has a table for it
SAME = (
    "ruleset", "content_hash", "source_hash", "seed", "players", "roles", "deal", "heroes", "bots",
    "bot_names", "weights_hash", "keep", "target_error", "max_games", "games_asked", "part", "draft_hash",
)  # fmt: skip


@dataclass(frozen=True)
class Plan:
    """A run before it is played; equal plans give equal results."""

    ruleset: Ruleset
    rules: dict[int, np.recarray]  # RULES[1] for each player count
    players: tuple[int, ...]
    games: int  # a player count; with a target error the most
    seed: int
    lineup: Lineup
    deal: Deal
    roles: str
    heroes: tuple[str, ...] | None
    keep: str
    part: int = PART
    target_error: float | None = None  # half-width in points to play on to

    @cached_property
    def tables(self) -> Tables:
        """Names behind the integers of this run's records."""
        return tables_of(self.ruleset, self.rules[self.players[0]], self.lineup.names)

    @property
    def changes(self) -> list[str]:
        """Values changed in the ruleset, as lines ``PATH=VALUE``."""
        return [f"{path}={toml_text(value)}" for path, value in self.ruleset.changes.items()]

    @property
    def draft_hash(self) -> str | None:
        """A hash of the table by which heroes are chosen, None where they are not."""
        return draft.table_hash(self.ruleset.draft) if self.deal == Deal.DRAFT else None

    @property
    def role_table(self) -> dict[str, dict[str, int]]:
        """How many seats have each role, by player count and role."""
        return {
            str(n): {role.name.lower(): int(rules[0].roles[n, role]) for role in Role}
            for n, rules in self.rules.items()
        }

    def info(self) -> dict[str, Any]:
        """Return what ``run.json`` says before the first game."""
        return {
            "format": results.FORMAT,
            "ruleset": self.ruleset.id,
            "ruleset_path": str(self.ruleset.path.absolute()),
            "set": self.changes,
            "content_hash": self.ruleset.content_hash,
            "source_hash": source_hash(),
            "versions": versions(),
            "date": datetime.now(UTC).date().isoformat(),
            "seed": self.seed,
            "players": list(self.players),
            "roles": self.roles,
            "role_table": self.role_table,
            "deal": self.deal.name.lower(),
            "draft_hash": self.draft_hash,
            "lineup": self._lineup(),
            "bots": self.lineup.text,
            "bot_names": self.lineup.names,
            "weights_hash": self.lineup.weights_hash,
            "heroes": None if self.heroes is None else list(self.heroes),
            "keep": self.keep,
            "part": self.part,
            **rounds.asked_for(self.games, self.players, self.target_error),
            "games_done": {str(n): 0 for n in self.players},
            "finished": False,
            "unfinished": [],
            "unfinished_count": {str(n): 0 for n in self.players},
            "causes": {},
            "seconds": 0.0,
            "names": {lang: self._names(lang) for lang in ("zh", "en")},
            **self._factions(),
            "description": dict(self.ruleset.description),
        }

    def _lineup(self) -> dict[str, Any] | None:
        """Return how heroes are fielded one after the other, None where they are not."""
        lineup = self.ruleset.data.get("lineup")
        return None if lineup is None else {key: value for key, value in lineup.items() if not key.startswith("source")}

    def _factions(self) -> dict[str, Any]:
        """Return the faction of each hero, and what factions are called."""
        heroes, factions = (self.ruleset.data.get(section, {}) for section in ("heroes", "factions"))
        return {
            "factions": {hero: entry["faction"] for hero, entry in heroes.items()},
            "faction_names": {
                lang: {key: each["names"][lang] for key, each in factions.items()} for lang in ("zh", "en")
            },
        }

    def _names(self, lang: str) -> dict[str, str]:
        skills = self.ruleset.bundles[len(self.ruleset.kinds) :]
        ids = [*self.ruleset.heroes, *skills, *(role.name.lower() for role in Role)]
        return {key: self.ruleset.name(key, lang) for key in ids} | {self.ruleset.id: self.ruleset.names[lang]}


def make_plan(
    ruleset: str | os.PathLike[str] | Ruleset,
    players: int | str | Iterable[int] | None = None,
    games: int | None = None,
    seed: int = 0,
    bots: str = DEFAULT,
    deal: str = "balanced",
    roles: str = "single",
    heroes: str | Iterable[str] | None = None,
    set: Changes = None,
    keep: str = "seats",
    part: int = PART,
    target_error: float | None = None,
    max_games: int | None = None,
) -> Plan:
    """Check the parameters of a run and compile its rules; they are those of ``simulate``.

    Raises
    ------
    UserError
        Something in them cannot be played; the message names it.
    """
    counts = None if players is None else player_counts(players)
    target_error, most = rounds.check_target(target_error, games, max_games)
    if target_error is not None:
        games = most
    games, seed = check_numbers(GAMES if games is None else games, seed)
    given.one_of("deal", deal, [member.name.lower() for member in Deal])
    given.one_of("keep", keep, list(results.KEPT))
    given.text("roles", roles, "the name of a role table")
    pool = None if heroes is None else given.texts("heroes", heroes)
    ruleset = loaded(ruleset, set)
    if counts is None:
        counts = (default_players(ruleset, roles),)
    return Plan(
        ruleset=ruleset,
        rules={n: compile_ruleset(ruleset, n, roles, pool, deal) for n in counts},
        players=counts,
        games=games,
        seed=seed,
        lineup=lineup(bots, counts),  # last, because it may have to compile them
        deal=Deal[deal.upper()],
        roles=roles,
        heroes=None if pool is None else tuple(pool),
        keep=keep,
        part=part,
        target_error=target_error,
    )


def default_players(ruleset: Ruleset, roles: str = "single") -> int:
    """Return the number of players where none is given: 5, or the first that the ruleset's role table has."""
    sizes = sorted(map(int, ruleset.data["roles"].get(roles, ())))
    return PLAYERS if PLAYERS in sizes or not sizes else sizes[0]


def check_numbers(games: int, seed: int) -> tuple[int, int]:
    """Return both; raise UserError unless there is a game to play and the seed is one of 64 bits."""
    return given.whole("games", games, 1, rounds.MOST_GAMES), given.whole("seed", seed, 0, 2**64 - 1)


def player_counts(players: int | str | Iterable[int]) -> tuple[int, ...]:
    """Read ``5``, ``"5,8"`` or ``"2-10"``: player counts, smallest first, each once."""
    if isinstance(players, str):
        found = set()
        for piece in players.split(","):
            match = re.fullmatch(r"\s*(\d{1,4})\s*(?:-\s*(\d{1,4})\s*)?", piece)
            if not match:
                raise UserError(f"players: {players!r} is neither a number nor a list (5,8) nor a range (2-10)")
            first, last = int(match[1]), int(match[2] or match[1])
            if first > last:
                raise UserError(f"players: the range {piece.strip()!r} runs backwards")
            found |= set(range(first, last + 1))
    else:
        several = isinstance(players, Iterable) and not isinstance(players, bytes | Mapping)
        each = players if several else [players]
        found = {given.whole("players", n, -layout.MAX_SEATS, 9999) for n in each}
    for n in sorted(found):
        if not 2 <= n <= layout.MAX_SEATS:
            raise UserError(f"players: {n}; a game has 2 to {layout.MAX_SEATS}")
    if not found:
        raise UserError("players: no player count given")
    return tuple(sorted(found))


def toml_text(value: Any) -> str:
    """Write a value as TOML on one line, as ``--set`` reads it; None, which takes a key out, is nothing."""
    if value is None:
        return ""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{json.dumps(str(key))} = {toml_text(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(toml_text(item) for item in value) + "]"
    return json.dumps(value, ensure_ascii=False)


def versions() -> dict[str, str]:
    """Return the versions of what plays: they are told with every result."""
    return {
        "shalab": sim.__version__,
        "numba": importlib.metadata.version("numba"),
        "numpy": np.__version__,
        "python": platform.python_version(),
    }


def source_hash() -> str:
    """Return a hash over the sources that decide what happens in a game: the core and the bots."""
    root = Path(sim.__file__).parent
    digest = hashlib.sha256()
    for place in (root / "core", root.parent / "heuristics"):
        for file in sorted(place.rglob("*.py")):
            digest.update(f"{place.name}/{file.relative_to(place)}\n".encode())
            digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def differing(old: dict[str, Any], new: dict[str, Any]) -> list[str]:
    """Return the parameters in which two runs differ."""
    return folder.differing(SAME, old, new)


def check_same(path: Path, old: dict[str, Any], new: dict[str, Any]) -> None:
    """Raise UserError unless a run on disk has the parameters of a new one; it names those that differ."""
    keys = differing(old, new)
    if keys:
        told = "; ".join(f"its {key} is {_short(key, old.get(key))}, now {_short(key, new[key])}" for key in keys)
        raise UserError(f"{path}: cannot be resumed: {told}; choose another --out")


def _short(key: str, value: Any) -> Any:
    """Return enough of a hash to tell two apart; anything else as it is."""
    return str(value)[:12] if key.endswith("_hash") else value
