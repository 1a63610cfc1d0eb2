"""What ``run.json`` and ``compare.json`` state: the form of each value, so that a file edited by hand is told."""

from collections.abc import Iterable, Mapping
from datetime import date
from pathlib import Path
from typing import Any

from sim.errors import UserError

Form = tuple[type | tuple[type, ...], str]

TEXT: Form = (str, "a text")
LIST: Form = (list, "a list")
TABLE: Form = (dict, "a table")
TEXTS: Form = (str, "texts")
TABLES: Form = (dict, "tables")

FORMS: dict[str, Form] = {
    **dict.fromkeys(("ruleset", "ruleset_path", "roles", "deal", "bots", "keep", "date"), TEXT),
    **dict.fromkeys(("set", "players", "bot_names", "unfinished", "rounds", "too_wide"), LIST),
    **dict.fromkeys(("games_done", "unfinished_count", "unpaired", "causes", "names", "versions", "widest"), TABLE),
    **dict.fromkeys(("factions", "faction_names", "role_table", "description"), TABLE),
    **dict.fromkeys(("a", "b", "differences", "holders", "texts"), TABLE),
    **dict.fromkeys(("seed", "part"), (int, "a whole number")),
    "heroes": ((list, type(None)), "a list or null"),
    "games_asked": ((int, dict), "a whole number or a table"),
    "target_error": ((int, float, type(None)), "a number or null"),
    "max_games": ((int, type(None)), "a whole number or null"),
    "seconds": ((int, float), "a number"),
}
ENTRIES: dict[str, Form] = {  # of lists and tables above
    **dict.fromkeys(("bot_names", "factions", "description"), TEXTS),
    **dict.fromkeys(("names", "faction_names", "role_table", "differences", "texts"), TABLES),
    **dict.fromkeys(("unfinished", "rounds", "too_wide", "widest"), TABLES),
    "holders": (list, "lists"),
}
COUNTS = ("players", "games_done", "unfinished_count", "unpaired", "causes")  # of whole numbers, 0 or more
BY_PLAYERS = ("games_done", "unfinished_count", "unpaired", "role_table", "differences")  # keys are player counts
KEYS = {
    "unfinished": ("players", "game", "seat", "cause"),
    "too_wide": ("players", "role", "hero", "half_width"),
    "widest": ("role", "hero", "half_width"),
    "differences": ("paths", "everywhere"),
}
SIDE: dict[str, Form] = {  # of a comparison
    **dict.fromkeys(("ruleset", "ruleset_path"), TEXT),
    **dict.fromkeys(("names", "role_table"), TABLE),
    **dict.fromkeys(("set", "heroes"), LIST),
}


def check(file: Path, info: dict[str, Any]) -> None:
    """Raise UserError if a value of ``run.json`` or ``compare.json`` is of another form than a run writes.

    Keys that are missing are not looked at.
    """
    _forms(file, "", info, FORMS)
    if info.get("part", 1) < 1:
        raise UserError(f"{file}: part is {info['part']}; must be 1 or more")
    for key in COUNTS:
        wrong = [each for each in _entries(info.get(key)) if not _is_count(each)]
        _refuse(file, key, wrong, "whole numbers, 0 or more")
    for key, (kind, form) in ENTRIES.items():
        _refuse(file, key, [each for each in _entries(info.get(key)) if not isinstance(each, kind)], form)
    for key in BY_PLAYERS:
        strange = [each for each in info.get(key) or () if not (each.isascii() and each.isdigit())]
        _refuse(file, key, strange, "player counts")
    for key, needed in KEYS.items():
        for entry in _entries(info.get(key)):
            _refuse(file, key, [entry for name in needed if name not in entry], f"tables with {', '.join(needed)}")
    for entry in _entries(info.get("differences")):
        _refuse(file, "differences", [value for value in entry.values() if not _are_texts(value)], "lists of texts")
    _check_date(file, info.get("date"))


def check_counted(file: Path, info: dict[str, Any], keys: Iterable[str]) -> None:
    """Raise UserError unless each of some tables has an entry for every player count."""
    tables = {key: info[key] for key in keys if isinstance(info[key], dict)}
    for key, table in tables.items():
        lacking = [players for players in info["players"] if str(players) not in table]
        if lacking:
            raise UserError(f"{file}: {key} has nothing for {lacking[0]} players; must have each of players")


def check_sides(file: Path, info: dict[str, Any], sides: Iterable[str]) -> None:
    """Raise UserError if what ``compare.json`` says of a side is of another form than a comparison writes."""
    for side in sides:
        lacking = [key for key in SIDE if key not in info[side]]
        if lacking:
            raise UserError(f"{file}: {side} has no {lacking[0]!r}")
        _forms(file, f"{side}.", info[side], SIDE)


def _forms(file: Path, above: str, info: Mapping[str, Any], forms: Mapping[str, Form]) -> None:
    for key, (kind, form) in forms.items():
        if key in info and not isinstance(info[key], kind):
            raise UserError(f"{file}: {above}{key} is {info[key]!r}; must be {form}")


def _entries(value: Any) -> list[Any]:
    return list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else []


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _are_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


def _refuse(file: Path, key: str, wrong: list[Any], form: str) -> None:
    if wrong:
        raise UserError(f"{file}: {key} has {wrong[0]!r}; must be {form}")


def _check_date(file: Path, stated: Any) -> None:
    try:
        date.fromisoformat(str(stated)[:10] if stated else "2000-01-01")
    except ValueError:
        raise UserError(f"{file}: date is {stated!r}; must be year-month-day") from None
