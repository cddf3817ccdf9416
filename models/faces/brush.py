"""Marks that the tile faces are made of: dots, bamboo, characters, petals.

Every function gives a piece of SVG as text in the face's own frame: 300 wide,
400 high, origin at the top left, y downwards. Used by `draw.py` only.
"""

from __future__ import annotations

import json
import math
from pathlib import Path

WIDTH, HEIGHT = 300, 400
RED = "#b5202a"
GREEN = "#0d6b3c"
BLUE = "#1b3486"
BLACK = "#1d2026"
GOLD = "#c9941f"
PAPER = "#fbf7ea"

_GLYPHS: dict[str, dict[str, object]] = json.loads(
    Path(__file__).with_name("glyphs.json").read_text(encoding="utf-8")
)


def n(value: float) -> str:
    return f"{value:.1f}".rstrip("0").rstrip(".")


def circle(cx: float, cy: float, r: float, fill: str, stroke: str = "", width: float = 0) -> str:
    line = f' stroke="{stroke}" stroke-width="{n(width)}"' if stroke else ""
    return f'<circle cx="{n(cx)}" cy="{n(cy)}" r="{n(r)}" fill="{fill}"{line}/>'


def ring(cx: float, cy: float, r: float, colour: str, width: float) -> str:
    return circle(cx, cy, r, "none", colour, width)


def ellipse(cx: float, cy: float, rx: float, ry: float, fill: str, turn: float = 0) -> str:
    """`turn` in degrees, clockwise, about the centre."""
    by = f' transform="rotate({n(turn)} {n(cx)} {n(cy)})"' if turn else ""
    return f'<ellipse cx="{n(cx)}" cy="{n(cy)}" rx="{n(rx)}" ry="{n(ry)}" fill="{fill}"{by}/>'


def fill(d: str, colour: str) -> str:
    return f'<path d="{d}" fill="{colour}"/>'


def line(d: str, colour: str, width: float) -> str:
    return (
        f'<path d="{d}" fill="none" stroke="{colour}" stroke-width="{n(width)}"'
        ' stroke-linecap="round" stroke-linejoin="round"/>'
    )


def group(pieces: list[str], transform: str) -> str:
    return f'<g transform="{transform}">{"".join(pieces)}</g>'


def character(
    char: str, x: float, y: float, w: float, h: float, colour: str, weight: float = 10
) -> str:
    """`char` filling the box whose top left is x, y; `weight` thickens it, in face units."""
    glyph = _GLYPHS[char]
    box = glyph["box"]
    assert isinstance(box, list)
    x0, y0, x1, y1 = box
    w, h, x, y = w - weight, h - weight, x + weight / 2, y + weight / 2
    # A flat character such as 一 keeps its strokes' shape: it is not blown up to fill.
    sx, sy = w / max(x1 - x0, 1), h / max(y1 - y0, 1)
    if max(sx, sy) > 1.35 * min(sx, sy):
        sx = sy = min(sx, sy)
    tx = x + (w - sx * (x1 - x0)) / 2 - sx * x0
    ty = y + (h - sy * (y1 - y0)) / 2 - sy * y0
    return (
        f'<path transform="matrix({sx:.4f} 0 0 {sy:.4f} {n(tx)} {n(ty)})" d="{glyph["d"]}"'
        f' fill="{colour}" stroke="{colour}" stroke-width="{n(weight / ((sx + sy) / 2))}"'
        ' stroke-linejoin="round"/>'
    )


def rosette(
    cx: float, cy: float, radius: float, count: int, rx: float, ry: float, colour: str,
    start: float = 0.0,
) -> str:  # fmt: skip
    """`count` petals around a centre; each petal's own centre lies at `radius`."""
    petals = []
    for i in range(count):
        angle = start + 360 * i / count
        rad = math.radians(angle)
        petals.append(
            ellipse(
                cx + radius * math.sin(rad), cy - radius * math.cos(rad), rx, ry, colour, angle
            )
        )
    return "".join(petals)


def dot(cx: float, cy: float, r: float, colour: str) -> str:
    """One dot of the 筒 suit: rim, pale ring with a milled edge, disc with a star."""
    return "".join(
        (
            circle(cx, cy, r, colour),
            ring(cx, cy, r * 0.70, PAPER, r * 0.15),
            rosette(cx, cy, r * 0.33, 6, r * 0.10, r * 0.17, PAPER),
            circle(cx, cy, r * 0.12, PAPER),
        )
    )


def great_dot(cx: float, cy: float, r: float) -> str:
    """The single large dot of 一筒."""
    return "".join(
        (
            circle(cx, cy, r, BLUE),
            circle(cx, cy, r * 0.91, PAPER),
            rosette(cx, cy, r * 0.74, 18, r * 0.075, r * 0.15, GREEN),
            ring(cx, cy, r * 0.53, BLUE, r * 0.07),
            circle(cx, cy, r * 0.42, RED),
            rosette(cx, cy, r * 0.21, 6, r * 0.085, r * 0.15, PAPER),
            circle(cx, cy, r * 0.08, PAPER),
        )
    )


def stick(
    cx: float, cy: float, length: float, width: float, colour: str, turn: float = 0.0
) -> str:
    """One bamboo stick standing upright, turned clockwise by `turn` degrees.

    Two swelling internodes between three knots, each with a pale slit.
    """
    half, w = length / 2, width / 2
    top, waist = -half, w * 0.62
    outline = (
        f"M{n(-w)} {n(top)}H{n(w)}V{n(top + w * 0.7)}"
        f"C{n(waist)} {n(top + w)} {n(waist)} {n(-w)} {n(w)} {n(-w * 0.45)}V{n(w * 0.45)}"
        f"C{n(waist)} {n(w)} {n(waist)} {n(half - w)} {n(w)} {n(half - w * 0.7)}V{n(half)}"
        f"H{n(-w)}V{n(half - w * 0.7)}"
        f"C{n(-waist)} {n(half - w)} {n(-waist)} {n(w)} {n(-w)} {n(w * 0.45)}V{n(-w * 0.45)}"
        f"C{n(-waist)} {n(-w)} {n(-waist)} {n(top + w)} {n(-w)} {n(top + w * 0.7)}Z"
    )
    slit = half - 2.0 * w
    pieces = [
        f'<path d="{outline}" fill="{colour}" stroke="{colour}" stroke-width="{n(w * 0.35)}"'
        ' stroke-linejoin="round"/>'
    ]
    for side in (-1, 1):
        middle = side * (half * 0.5 + w * 0.05)
        pieces.append(
            line(f"M0 {n(middle - slit / 2)}V{n(middle + slit / 2)}", PAPER, w * 0.36)
        )
    return group(pieces, f"translate({n(cx)} {n(cy)}) rotate({n(turn)})")


def leaf(x: float, y: float, length: float, width: float, turn: float, colour: str) -> str:
    """A pointed leaf whose stalk is at x, y and which points up before turning."""
    d = (
        f"M0 0C{n(-width)} {n(-length * 0.35)} {n(-width * 0.6)} {n(-length * 0.75)} 0 {n(-length)}"
        f"C{n(width * 0.6)} {n(-length * 0.75)} {n(width)} {n(-length * 0.35)} 0 0Z"
    )
    return group([fill(d, colour)], f"translate({n(x)} {n(y)}) rotate({n(turn)})")


def blossom(cx: float, cy: float, r: float, colour: str, start: float = 0) -> str:
    """A five-petalled flower seen from the front."""
    return "".join(
        (
            rosette(cx, cy, r * 0.52, 5, r * 0.44, r * 0.46, colour, start),
            rosette(cx, cy, r * 0.34, 5, r * 0.05, r * 0.2, PAPER, start + 36),
            circle(cx, cy, r * 0.2, GOLD),
        )
    )


def face(pieces: list[str]) -> str:
    """A whole SVG document."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"'
        f' width="{WIDTH}" height="{HEIGHT}">\n' + "\n".join(pieces) + "\n</svg>\n"
    )
