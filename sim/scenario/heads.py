"""The options with which a step can begin to answer a request, one function for each kind of answer."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from sim.core.codes import Ask, Choice, Do, Opt, To
from sim.scenario import want as wants
from sim.scenario.cards import HIDDEN, pattern
from sim.scenario.model import Step
from sim.scenario.table import Table
from sim.scenario.view import REFUSALS, Option, Request
from sim.scenario.want import Want

WORDS = {choice.name.lower() for choice in Choice}


class Head(NamedTuple):
    """A first answer: option, what is left of the step, and the bodies that its follow-ups go by."""

    option: Option
    want: Want
    bodies: frozenset[str]


def heads(table: Table, req: Request, step: Step) -> Iterator[Head]:
    """Yield the options with which a step can begin to answer a request."""
    begin = {
        "use": _use,
        "skill": _skill,
        "respond": _respond,
        "accept": _accept,
        "decline": _decline,
        "choose": _choose,
        "pass": _pass,
        "end": _end,
    }[step.answer]
    yield from begin(table, req, step)


def _bodies(option: Option, *more: str) -> frozenset[str]:
    face = option.face[0] if option.face else ""
    return frozenset(each for each in (option.kind, option.via, face, *more) if each)


def _turned_as_said(option: Option, step: Step) -> bool:
    plain = not option.via or (option.face is not None and option.via == option.face[0])
    if step.via is not None:
        return option.via == step.via and step.as_ in (None, option.kind)
    if step.as_ is not None:
        return option.kind == step.as_
    return plain


def _card_heads(req: Request, step: Step, card: str) -> Iterator[Head]:
    want, said = wants.of(step), pattern(card)
    if step.via is not None and want.cards:
        for option in req.offers(Opt.SKILL):
            made = said.width > 0 and said.kind in ("", option.kind)  # a card made of several has no suit and rank
            if made and option.via == step.via and step.as_ in (None, option.kind):
                yield Head(option, want, _bodies(option))
    if step.via is not None and not want.cards:  # one of several kinds, chosen before the card
        for option in req.offers(Opt.SKILL):
            if option.via == step.via and step.as_ == option.kind:
                yield Head(option, replace(want, cards=(said,)), _bodies(option))
    for option in req.offers(Opt.CARD):
        if option.face and said.fits(option.face) and _turned_as_said(option, step):
            yield Head(option, replace(want, taken=want.taken | {option.card}), _bodies(option))


def _use(table: Table, req: Request, step: Step) -> Iterator[Head]:
    if req.kind != Ask.PLAY:
        return
    for head in _card_heads(req, step, step.use or ""):
        implied = _implied(table, head.option, req.seat)
        if implied is None or head.want.targets is None:
            yield head
        elif sorted(head.want.targets) == sorted(implied):
            yield head._replace(want=replace(head.want, targets=None))


def _implied(table: Table, option: Option, user: int) -> set[int] | None:
    """Return the targets of a card that leaves no choice of them, None if it leaves one."""
    g, rules = table.g, table.names.rules
    kind = rules.kind[table.names.kinds.index(option.kind)]
    if kind.slot >= 0:
        return {user}
    to = int(rules.row[int(kind.active)].to) if kind.active >= 0 else -1
    alive = {seat for seat in range(int(g.n)) if g.seat[seat].alive}
    sets = {To.ME: {user}, To.ALL: alive, To.ALL_OTHERS: alive - {user}}
    return sets.get(To(to)) if to >= 0 else None


def _skill(table: Table, req: Request, step: Step) -> Iterator[Head]:
    if req.kind != Ask.PLAY:
        return
    want = wants.of(step)
    gifts = tuple(gift for gift in want.give if gift[0] != step.seat)  # what he keeps is no gift
    want = replace(want, give=gifts)
    for option in req.offers(Opt.SKILL):
        if option.via != step.skill or step.as_ not in (None, option.kind):
            continue
        if option.face is None:
            yield Head(option, want, _bodies(option))
        elif want.cards and want.cards[0].fits(option.face):  # that card is put away for others
            yield Head(option, replace(want, cards=None), _bodies(option))
    if want.cards and len(want.cards) == 1:
        for option in req.offers(Opt.CARD):
            if option.via != step.skill or step.as_ not in (None, option.kind) or option.face is None:
                continue
            if want.cards[0].fits(option.face):
                yield Head(option, wants.naming(want, option, None), _bodies(option))


def _respond(table: Table, req: Request, step: Step) -> Iterator[Head]:
    card = step.respond or ""
    if req.kind == Ask.RESPOND:
        yield from _card_heads(req, step, card)
    elif req.kind == Ask.CONFIRM and req.do in (Do.REJUDGE, Do.STRIKE) and step.via in (None, req.by):
        want = replace(wants.of(step), cards=(pattern(card),))
        yield Head(req.offers(Opt.YES)[0], want, frozenset({req.by}))


def _accept(table: Table, req: Request, step: Step) -> Iterator[Head]:
    name = step.accept or ""
    if req.by != name:
        return
    want = wants.of(step)
    if req.kind == Ask.CONFIRM:
        yield Head(req.offers(Opt.YES)[0], want, frozenset({name}))
    elif req.kind == Ask.RESPOND and want.cards:
        for option, left in wants.ways(req, want, -1):
            yield Head(option, left, _bodies(option, name))
    elif req.kind == Ask.VALUE:
        for option in req.offers(Opt.VALUE):
            if option.word == want.choice or (want.choice is None and option.word in wants.PAYS):
                yield Head(option, replace(want, choice=None), frozenset({name, ""}))


def _decline(table: Table, req: Request, step: Step) -> Iterator[Head]:
    if req.by == step.decline:
        yield from _refused(req)


def _pass(table: Table, req: Request, step: Step) -> Iterator[Head]:
    if req.kind != Ask.PLAY and (step.of is None or req.called(step.of)):
        yield from _refused(req)


def _refused(req: Request) -> Iterator[Head]:
    option = req.refusal or next((o for o in req.offers(Opt.VALUE) if o.word in REFUSALS), None)
    if option:
        yield Head(option, Want(), frozenset())


def _end(table: Table, req: Request, step: Step) -> Iterator[Head]:
    if req.kind == Ask.PLAY and req.refusal:
        yield Head(req.refusal, Want(), frozenset())


def _choose(table: Table, req: Request, step: Step) -> Iterator[Head]:
    if req.kind == Ask.VALUE:  # one of several skills
        for option in req.offers(Opt.SKILL):
            if option.via == step.choose:
                yield Head(option, Want(), frozenset({req.by}))
    for want in _chosen(step.choose):
        bodies = frozenset({req.by, ""} if req.kind == Ask.VALUE else {req.by})
        if req.kind in (Ask.TARGET, Ask.CARD, Ask.VALUE, Ask.ARRANGE):
            for option, left in wants.ways(req, want, -1):
                yield Head(option, left, bodies)
            if want.done and want.spoke(req.kind) and req.refusal:
                yield Head(req.refusal, Want(), bodies)
        if want.cards and req.kind == Ask.VALUE:  # the cards say that the price is paid
            for option in req.offers(Opt.VALUE):
                if option.word in wants.PAYS:
                    yield Head(option, want, bodies)
        if (want.cards or want.targets) and req.kind == Ask.CONFIRM:
            yield Head(req.offers(Opt.YES)[0], want, bodies)


def _chosen(value: Any) -> Iterator[Want]:
    """Yield what the value of `choose` can mean."""
    if isinstance(value, dict):
        if {"top", "bottom"} & set(value):
            top, bottom = value.get("top"), value.get("bottom")
            yield Want(
                top=None if top is None else tuple(map(pattern, top)),
                bottom=None if bottom is None else tuple(map(pattern, bottom)),
            )
        else:
            yield Want(give=wants.gifts(value))
        return
    single = not isinstance(value, list)  # one of several answers, perhaps: the next step may go on
    each = value if isinstance(value, list) else [value]
    seats = tuple(item for item in each if isinstance(item, int))
    words = tuple(item for item in each if isinstance(item, str))
    if seats or not each:
        yield Want(targets=seats, all_targets=seats, open=single)
    if len(words) == 1 and words[0] in WORDS:
        yield Want(choice=words[0])
    if not seats and all(word == HIDDEN or word not in WORDS for word in words):
        yield Want(cards=tuple(pattern(word) for word in words), open=single)
