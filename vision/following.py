"""Notices that a camera was moved, and finds the table in its pictures again.

Once the picture has changed as a whole the corners are looked for until they are
found; an arm or a dark picture may hide them for a while. Until then nothing is
looked at, for what lies still would seem to have moved; but not for long.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.anchor import MOVED, Anchor, far_apart
from vision.change import Picture
from vision.corners import find_corners
from vision.geometry import Calibration, Floats
from vision.settings import EyesSettings

NUDGE_PX: Final = 4.0
"""Corners found again this far away mean that the camera was moved."""
TRY_EVERY_S: Final = 0.4
HOLD_S: Final = 2.5
"""For so long nothing is looked at while the corners are not found."""
GIVE_UP_S: Final = 30.0
AGAIN_EVERY_S: Final = 12.0
"""A calm table is now and then looked at for a move that nobody noticed."""


@dataclass(frozen=True, slots=True, eq=False)
class NewPlace:
    """`corners` (4, 2) pixels, and what was found there; `far`: beyond what differs from
    look to look; `late`: the table has been looked at as if it lay where it did."""

    corners: Floats
    anchor: Anchor | None
    far: bool
    late: bool


class Following:
    """One camera's. `anchor`: what was found where corners given by hand held."""

    def __init__(self, near_side: int, settings: EyesSettings, anchor: Anchor | None) -> None:
        self.anchor = anchor
        self._near_side, self._settings = near_side, settings
        self._since: float | None = None
        self._idly = False
        self._tried_at = float("-inf")

    def doubt(self, now: float) -> None:
        """The picture changed as a whole, or all around."""
        if self._since is None:
            self._since = now
        self._idly = False

    def doubt_idly(self, now: float) -> None:
        """Nothing speaks for a move, but it was long not looked for."""
        if self._since is None and now - self._tried_at >= AGAIN_EVERY_S:
            self._since, self._idly = now, True

    def forget(self) -> None:
        """The table was found, or is looked for, in another way."""
        self._since = None

    def waits(self, now: float) -> bool:
        """Whether the table had better not be looked at yet."""
        return self._since is not None and not self._idly and now - self._since <= HOLD_S

    def find(
        self, image: Picture, calibration: Calibration, given: bool, now: float
    ) -> NewPlace | None:
        """Where the table lies now, if it lies elsewhere.

        `given`: whether people chose the corners of `calibration`.
        """
        if self._since is None or now - self._tried_at < TRY_EVERY_S:
            return None
        if given and self.anchor is None:
            self._since = None
            return None
        waited = now - self._since
        self._tried_at = now
        corners = find_corners(image, self._near_side, self._settings, calibration.bend)
        if corners is None:
            waited = GIVE_UP_S + 1 if self._idly else waited
            self._since = None if waited > GIVE_UP_S else self._since
            return None
        self._since = None
        anchor = self.anchor
        if given and anchor is not None:
            anchor, corners = anchor.followed(corners, calibration)
        before = np.array(calibration.corners)
        far = far_apart(corners, before) > MOVED
        # Found corners are taken to the pixel; given ones stay but for a real move.
        if ((given or self._idly) and not far) or np.hypot(*(corners - before).T).max() < NUDGE_PX:
            return None
        return NewPlace(corners, anchor, far, self._idly or waited > HOLD_S)
