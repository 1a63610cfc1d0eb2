"""The table of heroes: a row for each hero, role and player count, each with the games to replay."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reports.bilingual import Both, faction_of, join, say
from reports.doubts import few_games, unused_skills
from reports.replay import command
from reports.runs import ROLES
from reports.tierlist import TIERS
from reports.words import LIMIT, interval, percent, points, rows_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pandas as pd

    from reports.book import Book


def build(book: Book) -> dict[str, Any]:
    """Return the rows, greatest shrunk difference first, and the choices of the filters."""
    heroes = book.tables.heroes
    table = with_tiers(book)
    counts = [f"{tier or '?'} {int((table['tier'] == tier).sum())}" for tier in TIERS]
    return {
        "text": say("heroes_text", cells=len(heroes)),
        "counts": say("counts_line", cells=len(heroes), tiers=join(counts, " · ")),
        "tiers": [(tier or "?", say("only_tier", tier=tier or "?")) for tier in TIERS],
        "rows": list(_rows(book, table)),
        "factions": factions(book),
        "command": command(book.tables.run, "PLAYERS", "GAME"),
        "replay": book.games is not None,
    }


def factions(book: Book) -> dict[str, Both]:
    """Return the factions of the run's heroes by id, in the order of the heroes; empty where it does not say."""
    found = (faction_of(book.tables.run, hero) for hero in dict.fromkeys(book.tables.heroes["hero"]))
    return dict(each for each in found if each is not None)


def with_tiers(book: Book) -> pd.DataFrame:
    """Return the hero table with the tier of each row and the games to replay."""
    heroes = book.tables.heroes.assign(few=few_games(book.tables.heroes))
    games = {"won_game": -1, "lost_game": -1}
    if book.games is None:
        heroes = heroes.assign(**games)
    else:
        heroes = heroes.merge(book.games, on=["players", "role", "hero"], how="left")
        heroes = heroes.fillna(games).astype(dict.fromkeys(games, "int64"))
    tiers = book.tables.tiers[["players", "role", "hero", "tier"]]
    return heroes.merge(tiers, on=["players", "role", "hero"], how="left")


def _rows(book: Book, table: pd.DataFrame) -> Iterator[dict[str, Any]]:
    unused = {hero for hero, *_ in unused_skills(book.tables)}
    names = {word: book.name(word) for word in {*table["hero"], *table["role"]}}
    camps = {hero: faction_of(book.tables.run, hero) for hero in set(table["hero"])}
    for row in rows_of(table.sort_values("shrunk", ascending=False, kind="stable")):
        left, right, at = (place(value) for value in (row.diff_low, row.diff_high, row.diff))
        camp = camps[row.hero]
        yield {
            "hero": row.hero,
            "name": names[row.hero],
            "camp": camp[0] if camp else "",
            "camp_name": camp[1] if camp else "",
            "unused": row.hero in unused,
            "few": row.few,
            "role": row.role,
            "role_name": names[row.role],
            "role_order": ROLES.index(row.role),
            "players": row.players,
            "games": f"{row.games:,}",
            "rate": percent(row.rate),
            "interval": interval(row.low, row.high),
            "diff": points(row.diff),
            "shrunk": points(row.shrunk),
            "clear": not row.diff_low <= 0 <= row.diff_high,
            "bar": f"left:{left:.0f}%;width:{max(right - left, 1):.0f}%",
            "at": f"{at:.0f}",
            "q": "<0.001" if row.q < 0.001 else f"{row.q:.3f}",
            "tier": row.tier,
            "won": known(row.won_game),
            "lost": known(row.lost_game),
            "v": {name: f"{getattr(row, name):.4g}" for name in ("rate", "diff", "shrunk", "q", "low")},
        }


def known(game: int) -> str:
    """Return the number of a game as text, nothing where there is none."""
    return "" if game < 0 else str(game)


def place(diff: float) -> float:
    """Return where a difference lies on the scale of all reports, in percent of its width."""
    return 50 + 50 * min(max(diff / LIMIT, -1), 1)
