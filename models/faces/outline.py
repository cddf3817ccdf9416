"""Takes the characters of our tile faces out of a font, as SVG paths.

A tool for whoever redraws the set, not used by the program: the result,
`glyphs.json`, is kept beside it, so that drawing and showing faces need no
font. Needs `fonttools` and `brotli`:

    python -m models.faces.outline FONT.woff2 ... > models/faces/glyphs.json

Several files may be given (a font served in slices); each character is taken
from the first that has it. The set was made from LXGW WenKai TC Bold
(SIL Open Font License 1.1), package `@fontsource/lxgw-wenkai-tc` 5.3.0.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

CHARACTERS = "一二三四五伍六七八九萬東南西北發中百搭春夏秋冬梅蘭菊竹貓老鼠財神元寶1234"


def outlines(fonts: list[Path], characters: str) -> dict[str, dict[str, object]]:
    """`character → {"d": path, "box": [x0, y0, x1, y1]}`, y downwards, em = 1000.

    Raises `SystemExit` naming the characters that no font has.
    """
    from fontTools.misc.transform import Transform
    from fontTools.pens.boundsPen import BoundsPen
    from fontTools.pens.svgPathPen import SVGPathPen
    from fontTools.pens.transformPen import TransformPen
    from fontTools.ttLib import TTFont

    found: dict[str, dict[str, object]] = {}
    for path in fonts:
        font = TTFont(path, lazy=True)
        cmap = font.getBestCmap()
        scale = 1000 / font["head"].unitsPerEm
        flip = Transform(scale, 0, 0, -scale, 0, 0)
        for char in characters:
            if char in found or ord(char) not in cmap:
                continue
            glyphs = font.getGlyphSet()
            name = cmap[ord(char)]
            pen = SVGPathPen(glyphs, ntos=lambda v: f"{v:.0f}")
            glyphs[name].draw(TransformPen(pen, flip))
            bounds = BoundsPen(glyphs)
            glyphs[name].draw(TransformPen(bounds, flip))
            found[char] = {"d": pen.getCommands(), "box": [round(v) for v in bounds.bounds]}
    missing = "".join(c for c in characters if c not in found)
    if missing:
        raise SystemExit(f"no font given has: {missing}")
    return {char: found[char] for char in characters}


if __name__ == "__main__":
    table = outlines([Path(p) for p in sys.argv[1:]], CHARACTERS)
    lines = (f"{json.dumps(c, ensure_ascii=False)}: {json.dumps(g)}" for c, g in table.items())
    print("{\n" + ",\n".join(lines) + "\n}")
