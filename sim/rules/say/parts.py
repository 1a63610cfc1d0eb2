"""The parts of a sentence: seats, conditions, amounts, cards and prices of one row in words."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from sim.core.codes import Price
from sim.rules.filters import PRICE_FORM
from sim.rules.rows import SEQUELS
from sim.rules.say.filters import Filters
from sim.rules.say.grammar import Amount, Count, Grammar, Tables
from sim.rules.words import ARITHMETIC, number

Row = Mapping[str, Any]

LETTERS = "XYZWVUTS"
RELATIVES = tuple(when.name.lower() for when in SEQUELS)
STATIC = ("active", "view_as", "front", *RELATIVES)  # moments that are no window
FOUND_ONLY = ["found"]
SEVERAL = ("all", "all_others")


@dataclass(frozen=True)
class Speaker:
    """What the sentences of one bundle share: language, names, and what the bundle is."""

    grammar: Grammar
    filters: Filters
    kinds: list[str]
    name: Callable[[str], str]  # of a kind or grant
    faction: Callable[[str], str | None]
    ally: str
    attack: str
    used: bool  # a card that is used, no equipment
    section: str


class Parts:
    """The words of one row; ``above`` are the rows of its ability before it, the head first."""

    def __init__(self, speaker: Speaker, row: Row, above: list[Row]) -> None:
        self.speaker, self.row, self.above = speaker, row, above
        self.t: Tables = speaker.grammar.t
        self.head = above[0] if above else row
        self.when = str(row.get("when", "value"))
        self.sequel = self.when in RELATIVES and bool(above)
        self.by = str(row.get("by") or (self.head.get("by") if self.when == "or" else None) or "me")
        self.to = str(row.get("to", "me"))
        self.said = {"when", "value", "do"}
        self.notes: list[str] = []
        self.letters: list[str] = []

    # ----------------------------------------------------------------------------- seats and conditions

    def _seat(self, who: str) -> dict[str, str]:
        """Return the words for a seat: subject, owner, object."""
        known = self.t["seat"]
        return dict(known.get(who, known["them"]))

    def _them(self) -> str:
        """Return how the other side is called: the seat chosen before, or the event's other side."""
        if self.sequel or self.when in STATIC:
            return "them"
        return "opponent" if self.row.get("who", "me") in ("me", "party") else "that"

    def _whom(self) -> str:
        """Return the seats in `to` with their number and conditions."""
        text = self._seat(self._them())["o"] if self.to == "them" else self.t["whom"][self.to]
        adjective = clause = ""
        if self.by != "others":  # there the conditions say who may act
            adjective, clause = self._where() if "{adj}" in text else ("", self._clause())
        count = self._count()
        self.said |= {"count"} if "{count" in text else set()
        return (
            text.format(
                count=count, adj=adjective, attack=self.speaker.attack, s="" if count.one else "s", held=self._held()
            )
            + clause
        )

    def _held(self) -> str:
        """Return what the first of `prey` must have."""
        zones = str(self.row.get("from") or "")
        words = [self.t["had"].get(zone) or self.t["zone"][zone] for zone in zones.split("|") if zone]
        return self._or(words) if words else str(self.t["held"])

    def _whose(self, whom: str) -> str:
        """Return the seats acted on as owners."""
        for words in self.t["seat"].values():
            if whom == words["o"] and "of" in words:
                return str(words["of"])
        of = self.t["of_them"] if self.to in SEVERAL or self._count().one else self.t["of_several"]
        return str(of.format(whom=whom))

    def _several(self) -> bool:
        return self.to in SEVERAL or not self._count().one

    def _where(self) -> tuple[str, str]:
        """Return the conditions on seats as one adjective, or as a clause behind."""
        self.said.add("where")
        conditions = listed(self.row.get("where"))
        adjective = self.t["adjective"].get(conditions[0]) if len(conditions) == 1 else None
        if adjective is not None:
            return adjective.format(ally=self.speaker.ally), ""
        return "", self._clause()

    def _clause(self) -> str:
        conditions = listed(self.row.get("where"))
        if not conditions:
            return ""
        return self.t["where"]["clause"].format(what=self._all(conditions))

    def _all(self, conditions: list[str]) -> str:
        return self.t["and"].join(self._condition(text, "candidate") for text in conditions)

    def _condition(self, text: str, them: str) -> str:
        """Return a condition in words; ``them`` is whom `their_` means."""
        parts = text.split()
        if len(parts) == 1:
            word = parts[0].removeprefix("!")
            return self._test(word, word == parts[0], them)
        left, op, right = parts
        own = self.t["compared"].get(f"{left} {op} {right}")
        if own is not None:
            return own.format(ally=self.speaker.ally, **self._pronouns(left, them))
        if right == "0" and op in ("==", "!="):
            return self._test(left, op == "!=", them)
        faction = self.speaker.faction(right)
        if faction and left.removeprefix("their_") == "faction" and op in ("==", "!="):
            phrase = self.t["is_faction" if op == "==" else "is_no_faction"]
            return phrase.format(faction=faction, **self._pronouns(left, them))
        return self.t["compare"][op].format(left=self._operand(left, them), right=self._operand(right, them))

    def _test(self, word: str, yes: bool, them: str) -> str:
        entry = self.t["quantity"].get(word.removeprefix("their_"), {})
        phrase = entry.get("yes" if yes else "no")
        if phrase is None:
            return self.t["compare"]["yes" if yes else "no"].format(left=self._operand(word, them))
        return phrase.format(attack=self.speaker.attack, **self._pronouns(word, them))

    def _pronouns(self, word: str, them: str) -> dict[str, str]:
        """Return the words for a quantity's owner, and for the other side."""
        other, attackers = self._seat(them), self.t["attacker"]
        attacker = attackers.get(str(self.head.get("when")), attackers["other"])
        owner = self._seat(them if word.startswith("their_") else "me")
        return owner | {"t": other["s"], "o": other["o"], "a": attacker}

    def _operand(self, word: str, them: str) -> str:
        value = number(word)
        if value is not None:
            return str(value)
        if word == "points" and self.head.get("when") in self.t["points"]:
            return str(self.t["points"][self.head["when"]])
        entry = self.t["quantity"].get(word.removeprefix("their_"))
        if entry is None:
            return self.speaker.faction(word) or word
        names = {"ally": self.speaker.ally, "attack": self.speaker.attack}
        return entry["noun"].format(**names, **self._pronouns(word, them))

    # ------------------------------------------------------------------------ amounts, cards and prices

    def _plain(self, value: int | None) -> Amount:
        return Amount(self.speaker.grammar, value)

    def _amount(self, value: Any, cap: Any = None, others: bool = False) -> Amount:
        """Return an amount; what its letter stands for, and its cap, are explained behind the sentence."""
        parts = str(value).split()
        more = len(parts) == 1 and parts[0].endswith("+")
        plain = number(parts[0].removesuffix("+")) if len(parts) == 1 else None
        limit = None if cap is None else self._operand(str(cap), "them")
        self.said |= {"cap"} if cap is not None else set()
        if plain is not None:
            if limit is not None:
                self._explain(self.t["at_most_number"].format(n=limit))
            return Amount(self.speaker.grammar, plain, more=more)
        if len(parts) == 3:
            left, op, right = parts
            left, right = self._operand(left, "them"), self._operand(right, "them")
            what = self.t["arithmetic"][op].format(left=left, right=right)
        else:
            what = self._operand(parts[0].removesuffix("+"), "them")
        letter = LETTERS[sum(note[0] in LETTERS for note in self.letters)]
        template = self.t["amount" if limit is None else "last_letter_at_most"]
        self._explain(template.format(letter=letter, what=what, n=limit))
        return Amount(self.speaker.grammar, None, letter, more)

    def _explain(self, text: str) -> None:
        same = [note for note in self.letters if note[1:] == text[1:] and note[0] in LETTERS]
        if not same and text not in self.letters:
            self.letters.append(text)

    def _count(self) -> Count:
        value = self.row.get("count", 1)
        low, high = value if isinstance(value, list) else (value, value)
        if self.to not in ("other", "any", "fewest", "dead"):
            return Count(self.speaker.grammar, 1, self._plain(1))
        return Count(self.speaker.grammar, int(low), self._amount(high))

    def _cards(self, default: str) -> dict[str, str]:
        """Return an amount of cards: with their zones, without them, and the zones."""
        amount = self._known_amount(self.row.get("n", 1), self.row.get("cap"))
        zones = str(self.row.get("from") or default).split("|")
        noun, grammar = self.speaker.filters.noun(self.row.get("cards")), self.speaker.grammar
        if zones == FOUND_ONLY and amount.one and not noun:
            found = self._named("found")
            return {"cards": found, "few": found, "places": ""}
        return {
            "cards": grammar.cards(amount, noun, zones),
            "few": grammar.few(amount, noun, zones),
            "places": grammar.places(amount, noun, zones),
        }

    def _known_amount(self, value: Any, cap: Any) -> Amount:
        """Return an amount whose letter may have been explained already."""
        before = list(self.letters)
        self.letters.clear()
        amount = self._amount(value, cap)
        self.letters[:] = before or self.letters
        return amount

    def _things(self) -> str:
        """Return all cards of the zones of `gain`."""
        words = [self._named(zone) for zone in str(self.row.get("from") or "event").split("|")]
        return self.speaker.grammar.things(self.speaker.filters.noun(self.row.get("cards")), self._or(words))

    def _named(self, zone: str) -> str:
        """Return what the cards of a zone are called, all of them together."""
        special = self.t[f"things_{zone}"] if zone in ("event", "found") else {}
        key = self._found() if zone == "found" else str(self.head.get("when"))
        return str(special.get(key) or self.t["things"].get(zone) or self.t["zone"][zone])

    def _or(self, words: list[str]) -> str:
        return self.speaker.grammar.listed(words)

    def _found(self) -> str:
        """Return what the found card is: a judgement, or another card."""
        judged = self.when == "front" or any(
            row.get("do") == "judge" or row.get("when") == "front" for row in self.above
        )
        return "judge" if judged else "card"

    def _price(self, text: str, payee: str, do: Any) -> str:
        parts = text.split()
        verb, rest = parts[0], parts[1:]
        template = (self.t["price_rejudge"] if do == "rejudge" else {}).get(verb) or self.t["price"][verb]
        form = PRICE_FORM[Price[verb.upper()]]
        words: dict[str, Any] = {"payee": payee, "attack": self.speaker.attack, "second": self._seat("second")["o"]}
        if form:
            size = 3 if len(rest) >= 3 and rest[1] in ARITHMETIC else 1
            words["n"] = self._amount(" ".join(rest[:size]))
            rest = rest[size:]
        if form == "n kind":
            words["kind"] = self.speaker.name(rest[0])
        elif form.startswith("n zones"):
            noun = self.speaker.filters.noun(" ".join(rest[1:]) or None)
            zones = rest[0].split("|")
            found = zones == FOUND_ONLY and words["n"].one and not noun
            words["cards"] = self._named("found") if found else self.speaker.grammar.cards(words["n"], noun, zones)
        return template.format(**words)


def listed(value: Any) -> list[str]:
    """Return one condition or several as a list."""
    return [value] if isinstance(value, str) else list(value or [])
