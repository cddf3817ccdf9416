"""Finds that are no tile of their own: crumbs, sides and halves of one."""

from __future__ import annotations

import numpy as np

from vision.change import Mask
from vision.detections import BACK_CLASS, Detections, shared_of_smaller
from vision.surface import Surface

_HALVES = 0.25
"""Share of the smaller of two boxes that lies in the other where both are one tile."""
_ONE_TILE, _WITH_SIDES = 1.25, 1.6
"""Sides of one tile as multiples of its own: two faces that fill no more are its halves; and
with its visible sides and shadow, as halves that overlap may hold them."""
_WHOLE = 0.76
"""A face's box is at least this share of the tile's width."""
_CLEAR, _WITHIN = 0.8, 0.75
"""Confidence of a clear face, and the share of a find that lies within its tile."""


def crumbs(surface: Surface, found: Detections) -> Mask:
    """(N,) faces too small for a tile lying there: a part of one, or of two."""
    if not len(found):
        return np.zeros(0, np.bool_)
    tile = surface.layout.tile
    points = surface.calibration.to_table(found.centres.astype(np.float64), tile.thickness)
    least = np.full(len(found), np.inf)
    for axis in ((tile.width / 2, 0.0), (0.0, tile.width / 2)):
        ends = [surface.calibration.to_pixel(points + s * np.array(axis), tile.thickness)
                for s in (-1, 1)]  # fmt: skip
        least = np.minimum(least, np.hypot(*(ends[1] - ends[0]).T))
    sides = (found.boxes[:, 2:] - found.boxes[:, :2]).min(axis=1)
    return np.asarray((found.classes != BACK_CLASS) & (sides < _WHOLE * least), np.bool_)


def sides(surface: Surface, found: Detections) -> Mask:
    """(N,) finds that are the side of a tile whose face was found: no face is clear on
    them, and they lie within what is seen of that tile."""
    clear = (found.classes != BACK_CLASS) & (found.confidences >= _CLEAR)
    faces = found.boxes[clear].astype(np.float64)
    if not len(faces) or clear.all():
        return np.zeros(len(found), np.bool_)
    height = surface.layout.tile.thickness
    bodies = surface.down_to_felt(faces, np.full(len(faces), height))
    rest = found.boxes[~clear].astype(np.float64)
    low = np.maximum(rest[:, None, :2], bodies[None, :, :2])
    inside = np.clip(np.minimum(rest[:, None, 2:], bodies[None, :, 2:]) - low, 0, None)
    areas = (rest[:, 2:] - rest[:, :2]).prod(axis=1)
    sides = np.zeros(len(found), np.bool_)
    sides[~clear] = inside.prod(axis=2).max(axis=1) > _WITHIN * areas
    return sides


def halves(surface: Surface, found: Detections) -> list[tuple[int, int]]:
    """Pairs of finds that overlap as two tiles cannot and together make one, and
    pairs of faces that together are no larger than one."""
    boxes = found.boxes.astype(np.float64)
    if len(boxes) < 2:
        return []
    low = np.minimum(boxes[:, None, :2], boxes[None, :, :2])
    sides = np.sort(np.maximum(boxes[:, None, 2:], boxes[None, :, 2:]) - low, axis=2)
    largest = (sides / surface.tile_size).max(axis=2)
    face = found.classes != BACK_CLASS
    one_tile = (shared_of_smaller(boxes) > _HALVES) & (largest <= _WITH_SIDES)
    one_tile |= (face[:, None] & face[None]) & (largest <= _ONE_TILE)
    pairs: list[tuple[int, int]] = []
    used: set[int] = set()
    for one, other in np.argwhere(np.triu(one_tile, 1)):
        if not used & {int(one), int(other)}:
            used |= {int(one), int(other)}
            pairs.append((int(one), int(other)))
    return pairs
