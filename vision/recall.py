"""What of the tiles found needs no reading: known ones whose place looks as it did."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from vision.change import Mask, Picture
from vision.detections import Detections, box_iou
from vision.reader import Recall
from vision.surface import Surface
from vision.track import Track

_SAME_BOX: Final = 0.75
"""Shared area over joined area of two boxes of one tile that lies still."""
_JUST_AS: Final = 0.5
"""Share of what a place's look may differ by up to which nothing there is read again."""


def recall_from(
    known: Sequence[Track], surface: Surface, small: Picture, near: Mask
) -> Recall:
    """Asks for what is found in `near`, and knows of it what these tracks are."""
    boxes = np.array([track.box for track in known], np.float32).reshape(-1, 4)

    def recall(found: Detections) -> tuple[Detections, Detections]:
        found = found[surface.at(near, found.centres)]
        if not (len(found) and known):
            return found, Detections.empty(read=True)
        shared = box_iou(found.boxes, boxes)
        which = shared.argmax(axis=1)
        same = shared.max(axis=1) >= _SAME_BOX
        for row in np.flatnonzero(same):
            same[row] = surface.memory.holds(small, known[which[row]].id, _JUST_AS)
        if not same.any():
            return found, Detections.empty(read=True)
        held = found[same]
        angles = np.full(len(held), np.nan, np.float32)
        probs = np.array([known[n].probs for n in which[same]], np.float32)
        return found[~same], replace(
            held, probs=probs, angles=angles, known=np.ones_like(angles)
        )

    return recall
