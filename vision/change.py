"""Where the picture changed and where it moves, on a small copy of it.

Two comparisons: with the frame before (motion) and with what the eyes last
looked at (change). A lamp switched on or an exposure step multiplies the
whole picture and is no motion: both comparisons first take out one gain per
colour. It does not know tables or tiles.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.settings import EyesSettings

Picture = NDArray[np.uint8]
Mask = NDArray[np.bool_]

_SAMPLE_STEP = 5
_GAIN_FLOOR = 8.0
_SPECK = 85
"""Of a pixel's 3 x 3 neighbourhood a third must differ (255 / 3)."""

_LEAST_SHARE = 0.07
"""Of the square over a tile's long side. What changes on less than that is flicker, which
compression leaves along edges; a tile that comes or goes changes three quarters of it."""


@dataclass(frozen=True, slots=True, eq=False)
class Change:
    """One frame's comparison. `small` (h, w, 3) BGR; masks (h, w).

    `moving`: differs from the frame before. `changed`: differs from the
    picture last accepted. `blind`: dark or flat, nothing can be seen.
    """

    small: Picture
    moving: Mask
    changed: Mask
    blind: bool


class ChangeWatch:
    """Keeps the previous and the accepted small picture.

    `factor`: whole pixels of the frame per pixel of the small picture.
    """

    def __init__(self, factor: int, settings: EyesSettings | None = None) -> None:
        self.factor = max(1, factor)
        self._settings = settings or EyesSettings()
        self._previous: Picture | None = None
        self._accepted: Picture | None = None
        self._small: Picture | None = None
        self._noise = 1.0
        self._least_cells = _LEAST_SHARE * self._settings.watch_tile_px**2

    @property
    def accepted(self) -> Picture | None:
        """The small picture as it was last looked at, place by place; not to be written to."""
        return self._accepted

    def shape_of(self, image: Picture) -> tuple[int, int]:
        """Height and width of the small picture of `image`."""
        return max(1, image.shape[0] // self.factor), max(1, image.shape[1] // self.factor)

    def step(self, image: Picture) -> Change:
        """Compare the next frame. A first frame is all changed and all still."""
        height, width = self.shape_of(image)
        whole = image[: height * self.factor, : width * self.factor]
        small = np.asarray(
            cv2.resize(whole, (width, height), interpolation=cv2.INTER_AREA), np.uint8
        )
        blind = self._is_blind(small)
        if self._previous is None or self._previous.shape != small.shape:
            moving = np.zeros((height, width), np.bool_)
        else:
            difference = _difference(small, self._previous)
            # The median is of the still part: less than half a table ever moves.
            level = float(np.median(difference[::3, ::3]))
            self._noise += 0.1 * (level - self._noise)
            moving = self._large(self._differs(difference))
        if self._accepted is None or self._accepted.shape != small.shape:
            self._accepted = small.copy()
            changed = np.ones((height, width), np.bool_)
        else:
            differs = self._differs(_difference(small, self._accepted))
            changed = self._large(differs)
            if not blind:
                # Flicker here and there would in time grow to a change.
                flicker = differs & ~changed & ~moving
                self._accepted[flicker] = small[flicker]
        if not blind:
            self._previous = small
        self._small = small
        return Change(small, moving, changed, blind)

    def accept(self, where: Mask) -> None:
        """What the last frame shows at `where` has been looked at."""
        if self._accepted is not None and self._small is not None:
            self._accepted[where] = self._small[where]

    def _differs(self, difference: Picture) -> Mask:
        settings = self._settings
        least = max(settings.noise_floor, settings.noise_factor * self._noise)
        _, mask = cv2.threshold(difference, least, 255, cv2.THRESH_BINARY)
        return np.asarray(cv2.blur(mask, (3, 3)) >= _SPECK)

    def _large(self, mask: Mask) -> Mask:
        """The parts of `mask` that are large enough to be something."""
        _, parts, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8))
        large = stats[:, cv2.CC_STAT_AREA] >= self._least_cells
        large[0] = False
        return np.asarray(large[parts], np.bool_)

    def _is_blind(self, small: Picture) -> bool:
        sample = small[::_SAMPLE_STEP, ::_SAMPLE_STEP].mean(axis=2)
        return bool(sample.mean() < self._settings.dark or sample.std() < self._settings.flat)


def _difference(now: Picture, before: Picture) -> Picture:
    """(h, w) largest difference over the colours, one gain per colour taken out."""
    step = slice(None, None, _SAMPLE_STEP)
    ratio = (now[step, step] + np.float32(_GAIN_FLOOR)) / (
        before[step, step] + np.float32(_GAIN_FLOOR)
    )
    gain = np.median(ratio.reshape(-1, 3), axis=0)
    if np.abs(gain - 1).max() > 0.015:
        scaled = (before + np.float32(_GAIN_FLOOR)) * gain.astype(np.float32) - _GAIN_FLOOR
        before = np.clip(scaled, 0, 255).astype(np.uint8)
        now = np.minimum(now, np.clip(255 * gain, 0, 255).astype(np.uint8))
    blue, green, red = cv2.split(cv2.absdiff(now, before))
    return np.asarray(cv2.max(cv2.max(blue, green), red), np.uint8)
