"""Compiling on all cores: helpers, other Python processes, compile a part each and hand it over.

numba compiles one function at a time in a process. A helper is a fresh interpreter that imports the same
modules, is sent the places of functions, and sends back what it made of them. What no helper can do
(functions typed in at a prompt, a function with an error) is left to this process.
"""

import contextlib
import importlib
import os
import pickle
import queue
import subprocess
import sys
import threading
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from sim.core import cache, dispatch
from sim.core.dispatch import Place, Root, Rule

WORTH = 30  # rules: fewer are compiled sooner than a helper is up
AHEAD = 2  # jobs a helper has in hand, so that it need not wait

Job = tuple[str, Any]  # "rule" or "root" and a place; "take" and modules


def compile_all(roots: list[Root]) -> None:
    """Compile these roots and the rules they reach, with helpers where that is worth it."""
    rules = [rule for rule in dispatch.reach(roots) if not rule.ready and _is_importable(rule)]
    size = min(_cores(), len(rules) // WORTH)
    if size > 1:
        modules = {one.place[0]: _digest(one.place[0]) for one in (*rules, *roots) if _is_importable(one)}
        with contextlib.suppress(OSError), _Crew(size, modules) as crew:  # no process to be had: do it here
            crew.compile(rules)
            crew.link([root for root in roots if _is_importable(root)])
    for root in roots:
        root.compile()


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _is_importable(function: Rule | Root) -> bool:
    file = _file(function.place[0])
    return function.place[0] != "__main__" and file.is_file() and cache.is_as_imported(file)


def _file(module: str) -> Path:
    return Path(getattr(sys.modules.get(module), "__file__", None) or "")


def _digest(module: str) -> str:
    return cache.digest([_file(module)], cache.core_key())


class _Crew:
    """Some helpers, and one inbox for what they send."""

    def __init__(self, size: int, modules: dict[str, str]) -> None:
        self.inbox: queue.Queue[tuple[_Helper, Any]] = queue.Queue()
        self.helpers: list[_Helper] = []
        try:
            for _ in range(size):
                self.helpers.append(_Helper(modules, self.inbox))
        except OSError:
            self.__exit__()
            raise

    def __enter__(self) -> "_Crew":
        return self

    def __exit__(self, *_: object) -> None:
        for helper in self.helpers:
            helper.end()

    def compile(self, rules: list[Rule]) -> None:
        """Have rules compiled, the long ones first."""
        known = {rule.place: rule for rule in dispatch.RULES}
        rules = sorted(rules, key=lambda rule: len(rule.py_func.__code__.co_code), reverse=True)
        for place, made in self._hand_out(("rule", rule.place) for rule in rules):
            if made is not None:
                code, calls = made
                known[place].unpack(code, [known[called] for called in calls])

    def link(self, roots: list[Root]) -> None:
        """Have roots made of the compiled rules and put on disk, the large ones first; load them."""
        reached = {root.place: [rule for rule in dispatch.reach([root]) if rule.ready] for root in roots}
        modules = {rule.place: rule.pack() for rules in reached.values() for rule in rules}
        for helper in self.helpers:
            helper.send(("take", modules))
        known = {root.place: root for root in roots}
        order = sorted(known, key=lambda place: len(reached[place]), reverse=True)
        for place, _ in self._hand_out(("root", place) for place in order):
            known[place].load()
            dispatch.tell(known[place])

    def _hand_out(self, jobs: Iterable[Job]) -> Iterator[tuple[Place, Any]]:
        """Yield place and result of every job, as they come; jobs of a helper that fails are dropped."""
        waiting = iter(jobs)
        for helper in self.helpers * AHEAD:
            helper.give(next(waiting, None))
        while any(helper.in_hand for helper in self.helpers):
            helper, answer = self.inbox.get()
            if answer is None:
                helper.in_hand, helper.gone = 0, True
                continue
            helper.in_hand -= 1
            helper.give(next(waiting, None))
            yield answer


class _Helper:
    """One other process."""

    def __init__(self, modules: dict[str, str], inbox: "queue.Queue[tuple[_Helper, Any]]") -> None:
        code = f"import sys; sys.path[:] = {sys.path!r}; from sim.core.crew import serve; serve()"
        pipe, nothing = subprocess.PIPE, subprocess.DEVNULL
        self.process = subprocess.Popen([sys.executable, "-c", code], stdin=pipe, stdout=pipe, stderr=nothing)
        self.in_hand = 0
        self.gone = False
        self._listener = threading.Thread(target=self._listen, args=[inbox], daemon=True)
        self._listener.start()
        self.send(modules)

    def send(self, what: Any) -> None:
        """Send something, if it is still there."""
        try:
            pickle.dump(what, self.process.stdin)  # type: ignore[arg-type]
            self.process.stdin.flush()  # type: ignore[union-attr]
        except OSError:
            self.gone = True

    def give(self, job: Job | None) -> None:
        """Give it a job, if there is one and it is still there."""
        if job is not None and not self.gone:
            self.in_hand += 1
            self.send(job)

    def end(self) -> None:
        """End it and close both pipes."""
        self.process.kill()
        self.process.wait()
        self._listener.join()  # at the end of what it reads, now that nobody writes
        for pipe in (self.process.stdin, self.process.stdout):
            with contextlib.suppress(OSError):  # what was not sent is of no use
                pipe.close()  # type: ignore[union-attr]

    def _listen(self, inbox: "queue.Queue[tuple[_Helper, Any]]") -> None:
        with contextlib.suppress(Exception):  # cut short: it is gone
            while True:
                inbox.put((self, pickle.load(self.process.stdout)))  # type: ignore[arg-type]
        inbox.put((self, None))


def serve() -> None:
    """Be a helper, until the other side closes the line."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what an imported module prints is no answer
    jobs = sys.stdin.buffer
    with contextlib.suppress(EOFError):
        for module, digest in pickle.load(jobs).items():
            importlib.import_module(module)
            if _digest(module) != digest:
                return  # edited meanwhile
        known = {one.place: one for one in (*dispatch.RULES, *dispatch.ROOTS)}
        while True:
            kind, what = pickle.load(jobs)
            if kind == "take":
                _take(what, known)
                continue
            made = None
            with contextlib.suppress(Exception):  # the other side will meet the same error, and tell it
                made = known[what].pack() if kind == "rule" else known[what].compile() and None
            pickle.dump((what, made), answers)
            answers.flush()


def _take(modules: dict[Place, Any], known: dict[Place, Any]) -> None:
    for place, made in modules.items():
        if made is not None and not known[place].ready:
            code, calls = made
            known[place].unpack(code, [known[called] for called in calls])
