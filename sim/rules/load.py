"""From a name or a path to a checked ruleset: files, ``extends``, changed values, validation, hash."""

import hashlib
import json
import os
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sim import given
from sim.errors import UserError, suggest
from sim.rules import checks, deck, files, schema
from sim.rules.draft import Table, draft_file, read_draft

Changes = Mapping[str, Any] | Iterable[str] | None
LEFT_OUT = ("id", "names", "description", "text", "source", "sources")  # what changes nothing in play


@dataclass(frozen=True)
class Ruleset:
    """A checked ruleset: its plain data, and the order of its ids, which are the integers of the records."""

    id: str
    path: Path
    names: dict[str, str]
    description: dict[str, str]
    content_hash: str
    data: dict[str, Any]  # what `rules show --json` prints; its paths are those of --set
    kinds: list[str]
    bundles: list[str]  # kinds, then skills, then grants
    heroes: list[str]
    factions: list[str]
    cards: list[tuple[str, str, str]]  # kind, suit letter, rank, in deck order
    changes: dict[str, Any] = field(default_factory=dict)
    draft: Table = field(default_factory=dict)  # what heroes are worth to who chooses one; empty: no table

    def name(self, key: str, lang: str = "zh") -> str:
        """Return the name of a hero, skill, card kind, grant, role or faction; the id if there is none."""
        for section in ("heroes", "skills", "cards", "grants", "identities", "factions"):
            entry = self.data[section].get(key)
            if entry is not None:
                return entry["names"][lang]
        return key

    def label(self, card: int) -> str:
        """Return a card's label by its id, as ``slash@S7``."""
        kind, suit, rank = self.cards[card]
        return f"{kind}@{suit}{rank}"


def load_ruleset(name: str | os.PathLike[str], set: Changes = None) -> Ruleset:
    """Load a shipped ruleset or one at a path, with values changed.

    ``set`` is a mapping of paths to values, or lines ``PATH=VALUE``: the value is read as TOML, and a bare
    word as a string. Raises UserError naming every problem of every file: file, key, found, allowed.
    """
    path = files.find(given.path("ruleset", name) if not isinstance(name, str) else name)
    raw = files.read(path)
    if raw.unreadable:
        raise UserError("\n".join(raw.problems))
    deck.count(raw.data)
    data = _checked(raw, {})
    changes = read_changes(set)
    if changes:
        for place, value in changes.items():
            _change(data, place, value)
        deck.count(data)
        data = _checked(files.Raw(raw.path, data, raw.origin), changes)
    wrong = deck.exchange(data)
    if wrong:
        lines = [f"{_where(raw, ('alternates', kind, 'replaces'), changes)}: {text}" for kind, text in wrong]
        raise UserError("\n".join(lines))
    return _ruleset(path, data, changes, _draft(raw, data))


def loaded(ruleset: str | os.PathLike[str] | Ruleset, set: Changes = None) -> Ruleset:
    """Load a ruleset that may be loaded already; one that is takes no changes any more: UserError."""
    if not hasattr(ruleset, "content_hash"):
        return load_ruleset(ruleset, set)
    if set:
        raise UserError("set: this ruleset is loaded already; give its changes to load_ruleset")
    return ruleset


def _checked(raw: files.Raw, changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return the complete plain data, or raise with one line per problem."""
    data, problems = checks.check(raw.data)
    lines = raw.problems + [f"{_where(raw, loc, changes)}: {text}" for loc, text in problems]
    if lines:
        raise UserError("\n".join(dict.fromkeys(lines)))
    return data


def _where(raw: files.Raw, loc: schema.Loc, changes: Mapping[str, Any]) -> str:
    """Return file and key of a problem; a value that was set is named instead of the file."""
    key = ".".join(str(part) for part in loc)
    for place in changes:
        made_longer = key == "deck" and place.startswith("cards.") and place.endswith((".count", ".copies"))
        if key == place or key.startswith(f"{place}.") or place.startswith(f"{key}.") or made_longer:
            return f"--set {place}: {key}"
    parts = tuple(str(part) for part in loc[:2])
    file = raw.origin.get(parts) or raw.origin.get(parts[:1]) or raw.path
    if loc[:1] == ("deck",) and len(loc) > 1 and isinstance(loc[1], int):
        card = raw.data["deck"][loc[1]]
        key = f"{key} ({card.get('kind')}@{card.get('suit')}{card.get('rank')})" if isinstance(card, dict) else key
    return f"{file}: {key}"


def _draft(raw: files.Raw, data: Mapping[str, Any]) -> Table:
    """Return the table by which heroes are chosen: the ruleset's own, or that of the nearest it extends."""
    if raw.draft is None:
        return {}
    return read_draft(raw.draft, list(data["heroes"]), inherited=raw.draft != draft_file(raw.path))


def _ruleset(path: Path, data: dict[str, Any], changes: Mapping[str, Any], table: Table) -> Ruleset:
    return Ruleset(
        id=data["id"],
        path=path,
        names=data["names"],
        description=data["description"],
        content_hash=content_hash(data),
        data=data,
        kinds=list(data["cards"]),
        bundles=[*data["cards"], *data["skills"], *data["grants"]],
        heroes=list(data["heroes"]),
        factions=list(data["factions"]),
        cards=[(card["kind"], card["suit"], card["rank"]) for card in data["deck"]],
        changes=dict(changes),
        draft=table,
    )


def content_hash(data: Mapping[str, Any]) -> str:
    """Return a hash of everything that changes play: rows, numbers, deck, roles, setup, the order of ids."""
    played = {key: _played(value) for key, value in sorted(data.items()) if key not in LEFT_OUT}
    for section in schema.ENTRIES:
        played[section] = [[key, _played(entry)] for key, entry in data[section].items()]
    text = json.dumps(played, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _played(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _played(each) for key, each in sorted(value.items()) if key not in LEFT_OUT}
    return [_played(each) for each in value] if isinstance(value, list) else value


# -------------------------------------------------------------------------------------- changed values


def read_changes(set_: Changes) -> dict[str, Any]:
    """Return paths and values of a mapping, or of lines ``PATH=VALUE``."""
    if set_ is None:
        return {}
    if isinstance(set_, Mapping):
        return {given.text("set", path, "a path"): value for path, value in set_.items()}
    if not isinstance(set_, Iterable):
        raise UserError(f"set: {set_!r}; must be a table of paths and values, or lines PATH=VALUE")
    changes = {}
    for line in [set_] if isinstance(set_, str) else set_:
        given.text("set", line, "a line PATH=VALUE")
        path, equals, value = line.partition("=")
        if not equals or not path.strip():
            raise UserError(f"--set {line}: allowed: PATH=VALUE, for example heroes.caocao.hp=3")
        changes[path.strip()] = read_value(value.strip())
    return changes


def read_value(text: str) -> Any:
    """Read a value as TOML; what is no TOML value is a string, and nothing takes an optional key out."""
    if not text:
        return None
    try:
        return tomllib.loads(f"value = {text}")["value"] if "\n" not in text else text
    except tomllib.TOMLDecodeError:
        return text


def _change(data: dict[str, Any], path: str, value: Any) -> None:
    """Set one value of the plain data and note where it came from."""
    parts = path.split(".")
    holder, loc = _holder(data, path, parts)
    key = parts[-1]
    if loc[:1] == ("cards",) and len(loc) == 2 and key in ("count", "copies"):
        problem = deck.recount(data, parts[1], key, value, "set")
        if problem:
            raise UserError(f"--set {path}: {problem}")
    elif isinstance(holder, list):
        holder[_index(holder, key, path)] = value
    else:
        holder[key] = value
    _note(data, parts)


def _holder(data: dict[str, Any], path: str, parts: list[str]) -> tuple[Any, schema.Loc]:
    """Return the table or list that holds a path's last part; an unknown path is an error with a hint."""
    here: Any = data
    loc: schema.Loc = ()
    for i, part in enumerate(parts):
        last = i == len(parts) - 1
        if isinstance(here, list):
            index = _index(here, part, path)
            if not last:
                here, loc = here[index], (*loc, index)
        elif isinstance(here, dict):
            known = list(dict.fromkeys([*here, *schema.keys_at(loc)])) if last else list(here)
            if part not in known:
                has = " ".join(known) or "nothing"
                raise UserError(f"--set {path}: no {part!r} in {_shown(loc)}; it has: {has}{suggest(part, known)}")
            if not last:
                here, loc = here[part], (*loc, part)
        else:
            raise UserError(f"--set {path}: {_shown(loc)} is a value, nothing lies below it")
    return here, loc


def _shown(loc: schema.Loc) -> str:
    return ".".join(str(part) for part in loc) or "the ruleset"


def _index(here: list[Any], part: str, path: str) -> int:
    if part.isascii() and part.isdigit() and int(part) < len(here):
        return int(part)
    allowed = f"0 to {len(here) - 1}" if here else "none, the list is empty"
    raise UserError(f"--set {path}: no {part!r}; allowed: {allowed}")


def _note(data: dict[str, Any], parts: list[str]) -> None:
    """Write the source ``set`` beside a changed value, in the nearest table that keeps sources."""
    if parts[0] == "deck":
        if len(parts) > 2:
            data["deck"][int(parts[1])]["source"] = "set"
        return
    here: Any = data
    keeper, rest = None, parts
    for i, part in enumerate(parts):
        if isinstance(here, dict) and isinstance(here.get("sources"), dict) and part not in ("source", "sources"):
            keeper, rest = here, parts[i:]
        here = here[int(part)] if isinstance(here, list) else here.get(part)
    if keeper is not None:
        keeper["sources"][".".join(rest)] = "set"
