"""The page of a comparison: one HTML file in both languages that opens offline, with all it needs inside."""

from __future__ import annotations

from base64 import b64encode
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from reports.comparison_words import (
    changes_text,
    footer,
    games_text,
    heroes_left_alone,
    interval_text,
    phrases,
    sides,
    signed,
    times,
    title,
)
from reports.page import FONT, LIBRARY, STATIC, TEMPLATES, _inside, _thin
from reports.runs import ROLES
from reports.words import LIMIT, percent, points, rows_of, short_hash

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from reports.comparison import Comparison

FLIPS = 10  # games listed
ALL = ("all", *ROLES)
SCRIPT_WORDS = ("shown",)
HEADS = (
    ("hero", ""), ("role", ""), ("players", "num"), ("rate_a", "num"), ("rate_b", "num"), ("diff", "num"),
    ("interval", ""), ("q", "num"), ("moved", ""), ("changed", "num"), ("n", "num"),
)  # fmt: skip


def page(views: Sequence[tuple[Comparison, dict[int, bytes]]]) -> str:
    """Return the whole page: the same comparison in one language after the other; the first is shown first.

    Beside the tables come the pictures, SVG by player count. Every name in the page is escaped.
    """
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES), autoescape=True, undefined=StrictUndefined, trim_blocks=True
    )
    css = _inside("page.css") + _inside("compare.css")
    html = environment.get_template("compare.html").render(
        css=css.replace("FONT_HERE", b64encode(FONT.read_bytes()).decode()),
        script=_inside("page.js"),
        script_words={tables.lang: {key: phrases(tables.lang)[key] for key in SCRIPT_WORDS} for tables, _ in views},
        heads=HEADS,
        views=[_view(tables, charts) for tables, charts in views],
    )
    library = (STATIC / "dataTables.min.js").read_text(encoding="utf-8")
    return _thin(html).replace(LIBRARY, f"<script>{library}</script>")


def _view(tables: Comparison, charts: dict[int, bytes]) -> dict[str, Any]:
    """Return what the page says in one language."""
    text, info = phrases(tables.lang), tables.info
    asked = int(tables.games["players"].iloc[0])
    flipped = tables.flipped
    return {
        "t": text,
        "lang": tables.lang,
        "title": title(tables),
        "summary": text["summary"].format(
            games=f"{int(tables.games['games'].sum()):,}",
            players=", ".join(map(str, tables.games["players"])),
            bots=info["bots"],
            seed=info["seed"],
        ),
        "said": games_text(tables),
        "games": list(_game_rows(tables)),
        "paths": changes_text(tables),
        "roles": [_role_row(tables, row) for row in rows_of(tables.roles)],
        "heroes_text": text["heroes_text"].format(cells=len(tables.heroes)),
        "charts": [
            {"alt": text["chart_title"].format(players=n, a=sides(tables)[0], b=sides(tables)[1]), "data": _data(svg)}
            for n, svg in charts.items()
        ],
        "still": heroes_left_alone(tables),
        "role_choices": [("all", text["role_all"]), *((role, tables.name(role)) for role in _roles(tables))],
        "player_choices": list(tables.games["players"]),
        "heroes": [_hero_row(tables, row) for table in (tables.overall, tables.heroes) for row in _ranked(table)],
        "texts": list(_text_rows(tables, asked)),
        "texts_text": text["texts_text"].format(players=asked),
        "flips": [_flip_row(row, text) for row in rows_of(flipped.head(FLIPS))],
        "flips_text": text["flips_text"].format(count=f"{len(flipped):,}") if len(flipped) else text["flips_none"],
        "facts": list(_facts(tables)),
        "footer": footer(tables),
    }


def _data(svg: bytes) -> Markup:
    return Markup(b64encode(svg).decode())


def _roles(tables: Comparison) -> list[str]:
    return [role for role in ROLES if (tables.heroes["role"] == role).any()]


def _ranked(table: Any) -> Iterator[Any]:
    return rows_of(table.sort_values("diff", ascending=False, kind="stable"))


def _game_rows(tables: Comparison) -> Iterator[list[str]]:
    for row in rows_of(tables.games):
        yield [
            str(row.players), f"{row.games:,}", percent(row.same_share), f"{row.played:,}", f"{row.flipped:,}",
            f"{row.unfinished_a:,} → {row.unfinished_b:,}", f"{row.turns_a:.1f}", f"{row.turns_b:.1f}",
            signed(row.turns_diff), f"{signed(row.turns_low)} … {signed(row.turns_high)}",
        ]  # fmt: skip


def _change(row: Any) -> dict[str, str]:
    """Return how a change is shown: its words, its colour, and where it lies on the scale of all reports."""
    left, right, at = (50 + 50 * min(max(x / LIMIT, -1), 1) for x in (row.low, row.high, row.diff))
    return {
        "a": percent(row.rate_a),
        "b": percent(row.rate_b),
        "diff": points(row.diff),
        "interval": interval_text(row),
        "way": "up" if row.low > 0 else "down" if row.high < 0 else "plain",
        "left": f"{left:.1f}",
        "width": f"{right - left:.1f}",
        "at": f"{at:.1f}",
        "n": f"{row.n:,}",
    }


def _role_row(tables: Comparison, row: Any) -> dict[str, Any]:
    return _change(row) | {
        "role": row.role,
        "name": row.role_name,
        "players": row.players,
        "only_a": f"{row.only_a:,}",
        "only_b": f"{row.only_b:,}",
        "saved": times(row.unpaired_games),
    }


def _hero_row(tables: Comparison, row: Any) -> dict[str, Any]:
    text = phrases(tables.lang)
    moved = "" if not row.moved else "up" if row.diff > 0 else "down"
    return _change(row) | {
        "name": row.hero_name,
        "holds": row.holds,
        "role": row.role,
        "role_name": text["role_all"] if row.role == "all" else tables.name(row.role),
        "order": ALL.index(row.role),
        "players": row.players,
        "moved": moved,
        "verdict": text[moved or "still"],
        "q": "<0.001" if row.q < 0.001 else f"{row.q:.3f}",
        "changed": percent(row.changed),
        "v": {key: f"{getattr(row, key):.6g}" for key in ("rate_a", "rate_b", "diff", "low", "q", "changed", "n")},
    }


def _text_rows(tables: Comparison, players: int) -> Iterator[dict[str, Any]]:
    """Yield the heroes whose skills differ, the greatest gain first, with the wording of both sides."""
    text, texts = phrases(tables.lang), tables.info["texts"]
    for row in _ranked(tables.overall[tables.overall["holds"] & (tables.overall["players"] == players)]):
        skills = []
        for skill in row.skills.split():
            said = {side: (texts[skill][side] or {}).get(tables.lang) for side in ("a", "b")}
            told = {side: words or text["no_skill"] for side, words in said.items()}
            skills.append({"name": tables.name(skill), "alike": said["a"] == said["b"], **told})
        if skills:
            yield _change(row) | {"name": row.hero_name, "skills": skills}


def _flip_row(row: Any, text: dict[str, str]) -> dict[str, Any]:
    return {
        "players": row.players,
        "game": row.game,
        "a": text[f"outcome_{row.winner_a}"],
        "b": text[f"outcome_{row.winner_b}"],
        "trace_a": row.trace_a,
        "trace_b": row.trace_b,
    }


def _facts(tables: Comparison) -> Iterator[tuple[str, list[str]]]:
    """Yield (name, lines) of what was run."""
    text, info = phrases(tables.lang), tables.info
    for side in ("a", "b"):
        each = info[side]
        yield (
            text[f"run_{side}"],
            [tables.side(side), each["ruleset"], short_hash(each["content_hash"]), *each["set"]],
        )
    yield text["run_games"], _games(info, text)
    yield text["run_deal"], [info["deal"], info["roles"]]
    pool = info["heroes"]
    yield text["run_pool"], [text["run_pool_all"] if pool is None else ", ".join(map(tables.name, pool))]
    yield text["run_engine"], [short_hash(info["source_hash"]), short_hash(info["weights_hash"])]
    yield text["run_versions"], [", ".join(f"{name} {version}" for name, version in info["versions"].items())]


def _games(info: dict[str, Any], text: dict[str, str]) -> list[str]:
    """Return the lines on how many games were played, and why so many."""
    asked, lines = info["games_asked"], []
    for players, done in info["games_done"].items():
        wanted = asked[players] if isinstance(asked, dict) else asked
        lines.append(text["run_done"].format(players=players, done=f"{int(done):,}", asked=f"{wanted:,}"))
    if info["target_error"] is not None:
        lines.append(text["run_target"].format(target=f"{info['target_error']:g}", most=f"{info['max_games']:,}"))
    if info.get("too_wide"):
        width = max(cell["half_width"] for cell in info["too_wide"])
        lines.append(text["run_wide"].format(count=f"{len(info['too_wide']):,}", width=f"{width:.1f}"))
    return lines if info["finished"] else [*lines, text["run_stopped"]]
