"""Reading the files of a ruleset and laying rulesets over each other by ``extends``."""

import copy
import csv
import io
import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sim.errors import UserError, suggest
from sim.rules.deck import recount
from sim.rules.draft import draft_file
from sim.rules.schema import MAX_CARDS

SHIPPED = Path(__file__).resolve().parent.parent / "rulesets"
FILES = ("ruleset.toml", "cards.toml", "heroes.toml", "skills.toml")
TABLES = ("identities", "factions", "heroes", "skills", "grants", "cards", "alternates")  # id -> entry
SINGLE = ("setup", "lineup", "limits", "scores")
HEAD = ("id", "names", "description", "source")
UNSTATED = "assumed"  # the source of values in a file that names none
DIRECTIVES = ("extends", "drop", "deck", "sources")


@dataclass
class Raw:
    """A resolved but unchecked ruleset, with the file that last stated each entry."""

    path: Path
    data: dict[str, Any]
    origin: dict[tuple[str, ...], Path] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)
    unreadable: bool = False  # some file is no TOML: what is missing elsewhere follows from that
    draft: Path | None = None  # the table by which heroes are chosen
    others: dict[str, "Raw"] = field(default_factory=dict)  # rulesets from which single entries were taken


def shipped() -> list[str]:
    """Return the ids of the rulesets that come with the project."""
    return sorted(each.name for each in SHIPPED.iterdir() if (each / "ruleset.toml").is_file())


def find(name: str | os.PathLike[str], beside: Path | None = None) -> Path:
    """Return the ``ruleset.toml`` (or single TOML file) of a shipped id or a path.

    A name is looked up among the shipped rulesets, then as a path, relative to ``beside`` if given.
    """
    if isinstance(name, str) and name in shipped():
        return SHIPPED / name / "ruleset.toml"
    path = Path(name) if beside is None else beside / name
    if path.is_dir() and str(name):
        path = path / "ruleset.toml"
    if path.is_file():
        return path
    if path.suffix == ".toml" or os.sep in str(name):
        raise UserError(f"{path}: no such ruleset file")
    known = shipped()
    raise UserError(f"unknown ruleset {str(name)!r}; shipped: {', '.join(known)}{suggest(name, known)}")


def read(path: Path, above: tuple[Path, ...] = ()) -> Raw:
    """Read a ruleset and everything it extends; ``above`` are the rulesets being read, to find circles."""
    path = path.resolve()
    if path in above:
        circle = " -> ".join(map(_short, (*above, path)))
        raise UserError(f"{path}: extends: rulesets extend each other in a circle: {circle}")
    raw = Raw(path, {})
    stated = _own(raw)
    base = stated.get("extends")
    if base is not None:
        parent = _parent(raw, base, above, f"{raw.path}: extends")
        raw.data = parent.data
        raw.origin = parent.origin | raw.origin
        raw.problems += parent.problems
        raw.unreadable |= parent.unreadable
        raw.draft = parent.draft
    if draft_file(path).is_file():
        raw.draft = draft_file(path)
    raw.data["id"] = stated.get("id", path.parent.name if path.name == "ruleset.toml" else path.stem)
    raw.data["source"] = stated.get("source", UNSTATED)
    for key in ("names", "description"):
        if key in stated:
            raw.data[key] = stated[key]
    _drop(raw, stated.get("drop", []))
    _lay(raw, stated, above)
    _deck(raw, stated)
    return raw


def _short(path: Path) -> str:
    return path.parent.name if path.name == "ruleset.toml" else path.name


# --------------------------------------------------------------------------------- one ruleset's files


def _own(raw: Raw) -> dict[str, Any]:
    """Return what a ruleset's own files state, every entry with its source written into it."""
    files = [raw.path]
    if raw.path.name == "ruleset.toml":
        files = [raw.path.parent / name for name in FILES if (raw.path.parent / name).exists()]
    stated: dict[str, Any] = {}
    for file in files:
        try:
            content = tomllib.loads(_text(raw, file))
        except tomllib.TOMLDecodeError as error:
            _unreadable(raw, file, f"TOML syntax: {error}")
            continue
        _file(raw, stated, file, content)
    return stated


def _text(raw: Raw, file: Path) -> str:
    """Return what a file holds, nothing if it cannot be read; editors may have put a byte order mark first."""
    try:
        with file.open(encoding="utf-8-sig", newline="") as stream:
            return stream.read()
    except UnicodeDecodeError:
        _unreadable(raw, file, "not UTF-8 text")
    except OSError as error:
        _unreadable(raw, file, f"cannot be read: {error.strerror}")
    return ""


def _unreadable(raw: Raw, file: Path, why: str) -> None:
    raw.problems.append(f"{file}: {why}")
    raw.unreadable = True


def _file(raw: Raw, stated: dict[str, Any], file: Path, content: dict[str, Any]) -> None:
    known = (*HEAD, *DIRECTIVES, *SINGLE, *TABLES, "roles")
    for key, value in content.items():
        raw.origin[(key,)] = file
        if key not in known:
            text = f"unknown key; allowed: {' '.join(known)}{suggest(key, known)}"
            raw.problems.append(f"{file}: {key}: {text}")
        elif key in (*HEAD, *DIRECTIVES):
            if file.name in FILES[1:] and file.parent == raw.path.parent:
                if key not in ("source", "sources"):
                    raw.problems.append(f"{file}: {key}: belongs in {raw.path.name}")
            else:
                stated[key] = value
            if key == "sources" and not isinstance(value, dict):
                raw.problems.append(f"{file}: sources: found {value!r}; allowed: a table")
        elif key in SINGLE:
            stated[key] = _sourced(value, content)
        elif key in TABLES:
            entries = value if isinstance(value, dict) else {}
            if not isinstance(value, dict):
                raw.problems.append(f"{file}: {key}: found {value!r}; allowed: a table")
            for name, entry in entries.items():
                raw.origin[(key, name)] = file
                stated.setdefault(key, {})[name] = _sourced(entry, content)
        else:
            _role_tables(raw, stated, file, content)


def _role_tables(raw: Raw, stated: dict[str, Any], file: Path, content: dict[str, Any]) -> None:
    roles = content["roles"]
    if not isinstance(roles, dict) or not all(isinstance(table, dict) for table in roles.values()):
        raw.problems.append(f"{file}: roles: found {roles!r}; allowed: a table of tables, variant and players")
        return
    for variant, table in roles.items():
        raw.origin[("roles", variant)] = file
        stated.setdefault("roles", {})[variant] = {n: _sourced(row, content) for n, row in table.items()}


def _sourced(entry: Any, content: Mapping[str, Any]) -> Any:
    """Write the file's default sources into an entry that states none of its own."""
    if not isinstance(entry, dict):
        return entry
    common, own = content.get("sources"), entry.get("sources")
    sources = dict(common) if isinstance(common, dict) else {}
    if isinstance(own, dict):
        sources |= own
    return entry | {"source": entry.get("source", content.get("source", UNSTATED)), "sources": sources}


# --------------------------------------------------------------------------- laying over what is there


def _parent(raw: Raw, name: Any, above: tuple[Path, ...], place: str) -> Raw:
    if not isinstance(name, str):
        raise UserError(f"{place}: found {name!r}; allowed: the id or path of a ruleset")
    try:
        path = find(name, raw.path.parent)
    except UserError as error:
        raise UserError(f"{place}: {error}") from None
    return read(path, (*above, raw.path))


def _drop(raw: Raw, drop: Any) -> None:
    """Take inherited entries or tables out, named by their paths; dropped cards leave the deck too."""
    for path in drop if isinstance(drop, list) else [drop]:
        section, _, key = str(path).partition(".")
        if path in ("lineup", "scores") and raw.data.pop(path, None) is not None:
            continue
        entries = raw.data.get(section) if section in (*TABLES, "roles") else None
        if isinstance(entries, dict) and path == section != "cards":
            entries.clear()
            continue
        if not isinstance(entries, dict) or key not in entries:
            known = [f"{table}.{name}" for table in (*TABLES, "roles") for name in raw.data.get(table, {})]
            raw.problems.append(f"{raw.path}: drop: nothing to drop at {path!r}{suggest(path, known)}")
            continue
        del entries[key]
        if section == "cards":
            raw.data["deck"] = [card for card in raw.data.get("deck", []) if card["kind"] != key]


def _lay(raw: Raw, stated: Mapping[str, Any], above: tuple[Path, ...]) -> None:
    for section in SINGLE:
        if section in stated:
            raw.data[section] = _known_sources(merge(raw.data.get(section), stated[section]))
    for variant, table in stated.get("roles", {}).items():
        raw.data.setdefault("roles", {}).setdefault(variant, {}).update(table)
    for section in TABLES:
        entries = raw.data.setdefault(section, {})
        for key, entry in stated.get(section, {}).items():
            entries[key] = _known_sources(_entry(raw, stated, above, section, key, entry, ()))


def _entry(
    raw: Raw,
    stated: Mapping[str, Any],
    above: tuple[Path, ...],
    section: str,
    key: str,
    entry: Any,
    seen: tuple[str, ...],
) -> Any:
    """Return an entry laid over the one it extends, or over the inherited one of the same id."""
    if not isinstance(entry, dict) or "extends" not in entry:
        return merge(_without_text(raw.data[section].get(key), entry), entry)
    place = f"{raw.origin[(section, key)]}: {section}.{key}.extends"
    ruleset, _, other = str(entry["extends"]).rpartition(".")
    if key in seen:
        raw.problems.append(f"{place}: entries extend each other in a circle: {' -> '.join((*seen, key))}")
        return {k: v for k, v in entry.items() if k != "extends"}
    own = stated.get(section, {})
    if ruleset in ("", raw.data["id"]):
        if other in own:
            base = _entry(raw, stated, above, section, other, own[other], (*seen, key))
        else:
            base = raw.data[section].get(other)
        known = [*own, *raw.data[section]]
    else:
        parent = raw.others.get(ruleset) or _parent(raw, ruleset, above, place)
        raw.others[ruleset] = parent
        base, known = parent.data.get(section, {}).get(other), list(parent.data.get(section, {}))
    if base is None:
        raw.problems.append(f"{place}: found {entry['extends']!r}; no such entry{suggest(other, known)}")
    base = {k: v for k, v in base.items() if k not in ("count", "copies")} if isinstance(base, dict) else None
    return merge(_without_text(base, entry), {k: v for k, v in entry.items() if k != "extends"})


def _without_text(base: Any, new: Any) -> Any:
    """Leave an inherited text out where other rows are stated: it says what those rows do not."""
    if not isinstance(base, dict) or not isinstance(new, dict) or "rows" not in new:
        return base
    return {key: value for key, value in base.items() if key != "text"}


def merge(base: Any, new: Any) -> Any:
    """Lay a table over another: its keys replace the other's, each with the source of whoever stated it.

    ``sources`` may also speak of keys that are taken over.
    """
    if not isinstance(base, dict) or not isinstance(new, dict):
        return copy.deepcopy(new)
    out = copy.deepcopy(base)
    said = new.get("sources") or {}
    sources = {k: v for k, v in out.get("sources", {}).items() if k.split(".")[0] not in (*new, *said)}
    for key, value in new.items():
        if key in ("source", "sources"):
            continue
        both = isinstance(value, dict) and isinstance(out.get(key), dict)
        out[key] = out[key] | value if both else copy.deepcopy(value)
        source = said.get(key, new.get("source"))
        if source is not None and source != out.get("source"):
            sources[key] = source
    out["sources"] = sources | {k: v for k, v in said.items() if "." in k or k not in new}
    out.setdefault("source", new.get("source"))
    return out


def _known_sources(entry: Any) -> Any:
    """Leave out the sources of keys that an entry does not have; a default that no key needs becomes the usual."""
    sources = entry.get("sources") if isinstance(entry, dict) else None
    if not isinstance(sources, dict):
        return entry
    sources = {key: source for key, source in sources.items() if key.split(".")[0] in entry}
    single = [source for key, source in sources.items() if "." not in key]
    if single and not set(entry) - {"source", "sources", *sources}:
        entry["source"] = max(single, key=single.count)
    default = entry.get("source")
    entry["sources"] = {key: source for key, source in sources.items() if "." in key or source != default}
    return entry


# -------------------------------------------------------------------------------------------- the deck


def _deck(raw: Raw, stated: Mapping[str, Any]) -> None:
    """Read deck.csv, replace or add to the inherited deck, then apply the counts that the cards state."""
    mode = stated.get("deck", "replace")
    if mode not in ("add", "replace"):
        near = suggest(mode, ["add", "replace"])
        raw.problems.append(f"{raw.path}: deck: found {mode!r}; allowed: add replace{near}")
    file = raw.path.parent / "deck.csv"
    deck = raw.data.get("deck", [])
    if raw.path.name == "ruleset.toml" and file.exists():
        raw.origin[("deck",)] = file
        own = _read_deck(raw, file)
        deck = [*deck, *own] if mode == "add" else own
    raw.data["deck"] = deck
    for kind, card in stated.get("cards", {}).items():
        for key in ("count", "copies"):
            if isinstance(card, dict) and key in card:
                problem = recount(raw.data, kind, key, card[key], str(card.get("source")))
                if len(raw.data["deck"]) > MAX_CARDS:
                    raw.origin[("deck",)] = raw.origin[("cards", kind)]
                if problem:
                    raw.problems.append(f"{raw.origin[('cards', kind)]}: cards.{kind}.{key}: {problem}")


def _read_deck(raw: Raw, file: Path) -> list[dict[str, str]]:
    text = _text(raw, file)
    if raw.unreadable:
        return []
    lines = csv.DictReader(io.StringIO(text, newline=""))
    wanted = ["kind", "suit", "rank", "source"]
    if lines.fieldnames != wanted:
        found = ",".join(lines.fieldnames or ())
        _unreadable(raw, file, f"line 1: found {found!r}; allowed: {','.join(wanted)}")
        return []
    cards = []
    for line in lines:
        if None in line or None in line.values():
            raw.problems.append(f"{file}: line {lines.line_num}: allowed: four values, {','.join(wanted)}")
        else:
            cards.append(dict(line))
    return cards
