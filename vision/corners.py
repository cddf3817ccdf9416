"""Finds the four corners of the play surface by its felt.

The felt is the commonest colour in the middle of the picture. Its outline is
hidden where hands stand at the rim, but shows near the corners; each side is
therefore a line fitted through those points of the outline that agree, and
the corners are where neighbouring lines meet. Which side is seat A's cannot
be seen; it comes from the configuration.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Self

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.change import Mask, Picture
from vision.felt import Felt
from vision.lens import STRAIGHT, Bend, Floats, Size, bent, straightened
from vision.settings import EyesSettings

_SIDE: Final = 540
"""Short side in pixels of the copy in which the outline is looked for."""
_LEAST_AREA: Final = 0.12
_AGREE: Final = 1.5
"""Pixels (of the copy) between a line and the points that agree with it."""
_LEAST_SHARE: Final = 0.12
"""A side is believed when this share of its points makes one straight edge."""
_BEYOND: Final = 0.04
_LEAST_SPAN: Final = 0.6
_POINTS: Final = 400
_ROUNDS: Final = 120
_SMOOTH: Final = 1.2
"""Blur in pixels (of the copy): in the dark colour is mostly noise."""
_HULL_EXACT: Final = 1.5


@dataclass(frozen=True, slots=True, eq=False)
class Outlines:
    """Where the felt ends in a picture: `points`, each (N, 2) pixels around it in a copy
    of `size` (width, height); `scale`: pixels of the picture for one of those."""

    points: tuple[NDArray[np.int32], ...]
    size: Size
    scale: Floats

    @classmethod
    def of(cls, image: Picture, settings: EyesSettings | None = None) -> Self:
        """`image` (height, width, 3) BGR."""
        factor = max(1, min(image.shape[:2]) // _SIDE)
        size = (image.shape[1] // factor, image.shape[0] // factor)
        small = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
        scale = np.array([image.shape[1] / size[0], image.shape[0] / size[1]])
        return cls(tuple(_outlines(small, settings or EyesSettings())), size, scale)

    def straightened(self, at: int, bend: Bend) -> Floats | NDArray[np.int32]:
        """(N, 2) the points of outline `at` as a lens without this bend would show them."""
        points = self.points[at]
        if not any(bend):
            return points
        return straightened(points.astype(np.float64) + 0.5, self.size, bend) - 0.5

    def corners(self, bend: Bend, near_side: int = 0) -> Floats | None:
        """(4, 2) pixels of the picture, as `find_corners` gives them."""
        found = [corners_of(self.straightened(at, bend)) for at in range(len(self.points))]
        believed = [one for one in found if one is not None]
        if not believed:
            return None
        flat, _ = max(believed, key=lambda one: one[1])
        pixels = bent(flat + 0.5, self.size, bend) * self.scale
        return np.asarray(np.roll(pixels, -near_side, axis=0), np.float64)


def find_corners(
    image: Picture,
    near_side: int = 0,
    settings: EyesSettings | None = None,
    bend: Bend = STRAIGHT,
) -> Floats | None:
    """(4, 2) pixels in the order of `vision.geometry.Corners`, or None.

    `near_side`: where seat A sits in the picture, counted counter-clockwise:
    0 bottom, 1 right, 2 top, 3 left. `bend`: the lens' own, where it is known.
    """
    return Outlines.of(image, settings).corners(bend, near_side)


def _outlines(small: Picture, settings: EyesSettings) -> Iterator[NDArray[np.int32]]:
    """(N, 2) points around the felt: by its colour and light, and by its colour alone.

    A lamp in one corner leaves the others too dark for the first; a floor of
    the felt's own colour is no part of it only in the second's absence.
    """
    height, width = small.shape[:2]
    middle: Mask = np.zeros((height, width), np.bool_)
    middle[height // 6 : -height // 6, width // 4 : -width // 4] = True
    felt = Felt.learn(small, middle)
    if felt is None:
        return
    smooth = np.asarray(cv2.GaussianBlur(small, (0, 0), _SMOOTH), np.uint8)
    for mask in (felt.mask(small, settings), felt.coloured(smooth, settings)):
        outline = _outline_of(mask.astype(np.uint8))
        if outline is not None:
            yield outline


def _outline_of(mask: NDArray[np.uint8]) -> NDArray[np.int32] | None:
    """The outline of the largest piece, everything lying on it included."""
    height, width = mask.shape
    mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)))
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    if not contours:
        return None
    largest = max(contours, key=cv2.contourArea)
    if cv2.contourArea(cv2.convexHull(largest)) < _LEAST_AREA * height * width:
        return None
    points = largest.reshape(-1, 2)
    # Where the felt runs out of the picture its outline is not the table's edge.
    inside = ((points > 1) & (points < (width - 2, height - 2))).all(axis=1)
    return np.asarray(points[inside], np.int32) if inside.any() else None


def corners_of(outline: NDArray[np.int32] | Floats) -> tuple[Floats, float] | None:
    """Near left, near right, far right, far left in the picture, and the least share
    of points that a side has on its line."""
    rough = _rough_quadrilateral(outline)
    if rough is None:
        return None
    sides = [
        _side_line(outline.astype(np.float64), rough[i], rough[(i + 1) % 4]) for i in range(4)
    ]
    lines = [side[0] for side in sides if side is not None]
    if len(lines) < 4:
        return None
    points = _crossings(np.array(lines))
    if points is None:
        return None
    if np.hypot(*(points - rough).T).max() > 0.2 * np.hypot(*(rough[0] - rough[2])):
        return None
    return points, min(side[1] for side in sides if side is not None)


def _crossings(lines: Floats) -> Floats | None:
    """(N, 2) where each of the lines (N, 3) meets the one before it."""
    crossed = np.cross(np.roll(lines, 1, axis=0), lines)
    if (np.abs(crossed[:, 2]) < 1e-9).any():
        return None
    return np.asarray(crossed[:, :2] / crossed[:, 2:], np.float64)


def _rough_quadrilateral(outline: NDArray[np.int32] | Floats) -> Floats | None:
    """The four sides of the hull without which it would grow most.

    Whatever stands at the rim or in a corner takes felt away, and the hull gets
    short edges there; prolonging their neighbours over them adds little.
    """
    whole = outline.dtype == np.int32
    hull = cv2.convexHull(outline if whole else outline.astype(np.float32))
    hull = cv2.approxPolyDP(hull, _HULL_EXACT, True).reshape(-1, 2)
    points = hull.astype(np.float64)
    while len(points) > 4:
        grown = [(_added(points, i), i) for i in range(len(points))]
        least, edge = min(grown)
        if not np.isfinite(least):
            return None
        tip = _tip(points, edge)
        assert tip is not None
        after = (edge + 1) % len(points)
        points[edge] = tip
        points = np.delete(points, after, axis=0)
    return _in_order(points) if len(points) == 4 else None


def _tip(points: Floats, edge: int) -> Floats | None:
    """Where the neighbours of the edge from point `edge` on meet beyond it."""
    before, start = points[edge - 1], points[edge]
    end, after = points[(edge + 1) % len(points)], points[(edge + 2) % len(points)]
    one, other = start - before, end - after
    turn = one[0] * other[1] - one[1] * other[0]
    if abs(turn) < 1e-9:
        return None
    gap = end - start
    along = (gap[0] * other[1] - gap[1] * other[0]) / turn
    return np.asarray(start + along * one) if along > 0 else None


def _added(points: Floats, edge: int) -> float:
    """The area by which the polygon grows without that edge; infinite where its
    neighbours do not meet."""
    tip = _tip(points, edge)
    if tip is None:
        return float("inf")
    one, other = tip - points[edge], points[(edge + 1) % len(points)] - points[edge]
    return abs(float(one[0] * other[1] - one[1] * other[0])) / 2


def _in_order(points: Floats) -> Floats:
    """Counter-clockwise in the picture, from the one at the lower left."""
    middle = points.mean(axis=0)
    angles = np.arctan2(-(points[:, 1] - middle[1]), points[:, 0] - middle[0])
    around = points[np.argsort(angles)]
    start = int(np.argmax(around @ (-1.0, 1.0)))
    return np.asarray(np.roll(around, -start, axis=0), np.float64)


def _side_line(outline: Floats, start: Floats, end: Floats) -> tuple[Floats, float] | None:
    """The outline's line (a, b, c) near the side from `start` to `end`, and the share
    of points there that agree with it.

    Of the lines through two outline points the one with most agreeing points
    wins; those furthest out count most, for what stands at the rim only takes
    away from the felt.
    """
    direction = (end - start) / np.hypot(*(end - start))
    length = float(np.hypot(*(end - start)))
    along = (outline - start) @ direction
    out = np.array([-direction[1], direction[0]])
    outward = (outline - start) @ out
    near = outline[(np.abs(outward) < 0.06 * length) & (along > 0) & (along < length)]
    near = near[:: max(1, len(near) // _POINTS)]
    if len(near) < 10:
        return None
    rng = np.random.default_rng(0)
    best: NDArray[np.bool_] | None = None
    for _ in range(_ROUNDS):
        first, second = near[rng.integers(len(near), size=2)]
        if np.hypot(*(second - first)) < 0.25 * length:
            continue
        normal = np.array([first[1] - second[1], second[0] - first[0]])
        normal /= np.hypot(*normal)
        away = (near - first) @ normal
        # Felt shows beyond the row of tiles at a rim, but never beyond the rim.
        if (away * np.sign(normal @ out) > 2 * _AGREE).mean() > _BEYOND:
            continue
        agree = np.abs(away) < _AGREE
        if best is None or agree.sum() > best.sum():
            best = agree
    if best is None or best.mean() < _LEAST_SHARE:
        return None
    # A row of tiles at a rim outside the picture is straight too, but shorter.
    if np.ptp((near[best] - start) @ direction) < _LEAST_SPAN * length:
        return None
    vx, vy, x, y = cv2.fitLine(
        near[best].astype(np.float32), cv2.DIST_HUBER, 0, 0.01, 0.01
    ).reshape(4)
    normal = np.array([vy, -vx], np.float64)
    # The outline runs through the middles of the outermost felt pixels.
    outside = 0.5 if normal @ out > 0 else -0.5
    return np.array([*normal, -(normal @ (x, y)) - outside]), float(best.mean())
