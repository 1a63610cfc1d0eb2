"""What a step has to say after its first answer: targets, cards, a choice, gifts, the order of the pile."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from sim.core.codes import Ask, Do, Opt, To
from sim.scenario.cards import Pattern, pattern
from sim.scenario.model import Step
from sim.scenario.view import Option, Request

Patterns = tuple[Pattern, ...]
Gifts = tuple[tuple[int, Patterns], ...]
PAYS = ("discard", "give", "show", "strike", "accept")


@dataclass(frozen=True)
class Want:
    """Details of a step that no request has taken yet; None: the step says nothing of the kind."""

    targets: tuple[int, ...] | None = None
    cards: Patterns | None = None
    choice: str | None = None
    give: Gifts = ()
    top: Patterns | None = None
    bottom: Patterns | None = None
    all_targets: tuple[int, ...] = ()  # as the file names them
    asked_seats: bool = False  # a seat was asked for: what befell seats says no more whom the step means
    taken: frozenset[int] = frozenset()  # cards of the table that it has named already
    unseen: int = 0  # cards it took unseen
    open: bool = False  # what is still asked is left to the next step

    @property
    def done(self) -> bool:
        """Tell whether every detail was used."""
        return not (self.targets or self.cards or self.choice or self.give or self.top or self.bottom)

    def spoke(self, kind: Ask) -> bool:
        """Tell whether the step said, or still says, how requests of a kind are answered."""
        said = {Ask.TARGET: self.targets is not None, Ask.CARD: self.cards is not None}
        return said.get(kind, False) or (kind == Ask.ARRANGE and (self.top, self.bottom) != (None, None))

    @property
    def silent(self) -> bool:
        """Tell whether nothing was said that a coming request could go on with."""
        return self.done and (self.open or not any(self.spoke(kind) for kind in (Ask.TARGET, Ask.CARD, Ask.ARRANGE)))

    def __str__(self) -> str:
        """Name what is left."""
        parts = {
            "targets": list(self.targets or ()),
            "cards": [str(card) for card in self.cards or ()],
            "choice": self.choice,
            "give": {str(seat): [str(card) for card in cards] for seat, cards in self.give},
            "top": [str(card) for card in self.top or ()],
            "bottom": [str(card) for card in self.bottom or ()],
        }
        return ", ".join(f"{key} = {value}" for key, value in parts.items() if value)


def of(step: Step) -> Want:
    """Return the details of a step as the file gives them."""
    targets = None if step.targets is None else tuple(step.targets)
    return Want(
        targets=targets,
        cards=None if step.cards is None else tuple(pattern(card) for card in step.cards),
        choice=step.choice,
        give=gifts(step.give or {}),
        all_targets=targets or (),
    )


def gifts(table: dict[str, list[str]]) -> Gifts:
    """Read a table of seats and the cards they are given."""
    return tuple((int(seat), tuple(pattern(card) for card in cards)) for seat, cards in table.items() if cards)


def ways(req: Request, want: Want, to: int) -> Iterator[tuple[Option, Want]]:
    """Yield the options of a request that the details name, each with what is left of them.

    `to` is the selector of the row that asks: the seats of a pair are asked for in the order of the text.
    """
    if req.kind == Ask.TARGET:
        yield from _seats(req, want, to)
    elif req.kind == Ask.CARD:
        yield from _cards(req, want)
    elif req.kind == Ask.VALUE and want.choice:
        for option in req.offers(Opt.VALUE):
            if option.word == want.choice:
                yield option, replace(want, choice=None)
    elif req.kind == Ask.ARRANGE:
        yield from _order(req, want)
    elif req.kind == Ask.RESPOND and want.cards:
        yield from _cards(req, want)
        for option in req.offers(Opt.SKILL):
            yield option, want


def _seats(req: Request, want: Want, to: int) -> Iterator[tuple[Option, Want]]:
    offered = {option.seat: option for option in req.offers(Opt.SEAT)}
    if req.do == Do.DEAL_OUT and want.give:
        yield from _dealt(req, want, offered)
        return
    if want.give and not want.targets:
        seat, cards = want.give[0]
        if seat in offered:
            yield offered[seat], replace(want, give=want.give[1:], cards=cards)
        return
    targets = want.targets or ()
    choice = tuple(dict.fromkeys(targets))
    if to in (
        To.PAIR,
        To.PREY,
    ):  # in the order of the text; a first one that was not asked for is checked later
        choice = targets[1:2] if req.second and targets == want.all_targets else targets[:1]
    for seat in choice:
        if seat in offered:
            left = list(targets)
            left.remove(seat)
            yield offered[seat], replace(want, targets=tuple(left), asked_seats=True)


def _dealt(req: Request, want: Want, offered: dict[int, Option]) -> Iterator[tuple[Option, Want]]:
    """Give the card that is being dealt to the seat that shall have it; one that nobody shall have stays."""
    face = req.dealt
    for i, (seat, cards) in enumerate(want.give):
        fit = next((card for card in sorted(cards, key=lambda p: p.width) if face and card.fits(face)), None)
        if fit is not None and seat in offered:
            left = list(cards)
            left.remove(fit)
            rest = ((seat, tuple(left)),) if left else ()
            yield offered[seat], replace(want, give=want.give[:i] + rest + want.give[i + 1 :])
            return
    if req.owner in offered:
        yield offered[req.owner], want


def _cards(req: Request, want: Want) -> Iterator[tuple[Option, Want]]:
    if want.cards is None and want.give and req.do != Do.DEAL_OUT:  # the cards of a gift come before its seat
        seat, cards = want.give[0]
        want = replace(want, give=want.give[1:], cards=cards, targets=(seat,), all_targets=(seat,))
    cards = want.cards or ()
    for i, card in enumerate(cards):
        others = [each for each in cards if each.width < card.width]
        for option in req.options:
            if not _names(card, option) or any(_names(other, option) for other in others):
                continue
            yield option, naming(want, option, cards[:i] + cards[i + 1 :])
            break


def naming(want: Want, option: Option, left: Patterns | None) -> Want:
    """Return what is left to say once the card of an option was named."""
    if option.card < 0:
        return replace(want, cards=left, unseen=want.unseen + 1)
    return replace(want, cards=left, taken=want.taken | {option.card})


def _names(card: Pattern, option: Option) -> bool:
    if card.hidden:
        return option.type == Opt.HAND
    return option.type == Opt.CARD and option.face is not None and card.fits(option.face)


def _order(req: Request, want: Want) -> Iterator[tuple[Option, Want]]:
    """Lay the cards of `top` down, then end the top, then those of `bottom`; the rest keeps its order."""
    listed = [option for option in req.offers(Opt.CARD) if option.face]
    below = want.bottom or ()
    if want.top:
        yield from ((o, replace(want, top=want.top[1:])) for o in _fitting(want.top[0], listed))
    elif req.refusal and want.top is not None:  # the top is complete
        yield req.refusal, replace(want, top=None, bottom=_forced(below, listed))
    elif req.refusal and want.bottom is not None:  # only the bottom is said: the others stay on top
        stay = [option for option in listed if not any(_names(card, option) for card in below)]
        yield (stay[0], want) if stay else (req.refusal, replace(want, bottom=_forced(below, listed)))
    elif below:
        for option in _fitting(below[0], listed):
            rest = [other for other in listed if other is not option]
            yield option, replace(want, bottom=_forced(below[1:], rest))


def _fitting(card: Pattern, options: list[Option]) -> list[Option]:
    return [option for option in options if _names(card, option)][:1]


def _forced(cards: Patterns, options: list[Option]) -> Patterns:
    """Strike out the last card where it is not asked for any more, being the only one left."""
    return () if len(options) == len(cards) == 1 and _names(cards[0], options[0]) else cards
