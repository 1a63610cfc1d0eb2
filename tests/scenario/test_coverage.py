"""Each card and each skill of the shipped rulesets has two scenarios at least: it works, and it stops where it must.

A scenario of a card or skill is named after it, ``ID__what_happens.toml``, in the folder of its ruleset. It
counts only if it brings the card or skill into play.
"""

import functools
import tomllib
from pathlib import Path
from typing import Any

import pytest

from sim.rules.load import load_ruleset

ROOT = Path(__file__).parents[1] / "scenarios"
RULESETS = ("sanguosha", "sanguosha_official", "hongloumeng", "yingxiongsha", "shuihusha")
load = functools.cache(load_ruleset)
LEAST = 2


def ids_of(ruleset: str) -> list[str]:
    """Return the card kinds of a ruleset's deck, alternates too, and the skills of its heroes."""
    data = load(ruleset).data
    kinds = {card["kind"] for card in data["deck"]} | set(data["alternates"])
    return sorted(kinds) + sorted({skill for hero in data["heroes"].values() for skill in skills_of(ruleset, hero)})


def skills_of(ruleset: str, hero: dict[str, Any]) -> list[str]:
    """Return the skills of a hero, those that a lord of its camp has among them."""
    camp = [key for key, skill in load(ruleset).data["skills"].items() if skill["camp"] == hero["faction"]]
    return [*hero["skills"], *camp]


def texts(value: Any) -> set[str]:
    """Return all texts in a TOML value, of cards the kind."""
    if isinstance(value, dict):
        return set().union(*(texts(item) for item in value.values())) if value else set()
    if isinstance(value, list):
        return set().union(*(texts(item) for item in value)) if value else set()
    return {value.partition("@")[0]} if isinstance(value, str) else set()


def uses(file: Path, wanted: str, ruleset: str) -> bool:
    """Tell whether a scenario has a card on the table, or a skill in the hands of a hero."""
    data = tomllib.loads(file.read_text(encoding="utf-8"))
    heroes = load(ruleset).data["heroes"]
    owners = {key for key, hero in heroes.items() if wanted in skills_of(ruleset, hero)}
    if owners:
        return any(seat.get("hero") in owners for seat in data["seat"])
    return wanted in texts([data["seat"], data.get("pile", []), data.get("discard", [])])


PAIRS = [(ruleset, each) for ruleset in RULESETS for each in ids_of(ruleset)]


@pytest.mark.parametrize(("ruleset", "wanted"), PAIRS)
def test_two_scenarios(ruleset: str, wanted: str) -> None:
    named = sorted((ROOT / ruleset).glob(f"{wanted}__*.toml"))
    found = [file.name for file in named if uses(file, wanted, ruleset)]
    assert len(found) >= LEAST, f"{ruleset}: {wanted} has {len(found)} scenarios: {found or 'none'}"


def test_each_file_is_of_its_folders_ruleset_and_names_something() -> None:
    for ruleset in RULESETS:
        known = set(ids_of(ruleset))
        for file in sorted((ROOT / ruleset).glob("*.toml")):
            assert tomllib.loads(file.read_text(encoding="utf-8"))["ruleset"] == ruleset, file
            name, mark, _ = file.stem.partition("__")
            assert mark and (name in known or name.startswith("ruling_")), file
