"""The rows of cards, skills and grants in words, Chinese or English, so that a rule can be judged by reading it.

Phrases are data, ``zh.toml`` and ``en.toml``: one for each word of ``sim.core.codes``. What a row says and its phrase
has no place for is told in a note behind the sentence, so that no two different rows read alike.
"""

from collections.abc import Mapping
from typing import Any

from sim.core.codes import Class, Limit
from sim.rules.say.filters import Filters
from sim.rules.say.grammar import GRAMMARS, LANGS
from sim.rules.say.parts import RELATIVES, Speaker
from sim.rules.say.sentence import Sentence

__all__ = ["LANGS", "say_rows", "say_sentences", "speaker"]

USED = (Class.BASIC, Class.INSTANT, Class.DELAYED)
ATTACK = Limit.ATTACK.name.lower()


def say_sentences(data: Mapping[str, Any], section: str, key: str, lang: str) -> list[str]:
    """Return a sentence for each row of a card, skill or grant of a ruleset's plain data."""
    return say_rows(speaker(data, section, data[section][key], lang), data[section][key]["rows"])


def say_rows(who: Speaker, rows: list[dict[str, Any]]) -> list[str]:
    """Return a sentence for each row of a list."""
    said: list[str] = []
    above: list[Mapping[str, Any]] = []
    for row in rows:
        if row.get("when") not in RELATIVES:
            above = []
        said.append(Sentence(who, row, list(above)).text())
        above.append(row)
    return said


def speaker(data: Mapping[str, Any], section: str, entry: Mapping[str, Any], lang: str) -> Speaker:
    """Return the words that a bundle of a ruleset is said in."""
    grammar = GRAMMARS[lang](lang)
    t, kinds = grammar.t, list(data["cards"])

    def name(key: str) -> str:
        if key in data["cards"]:
            return t["card"].format(name=data["cards"][key]["names"][lang])
        return data["grants"][key]["names"][lang] if key in data["grants"] else key

    def faction(key: str) -> str | None:
        return data["factions"][key]["names"][lang] if key in data["factions"] else None

    attack = next((kind for kind in kinds if _attacks(data["cards"][kind])), None)
    return Speaker(
        grammar=grammar,
        filters=Filters(grammar, kinds, name),
        kinds=kinds,
        name=name,
        faction=faction,
        ally=faction(entry.get("faction") or "") or t["ally_of_none"],
        attack=name(attack) if attack else t["attack_of_none"],
        used=section == "cards" and Class[str(entry["class"]).upper()] in USED,
        section=section,
    )


def _attacks(card: Mapping[str, Any]) -> bool:
    return any(row.get("limit") == ATTACK for row in card["rows"])
