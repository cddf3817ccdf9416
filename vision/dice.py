"""Reads the two dice under the dome, where no serial line tells them.

Dice are the two white squares on the dome's plate, pips the dark or red spots
on them. A reading counts when each die's spots look the same upside down, as
those of every face do, and two looks agree. Anything else is no reading.
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.layout import TableLayout
from vision.change import Picture
from vision.geometry import Calibration

Pair = tuple[int, int]

_SCALE: Final = 5.0
"""Pixels per millimetre of the picture in which dice are read."""
_REACH: Final = 0.62
"""Share of the dome's radius in which dice come to lie."""
_SIDE_MM: Final = (8.0, 24.0)
_PLATE_HEIGHT: Final = 14.0
_BLUR_MM: Final = 0.45
_PIP_MM: Final = 6.5
"""A pip is narrower than this."""
_APART_MM: Final = 2.3
"""Pips' middles are at least this far apart."""
_CONTRAST: Final = 16.0
_SHARE: Final = 0.25
"""A pip under glare keeps at least this share of the darkest one's contrast."""
_ROUND: Final = 0.62
"""Share of its circle that a round spot fills; two pips run together fill less."""
_SYMMETRY_MM: Final = 1.0


class DiceReader:
    """Reads the dome of one table; a reading counts when two looks agree."""

    def __init__(self, layout: TableLayout) -> None:
        self.reach = layout.dome_radius * _REACH
        self.pair: Pair | None = None
        self._last: Pair | None = None

    def look(self, image: Picture, calibration: Calibration) -> None:
        """One look at a frame in which nothing moves under or over the dome."""
        seen = read_dice(image, calibration, self.reach)
        if seen == self._last:
            self.pair = seen
        self._last = seen


def read_dice(image: Picture, calibration: Calibration, reach: float) -> Pair | None:
    """The pips of the two dice within `reach` millimetres of the centre, smaller
    first; None where they cannot be read."""
    plate = _plate(image, calibration, reach)
    darkest = np.asarray(plate.min(axis=2), np.uint8)
    bodies = _bodies(darkest)
    if len(bodies) != 2:
        return None
    first, second = sorted(_pips(darkest, body) for body in bodies)
    return (first, second) if first >= 1 else None


def _plate(image: Picture, calibration: Calibration, reach: float) -> Picture:
    """The dome from above, `_SCALE` pixels per millimetre."""
    size = round(2 * reach * _SCALE)
    corners = [(-reach, -reach), (reach, -reach), (reach, reach), (-reach, reach)]
    pixels = calibration.to_pixel(corners, _PLATE_HEIGHT).astype(np.float32)
    target = np.array([(0, 0), (size, 0), (size, size), (0, size)], np.float32)
    matrix = cv2.getPerspectiveTransform(pixels, target)
    return np.asarray(cv2.warpPerspective(image, matrix, (size, size), flags=cv2.INTER_CUBIC))


def _bodies(darkest: NDArray[np.uint8]) -> list[NDArray[np.uint8]]:
    """A filled mask for each thing of a die's size and whiteness."""
    half = darkest.shape[0] // 2
    middle = np.zeros_like(darkest)
    cv2.circle(middle, (half, half), half, 255, -1)
    level, _ = cv2.threshold(darkest[middle > 0], 0, 255, cv2.THRESH_OTSU)
    white = ((darkest > level) & (middle > 0)).astype(np.uint8)
    white = np.asarray(cv2.morphologyEx(white, cv2.MORPH_OPEN, np.ones((9, 9), np.uint8)), np.uint8)
    contours, _ = cv2.findContours(white, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    low, high = (side * _SCALE for side in _SIDE_MM)
    bodies = []
    for contour in contours:
        hull = cv2.convexHull(contour)
        _, (width, height), _ = cv2.minAreaRect(hull)
        if not (low < min(width, height) and max(width, height) < high):
            continue
        if cv2.contourArea(contour) < 0.75 * cv2.contourArea(hull):
            continue
        body = np.zeros_like(darkest)
        cv2.fillConvexPoly(body, hull.astype(np.int32), 1)
        bodies.append(body)
    return bodies


def _pips(darkest: NDArray[np.uint8], body: NDArray[np.uint8]) -> int:
    """How many spots a die shows; 0 where they make none of the six patterns."""
    left, top, width, height = cv2.boundingRect(body)
    pad = _odd(_PIP_MM)
    window = (
        slice(max(0, top - pad), top + height + pad),
        slice(max(0, left - pad), left + width + pad),
    )
    darkest, body = darkest[window], body[window]
    smooth = cv2.GaussianBlur(darkest, (0, 0), _BLUR_MM * _SCALE)
    hole = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (_odd(_PIP_MM), _odd(_PIP_MM)))
    dark = np.asarray(cv2.morphologyEx(smooth, cv2.MORPH_BLACKHAT, hole), np.uint8)
    inside = cv2.erode(body, np.ones((_odd(1.0), _odd(1.0)), np.uint8))
    dark = np.where(inside > 0, dark, np.uint8(0))
    least = max(_CONTRAST, _SHARE * float(dark.max()))
    around = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (_odd(_APART_MM), _odd(_APART_MM)))
    peaks = ((dark == cv2.dilate(dark, around)) & (dark >= least)).astype(np.uint8)
    _, _, _, middles = cv2.connectedComponentsWithStats(peaks)
    pips = _one_each(dark, least, middles[1:]) / _SCALE
    return len(pips) if 1 <= len(pips) <= 6 and _is_pattern(pips) else 0


def _one_each(
    dark: NDArray[np.uint8], least: float, peaks: NDArray[np.float64]
) -> NDArray[np.float64]:
    """(N, 2) peaks, with those of one round spot (the large 1) put together."""
    _, spots = cv2.connectedComponents((dark >= least).astype(np.uint8))
    owners = np.array([spots[round(y), round(x)] for x, y in peaks])
    result: list[NDArray[np.float64]] = []
    for spot in np.unique(owners):
        rows, columns = np.nonzero(spots == spot)
        points = np.stack([columns, rows], axis=1).astype(np.float32)
        _, radius = cv2.minEnclosingCircle(points)
        if len(points) > _ROUND * np.pi * max(radius, 1.0) ** 2:
            result.append(points.mean(axis=0).astype(np.float64))
        else:
            result.extend(peaks[owners == spot])
    return np.array(result).reshape(-1, 2)


def _is_pattern(pips: NDArray[np.float64]) -> bool:
    """Every face of a die looks the same upside down."""
    mirrored = 2 * pips.mean(axis=0) - pips
    distances = np.hypot(*(pips[:, None] - mirrored[None]).transpose(2, 0, 1))
    return bool(distances.min(axis=1).max() < _SYMMETRY_MM)


def _odd(millimetres: float) -> int:
    return 2 * int(millimetres * _SCALE / 2) + 1
