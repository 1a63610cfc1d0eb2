"""How amounts, counts of seats and cards are written in each language; the words come from the tables."""

import re
import tomllib
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

Tables = Mapping[str, Any]

ALL = 99  # so many cards are all of them
HAND = "hand"
LANGS = ("zh", "en")


@cache
def tables(lang: str) -> Tables:
    """Return the phrases of a language."""
    with (Path(__file__).parent / f"{lang}.toml").open("rb") as stream:
        return tomllib.load(stream)


@dataclass(frozen=True)
class Amount:
    """A number, or a letter that is explained behind the sentence; ``more``: or more than that."""

    grammar: "Grammar"
    number: int | None
    letter: str = ""
    more: bool = False

    @property
    def one(self) -> bool:
        """Tell whether it is exactly one."""
        return self.number == 1 and not self.more

    def __format__(self, spec: str) -> str:
        if spec == "+":
            return self.grammar.signed(self)
        return self.grammar.measured(self, spec)

    def __str__(self) -> str:
        return self.letter if self.number is None else str(self.number)


@dataclass(frozen=True)
class Count:
    """How many seats are chosen, as ``[lowest, highest]``."""

    grammar: "Grammar"
    low: int
    high: Amount

    @property
    def one(self) -> bool:
        """Tell whether it is exactly one."""
        return self.low == 1 and self.high.one

    def __format__(self, spec: str) -> str:
        return self.grammar.seats(self, spec)


@dataclass(frozen=True)
class Noun:
    """Cards of a filter: words before and after the noun, and nouns; without any it is any card."""

    grammar: "Grammar"
    before: tuple[str, ...] = ()
    nouns: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    proper: bool = False  # the nouns are names of kinds

    def __format__(self, spec: str) -> str:
        if spec == "one" and len(self.nouns) == 1:
            return self.grammar.noun(self, bare=True, one=True)
        return self.grammar.noun(self, bare=spec != "")

    def __bool__(self) -> bool:
        return bool(self.before or self.nouns or self.after)


class Grammar(ABC):
    """What both languages share."""

    def __init__(self, lang: str) -> None:
        self.t = tables(lang)

    def numeral(self, number: int) -> str:
        """Return a number as a word if it is small."""
        return str(self.t["numerals"].get(str(number), number))

    def signed(self, amount: Amount) -> str:
        """Return an amount as a change."""
        text = f"+{amount.letter}" if amount.number is None else f"{amount.number:+}"
        return self.t["more"].format(n=text) if amount.more else text

    def listed(self, words: Iterable[str], last_join: str = "or") -> str:
        """Join alternatives."""
        *first, last = words
        return self.t[last_join].join([self.t["also"].join(first), last]) if first else last

    def located(self, amount: Amount, zones: list[str]) -> str:
        """Join the zones that cards come from: all of the cards come from each of them."""
        words = [self.t["zone"][zone] for zone in zones]
        return self.listed(words, "both_zones" if amount.number == ALL else "or")

    @abstractmethod
    def measured(self, amount: Amount, spec: str) -> str:
        """Return an amount with its measure or noun."""

    @abstractmethod
    def seats(self, count: Count, spec: str) -> str:
        """Return how many seats."""

    @abstractmethod
    def noun(self, noun: Noun, bare: bool = False, one: bool = False) -> str:
        """Return cards of a filter as a noun; bare: without an article, and in the plural unless one is meant."""

    @abstractmethod
    def cards(self, amount: Amount, noun: Noun, zones: list[str]) -> str:
        """Return an amount of cards from some zones."""

    def few(self, amount: Amount, noun: Noun, zones: list[str]) -> str:
        """Return the same without the zones, where they are said later."""
        return self.cards(amount, noun, zones)

    @abstractmethod
    def things(self, noun: Noun, places: str) -> str:
        """Return all cards of a filter among those named."""

    def places(self, amount: Amount, noun: Noun, zones: list[str]) -> str:
        """Return where cards come from, if it is said apart from them."""
        return ""

    def finish(self, text: str) -> str:
        """Return a whole sentence in its final form."""
        return text


class Chinese(Grammar):
    """Measures follow numerals, all that describes stands before the noun."""

    def measured(self, amount: Amount, spec: str) -> str:
        """Return an amount with its measure or noun."""
        if amount.number is None:
            text = amount.letter
        else:
            text = str(amount.number) if spec in ("点", "") else self.numeral(amount.number)
        return self.t["more"].format(n=text + spec) if amount.more else text + spec

    def seats(self, count: Count, spec: str) -> str:
        """Return how many seats."""
        low, high = self.numeral(count.low), count.high.letter or self.numeral(count.high.number or 0)
        if count.low == count.high.number:
            return f"{low}名"
        template = self.t["span"] if count.low else self.t["up_to"]
        return template.format(low=low, high=high) + "名"

    def _described(self, noun: Noun, what: str) -> str:
        words = self.t["also"].join([*noun.before, *noun.after])
        plain = len(noun.before) == 1 and not noun.after and len(words) <= 2 and "的" not in what
        return (words if plain or not words else self.t["filter"]["of"].format(what=words)) + what

    def noun(self, noun: Noun, bare: bool = False, one: bool = False) -> str:
        """Return cards of a filter as a noun."""
        return self._described(noun, self.t["filter"]["both"].join(noun.nouns) or self.t["filter"]["noun"])

    def cards(self, amount: Amount, noun: Noun, zones: list[str]) -> str:
        """Return an amount of cards from some zones."""
        many = self.t["all"] if amount.number == ALL else self.measured(amount, "张")
        places = self.located(amount, zones)
        if noun.nouns and zones == [HAND]:
            return many + self.noun(noun)
        if noun.nouns:
            return many + self.t["filter"]["in"].format(what=self.noun(noun), zones=places)
        return many + self._described(noun, places)

    def things(self, noun: Noun, places: str) -> str:
        """Return all cards of a filter among those named."""
        return self.t["filter"]["in"].format(what=places, zones=self.noun(noun)) if noun else places

    def finish(self, text: str) -> str:
        """Return a whole sentence in its final form."""
        return text.replace("其的", "其").replace("的各", "各").replace("交给其", "交给该角色")


class English(Grammar):
    """Nouns have articles and plurals; ranks and comparisons follow them."""

    def measured(self, amount: Amount, spec: str) -> str:
        """Return an amount with its measure or noun."""
        text = amount.letter if amount.number is None else str(amount.number)
        if spec in ("", "*", "hp"):
            text = self.t["more"].format(n=text) if amount.more else text
            return text + {"": "", "*": " ", "hp": " hp"}[spec]
        if spec == "a":
            return f"{self._many(amount)} "
        if spec == "time" and amount.number in (1, 2):
            return self.t["times"][str(amount.number)]
        return f"{self._many(amount)} {spec if amount.one else plural(spec)}"

    def _many(self, amount: Amount) -> str:
        if amount.one:
            return "a"
        text = amount.letter if amount.number is None else self.numeral(amount.number)
        return self.t["more"].format(n=text) if amount.more else text

    def seats(self, count: Count, spec: str) -> str:
        """Return how many seats."""
        if count.one:
            return {"other": "another ", "any": "any "}.get(spec, "one")
        low, high = self.numeral(count.low), count.high.letter or self.numeral(count.high.number or 0)
        text = low if count.low == count.high.number else ""
        near = self.t["or"].join([low, high]) if count.low and count.high.number == count.low + 1 else ""
        text = text or near or (self.t["span"] if count.low else self.t["up_to"]).format(low=low, high=high)
        return text + {"other": " other ", "any": " "}.get(spec, "")

    def noun(self, noun: Noun, bare: bool = False, one: bool = False) -> str:
        """Return cards of a filter as a noun."""
        nouns = self.t["filter"]["both"].join(noun.nouns) or self.t["filter"]["noun"]
        named = noun.proper and not noun.before
        nouns = plural(nouns) if bare and not one and not noun.proper else nouns
        text = " ".join([*noun.before, nouns, *noun.after])
        return text if bare or named else f"a {text}"

    def cards(self, amount: Amount, noun: Noun, zones: list[str]) -> str:
        """Return an amount of cards from some zones."""
        return self.few(amount, noun, zones) + self.places(amount, noun, zones)

    def few(self, amount: Amount, noun: Noun, zones: list[str]) -> str:
        """Return the same without the zones."""
        many = self.t["all"] if amount.number == ALL else self._many(amount)
        name = self._single(noun, zones) or self.t["filter"]["both"].join(noun.nouns) or self.t["filter"]["noun"]
        if noun.proper and not amount.one:
            name += " card"
        return " ".join([many, *noun.before, name if amount.one else plural(name), *noun.after])

    def places(self, amount: Amount, noun: Noun, zones: list[str]) -> str:
        """Return the zones, where no noun says them."""
        if self._single(noun, zones) or (noun.nouns and zones == [HAND]):
            return ""
        return " from " + self.located(amount, zones)

    def _single(self, noun: Noun, zones: list[str]) -> str:
        """Return the noun for cards of one zone, if it has one."""
        return self.t["zone_one"].get(zones[0], "") if len(zones) == 1 and not noun.nouns else ""

    def things(self, noun: Noun, places: str) -> str:
        """Return all cards of a filter among those named."""
        return f"{places} ({self.noun(noun)})" if noun else places

    def finish(self, text: str) -> str:
        """Return a whole sentence in its final form."""
        text = re.sub(r"\ba (?=[aeiouAEIOU])", "an ", text)
        return text[:1].upper() + text[1:]


def plural(noun: str) -> str:
    """Return an English noun for several."""
    if " that " in noun or " other " in noun or " aimed " in noun:
        head, space, rest = noun.partition(" ")
        return plural(head) + space + rest
    return noun if noun.endswith("s") else f"{noun}s"


GRAMMARS: dict[str, type[Grammar]] = {"zh": Chinese, "en": English}
