"""Figures to look at where they are made: in a notebook, or saved as a file."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sim import given
from sim.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from matplotlib.figure import Figure

PANELS = ("outcomes", "caterpillar", "funnel", "seats", "lengths", "survival")
LANGS = ("zh", "en")


@dataclass(frozen=True)
class Picture:
    """One figure: a notebook shows it, `save` writes it down.

    Attributes
    ----------
    subject : str
        What it shows.
    svg : str
        The drawing as SVG, empty if it is a PNG.
    png : bytes
        The drawing as PNG, empty if it is an SVG.
    """

    subject: str
    svg: str = ""
    png: bytes = b""

    def __repr__(self) -> str:
        """Name the subject; the data would be long."""
        return f"Picture({self.subject!r})"

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        """Return what a notebook shows."""
        return {"image/svg+xml": self.svg} if self.svg else {"image/png": self.png}

    def save(self, file: str | Path) -> Path:
        """Write the figure and return the path, whose ending must be that of the figure.

        Raises
        ------
        UserError
            Another ending, or the file cannot be written.
        """
        path, kind = given.path("file", file), ".svg" if self.svg else ".png"
        if path.suffix != kind:
            raise UserError(f"{path}: this figure is written as {kind}")
        try:
            path.write_bytes(self.svg.encode() or self.png)
        except OSError as error:
            raise UserError(f"{path}: cannot be written ({error.strerror})") from error
        return path


def draw(source: Any, subject: str, lang: str = "zh", players: int | None = None) -> Picture:
    """Draw one subject of a run, of a comparison or of measured beliefs.

    Parameters
    ----------
    source
        What the functions of `reports` take as a run; for ``dumbbell`` a comparison; for ``reliability`` what
        `reports.measure.beliefs` returned, or its table of that name.
    subject
        ``outcomes``, ``caterpillar``, ``funnel``, ``seats``, ``lengths``, ``survival`` (SVG), ``heatmap``, ``dumbbell``
        or ``reliability`` (PNG).
    lang
        Language of the texts, ``zh`` or ``en``.
    players
        The only player count to draw; all if not given, or for ``dumbbell`` the first.

    Raises
    ------
    UserError
        No such subject, language or player count, or the source has nothing of it.
    """
    given.one_of("lang", lang, LANGS)
    drawers = dict.fromkeys(PANELS, _panels) | _PICTURES
    given.one_of("subject", subject, tuple(drawers))
    return drawers[subject](source, subject, lang, players)


def _panels(run: Any, subject: str, lang: str, players: int | None) -> Picture:
    """Return the panels of a subject as one sheet."""
    from reports.bilingual import LANGS, Both, say
    from reports.figures import draw_panels
    from reports.figures.sheet import sheet
    from reports.tables import open_tables
    from reports.words import footer

    tables = open_tables(run, lang)
    _one_count(players, sorted({int(n) for n in tables.heroes["players"]}))
    found = [one for one in draw_panels(tables, [], (subject,)).get(subject, []) if players in (None, one.players)]
    if not found:
        raise UserError(f"{tables.run.path}: the run did not keep what {subject} needs")
    below = Both(*(footer(tables, each) for each in LANGS))
    return Picture(subject, svg=sheet(found, say(f"{subject}_title"), below, lang, columns=2, embed=False))


def _heatmap(run: Any, subject: str, lang: str, players: int | None) -> Picture:
    from reports.figures.heatmap import draw as drawn
    from reports.tables import open_tables

    if players is not None:
        raise UserError("players: the heat map shows every player count")
    return Picture(subject, png=_png(drawn(open_tables(run, lang))))


def _dumbbell(source: Any, subject: str, lang: str, players: int | None) -> Picture:
    from reports.comparison import Comparison, collect
    from reports.figures.dumbbell import draw as drawn

    tables = source if isinstance(source, Comparison) and source.lang == lang else collect(source, lang)
    return Picture(subject, png=_png(drawn(tables, _one_count(players, list(map(int, tables.games["players"]))))))


def _reliability(source: Any, subject: str, lang: str, players: int | None) -> Picture:
    from reports.beliefs import draw_reliability

    table = source["reliability"] if hasattr(source, "tables") else source
    if players is not None:
        _one_count(players, sorted({int(n) for n in table["players"]}))
        table = table[table["players"] == players]
    return Picture(subject, png=_png(draw_reliability(table, lang)))


_PICTURES: Mapping[str, Callable[..., Picture]] = {
    "heatmap": _heatmap,
    "dumbbell": _dumbbell,
    "reliability": _reliability,
}


def _one_count(players: int | None, counts: list[int]) -> int:
    """Return a player count that was played, the first if none is asked for."""
    if players is not None and players not in counts:
        raise UserError(f"players: {players!r}; played were {', '.join(map(str, counts))}")
    return counts[0] if players is None else players


def _png(figure: Figure) -> bytes:
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    out = BytesIO()
    FigureCanvasAgg(figure).print_png(out, metadata={"Software": None})
    return out.getvalue()
