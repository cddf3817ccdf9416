"""Whose place a table point is: river, melds, flowers, hand, winning tile, wall.

A tile belongs where its middle lies. The bands of a layout lie close together,
so a point between two of them goes to the nearer one, up to a tolerance; what
is further away lies outside. A face-up tile in the wall's band is a flipped
indicator; that is for the rules to know, here it is just a tile on the wall.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from engine.layout import Band, TableLayout
from engine.observations import Zone
from engine.seat import SEATS, Seat

Place = tuple[Zone, Seat | None]

_RIVER_SPARE: Final = 3.1
"""Tile widths."""

SEAT_ZONES: Final = (
    Zone.RIVER, Zone.WALL, Zone.FLOWERS, Zone.MELDS, Zone.WINNING_TILE, Zone.HAND,
)  # fmt: skip
DOME: Final = 4 * len(SEAT_ZONES)
OUTSIDE: Final = DOME + 1
PLACES: Final[tuple[Place, ...]] = (
    *((zone, seat) for seat in SEATS for zone in SEAT_ZONES),
    (Zone.DOME, None),
    (Zone.OUTSIDE, None),
)
"""Every place a point may belong to; `ZoneMap.indices` gives positions in it."""


def band_of(layout: TableLayout, zone: Zone) -> Band:
    """The band of a seat's zone. Raises `KeyError` for dome and outside."""
    return {
        Zone.RIVER: layout.river,
        Zone.WALL: layout.wall,
        Zone.FLOWERS: layout.flowers,
        Zone.MELDS: layout.melds,
        Zone.WINNING_TILE: layout.winning_tile,
        Zone.HAND: layout.hand,
    }[zone]


@dataclass(frozen=True, slots=True)
class ZoneMap:
    """Table points → places, for one layout.

    `tolerance`: millimetres by which a tile's middle may lie beyond the
    outermost place where the layout would put it.
    """

    layout: TableLayout = field(default_factory=TableLayout)
    tolerance: float = 16.0

    def indices(self, points: ArrayLike) -> NDArray[np.intp]:
        """(N,) positions in `PLACES` for (N, 2) table points in millimetres."""
        return self.nearest(points)[0]

    def nearest(self, points: ArrayLike) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
        """`indices`, and (N,) how far off that is from where tiles' middles lie there
        (millimetres; the tolerance outside of all places)."""
        table = np.asarray(points, np.float64).reshape(-1, 2)
        distances = np.empty((len(PLACES), len(table)))
        for seat in SEATS:
            lateral, depth = self._seat_frame(seat, table)
            for position, zone in enumerate(SEAT_ZONES):
                band = band_of(self.layout, zone)
                distances[len(SEAT_ZONES) * seat + position] = self._distance(
                    band, lateral, depth
                )
        # A die or a finger over the dome is no discard of the first river row.
        radius = np.hypot(table[:, 0], table[:, 1])
        distances[DOME] = np.maximum(radius - self.layout.dome_radius, 0.0)
        distances[DOME][radius <= self.layout.dome_radius] = -1.0
        distances[OUTSIDE] = self.tolerance
        return np.asarray(distances.argmin(axis=0), np.intp), distances.min(axis=0)

    def locate(self, x: float, y: float) -> Place:
        """The place of one table point."""
        return PLACES[int(self.indices([(x, y)])[0])]

    def polygon(self, zone: Zone, seat: Seat) -> NDArray[np.float64]:
        """(4, 2) table corners of a seat's band, in order around it."""
        band = band_of(self.layout, zone)
        corners = [
            (band.lateral_min, band.depth_min),
            (band.lateral_max, band.depth_min),
            (band.lateral_max, band.depth_max),
            (band.lateral_min, band.depth_max),
        ]
        return np.array([self.layout.to_table(seat, *corner) for corner in corners])

    @staticmethod
    def _seat_frame(
        seat: Seat, table: NDArray[np.float64]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """`TableLayout.to_seat` for many points: lateral and depth."""
        x, y = table[:, 0], table[:, 1]
        return ((x, y), (-y, x), (-x, -y), (y, -x))[seat]

    def _distance(
        self, band: Band, lateral: NDArray[np.float64], depth: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """Distance to where the middles of the band's tiles lie (millimetres)."""
        half = self.layout.tile.width / 2
        across = _beyond(depth, band.depth_min + half, band.depth_max - half)
        # A long river grows beyond its band at its owner's right, where nothing else lies.
        spare = _RIVER_SPARE * self.layout.tile.width if band is self.layout.river else 0.0
        along = _beyond(lateral, band.lateral_min + half, band.lateral_max - half + spare)
        return np.asarray(np.hypot(across, along), np.float64)


def _beyond(values: NDArray[np.float64], low: float, high: float) -> NDArray[np.float64]:
    if low > high:
        low = high = (low + high) / 2
    return np.asarray(np.maximum(np.maximum(low - values, values - high), 0.0), np.float64)
