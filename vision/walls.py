"""How many tiles each stack of the walls still has.

Stacks stand on a line in equal steps. The top of a full stack is 48 mm above
the felt, that of a half one 24, so seen from above the middle of its back lies
a little further in: taking all for full, half stacks fall out of the line by
about 5 mm. The line is fitted through the full ones, which are nearly all, and
kept while walls shrink. A place with no tile is 0 only where felt is seen.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import numpy as np

from engine.layout import TableLayout
from engine.observations import Zone
from engine.seat import SEATS, Seat
from vision.geometry import Calibration
from vision.openness import Openness
from vision.track import Track
from vision.zones import PLACES

Stacks = tuple[tuple[int, ...] | None, ...]
PITCH: Final = 31.0
_ENOUGH: Final = 5
"""Backs that fit a wall's line and phase when it is first seen."""
_HALF_INSIDE: Final = 0.75
"""Between two stacks a half one is rare, so it must have fallen further."""
_LEAST_DROP: Final = 1.0
"""Millimetres; a camera that looks along the stacks cannot tell their height."""
_OFF_PHASE: Final = 0.3
"""A back this share of a step beside its place belongs to no stack."""


@dataclass(slots=True)
class _Line:
    """Where one wall stands: `phase` (a share of a step by which its first stack
    lies left of the band's right end) and depth = `base` + `slope` * lateral."""

    phase: float
    base: float
    slope: float


class WallCount:
    """Counts the stacks of all four walls; remembers their lines for a deal."""

    def __init__(self, layout: TableLayout) -> None:
        self.layout = layout
        self._lines: dict[Seat, _Line] = {}

    def forget(self) -> None:
        """New walls: other lines."""
        self._lines = {}

    def count(
        self,
        tracks: Iterable[Track],
        calibration: Calibration,
        openness: Openness,
    ) -> Stacks:
        """Per seat A…D the stacks from that player's right: 2, 1 or 0; None for a
        wall that something covers or that has a place with neither tile nor felt."""
        found: dict[Seat, list[tuple[float, float]]] = {seat: [] for seat in SEATS}
        unsure: set[Seat] = set()
        for track in tracks:
            zone, seat = PLACES[track.place]
            if zone is not Zone.WALL or seat is None or not track.settled:
                continue
            if track.hidden:
                unsure.add(seat)
            found[seat].append(self.layout.to_seat(seat, track.x, track.y))
        return tuple(
            None if seat in unsure else self._wall(seat, found[seat], calibration, openness)
            for seat in SEATS
        )

    def _wall(
        self,
        seat: Seat,
        backs: list[tuple[float, float]],
        calibration: Calibration,
        openness: Openness,
    ) -> tuple[int, ...] | None:
        line = self._line(seat, backs)
        band = self.layout.wall
        places = round((band.lateral_max - band.lateral_min) / PITCH - 2 * line.phase)
        stacks = [0] * places
        middle = (band.depth_min + band.depth_max) / 2
        drop = self._drop(seat, line, calibration)
        if backs and abs(drop) < _LEAST_DROP:
            return None
        fallen: dict[int, float] = {}
        for lateral, depth in backs:
            at = (band.lateral_max - lateral) / PITCH - 0.5 - line.phase
            index = round(at)
            if 0 <= index < places and abs(at - index) <= _OFF_PHASE:
                fallen[index] = (depth - (line.base + line.slope * lateral)) / drop
        for index, share in fallen.items():
            inside = index - 1 in fallen and index + 1 in fallen
            stacks[index] = 1 if share > (_HALF_INSIDE if inside else 0.5) else 2
        for index, size in enumerate(stacks):
            lateral = band.lateral_max - PITCH * (index + 0.5 + line.phase)
            if size == 0 and not openness.is_open(seat, lateral, middle):
                # Walls are taken from their ends: what stands between full stacks is full.
                if not (2 in stacks[:index] and 2 in stacks[index + 1 :]):
                    return None
                stacks[index] = 2
        return tuple(stacks)

    def _line(self, seat: Seat, backs: list[tuple[float, float]]) -> _Line:
        band = self.layout.wall
        if seat in self._lines:
            return self._lines[seat]
        middle = (band.depth_min + band.depth_max) / 2
        if len(backs) < _ENOUGH:
            return _Line(0.0, middle, 0.0)
        lateral, depth = np.array(backs).T
        turns = 2 * np.pi * ((band.lateral_max - lateral) / PITCH - 0.5)
        phase = float(np.angle(np.exp(1j * turns).mean()) / (2 * np.pi))
        # A hair left of the right end is no step beyond it.
        phase = phase + 1.0 if phase < -0.25 else phase
        slope = _median_slope(lateral, depth)
        line = _Line(phase, float(np.median(depth - slope * lateral)), slope)
        self._lines[seat] = line
        return line

    def _drop(self, seat: Seat, line: _Line, calibration: Calibration) -> float:
        """By how much a half stack's middle seems deeper than a full one's (mm).

        Negative where it seems nearer to the table's centre.
        """
        thickness = self.layout.tile.thickness
        x, y = self.layout.to_table(seat, 0.0, line.base)
        seen = calibration.to_table(calibration.to_pixel([(x, y)], thickness), 2 * thickness)[0]
        _, apparent = self.layout.to_seat(seat, float(seen[0]), float(seen[1]))
        _, true = self.layout.to_seat(seat, x, y)
        return apparent - true


def _median_slope(lateral: np.ndarray, depth: np.ndarray) -> float:
    """Theil-Sen, bounded to what a wall pushed by a machine or hands can have."""
    first, second = np.triu_indices(len(lateral), 1)
    run = lateral[second] - lateral[first]
    far = np.abs(run) > 3 * PITCH
    if not far.any():
        return 0.0
    slopes = (depth[second] - depth[first])[far] / run[far]
    return float(np.clip(np.median(slopes), -0.06, 0.06))
