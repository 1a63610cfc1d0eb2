"""Findings in sentences: each with its number, its interval and a link to the place it comes from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from reports.bilingual import Both, join, say
from reports.doubts import few_games, unused_skills
from reports.words import interval, percent, points, rows_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reports.book import Book

MOST = 4  # heroes named from either end


@dataclass(frozen=True)
class Finding:
    """A sentence, the section it comes from, and what that section's table is to be narrowed to."""

    text: Both
    link: str
    kind: str = ""
    find: Both | None = None
    role: str = ""
    players: int = 0


def build(book: Book) -> dict[str, Any]:
    """Return the findings, role outcomes first."""
    return {"findings": [*_roles(book), *_heroes(book), *_doubts(book)]}


def _roles(book: Book) -> Iterator[Finding]:
    for players, rows in book.tables.roles.groupby("players"):
        by_role = rows.set_index("role")
        if "lord" not in by_role.index:
            continue
        lord: Any = by_role.loc["lord"]
        null = {"null": percent(lord["null"]), "points": points(lord["rate"] - lord["null"])}
        sides = [
            join([book.name(role), percent(by_role.loc[role, "rate"])], " ")
            for role in ("rebel", "renegade")
            if role in by_role.index
        ]
        found = {"rate": percent(lord["rate"]), "interval": interval(lord["low"], lord["high"])}
        text = say("find_roles", players=players, sides=join(sides, say("comma")), **found, **null)
        yield Finding(text, "roles")


def _heroes(book: Book) -> Iterator[Finding]:
    heroes = book.tables.heroes
    for flag, upward in (("strong", True), ("weak", False)):
        flagged = heroes[heroes["flag"] == flag].sort_values("shrunk", ascending=not upward, kind="stable")
        for row in rows_of(flagged.head(MOST)):
            text = say(
                f"find_{flag}",
                hero=book.name(row.hero),
                role=book.name(row.role),
                players=row.players,
                rate=percent(row.rate),
                diff=points(row.diff),
                interval=f"{points(row.diff_low)} … {points(row.diff_high)}",
            )
            yield Finding(text, "heroes", flag, book.name(row.hero), row.role, row.players)
        if len(flagged) > MOST:
            yield Finding(say(f"find_more_{flag}", more=len(flagged) - MOST), "heroes", flag)
    if not heroes["flag"].isin(["strong", "weak"]).any():
        yield Finding(say("find_nobody", cells=len(heroes)), "heroes")


def _doubts(book: Book) -> Iterator[Finding]:
    unused, few = unused_skills(book.tables), int(few_games(book.tables.heroes).sum())
    if unused:
        names = dict.fromkeys(hero for hero, *_ in unused)
        text = say("find_unused", count=len(unused), heroes=join([book.name(hero) for hero in names], say("comma")))
        yield Finding(text, "trust", "doubt")
    if few:
        yield Finding(say("find_few", count=few, cells=len(book.tables.heroes)), "trust", "doubt")
