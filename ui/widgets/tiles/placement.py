"""Where tiles go in a box: pure arithmetic, no Kivy.

Pieces make units that are not torn apart (a meld), units make sections (the
melds, the flowers, the hand). Units flow into lines from the top left; the
tile width is the largest at which everything fits, so nothing is ever cut.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from engine.meld import Meld, MeldKind
from engine.seat import Seat
from engine.tile import Tile
from models.faces import ASPECT

EDGE_SHARE = 0.09
SPACING = 0.06
UNIT_GAP = 0.34
SECTION_GAP = 0.6
LINE_GAP = 0.16
KEPT = 2048
"""Placements remembered: keys and rivers are asked for again with every move."""


class Mark(StrEnum):
    """What is special about a tile on the screen."""

    NONE = ""
    LAST = "last"
    DOUBT = "doubt"
    WINNING = "winning"
    DIM = "dim"


@dataclass(frozen=True, slots=True)
class Piece:
    """One tile to be shown. `over`: lies on top of the piece before it (加杠)."""

    code: str
    scale: float = 1.0
    sideways: bool = False
    over: bool = False
    mark: Mark = Mark.NONE
    stands_for: str | None = None


Unit = tuple[Piece, ...]
Section = tuple[Unit, ...]


@dataclass(frozen=True, slots=True)
class Placed:
    """A piece in its place: pixels from the box's top left corner."""

    piece: Piece
    x: float
    y: float
    width: float
    height: float
    tile_width: float


@dataclass(frozen=True, slots=True)
class Placement:
    """All pieces, the tile width chosen, and the extent they take."""

    placed: tuple[Placed, ...]
    tile_width: float
    width: float
    height: float


def footprint(piece: Piece, tile_width: float) -> tuple[float, float]:
    """Pixels `(width, height)` that a piece takes, its thickness included."""
    across = tile_width * piece.scale
    along = across * ASPECT
    if piece.sideways:
        across, along = along, across
    return across, along + tile_width * piece.scale * EDGE_SHARE


def _unit_width(unit: Unit, tile_width: float) -> float:
    widths = [footprint(piece, tile_width)[0] for piece in unit if not piece.over]
    return sum(widths) + tile_width * SPACING * max(0, len(widths) - 1)


def _unit_height(unit: Unit, tile_width: float) -> float:
    top = 0.0
    base = 0.0
    for piece in unit:
        height = footprint(piece, tile_width)[1]
        base = base + height * 0.62 if piece.over else height
        top = max(top, base)
    return top


def _lines(
    sections: tuple[Section, ...], width: float, tile_width: float, columns: int | None
) -> list[list[tuple[float, Unit]]]:
    lines: list[list[tuple[float, Unit]]] = [[]]
    x = 0.0
    first_of_all = True
    for section in sections:
        if not section:
            continue
        loose = all(len(unit) == 1 for unit in section)
        between = tile_width * (SPACING if loose else UNIT_GAP)
        whole = sum(_unit_width(unit, tile_width) for unit in section) + between * (
            len(section) - 1
        )
        gap = 0.0 if first_of_all else tile_width * SECTION_GAP
        first_of_all = False
        if x and x + gap + whole > width + 0.5:
            lines.append([])
            x = gap = 0.0
        for unit in section:
            unit_width = _unit_width(unit, tile_width)
            full = columns is not None and len(lines[-1]) >= columns
            if lines[-1] and (full or x + gap + unit_width > width + 0.5):
                lines.append([])
                x = gap = 0.0
            lines[-1].append((x + gap, unit))
            x += gap + unit_width
            gap = between
    return [line for line in lines if line]


def _arrange(
    sections: tuple[Section, ...], width: float, tile_width: float, columns: int | None
) -> Placement:
    placed: list[Placed] = []
    y = 0.0
    right = 0.0
    lines = _lines(sections, width, tile_width, columns)
    for number, line in enumerate(lines):
        if number:
            y += tile_width * LINE_GAP
        line_height = max(_unit_height(unit, tile_width) for _, unit in line)
        for start, unit in line:
            x = start
            before: Placed | None = None
            for piece in unit:
                across, along = footprint(piece, tile_width)
                if piece.over and before is not None:
                    spot = Placed(
                        piece, before.x, before.y - before.height * 0.62,
                        across, along, tile_width * piece.scale,
                    )  # fmt: skip
                else:
                    spot = Placed(
                        piece, x, y + line_height - along, across, along, tile_width * piece.scale
                    )
                    x += across + tile_width * SPACING
                placed.append(spot)
                before = spot
                right = max(right, spot.x + spot.width)
        y += line_height
    return Placement(tuple(placed), tile_width, right, y)


@lru_cache(maxsize=KEPT)
def flow(
    sections: tuple[Section, ...],
    width: float,
    height: float,
    largest: float,
    columns: int | None = None,
    smallest: float = 8.0,
) -> Placement:
    """Place `sections` in a box of `width` x `height` pixels.

    The tile width is at most `largest`; `columns` is the most units in a line.
    A box too small even at `smallest` is overrun rather than a tile left out.
    """
    tile_width = float(max(smallest, round(largest)))
    while True:
        placement = _arrange(sections, width, tile_width, columns)
        fits = placement.height <= height + 0.5 and placement.width <= width + 0.5
        if fits or tile_width <= smallest:
            return placement
        tile_width = max(smallest, tile_width - 1)


def meld_unit(meld: Meld, owner: Seat, scale: float = 1.0) -> Unit:
    """A meld as it lies: the claimed tile sideways on the side it came from
    (left 上家, middle 对家, right 下家); an added tile lies on the claimed one."""
    stands = dict(meld.stands_for)

    def piece(index: int, *, sideways: bool = False, over: bool = False) -> Piece:
        kind = stands.get(index)
        return Piece(
            meld.tiles[index].code, scale, sideways, over,
            stands_for=None if kind is None else kind.code,
        )  # fmt: skip

    order = list(range(len(meld.tiles)))
    if meld.source is None or meld.claimed is None:
        return tuple(piece(index) for index in order)
    order.remove(meld.claimed)
    added = None
    if meld.kind is MeldKind.ADDED_KONG and order:
        added = order.pop()
    place = {owner.previous: 0, owner.across: 1}.get(meld.source, len(order))
    pieces = [piece(index) for index in order]
    claimed = [piece(meld.claimed, sideways=True)]
    if added is not None:
        claimed.append(piece(added, sideways=True, over=True))
    pieces[place:place] = claimed
    return tuple(pieces)


def loose(tiles: tuple[Tile, ...], scale: float = 1.0, mark: Mark = Mark.NONE) -> Section:
    """Tiles that may be broken into lines anywhere."""
    return tuple((Piece(tile.code, scale, mark=mark),) for tile in tiles)


def backs(count: int, scale: float) -> Section:
    """A hand of `count` hidden tiles."""
    return tuple((Piece("back", scale),) for _ in range(count))
