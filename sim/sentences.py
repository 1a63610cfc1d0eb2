"""The history of a game in sentences, Chinese or English: what a person reads."""

from collections.abc import Callable, Iterable
from typing import Any

from sim.core.codes import Choice, Ev, Phase, Role, Winner
from sim.logtext import Deed, deeds, seats_of
from sim.phrases import ASKED, CHOICES_ZH, PHASES, TEXT
from sim.scenario.cards import RANKS
from sim.scenario.table import Answered, Asked, Item
from sim.scenario.view import PLAY, Names

SYMBOLS = ("♠", "♥", "♣", "♦")
TURN, PHASE, LINE = "", "  ", "    "  # how far lines stand in


class Teller:
    """Turns history into sentences, and keeps the hp that they tell."""

    def __init__(self, names: Names, g: Any, lang: str) -> None:
        self.names = names
        self.lang = lang
        self.text = TEXT[lang]
        self.turns = 0
        self.hp = [int(g.seat[i].hp) for i in range(int(g.n))]
        self.max_hp = [int(g.seat[i].max_hp) for i in range(int(g.n))]
        self.heroes = [int(g.seat[i].hero) for i in range(int(g.n))]
        self.roles = [int(g.seat[i].role) for i in range(int(g.n))]
        self.to_come = [[int(hero) for hero in g.lineup[i, 1 : 1 + int(g.to_come[i])]] for i in range(int(g.n))]
        self._drawn: list[int] = []

    def opening(self, **what: object) -> list[str]:
        """Return the lines before the first turn: which game, who sits where."""
        seats = [PHASE + self._seat(i) for i in range(len(self.hp))]
        return [self.say("head", players=len(self.hp), **what), *seats]

    def _seat(self, seat: int) -> str:
        heroes = self.text["comma"].join(self.name(self.names.heroes[hero]) for hero in self.to_come[seat])
        what = {"who": self.who(seat), "role": self.role(self.roles[seat]), "hp": self.health(seat)}
        return self.say("lineup", **what, heroes=heroes) if heroes else self.say("seat", **what)

    def tell(self, history: Iterable[Item]) -> list[str]:
        """Return the sentences of a piece of history."""
        told = []
        for item in deeds(history):
            line = self._deed(item) if isinstance(item, Deed) else self._decision(item)
            if line:
                told.append(line)
        return told

    def sync(self, g: Any) -> None:
        """Read hp and heroes from the record, where skills may have changed them without a word."""
        for i in range(len(self.hp)):
            self.hp[i], self.max_hp[i] = int(g.seat[i].hp), int(g.seat[i].max_hp)

    # ------------------------------------------------------------ words

    def say(self, key: str, **what: object) -> str:
        """Return a sentence."""
        return self.text[key].format(**what)

    def who(self, seat: int) -> str:
        """Return a seat and the hero that sits there."""
        if seat < 0:
            return self.text["nobody"]
        hero = self.heroes[seat]
        return f"{seat} {self.name(self.names.heroes[hero])}" if hero >= 0 else str(seat)

    def all_of(self, seats: Iterable[int]) -> str:
        """Return several seats."""
        return self.text["comma"].join(self.who(seat) for seat in seats)

    def name(self, key: str) -> str:
        """Return the name of a hero, skill, card or word."""
        return ASKED[self.lang].get(key) or self.names.ruleset.name(key, self.lang)

    def role(self, role: int) -> str:
        """Return the name of a role."""
        return self.names.ruleset.name(Role(role).name.lower(), self.lang)

    def card(self, card: int) -> str:
        """Return a card's name, suit and rank."""
        rules = self.names.rules
        kind = self.name(self.names.kind(int(rules.card_kind[card])))
        return f"{kind}{SYMBOLS[int(rules.card_suit[card])]}{RANKS[int(rules.card_rank[card]) - 1]}"

    def cards(self, cards: Iterable[int]) -> str:
        """Return several cards."""
        return self.text["comma"].join(self.card(card) for card in cards)

    def health(self, seat: int) -> str:
        """Return a seat's hp and maximum."""
        return f"{self.hp[seat]}/{self.max_hp[seat]}"

    # ------------------------------------------------------------ sentences

    def _decision(self, item: Asked | Answered) -> str:
        if item.name == PLAY:
            return ""
        key = "asked" if isinstance(item, Asked) else "yes" if item.yes else "no"
        return LINE + self.say(key, who=self.who(item.seat), what=self.name(item.name))

    def _deed(self, deed: Deed) -> str:
        e = deed.event
        if e.type == Ev.CARD:
            self._drawn.append(e.card)
            return ""
        if e.type in (Ev.DAMAGE, Ev.LOSE, Ev.HEAL):
            self.hp[e.a] += e.n if e.type == Ev.HEAL else -e.n
        told = SENTENCES[e.type](self, deed) if e.type in SENTENCES else None
        if e.type == Ev.DRAW:
            self._drawn = []
        if told is None:
            return ""
        inset = TURN if e.type == Ev.TURN else PHASE if e.type in (Ev.PHASE, Ev.WIN) else LINE
        return inset + told

    def turned(self, deed: Deed) -> str:
        """Return the cards of a use or an answer, and what they were turned into."""
        e = deed.event
        kind, via = self.names.kind(e.kind), self.names.bundle(e.row)
        if not deed.cards:
            return self.say("made", kind=self.name(kind), via=self.name(via)) if via else self.name(kind)
        own = self.names.kind(int(self.names.rules.card_kind[deed.cards[0]]))
        if via in ("", kind) and len(deed.cards) == 1 and own == kind:
            return self.cards(deed.cards)
        return self.say("as", cards=self.cards(deed.cards), kind=self.name(kind), via=self.name(via or kind))

    def phase(self, phase: int) -> str:
        """Return the name of a phase."""
        return PHASES[self.lang][phase] if self.lang in PHASES else Phase(phase).name.lower()

    def choice(self, n: int) -> str:
        """Return the name of a suit, colour or outcome that was named."""
        word = Choice(n).name.lower()
        return CHOICES_ZH[word] if self.lang == "zh" else word.replace("_", " ")


def _turn(t: Teller, d: Deed) -> str:
    t.turns += 1
    return t.say("turn", n=t.turns, who=t.who(d.event.a))


def _enter(t: Teller, d: Deed) -> str:
    seat, hero = d.event.a, d.event.n
    t.heroes[seat] = hero
    t.hp[seat] = t.max_hp[seat] = int(t.names.rules.hero[hero].hp)
    return t.say("enter", who=t.who(seat), hp=t.health(seat))


def _use(t: Teller, d: Deed) -> str:
    aim = t.say("aim", targets=t.all_of(d.targets)) if d.targets else ""
    return t.say("use", who=t.who(d.event.a), cards=t.turned(d), aim=aim)


def _draw(t: Teller, d: Deed) -> str:
    cards = t.say("drawn", cards=t.cards(t._drawn)) if t._drawn else ""
    return t.say("draw", who=t.who(d.event.a), n=d.event.n, cards=cards)


def _gain(t: Teller, d: Deed) -> str:
    e = d.event
    key = "gain_from" if e.b >= 0 else "gain"
    return t.say(key, who=t.who(e.a), other=t.who(e.b), card=t.card(e.card))


def _judge(t: Teller, d: Deed) -> str:
    e = d.event
    what = t.names.bundle(e.row) or t.names.kind(e.kind)
    return t.say("judge", who=t.who(e.a), what=t.name(what), card=t.card(e.card))


def _contest(t: Teller, d: Deed) -> str:
    e = d.event
    return t.say("won" if e.n else "lost", who=t.who(e.a), other=t.who(e.b))


def _take_over(t: Teller, d: Deed) -> str:
    e = d.event
    t.max_hp[e.a] = e.mask
    t.hp[e.a] = min(t.hp[e.a], e.mask)
    what = t.name(t.names.bundle(e.row)) if e.row >= 0 else t.say("all_skills", hp=t.health(e.a))
    return t.say("take_over", who=t.who(e.a), other=t.who(e.b), what=what)


def _show(t: Teller, d: Deed) -> str:
    e = d.event
    return t.say("show" if e.a >= 0 else "turned_up", who=t.who(e.a), card=t.card(e.card))


def _targets(t: Teller, d: Deed) -> str | None:
    e = d.event
    seats = [e.n, e.b] if e.b >= 0 else seats_of(e.mask, e.a)
    return t.say("targets", who=t.who(e.a), targets=t.all_of(seats)) if seats else None


def _win(t: Teller, d: Deed) -> str:
    winner = Winner(d.event.n)
    if winner == Winner.DRAW:
        return t.say("draw_game")
    roles = {Winner.LORD: Role.LORD, Winner.REBEL: Role.REBEL, Winner.RENEGADE: Role.RENEGADE}
    return t.say("win", role=t.role(roles[winner])) if winner in roles else t.say("unfinished")


def _of_card(key: str) -> Callable[[Teller, Deed], str]:
    return lambda t, d: t.say(key, who=t.who(d.event.a), card=t.card(d.event.card))


def _of_hp(key: str) -> Callable[[Teller, Deed], str]:
    return lambda t, d: t.say(key, who=t.who(d.event.a), n=d.event.n, other=t.who(d.event.b), hp=t.health(d.event.a))


SENTENCES: dict[Ev, Callable[[Teller, Deed], str | None]] = {
    Ev.TURN: _turn,
    Ev.PHASE: lambda t, d: t.say("phase", phase=t.phase(d.event.n)),
    Ev.USE: _use,
    Ev.RESPOND: lambda t, d: t.say("respond", who=t.who(d.event.a), cards=t.turned(d)),
    Ev.SKILL: lambda t, d: t.say("skill", who=t.who(d.event.a), what=t.name(t.names.bundle(d.event.row))),
    Ev.NULLIFIED: lambda t, d: t.say("nullified", who=t.who(d.event.a), what=t.name(t.names.kind(d.event.kind))),
    Ev.JUDGE: _judge,
    Ev.REJUDGE: _of_card("rejudge"),
    Ev.DRAW: _draw,
    Ev.GAIN: _gain,
    Ev.DISCARD: _of_card("discard"),
    Ev.EQUIP: _of_card("equip"),
    Ev.PLACE: _of_card("place"),
    Ev.CONTEST: _contest,
    Ev.SWAP: lambda t, d: t.say("swap", who=t.who(d.event.a), other=t.who(d.event.b)),
    Ev.TAKE_OVER: _take_over,
    Ev.PUT_BACK: lambda t, d: t.say("put_back", who=t.who(d.event.a), n=d.event.n),
    Ev.PEEK: lambda t, d: t.say("peek", who=t.who(d.event.a), other=t.who(d.event.b)),
    Ev.CHAIN: lambda t, d: t.say("chained" if d.event.n else "freed", who=t.who(d.event.a)),
    Ev.STASH: _of_card("stash"),
    Ev.DAMAGE: _of_hp("damage"),
    Ev.LOSE: _of_hp("lose"),
    Ev.HEAL: _of_hp("heal"),
    Ev.DYING: lambda t, d: t.say("dying", who=t.who(d.event.a)),
    Ev.ENTER: _enter,
    Ev.DEAD: lambda t, d: t.say("dead", who=t.who(d.event.a), other=t.who(d.event.b)),
    Ev.ROLE: lambda t, d: t.say("role", who=t.who(d.event.a), role=t.role(d.event.n)),
    Ev.SHUFFLE: lambda t, d: t.say("shuffle"),
    Ev.NAME: lambda t, d: t.say("name", who=t.who(d.event.a), what=t.choice(d.event.n)),
    Ev.SHOW: _show,
    Ev.TARGETS: _targets,
    Ev.WIN: _win,
}
