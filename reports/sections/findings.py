"""Findings in sentences: each with its number, its interval and a link to the place it comes from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from reports.bilingual import Both, join, say
from reports.by_hero import FALSE_RATE
from reports.doubts import few_games, unused_skills
from reports.rungs import rung_table
from reports.sections.fire import say_kind, worst
from reports.tierlist import ALL
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
    parts = (_roles, _heroes, _seats, _lengths, _pairs, _fire, _rungs, _doubts)
    return {"findings": [finding for part in parts for finding in part(book)]}


def _roles(book: Book) -> Iterator[Finding]:
    for players, rows in book.tables.roles.groupby("players"):
        by_role = rows.set_index("role")
        if "lord" not in by_role.index:
            continue
        lord: Any = by_role.loc["lord"]
        gap = lord["rate"] - lord["null"]
        null = {"null": percent(lord["null"]), "points": f"{abs(gap) * 100:.1f}"}
        sides = [
            join([book.name(role), percent(by_role.loc[role, "rate"])], " ")
            for role in ("rebel", "renegade")
            if role in by_role.index
        ]
        found = {"rate": percent(lord["rate"]), "interval": interval(lord["low"], lord["high"])}
        text = say(
            "find_roles_above" if gap > 0 else "find_roles_below",
            players=players,
            sides=join(sides, say("comma")),
            **found,
            **null,
        )
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


def _seats(book: Book) -> Iterator[Finding]:
    table = book.tables.seat_effect
    if table is None or not (table["q"] < 1).any():
        return
    sure = table[table["q"] < FALSE_RATE]
    if sure.empty:
        yield Finding(say("find_no_seat"), "seats")
        return
    row: Any = sure.loc[sure["diff"].abs().idxmax()]
    text = say(
        "find_seat",
        players=row["players"],
        role=book.name(row["role"]),
        offset=row["offset"],
        diff=points(row["diff"]),
        interval=f"{points(row['diff_low'])} … {points(row['diff_high'])}",
    )
    yield Finding(text, "seats")


def _lengths(book: Book) -> Iterator[Finding]:
    table = book.tables.lengths
    if table is None:
        return
    for row in rows_of(table[(table["winner"] == "all") & (table["measure"] == "turns")]):
        text = say("find_length", players=row.players, median=row.median, low=row.q05, high=row.q95)
        yield Finding(text, "lengths")


def _pairs(book: Book) -> Iterator[Finding]:
    table = book.tables.pairs
    if table is None or table.empty:
        return
    sure = table[table["flag"] != ""]
    for row in rows_of(sure.loc[sure["shrunk"].abs().sort_values(ascending=False).index].head(MOST // 2)):
        values = {"effect": points(row.effect), "interval": f"{points(row.low)} … {points(row.high)}"}
        names = {"hero": book.name(row.hero), "other": book.name(row.other), "kind": say(f"pair_{row.kind}")}
        yield Finding(say("find_pair", players=row.players, shrunk=points(row.shrunk), **values, **names), "pairs")


def _fire(book: Book) -> Iterator[Finding]:
    table = book.tables.friendly_fire
    if table is None or not (table["rate"] > 0).any():
        return
    row = worst(table)
    what = say_kind(row.kind, book.name(row.role), book.name(row.killer))
    rates = {"rate": percent(row.rate), "interval": interval(row.low, row.high)}
    yield Finding(say("find_fire", players=row.players, what=what, **rates), "fire", "doubt")


def _rungs(book: Book) -> Iterator[Finding]:
    if book.rungs:
        table = rung_table([book.tables, *book.rungs])
        cells = table[(table["rung"] == 0) & (table["role"] != ALL)]
        yield Finding(say("find_settled", settled=int(cells["settled"].sum()), all=len(cells)), "rungs")


def _doubts(book: Book) -> Iterator[Finding]:
    unused, few = unused_skills(book.tables), int(few_games(book.tables.heroes).sum())
    if unused:
        names = dict.fromkeys(hero for hero, *_ in unused)
        text = say("find_unused", count=len(unused), heroes=join([book.name(hero) for hero in names], say("comma")))
        yield Finding(text, "trust", "doubt")
    stopped = int(book.tables.outcomes["unfinished"].sum())
    if stopped:
        share = stopped / int(book.tables.outcomes.to_numpy().sum())
        yield Finding(say("find_unfinished", count=f"{stopped:,}", share=percent(share, 2)), "trust", "doubt")
    if few:
        yield Finding(say("find_few", count=few, cells=len(book.tables.heroes)), "trust", "doubt")
