"""Finds the four corners of the play surface by its felt.

The felt is the commonest colour in the middle of the picture. Its outline is
hidden where hands stand at the rim, but shows near the corners; each side is
therefore a line fitted through those points of the outline that agree, and
the corners are where neighbouring lines meet. Which side is seat A's cannot
be seen; it comes from the configuration.
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.change import Mask, Picture
from vision.felt import Felt
from vision.geometry import Floats
from vision.settings import EyesSettings

_SIDE: Final = 540
"""Short side in pixels of the copy in which the outline is looked for."""
_LEAST_AREA: Final = 0.12
_AGREE: Final = 1.5
"""Pixels (of the copy) between a line and the points that agree with it."""
_LEAST_SHARE: Final = 0.12
"""A side is believed when this share of its points makes one straight edge."""
_LEAST_SPAN: Final = 0.6
_POINTS: Final = 400
_ROUNDS: Final = 120


def find_corners(
    image: Picture, near_side: int = 0, settings: EyesSettings | None = None
) -> Floats | None:
    """(4, 2) pixels in the order of `vision.geometry.Corners`, or None.

    `near_side`: where seat A sits in the picture, counted counter-clockwise:
    0 bottom, 1 right, 2 top, 3 left.
    """
    factor = max(1, min(image.shape[:2]) // _SIDE)
    size = (image.shape[1] // factor, image.shape[0] // factor)
    small = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
    outline = _outline(small, settings or EyesSettings())
    if outline is None:
        return None
    corners = _corners_of(outline)
    if corners is None:
        return None
    shift = np.array([image.shape[1] / size[0], image.shape[0] / size[1]])
    return np.asarray(np.roll((corners + 0.5) * shift, -near_side, axis=0), np.float64)


def _outline(small: Picture, settings: EyesSettings) -> NDArray[np.int32] | None:
    """(N, 2) points around the felt, everything lying on it included."""
    height, width = small.shape[:2]
    middle: Mask = np.zeros((height, width), np.bool_)
    middle[height // 6 : -height // 6, width // 4 : -width // 4] = True
    felt = Felt.learn(small, middle)
    if felt is None:
        return None
    mask = felt.mask(small, settings).astype(np.uint8)
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


def _corners_of(outline: NDArray[np.int32]) -> Floats | None:
    """Near left, near right, far right, far left in the picture."""
    rough = _rough_quadrilateral(outline)
    if rough is None:
        return None
    lines = []
    for i in range(4):
        line = _side_line(outline.astype(np.float64), rough[i], rough[(i + 1) % 4])
        if line is None:
            return None
        lines.append(line)
    corners = [np.cross(lines[i - 1], lines[i]) for i in range(4)]
    if any(abs(corner[2]) < 1e-9 for corner in corners):
        return None
    points = np.array([corner[:2] / corner[2] for corner in corners])
    if np.hypot(*(points - rough).T).max() > 0.2 * np.hypot(*(rough[0] - rough[2])):
        return None
    return points


def _rough_quadrilateral(outline: NDArray[np.int32]) -> Floats | None:
    hull = cv2.convexHull(outline)
    length = cv2.arcLength(hull, True)
    for share in np.linspace(0.01, 0.12, 23):
        polygon = cv2.approxPolyDP(hull, float(share) * length, True).reshape(-1, 2)
        if len(polygon) == 4:
            return _in_order(polygon.astype(np.float64))
        if len(polygon) < 4:
            return None
    return None


def _in_order(points: Floats) -> Floats:
    """Counter-clockwise in the picture, from the one at the lower left."""
    middle = points.mean(axis=0)
    angles = np.arctan2(-(points[:, 1] - middle[1]), points[:, 0] - middle[0])
    around = points[np.argsort(angles)]
    start = int(np.argmax(around @ (-1.0, 1.0)))
    return np.asarray(np.roll(around, -start, axis=0), np.float64)


def _side_line(outline: Floats, start: Floats, end: Floats) -> Floats | None:
    """The outline's line (a, b, c) near the side from `start` to `end`.

    Of the lines through two outline points the one with most agreeing points
    wins; those furthest out count most, for what stands at the rim only takes
    away from the felt.
    """
    direction = (end - start) / np.hypot(*(end - start))
    length = float(np.hypot(*(end - start)))
    along = (outline - start) @ direction
    outward = (outline - start) @ np.array([-direction[1], direction[0]])
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
        agree = np.abs((near - first) @ normal) < _AGREE
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
    outside = 0.5 if normal @ (-direction[1], direction[0]) > 0 else -0.5
    return np.array([*normal, -(normal @ (x, y)) - outside])
