"""What faces are drawn with: glyphs of any font, shapes and inks, on a clear ground."""

from __future__ import annotations

import colorsys
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from models.faces import RGBA

WIDE: Final = 150
HIGH: Final = 200
"""Pixels of a drawn face."""
Rng = np.random.Generator
Ink = tuple[int, int, int]
"""Red, green, blue."""
Mask = NDArray[np.uint8]
PALE: Final[Ink] = (244, 240, 228)
"""The tile's own colour, where it shows through ink."""


@lru_cache(maxsize=64)
def font(path: Path) -> cv2.FontFace:
    """A font file, read once."""
    return cv2.FontFace(str(path))


@lru_cache(maxsize=4096)
def glyph(path: Path, text: str) -> Mask:
    """`text` cut to its ink, large; `ValueError` for a font that draws nothing."""
    sheet = np.zeros((220, 180 * len(text) + 60, 3), np.uint8)
    cv2.putText(sheet, text, (20, 180), (255, 255, 255), font(path), 150)
    ink = sheet[..., 0]
    rows, columns = np.flatnonzero(ink.any(axis=1)), np.flatnonzero(ink.any(axis=0))
    if not len(rows):
        raise ValueError(f"{path} draws nothing for {text}")
    return np.ascontiguousarray(ink[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1])


def dark(rng: Rng, hue: float | None = None) -> Ink:
    """A full colour, about `hue` (0…1) where that is given."""
    hue = float(rng.random()) if hue is None else hue + float(rng.normal(0, 0.03))
    saturation, value = rng.uniform(0.6, 1.0), rng.uniform(0.25, 0.8)
    r, g, b = colorsys.hsv_to_rgb(hue % 1, saturation, value)
    return round(r * 255), round(g * 255), round(b * 255)


def black(rng: Rng) -> Ink:
    """Black, more or less."""
    level = int(rng.integers(0, 70))
    return level, level, min(255, level + int(rng.integers(0, 30)))


class Face:
    """One face being drawn: ink on nothing."""

    def __init__(self) -> None:
        self.rgba: RGBA = np.zeros((HIGH, WIDE, 4), np.uint8)

    def stamp(self, mask: Mask, x: float, y: float, wide: float, high: float, ink: Ink) -> None:
        """`mask` in `ink` into the box around (x, y), pixels."""
        w, h = max(2, round(wide)), max(2, round(high))
        small = np.asarray(cv2.resize(mask, (w, h), interpolation=cv2.INTER_AREA), np.uint8)
        left, top = round(x - w / 2), round(y - h / 2)
        x0, y0, x1, y1 = max(left, 0), max(top, 0), min(left + w, WIDE), min(top + h, HIGH)
        if x0 >= x1 or y0 >= y1:
            return
        self.blend(small[y0 - top : y1 - top, x0 - left : x1 - left], (x0, y0, x1, y1), ink)

    def blend(self, mask: Mask, box: tuple[int, int, int, int], ink: Ink) -> None:
        part = self.rgba[box[1] : box[3], box[0] : box[2]]
        on = mask > 90
        part[..., :3][on] = ink
        part[..., 3] = np.maximum(part[..., 3], mask)

    def paint(self, ink: Ink) -> Brush:
        return Brush(self, ink)


class Brush:
    """Shapes in one ink; lengths in pixels of the face."""

    def __init__(self, face: Face, ink: Ink) -> None:
        self._face, self.ink = face, ink

    def _put(self, mask: Mask) -> None:
        self._face.blend(mask, (0, 0, WIDE, HIGH), self.ink)

    def disc(self, x: float, y: float, radius: float, line: float = -1) -> None:
        mask = np.zeros((HIGH, WIDE), np.uint8)
        width = -1 if line < 0 else max(1, round(line))
        cv2.circle(mask, (round(x), round(y)), max(1, round(radius)), (255,), width, cv2.LINE_AA)
        self._put(mask)

    def oval(self, x: float, y: float, a: float, b: float, degrees: float, line: int = -1) -> None:
        mask = np.zeros((HIGH, WIDE), np.uint8)
        axes = (max(1, round(a)), max(1, round(b)))
        cv2.ellipse(mask, (round(x), round(y)), axes, degrees, 0, 360, (255,), line, cv2.LINE_AA)
        self._put(mask)

    def stroke(self, points: Sequence[tuple[float, float]], width: float) -> None:
        mask = np.zeros((HIGH, WIDE), np.uint8)
        line = np.round(np.array(points)).astype(np.int32)
        cv2.polylines(mask, [line], False, (255,), max(1, round(width)), cv2.LINE_AA)
        self._put(mask)

    def polygon(self, points: Sequence[tuple[float, float]]) -> None:
        mask = np.zeros((HIGH, WIDE), np.uint8)
        cv2.fillPoly(mask, [np.round(np.array(points)).astype(np.int32)], (255,), cv2.LINE_AA)
        self._put(mask)


def thickened(face: RGBA, by: int) -> RGBA:
    """`face` with strokes `by` pixels thicker, or thinner where that is negative."""
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * abs(by) + 1,) * 2)
    if by < 0:
        thin = face.copy()
        thin[..., 3] = cv2.erode(face[..., 3], kernel)
        return thin
    # New ink takes the colour of what it grew from.
    colour = face[..., :3].copy()
    colour[face[..., 3] < 60] = 0
    grown = cv2.dilate(colour, kernel)
    known = face[..., 3:] >= 60
    rgb = np.where(known, face[..., :3], grown)
    return np.dstack([rgb, cv2.dilate(face[..., 3], kernel)]).astype(np.uint8)


def reinked(face: RGBA, turn: float, grey: float, lighter: float) -> RGBA:
    """`face` in inks whose hues are turned (0…1), greyer (0…1) and lighter by a factor."""
    hsv = cv2.cvtColor(np.ascontiguousarray(face[..., :3]), cv2.COLOR_RGB2HSV).astype(np.float32)
    hsv[..., 0] = (hsv[..., 0] + turn * 180) % 180
    hsv[..., 1] *= 1 - grey
    hsv[..., 2] = np.clip(hsv[..., 2] * lighter, 0, 235)
    rgb = cv2.cvtColor(np.clip(hsv, 0, 255).astype(np.uint8), cv2.COLOR_HSV2RGB)
    return np.dstack([rgb, face[..., 3]]).astype(np.uint8)


def stretched(face: RGBA, size: NDArray[np.float64]) -> RGBA:
    """`face` drawn wider and higher by (2,) `size` about its middle."""
    high, wide = face.shape[:2]
    middle = np.array([wide / 2, high / 2])
    matrix = np.column_stack([np.diag(size), middle - size * middle])
    return np.asarray(cv2.warpAffine(face, matrix, (wide, high), flags=cv2.INTER_AREA), np.uint8)


def frame(face: Face, ink: Ink, inset: float, line: float) -> None:
    """A rectangle `inset` pixels from the face's edge."""
    left, top, right, bottom = inset, inset * 1.2, WIDE - inset, HIGH - inset * 1.2
    corners = [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)]
    face.paint(ink).stroke(corners, line)
