"""One row as a sentence: its phrases put in order, and a note for every key that they have no place for."""

from collections.abc import Callable, Mapping
from string import Formatter
from typing import Any

from sim.rules.say.grammar import Amount, Count
from sim.rules.say.parts import STATIC, Parts, Row, listed
from sim.rules.words import number

FOUND = ("then", "else", "front")  # here `on` reads the found card
CHOOSERS = ("other", "any", "all", "all_others", "pair", "prey", "fewest", "dead")
TWO = ("pair", "prey")
ON_FIRST = ("give", "take", "discard")  # of two seats these act on the first
SILENT = {"who": "me", "by": "me", "to": "me", "until": "ever", "n": 1}  # values that say nothing
SLOTS = {  # what each slot of an effect's phrase says
    "whom": ("to", "where"),
    "whose": ("to", "where"),
    "n": ("n", "cap"),
    "cards": ("n", "cap", "from", "cards"),
    "few": ("n", "cap", "cards"),
    "places": ("from",),
    "things": ("from", "cards"),
    "as": ("as",),
    "fire": ("as",),
    "until": ("until",),
}


class Sentence(Parts):
    """The whole sentence of a row."""

    def text(self) -> str:
        """Return the sentence."""
        body = {"value": self._value, "view_as": self._view_as}.get(self.when, self._deed)()
        clauses = [clause for clause in body if clause]
        self._rest()
        clauses[0] = (self.t["locked"] if self._locked() else "") + clauses[0]
        notes = "".join(f"{self.t['open']}{note.strip()}{self.t['close']}" for note in [*self.letters, *self.notes])
        return self.speaker.grammar.finish(self.t["comma"].join(clauses) + notes + self.t["stop"])

    # ------------------------------------------------------------------------------- kinds of sentence

    def _deed(self) -> list[str]:
        """Return the clauses of a row that does something."""
        lead = self._lead()
        conditions = self._if()
        naming, effect = self._naming_and_effect()
        deeds = [
            self.t["use_it"] if self._is_used() else "",
            naming if not self._theirs() else "",
            self._cost(),
            self._choice(),
            naming if self._theirs() else "",
            effect,
        ]
        return [lead, conditions, self._acts([deed for deed in deeds if deed] or [self.t["only_asks"]]), self._unless()]

    def _view_as(self) -> list[str]:
        """Return the clauses of a row that turns cards into another kind."""
        self.said |= {"n", "cap", "from", "cards", "as", "by"}
        word = str(self.row.get("as"))
        if word == "last":
            made = self.t["view_as"]["last"].format(**self._seat("me"))
        elif word in self.speaker.kinds:
            made = self.speaker.name(word)
        else:
            made = self.t["view_as"]["any"].format(what=f"{self.speaker.filters.noun(word):one}")
        deed = self.t["view_as"]["plain"].format(**self._cards("hand"), **{"as": made})
        return [self._limit(), self._if(), self._acts([deed], optional=self.by != "none")]

    def _value(self) -> list[str]:
        """Return the clauses of a row that changes a number."""
        entry = self.t["value"][self.row["value"]]
        amount = self._amount(self.row.get("n", 1), self.row.get("cap"))
        sort, covers = self._sort(entry, amount)
        on = self.speaker.filters.noun(self.row.get("on"))
        key = f"on_{sort}" if on else sort
        if on and self.row.get("who") == "other" and f"on_other_{sort}" in entry:
            key, covers = f"on_other_{sort}", [*covers, "who"]
        key = key if key in entry else sort
        template = entry[key]
        self.said |= {*covers} | ({"on"} if "{on" in template else set())
        self.said |= {"as"} if "{as" in template else {"n", "cap"} if "{n" in template else set()
        suit = self.t["suit"].get(self.row.get("as"), "")
        words = {"n": amount, "on": on, "as": suit, "attack": self.speaker.attack} | self._seat("me")
        return [self._if(), template.format(**words)]

    def _sort(self, entry: Mapping[str, str], amount: Amount) -> tuple[str, list[str]]:
        """Return which phrase of a number fits, and the keys that it says by itself."""
        replaced, exact = bool(self.row.get("set")), not amount.more and self.row.get("cap") is None
        if "one" in entry or "on_one" in entry:
            if replaced and exact and amount.number == 0:
                return "zero", ["n", "cap", "set"]
            return "one", ["n"] if amount.one else []
        if amount.number == 99 and exact and not replaced and ("99" in entry or "on_99" in entry):
            sort = "99" if ("on_99" if self.row.get("on") else "99") in entry or "99" in entry else "plain"
            return sort, ["n", "cap"]
        if replaced and "set" in entry:
            return "set", ["set"]
        return "plain", []

    # ----------------------------------------------------------------------------------------- clauses

    def _lead(self) -> str:
        """Return when it happens, with its limit."""
        if self.when == "or" and ("who" in self.row or "on" in self.row):
            moment = self._moment(str(self.head.get("when")), dict(self.head) | dict(self.row))
            lead = self.t["comma"].join([self.t["when"]["or"]["plain"], moment])
        else:
            lead = self._moment(self.when, self.row)
        limit = self._limit()
        return f"{lead}{self.t['open']}{limit}{self.t['close']}" if limit and lead else lead or limit

    def _moment(self, when: str, row: Row) -> str:
        """Return the phrase of a timing, with the card it is about if it has a place for that."""
        entry, who = self.t["when"][when], str(row.get("who", "me"))
        if when in STATIC:
            return entry["others" if self.by == "others" and "others" in entry else "plain"]
        on = self.speaker.filters.noun(row.get("on"))
        subject = "by_me" if who == "by_me" else "party" if who == "party" else who
        tries = [f"{subject}_on", "on"] if on else []
        tries += [subject, "plain"]
        if row.get("each") and who not in ("by_me", "party"):
            tries = (["each_on"] if on else []) + ["each", *tries]
        key = next(key for key in tries if key in entry)
        self.said |= {"on"} if "{on" in entry[key] or not on else set()
        self.said |= {"each"} if key.startswith("each") else set()
        self.said |= {"who"} if who in ("me", "other", "any") or key.startswith(who) else set()
        return entry[key].format(s=self.t["subject"][who], on=on)

    def _limit(self) -> str:
        self.said.add("limit")
        word, _, times = str(self.row.get("limit", "")).partition(" ")
        if not word:
            return ""
        n = self._plain(number(times) if times else 1)
        return self.t["limit"][word].format(n=n, attack=self.speaker.attack)

    def _if(self) -> str:
        """Return the conditions, and what the found card must be."""
        clauses = []
        if self.when in FOUND and self.row.get("on"):
            self.said.add("on")
            clauses += self.speaker.filters.said_of(self.t["found"][self._found()], self.row["on"])
        self.said.add("if")
        clauses += [self._condition(text, self._them()) for text in listed(self.row.get("if"))]
        return self.t["if"].format(what=self.t["and"].join(clauses)) if clauses else ""

    def _acts(self, deeds: list[str], optional: bool | None = None) -> str:
        """Return who does something."""
        optional = self._optional() if optional is None else optional
        actor = self._actor()
        modal = self.t["may"] if optional else self.t["by_must"].get(self.by, self.t["must"])
        *first, last = deeds
        last_join = self.t["so_that"] if optional and not self._theirs() else self.t["so"]
        done = self.t["so"].join(first) + last_join + last if first else last
        return f"{actor}{modal}{self.t['space'] if actor else ''}{done}"

    def _optional(self) -> bool:
        if self.by == "none":
            return False
        if self.when in ("then", "else"):
            self.said |= {"may"} if self.row.get("may") else set()
            return bool(self.row.get("may"))
        if self.when == "front":
            return False
        self.said |= {"must"} if self.row.get("must") else set()
        return not self.row.get("must")

    def _actor(self) -> str:
        self.said |= {"by"} if self.by != "none" else set()
        if self.by == "me" and (self.sequel or self._locked()) and not self._optional():
            return self.t["by_sequel"]["me"]
        if self.by != "others":
            return self.t["by"][self.by]
        adjective, clause = self._where()
        return self.t["by"]["others"].format(adj=adjective) + clause

    def _locked(self) -> bool:
        """Tell whether the row is a head that asks nobody, though it could."""
        asks = self.when not in ("value", "view_as", "front", "then", "else") and self.by != "none"
        return asks and bool(self.row.get("must"))

    def _is_used(self) -> bool:
        """Tell whether the row is that of a card that is used for it."""
        return self.speaker.used and self.when != "front" and not self.sequel

    def _cost(self) -> str:
        self.said.add("cost")
        payee = self._seat(self._them())["o"] if self.by == "me" else self._seat("me")["o"]
        return self._price(self.row["cost"], payee, self.row.get("do")) if self.row.get("cost") else ""

    def _choice(self) -> str:
        """Return the choice of two seats, which the effect then calls the first and the second."""
        return self.t["choose"].format(whom=self._whom()) if self.to in TWO else ""

    def _theirs(self) -> bool:
        return str(self.row.get("naming", "")).startswith("their_")

    def _naming_and_effect(self) -> tuple[str, str]:
        self.said.add("naming")
        word = self.row.get("naming")
        if not word:
            return "", self._effect(self._acted_on())
        if not self._theirs():
            return self.t["naming"][word], self._effect(self._acted_on())
        chosen = self.to in CHOOSERS and self.to not in TWO
        whom = self._whom() if chosen else self._seat(self._them())["o"]
        naming = self.t["naming"][word].format(whom=whom)
        if chosen and self.row.get("do") == "nothing":
            self.said |= {"to", "where"}
            return naming, ""
        return naming, self._effect(self._seat("them")["o"] if chosen else self._acted_on())

    def _acted_on(self) -> str:
        """Return the seats in `to`, as the effect's phrase calls them."""
        if self.to == "me" and self.by == "me" and not self._clause():
            return str(self.t["self"])
        if self.to in TWO:
            return self._seat("first" if self.row.get("do") in ON_FIRST else "both")["o"]
        return self._whom()

    def _effect(self, whom: str) -> str:
        do = str(self.row.get("do"))
        amount = self._amount(self.row.get("n", 1), self.row.get("cap"), self.by == "others")
        template = self._template(self.t["do"][do], amount)
        slots = {field for _, field, _, _ in Formatter().parse(template) if field}
        for slot in slots:
            self.said |= set(SLOTS.get(slot, ()))
        if self.to in TWO or (self.to == "me" and self.by == "me"):
            self.said.add("to")
        return template.format(
            whom=whom, n=amount, attack=self.speaker.attack, until=self.t["until"][self.row.get("until", "ever")],
            fire=self.t["damage"]["fire" if self.row.get("as") == "fire" else "plain"],
            each=self.t["each"] if self._several() else "", whose=self._whose(whom),
            things=self._things() if "things" in slots else "",
            actor_mine=self._seat(self.by).get("of") or self._seat(self.by)["p"],
            **self._cards("hand"), **{"as": self._parameter(do)},
        )  # fmt: skip

    def _template(self, entry: str | Mapping[str, str], amount: Amount) -> str:
        """Return the phrase of an effect for who acts on whom, at which moment."""
        if isinstance(entry, str):
            return entry
        moment, exact = f"@{self.head.get('when')}", not amount.more and self.row.get("cap") is None
        own = self.to == self.by or (self.to == "me" and self.by == "me")
        tries = [f"{moment}_{amount.number}", str(amount.number)] if exact else []
        tries += [moment, "them" if self.row.get("pick") and not own else "", "none" if self.by == "none" else ""]
        tries += ["pair" if self.to in TWO else "", "self" if own else "", "other", "self"]
        key = next(key for key in tries if key in entry)
        self.said |= {"n", "cap"} if key in tries[: 2 * exact] else set()
        self.said |= {"pick"} if key == "them" else set()
        self.said |= {"by"} if key == "none" else set()
        self.said |= {"to"} if key == "self" and own else set()
        return entry[key]

    def _parameter(self, do: str) -> str:
        word = self.row.get("as")
        if word is None or do == "damage":
            return ""
        if do == "skip":
            return self.t["phase"][word]
        return self.t["quote"].format(name=self.speaker.name(word)) if do == "grant" else self.speaker.name(word)

    def _unless(self) -> str:
        self.said.add("unless")
        if not self.row.get("unless"):
            return ""
        payer = "first" if self.to in TWO else self._payer()
        payee = self._seat("them" if self.by in ("them", "others") else "me")["o"]
        price = self._price(self.row["unless"], payee, None)
        template = self.t.get(f"unless_{payer}", self.t["unless"])
        return template.format(price=price, **self._seat(payer))

    def _payer(self) -> str:
        """Return the seat that may buy the row off: whoever of me and them does not act."""
        if self.by in ("them", "others"):
            return "me"
        return "them" if self.to in CHOOSERS or self.to in ("them", "source") else self._them()

    # --------------------------------------------------------------------------------------------- notes

    def _rest(self) -> None:
        """Note every key that the phrases above had no place for."""
        for key, value in self.row.items():
            silent = value is None or value is False or value == []
            if key in self.said or silent or SILENT.get(key) == value:
                continue
            notes = self.t["note"]
            note = notes.get(f"{key}_{self.row.get('do')}", notes[key])
            self.notes.append(note.format(what=self._noted(key, value)))

    def _noted(self, key: str, value: Any) -> str:
        say: dict[str, Callable[[], str]] = {
            "who": lambda: self.t["who"][value],
            "on": lambda: f"{self.speaker.filters.noun(value)}",
            "cards": lambda: f"{self.speaker.filters.noun(value)}",
            "by": lambda: self.t["by_word"][value],
            "limit": self._limit,
            "cost": self._cost,
            "unless": lambda: self._price(value, self._seat("me")["o"], None),
            "naming": lambda: self.t["naming"][value].format(whom=self._seat("opponent")["o"]),
            "to": self._whom,
            "count": self._counted,
            "where": lambda: self._all(listed(value)),
            "n": lambda: f"{self._known_amount(value, self.row.get('cap'))}",
            "cap": lambda: self._operand(str(value), "them"),
            "from": lambda: self._or([self.t["zone"][zone] for zone in str(value).split("|")]),
            "until": lambda: self.t["until_note"][value],
        }
        return say[key]() if key in say else ""

    def _counted(self) -> str:
        value = self.row["count"]
        low, high = value if isinstance(value, list) else (value, value)
        return f"{Count(self.speaker.grammar, int(low), self._amount(high))}"
