"""How long the tiles of a picture are, and boxes that fall short of it.

A box that cuts off a row of dots shows another tile: 9p without its last row
is 6p. Tiles side by side are of one size, so those around a tile say how long
it is.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.detections import FloatArray

NEIGHBOURS: Final = 7
"""How many tiles around, itself among them, say how long a tile is there."""
STRETCH: Final = 1.2
"""A box is brought to its neighbours' length when that is at most this many times its own."""
CUT: Final = 0.9
"""A box shorter than this share of its neighbours' length may have lost a part of its tile."""
MUCH_CUT: Final = 0.8
"""A box shorter than this share of the whole tile's has lost a part whatever it shows."""
SLIM: Final = 0.74
"""A tile's width as a share of its length."""
FITS: Final = (0.74, 1.2)
"""Shares of a tile's width between which a side is taken for the width."""
LEAST: Final = 0.5
"""Less than this share of a tile's length in a box is too little to go by."""


def usual_lengths(boxes: FloatArray) -> FloatArray:
    """(N,) the median long side of each box and those nearest to it; with too few
    boxes their own."""
    longs = (boxes[:, 2:] - boxes[:, :2]).max(axis=1) if len(boxes) else np.zeros(0, np.float32)
    if len(boxes) < NEIGHBOURS:
        return np.asarray(longs, np.float32)
    centres = (boxes[:, :2] + boxes[:, 2:]) / 2
    away = np.abs(centres[:, None] - centres[None]).sum(axis=2)
    near = np.argpartition(away, NEIGHBOURS - 1, axis=1)[:, :NEIGHBOURS]
    return np.asarray(np.median(longs[near], axis=1), np.float32)


def steadied(boxes: FloatArray) -> FloatArray:
    """(N, 4) boxes, those a little shorter than the tiles around them brought to length.

    Both ends move alike. Much shorter ones stay: they are standing edges, or
    tiles further away.
    """
    if len(boxes) < NEIGHBOURS:
        return boxes
    centres = (boxes[:, :2] + boxes[:, 2:]) / 2
    sizes = boxes[:, 2:] - boxes[:, :2]
    longs = sizes.max(axis=1)
    usual = usual_lengths(boxes)
    wanted = np.where(usual <= STRETCH * longs, np.maximum(longs, usual), longs)
    grown = np.where(sizes == longs[:, None], wanted[:, None], sizes) / 2
    return np.asarray(np.concatenate([centres - grown, centres + grown], axis=1), np.float32)


def longer_ways(
    boxes: FloatArray, length: float | None = None
) -> tuple[NDArray[np.intp], FloatArray]:
    """What the boxes that may have lost a part of their tile could be in full.

    `length`: long side in pixels of a tile that lies straight, where known; else the tiles
    around tell it. Returns (M,) which box, and (M, 4) a box of that length, with
    one edge moved. A box has none, two or four of them: where its sides are
    alike nobody knows which is the tile's width.
    """
    sizes = boxes[:, 2:] - boxes[:, :2]
    known = length is not None
    usual = np.full(len(boxes), length, np.float32) if known else usual_lengths(boxes)
    short = sizes.max(axis=1, initial=0) < CUT * usual
    which, longer = [], []
    for axis in (0, 1):
        width = sizes[:, 1 - axis] / (SLIM * usual)
        fits = (FITS[0] <= width) & (width <= FITS[1]) & (sizes[:, axis] > LEAST * usual)
        for n in np.flatnonzero(short & fits):
            for edge, sign in ((axis, -1), (axis + 2, 1)):
                box = boxes[n].copy()
                box[edge] += sign * (usual[n] - sizes[n, axis])
                which.append(n)
                longer.append(box)
    return np.array(which, np.intp), np.array(longer, np.float32).reshape(-1, 4)


def much_too_short(boxes: FloatArray, longer: FloatArray) -> NDArray[np.bool_]:
    """(N,) whether (N, 4) boxes lack so much of those in full that no face tells what they are."""
    long_sides = (longer[:, 2:] - longer[:, :2]).max(axis=1, initial=0)
    return np.asarray((boxes[:, 2:] - boxes[:, :2]).max(axis=1, initial=0) < MUCH_CUT * long_sides)
