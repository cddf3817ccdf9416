"""How many tiles stand before each player.

From above a standing hand is a row of narrow edges. Each is found as a back;
where one is missed, the row shows a gap without felt, and its width tells how
many. What cannot be counted is said to be uncounted, never guessed.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import numpy as np

from engine.layout import TableLayout
from engine.observations import Zone
from engine.seat import SEATS, Seat
from vision.settle import Track
from vision.walls import OpenTest
from vision.zones import PLACES

Counts = tuple[int | None, int | None, int | None, int | None]

_CLOSE: Final = 1.35
"""Middles up to this many tile widths apart belong to neighbours."""
_ROOM: Final = 1.75
"""Only from this many tile widths on is there room for a tile between two."""
_CLEAR: Final = 0.3
"""A gap hides whole tiles when it is this near to a whole number of them."""


class StandingCount:
    """Counts standing backs by seat."""

    def __init__(self, layout: TableLayout) -> None:
        self.layout = layout

    def count(self, tracks: Iterable[Track], is_open: OpenTest) -> Counts:
        """Backs standing before A, B, C, D; None where something covers the row
        or it has a gap without felt that holds no whole number of tiles."""
        rows: dict[Seat, list[tuple[float, float]]] = {seat: [] for seat in SEATS}
        unsure: set[Seat] = set()
        for track in tracks:
            zone, seat = PLACES[track.place]
            if zone is not Zone.HAND or seat is None or not track.standing:
                continue
            if track.hidden:
                unsure.add(seat)
            if track.settled:
                rows[seat].append(self.layout.to_seat(seat, track.x, track.y))
        a, b, c, d = (
            None if seat in unsure else self._count(seat, rows[seat], is_open) for seat in SEATS
        )
        return a, b, c, d

    def _count(
        self, seat: Seat, row: list[tuple[float, float]], is_open: OpenTest
    ) -> int | None:
        if len(row) < 2:
            return len(row)
        width = self.layout.tile.width
        row = sorted(row)
        gaps = np.diff([lateral for lateral, _ in row])
        close = gaps[gaps < _CLOSE * width]
        pitch = float(np.median(close)) if len(close) else width
        count = len(row)
        for (lateral, depth), gap in zip(row, gaps, strict=False):
            if gap < _ROOM * pitch or is_open(seat, lateral + float(gap) / 2, depth):
                continue
            missed = float(gap) / pitch - 1
            if abs(missed - round(missed)) > _CLEAR:
                return None
            count += round(missed)
        return count
