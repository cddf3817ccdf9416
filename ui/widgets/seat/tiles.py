"""A seat's tiles as sections for `TileFlow`: melds, flowers, hand, river.

A hand shows as backs until it is laid open; a winner's hand lies face down,
the winning tile face up beside it.
"""

from __future__ import annotations

from engine.view import RiverTile, SeatView, Status
from ui.widgets.tiles.placement import Mark, Piece, Section, backs, loose, meld_unit

BACK_SCALE = 0.52
NARROW_BACK_SCALE = 0.42
FLOWER_SCALE = 0.8
RIVER_SHOWN = 5
"""The last discards of a seat, where there is no room for its whole river."""


def seat_sections(seat: SeatView, *, narrow: bool = False) -> tuple[Section, ...]:
    """Melds, then flowers, then the hand with its winning tile.

    In a `narrow` place backs are smaller, so that most hands stay on one line.
    """
    melds = tuple(meld_unit(meld, seat.seat) for meld in seat.melds)
    flowers = loose(seat.flowers, FLOWER_SCALE)
    if seat.opened is not None:
        hand = loose(seat.opened)
    else:
        hand = backs(seat.hand_count, NARROW_BACK_SCALE if narrow else BACK_SCALE)
    winning: Section = ()
    if seat.winning_tile is not None and seat.status is Status.WON:
        winning = ((Piece(seat.winning_tile.code, mark=Mark.WINNING),),)
    return (melds, flowers, hand, winning)


def river_section(river: tuple[RiverTile, ...]) -> tuple[Section, ...]:
    """Discards in order, the last one and those in doubt marked."""
    return (tuple((_river_piece(tile),) for tile in river),)


def _river_piece(tile: RiverTile) -> Piece:
    mark = Mark.DOUBT if tile.doubt else Mark.LAST if tile.last else Mark.NONE
    return Piece(tile.tile.code, mark=mark)
