"""Several pictures of what lies still as one: less noise, and edges made clear again.

Where a camera shows tiles so small that noise and blur hide their marks, one
picture is not enough, and the mean of what several were read as is worse than
what their mean is read as. Each place is averaged over the pictures since it
came to rest, no further back.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.change import Picture
from vision.surface import Rect, Surface

_PICTURES: Final = 8
_SHARPER: Final = 0.6
_BLUR_PX: Final = 1.2
"""By how much of what a blur of this width takes away edges are made clearer."""


class LongLook:
    """The last pictures of one view of the table. Not for use by two threads at once."""

    def __init__(self) -> None:
        self._kept: deque[tuple[float, Picture]] = deque(maxlen=_PICTURES)

    def add(self, image: Picture, now: float) -> None:
        """Keep `image` (height, width, 3) BGR, taken at `now` seconds; it must not be
        written to afterwards."""
        self._kept.append((now, image))

    def forget(self) -> None:
        """What was kept shows the table from elsewhere."""
        self._kept.clear()

    def picture(
        self, regions: Iterable[Rect], surface: Surface, moved_at: NDArray[np.float64]
    ) -> Picture:
        """The newest picture with `regions` as all that showed them at rest have it.

        `moved_at`: when each cell of `surface` last moved, in the clock of `add`.
        `IndexError` before the first picture.
        """
        newest = self._kept[-1][1]
        result = newest.copy()
        since = surface.latest_around(moved_at)
        for left, top, right, bottom in regions:
            window = surface.cells((left, top, right, bottom))
            rows, columns = slice(top, bottom), slice(left, right)
            size = (right - left, bottom - top)
            total = newest[rows, columns].astype(np.float32)
            count = np.ones(size[::-1], np.float32)
            for at, image in list(self._kept)[-2::-1]:
                rests = (since[window] <= at).astype(np.uint8)
                if not rests.any():
                    break
                mask = cv2.resize(rests, size, interpolation=cv2.INTER_NEAREST)
                cv2.accumulate(image[rows, columns], total, mask)
                count += mask
            mean = total / count[..., None]
            softer = cv2.GaussianBlur(mean, (0, 0), _BLUR_PX)
            clear = cv2.addWeighted(mean, 1 + _SHARPER, softer, -_SHARPER, 0.5)
            result[rows, columns] = np.clip(clear, 0, 255).astype(np.uint8)
        return result
