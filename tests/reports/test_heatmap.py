"""The heat map: glyphs for every name, fixed colours, fading, and names that no font has."""

import re
import tomllib
from pathlib import Path

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from synthetic import ROLES_ZH, ZH, make_run

import reports
from reports.figures.canvas import FADED, FONT, glyphs, written
from reports.figures.heatmap import draw
from reports.tables import collect
from reports.words import words

ROOM = Path(reports.__file__).parent
RULESETS = sorted(path for path in (ROOM.parent / "sim" / "rulesets").glob("*") if path.is_dir())


def names_in(value) -> list[str]:
    """Return every Chinese or English name in a parsed ruleset file."""
    if isinstance(value, dict):
        own = [value[lang] for lang in ("zh", "en") if isinstance(value.get(lang), str)]
        return own + [name for each in value.values() for name in names_in(each)]
    return [name for each in value for name in names_in(each)] if isinstance(value, list) else []


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda path: path.name)
def test_font__has_every_name_of_a_ruleset(ruleset):
    """Every name and description of a shipped ruleset can be drawn (else: reports/fonts/README.md)."""
    names = [name for file in ruleset.glob("*.toml") for name in names_in(tomllib.loads(file.read_text("utf-8")))]
    assert names
    assert {char for name in names for char in name if ord(char) not in glyphs(FONT) and char.isprintable()} == set()


def test_font__has_the_reports_own_words():
    """So can every text of the reports, and every character that the font's list promises."""
    texts = [
        *words("zh").values(),
        *words("en").values(),
        (ROOM / "fonts" / "characters.txt").read_text("utf-8").strip(),
    ]
    assert {char for text in texts for char in text if ord(char) not in glyphs(FONT)} == set()


def test_font__is_small_and_licensed():
    """The shipped files stay small, and their licence lies beside them."""
    fonts = ROOM / "fonts"
    assert sum((fonts / name).stat().st_size for name in ("hei.ttf", "hei.woff2")) < 400_000
    assert "Apache License" in (fonts / "LICENSE-APACHE-2.0.txt").read_text()


def test_words__languages_say_the_same():
    """Both languages have the same texts with the same gaps."""
    gaps = [{key: set(re.findall(r"{\w+}", text)) for key, text in words(lang).items()} for lang in ("zh", "en")]
    assert gaps[0] == gaps[1]


def test_written__falls_back_to_the_id(caplog):
    """A name that no font has is shown by its id, with a warning, and never as empty boxes."""
    unknown = "\U00012000"
    assert written("liubei", "刘备") == ("刘备", FONT)
    assert written("wedge", unknown) == ("wedge", FONT)
    assert "wedge" in caplog.text


def test_figure__cells_faded_where_unclear(run):
    """Cells whose interval covers 0 are pale, blue is above the mean, red below, and numbers are printed."""
    tables = collect(run)
    axes = draw(tables).axes[0]
    cells = [patch for patch in axes.patches if patch.get_height() == pytest.approx(0.92)]
    assert len(cells) == len(tables.heroes)
    colours = np.array([cell.get_facecolor()[:3] for cell in cells])
    unclear = ((tables.heroes["diff_low"] <= 0) & (tables.heroes["diff_high"] >= 0)).to_numpy()
    assert (colours[unclear].min(axis=1) >= 1 - FADED).all()
    above, below = (~unclear & (sign * tables.heroes["diff"] > 0.03).to_numpy() for sign in (1, -1))
    assert (colours[above, 2] > colours[above, 0]).all() and (colours[below, 0] > colours[below, 2]).all()
    assert above.any() and below.any()
    shown = [text.get_text() for text in axes.texts]
    assert "曹操" in shown and sum("+" in text or "\N{MINUS SIGN}" in text for text in shown) > 150


def test_figure__odd_names_draw_without_complaint(tmp_path):
    """Dollar signs, line breaks and unknown characters in names draw as text: a warning would fail here."""
    names = {"zh": ZH | ROLES_ZH | {"caocao": "a$b^{c$", "liubei": "一\n二", "guanyu": "\U00012000"}}
    figure = draw(collect(make_run(tmp_path, {2: 500}, names=names, bots="m:\U00012000")))
    FigureCanvasAgg(figure).draw()
    shown = [text.get_text() for text in figure.axes[0].texts]
    assert "a$b^{c$" in shown and "guanyu" in shown
