"""Bots as a designer writes them at first: plain functions in a file."""


def first(g, rules, bot, seat):
    """Take the first option: pass wherever that is possible."""
    return 0


def last(g, rules, bot, seat):
    """Take the last option: do something wherever that is possible."""
    return g.req.n - 1


def wild(g, rules, bot, seat):
    """Answer outside the options."""
    return 999
