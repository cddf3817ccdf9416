"""Named places for single tiles, and where in millimetres each of them is.

A `Spot` says whose place it is and which one; `Ground.rest` puts a tile there
as a hand or a machine would, a little crooked. The same tile in the same spot
always rests in exactly the same way.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from engine.layout import Band, TableLayout
from engine.observations import Zone
from engine.seat import Seat
from engine.tile import Tile
from table_io.virtual.scene import PlacedTile, Pose

STEP = 30.6
"""From one tile of a standing or laid row to the next (mm)."""
WALL_STEP = 31.0
MELD_STEP = 30.3
_DRAWN_GAP = 12.0
_HAND_LEFT = 18.0
_WIDE_COLUMNS = 3
"""Columns by which a river grows to its owner's right once its rows are full."""
_RIVER_ROWS = 4

BOTTOM, TOP = 0, 1
"""`Spot.sub` of a wall's spots."""


@dataclass(frozen=True, slots=True)
class Spot:
    """One tile's place.

    `index`: the place in a river or flower row from its beginning, the meld
    from the owner's right, the stack of a wall from the owner's right, the
    place in a hand from the owner's left. `sub`: the tile in a meld from its
    owner's right, the layer of a wall, 1 for a drawn tile apart from its hand.
    `sideways`: a claimed tile in a meld; `after_sideways`: one lies to the right of it.
    """

    zone: Zone
    seat: Seat
    index: int
    sub: int = 0
    sideways: bool = False
    after_sideways: bool = False


@dataclass(frozen=True, slots=True)
class Crookedness:
    """How untidily tiles lie: the most by which they are off."""

    degrees: float = 1.5
    mm: float = 1.0


class Ground:
    """Spots of one layout in millimetres."""

    def __init__(
        self, layout: TableLayout, seed: str, crooked: Crookedness | None = None
    ) -> None:
        self.layout = layout
        self._seed = seed
        self._crooked = crooked or Crookedness()

    def rest(self, tile: Tile, spot: Spot, pose: Pose, body: int) -> PlacedTile:
        """The tile at rest in its spot; `body` tells equal tiles apart."""
        lateral, depth = self.point(spot)
        thickness = self.layout.tile.thickness
        height = thickness if spot.zone is Zone.WALL and spot.sub == TOP else 0.0
        # One in a row of backs is as good as another: rows stay still when sorted.
        who = str(spot.seat) if pose is Pose.STANDING or spot.zone is Zone.WALL else str(body)
        rng = random.Random(f"{self._seed}-{who}-{spot.zone}-{spot.index}-{spot.sub}")
        loose = 1.0 if spot.zone in (Zone.RIVER, Zone.FLOWERS, Zone.WINNING_TILE) else 0.4
        along = rng.uniform(-1, 1) * self._crooked.mm * min(loose, 0.5)
        across = rng.uniform(-1, 1) * self._crooked.mm * loose
        turn = rng.uniform(-1, 1) * self._crooked.degrees * loose
        x, y = self.layout.to_table(spot.seat, lateral + along, depth + across)
        yaw = self.layout.upright_yaw(spot.seat) + turn + (90.0 if spot.sideways else 0.0)
        return PlacedTile(tile, pose, round(x, 2), round(y, 2), height, round(yaw, 2))

    def point(self, spot: Spot) -> tuple[float, float]:
        """Lateral and depth of a spot's middle in its seat's frame (mm)."""
        match spot.zone:
            case Zone.RIVER:
                return self._river(spot.index)
            case Zone.FLOWERS:
                band = self.layout.flowers
                return band.lateral_min + 17.0 + WALL_STEP * spot.index, _middle(band)
            case Zone.MELDS:
                return self._meld(spot)
            case Zone.WALL:
                band = self.layout.wall
                return band.lateral_max - WALL_STEP * (spot.index + 0.5), _middle(band)
            case Zone.WINNING_TILE:
                band = self.layout.winning_tile
                return (band.lateral_min + band.lateral_max) / 2, _middle(band)
            case Zone.HAND:
                band = self.layout.hand
                apart = _DRAWN_GAP * spot.sub
                return band.lateral_min + _HAND_LEFT + STEP * spot.index + apart, _middle(band)
        raise ValueError(f"no tile rests in {spot.zone}")

    def _river(self, index: int) -> tuple[float, float]:
        """Rows of the layout's columns, then more columns to the right of them."""
        band, columns = self.layout.river, self.layout.river_columns
        across, down = self.layout.river_pitch
        if index < columns * _RIVER_ROWS:
            row, column = divmod(index, columns)
        else:
            row, beyond = divmod(index - columns * _RIVER_ROWS, _WIDE_COLUMNS)
            column = columns + beyond
        lateral = band.lateral_min + across * (column + 0.5)
        return lateral, band.depth_min + down * (row + 0.5)

    def _meld(self, spot: Spot) -> tuple[float, float]:
        """Every meld has room for four tiles, so that none moves when one grows.

        Tiles fill it from the owner's right; one laid sideways is wider and
        lies with its foot on the line of the others' feet.
        """
        band, tile = self.layout.melds, self.layout.tile
        room = (band.lateral_max - band.lateral_min) / 4
        right = band.lateral_max - room * spot.index
        extra = tile.height - tile.width
        left_of_it = extra if spot.after_sideways else extra / 2 if spot.sideways else 0.0
        lateral = right - MELD_STEP * (spot.sub + 0.5) - left_of_it
        low = (tile.height - tile.width) / 2 if spot.sideways else 0.0
        return lateral, _middle(band) + low


def _middle(band: Band) -> float:
    return (band.depth_min + band.depth_max) / 2
