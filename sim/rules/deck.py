"""The deck of a plain ruleset: its list of cards, and the same counted per kind."""

from collections.abc import Mapping
from typing import Any

SUITS, RANKS = "SHCD", ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


def count(data: dict[str, Any]) -> None:
    """Write into every kind how many cards of it the deck holds, and which (suit and rank, in deck order)."""
    if not isinstance(data.get("cards"), dict) or not isinstance(data.get("deck"), list):
        return  # the schema says so
    copies: dict[str, list[str]] = {kind: [] for kind in data["cards"]}
    for card in _cards(data):
        if isinstance(card.get("kind"), str) and card["kind"] in copies:
            copies[card["kind"]].append(f"{card.get('suit')}{card.get('rank')}")
    for kind, card in data["cards"].items():
        if isinstance(card, dict):
            card["count"], card["copies"] = len(copies[kind]), copies[kind]


def recount(data: dict[str, Any], kind: str, key: str, value: Any, source: str) -> str:
    """Change how many (``count``) or which (``copies``) cards of a kind the deck holds; return what is wrong.

    An empty string is returned if nothing is. A smaller count keeps the first copies in deck order; a larger
    one adds the list again, at the deck's end.
    """
    data["deck"] = _cards(data)
    here = [i for i, card in enumerate(data["deck"]) if card.get("kind") == kind]
    if key == "count":
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= 192:
            return f"found {value!r}; allowed: a number from 0 to 192"
        if value and not here:
            return f"found {value}; the deck has no {kind} to repeat, give cards.{kind}.copies"
        labels = [data["deck"][here[i % len(here)]] for i in range(value)]
    else:
        if not isinstance(value, list) or not all(_is_label(label) for label in value):
            return f"found {value!r}; allowed: a list of suit and rank, as ['S7', 'H10', 'DA']"
        labels = [{"kind": kind, "suit": label[0], "rank": label[1:], "source": source} for label in value]
    for i, label in zip(here, labels, strict=False):
        data["deck"][i] = label
    gone = set(here[len(labels) :])
    kept = [card for i, card in enumerate(data["deck"]) if i not in gone]
    data["deck"] = kept + [_copy(label, source) for label in labels[len(here) :]]
    return ""


def in_play(data: Mapping[str, Any]) -> list[str]:
    """Return the kinds whose alternates the setup puts into the deck: all, none, or those it lists."""
    said = data["setup"]["alternates"]
    return list(data["alternates"]) if said is True else list(said or [])


def exchange(data: dict[str, Any]) -> list[tuple[str, str]]:
    """Put the alternates that are in play in the places of the cards they replace; return what cannot be, by kind."""
    wrong = []
    for kind in in_play(data):
        alternate = data["alternates"][kind]
        other, _, label = alternate["replaces"].partition("@")
        place = next((i for i, card in enumerate(data["deck"]) if _is(card, other, label)), None)
        if place is None:
            wrong.append((kind, f"found {alternate['replaces']!r}, which the deck does not hold (any more)"))
            continue
        suit, rank = alternate["card"][0], alternate["card"][1:]
        data["deck"][place] = {"kind": kind, "suit": suit, "rank": rank, "source": alternate["source"]}
    count(data)
    return wrong


def _is(card: Mapping[str, str], kind: str, label: str) -> bool:
    return card["kind"] == kind and f"{card['suit']}{card['rank']}" == label


def _cards(data: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [card for card in data["deck"] if isinstance(card, dict)]


def _copy(card: Mapping[str, str], source: str) -> dict[str, str]:
    return dict(card) | {"source": source}


def _is_label(label: Any) -> bool:
    return isinstance(label, str) and label[:1] in SUITS and label[:1] != "" and label[1:] in RANKS
