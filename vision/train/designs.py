"""Tile sets that nobody has made: drawn at random, or an existing set made otherwise.

A reader that has seen five sets reads a sixth badly. Here characters come from
any fonts, dots and bamboos in many manners, colours and proportions, with corner
numerals or without; and existing faces are re-inked, thickened, thinned and
stretched. Each call gives a whole set of one hand.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from engine.tile import CLASS_CODES
from models.faces import ASPECT, RGBA, fit
from table_io.virtual.faces import FaceSet
from vision.train.engraving import (
    HIGH,
    PALE,
    WIDE,
    Face,
    Ink,
    Rng,
    black,
    dark,
    frame,
    glyph,
    reinked,
    stretched,
    thickened,
)
from vision.train.motifs import PictureFaces

_NUMERALS: Final = ("一二三四五六七八九", "一二三四伍六七八九")
_WINDS: Final = ("東南西北", "东南西北")
_ROWS: Final[dict[int, tuple[tuple[float, float], ...]]] = {
    1: ((0.5, 0.5),),
    2: ((0.5, 0.25), (0.5, 0.75)),
    3: ((0.2, 0.18), (0.5, 0.5), (0.8, 0.82)),
    4: ((0.25, 0.24), (0.75, 0.24), (0.25, 0.76), (0.75, 0.76)),
    5: ((0.22, 0.2), (0.78, 0.2), (0.5, 0.5), (0.22, 0.8), (0.78, 0.8)),
    6: ((0.27, 0.17), (0.73, 0.17), (0.27, 0.58), (0.73, 0.58), (0.27, 0.86), (0.73, 0.86)),
    7: (
        (0.18, 0.11), (0.5, 0.2), (0.82, 0.29),
        (0.28, 0.6), (0.72, 0.6), (0.28, 0.86), (0.72, 0.86),
    ),
    8: tuple((x, y) for y in (0.13, 0.38, 0.62, 0.87) for x in (0.28, 0.72)),
    9: tuple((x, y) for y in (0.17, 0.5, 0.83) for x in (0.18, 0.5, 0.82)),
}  # fmt: skip
_EVEN_SIX: Final = tuple((x, y) for y in (0.17, 0.5, 0.83) for x in (0.27, 0.73))
_STICKS: Final[dict[int, tuple[tuple[float, float], ...]]] = {
    2: ((0.5, 0.27), (0.5, 0.73)),
    3: ((0.5, 0.27), (0.28, 0.73), (0.72, 0.73)),
    4: ((0.28, 0.27), (0.72, 0.27), (0.28, 0.73), (0.72, 0.73)),
    5: ((0.22, 0.27), (0.78, 0.27), (0.5, 0.5), (0.22, 0.73), (0.78, 0.73)),
    6: tuple((x, y) for y in (0.27, 0.73) for x in (0.2, 0.5, 0.8)),
    7: ((0.5, 0.17), *((x, y) for y in (0.5, 0.83) for x in (0.2, 0.5, 0.8))),
    9: tuple((x, y) for y in (0.17, 0.5, 0.83) for x in (0.2, 0.5, 0.8)),
}
_LEANING: Final = ((0.14, 0.0), (0.36, 26.0), (0.64, -26.0), (0.86, 0.0))
"""Eight bamboos: the upper four by place and degrees; the lower four lean the other way."""


class DrawnSet(FaceSet):
    """Faces that lie in memory: code → RGBA of any size."""

    def __init__(self, drawn: dict[str, RGBA]) -> None:
        super().__init__({})
        self._drawn = drawn

    def _draw(self, code: str, width: int) -> RGBA:
        if code not in self._drawn:
            return super()._draw(code, width)
        return fit(self._drawn[code], width, round(width * ASPECT))


def varied_set(base: FaceSet, rng: Rng) -> DrawnSet:
    """`base` in other inks, thicker or thinner, stretched, perhaps with corner numerals."""
    turn, grey = float(rng.choice([0, rng.uniform(0, 1)], p=[0.4, 0.6])), float(rng.random() < 0.15)
    lighter = float(np.exp(rng.normal(0, 0.3)))
    thick = int(rng.integers(-1, 3))
    size = np.array([rng.uniform(0.72, 1.05), rng.uniform(0.72, 1.05)])
    corner = _Corner(rng) if rng.random() < 0.3 else None
    drawn = {}
    for code in CLASS_CODES:
        if code == "back":
            continue
        face = base.ink(code, WIDE).copy()
        if thick:
            face = thickened(face, thick)
        face = reinked(face, turn, grey, lighter)
        face = stretched(face, size)
        drawn[code] = face if corner is None else corner.drawn(face, code)
    return DrawnSet(drawn)


class _Corner:
    """Small numerals in a corner or in two."""

    def __init__(self, rng: Rng) -> None:
        self._ink = black(rng) if rng.random() < 0.5 else dark(rng)
        self._size, self._both = float(rng.uniform(0.6, 1.1)), bool(rng.random() < 0.4)
        self._bold = int(rng.integers(1, 4))
        self._left = bool(rng.random() < 0.7)

    def drawn(self, face: RGBA, code: str) -> RGBA:
        if code[1] not in "mpsz":
            return face
        mark = "ESWNPFC"[int(code[0]) - 1] if code[1] == "z" else code[0]
        high, wide = face.shape[:2]
        mask = np.zeros((high, wide), np.uint8)
        x = round(0.05 * wide if self._left else 0.82 * wide)
        foot = round((0.06 + 0.11 * self._size) * high)
        cv2.putText(
            mask, mark, (x, foot), cv2.FONT_HERSHEY_SIMPLEX, self._size * wide / 150, (255,),
            self._bold, cv2.LINE_AA,
        )  # fmt: skip
        if self._both:
            mask = np.maximum(mask, mask[::-1, ::-1])
        marked = face.copy()
        marked[..., :3][mask > 90] = self._ink
        marked[..., 3] = np.maximum(marked[..., 3], mask)
        return marked


def drawn_set(rng: Rng, fonts: Sequence[Path], pictures: Sequence[FaceSet]) -> DrawnSet:
    """A whole set of one hand. `pictures`: where birds and flowers may be borrowed from."""
    hand = _Hand(rng, fonts, pictures)
    drawn = {code: hand.face(code) for code in CLASS_CODES if code != "back"}
    if rng.random() < 0.35:
        corner = _Corner(rng)
        drawn = {code: corner.drawn(face, code) for code, face in drawn.items()}
    return DrawnSet(drawn)


class _Hand:
    """One engraver's manner, kept for all faces of a set."""

    def __init__(self, rng: Rng, fonts: Sequence[Path], pictures: Sequence[FaceSet]) -> None:
        self.rng = rng
        pick = fonts[int(rng.integers(len(fonts)))]
        others = fonts[int(rng.integers(len(fonts)))]
        self.font, self.second = pick, pick if rng.random() < 0.6 else others
        self.bold = int(rng.choice([0, 2, 4, 6, 9]))
        self.dark = black(rng) if rng.random() < 0.55 else dark(rng, rng.choice([0.6, 0.65, 0.4]))
        self.red, self.green, self.blue = dark(rng, 0.99), dark(rng, 0.38), dark(rng, 0.62)
        if rng.random() < 0.2:
            self.red, self.green, self.blue = dark(rng), dark(rng), dark(rng)
        if rng.random() < 0.15:
            self.green = self.blue = self.dark
        self.numeral = _NUMERALS[int(rng.integers(2))]
        self.ten_thousand = "萬" if rng.random() < 0.75 else "万"
        self.winds = _WINDS[int(rng.random() < 0.2)]
        self.dragon = "發" if rng.random() < 0.8 else "发"
        self.plate = int(rng.integers(5))
        self.wide, self.tall = float(rng.uniform(0.52, 0.95)), float(rng.uniform(0.34, 0.46))
        self.spread = (float(rng.uniform(0.55, 0.98)), float(rng.uniform(0.66, 0.98)))
        # Dots that lie closer are smaller, or they would run into one another.
        self.dot = float(rng.uniform(0.72, 1.0)) * min(1.0, min(self.spread) / 0.76)
        self.even_six, self.mirrored = bool(rng.random() < 0.4), bool(rng.random() < 0.25)
        self.rings, self.spokes = int(rng.integers(0, 4)), int(rng.choice([0, 0, 4, 6, 8, 12]))
        self.ring_line, self.filled = float(rng.uniform(1.5, 5)), bool(rng.random() < 0.4)
        self.stick = int(rng.integers(5))
        self.stick_wide = float(rng.uniform(0.055, 0.17)) * min(1.0, self.spread[0] / 0.7)
        self.stick_line = float(rng.uniform(1.5, 4))
        self.three_inks, self.any_ink = bool(rng.random() < 0.5), bool(rng.random() < 0.2)
        self.framed_winds = bool(rng.random() < 0.15)
        self.pictured = PictureFaces(rng, self._glyph, (self.red, self.green, self.blue), pictures)

    def face(self, code: str) -> RGBA:
        """Face `code`, (200, 150, 4) RGBA."""
        number, suit, face = int(code[0]), code[1], Face()
        if suit == "m":
            self._characters(face, number)
        elif suit == "p":
            self._dots(face, number)
        elif suit == "s" and number > 1:
            self._bamboos(face, number)
        elif suit == "z":
            self._honour(face, number)
        else:
            return self.pictured.face(code)
        return face.rgba

    def _glyph(self, face: Face, text: str, box: tuple[float, float, float, float], ink: Ink,
               second: bool = False) -> None:  # fmt: skip
        """`text` into the box (middle x, middle y, width, height) in shares of the face; a
        stroke that is thin by nature, like 一, stays thin."""
        mask = glyph(self.second if second else self.font, text)
        high, wide = mask.shape
        if self.bold:
            kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (self.bold + 1,) * 2)
            mask = np.asarray(cv2.dilate(mask, kernel), np.uint8)
        whole = 150.0
        x, y, w, h = box
        across, along = min(1.0, wide / (whole * len(text))), min(1.0, high / whole)
        face.stamp(mask, x * WIDE, y * HIGH, w * WIDE * across, h * HIGH * along, ink)

    def _characters(self, face: Face, number: int) -> None:
        tall = self.tall
        self._glyph(face, self.numeral[number - 1], (0.5, 0.04 + tall / 2 + 0.02, self.wide, tall),
                    self.dark)  # fmt: skip
        rest = (0.5, 0.97 - tall / 2, self.wide, tall)
        self._glyph(face, self.ten_thousand, rest, self.red, second=True)

    def _place(self, x: float, y: float) -> tuple[float, float]:
        across, along = self.spread
        return (0.5 + (x - 0.5) * across) * WIDE, (0.5 + (y - 0.5) * along) * HIGH

    def _dots(self, face: Face, number: int) -> None:
        radius = {1: 48, 2: 36, 3: 26, 4: 30, 5: 25, 6: 23, 7: 21, 8: 21, 9: 21}[number] * self.dot
        rows = _EVEN_SIX if number == 6 and self.even_six else _ROWS[number]
        for n, (x, y) in enumerate(rows):
            ink = self._dot_ink(number, n)
            x = 1 - x if self.mirrored else x
            self._dot(face, *self._place(x, y), radius, ink, number == 1)

    def _dot_ink(self, number: int, n: int) -> Ink:
        if self.any_ink:
            return (self.red, self.green, self.blue, self.dark)[int(self.rng.integers(4))]
        odd = (number == 5 and n == 2) or (number == 3 and n == 1)
        odd |= (number in (6, 7) and n >= number - 4) or (number == 9 and 3 <= n < 6)
        if odd or number == 1:
            return self.red
        if self.three_inks:
            return (self.green, self.blue)[n % 2 if number < 6 else 0]
        return self.blue

    def _dot(self, face: Face, x: float, y: float, radius: float, ink: Ink, large: bool) -> None:
        brush = face.paint(ink)
        line = self.ring_line * (1.4 if large else 1.0)
        if self.filled:
            brush.disc(x, y, radius)
            brush = face.paint(PALE)
        else:
            brush.disc(x, y, radius - line / 2, line)
        for ring in range(1, self.rings + 1 + int(large)):
            inner = radius * (1 - ring / (self.rings + 2 + int(large)))
            if inner > line:
                brush.disc(x, y, inner, max(1.0, line * 0.7))
        if self.spokes:
            for n in range(self.spokes):
                angle = 2 * math.pi * n / self.spokes
                ends = [
                    (x + r * math.cos(angle), y + r * math.sin(angle))
                    for r in (radius * 0.25, radius * 0.75)
                ]
                brush.stroke(ends, max(1.0, line * 0.7))
        (face.paint(self.red) if large else brush).disc(x, y, max(1.5, radius * 0.2))

    def _bamboos(self, face: Face, number: int) -> None:
        if number == 8:
            for half, up in ((0.27, 1), (0.73, -1)):
                for x, degrees in _LEANING:
                    self._bamboo(face, *self._place(x, half), 0.34, degrees * up, self.green)
            return
        rows = 3 if number in (7, 9) else 2
        for n, (x, y) in enumerate(_STICKS[number]):
            odd = (number == 5 and n == 2) or (number == 7 and n == 0)
            odd |= number == 9 and x == 0.5
            ink = self.red if odd else self.green
            if self.three_inks and number in (3, 4, 6) and y > 0.5:
                ink = self.blue
            self._bamboo(face, *self._place(x, y), 0.27 if rows == 3 else 0.38, 0, ink)

    def _bamboo(
        self, face: Face, x: float, y: float, share: float, degrees: float, ink: Ink
    ) -> None:
        long, thick = share * HIGH * self.spread[1], self.stick_wide * WIDE
        radians = math.radians(degrees)
        along = np.array([-math.sin(radians), math.cos(radians)])
        across = np.array([math.cos(radians), math.sin(radians)])
        middle = np.array([x, y])

        def at(u: float, v: float) -> tuple[float, float]:
            point = middle + along * (u * long / 2) + across * (v * thick / 2)
            return float(point[0]), float(point[1])

        brush = face.paint(ink)
        if self.stick == 0:
            brush.stroke([at(-0.85, 0), at(0.85, 0)], thick)
        elif self.stick == 1:
            corners = [at(-0.9, -1), at(-0.9, 1), at(0.9, 1), at(0.9, -1), at(-0.9, -1)]
            brush.stroke(corners, self.stick_line)
            brush.stroke([at(0, -1), at(0, 1)], self.stick_line)
        elif self.stick == 2:
            for low, top in ((-0.95, -0.06), (0.06, 0.95)):
                brush.polygon([at(low, -0.8), at(low, 0.8), at(top, 0.8), at(top, -0.8)])
        else:
            waist = 0.35 if self.stick == 3 else 0.6
            side = [(-0.95, 1.0), (-0.75, waist), (-0.15, waist), (0.0, 1.0), (0.15, waist),
                    (0.75, waist), (0.95, 1.0)]  # fmt: skip
            brush.polygon([at(u, v) for u, v in side] + [at(u, -v) for u, v in reversed(side)])
            if self.stick == 4:
                face.paint(PALE).stroke([at(-0.6, 0), at(-0.1, 0)], thick * 0.2)
                face.paint(PALE).stroke([at(0.1, 0), at(0.6, 0)], thick * 0.2)

    def _honour(self, face: Face, number: int) -> None:
        box = (0.5, 0.5, min(0.95, self.wide * 1.15), 0.62 + self.tall * 0.5)
        if number <= 4:
            self._glyph(face, self.winds[number - 1], box, self.dark)
            if self.framed_winds:
                frame(face, self.dark, 6, 2)
        elif number == 6:
            self._glyph(face, self.dragon, box, self.green)
        elif number == 7:
            self._glyph(face, "中", box, self.red)
        elif self.plate == 1:
            self._glyph(face, "白", box, self.blue)
        elif self.plate > 1:
            inset = int(self.rng.integers(8, 30))
            frame(face, self.blue, inset, self.ring_line)
            if self.plate > 2:
                frame(face, self.blue, inset + 8 + int(self.ring_line), self.ring_line / 2)
