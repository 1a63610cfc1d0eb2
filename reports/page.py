"""The page of a report: one HTML file that opens offline, in two languages, with everything it shows inside."""

from __future__ import annotations

from base64 import b64encode
from importlib import import_module
from struct import unpack
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from reports.bilingual import LANGS, Both, join, say
from reports.words import HERE, bots_of, finished_games, footer, words

if TYPE_CHECKING:
    from reports.book import Book

TEMPLATES, STATIC = HERE / "templates", HERE / "static"
FONT = HERE / "fonts" / "hei.woff2"
SECTIONS = (
    "run", "findings", "roles", "heroes", "tiers", "heat", "spread", "lineups", "scores", "seats", "lengths",
    "survival", "skills", "pairs", "fire", "rungs", "trust",
)  # fmt: skip
LIBRARY = "<script>LIBRARY_HERE</script>"  # no name in the page can hold it: names are escaped
SCRIPT_WORDS = ("shown", "copied", "copy", "replay_won", "replay_lost")


def page(book: Book) -> str:
    """Return the whole page. Every name in it is escaped."""
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES), autoescape=True, undefined=StrictUndefined, trim_blocks=True
    )
    environment.globals.update(say=say)
    html = environment.get_template("page.html").render(
        lang=book.lang,
        title=say("title", ruleset=_ruleset(book)),
        about=_about(book),
        summary=_summary(book),
        footer=Both(*(footer(book.tables, lang) for lang in LANGS)),
        sections=_sections(book),
        role_choices=[(role, book.name(role)) for role in book.roles],
        player_choices=[(count, say("players", players=count)) for count in book.counts],
        player_counts=book.counts,
        pictures={name: {lang: _picture(png) for lang, png in both.items()} for name, both in book.pictures.items()},
        css=_inside("page.css").replace("FONT_HERE", b64encode(FONT.read_bytes()).decode()),
        script=_inside("page.js"),
        script_words={lang: {key: words(lang)[key] for key in SCRIPT_WORDS} for lang in LANGS},
    )
    library = (STATIC / "dataTables.min.js").read_text(encoding="utf-8")
    return _thin(html).replace(LIBRARY, f"<script>{library}</script>")


def _sections(book: Book) -> list[tuple[str, dict[str, Any]]]:
    """Return id and values of every section that has something to say."""
    built = ((name, import_module(f"reports.sections.{name}").build(book)) for name in SECTIONS)
    return [(name, values) for name, values in built if values is not None]


def _picture(png: bytes) -> dict[str, Any]:
    """Return a PNG as text, and the width at which it is sharp."""
    return {"data": Markup(b64encode(png).decode()), "width": unpack(">I", png[16:20])[0] * 3 // 4}


def _inside(name: str) -> Markup:
    return Markup((TEMPLATES / name).read_text(encoding="utf-8"))


def _thin(html: str) -> str:
    """Return the page without the indentation of its templates."""
    return "\n".join(line for line in map(str.strip, html.split("\n")) if line) + "\n"


def _ruleset(book: Book) -> Both:
    return book.name(book.tables.run.meta["ruleset"])


def _about(book: Book) -> Both | None:
    """Return the first line of the ruleset's description, which says what in it is printed and what stands in."""
    said = book.tables.run.meta.get("description")
    told = {lang: str(said.get(lang, "")).splitlines() for lang in LANGS} if isinstance(said, dict) else {}
    lines = {lang: each[0] for lang, each in told.items() if each}
    if not lines:
        return None
    any_of_them = next(iter(lines.values()))
    return Both(*(lines.get(lang, any_of_them) for lang in LANGS))


def _summary(book: Book) -> Both:
    return say(
        "summary",
        games=f"{finished_games(book.tables):,}",
        players=", ".join(map(str, book.tables.outcomes.index)),
        bots=join([bots_of(each) for each in (book.tables, *book.rungs)], ", "),
        seed=book.tables.run.meta.get("seed", ""),
        date=book.tables.run.day,
    )
