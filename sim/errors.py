"""The one error a user sees as a message, and the hint that goes with a misspelt word."""

import difflib
from collections.abc import Iterable


class UserError(Exception):
    """Something the caller gave cannot be used; the message says what, where and what would do.

    The command line prints the message alone and leaves with status 2.
    """


def suggest(word: object, allowed: Iterable[object]) -> str:
    """Return ``"; did you mean 'x'?"`` for the allowed word nearest to a misspelt one, or an empty string."""
    by_folded = {str(each).casefold(): str(each) for each in allowed}
    near = difflib.get_close_matches(str(word).casefold(), by_folded, n=1, cutoff=0.6)
    return f"; did you mean {by_folded[near[0]]!r}?" if near else ""
