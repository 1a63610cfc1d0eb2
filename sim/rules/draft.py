"""What heroes are worth to who may choose one: the table beside a ruleset, and its place in the record.

``draft.toml`` lies beside ``ruleset.toml``, ``NAME.draft.toml`` beside a ruleset that is one file. It has a table for
each player count and role, ``[5.rebel]``, with points of win rate over the role's mean: a number for a hero, or a
list with one for each seat after the lord's.
"""

import hashlib
import json
import math
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from sim.core.codes import Role
from sim.core.layout import MAX_SEATS
from sim.errors import UserError, suggest

Table = dict[int, dict[str, dict[str, list[float]]]]  # players, role, hero: one number, or one for each seat from 1 on
ROLES = [role.name.lower() for role in Role]


def draft_file(ruleset: Path) -> Path:
    """Return where the table of a ruleset's file lies, if it has one."""
    name = "draft.toml" if ruleset.name == "ruleset.toml" else f"{ruleset.stem}.draft.toml"
    return ruleset.with_name(name)


def read_draft(file: Path, heroes: Sequence[str], inherited: bool) -> Table:
    """Read and check a table; heroes of the ruleset it was made for that this one lacks are left out if inherited.

    Raises
    ------
    UserError
        One line for each problem: file, key, what was found, what is allowed.
    """
    try:
        content = tomllib.loads(file.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise UserError(f"{file}: cannot be read: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UserError(f"{file}: TOML syntax: {error}") from error
    problems: list[str] = []
    table: Table = {}
    for size, roles in content.items():
        if not (size.isascii() and size.isdigit() and 2 <= int(size) <= MAX_SEATS and isinstance(roles, dict)):
            problems.append(f"{file}: {size}: allowed: a table for a number of players, 2 to {MAX_SEATS}")
            continue
        table[int(size)] = {
            role: _values(file, int(size), role, roles[role], heroes, inherited, problems) for role in roles
        }
    if problems:
        raise UserError("\n".join(problems))
    return table


def _values(
    file: Path, size: int, role: str, entries: Any, heroes: Sequence[str], inherited: bool, problems: list[str]
) -> dict[str, list[float]]:
    """Return the numbers of a role's heroes; what is wrong goes into ``problems``."""
    place = f"{file}: {size}.{role}"
    if role not in ROLES or not isinstance(entries, dict):
        problems.append(f"{place}: allowed: a table for a role, {' '.join(ROLES)}{suggest(role, ROLES)}")
        return {}
    values = {}
    for hero, written in entries.items():
        numbers = written if isinstance(written, list) else [written]
        wanted = size - 1 if isinstance(written, list) else 1
        if hero not in heroes:
            if not inherited:
                problems.append(f"{place}.{hero}: unknown hero; it has: {' '.join(heroes)}{suggest(hero, heroes)}")
        elif not all(map(_is_number, numbers)) or len(numbers) != wanted or (role == ROLES[0] and written is numbers):
            also = "" if role == ROLES[0] else f", or a list of {size - 1}, one for each seat after the lord's"
            problems.append(f"{place}.{hero}: found {written!r}; allowed: a number{also}")
        else:
            values[hero] = [float(number) for number in numbers]
    return values


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def fill(rules: Any, table: Table, heroes: Sequence[str], players: int) -> None:
    """Put the table of a player count into the record; a role that it lacks is taken from the nearest that has it.

    By seat they hold for that player count alone; another one takes their mean. A hero without a number has 0.
    """
    rules.drafting = int(any(values for roles in table.values() for values in roles.values()))
    for role, name in enumerate(ROLES):
        sizes = [size for size, roles in table.items() if name in roles]
        if not sizes:
            continue
        size = min(sizes, key=lambda n: (abs(n - players), n))
        for hero, numbers in table[size][name].items():
            by_seat = len(numbers) > 1 and size == players
            row = [0.0, *numbers] if by_seat else [math.fsum(numbers) / len(numbers)] * players
            rules.draft[role, :players, heroes.index(hero)] = row


def table_hash(table: Table) -> str | None:
    """Return a hash of a table's numbers; None if there are none."""
    return hashlib.sha256(json.dumps(table).encode()).hexdigest()[:16] if table else None


def text(table: Mapping[int, Mapping[str, Mapping[str, Sequence[float]]]], comment: str) -> str:
    """Return the text of a table's file."""
    lines = [f"# {line}".rstrip() for line in comment.splitlines()]
    for size, roles in table.items():
        for role, values in roles.items():
            lines += ["", f"[{size}.{role}]"]
            lines += [f"{hero} = {_written(numbers)}" for hero, numbers in values.items()]
    return "\n".join(lines) + "\n"


def _written(numbers: Sequence[float]) -> str:
    told = [f"{number:.2f}" for number in numbers]
    return told[0] if len(told) == 1 else f"[{', '.join(told)}]"
