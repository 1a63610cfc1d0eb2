"""The history of a game as text: the plain log lines of the scenario contract, one event a line."""

from collections.abc import Iterable, Iterator
from typing import Any

from sim.core.codes import Ev, Phase, Role, Winner
from sim.core.layout import NO_CARD
from sim.scenario.table import Answered, Asked, Event, Item
from sim.scenario.view import Names

ROLES = {int(role): role.name.lower() for role in Role}
PHASES = {int(phase): phase.name.lower() for phase in Phase}


def seats_of(mask: int, first: int = 0) -> list[int]:
    """Return the seats of a mask in turn order from a seat on."""
    return sorted((seat for seat in range(16) if mask >> seat & 1), key=lambda seat: (seat - first) % 16)


class Deed:
    """An event with those that belong to it: the further cards of a card made of several, and the targets."""

    def __init__(self, event: Event) -> None:
        self.event = event
        self.cards = [event.card] if event.card != NO_CARD and event.card >= 0 else []
        self.targets: list[int] = []

    def take(self, event: Event) -> bool:
        """Add an event that belongs to this one; tell whether it does."""
        if self.event.type not in (Ev.USE, Ev.RESPOND):
            return False
        if event.type == Ev.CARD and event.a == self.event.a and event.n == 0:
            self.cards.append(event.card)
            return True
        if event.type == Ev.TARGETS and event.row < 0 and self.event.type == Ev.USE:
            pair = [event.n, event.b] if event.b >= 0 else []
            self.targets = pair or seats_of(event.mask, event.a)
            return True
        return False


def deeds(history: Iterable[Item]) -> Iterator[Deed | Asked | Answered]:
    """Yield the items of a history, events that belong together as one."""
    open_deed: Deed | None = None
    for item in history:
        if isinstance(item, Event):
            if open_deed and open_deed.take(item):
                continue
            if open_deed:
                yield open_deed
            open_deed = Deed(item)
            continue
        if open_deed:
            yield open_deed
            open_deed = None
        yield item
    if open_deed:
        yield open_deed


def lines(history: Iterable[Item], names: Names) -> list[str]:
    """Return the plain log of a history."""
    return [line for item in deeds(history) if (line := line_of(item, names))]


def line_of(item: Deed | Asked | Answered, names: Names) -> str:
    """Return the plain log line of one item; nothing for what the plain log leaves out."""
    if isinstance(item, Asked):
        return f"ask {item.seat} {item.name}"
    if isinstance(item, Answered):
        return f"{'accept' if item.yes else 'pass'} {item.seat} {item.name}"
    write = PLAIN.get(item.event.type)
    return write(item, item.event, names) if write else ""


def turned(deed: Deed, names: Names) -> str:
    """Return the cards of a use or an answer, and what they were turned into through what."""
    e = deed.event
    cards = "+".join(names.label(card) for card in deed.cards)
    through, kind = names.bundle(e.row), names.kind(e.kind)
    plain = len(deed.cards) == 1 and names.card(deed.cards[0])[0] == kind
    if not cards:
        return f"{kind} via {through}" if through and through != kind else kind
    if plain and through in ("", kind):
        return cards
    return f"{cards} as {kind} via {through}" if through and through != kind else f"{cards} as {kind}"


def _use(deed: Deed, e: Any, names: Names) -> str:
    aim = f" -> {','.join(map(str, deed.targets))}" if deed.targets else ""
    return f"use {e.a} {turned(deed, names)}{aim}"


def _judge(_: Deed, e: Any, names: Names) -> str:
    face = names.card(e.card)
    return f"judge {e.a} {names.bundle(e.row) or names.kind(e.kind)} {face[1]}{face[2]}"


def _rejudge(_: Deed, e: Any, names: Names) -> str:
    face = names.card(e.card)
    return f"rejudge {e.a} {face[1]}{face[2]}"


def _win(_: Deed, e: Any, names: Names) -> str:
    winner = Winner(e.n)
    return "unfinished" if winner in (Winner.UNFINISHED, Winner.NONE) else f"win {winner.name.lower()}"


def _who(seat: int) -> str:
    return str(seat) if seat >= 0 else "none"


PLAIN = {
    Ev.TURN: lambda d, e, n: f"turn {e.a}",
    Ev.PHASE: lambda d, e, n: f"phase {e.a} {PHASES[e.n]}",
    Ev.USE: _use,
    Ev.RESPOND: lambda d, e, n: f"respond {e.a} {turned(d, n)}",
    Ev.SKILL: lambda d, e, n: f"skill {e.a} {n.bundle(e.row)}",
    Ev.NULLIFIED: lambda d, e, n: f"nullified {n.kind(e.kind)} -> {e.a}",
    Ev.JUDGE: _judge,
    Ev.REJUDGE: _rejudge,
    Ev.DRAW: lambda d, e, n: f"draw {e.a} {e.n}",
    Ev.GAIN: lambda d, e, n: f"gain {e.a} {n.label(e.card)} from {_who(e.b)}",
    Ev.DISCARD: lambda d, e, n: f"discard {e.a} {n.label(e.card)}",
    Ev.STASH: lambda d, e, n: f"stash {e.a} {n.label(e.card)}",
    Ev.CONTEST: lambda d, e, n: f"contest {e.a} {e.b} {'won' if e.n else 'lost'}",
    Ev.SWAP: lambda d, e, n: f"swap {e.a} {e.b}",
    Ev.TAKE_OVER: lambda d, e, n: f"take_over {e.a} {n.bundle(e.row) or 'all'} from {e.b}",
    Ev.PUT_BACK: lambda d, e, n: f"put_back {e.a} {e.n}",
    Ev.PEEK: lambda d, e, n: f"peek {e.a} {e.b}",
    Ev.CHAIN: lambda d, e, n: f"{'chain' if e.n else 'free'} {e.a}",
    Ev.ENTER: lambda d, e, n: f"enter {e.a} {n.heroes[e.n]}",
    Ev.EQUIP: lambda d, e, n: f"equip {e.a} {n.kind(n.rules.card_kind[e.card])}",
    Ev.DAMAGE: lambda d, e, n: f"damage {e.n} from {_who(e.b)} to {e.a}",
    Ev.LOSE: lambda d, e, n: f"lose {e.a} {e.n}",
    Ev.HEAL: lambda d, e, n: f"heal {e.a} {e.n}",
    Ev.DYING: lambda d, e, n: f"dying {e.a}",
    Ev.DEAD: lambda d, e, n: f"dead {e.a} by {_who(e.b)}",
    Ev.ROLE: lambda d, e, n: f"role {e.a} {ROLES[e.n]}",
    Ev.SHUFFLE: lambda d, e, n: "shuffle",
    Ev.WIN: _win,
}
