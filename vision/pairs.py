"""Two faces side by side that were found as one, or as two across them.

Nine dots beside nine dots are a field of eighteen, and where its tiles part can
hardly be seen in a small picture. Its size tells: it is two tiles wide. Cut in
two there, both halves read as faces, or it was no pair.
"""

from __future__ import annotations

from typing import Final, Protocol

import numpy as np

from vision.change import Picture
from vision.detections import BACK_CLASS, Detections, FloatArray, shared_of_smaller

_ACROSS: Final = (1.7, 2.6)
_ALONE: Final = 1.85
_ALONG: Final = (0.8, 1.35)
"""Sides of two tiles' box as multiples of a tile's width and height; a single find is as wide
as two at least `_ALONE`: one lying across with its shadow is not."""
_OVERLAP: Final = 0.08
"""Least share of the smaller of two boxes in the other that are laid across a pair."""
_SURE: Final = 0.85
"""Least confidence with which each half is read."""
_CLEAR, _UPRIGHT = 0.9, 0.95
"""A single find that is clearly read is parted only where it is as high as a tile, at least,
and its halves show other faces, or are read more surely."""


class _Reads(Protocol):
    def reread(self, image: Picture, found: Detections) -> Detections: ...


def parted(
    image: Picture, reader: _Reads, found: Detections, tile: tuple[float, float]
) -> Detections:
    """`found`, read, with such pairs replaced by their two tiles, read.

    `tile`: its width and height in pixels.
    """
    ways = _ways(found, tile)
    if not ways:
        return found
    scores = np.repeat([found.scores[list(rows)].max() for rows, _ in ways], 2)
    boxes = np.concatenate([halves for _, halves in ways]).astype(np.float32)
    read = reader.reread(image, Detections(boxes, scores.astype(np.float32)))
    face = (read.classes != BACK_CLASS) & ~read.unknown & (read.confidences >= _SURE)
    gone: set[int] = set()
    new: list[int] = []
    for n, (rows, _) in enumerate(ways):
        halves = [2 * n, 2 * n + 1]
        held = float(found.confidences[list(rows)].min())
        surer = float(read.confidences[halves].min()) > held
        if len(rows) == 1:
            # Half of nine sticks is as good a nine as the whole; nine dots beside nine
            # dots may be nine sticks.
            others = (read.classes[halves] != found.classes[rows[0]]).all()
            surer |= held < _CLEAR or bool(others)
        if face[halves].all() and surer and gone.isdisjoint(rows):
            gone.update(rows)
            new += halves
    if not new:
        return found
    rest = found[np.setdiff1d(np.arange(len(found)), sorted(gone))]
    return Detections.concat([rest, read[new]])


def _ways(
    found: Detections, tile: tuple[float, float]
) -> list[tuple[tuple[int, ...], FloatArray]]:
    """Rows of `found` that together may be two tiles, and (2, 4) the halves."""
    ways: list[tuple[tuple[int, ...], FloatArray]] = []
    for row, box in enumerate(found.boxes):
        along = _UPRIGHT if found.confidences[row] >= _CLEAR else _ALONG[0]
        if (halves := _halves(box, tile, _ALONE, along)) is not None:
            ways.append(((row,), halves))
    boxes = found.boxes
    for one, other in np.argwhere(np.triu(shared_of_smaller(boxes) >= _OVERLAP, 1)):
        low, high = np.minimum(boxes[one], boxes[other]), np.maximum(boxes[one], boxes[other])
        if (halves := _halves(np.concatenate([low[:2], high[2:]]), tile)) is not None:
            ways.append(((int(one), int(other)), halves))
    return ways


def _halves(
    box: FloatArray, tile: tuple[float, float], wide: float = _ACROSS[0], high: float = _ALONG[0]
) -> FloatArray | None:
    """(2, 4) a box that is two tiles wide (at least `wide` times one) and one high (at least
    `high` times), or the other way round, in two."""
    size = box[2:] - box[:2]
    for axis in (0, 1):
        across, along = size[axis] / tile[0], size[1 - axis] / tile[1]
        if wide <= across <= _ACROSS[1] and high <= along <= _ALONG[1]:
            middle = (box[axis] + box[axis + 2]) / 2
            first, second = box.copy(), box.copy()
            first[axis + 2] = second[axis] = middle
            return np.stack([first, second])
    return None
