"""How many tiles stand before each player.

From above a standing hand is a row of narrow edges, shoulder to shoulder. Two
counts are made: the edges found one by one, and how many fit into the length
over which no felt shows. Where they agree, or the row leaves no doubt about
edges that were missed, the count is told; otherwise it is said to be unknown.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import numpy as np

from engine.layout import TableLayout
from engine.observations import Zone
from engine.seat import SEATS, Seat
from vision.openness import Openness
from vision.track import Track
from vision.zones import PLACES

Counts = tuple[int | None, int | None, int | None, int | None]

_STEP: Final = 2.0
_PITCH: Final = 1.012
"""Tile widths from one standing tile to the next, touching or nearly so."""
_CLOSE: Final = 0.12
_ENOUGH: Final = 4
"""So many distances between neighbours tell the row's own pitch."""
_CLEAR: Final = 0.3
"""A row is this near to a whole number of tiles."""
_FEW: Final = 0.3
"""Share of a row's tiles that must be found one by one for its length to count."""


class StandingCount:
    """Counts standing backs by seat."""

    def __init__(self, layout: TableLayout) -> None:
        self.layout = layout

    def count(self, tracks: Iterable[Track], openness: Openness) -> Counts:
        """Backs standing before A, B, C, D; None where something covers the row
        or its length and what was found in it do not go together."""
        rows: dict[Seat, list[tuple[float, float]]] = {seat: [] for seat in SEATS}
        lying: dict[Seat, list[float]] = {seat: [] for seat in SEATS}
        unsure: set[Seat] = set()
        for track in tracks:
            zone, seat = PLACES[track.place]
            if zone is not Zone.HAND or seat is None or not track.settled:
                continue
            lateral, depth = self.layout.to_seat(seat, track.x, track.y)
            if not track.standing:
                lying[seat].append(lateral)
                continue
            if track.hidden:
                unsure.add(seat)
            rows[seat].append((lateral, depth))
        a, b, c, d = (
            None if seat in unsure else self._count(seat, rows[seat], lying[seat], openness)
            for seat in SEATS
        )
        return a, b, c, d

    def _count(
        self,
        seat: Seat,
        row: list[tuple[float, float]],
        lying: list[float],
        openness: Openness,
    ) -> int | None:
        if not row:
            return self._none(seat, lying, openness)
        laterals, depths = np.array(row).T
        gaps = np.diff(np.sort(laterals))
        near = gaps[np.abs(gaps / self.layout.tile.width - 1) < _CLOSE]
        pitch = float(np.median(near)) if len(near) >= _ENOUGH else _PITCH * self.layout.tile.width
        count = 0
        for start, end in self._runs(seat, float(np.median(depths)), openness):
            found = int(((laterals > start) & (laterals < end)).sum())
            if not found:
                continue
            fit = (end - start - openness.cell_mm) / pitch
            clear = abs(fit - round(fit)) <= _CLEAR and _FEW * fit <= found <= round(fit)
            if found != round(fit) and not clear:
                return None
            count += round(fit)
        return count if count >= len(row) else None

    def _none(self, seat: Seat, lying: list[float], openness: Openness) -> int | None:
        """0 where the row shows felt or tiles that lie, None where it shows neither."""
        band = self.layout.hand
        width = self.layout.tile.width
        for start, end in self._runs(seat, (band.depth_min + band.depth_max) / 2, openness):
            unread = end - start > width and not any(start < at < end for at in lying)
            if unread and band.lateral_min < (start + end) / 2 < band.lateral_max:
                return None
        return 0

    def _runs(
        self, seat: Seat, depth: float, openness: Openness
    ) -> list[tuple[float, float]]:
        """Stretches (from, to) of the hand's row in which no felt shows."""
        reach = self.layout.winning_tile.lateral_max
        laterals = np.arange(-reach, reach + _STEP, _STEP)
        # Where boxes hold the tiles' backs too, their middles lie before the edges.
        closed = np.zeros(len(laterals), np.bool_)
        for at in (depth, depth + self.layout.tile.thickness / 3):
            closed |= ~openness.along(seat, laterals.tolist(), at, self.layout.tile.height)
        edges = np.flatnonzero(np.diff(np.concatenate([[False], closed, [False]]).astype(int)))
        starts, ends = laterals[edges[::2]], laterals[np.minimum(edges[1::2], len(laterals)) - 1]
        half = _STEP / 2
        return [
            (float(start) - half, float(end) + half)
            for start, end in zip(starts, ends, strict=True)
        ]
