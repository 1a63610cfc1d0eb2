"""What was run, so that the report can be made again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reports.bilingual import Both, join, say
from reports.words import bots_of, short_hash

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reports.book import Book


def build(book: Book) -> dict[str, Any]:
    """Return (name, lines) of each fact."""
    return {"facts": list(_facts(book))}


def _facts(book: Book) -> Iterator[tuple[Both, list[Any]]]:
    meta, run = book.tables.run.meta, book.tables.run
    played: dict[Any, int] = book.tables.outcomes.sum(axis=1).to_dict()
    ids = [book.name(meta["ruleset"]), str(meta["ruleset"]), short_hash(meta.get("content_hash"))]
    yield say("run_ruleset"), ids
    if meta.get("set"):
        yield say("run_set"), [str(change) for change in meta["set"]]
    if meta.get("heroes"):
        yield say("run_pool"), [join([book.name(hero) for hero in meta["heroes"]], ", ")]
    yield say("run_games"), [_done(book, players, done) for players, done in played.items()]
    yield say("run_roles"), [str(meta.get("roles", "")), *_seats(book)]
    deal = str(meta.get("deal", ""))
    yield say("run_deal"), [say(f"deal_{deal}") if deal in ("balanced", "random", "draft") else deal]
    yield say("run_bots"), [bots_of(each) for each in (book.tables, *book.rungs)]
    yield say("run_weights"), [short_hash(meta.get("weights_hash"))]
    yield say("run_seed"), [str(meta.get("seed", ""))]
    yield say("run_unfinished"), [f"{int(book.tables.outcomes['unfinished'].sum()):,}"]
    yield say("run_keep"), [say("keep_totals" if run.only_totals else "keep_seats")]
    seconds = meta.get("seconds") or 0
    rate = f"{sum(played.values()) / seconds:,.0f}" if seconds else "\N{EN DASH}"
    yield say("run_time"), [say("run_rate", seconds=f"{seconds:,.0f}", rate=rate), run.day]
    yield say("run_engine"), [short_hash(meta.get("source_hash"))]
    versions = meta.get("versions") or {}
    yield say("run_versions"), [", ".join(f"{name} {version}" for name, version in versions.items())]


def _done(book: Book, players: int, done: int) -> Both:
    asked = book.tables.run.meta.get("games_asked")
    wanted = int(asked.get(str(players), done)) if isinstance(asked, dict) else int(asked or done)
    text = "run_done" if wanted != done else "run_all_done"
    return say(text, players=players, done=f"{done:,}", asked=f"{wanted:,}")


def _seats(book: Book) -> list[Both]:
    lines = []
    for players, rows in book.tables.roles.groupby("players"):
        seats = [
            join([book.name(role), str(seats)], "\N{NO-BREAK SPACE}")
            for role, seats in zip(rows["role"], rows["seats"], strict=True)
        ]
        lines.append(say("run_seats", players=players, seats=join(seats)))
    return lines
