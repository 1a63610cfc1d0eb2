"""What figures share: the font of names and texts, inks, and how text is written so that it always draws."""

from __future__ import annotations

import logging
from functools import cache
from pathlib import Path

from matplotlib.font_manager import FontProperties, fontManager
from matplotlib.ft2font import FT2Font

FONT = Path(__file__).parents[1] / "fonts" / "hei.ttf"
OTHER_FONTS = ("Noto Sans CJK SC", "WenQuanYi Micro Hei", "Microsoft YaHei", "PingFang SC")
DOTS = 130  # per inch of a PNG
FADED = 0.3  # how much colour is left in a cell whose interval covers 0
INK, PALE_INK = "#1c2530", "#737c87"


def inches(name: str) -> float:
    """Return about how wide a name of ten points is."""
    return sum(0.139 if ord(char) > 0x2E7F else 0.083 for char in name)


def shortened(name: str, room: float) -> str:
    """Return a name of ten points cut to so many inches."""
    if inches(name) <= room:
        return name
    end = len(name)
    while end > 1 and inches(name[:end]) > room - 0.1:
        end -= 1
    return name[:end] + "…"


def plain(where, x, y, text, size, color=INK, file=FONT, ha="left", va="center", rotation=0) -> None:
    """Write plain text: no dollar sign starts a formula, and what the font lacks becomes a question mark."""
    text = "".join(char if ord(char) in glyphs(file) else "?" for char in text)
    how = {"color": color, "ha": ha, "va": va, "rotation": rotation, "fontproperties": font(size, file)}
    where.text(x, y, text, parse_math=False, **how)


@cache
def font(size: float, file: Path = FONT) -> FontProperties:
    """Return a font at a size in points."""
    return FontProperties(fname=str(file), size=size)


@cache
def glyphs(file: Path) -> frozenset[int]:
    """Return the code points a font file has glyphs for."""
    return frozenset(FT2Font(str(file)).get_charmap())


@cache
def written(word: str, name: str) -> tuple[str, Path]:
    """Return a name and a font file with all its glyphs: ours, else one of the system's; else the id."""
    system = (Path(font.fname) for wanted in OTHER_FONTS for font in fontManager.ttflist if font.name == wanted)
    for file in (FONT, *system):
        if set(map(ord, name)) <= glyphs(file):
            return name, file
    logging.getLogger("reports").warning("no font here has all characters of %s; the picture shows %s", name, word)
    return word, FONT
