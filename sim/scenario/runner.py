"""Runs scenarios: plays the position with the file's steps and defaults, then compares."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sim import logtext
from sim.core.codes import Ask, Ev, Opt, Status, Winner
from sim.core.layout import FORCED
from sim.errors import UserError
from sim.scenario import expect, model, setup
from sim.scenario.answer import LOOKS, Context, asked_for, attempt, follow, settle
from sim.scenario.book import Book, Entry
from sim.scenario.cards import Pattern
from sim.scenario.shown import Shown
from sim.scenario.table import Event, Table
from sim.scenario.view import Request, default, members
from sim.scenario.want import Want
from sim.scenario.want import of as details

LAST_TURN = 30  # a scenario that waits longer for its steps waits in vain


@dataclass
class Outcome:
    """What came of a scenario.

    Attributes
    ----------
    ok : bool
        Nothing differed and every step was used.
    messages : list of str
        What differed.
    log : list of str
        The plain log lines.
    title : str
        The scenario's title.
    """

    ok: bool
    messages: list[str]
    log: list[str]
    title: str = ""


@dataclass
class Open:
    """A step that was begun and still has something to say."""

    entry: Entry
    want: Want
    context: Context


@dataclass
class Pick:
    """A card that the next random pick from a hand takes."""

    entry: Entry
    card: Pattern
    set: bool = False


class Run:
    """One scenario being played.

    Attributes
    ----------
    failures : list of str
        What went against the file.
    turn : int
        The seat whose turn it is or was.
    """

    def __init__(self, scenario: model.Scenario, table: Table) -> None:
        self.scenario = scenario
        self.table = table
        self.book = Book(scenario.step)
        self.open: list[Open] = []
        self.picks: list[Pick] = []
        self.failures: list[str] = []
        self.turn = scenario.start.seat
        self._read = 0  # history read up to here
        self._begun: tuple[int, str] | None = None  # seat and skill of the last yes: it did not run unasked

    def play(self) -> None:
        """Play until the scenario ends or goes against its file."""
        g = self.table.g
        g.stop_turns = self.scenario.turns
        while not self.failures:
            self._chance()
            g.stop_ev = self._look_up_at()
            finished = self._finished
            status = self.table.go()
            self._chance()
            self._notice(finished)
            if status == Status.ASKING:
                assert self.table.req is not None
                if self._waits_in_vain or (self._finished and self.table.req.kind == Ask.PLAY):
                    return
                self._request(self.table.req)
            elif status == Status.STOPPED:
                if self.scenario.turns or (finished and int(g.stop_ev) == Ev.PHASE):
                    return
            else:
                if status == Status.FAULT or int(g.winner) == Winner.UNFINISHED:
                    self.failures.append(f"the game broke off: {self.table.fault()}")
                return

    def close(self) -> None:
        """Note what the steps left undone."""
        for entry in self.book.unused:
            self.failures.append(f"{entry} was never used; requests that came instead: {entry.came_instead}")
        for pick in self.picks:
            self.failures.append(f"{pick.entry} was never used: no card was picked at random from that hand")
        for each in self.open:
            left = settle(self.table, each.want, each.context)
            if not left.done:
                self.failures.append(f"{each.entry}: nothing asked for {left}")

    @property
    def _finished(self) -> bool:
        """Tell whether the scenario ends as soon as what the steps caused has settled."""
        done = self.book.finished and not self.picks and not any(each.context.again for each in self.open)
        return self.scenario.until == "steps" and done

    @property
    def _waits_in_vain(self) -> bool:
        return self.scenario.until == "steps" and int(self.table.g.turns) > LAST_TURN

    def _look_up_at(self) -> int:
        """Return the event to stop at: the next phase once all is done, a skill while one may run unasked."""
        if self.scenario.until != "steps":
            return 0
        if self._finished:
            return Ev.PHASE
        return Ev.SKILL if any(entry.step.accept for entry in self.book.current) else 0

    # ------------------------------------------------------------ chance, and what happens unasked

    def _chance(self) -> None:
        """Set the cards that the next random picks from each hand take; strike out those that were taken."""
        self.picks += [Pick(entry, card) for entry, card in self.book.take_picks()]
        for seat in sorted({pick.entry.step.seat for pick in self.picks}):
            s = self.table.g.seat[seat]
            forced = [int(card) for card in s.forced_pick if card >= 0]
            waiting = [pick for pick in self.picks if pick.entry.step.seat == seat]
            due = [pick for pick in waiting if pick.set]
            for pick in due[: len(due) - len(forced)]:
                self.picks.remove(pick)
            for pick in waiting[len(due) : len(due) + FORCED - len(forced)]:
                cards = members(s.hand)
                if pick.card.suit:  # it may come into the hand before it is picked
                    cards += range(int(self.table.names.rules.n_cards))
                left = [card for card in cards if card not in forced]
                card = next((card for card in left if pick.card.fits(self.table.names.card(card))), None)
                if card is None:
                    break
                s.forced_pick[len(forced)] = card
                forced.append(card)
                pick.set = True

    def _notice(self, finished: bool) -> None:
        """Read the history: whose turn it is, and skills that ran unasked and so meet their steps."""
        history = self.table.history
        while self._read < len(history):
            item = history[self._read]
            self._read += 1
            if not isinstance(item, Event):
                continue
            if item.type == Ev.TURN and not finished:
                self.turn = item.a
            elif item.type == Ev.SKILL:
                ran = (item.a, self.table.names.bundle(item.row))
                if ran == self._begun:
                    self._begun = None
                else:
                    self._ran(*ran)

    def _ran(self, seat: int, skill: str) -> None:
        """Let a step that accepts a locked skill be used, for it ran."""
        for entry in self.book.watched:
            if entry.step.seat == seat and entry.step.accept == skill:
                self.failures.append(f"{entry} is marked illegal, but the skill ran")
        for entry in self.book.current:
            if entry.step.seat == seat and entry.step.accept == skill:
                self.book.use(entry)
                context = Context(seat, frozenset({skill}), 0, self._read, False)
                self.open.append(Open(entry, details(entry.step), context))
                return

    # ------------------------------------------------------------ requests

    def _request(self, req: Request) -> None:
        """Answer a request: by a step that goes on, by the next step, or by default."""
        if self._go_on(req):
            return
        self._forbid(req)
        for entry in self.book.current:
            found = attempt(self.table, entry.step)
            if found:
                context, plan = found
                self.book.use(entry)
                if plan[0].left != Want() or context.again:
                    self.open.append(Open(entry, plan[0].left, context))
                self._answer(req, plan[0].index)
                return
        self.book.missed(str(req))
        self._answer(req, default(req))

    def _answer(self, req: Request, index: int) -> None:
        option = req.option(index)
        begun = option.type == Opt.YES or (req.kind == Ask.PLAY and option.type == Opt.SKILL)
        self._begun = (req.seat, option.via) if begun else None
        self.table.answer(index)

    def _go_on(self, req: Request) -> bool:
        """Let a step that was begun answer what follows from it; strike out steps that have said all."""
        for each in list(self.open):
            context = each.context
            again = bool(context.again) and req.kind == Ask.PLAY and req.seat == context.seat and bool(each.want.give)
            if again or context.owns(req):
                each.want = asked_for(req, each.want)
                plan = follow(self.table, each.want, context, [LOOKS], asked=True)
                if plan and plan[0].given:
                    each.want = plan[0].left
                    self._answer(req, plan[0].index)
                    return True
            each.want = settle(self.table, each.want, context)
            if each.want.done and not (context.runs(self.table, req) and context.depth):
                self.open.remove(each)
        return False

    def _forbid(self, req: Request) -> None:
        """See that illegal steps are not possible at this request."""
        tested = list(self.book.watched)
        if req.kind == Ask.PLAY:
            tested += self.book.take_forbidden(req.seat)
        for entry in tested:
            if attempt(self.table, entry.step, strict=True):
                self.failures.append(f"{entry} is marked illegal, but was possible: {req}")


def run_scenario(source: str | Path | dict[str, Any]) -> Outcome:
    """Play a scenario and compare what it expects.

    Parameters
    ----------
    source : str, Path or dict
        A scenario file, or the same as a dict.

    Raises
    ------
    UserError
        The file cannot be used: it is no TOML, a key is wrong, a word means nothing in its ruleset.
    """
    name, scenario = model.read(source)
    made = setup.position_of(name, scenario)
    run = Run(scenario, Table(made.names, made.rules, made.games))
    run.play()
    log = logtext.lines(run.table.history, made.names)
    messages = run.failures
    if not messages:  # else it was broken off, and nothing else can be as expected
        run.close()
        messages += expect.differences(scenario.expect, run.table, log, run.turn, made.score)
    return Outcome(not messages, messages, log, scenario.title)


def run_paths(paths: Iterable[str | Path]) -> int:
    """Play files and folders of files, print a line for each, and return the exit status.

    Returns
    -------
    int
        0 if all is as expected, 1 if something differs, 2 if a file cannot be used.
    """
    shown = Shown()
    unusable = differs = False
    for path in _files(paths):
        if isinstance(path, UserError):
            shown.unusable(str(path))
            unusable = True
            continue
        try:
            outcome = run_scenario(path)
        except UserError as error:
            shown.unusable(str(error))
            unusable = True
            continue
        differs |= not outcome.ok
        shown.outcome(path, outcome.title, outcome.messages)
    return 2 if unusable else 1 if differs else 0


def _files(paths: Iterable[str | Path]) -> Iterator[Path | UserError]:
    """Yield the files named and, of folders, all ``*.toml`` below them."""
    for path in map(Path, paths):
        if not path.is_dir():
            yield path
            continue
        found = sorted(path.rglob("*.toml"))
        yield from found or [UserError(f"{path}: no *.toml file in this folder")]
