"""Small figures put together in one SVG file, in one language, with title, footer and the font they are written in."""

from __future__ import annotations

import re
from base64 import b64encode
from typing import TYPE_CHECKING

from markupsafe import escape

from reports.figures.canvas import INK, PALE_INK
from reports.words import HERE

if TYPE_CHECKING:
    from reports.bilingual import Both
    from reports.figures.panel import Panel

MARGIN, GAP, HEAD, TITLE, FOOT = 24, 22, 20, 44, 34  # points
FONT = HERE / "fonts" / "hei.woff2"


def sheet(panels: list[Panel], title: Both, footer: Both, lang: str, columns: int = 4, embed: bool = True) -> str:
    """Return an SVG document of panels in rows; a new player count begins a new row.

    Without `embed` the font is left out, which is most of the file: the reader's own is taken.
    """
    rows: list[list[Panel]] = []
    for panel in panels:
        if rows and len(rows[-1]) < columns and rows[-1][-1].players == panel.players:
            rows[-1].append(panel)
        else:
            rows.append([panel])
    wide = max(sum(panel.size[0] + GAP for panel in row) - GAP for row in rows) + 2 * MARGIN
    wide = max(wide, 560)
    y, parts = float(TITLE + MARGIN), []
    for row in rows:
        x = float(MARGIN)
        for panel in row:
            parts.append(_text(x, y, panel.head[lang], 11, weight=600) + _placed(panel, x, y + 8, lang))
            x += panel.size[0] + GAP
        y += HEAD + max(panel.size[1] for panel in row) + GAP
    parts.insert(0, _text(MARGIN, MARGIN + 10, title[lang], 16, weight=600))
    parts.append(_text(MARGIN, y + 4, footer[lang], 8.5, PALE_INK))
    return _document(wide, y + FOOT, "\n".join(parts), embed)


def _placed(panel: Panel, x: float, y: float, lang: str) -> str:
    """Return a panel's element at a place, without the texts of the other language."""
    other = "en" if lang == "zh" else "zh"
    svg = re.sub(rf'<g lang="{other}">.*?</g>', "", panel.svg, flags=re.S)
    place = f'<svg x="{x:.1f}" y="{y:.1f}" width="{panel.size[0]:.1f}" height="{panel.size[1]:.1f}" '
    return svg.replace("<svg ", place, 1)


def _text(x: float, y: float, text: str, size: float, ink: str = INK, weight: int = 400) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" font-weight="{weight}" fill="{ink}">{escape(text)}</text>'


def _font() -> str:
    data = b64encode(FONT.read_bytes()).decode()
    source = f'url(data:font/woff2;base64,{data}) format("woff2")'
    return f'<style>@font-face {{ font-family: "Shalab Hei"; src: {source}; }}</style>'


def _document(wide: float, high: float, inside: str, embed: bool) -> str:
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"
 width="{wide:.0f}pt" height="{high:.0f}pt" viewBox="0 0 {wide:.0f} {high:.0f}" stroke-linejoin="round"
 font-family="'Shalab Hei', 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif">
{_font() if embed else ""}
<rect width="100%" height="100%" fill="white"/>
{inside}
</svg>
"""
