"""A tilted camera's picture as one hanging straight above the table would take it.

Lying tiles then have one size and stand upright all over the picture, near and
far, which is what the finder of tiles and everything measured in boxes is best
at. The picture is drawn anew for the height of lying faces: these become true
to scale, while whatever is higher or lower leans as the camera sees it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Self

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from engine.layout import TableLayout
from vision.change import Picture
from vision.geometry import Calibration, Floats

_AROUND_MM: Final = 48.0
"""What is shown around the play surface: the rim, and what leans over it."""
_STRAIGHT: Final = 0.035
"""Sine of an angle between table and picture from which on it is worth it."""
_EVEN: Final = 0.05
"""So much may the scale differ from one part of the table to another."""
_LEAST_SCALE: Final = 1.1
"""Pixels per millimetre: a tile is as long as the finder wants it."""
_FINER: Final = 1.05
"""Scale of the new picture beside that of the camera at the table's centre."""


@dataclass(frozen=True, slots=True, eq=False)
class TopView:
    """`calibration`: of the picture seen from above. `frame`: of the camera's."""

    calibration: Calibration
    frame: Calibration
    height: float
    _maps: tuple[NDArray[np.int16], NDArray[np.uint16]]

    @classmethod
    def of(cls, frame: Calibration, layout: TableLayout) -> Self | None:
        """The view from above, or None where the camera gives nearly that itself."""
        height = layout.tile.thickness
        if _is_straight(frame, height):
            return None
        half = layout.surface / 2 + _AROUND_MM
        scale = max(_LEAST_SCALE, _FINER * frame.scale_at(0, 0, height))
        side = round(2 * half * scale)
        drawn = np.array([[scale, 0, half * scale], [0, scale, half * scale], [0, 0, 1.0]])
        pixels = (np.stack(np.meshgrid(np.arange(side), np.arange(side)), axis=-1) + 0.5) / scale
        points = frame.to_pixel(pixels.reshape(-1, 2) - half, height).reshape(side, side, 2) - 0.5
        across, down = np.ascontiguousarray(np.moveaxis(points, 2, 0), np.float32)
        whole, parts = cv2.convertMaps(across, down, cv2.CV_16SC2)
        maps = np.asarray(whole, np.int16), np.asarray(parts, np.uint16)
        return cls(frame.redrawn(drawn, (side, side), height), frame, height, maps)

    def picture(self, image: Picture) -> Picture:
        """The camera's picture, BGR, seen from above."""
        return np.asarray(cv2.remap(image, *self._maps, cv2.INTER_LINEAR), np.uint8)

    def pixels_in_view(self, pixels: ArrayLike) -> Floats:
        """(N, 2) where the camera's pixels come to lie in the picture from above."""
        return self.calibration.to_pixel(self.frame.to_table(pixels, self.height), self.height)

    def box_in_frame(
        self, box: tuple[float, float, float, float]
    ) -> tuple[float, float, float, float]:
        """The camera's pixels around a box of the picture seen from above."""
        return self.calibration.box_in(self.frame, box, self.height)


def _is_straight(frame: Calibration, height: float) -> bool:
    """Whether the table's axes are the picture's, and alike all over the table."""
    reach = frame.surface / 2
    places = [(x, y) for x in (-reach, 0.0, reach) for y in (-reach, 0.0, reach)]
    step = 10.0
    steps: list[float] = []
    for axis in ((step, 0.0), (0.0, step)):
        start = frame.to_pixel(places, height)
        along = frame.to_pixel(np.array(places) + axis, height) - start
        lengths = np.hypot(*along.T)
        steps += lengths.tolist()
        across = along[:, 1] if axis[0] else along[:, 0]
        # Turned by quarters the table lies as straight.
        slant = np.minimum(np.abs(across), np.abs(along.sum(axis=1) - across)) / lengths
        if slant.max() > _STRAIGHT:
            return False
    return bool(max(steps) / min(steps) - 1 <= 2 * _EVEN)
