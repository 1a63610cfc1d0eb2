"""Card filters, and the prices that name them."""

from sim.core.codes import Class, Price, Relation, Suit
from sim.rules.words import (
    ALL_KINDS,
    ALL_RANKS,
    ALL_SUITS,
    ANY_FILTER,
    ARITHMETIC,
    RANKS,
    Lexicon,
    WordError,
    amount,
    choices,
    pick,
    played,
    zones,
)

CLASS_GROUPS = {
    "trick": (Class.INSTANT, Class.DELAYED),
    "equip": (Class.WEAPON, Class.ARMOUR, Class.HORSE_IN, Class.HORSE_OUT),
    "horse": (Class.HORSE_IN, Class.HORSE_OUT),
}
SUIT_WORDS = {
    "spade": (Suit.SPADE,),
    "heart": (Suit.HEART,),
    "club": (Suit.CLUB,),
    "diamond": (Suit.DIAMOND,),
    "red": (Suit.HEART, Suit.DIAMOND, Suit.RED),
    "black": (Suit.SPADE, Suit.CLUB, Suit.BLACK),
}
RELATIONS = {
    "named": Relation.NAMED,
    "!named": Relation.NOT_NAMED,
    "found_suit": Relation.FOUND_SUIT,
    "paid_colour": Relation.PAID_COLOUR,
}
PRICE_FORM = {  # what follows the verb
    Price.DISCARD: "n zones [filter]",
    Price.GIVE: "n zones [filter]",
    Price.SHOW: "n zones [filter]",
    Price.PLAY: "n kind",
    Price.LOSE_HP: "n",
    Price.FORGO: "n",
    Price.STRIKE: "",
    Price.SKIP: "",
    Price.REFUSE: "",
}


def price(text: object, lex: Lexicon) -> tuple[int, tuple[int, int, int, bool], int, int]:
    """Read a price: verb, amount, zones, filter."""
    parts = text.split() if isinstance(text, str) else []
    verbs = {name: verb for name, verb in choices(Price).items() if verb != Price.FREE}
    verb = Price(pick(parts[0] if parts else text, verbs))
    played(verbs, verb.name.lower())
    form, rest = PRICE_FORM[verb], parts[1:]
    wrong = WordError(text, repr(f"{verb.name.lower()} {form}".strip()))
    if not form:
        if rest:
            raise wrong
        return int(verb), (1, 0, 0, False), 0, 0
    size = 3 if len(rest) >= 3 and rest[1] in ARITHMETIC else 1
    if len(rest) < size:
        raise wrong
    n, rest = amount(" ".join(rest[:size]), lex), rest[size:]
    if form == "n":
        if rest:
            raise wrong
        return int(verb), n, 0, 0
    if not rest:
        raise wrong
    if verb == Price.PLAY:
        if len(rest) != 1:
            raise wrong
        kind = pick(rest[0], {name: i for i, name in enumerate(lex.kinds)})
        mask = lex.kind_mask(lex.kinds[kind])
        return int(verb), n, 0, lex.filter_id((mask, ALL_SUITS, ALL_RANKS, int(Relation.NONE)))
    where = zones(rest[0])
    return int(verb), n, where, card_filter(" ".join(rest[1:]), lex) if rest[1:] else 0


def card_filter(text: object, lex: Lexicon) -> int:
    """Read a card filter and return its number.

    Words joined by a space must all hold, ``|`` joins alternatives, ``!`` denies.
    """
    if not isinstance(text, str) or not text.split():
        raise WordError(text, "a card filter")
    kinds, suits, ranks, relation = ANY_FILTER
    for word in text.split():
        if word in RELATIONS:
            if relation:
                raise WordError(text, "one of " + " ".join(RELATIONS))
            relation = int(RELATIONS[word])
            continue
        sort, mask = _alternatives(word, lex)
        if sort == "kind":
            kinds &= mask
        elif sort == "suit":
            suits &= mask
        elif sort == "rank":
            ranks &= mask
    return lex.filter_id((kinds, suits, ranks, relation))


def _alternatives(word: str, lex: Lexicon) -> tuple[str, int]:
    """Read one word of a filter: alternatives of one sort, denied by a leading ``!``."""
    plain = word.removeprefix("!")
    sorts, mask = set(), 0
    for each in plain.split("|"):
        sort, bits = _term(each, lex)
        sorts.add(sort)
        mask |= bits
    if len(sorts) > 1:
        raise WordError(word, "alternatives of one sort: kinds and classes, or suits, or ranks")
    sort = sorts.pop()
    if word != plain:
        if sort == "any":
            raise WordError(word, "'any' without '!'")
        mask ^= {"kind": ALL_KINDS, "suit": ALL_SUITS, "rank": ALL_RANKS}[sort]
    return sort, mask


def _term(word: str, lex: Lexicon) -> tuple[str, int]:
    """Return the sort of one filter word (any, kind, suit, rank) and its mask."""
    if word == "any":
        return "any", 0
    if word in lex.kinds:
        return "kind", lex.kind_mask(word)
    if word in CLASS_GROUPS:
        return "kind", lex.class_mask(CLASS_GROUPS[word])
    if word == "area":
        return "kind", sum(1 << lex.kinds.index(kind) for kind in lex.area)
    if word.upper() in Class.__members__ and word.islower():
        return "kind", lex.class_mask((Class[word.upper()],))
    if word in SUIT_WORDS:
        return "suit", sum(1 << suit for suit in SUIT_WORDS[word])
    ranks = _ranks(word)
    if ranks is not None:
        return "rank", ranks
    classes = [*choices(Class), *CLASS_GROUPS, "area"]
    raise WordError(word, ["any", *lex.kinds, *classes, *SUIT_WORDS, "A", "2-9", "J-A", *RELATIONS])


def _ranks(word: str) -> int | None:
    """Return the mask of a rank or a span of ranks; a span may end with the ace above the king."""
    low, dash, high = word.partition("-")
    if low not in RANKS or (dash and high not in RANKS):
        return None
    first = RANKS.index(low) + 1
    last = RANKS.index(high) + 1 if dash else first
    if last < first and high != "A":
        return None
    span = range(first, last + 1) if last >= first else [*range(first, 14), 1]
    return sum(1 << rank for rank in span)
