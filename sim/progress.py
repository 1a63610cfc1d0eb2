"""How far a run is, on stderr: a bar at a terminal, a line now and then elsewhere, or nothing."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Self

LINE_EVERY = 5.0  # seconds between lines where no terminal is
SOON = 2.0  # seconds before which a step needs no words


class Silent:
    """Says nothing; the face of the two that do."""

    def __enter__(self) -> Self:
        """Start showing."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop showing."""

    def begin(self, players: int | str, done: int, games: int) -> None:
        """Turn to one or more player counts of which `done` of `games` games exist already."""

    def expect(self, games: int, note: str) -> None:
        """Now so many games are expected in all; `note` says why."""

    def advance(self, games: int) -> None:
        """So many more games are done."""


class Lines(Silent):
    """A plain line every few seconds."""

    def begin(self, players: int | str, done: int, games: int) -> None:
        """Turn to one or more player counts of which `done` of `games` games exist already."""
        self._players, self._before, self._done, self._games = players, done, done, games
        self._start = self._said = time.monotonic()
        self._note = ""

    def expect(self, games: int, note: str) -> None:
        """Now so many games are expected in all; `note` says why."""
        self._games, self._note = games, f"; {note}"

    def advance(self, games: int) -> None:
        """So many more games are done."""
        self._done += games
        now = time.monotonic()
        if now - self._said < LINE_EVERY:
            return
        self._said = now
        rate = (self._done - self._before) / (now - self._start)
        left = max(self._games - self._done, 0) / rate
        far = f"{self._players} players: {self._done:,} of {self._games:,} games"
        print(f"{far}, {rate:,.0f} games/s, {left:,.0f} s left{self._note}", file=sys.stderr, flush=True)


class Bar(Silent):
    """A bar with games/s and the time left."""

    def __enter__(self) -> Self:
        """Start showing."""
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        self._bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[rate]} games/s"),
            TimeRemainingColumn(),
            TextColumn("{task.fields[note]}"),
            console=Console(stderr=True),
            refresh_per_second=4,
            speed_estimate_period=20,
        )
        self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop showing."""
        self._bar.stop()

    def begin(self, players: int | str, done: int, games: int) -> None:
        """Turn to one or more player counts of which `done` of `games` games exist already."""
        self._task = self._bar.add_task(f"{players} players", total=games, completed=done, rate="-", note="")
        self._new, self._start = 0, time.monotonic()

    def expect(self, games: int, note: str) -> None:
        """Now so many games are expected in all; `note` says why."""
        self._bar.update(self._task, total=games, note=note)

    def advance(self, games: int) -> None:
        """So many more games are done."""
        self._new += games
        rate = self._new / max(time.monotonic() - self._start, 1e-9)
        self._bar.update(self._task, advance=games, rate=f"{rate:,.0f}")


def shown(wanted: bool) -> Silent:
    """Return what suits stderr: a bar, lines, or nothing if none is wanted."""
    if not wanted:
        return Silent()
    return Bar() if sys.stderr.isatty() else Lines()


@contextmanager
def steps() -> Iterator[Callable[[str], None]]:
    """Give a function that says on stderr what is being done: a spinner at a terminal, a line a step elsewhere.

    Elsewhere nothing is said in the first two seconds.
    """
    start = time.monotonic()
    if sys.stderr.isatty():
        from rich.console import Console

        with Console(stderr=True).status("…") as status:
            yield lambda what: status.update(f"{what} …")
        return

    def say(what: str) -> None:
        if time.monotonic() - start > SOON:
            print(f"{what} …", file=sys.stderr, flush=True)

    yield say
