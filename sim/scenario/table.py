"""A game that is played request by request: the record, and what happened since it was set up."""

from typing import Any, NamedTuple

from sim.core.codes import Ask, Err, Ev, Opt, Status, To
from sim.core.layout import LOG, NO_CARD
from sim.core.play import advance_at
from sim.scenario import view


class Event(NamedTuple):
    """One event of the core's log; see ``codes.Ev``."""

    type: Ev
    a: int
    b: int
    n: int
    kind: int
    row: int
    card: int
    mask: int


class Asked(NamedTuple):
    """A request as part of the history."""

    seat: int
    name: str


class Answered(NamedTuple):
    """An answer as part of the history: a yes or a refusal."""

    yes: bool
    seat: int
    name: str


Item = Event | Asked | Answered
QUIET = {Ev.ASK, Ev.PASS, Ev.ACCEPT}  # told by the requests themselves
WITHIN = {
    Ev.SKILL,
    Ev.DISCARD,
    Ev.CARD,
    Ev.SHOW,
    Ev.TARGETS,
    Ev.NAME,
}  # leave a decision of several parts one


class Table:
    """A game in progress.

    Attributes
    ----------
    games : recarray
        GAME records, one long.
    history : list
        Events, requests and answers, oldest first.
    req : Request or None
        What is asked, after `go` returned ASKING.
    """

    def __init__(self, names: view.Names, rules: Any, games: Any, history: list[Item] | None = None) -> None:
        self.names = names
        self.rules = rules
        self.games = games
        self.history: list[Item] = history if history is not None else []
        self.req: view.Request | None = None
        self._last: tuple[int, str] | None = None  # seat and asker of the decision that may still go on
        self._alive = {seat for seat in range(int(games[0].n)) if games[0].seat[seat].alive}
        self._pile: list[int] = []  # the pile, top first, before the cards that are being arranged left it

    @property
    def g(self) -> Any:
        """The record itself."""
        return self.games[0]

    def fork(self) -> "Table":
        """Return a copy that can be played on without touching this one."""
        copy = Table(self.names, self.rules, self.games.copy(), list(self.history))
        copy.g.checked = 0  # what is only looked ahead is not tested
        copy.req, copy._last, copy._pile, copy._alive = self.req, self._last, self._pile, set(self._alive)
        return copy

    def go(self) -> Status:
        """Play on until somebody is asked, or the game stops or ends."""
        if self.req is None or self.req.kind != Ask.ARRANGE:
            self._pile = [int(card) for card in self.g.pile[: int(self.g.n_pile)][::-1]]
        self.req = None
        self.g.status = Status.RUNNING
        while True:
            status = Status(int(advance_at(self.games, self.rules, 0)))
            self._drain()
            if status != Status.LOG_FULL:
                break
            self.g.status = Status.RUNNING
        if status == Status.ASKING:
            self.req = view.request(self.g, self.names, self._pile)
            self._note_request(self.req)
        return status

    def answer(self, index: int) -> None:
        """Answer the request; `go` plays on."""
        assert self.req is not None
        option = next((option for option in self.req.options if option.index == index), None)
        decides = self.req.kind in (Ask.CONFIRM, Ask.RESPOND)
        if decides and option and option.type in (Opt.PASS, Opt.YES):  # none: a bot answered out of range
            self.history.append(Answered(option.type == Opt.YES, self.req.seat, self.req.name))
        self.g.answer = index

    def _drain(self) -> None:
        g = self.g
        first, end = int(g.log_read), int(g.log_n)
        for i in range(first, end):
            event = Event(Ev(int(g.log[i % LOG].type)), *(int(g.log[i % LOG][field]) for field in Event._fields[1:]))
            if event.type in QUIET:
                continue
            if event.type not in WITHIN:
                self._last = None
            self.history.append(event)
            self._alive -= {event.a} if event.type == Ev.DEAD else set()
            self._alive |= {event.a} if event.type == Ev.ENTER else set()
            if event.type == Ev.USE:
                self.history += self._all_aimed_at(event)
        g.log_read = end

    def _all_aimed_at(self, use: Event) -> list[Event]:
        """Return the targets of a card that names everyone itself, which the core leaves unsaid."""
        kind = self.names.rules.kind[use.kind]
        to = int(self.names.rules.row[int(kind.active)].to) if int(kind.active) >= 0 else -1
        if to not in (To.ALL, To.ALL_OTHERS):
            return []
        seats = self._alive - ({use.a} if to == To.ALL_OTHERS else set())
        mask = sum(1 << seat for seat in seats)
        return [Event(Ev.TARGETS, use.a, -1, -1, use.kind, -1, NO_CARD, mask)] if mask else []

    def _note_request(self, req: view.Request) -> None:
        """Write the request down, unless it only goes on with a decision that the same seat is taking."""
        whole = req.kind in (Ask.PLAY, Ask.CONFIRM, Ask.RESPOND)
        mine = self._last is not None and self._last[0] == req.seat
        if whole or not (mine and (self._last[1] in (req.by, view.PLAY) or not req.by)):
            self.history.append(Asked(req.seat, req.name))
        self._last = (req.seat, req.by if req.kind != Ask.PLAY else view.PLAY)

    def fault(self) -> str:
        """Say what a fault, or an end without a result, was about."""
        err = Err(int(self.g.err)).name.lower().replace("_", " ")
        return f"{err} (seat {int(self.g.err_seat)}, turn of seat {int(self.g.turn)})"


def events(history: list[Item], first: int = 0) -> list[Event]:
    """Return the events of a history from an index on."""
    return [item for item in history[first:] if isinstance(item, Event)]
