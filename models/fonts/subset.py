"""Makes the bundled fonts: the part of Noto Sans SC that the program shows.

    python -m models.fonts.subset NotoSansCJK-Regular.ttc NotoSansCJK-Bold.ttc

writes `NotoSansSC-Regular.ttf` and `NotoSansSC-Bold.ttf` beside this file:
all of GB 2312 (players' names need its second level), the further characters
below, Latin, punctuation, arrows and shapes, with quadratic outlines and without hinting. Needs
`fonttools`; the collections are those of Debian's `fonts-noto-cjk`
1:20220127+repack1-1.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

FURTHER = (
    "癞萬條餅發東風龍蘭貓寶財點槓對碰趸骰幺麼聽嘌嘿咱俩仨啰吖哒叭铳垛嬴囍〇绺亍孑孓阈渲・"
    "玥玘珺琇瑄瑀璟璠堃喆昇昉晞暻頔祎翀赟彧旻珏婳姸钰镕燚"
)
_SIMPLE_RANGES = (
    (0x20, 0x7E), (0xA0, 0x17F), (0x391, 0x3C9), (0x401, 0x451), (0x2010, 0x2027), (0x2030, 0x203B),
    (0x20A0, 0x20BF), (0x2150, 0x2189), (0x2190, 0x21FF), (0x2200, 0x22FF), (0x2460, 0x24FF),
    (0x2500, 0x25FF), (0x2600, 0x26FF), (0x2700, 0x27BF), (0x3000, 0x303F), (0x3220, 0x3243),
    (0xFF01, 0xFF5E), (0xFFE0, 0xFFE6),
)  # fmt: skip
ALIASES = {0x2715: 0xD7, 0x2716: 0xD7, 0x2717: 0xD7, 0x2718: 0xD7, 0x2714: 0x2713}
_FACE = "SC"


def characters() -> set[int]:
    """Code points to keep."""
    wanted = {ord(char) for char in FURTHER}
    for first, last in _SIMPLE_RANGES:
        wanted.update(range(first, last + 1))
    for high in range(0xB0, 0xF8):
        for low in range(0xA1, 0xFF):
            try:
                wanted.add(ord(bytes([high, low]).decode("gb2312")))
            except UnicodeDecodeError:
                continue
    return wanted


def _alias(font: Any) -> None:
    """Give crosses and ticks that Noto Sans CJK lacks the shape of those it has."""
    for table in font["cmap"].tables:
        for lacking, shown in ALIASES.items():
            if shown in table.cmap:
                table.cmap.setdefault(lacking, table.cmap[shown])


def subset(collection: Path, target: Path) -> None:
    """Write the SC face of `collection`, cut down, to `target` as TrueType."""
    from fontTools import subset as cutter
    from fontTools.pens.cu2quPen import Cu2QuPen
    from fontTools.pens.ttGlyphPen import TTGlyphPen
    from fontTools.ttLib import TTCollection, newTable

    fonts = TTCollection(collection, lazy=True).fonts
    font = next(f for f in fonts if f["name"].getDebugName(1).split(" CJK ")[1].startswith(_FACE))
    options = cutter.Options()
    options.layout_features = ["kern", "locl", "ccmp"]
    options.hinting = False
    options.desubroutinize = True
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    options.drop_tables += ["VORG", "vhea", "vmtx", "BASE", "GSUB", "GPOS", "DSIG"]
    _alias(font)
    cut = cutter.Subsetter(options)
    cut.populate(unicodes=characters())
    cut.subset(font)

    glyphs = font.getGlyphSet()
    order = font.getGlyphOrder()
    outlines = {}
    for name in order:
        pen = TTGlyphPen(None)
        glyphs[name].draw(Cu2QuPen(pen, max_err=2.0, reverse_direction=True))
        outlines[name] = pen.glyph()
    font["loca"], font["glyf"] = newTable("loca"), newTable("glyf")
    font["glyf"].glyphOrder, font["glyf"].glyphs = order, outlines
    font["glyf"].compile(font)
    metrics = font["maxp"] = newTable("maxp")
    metrics.tableVersion = 0x00010000
    for field in (
        "maxZones", "maxTwilightPoints", "maxStorage", "maxFunctionDefs", "maxInstructionDefs",
        "maxStackElements", "maxSizeOfInstructions", "maxComponentElements",
    ):  # fmt: skip
        setattr(metrics, field, 1 if field == "maxZones" else 0)
    metrics.numGlyphs = len(order)
    metrics.recalc(font)
    font["post"].formatType = 3.0
    for table in ("CFF ", "VORG"):
        if table in font:
            del font[table]
    font.sfntVersion = "\x00\x01\x00\x00"
    font["head"].glyphDataFormat = 0
    font.save(target)


if __name__ == "__main__":
    here = Path(__file__).parent
    for given in sys.argv[1:]:
        weight = "Bold" if "Bold" in given else "Regular"
        subset(Path(given), here / f"NotoSansSC-{weight}.ttf")
