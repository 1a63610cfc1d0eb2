"""What a caller gave, held against the type it must have; Python says nothing of it by itself."""

import operator
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from sim.errors import UserError, suggest


def whole(key: str, value: Any, least: int, most: int) -> int:
    """Return a whole number of a range, as a plain one.

    Raises
    ------
    UserError
        It is something else; the message names the key, what was found and what is allowed.
    """
    try:
        number = operator.index(value)
    except TypeError:
        number = None
    if number is None or isinstance(value, bool):
        raise UserError(f"{key}: {value!r}; must be a whole number")
    if number < least:
        raise UserError(f"{key}: {number}; must be {least} or more")
    if number > most:
        raise UserError(f"{key}: {number}; must be at most {most}")
    return number


def between(key: str, value: Any, above: float, below: float) -> float:
    """Return a number between two others, neither of them allowed, or raise `UserError`."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise UserError(f"{key}: {value!r}; must be a number")
    if not above < value < below:
        raise UserError(f"{key}: {value:g}; must be above {above:g} and below {below:g}")
    return float(value)


def text(key: str, value: Any, form: str = "a text") -> str:
    """Return a text, or raise `UserError`."""
    if not isinstance(value, str):
        raise UserError(f"{key}: {value!r}; must be {form}")
    return value


def texts(key: str, value: Any) -> list[str]:
    """Return a list of texts, given as one or as a text with commas, or raise `UserError`."""
    listed = value.split(",") if isinstance(value, str) else value
    if not isinstance(listed, Iterable) or isinstance(listed, bytes | Mapping):
        raise UserError(f"{key}: {value!r}; must be a list of texts")
    return [text(key, each).strip() for each in listed]


def path(key: str, value: Any) -> Path:
    """Return a path, or raise `UserError`."""
    if not isinstance(value, str | os.PathLike):
        raise UserError(f"{key}: {value!r}; must be a path")
    return Path(value)


def one_of(key: str, value: Any, allowed: Sequence[str]) -> str:
    """Return one of some words, or raise `UserError` with the nearest."""
    if value not in allowed:
        near = suggest(value, allowed) if isinstance(value, str) else ""
        raise UserError(f"{key}: {value!r}; allowed are {', '.join(allowed)}{near}")
    return str(value)
