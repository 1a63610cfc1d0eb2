"""How a step answers requests: its first answer and all that follows, looked ahead on a copy of the game."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from sim.core.codes import Ask, Choice, Ev, Frame, Opt, Status, To
from sim.core.layout import NO_CARD
from sim.core.stack import SUPPLIED
from sim.scenario import want as wants
from sim.scenario.cards import Pattern
from sim.scenario.heads import heads
from sim.scenario.model import Step
from sim.scenario.table import Event, Table, events
from sim.scenario.view import Request, default, members
from sim.scenario.want import Want

LOOKS = 400  # answers tried at most for one step: what it leaves open can multiply
OTHERS = (To.OTHER, To.PAIR, To.ALL_OTHERS, -1)  # selectors that leave the chooser out; -1: a card of the play phase
MOVED = {Ev.DISCARD, Ev.GAIN, Ev.SHOW, Ev.REJUDGE, Ev.RESPOND, Ev.USE, Ev.CARD, Ev.EQUIP, Ev.PLACE, Ev.STASH}

OWN = {Ev.GAIN, Ev.REJUDGE, Ev.RESPOND, Ev.USE, Ev.EQUIP, Ev.STASH}  # of these only those of the step's own seat


@dataclass(frozen=True)
class Context:
    """Whose decision a step is, and where it began."""

    seat: int
    bodies: frozenset[str]  # cards and skills whose requests go on with it; empty: those of the rules
    depth: int  # of the work stack when it was first asked; 0: it ran unasked
    since: int  # index in the history
    strict: bool  # every value exactly as given (`illegal`)
    again: str = ""  # skill that the play phase may be asked for once more

    def owns(self, req: Request) -> bool:
        """Tell whether a request goes on with this decision."""
        if req.seat != self.seat or req.kind in (Ask.PLAY, Ask.NONE):
            return False
        return req.by in self.bodies

    def runs(self, table: Table, req: Request) -> bool:
        """Tell whether what the step began is still being resolved."""
        return int(table.g.sp) >= self.depth and req.kind != Ask.PLAY


class Move(NamedTuple):
    """One answer of a plan; `given`: the step says so, else nobody does; `left`: what it says yet."""

    index: int
    given: bool
    left: Want


Plan = list[Move]


def attempt(table: Table, step: Step, strict: bool = False) -> tuple[Context, Plan] | None:
    """Return how the step answers the request the table is at, None if it is no legal answer to it."""
    req = table.req
    assert req is not None
    if req.seat != step.seat:
        return None
    if strict and not _possible_form(table, req, step):
        return None
    for head in heads(table, req, step):
        context = Context(
            step.seat, head.bodies, int(table.g.sp) if req.kind != Ask.PLAY else int(table.g.sp) + 1,
            len(table.history), strict, step.skill if step.skill and step.give else "",
        )  # fmt: skip
        first = Move(head.option.index, True, head.want)
        if head.want.silent:
            return context, [first]
        copy = table.fork()
        copy.answer(head.option.index)
        rest = follow(copy, head.want, context, [LOOKS])
        if rest is not None:
            return context, [first, *rest]
    return None


def _possible_form(table: Table, req: Request, step: Step) -> bool:
    """Tell whether the values of an illegal step could be an answer at all: nothing twice, no more than is asked."""
    chosen = step.choose if isinstance(step.choose, list) else []
    cards = [card for card in [*(step.cards or []), *chosen] if isinstance(card, str) and "@" in card]
    targets = [*(step.targets or []), *(seat for seat in chosen if isinstance(seat, int))]
    held = _labels(table, step.seat)
    if len(set(targets)) < len(targets) or any(cards.count(card) > max(held.count(card), 1) for card in cards):
        return False
    if req.kind in (Ask.CARD, Ask.TARGET) and len(chosen) > int(table.g.req.hi) - int(table.g.req.done):
        return False
    return step.seat not in targets or len(targets) == 1 or selector(table, req) not in OTHERS


def _labels(table: Table, seat: int) -> list[str]:
    s = table.g.seat[seat]
    worn = [int(card) for card in s.equip if int(card) != NO_CARD]
    return [table.names.label(card) for card in members(s.hand) + worn]


def follow(table: Table, want: Want, context: Context, budget: list[int], asked: bool = False) -> Plan | None:
    """Return the answers with which a step goes on; None if what it says cannot be.

    `asked`: the table is at a request already, else it plays on to the next one.
    """
    if not asked:
        status = table.go()
        if status != Status.ASKING:
            return [] if settle(table, want, context).done else None
    req = table.req
    assert req is not None
    if context.again and req.kind == Ask.PLAY and req.seat == context.seat and want.give:
        return _once_more(table, req, want, context, budget)
    if not context.runs(table, req):
        return [] if settle(table, want, context).done else None
    if context.owns(req):
        want = asked_for(req, want)
        found = False
        for option, left in wants.ways(req, want, selector(table, req)):
            found = True
            rest = _after(table, option.index, left, context, budget)
            if rest is not None:
                return [Move(option.index, True, left), *rest]
        if found:
            return None
        want = settle(table, want, context)
        if want.spoke(req.kind) and not want.open:
            if req.refusal and (req.done > 0 or req.kind == Ask.ARRANGE or want.done):
                rest = _after(table, req.refusal.index, want, context, budget)
                return None if rest is None else [Move(req.refusal.index, True, want), *rest]
            if context.strict:
                return None
    want = settle(table, want, context)
    if want.done:
        return []
    for index in _unsaid(req, context.owns(req)):
        rest = _after(table, index, want, context, budget)
        if rest is not None:
            return [Move(index, False, want), *rest]
    return None


def _after(table: Table, index: int, want: Want, context: Context, budget: list[int]) -> Plan | None:
    budget[0] -= 1
    if budget[0] < 0:
        return None
    copy = table.fork()
    copy.answer(index)
    return follow(copy, want, context, budget)


def _once_more(table: Table, req: Request, want: Want, context: Context, budget: list[int]) -> Plan | None:
    """Use the skill again for the next of several gifts."""
    for option in req.offers(Opt.SKILL):
        if option.via == context.again:
            left = replace(want, cards=None, targets=None)
            rest = _after(table, option.index, left, context, budget)
            if rest is not None:
                return [Move(option.index, True, left), *rest]
    return None


def _unsaid(req: Request, mine: bool) -> Iterator[int]:
    """Yield the options to try where a step says nothing: the default, then the others if it may choose."""
    first = default(req)
    if mine and req.kind == Ask.CONFIRM:
        first = req.offers(Opt.YES)[0].index
    yield first
    if mine and req.kind in (Ask.TARGET, Ask.CARD, Ask.VALUE):
        yield from (option.index for option in req.options if option.index != first)


def asked_for(req: Request, want: Want) -> Want:
    """Note that a request of the step asks for a seat."""
    return replace(want, asked_seats=True) if req.kind == Ask.TARGET and want.targets else want


def settle(table: Table, want: Want, context: Context) -> Want:
    """Strike out details that were met unasked, there being no choice, as the events since tell."""
    if not (want.targets or want.cards or want.choice):
        return want
    since = events(table.history, context.since)
    if want.targets:
        aimed = [e for e in since if e.type == Ev.TARGETS and e.a == context.seat]
        if any(_aimed_at(want.all_targets, e) for e in aimed) or (
            not (aimed or want.asked_seats)
            and (set(want.targets) <= _sides(since, context) or set(want.targets) == _waiting(table, context))
        ):
            want = replace(want, targets=())
    if want.cards:
        want = _moved_unasked(table, want, [e for e in since if _moved(table, e, context)])
    if want.choice and any(e.type == Ev.NAME and Choice(e.n).name.lower() == want.choice for e in since):
        want = replace(want, choice=None)
    return want


def _moved_unasked(table: Table, want: Want, moved: list[Event]) -> Want:
    """Strike out the cards that moved unasked: each stands for one that is named, the narrowest names come first."""
    left, taken, unseen = list(want.cards or ()), want.taken, want.unseen
    for card in sorted(left, key=lambda p: (p.hidden, p.width)):
        fitting = [e.card for e in moved if e.card not in taken and _stands_for(table, card, e)]
        skip = unseen if card.hidden else 0  # those that were taken unseen have moved as well
        if len(set(fitting)) > skip:
            left.remove(card)
            taken |= {fitting[-1]}
    return replace(want, cards=tuple(left), taken=taken)


def _stands_for(table: Table, card: Pattern, e: Event) -> bool:
    return e.type in (Ev.DISCARD, Ev.GAIN) if card.hidden else card.fits(table.names.card(e.card))


def _moved(table: Table, e: Event, context: Context) -> bool:
    """Tell whether an event moved a card that the step's seat may have chosen: not one drawn."""
    if e.type not in MOVED or e.card == NO_CARD or (e.type == Ev.CARD and e.n):
        return False
    if e.a == context.seat or e.type not in OWN:
        return True
    given = e.b == context.seat or e.type != Ev.GAIN  # to the taker, or to the one for whom it is played
    return given and table.names.bundle(e.row) in context.bodies


def _aimed_at(targets: tuple[int, ...], e: Event) -> bool:
    """Tell whether the seats named are those chosen: a pair in its order, others in any."""
    return targets == (e.n, e.b) if e.b >= 0 else sorted(targets) == [s for s in range(16) if e.mask >> s & 1]


def _sides(since: list[Any], context: Context) -> set[int]:
    """Return the seats that a skill without a choice of seats worked on, as far as the events tell."""
    told = {Ev.DAMAGE, Ev.HEAL, Ev.LOSE, Ev.DRAW, Ev.GAIN, Ev.DISCARD, Ev.JUDGE, Ev.PLACE, Ev.EQUIP}
    return {context.seat} | {e.a for e in since if e.type in told} | {e.b for e in since if e.type in told} - {-1}


def _waiting(table: Table, context: Context) -> set[int]:
    """Return the seats at which a use of this seat is aimed whose card somebody else has yet to supply."""
    g = table.g
    uses = [g.stack[i] for i in range(int(g.sp)) if g.stack[i].kind == Frame.USE and g.stack[i].a == context.seat]
    if not uses or not int(uses[-1].marks) & SUPPLIED or uses[-1].list < 0:
        return set()
    aimed = g.targets[int(uses[-1].list)]
    return {int(aimed.seat[k]) for k in range(int(aimed.n))}


def selector(table: Table, req: Request) -> int:
    """Return how the row that asks chooses its seats."""
    row = int(table.g.req.row)
    return int(table.names.rules.row[row].to) if row >= 0 else -1
