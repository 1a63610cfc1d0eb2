"""Rulesets for people and scripts: the list of them, tables of one, its plain form, and its check."""

import os
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from sim.errors import UserError, suggest
from sim.rules import deck, files
from sim.rules.load import Ruleset, load_ruleset
from sim.rules.say import say_sentences

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

SECTIONS = ("heroes", "cards", "skills", "roles", "setup")
SOURCED = ("source", "sources")


def list_rulesets() -> list[dict[str, Any]]:
    """Return id, names, description and content hash of every shipped ruleset."""
    rulesets = (load_ruleset(name) for name in files.shipped())
    return [
        {
            "id": each.id,
            "names": each.names,
            "description": each.description,
            "content_hash": each.content_hash,
        }
        for each in rulesets
    ]


def as_json(ruleset: Ruleset) -> dict[str, Any]:
    """Return the complete plain form of a ruleset; its paths are those of ``--set``."""
    return ruleset.data


def check(path: str | os.PathLike[str]) -> list[str]:
    """Return every problem of a ruleset; none if it loads and each of its role tables can be dealt.

    Raises UserError if there is no ruleset at the path at all.
    """
    from sim.rules.compile import compile_ruleset

    files.find(path)
    try:
        ruleset = load_ruleset(path)
    except UserError as error:
        return str(error).splitlines()
    problems = []
    for variant, table in ruleset.data["roles"].items():
        for players in table:
            try:
                compile_ruleset(ruleset, int(players), variant)
            except UserError as error:
                problems.append(f"{ruleset.path}: roles.{variant}.{players}: {error}")
    return problems


def source_of(entry: Mapping[str, Any], key: str = "") -> str:
    """Return where a value of an entry comes from; without a key, that of all, then the exceptions."""
    if key:
        return entry["sources"].get(key, entry["source"])
    other: dict[str, list[str]] = {}
    for name, source in entry["sources"].items():
        other.setdefault(source, []).append(name)
    return "\n".join([entry["source"], *(f"{', '.join(names)}: {source}" for source, names in other.items())])


def text(ruleset: Ruleset, section: str | None = None, lang: str = "zh") -> "RenderableType":
    """Return a section of a ruleset as tables for the terminal; without one, an overview."""
    from rich.console import Group

    views = {"heroes": _heroes, "cards": _cards, "skills": _skills, "roles": _roles, "setup": _setup}
    if section is None:
        return Group(*_overview(ruleset, lang))
    if section not in views:
        raise UserError(f"unknown section {section!r}; allowed: {' '.join(SECTIONS)}{suggest(section, SECTIONS)}")
    return Group(*views[section](ruleset, lang))


def row_text(row: Mapping[str, Any]) -> str:
    """Return a row in one line, as it would stand in the TOML but without quotes."""
    return ", ".join(f"{key} = {_value(value)}" for key, value in row.items())


def _lines(*parts: str) -> str:
    """Return what is known as lines of one cell."""
    return "\n".join(part for part in parts if part)


def _words(ruleset: Ruleset, section: str, key: str, lang: str) -> str:
    """Return the rows of an entry in words, each with the row itself below it."""
    written = ruleset.data[section][key]["rows"]
    sentences = say_sentences(ruleset.data, section, key, lang)
    return "\n".join(f"{said}\n  {row_text(row)}" for said, row in zip(sentences, written, strict=True))


def _meant(entry: Mapping[str, Any], lang: str) -> str:
    """Return what the printed text of an entry means, if the ruleset says it."""
    return str(entry.get("text", {}).get(lang, ""))


def _value(value: Any) -> str:
    if isinstance(value, list):
        return "[" + ", ".join(_value(each) for each in value) + "]"
    return str(value).lower() if isinstance(value, bool) else str(value)


# ------------------------------------------------------------------------------------------ the tables


def _table(title: str, columns: Iterable[str], rows: Iterable[Iterable[object]]) -> "Table":
    from rich.table import Table
    from rich.text import Text

    table = Table(title=title, title_justify="left", show_lines=False)
    for column in columns:
        table.add_column(column, overflow="fold")
    for row in rows:
        table.add_row(*(Text("" if cell is None else str(cell)) for cell in row))
    return table


def _both(entry: Mapping[str, Any], lang: str) -> str:
    """Return a display name in the language asked for, then in the other."""
    names = entry["names"]
    return f"{names[lang]} {names['en' if lang == 'zh' else 'zh']}"


def _overview(ruleset: Ruleset, lang: str) -> Iterator["RenderableType"]:
    from rich.text import Text

    data = ruleset.data
    numbers = [("cards", len(data["deck"])), ("kinds", len(data["cards"]))]
    numbers += [(name, len(data[name])) for name in ("heroes", "skills", "grants")]
    yield Text(f"{ruleset.id}: {ruleset.names[lang]}\n{ruleset.description[lang]}")
    yield Text(", ".join(f"{n} {name}" for name, n in numbers) + f"; content {ruleset.content_hash[:16]}")
    yield from _roles(ruleset, lang)
    yield Text(f"Sections: {' '.join(SECTIONS)}")


def _heroes(ruleset: Ruleset, lang: str) -> Iterator["RenderableType"]:
    rows = []
    for key, hero in ruleset.data["heroes"].items():
        skills = " ".join(ruleset.data["skills"][skill]["names"][lang] for skill in hero["skills"])
        faction = ruleset.data["factions"][hero["faction"]]["names"][lang]
        lord = "yes" if hero["lord"] else ""
        rows.append((key, _both(hero, lang), faction, hero["gender"], hero["hp"], lord, skills, source_of(hero)))
    yield _table("heroes", ("id", "name", "faction", "gender", "hp", "lord", "skills", "source"), rows)


def _cards(ruleset: Ruleset, lang: str) -> Iterator["RenderableType"]:
    rows = []
    for key, card in ruleset.data["cards"].items():
        reach = "" if card["range"] is None else f"range {card['range']}"
        copies = f"{card['count']}: {' '.join(card['copies'])}"
        what, name = _lines(card["class"], reach), _lines(key, _both(card, lang))
        words = _words(ruleset, "cards", key, lang)
        rows.append((name, what, copies, _meant(card, lang), words, source_of(card)))
    yield _table("cards", ("id, name", "class", "copies", "text", "rows in words", "source"), rows)
    sources: dict[str, int] = {}
    for card in ruleset.data["deck"]:
        sources[card["source"]] = sources.get(card["source"], 0) + 1
    yield _table("suits and ranks", ("cards", "source"), [(n, source) for source, n in sources.items()])
    if ruleset.data["alternates"]:
        yield _alternates(ruleset)


def _alternates(ruleset: Ruleset) -> "RenderableType":
    """Return the table of the cards that may take the places of others."""
    used = deck.in_play(ruleset.data)
    rows = [
        (f"{key}@{each['card']}", each["replaces"], "yes" if key in used else "", source_of(each))
        for key, each in ruleset.data["alternates"].items()
    ]
    return _table("alternates", ("card", "replaces", "in play", "source"), rows)


def _skills(ruleset: Ruleset, lang: str) -> Iterator["RenderableType"]:
    holders: dict[str, list[str]] = {}
    for hero in ruleset.data["heroes"].values():
        for skill in hero["skills"]:
            holders.setdefault(skill, []).append(hero["names"][lang])
    for section in ("skills", "grants"):
        rows = []
        for key, skill in ruleset.data[section].items():
            calls = skill.get("faction") or ""
            whose = f"lords of {skill['camp']}" if skill.get("camp") else "lord"
            lord = f"{whose}{', calls ' if calls else ''}{calls}" if skill.get("lord") else ""
            held, words = _lines(*holders.get(key, []), lord), _words(ruleset, section, key, lang)
            rows.append((_lines(key, _both(skill, lang)), held, _meant(skill, lang), words, source_of(skill)))
        if rows:
            yield _table(section, ("id, name", "heroes", "text", "rows in words", "source"), rows)


def _roles(ruleset: Ruleset, lang: str) -> Iterator["RenderableType"]:
    identities = ruleset.data["identities"]
    names = [identities[role]["names"][lang] for role in identities]
    rows = []
    for variant, table in ruleset.data["roles"].items():
        for players, counts in sorted(table.items(), key=lambda item: int(item[0])):
            rows.append((variant, players, *(counts[role] for role in identities), source_of(counts)))
    yield _table("roles", ("table", "players", *names, "source"), rows)


def _single(table: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield the keys and values of a table of settings; of tables inside, what is not 0."""
    for key, value in table.items():
        if key in SOURCED:
            continue
        if not isinstance(value, dict):
            yield key, value
            continue
        for role, points in value.items():
            yield f"{key}.{role}", [f"{part} {n}" for part, n in points.items() if n]


def _setup(ruleset: Ruleset, lang: str) -> Iterator["RenderableType"]:
    for section in (name for name in files.SINGLE if name in ruleset.data):
        table = ruleset.data[section]
        rows = [(key, _value(value), source_of(table, key.partition(".")[0])) for key, value in _single(table)]
        yield _table(section, (section, "value", "source"), rows)
