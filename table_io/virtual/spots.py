"""Named places for single tiles, and where in millimetres each of them is.

A `Spot` says whose place it is and which one; `Ground.rest` puts a tile there
as a hand or a machine would, a little crooked. The same tile in the same spot
always rests in exactly the same way.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from functools import cached_property

from engine.layout import Band, TableLayout
from engine.observations import Zone
from engine.seat import SEATS, Seat
from engine.tile import Tile
from table_io.virtual.scene import PlacedTile, Pose
from table_io.virtual.strewn import Lie, strew

STEP = 30.6
"""From one tile of a standing or laid row to the next (mm)."""
WALL_STEP = 31.0
MELD_STEP = 30.3
_DRAWN_GAP = 12.0
_HAND_LEFT = 18.0
_WIDE_COLUMNS = 3
"""Columns by which a river grows to its owner's right once its rows are full."""
_RIVER_ROWS = 4
_RIVER_ROOM = 36
"""Tiles of a river whose places are strewn; more than any river has held."""
_SET_MIDDLE = 1.5
"""A set's middle, in tiles from its owner's right."""

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
    """How untidily tiles lie: the most by which they are off.

    `degrees`, `mm`: each tile for itself. `row_degrees`, `row_mm`: a hand, a
    set or a row of flowers as a whole. `river_degrees`, `river_mm`: tiles of
    rivers, which touch but never lie upon each other; 0 leaves them as the rest.
    """

    degrees: float = 1.5
    mm: float = 1.0
    row_degrees: float = 0.0
    row_mm: float = 0.0
    river_degrees: float = 0.0
    river_mm: float = 0.0


class Ground:
    """Spots of one layout in millimetres."""

    def __init__(self, layout: TableLayout, seed: str, crooked: Crookedness | None = None) -> None:
        self.layout = layout
        self._seed = seed
        self._crooked = crooked or Crookedness()

    def rest(self, tile: Tile, spot: Spot, pose: Pose, body: int) -> PlacedTile:
        """The tile at rest in its spot; `body` tells equal tiles apart."""
        if spot.zone is Zone.RIVER and spot.index < _RIVER_ROOM and self._crooked.river_degrees:
            lie = self._rivers[spot.seat, spot.index]
            return PlacedTile(tile, pose, round(lie.x, 2), round(lie.y, 2), 0.0, round(lie.yaw, 2))
        lateral, depth, askew = self._in_row(spot)
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
        yaw = self.layout.upright_yaw(spot.seat) + turn + askew + (90.0 if spot.sideways else 0.0)
        return PlacedTile(tile, pose, round(x, 2), round(y, 2), height, round(yaw, 2))

    @cached_property
    def _rivers(self) -> dict[tuple[Seat, int], Lie]:
        """Where the tiles of all rivers come to lie, in the order in which they come."""
        spots = [Spot(Zone.RIVER, seat, at) for at in range(_RIVER_ROOM) for seat in SEATS]
        places = [
            Lie(
                *self.layout.to_table(spot.seat, *self.point(spot)),
                self.layout.upright_yaw(spot.seat),
            )
            for spot in spots
        ]
        rng = random.Random(f"{self._seed}-rivers")
        crooked = self._crooked
        lies = strew(places, self.layout.tile, rng, crooked.river_degrees, crooked.river_mm)
        return {(spot.seat, spot.index): lie for spot, lie in zip(spots, lies, strict=True)}

    def _in_row(self, spot: Spot) -> tuple[float, float, float]:
        """Lateral, depth and turn of a spot in a row that as a whole is a little askew."""
        lateral, depth = self.point(spot)
        if not self._crooked.row_degrees or spot.zone in (Zone.WALL, Zone.RIVER):
            return lateral, depth, 0.0
        middle = 0.0
        row = f"{self._seed}-{spot.seat}-{spot.zone}"
        if spot.zone is Zone.MELDS:
            row = f"{row}-{spot.index}"
            middle = self._meld_right(spot.index) - MELD_STEP * _SET_MIDDLE
        rng = random.Random(row)
        # The longer a row, the straighter people keep it.
        most = self._crooked.row_degrees * (1.0 if spot.zone is Zone.MELDS else 0.35)
        turn = rng.uniform(-most, most)
        off = rng.uniform(-1, 1) * self._crooked.row_mm
        further = rng.uniform(-1, 1) * self._crooked.row_mm * 0.5
        rise = (lateral - middle) * math.sin(math.radians(turn))
        return lateral + off, depth + further - rise, turn

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
        right = self._meld_right(spot.index)
        extra = tile.height - tile.width
        left_of_it = extra if spot.after_sideways else extra / 2 if spot.sideways else 0.0
        lateral = right - MELD_STEP * (spot.sub + 0.5) - left_of_it
        low = (tile.height - tile.width) / 2 if spot.sideways else 0.0
        return lateral, _middle(band) + low

    def _meld_right(self, index: int) -> float:
        band = self.layout.melds
        return band.lateral_max - (band.lateral_max - band.lateral_min) / 4 * index


def _middle(band: Band) -> float:
    return (band.depth_min + band.depth_max) / 2
