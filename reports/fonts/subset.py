"""Make the reports' font from the full one: ``python subset.py wqy-microhei.ttc [TEXT_FILE ...]``.

The characters kept are those of ``characters.txt``, the rulesets, the report's own words and the text files
named; ``characters.txt`` is then rewritten with all of them. Needs fontTools and brotli; users of the reports
need neither. See ``README.md`` beside this file.
"""

import sys
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
CHARACTERS = HERE / "characters.txt"
SOURCES = ("reports/templates/*", "sim/rulesets/**/*.toml", "sim/rulesets/**/*.csv")
NAMES = {
    1: "Shalab Hei",
    2: "Regular",
    3: "Shalab Hei, subset of WenQuanYi Micro Hei 0.2.0-beta",
    4: "Shalab Hei",
    6: "ShalabHei",
    10: "Subset of WenQuanYi Micro Hei 0.2.0-beta: fewer characters, no hinting, renamed.",
}  # name table: family, style, unique id, full name, PostScript name, description
KEPT_NAMES = (0, 5, 13, 14)  # copyright, version, licence and its address stay as they are
UNUSED = ["GSUB", "GPOS", "GDEF", "FFTM", "DSIG", "kern", "vhea", "vmtx"]
ENGLISH = 1033


def wanted(extra: list[Path]) -> str:
    """Return every character to keep, sorted, each once."""
    files = [CHARACTERS, *extra]
    files += [path for pattern in SOURCES for path in ROOT.glob(pattern) if path.is_file()]
    return "".join(sorted({char for path in files for char in path.read_text(encoding="utf-8") if char.isprintable()}))


def main(font_file: str, *extra: str) -> None:
    """Write ``hei.ttf``, ``hei.woff2`` and ``characters.txt`` beside this file."""
    from fontTools import subset
    from fontTools.ttLib import TTFont

    font = TTFont(font_file, fontNumber=0, recalcTimestamp=False)
    there = font.getBestCmap()
    chars = wanted([Path(name) for name in extra])
    kept = "".join(char for char in chars if ord(char) in there)
    options = subset.Options(hinting=False, layout_features=[], name_IDs=["*"], notdef_outline=True)
    options.drop_tables = UNUSED
    subsetter = subset.Subsetter(options)
    subsetter.populate(text=kept)
    subsetter.subset(font)
    font["name"].names = [name for name in font["name"].names if name.nameID in KEPT_NAMES and name.langID == ENGLISH]
    for name_id, text in NAMES.items():
        font["name"].setName(text, name_id, 3, 1, ENGLISH)
    font.save(HERE / "hei.ttf")
    font.flavor = "woff2"
    font.save(HERE / "hei.woff2")
    CHARACTERS.write_text(kept + "\n", encoding="utf-8")
    print(f"{len(kept)} characters kept; not in the font: {''.join(set(chars) - set(kept)) or 'none'}")


if __name__ == "__main__":
    main(*sys.argv[1:])
