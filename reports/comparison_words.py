"""The texts of a comparison in Chinese and English, and what both page and picture say of it."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import TYPE_CHECKING, Any

from reports.words import HERE, MINUS, percent, points, rows_of, short_hash

if TYPE_CHECKING:
    from reports.comparison import Comparison

SHOWN = 12  # paths listed before the rest is only counted
WIDE = ("deck", "roles", "setup", "limits", "lineup", "cards", "bots", "draft")  # differences that reach every hero
LONG = 40  # letters of changes in a heading


@cache
def phrases(lang: str) -> dict[str, str]:
    """Return every text of a language by its key."""
    return tomllib.loads((HERE / "templates" / "compare.toml").read_text(encoding="utf-8"))[lang]


def sides(tables: Comparison) -> tuple[str, str]:
    """Return what the two sides are called: their rulesets, with the changes to the second."""
    a, b = tables.side("a"), tables.side("b")
    changes = " ".join(tables.info["b"]["set"])
    if not changes:
        return a, b
    short = changes if len(changes) <= LONG else changes[: LONG - 1] + "…"
    return a, phrases(tables.lang)["with_set"].format(ruleset=b, changes=short)


def title(tables: Comparison) -> str:
    """Return the heading of a comparison."""
    a, b = tables.side("a"), tables.side("b")
    return phrases(tables.lang)["title_set" if a == b else "title"].format(a=a, b=b)


def listed(tables: Comparison, paths: list[str]) -> str:
    """Return paths in one line, entries by their names; of many the first, and how many more."""
    text = phrases(tables.lang)
    told = list(dict.fromkeys(_told(tables, path) for path in paths))
    rest = len(told) - SHOWN
    between = "、" if tables.lang == "zh" else ", "
    return between.join(told[:SHOWN]) + (" " + text["more"].format(count=rest) if rest > 0 else "")


def _told(tables: Comparison, path: str) -> str:
    """Return what a path is called: the name of a skill, card or hero, a phrase, or the path itself."""
    text = phrases(tables.lang)
    section, _, rest = path.partition(".")
    if section in ("skills", "cards", "grants", "heroes") and rest:
        return tables.name(rest.partition(".")[0])
    key = "path_order" if path.startswith("order of") else f"path_{section}"
    return text.get(key, path)


def times(value: float) -> str:
    """Write how many times as many games: one digit below ten; a dash where nothing changed."""
    if value != value or value == float("inf"):
        return "\N{EN DASH}"
    return f"{value:,.1f}" if value < 10 else f"{value:,.0f}"


def signed(value: float) -> str:
    """Write a number of turns with its sign."""
    return "\N{EN DASH}" if value != value else f"{value:+.2f}".replace("-", MINUS)


def footer(tables: Comparison) -> str:
    """Return the line from which a comparison can be made again: games, rulesets, engine, bots, seed."""
    info = tables.info
    return phrases(tables.lang)["footer"].format(
        games=f"{int(tables.games['games'].sum()):,}",
        a=info["a"]["ruleset"],
        b=info["b"]["ruleset"],
        hash_a=short_hash(info["a"]["content_hash"]),
        hash_b=short_hash(info["b"]["content_hash"]),
        source=short_hash(info["source_hash"]),
        bots=info["bots"],
        seed=info["seed"],
    )


def interval_text(row: Any) -> str:
    """Write the interval of a change in points; a dash where there is none."""
    return "\N{EN DASH}" if row.low != row.low else f"{points(row.low)} … {points(row.high)}"


def games_text(tables: Comparison) -> list[str]:
    """Return the sentences on how much the games changed, those that matter most first."""
    text = phrases(tables.lang)
    if tables.games["same_share"].min() == 1:
        return [text["same_all"]]
    lines = []
    lords = tables.roles[tables.roles["role"] == "lord"].set_index("players")["saved"]
    for row in rows_of(tables.games):
        played, flipped = f"{row.played:,}", f"{row.flipped:,}"
        same = percent(row.same_share)
        lines.append(text["same_some"].format(players=row.players, same=same, played=played, flipped=flipped))
        if row.turns_a != row.turns_a:  # no game was finished by both
            continue
        turns = {"a": f"{row.turns_a:.1f}", "b": f"{row.turns_b:.1f}", "diff": signed(row.turns_diff)}
        margin = {"low": signed(row.turns_low), "high": signed(row.turns_high)}
        lines.append(text["length"].format(players=row.players, **turns, **margin))
        saved = float(lords.get(row.players, float("nan")))
        if saved == saved:
            told = "saved_all" if saved == float("inf") else "saved"
            lines.append(text[told].format(players=row.players, saved=times(saved)))
    return lines


def changes_text(tables: Comparison) -> list[str]:
    """Return the sentences on what differs, and on what could not be paired."""
    text, info = phrases(tables.lang), tables.info
    every, held = _paths(info)
    changes = info["b"]["set"]
    lines = [text["set_text"].format(changes=" ".join(changes))] if changes else []
    if not every and not held:
        lines.append(text["paths_none"])
    if every:
        lines.append(text["paths_text"].format(paths=listed(tables, every)))
    if held:
        lines.append(text["paths_held"].format(paths=listed(tables, held)))
    own, other = (set(info[side]["heroes"]) for side in ("a", "b"))
    for side, alone in (("a", own - other), ("b", other - own)):
        if alone:
            names = [tables.name(hero) for hero in info[side]["heroes"] if hero in alone]
            lines.append(text[f"alone_{side}"].format(heroes=", ".join(names)))
    lost = sum(info["unpaired"].values())
    return [*lines, text["unpaired"].format(count=f"{lost:,}")] if lost else lines


def _paths(info: dict[str, Any]) -> tuple[list[str], list[str]]:
    """Return the paths that differ: those any game may meet, and those met only where they are held."""
    found = info["differences"].values()
    every = dict.fromkeys(path for each in found for path in each["everywhere"])
    held = dict.fromkeys(path for each in found for path in each["paths"] if path not in every)
    return list(every), list(held)


def heroes_left_alone(tables: Comparison) -> list[str]:
    """Return the sentences on the heroes of which nothing differs: whether they moved all the same."""
    text = phrases(tables.lang)
    every, held = _paths(tables.info)
    if not every and not held:
        return [text["same_all"]]
    alone = tables.overall[~tables.overall["holds"]]
    if alone.empty:
        return [text["still_none"]]
    moved = alone[alone["moved"]].sort_values("diff", ascending=False, kind="stable")
    names = [f"{row.hero_name} {points(row.diff)}" for row in rows_of(moved)]
    colon, comma = ("：", "、") if tables.lang == "zh" else (": ", ", ")
    told = colon + comma.join(names) if names else ""
    line = text["still_text"].format(count=alone["hero"].nunique(), moved=len(moved), list=told)
    wide = any(path.partition(".")[0] in WIDE for path in every)
    return [line, text["still_wide" if wide else "still_near"]]
