"""The page of a report: one HTML file that opens offline, with its font, picture, style and script inside."""

from __future__ import annotations

from base64 import b64encode
from struct import unpack
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from reports.doubts import doubts, few_games, unused_skills
from reports.lineups import ENOUGH
from reports.runs import OUTCOMES, ROLES
from reports.words import (
    HERE,
    LIMIT,
    MINUS,
    bots_of,
    finished_games,
    footer,
    interval,
    percent,
    points,
    rows_of,
    short_hash,
    told_ways,
    words,
)

if TYPE_CHECKING:
    import pandas as pd

    from reports.tables import Tables

TEMPLATES = HERE / "templates"
FONT = HERE / "fonts" / "hei.woff2"
HEADS = (
    ("hero", ""), ("role", "up"), ("players", "num up"), ("rate", "num"), ("diff", ""), ("flag", ""),
    ("shrunk", "num"), ("q", "num up"), ("role_rate", "num"), ("interval", "num"), ("games", "num"),
)  # fmt: skip
LONG, SHORT, SMALL = 0.18, 0.045, 0.15  # share of a bar that holds words, a number, nothing on a phone


def page(tables: Tables, pictures: dict[str, bytes]) -> str:
    """Return the whole page; `pictures` are PNGs by name, ``heatmap`` always. Every name in it is escaped."""
    text = words(tables.lang)
    heroes = tables.heroes
    flags = heroes["flag"].value_counts()
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES), autoescape=True, undefined=StrictUndefined, trim_blocks=True
    )
    return environment.get_template("page.html").render(
        t=text,
        css=_inside("page.css").replace("FONT_HERE", b64encode(FONT.read_bytes()).decode()),
        script=_inside("page.js"),
        title=text["title"].format(ruleset=_ruleset(tables)),
        about=_about(tables),
        summary=_summary(tables),
        bars=[_bar(tables, players) for players in tables.outcomes.index],
        roles=list(_role_rows(tables)),
        heroes_text=text["heroes_text"].format(cells=len(heroes)),
        counts_line=text["counts_line"].format(
            cells=len(heroes), **{flag: int(flags.get(flag, 0)) for flag in ("strong", "weak", "watch")}
        ),
        role_choices=[(role, tables.run.name(role, tables.lang)) for role in ROLES if (heroes["role"] == role).any()],
        player_choices=sorted(set(heroes["players"])),
        hero_heads=HEADS,
        heroes=list(_hero_rows(tables)),
        scores=list(_score_rows(tables)),
        pictures={name: _picture(png) for name, png in pictures.items()},
        lineup=_lineup(tables),
        doubts=doubts(tables),
        facts=list(_facts(tables)),
        footer=footer(tables),
    )


def _picture(png: bytes) -> dict[str, Any]:
    """Return a PNG as text, and the width at which it is sharp."""
    return {"data": Markup(b64encode(png).decode()), "width": unpack(">I", png[16:20])[0] * 3 // 4}


def _lineup(tables: Tables) -> dict[str, Any] | None:
    """Return what the section of line-ups says; None for a game without them."""
    text, found = words(tables.lang), tables.lineups
    if found is None:
        return None
    first = [
        {
            "players": row.players,
            "role": row.role,
            "name": row.role_name,
            "cells": [
                percent(row.rate, 2), interval(row.low, row.high, 2), points(row.edge),
                f"{points(row.edge_low)} … {points(row.edge_high)}", f"{row.wins:,}", f"{row.n:,}", f"{row.draws:,}",
            ],
        }
        for row in rows_of(found.first)
    ]  # fmt: skip
    if found.heroes is None or found.pairs is None:
        return {"first": first, "heroes": [], "note": text["not_kept"]}
    median = int(found.pairs["led_games"].median()) if len(found.pairs) else 0
    note = "" if found.leads_told else text["leads_few"].format(games=f"{median:,}", enough=ENOUGH)
    return {"first": first, "heroes": told_ways(found.heroes), "note": note}


def _inside(name: str) -> Markup:
    return Markup((TEMPLATES / name).read_text(encoding="utf-8"))


def _ruleset(tables: Tables) -> str:
    return tables.run.name(str(tables.run.meta["ruleset"]), tables.lang)


def _about(tables: Tables) -> str:
    """Return the first line of the ruleset's description, which says what in it is printed and what stands in."""
    said = tables.run.meta.get("description")
    lines = str(said.get(tables.lang, "")).splitlines() if isinstance(said, dict) else []
    return lines[0] if lines else ""


def _summary(tables: Tables) -> str:
    return words(tables.lang)["summary"].format(
        games=f"{finished_games(tables):,}",
        players=", ".join(map(str, tables.outcomes.index)),
        bots=bots_of(tables),
        seed=tables.run.meta.get("seed", ""),
        date=tables.run.day,
    )


def _bar(tables: Tables, players: int) -> dict[str, Any]:
    """Return a bar of outcomes: shares of finished games, and where the lord's random-death rate lies."""
    text = words(tables.lang)
    ended: Any = tables.outcomes.loc[players]
    finished = max(int(ended.sum() - ended["unfinished"]), 1)
    null = tables.roles.loc[(tables.roles["players"] == players) & (tables.roles["role"] == "lord"), "null"]
    parts = []
    for kind in OUTCOMES[:-1]:
        share = ended[kind] / finished
        title = f"{percent(share)} {text['outcome_' + kind]}"
        label = title if share > LONG else percent(share) if share > SHORT else ""
        small = share < SMALL
        parts.append({"kind": kind, "width": f"{share * 100:.3f}", "title": title, "label": label, "small": small})
    return {
        "label": text["players"].format(players=players),
        "parts": parts,
        "null": f"{null.iloc[0] * 100:.2f}" if len(null) else "",
        "null_text": percent(null.iloc[0]) if len(null) else "",
    }


def _role_rows(tables: Tables) -> Any:
    before = None
    for row in rows_of(tables.roles):
        yield {
            "role": row.role,
            "name": row.role_name,
            "first": row.players != before,
            "players": row.players,
            "seats": row.seats,
            "rate": percent(row.rate, 2),
            "interval": interval(row.low, row.high, 2),
            "null": percent(row.null) if row.null == row.null else "",
            "wins": f"{row.wins:,}",
            "n": f"{row.n:,}",
            "draws": f"{row.draws:,}",
            "unfinished": f"{row.unfinished:,}",
        }
        before = row.players


def _hero_rows(tables: Tables) -> Any:
    """Yield the rows of the hero table, greatest shrunk difference first."""
    unused = {hero for hero, *_ in unused_skills(tables)}
    few = few_games(tables.heroes)
    roles = {role: tables.run.name(role, tables.lang) for role in ROLES}
    ranked = tables.heroes.assign(few=few).sort_values("shrunk", ascending=False, kind="stable")
    for row in rows_of(ranked):
        left, right, at = _place(row.diff_low), _place(row.diff_high), _place(row.diff)
        yield {
            "name": row.hero_name,
            "unused": row.hero in unused,
            "few": row.few,
            "role": row.role,
            "role_name": roles[row.role],
            "role_order": ROLES.index(row.role),
            "players": row.players,
            "games": f"{row.games:,}",
            "rate": percent(row.rate),
            "interval": interval(row.low, row.high),
            "role_rate": percent(row.role_rate),
            "diff": points(row.diff),
            "shrunk": points(row.shrunk),
            "unclear": row.diff_low <= 0 <= row.diff_high,
            "left": f"{left:.1f}",
            "width": f"{right - left:.1f}",
            "at": f"{at:.1f}",
            "q": "<0.001" if row.q < 0.001 else f"{row.q:.3f}",
            "flag": row.flag,
            "arrow": "\N{BLACK UP-POINTING TRIANGLE}" if row.diff > 0 else "\N{BLACK DOWN-POINTING TRIANGLE}",
            "v": _sort_keys(row),
        }


def _score_rows(tables: Tables) -> Any:
    """Yield the rows of the table of points, by player count and role, most points first; none without points."""
    if tables.scores is None:
        return
    ranked = tables.scores.assign(place=tables.scores["role"].map(ROLES.index))
    ranked = ranked.sort_values(["players", "place", "score"], ascending=[True, True, False], kind="stable")
    before = None
    for row in rows_of(ranked):
        yield {
            "name": row.hero_name,
            "first": (row.players, row.role) != before,
            "role": row.role,
            "role_name": tables.run.name(row.role, tables.lang),
            "players": row.players,
            "score": _number(row.score),
            "interval": f"{_number(row.low)} … {_number(row.high)}",
            "role_score": _number(row.role_score),
            "n": f"{row.n:,}",
        }
        before = (row.players, row.role)


def _number(value: float) -> str:
    """Write points; a dash where there are none."""
    return "\N{EN DASH}" if value != value else f"{value:.2f}".replace("-", MINUS)


def _sort_keys(row: Any) -> dict[str, str]:
    names = ("rate", "diff", "shrunk", "q", "role_rate", "low", "games")
    return {name: f"{getattr(row, name):.6g}" if name != "games" else str(row.games) for name in names}


def _place(diff: float) -> float:
    """Return where a difference lies on the scale of all reports, in percent of its width."""
    return 50 + 50 * min(max(diff / LIMIT, -1), 1)


def _facts(tables: Tables) -> Any:
    """Yield (name, lines) of what was run."""
    text, meta, run = words(tables.lang), tables.run.meta, tables.run
    played: dict[Any, int] = tables.outcomes.sum(axis=1).to_dict()
    asked = meta.get("games_asked")
    ids = dict.fromkeys([_ruleset(tables), str(meta["ruleset"]), short_hash(meta.get("content_hash"))])
    yield text["run_ruleset"], list(ids)
    if meta.get("set"):
        yield text["run_set"], [str(change) for change in meta["set"]]
    if meta.get("heroes"):
        yield text["run_pool"], [", ".join(run.name(hero, tables.lang) for hero in meta["heroes"])]
    yield (
        text["run_games"],
        [
            text["run_done"].format(players=p, done=f"{n:,}", asked=f"{_asked(asked, p, n):,}")
            for p, n in played.items()
        ],
    )
    yield text["run_roles"], [str(meta.get("roles", "")), *_seat_lines(tables.roles, text)]
    yield text["run_deal"], [text.get(f"deal_{meta.get('deal')}", str(meta.get("deal", "")))]
    yield text["run_bots"], [bots_of(tables)]
    yield text["run_weights"], [short_hash(meta.get("weights_hash"))]
    yield text["run_seed"], [str(meta.get("seed", ""))]
    yield text["run_keep"], [text["keep_totals" if run.only_totals else "keep_seats"]]
    seconds = meta.get("seconds") or 0
    rate = f"{sum(played.values()) / seconds:,.0f}" if seconds else "\N{EN DASH}"
    yield text["run_time"], [text["run_rate"].format(seconds=f"{seconds:,.1f}", rate=rate), run.day]
    yield text["run_engine"], [short_hash(meta.get("source_hash"))]
    versions = meta.get("versions") or {}
    yield text["run_versions"], [", ".join(f"{name} {version}" for name, version in versions.items())]


def _asked(asked: Any, players: int, done: int) -> int:
    if isinstance(asked, dict):
        return int(asked.get(str(players), done))
    return int(asked) if asked else done


def _seat_lines(roles: pd.DataFrame, text: dict[str, str]) -> list[str]:
    lines = []
    for players, rows in roles.groupby("players"):
        seats = " · ".join(
            f"{name}\N{NO-BREAK SPACE}{seats}" for name, seats in zip(rows["role_name"], rows["seats"], strict=True)
        )
        lines.append(text["run_seats"].format(players=players, seats=seats))
    return lines
