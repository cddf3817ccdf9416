"""Where things lie on the table, in millimetres.

One description serves the virtual table, which puts tiles there, and the
eyes, which look for them there. Coordinates: origin at the table's centre,
`x` to the right and `y` downwards as the upright camera picture shows it, so
seat A sits at +y, B at +x, C at -y, D at -x. Each seat also has its own frame:
`lateral` grows to that player's right, `depth` from the centre to the player.

A profile is data: other tables give other numbers. The defaults are a usual
automatic table of 900 mm play surface with 30 x 40 x 24 mm tiles.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.seat import Seat

STACKS_APART = 1.0
"""Millimetres between two stacks of a wall."""


@dataclass(frozen=True, slots=True)
class TileSize:
    """Millimetres of one tile lying face up, its foot towards the reader."""

    width: float = 30.0
    height: float = 40.0
    thickness: float = 24.0


@dataclass(frozen=True, slots=True)
class Band:
    """A rectangle in a seat's own frame (millimetres)."""

    depth_min: float
    depth_max: float
    lateral_min: float
    lateral_max: float

    def holds(self, lateral: float, depth: float) -> bool:
        return (
            self.depth_min <= depth <= self.depth_max
            and self.lateral_min <= lateral <= self.lateral_max
        )


@dataclass(frozen=True, slots=True)
class TableLayout:
    """Zones of one seat (all four are alike) and the table's size.

    River rows run from the player's left to right, the first row nearest to
    the centre; the four rivers lie around the dome like a pinwheel, so that the
    last tile of a row does not come to lie where a neighbour's first one is.
    Flowers lie in one row before the hand, melds behind them from the player's
    right end to the left. The winning tile lies at the right end of the
    winner's row, which is turned face down until hands are opened.
    """

    surface: float = 900.0
    tile: TileSize = field(default_factory=TileSize)
    dome_radius: float = 70.0
    river: Band = Band(82.0, 247.0, -80.0, 142.0)
    river_columns: int = 7
    river_pitch: tuple[float, float] = (31.0, 41.0)
    wall: Band = Band(249.0, 291.0, -248.0, 248.0)
    flowers: Band = Band(298.0, 340.0, -262.0, 262.0)
    melds: Band = Band(344.0, 390.0, -270.0, 270.0)
    hand: Band = Band(394.0, 446.0, -226.0, 226.0)
    winning_tile: Band = Band(394.0, 446.0, 230.0, 290.0)

    def to_table(self, seat: Seat, lateral: float, depth: float) -> tuple[float, float]:
        """Table x, y of a point given in `seat`'s frame."""
        match seat:
            case Seat.A:
                return lateral, depth
            case Seat.B:
                return depth, -lateral
            case Seat.C:
                return -lateral, -depth
            case Seat.D:
                return -depth, lateral
        raise AssertionError(seat)

    def to_seat(self, seat: Seat, x: float, y: float) -> tuple[float, float]:
        """`(lateral, depth)` of table point x, y in `seat`'s frame."""
        match seat:
            case Seat.A:
                return x, y
            case Seat.B:
                return -y, x
            case Seat.C:
                return -x, -y
            case Seat.D:
                return y, -x
        raise AssertionError(seat)

    def stack_at(self, seat: Seat, stack: int) -> tuple[float, float]:
        """Table x, y of the middle of a stack of the wall before `seat`, counted from that
        player's right, in a wall that nobody pushed about."""
        depth = (self.wall.depth_min + self.wall.depth_max) / 2
        step = self.tile.width + STACKS_APART
        return self.to_table(seat, self.wall.lateral_max - step * (stack + 0.5), depth)

    def upright_yaw(self, seat: Seat) -> float:
        """Degrees by which a tile that `seat` reads upright is turned.

        Yaw is counter-clockwise as seen in the picture; 0 is upright for A.
        """
        return 90.0 * int(seat)


DEFAULT_LAYOUT = TableLayout()
