"""The lines that tell how scenarios came out; coloured on a terminal only."""

import sys
from collections.abc import Sequence
from pathlib import Path


class Shown:
    """Prints to stdout, what is wrong with files to stderr."""

    def __init__(self) -> None:
        """Colours need a terminal."""
        self._console = None
        if sys.stdout.isatty():
            from rich.console import Console

            self._console = Console(highlight=False, soft_wrap=True)

    def outcome(self, path: Path, title: str, messages: Sequence[str]) -> None:
        """Print a file's line; if something differs, what, one message a line."""
        name = f"{path}  {title}" if title else str(path)
        if not messages:
            self._line("ok", "green", name)
            return
        self._line("differs", "red", f"{name}: {messages[0]}")
        for message in messages[1:]:
            self._line("       ", "", message)

    def unusable(self, message: str) -> None:
        """Print what is wrong with a file."""
        print(f"unusable {message}", file=sys.stderr)

    def _line(self, word: str, style: str, rest: str) -> None:
        if self._console is None:
            print(f"{word} {rest}")
            return
        from rich.text import Text

        self._console.print(Text(word, style=style), Text(rest))
