"""Compiling ahead: what plays games calls ``ensure`` first, so that nothing compiles in the middle."""

import gc
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from sim.core import cache, crew, dispatch
from sim.core.dispatch import Root

WHAT = "compiling the game for this machine"
OFTEN = "once for each version of the code, about a minute"
BRIEF = 20  # functions: fewer compile before anyone wonders


def ensure(*functions: Any, quiet: bool = False) -> float:
    """Load what compiled code there is on disk for these functions, and compile the rest.

    Parameters
    ----------
    *functions
        Entry points and bots; all that are imported by now if none is given. Plain functions are passed over.
    quiet : bool
        Do not say on stderr what is going on.

    Returns
    -------
    float
        Seconds spent compiling; 0.0 if everything was there.
    """
    roots = [function for function in functions or tuple(dispatch.ROOTS) if isinstance(function, Root)]
    if _missing(roots) == []:
        return 0.0
    start = time.monotonic()
    with cache.lock():
        missing = _missing(roots)
        if missing:
            todo = len(missing) + sum(not rule.ready for rule in dispatch.reach(missing))
            with _collecting_less(), _shown(todo, quiet or todo < BRIEF) as advance, _told(advance):
                crew.compile_all(missing)
    return time.monotonic() - start


def _missing(roots: list[Root]) -> list[Root]:
    return [root for root in roots if not root.load()]


@contextmanager
def _collecting_less() -> Iterator[None]:
    """Look for garbage less often: compiling makes many objects, and most of them stay."""
    before = gc.get_threshold()
    gc.set_threshold(20_000, 20, 100)
    try:
        yield
    finally:
        gc.set_threshold(*before)


@contextmanager
def _told(listener: Callable[[Any], None]) -> Iterator[None]:
    """Have a listener hear of every function that gets compiled."""
    dispatch.LISTENERS.append(listener)
    try:
        yield
    finally:
        dispatch.LISTENERS.remove(listener)


@contextmanager
def _shown(todo: int, quiet: bool) -> Iterator[Callable[[Any], None]]:
    """Say on stderr what is going on: a spinner at a terminal, elsewhere a line before and one after."""
    if quiet:
        yield lambda function: None
    elif sys.stderr.isatty():
        with _spinner(todo) as advance:
            yield advance
    else:
        start = time.monotonic()
        print(f"shalab: {WHAT} ({OFTEN}) ...", file=sys.stderr, flush=True)
        yield lambda function: None
        print(f"shalab: compiled in {time.monotonic() - start:.0f} s", file=sys.stderr, flush=True)


@contextmanager
def _spinner(todo: int) -> Iterator[Callable[[Any], None]]:
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        SpinnerColumn,
        TextColumn,
        TimeElapsedColumn,
    )

    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(20),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task(f"{WHAT} ({OFTEN})", total=todo)
        yield lambda function: bar.advance(task)
        bar.update(task, completed=todo)  # some rules may be out of reach of these roots
