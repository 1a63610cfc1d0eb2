"""Card filters in words: as a noun ("a black Slash"), and as what is said of a card ("it is black")."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from sim.rules.filters import RELATIONS, SUIT_WORDS
from sim.rules.say.grammar import Grammar, Noun

ANY = "any"


@dataclass(frozen=True)
class Term:
    """One word of a filter: alternatives of a sort (suit, rank, relation, kind, class), perhaps denied."""

    sort: str
    words: tuple[str, ...]
    denied: bool


def terms(text: str, kinds: list[str]) -> Iterator[Term]:
    """Take a filter apart."""
    for word in text.split():
        if word in RELATIONS:
            yield Term("relation", (word,), False)
        elif word != ANY:
            plain = word.removeprefix("!")
            words = tuple(plain.split("|"))
            yield Term(_sort(words, kinds), words, plain != word)


def _sort(words: tuple[str, ...], kinds: list[str]) -> str:
    if all(word in kinds for word in words):
        return "kind"
    if all(word in SUIT_WORDS for word in words):
        return "suit"
    return "rank" if all(word[0].isdigit() or word[0] in "AJQK" for word in words) else "class"


class Filters:
    """Says card filters of one ruleset in one language."""

    def __init__(self, grammar: Grammar, kinds: list[str], kind: Callable[[str], str]) -> None:
        self.grammar, self.kinds, self.kind = grammar, kinds, kind
        self.t = grammar.t

    def _word(self, sort: str, word: str, suits: str = "suit") -> str:
        if sort == "kind" or word in self.kinds:
            return self.kind(word)
        if sort == "suit":
            return self.t.get(suits, {}).get(word) or self.t["suit"][word]
        if sort == "relation":
            return self.t["relation"][word]
        if sort == "rank":
            low, dash, high = word.partition("-")
            return self.t["rank"]["span" if dash else "one"].format(low=low, high=high)
        return self.t["class"][word]

    def _words(self, term: Term, suits: str = "suit") -> str:
        return self.grammar.listed(self._word(term.sort, word, suits) for word in term.words)

    def noun(self, text: str | None) -> Noun:
        """Return the cards of a filter as a noun."""
        before, nouns, after, proper = [], [], [], True
        for term in terms(text or ANY, self.kinds):
            words = self._words(term)
            if term.sort in ("kind", "class"):
                if term.denied:
                    after.append(self.t["filter"]["other_than"].format(what=words))
                else:
                    nouns.append(words)
                    proper = proper and term.sort == "kind"
                continue
            words = self.t["filter"]["not"].format(what=words) if term.denied else words
            (before if term.sort == "suit" else after).append(words)
        return Noun(self.grammar, tuple(before), tuple(nouns), tuple(after), proper and bool(nouns))

    def said_of(self, it: str, text: str) -> list[str]:
        """Return what a filter says of a card, one clause for each of its words."""
        clauses = []
        for term in terms(text, self.kinds):
            words = self._words(term, "suit_is")
            if term.sort in ("rank", "relation"):
                words = self.t["filter"]["not"].format(what=words) if term.denied else words
                clauses.append(self.t["filter"]["post"].format(it=it, what=words))
                it = ""
                continue
            if term.sort == "class":
                words = f"{Noun(self.grammar, nouns=(words,))}"
            clauses.append(self.t["filter"]["isnt" if term.denied else "is"].format(it=it, what=words))
            it = ""  # what follows is said of the same card
        return [clause.strip() for clause in clauses]
