"""Draws our own set of tile faces, one SVG per tile code, and the back.

    python -m models.faces.draw

writes the 48 files beside this module. A face is ink on nothing: the tile's
body is drawn by whoever shows it. 300 x 400 units, the ink kept within about
24 units of the edge; 伍 for five as real sets print it.
"""

from __future__ import annotations

from pathlib import Path

from models.faces import pictures
from models.faces.brush import (
    BLACK,
    BLUE,
    GREEN,
    RED,
    character,
    dot,
    face,
    great_dot,
    stick,
)  # fmt: skip

_NUMERALS = "一二三四伍六七八九"


def characters(rank: int) -> list[str]:
    box = (58, 30, 184, 140) if rank > 3 else (50, 44, 200, 112)
    return [
        character(_NUMERALS[rank - 1], *box, BLACK, 13),
        character("萬", 54, 186, 192, 190, RED, 2),
    ]


def dots(rank: int) -> list[str]:
    if rank == 1:
        return [great_dot(150, 200, 118)]
    if rank == 2:
        return [dot(150, 106, 68, GREEN), dot(150, 294, 68, BLUE)]
    if rank == 3:
        return [dot(76, 84, 54, BLUE), dot(150, 200, 54, RED), dot(224, 316, 54, GREEN)]
    if rank in (4, 5):
        r, y = (58, (104, 296)) if rank == 4 else (52, (84, 316))
        corners = [
            dot(82, y[0], r, BLUE), dot(218, y[0], r, GREEN),
            dot(82, y[1], r, GREEN), dot(218, y[1], r, BLUE),
        ]  # fmt: skip
        return corners + ([dot(150, 200, 52, RED)] if rank == 5 else [])
    if rank == 6:
        top = [dot(x, 76, 48, GREEN) for x in (94, 206)]
        return top + [dot(x, y, 48, RED) for y in (214, 322) for x in (94, 206)]
    if rank == 7:
        slope = [dot(x, y, 38, GREEN) for x, y in ((64, 58), (150, 94), (236, 130))]
        return slope + [dot(x, y, 46, RED) for y in (230, 330) for x in (98, 202)]
    if rank == 8:
        return [dot(x, 62 + 92 * row, 43, BLUE) for row in range(4) for x in (96, 204)]
    rows = ((72, GREEN), (200, RED), (328, BLUE))
    return [dot(x, y, 42, colour) for y, colour in rows for x in (58, 150, 242)]


def bamboo(rank: int) -> list[str]:
    if rank == 1:
        return pictures.bird()
    if rank == 2:
        return [stick(150, y, 160, 44, colour) for y, colour in ((112, GREEN), (288, BLUE))]
    if rank == 3:
        lower = [stick(x, 290, 160, 42, colour) for x, colour in ((82, GREEN), (218, GREEN))]
        return [stick(150, 110, 160, 42, BLUE), *lower]
    if rank in (4, 5):
        rows = ((110, (GREEN, BLUE)), (290, (BLUE, GREEN)))
        spread = 76 if rank == 4 else 64
        sticks = [
            stick(x, y, 158, 42, colour)
            for y, pair in rows
            for x, colour in zip((spread, 300 - spread), pair, strict=True)
        ]
        return sticks + ([stick(150, 200, 158, 42, RED)] if rank == 5 else [])
    columns = (66.0, 150.0, 234.0)
    if rank == 6:
        return [stick(x, y, 158, 40, c) for y, c in ((112, GREEN), (288, BLUE)) for x in columns]
    if rank == 7:
        return [stick(150, 80, 112, 38, RED)] + [
            stick(x, y, 112, 38, BLUE if x == 150 else GREEN) for y in (206, 326) for x in columns
        ]
    if rank == 8:
        return _eight_bamboo()
    return [
        stick(x, y, 112, 38, RED if x == 150 else (GREEN if x < 150 else BLUE))
        for y in (76, 200, 324)
        for x in columns
    ]


def _eight_bamboo() -> list[str]:
    """An M over a W: two upright sticks and two slanted ones in each half."""
    pieces: list[str] = []
    for y, sign, colour in ((112, 1, GREEN), (288, -1, BLUE)):
        pieces += [
            stick(114, y, 126, 30, colour, sign * -38),
            stick(186, y, 126, 30, colour, sign * 38),
            stick(50, y, 158, 36, colour),
            stick(250, y, 158, 36, colour),
        ]
    return pieces


def honours(rank: int) -> list[str]:
    if rank <= 4:
        return [character("東南西北"[rank - 1], 42, 72, 216, 256, BLACK, 10)]
    if rank == 5:
        return pictures.white_dragon()
    if rank == 6:
        return [character("發", 40, 72, 220, 256, GREEN, 6)]
    return [character("中", 58, 56, 184, 288, RED, 18)]


def all_faces() -> dict[str, str]:
    """`tile code → SVG text`, 47 faces and `back`."""
    found: dict[str, str] = {}
    for rank in range(1, 10):
        found[f"{rank}m"] = face(characters(rank))
        found[f"{rank}p"] = face(dots(rank))
        found[f"{rank}s"] = face(bamboo(rank))
    for rank in range(1, 8):
        found[f"{rank}z"] = face(honours(rank))
    for rank in range(1, 9):
        found[f"{rank}f"] = face(pictures.flower(rank))
    found["1j"] = face(pictures.joker())
    for rank in range(1, 5):
        found[f"{rank}h"] = face(pictures.helper(rank))
    found["back"] = face(pictures.back())
    return found


if __name__ == "__main__":
    here = Path(__file__).parent
    for code, svg in all_faces().items():
        (here / f"{code}.svg").write_text(svg, encoding="utf-8")
