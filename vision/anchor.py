"""Follows a camera that was moved, where its corners were given by hand.

What `find_corners` finds may differ a little from corners that people chose, but
it moves with the camera as they do: how far it went tells where they went.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Self

import cv2
import numpy as np

from vision.change import Picture
from vision.corners import find_corners
from vision.geometry import Calibration, Floats
from vision.lens import bent
from vision.settings import EyesSettings

MOVED: Final = 0.012
"""Share of the table's side by which its corners lie elsewhere once a camera was moved;
below it lie the differences from look to look."""
TRUST: Final = 0.03
"""Share of the table's side by which found corners may differ from given ones; beyond
it what is found is something else than the table."""


@dataclass(frozen=True, slots=True, eq=False)
class Anchor:
    """`found` (4, 2): corners as they were found where the given ones held, in the
    order of those; None where finding cannot be trusted."""

    found: Floats | None

    @classmethod
    def of(
        cls,
        image: Picture,
        calibration: Calibration,
        near_side: int = 0,
        settings: EyesSettings | None = None,
    ) -> Self:
        """What is found in a picture for which `calibration` holds."""
        found = find_corners(image, near_side, settings, calibration.bend)
        return cls.from_found(found, calibration)

    @classmethod
    def from_found(cls, found: Floats | None, calibration: Calibration) -> Self:
        """`found`, where it is near enough to the calibration's corners."""
        given = np.array(calibration.corners)
        if found is None:
            return cls(None)
        found = in_order_of(given, found)
        return cls(found if far_apart(found, given) < TRUST else None)

    def followed(self, now: Floats, calibration: Calibration) -> tuple[Self, Floats]:
        """`now`: corners as found now. The anchor there, and where the calibration's
        corners are then (4, 2)."""
        given = np.array(calibration.corners)
        if self.found is None:
            return self, given
        now = in_order_of(self.found, now)
        before, after, corners = map(calibration.straightened, (self.found, now, given))
        moved = cv2.getPerspectiveTransform(before.astype(np.float32), after.astype(np.float32))
        there = cv2.perspectiveTransform(corners.reshape(-1, 1, 2), moved).reshape(4, 2)
        flat = np.asarray(there, np.float64)
        return type(self)(now), bent(flat, calibration.frame_size, calibration.bend)


def in_order_of(reference: Floats, corners: Floats) -> Floats:
    """The same four corners, each nearest to its counterpart in `reference` (4, 2)."""
    ways = [np.roll(way, turn, axis=0) for way in (corners, corners[::-1]) for turn in range(4)]
    return min(ways, key=lambda way: float(np.hypot(*(way - reference).T).sum()))


def far_apart(one: Floats, other: Floats) -> float:
    """Largest distance of two corners of the same name, over the mean side."""
    sides = np.hypot(*(np.roll(other, -1, axis=0) - other).T)
    return float(np.hypot(*(one - other).T).max() / sides.mean())
