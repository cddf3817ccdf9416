"""Where felt is seen: the question that counting asks of the picture."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.seat import Seat
from vision.change import Mask
from vision.surface import Surface

_OPEN_SHARE = 0.9


class Openness:
    """The felt of one look, asked in a seat's millimetres."""

    def __init__(self, surface: Surface, felt: Mask) -> None:
        self._surface = surface
        self._layout = surface.layout
        self._felt = felt
        self._sums = surface.sums(felt)

    @property
    def cell_mm(self) -> float:
        """A stretch without felt seems longer by this, half a cell at either end."""
        return math.sqrt(self._surface.cell_mm2)

    def is_open(
        self, seat: Seat, lateral: float, depth: float, along: float = 5.0, across: float = 19.0
    ) -> bool:
        """Whether felt shows `along` and `across` millimetres around a point."""
        corners = [
            self._layout.to_table(seat, lateral + dx, depth + dy)
            for dx in (-along, along)
            for dy in (-across, across)
        ]
        pixels = self._surface.calibration.to_pixel(corners)
        (x0, y0), (x1, y1) = pixels.min(axis=0), pixels.max(axis=0)
        box = (float(x0), float(y0), float(x1), float(y1))
        return bool(self._surface.share_of(self._sums, [box])[0] >= _OPEN_SHARE)

    def along(
        self, seat: Seat, laterals: Sequence[float], depth: float, height: float
    ) -> NDArray[np.bool_]:
        """(N,) whether felt shows in the direction of points at `height`."""
        points = [self._layout.to_table(seat, lateral, depth) for lateral in laterals]
        pixels = self._surface.calibration.to_pixel(points, height).astype(np.float32)
        return self._surface.at(self._felt, pixels)
