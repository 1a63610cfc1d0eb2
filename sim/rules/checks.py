"""Everything that is wrong with a resolved ruleset, found at once."""

from collections.abc import Container, Iterable, Iterator, Mapping
from typing import Any

from pydantic import ValidationError

from sim import forms
from sim.core.codes import Class, Role, When
from sim.errors import suggest
from sim.rules import rows
from sim.rules.schema import BUNDLES, ENTRIES, PATTERNS, Loc, RulesetModel, keys_at
from sim.rules.words import Lexicon, choices

Problem = tuple[Loc, str]


def check(raw: Mapping[str, Any]) -> tuple[dict[str, Any], list[Problem]]:
    """Validate a resolved ruleset; return its complete plain form, empty if it has problems, and those."""
    problems: list[Problem] = []
    model = None
    try:
        model = RulesetModel.model_validate(raw)
    except ValidationError as error:
        problems = _merged(_problem(each) for each in error.errors(include_url=False))
    flagged = {loc for loc, _ in problems}
    for loc, text in _meaning(raw):
        if not any(loc[: len(bad)] == bad or bad[: len(loc)] == loc for bad in flagged):
            problems.append((loc, text))
    if problems or model is None:
        return {}, problems
    data = model.model_dump(by_alias=True)
    for section in ("lineup", "scores"):
        if data[section] is None:
            del data[section]
    for section in BUNDLES:  # rows stay as written: the absent keys of 26 say nothing
        for key, bundle in getattr(model, section).items():
            written = [row.model_dump(by_alias=True, exclude_none=True) for row in bundle.rows]
            data[section][key]["rows"] = written
            if bundle.text is None:
                del data[section][key]["text"]
    for section in ENTRIES:
        data[section] = {key: _ordered(entry) for key, entry in data[section].items()}
    return data, []


def _ordered(entry: dict[str, Any]) -> dict[str, Any]:
    """Return an entry with its names first, and its rows and sources last."""
    first, last = ("names", "text"), ("rows", "source", "sources")
    middle = [key for key in entry if key not in (*first, *last)]
    return {key: entry[key] for key in (*first, *middle, *last) if key in entry}


def _merged(problems: Iterable[Problem]) -> list[Problem]:
    """Join what the alternatives of one value say into one problem."""
    by_loc: dict[Loc, list[str]] = {}
    for loc, text in problems:
        by_loc.setdefault(loc, []).append(text)
    return [(loc, _either(list(dict.fromkeys(texts)))) for loc, texts in by_loc.items()]


def _either(texts: list[str]) -> str:
    found, allowed, _ = texts[0].partition("; allowed: ")
    start = found + allowed
    if not all(text.startswith(start) for text in texts):
        return ", or ".join(texts)
    return start + " or ".join(text.removeprefix(start) for text in texts)


def _problem(error: Mapping[str, Any]) -> Problem:
    # alternatives of a type ("int", "literal['weapon']", "[key]") are no part of the path
    loc = tuple(part for part in error["loc"] if part not in ("str", "int") and "[" not in str(part))
    found, kind = error["input"], error["type"]
    if kind == "extra_forbidden":
        allowed = keys_at(loc[:-1])
        return loc, f"unknown key; allowed: {' '.join(allowed)}{suggest(loc[-1], allowed)}"
    if kind == "missing":
        return loc, "missing"
    if kind == "one_of":
        return loc, _unknown(found, error["ctx"]["allowed"].split())
    if kind == "string_pattern_mismatch" and "source" in str(loc[-1]):
        return loc, f"found {found!r}; allowed: 'seed ...', 'public ...' or 'assumed ...'"
    if kind == "string_pattern_mismatch" and error["ctx"]["pattern"] in PATTERNS:
        return loc, f"{forms.found(error)}; allowed: {PATTERNS[error['ctx']['pattern']]}"
    return loc, f"{forms.found(error)}; {forms.allowed(error)}"


# ------------------------------------------------------------ what the models cannot see by themselves


def _meaning(raw: Mapping[str, Any]) -> Iterator[Problem]:
    """Check words against each other; parts of the wrong shape are passed over, the models report them."""
    sections = (*ENTRIES, "roles")
    if not all(isinstance(raw.get(section, {}), dict) for section in sections):
        return  # what refers to a table that is none is not wrong by itself
    tables = {section: _entries(raw, section) for section in sections}
    yield from _twice(tables)
    yield from _heroes(tables)
    yield from _cards(tables, raw.get("deck"))
    yield from _attack(tables["cards"])
    yield from _roles(tables["roles"])
    yield from _lineup(raw.get("lineup"))
    yield from _alternates(tables, raw.get("setup"))
    factions = list(tables["factions"])
    for key, skill in tables["skills"].items():
        for where in ("faction", "camp"):
            if skill.get(where) is not None and not _known(skill[where], factions):
                yield ("skills", key, where), _unknown(skill[where], factions)
    lex = lexicon(tables)
    for section in BUNDLES:
        for key, entry in tables[section].items():
            for place, text in bundle_problems(entry, lex):
                yield (section, key, *place), text


def _attack(cards: Mapping[str, Mapping[str, Any]]) -> Iterator[Problem]:
    """Check that one card is the attack, of which attack range and skills that strike speak."""
    rows = [row for card in cards.values() for row in _rows(card)]
    if cards and not any(row.get("when") == "active" and row.get("limit") == "attack" for row in rows):
        yield ("cards",), "no card is an attack; one needs a row with when = 'active' and limit = 'attack'"


def _lineup(lineup: object) -> Iterator[Problem]:
    """Check what the numbers of a line-up say to each other; what depends on the number of players comes later."""
    if not isinstance(lineup, dict):
        return
    dealt, faces, picks = (lineup.get(key) for key in ("dealt", "open", "picks"))
    if not isinstance(dealt, int):
        return
    if isinstance(faces, int) and faces > dealt:
        yield ("lineup", "open"), f"found {faces}; allowed: up to dealt, which is {dealt}"
    if isinstance(picks, list) and all(isinstance(n, int) for n in picks) and sum(picks) > dealt:
        yield ("lineup", "picks"), f"found {picks}, {sum(picks)} in all; allowed: up to dealt, which is {dealt}"


def _entries(raw: Mapping[str, Any], section: str) -> dict[str, dict[str, Any]]:
    table = raw.get(section)
    return {k: v if isinstance(v, dict) else {} for k, v in table.items()} if isinstance(table, dict) else {}


def _known(word: object, allowed: Container[str]) -> bool:
    return isinstance(word, str) and word in allowed


def _unknown(word: object, allowed: list[str]) -> str:
    return f"found {word!r}; allowed: {' '.join(allowed) or 'none is defined'}{suggest(word, allowed)}"


def _twice(tables: Mapping[str, Mapping[str, Any]]) -> Iterator[Problem]:
    seen: dict[str, str] = {}
    for section in BUNDLES:
        for key in tables[section]:
            if key in seen:
                yield (section, key), f"the id is taken: {seen[key]}.{key}"
            seen[key] = section


def _heroes(tables: Mapping[str, Mapping[str, Any]]) -> Iterator[Problem]:
    for key, hero in tables["heroes"].items():
        if not _known(hero.get("faction"), tables["factions"]):
            yield ("heroes", key, "faction"), _unknown(hero.get("faction"), list(tables["factions"]))
        skills = hero.get("skills")
        for i, skill in enumerate(skills if isinstance(skills, list) else []):
            if not _known(skill, tables["skills"]):
                yield ("heroes", key, "skills", i), _unknown(skill, list(tables["skills"]))


def _cards(tables: Mapping[str, Mapping[str, Any]], deck: object) -> Iterator[Problem]:
    kinds = tables["cards"]
    for key, card in kinds.items():
        is_ = card.get("is") or []
        for other in is_ if isinstance(is_, list) else [is_]:
            if not _known(other, kinds):
                yield ("cards", key, "is"), _unknown(other, list(kinds))
        reach = card.get("range")
        if card.get("class") == "weapon" and not isinstance(reach, int):
            yield ("cards", key, "range"), f"found {reach!r}; allowed for a weapon: the reach it gives"
        if isinstance(reach, int) and not 0 <= reach <= 99:
            yield ("cards", key, "range"), f"found {reach!r}; allowed: 0 to 99"
    for i, card in enumerate(deck if isinstance(deck, list) else []):
        if isinstance(card, dict) and not _known(card.get("kind"), kinds):
            yield ("deck", i, "kind"), _unknown(card.get("kind"), list(kinds))


def _roles(tables: Mapping[str, Mapping[str, Any]]) -> Iterator[Problem]:
    for variant, table in tables.items():
        for players, row in table.items():
            counts = [row.get(role, 0) for role in choices(Role)] if isinstance(row, dict) else []
            if not counts or not all(isinstance(n, int) for n in counts):
                continue
            said = " ".join(f"{role} {n}" for role, n in zip(choices(Role), counts, strict=True))
            if counts[Role.LORD] != 1:
                yield ("roles", variant, players), f"found {said}; a role table needs exactly one lord"
            elif sum(counts) != int(players if str(players).isdigit() else 0):
                yield ("roles", variant, players), f"found {said}; allowed: roles that add up to {players}"
            elif counts[Role.REBEL] + counts[Role.RENEGADE] == 0:
                yield (
                    ("roles", variant, players),
                    f"found {said}; the lord needs an enemy, a rebel or a renegade",
                )


def _alternates(tables: Mapping[str, Mapping[str, Any]], setup: object) -> Iterator[Problem]:
    """Alternates are kinds of card that replace kinds of card; the setup names none but them."""
    known = list(tables["alternates"])
    for key, alternate in tables["alternates"].items():
        if key not in tables["cards"]:
            yield ("alternates", key), _unknown(key, list(tables["cards"]))
        replaced = str(alternate.get("replaces")).partition("@")[0]
        if replaced not in tables["cards"]:
            yield ("alternates", key, "replaces"), _unknown(replaced, list(tables["cards"]))
    said = setup.get("alternates") if isinstance(setup, dict) else None
    for i, word in enumerate(said if isinstance(said, list) else []):
        if not _known(word, known):
            yield ("setup", "alternates", i), _unknown(word, known)
        elif word in said[:i]:
            yield ("setup", "alternates", i), f"found {word!r} twice"


def lexicon(data: Mapping[str, Mapping[str, Any]]) -> Lexicon:
    """Return what the words of a ruleset's rows refer to; ids count from the order of the tables."""
    cards = data["cards"]
    kinds = list(cards)
    classes = {kind: _class(card) for kind, card in cards.items()}
    area = {
        kind
        for kind, card in cards.items()
        if classes[kind] == Class.INSTANT and any(_aims_at_all(row) for row in _rows(card))
    }
    return Lexicon(
        kinds=kinds,
        classes=classes,
        isa={kind: _counts_as(kind, cards) for kind in kinds},
        area=area,
        bodiless={kind for kind, card in cards.items() if classes[kind] <= Class.INSTANT and _active(card)},
        bundles=[*kinds, *data["skills"], *data["grants"]],
        grants=list(data["grants"]),
        factions=list(data["factions"]),
    )


def _class(card: Mapping[str, Any]) -> int:
    return int(Class.__members__.get(str(card.get("class")).upper(), Class.BASIC))


def _rows(entry: Mapping[str, Any]) -> list[dict[str, Any]]:
    found = entry.get("rows")
    return [row for row in found if isinstance(row, dict)] if isinstance(found, list) else []


def _active(card: Mapping[str, Any]) -> bool:
    return any(row.get("when") == "active" for row in _rows(card))


def _aims_at_all(row: Mapping[str, Any]) -> bool:
    return row.get("when") == When.ACTIVE.name.lower() and row.get("to") in ("all", "all_others")


def _counts_as(kind: str, cards: Mapping[str, Mapping[str, Any]]) -> set[str]:
    found, left = set(), [kind]
    while left:
        each = left.pop()
        if each in found or each not in cards:
            continue
        found.add(each)
        more = cards[each].get("is") or []
        more = more if isinstance(more, list) else [more]
        left += [word for word in more if isinstance(word, str)]
    return found


def bundle_problems(entry: Mapping[str, Any], lex: Lexicon) -> Iterator[Problem]:
    """Yield what is wrong with the rows of one bundle, by place inside it."""
    found: list[rows.Problem]
    head: Mapping[str, Any] | None = None
    written = entry.get("rows")
    for i, row in enumerate(written if isinstance(written, list) else []):
        if not isinstance(row, dict):
            continue
        found = []
        flat = rows.flatten(row, lex, found, head)
        if flat["when"] not in rows.SEQUELS:
            head = row
        for key, wrong in found:
            yield ("rows", i, key), str(wrong)
