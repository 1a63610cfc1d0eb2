"""The steps of a scenario in order: which may answer now, which were used, which must stay impossible."""

from dataclasses import dataclass, field

from sim.scenario.cards import Pattern, pattern
from sim.scenario.model import Step

ASKED = 6  # requests told of a step that was never used
BESIDE = ("of", "as", "via", "cards", "targets", "choice", "give")


@dataclass
class Entry:
    """A step and what became of it."""

    number: int  # from 1, as in the file
    step: Step
    used: bool = False
    missed: list[str] = field(default_factory=list)  # requests that it did not answer

    @property
    def came_instead(self) -> str:
        """Tell the first requests that it did not answer."""
        more = len(self.missed) - ASKED
        return "; ".join(self.missed[:ASKED]) + (f"; and {more} more" if more > 0 else "") or "none"

    def __str__(self) -> str:
        """Name the step as the file does."""
        step = self.step
        value = "" if step.answer in ("pass", "end") else f" {step.said(step.answer)}"
        more = [f", {key} = {step.said(key)}" for key in BESIDE if step.said(key) is not None]
        illegal = ", illegal" if step.illegal else ""
        return f"step {self.number} (seat {step.seat} {step.answer}{value}{''.join(more)}{illegal})"


class Book:
    """The steps, used one after the other."""

    def __init__(self, steps: list[Step]) -> None:
        self.entries = [Entry(i + 1, step) for i, step in enumerate(steps)]
        self.watched: list[Entry] = []  # illegal at any request until the next step is used
        self.forbidden: list[Entry] = []  # illegal at the seat's next play phase request
        self.picks: list[tuple[Entry, Pattern]] = []
        self._at = 0
        self._open()

    @property
    def current(self) -> list[Entry]:
        """Return the steps that the next request is held against, in order."""
        return [entry for entry in self._reach() if not entry.used]

    @property
    def finished(self) -> bool:
        """Tell whether every step was used."""
        return self._at >= len(self.entries) and not self.picks and not self.forbidden

    @property
    def unused(self) -> list[Entry]:
        """Return the steps that were never used."""
        return [entry for entry in self.entries if not entry.used and not entry.step.illegal]

    def use(self, entry: Entry) -> None:
        """Note that a step was used; those after it come up."""
        entry.used = True
        self.watched.clear()
        self._open()

    def take_picks(self) -> list[tuple[Entry, Pattern]]:
        """Return the strokes of chance that have come up since the last call."""
        taken, self.picks = self.picks, []
        return taken

    def take_forbidden(self, seat: int) -> list[Entry]:
        """Return the uses that must not be possible now, in a seat's play phase; each is tested once."""
        taken = [entry for entry in self.forbidden if entry.step.seat == seat]
        self.forbidden = [entry for entry in self.forbidden if entry.step.seat != seat]
        return taken

    def missed(self, text: str) -> None:
        """Note a request that no step answered."""
        for entry in self.current:
            entry.missed.append(text)

    def _reach(self) -> list[Entry]:
        """Return the steps from the first unused one to the end of its group."""
        if self._at >= len(self.entries):
            return []
        group = self.entries[self._at].step.group
        end = self._at + 1
        while group is not None and end < len(self.entries) and self.entries[end].step.group == group:
            end += 1
        return self.entries[self._at : end]

    def _open(self) -> None:
        """Move on past used steps; chance and illegal steps take effect as soon as they are reached."""
        while True:
            for entry in self._reach():
                if not entry.used and (entry.step.illegal or entry.step.pick):
                    self._take_effect(entry)
            if self._at >= len(self.entries) or not self.entries[self._at].used:
                return
            self._at += 1

    def _take_effect(self, entry: Entry) -> None:
        entry.used = True
        if entry.step.pick:
            self.picks.append((entry, pattern(entry.step.pick)))
        elif entry.step.answer in ("use", "skill"):
            self.forbidden.append(entry)
        else:
            self.watched.append(entry)
