"""How the places of tiles look: with their tile, and as they were before it came.

Felt is known by its colour, but under a lamp's glare or in deep shadow it has
none. A place from which a tile was taken then looks as it did before the tile
was laid there, whatever that was.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Self

import cv2
import numpy as np

from vision.change import Picture

Window = tuple[slice, slice]
"""Rows and columns of the small picture."""
Patch = tuple[Window, Picture]


class PlaceMemory:
    """Patches of the small picture by track. `limit`: mean difference, in grey levels,
    up to which two are alike."""

    def __init__(self, limit: float) -> None:
        self.limit = limit
        self._held: dict[int, Patch] = {}
        self._before: dict[int, Patch] = {}

    def remember(self, small: Picture, windows: Mapping[int, Window]) -> None:
        """How these places look while their tile is seen there."""
        for track, window in windows.items():
            self._held[track] = (window, small[window].copy())

    def came(self, earlier: Picture, windows: Mapping[int, Window]) -> None:
        """How the places of tracks that are new looked in the `earlier` small picture."""
        for track, window in windows.items():
            if track not in self._before:
                self._before[track] = (window, earlier[window].copy())

    def forget_others(self, tracks: Iterable[int]) -> None:
        """Drop what is remembered of tracks that are no more."""
        alive = set(tracks)
        self._held = {t: patch for t, patch in self._held.items() if t in alive}
        self._before = {t: patch for t, patch in self._before.items() if t in alive}

    def redrawn(self, windows: Mapping[int, Window]) -> Self:
        """The same in a small picture in which the places have these windows."""
        memory = type(self)(self.limit)
        memory._held = _redrawn(self._held, windows)
        memory._before = _redrawn(self._before, windows)
        return memory

    def window(self, track: int) -> Window | None:
        """Where the tile was last seen, or None before it was."""
        return self._held[track][0] if track in self._held else None

    def holds(self, small: Picture, track: int, share: float = 1.0) -> bool:
        """Whether the place looks as when its tile was last seen there: within this
        `share` of the limit."""
        return track in self._held and _alike(small, self._held[track], share * self.limit)

    def is_as_before(self, small: Picture, track: int) -> bool:
        """Whether the place looks as it did before its tile came."""
        return track in self._before and _alike(small, self._before[track], self.limit)


def _redrawn(patches: Mapping[int, Patch], windows: Mapping[int, Window]) -> dict[int, Patch]:
    result = {}
    for track, (_, patch) in patches.items():
        if track in windows:
            rows, columns = windows[track]
            size = columns.stop - columns.start, rows.stop - rows.start
            result[track] = windows[track], np.asarray(cv2.resize(patch, size), np.uint8)
    return result


def _alike(small: Picture, patch: Patch, limit: float) -> bool:
    """Whether `small` shows what is kept there, its overall light taken out."""
    window, before = patch
    now = small[window]
    if now.shape != before.shape or not now.size:
        return False
    gain = (float(now.mean()) + 8) / (float(before.mean()) + 8)
    if not 0.6 <= gain <= 1.6:
        return False
    scaled = before.astype(np.float32) * gain
    return float(np.abs(now.astype(np.float32) - scaled).mean()) <= limit
