"""武汉红中癞子杠: which tiles a flip makes wild (癞子) and bad (痞子), 一.(五)."""

from __future__ import annotations

from engine.tile import KINDS, Tile, parse_tiles

RED = Tile.parse("7z")
"""红中: never wild, never bad, never in a set (一.(四))."""

HONOUR_ORDER: tuple[Tile, ...] = parse_tiles("123465z")
"""东南西北发白, without 红中."""

NUMBERS_OF = {suit: tuple(t for t in KINDS if t.suit == suit) for suit in "mps"}


def _stepped(tile: Tile, steps: int) -> Tile:
    ring = HONOUR_ORDER if tile.is_honour else NUMBERS_OF[tile.suit]
    return ring[(ring.index(tile) + steps) % len(ring)]


def wild_of(flip: Tile) -> Tile:
    """癞子: the tile after the flip; 红中 turned is as 北 turned."""
    return _stepped(Tile.parse("4z") if flip is RED else flip, 1)


def bad_of(wild: Tile) -> tuple[Tile, Tile]:
    """痞子: the two tiles before 癞子, in their order."""
    return _stepped(wild, -2), _stepped(wild, -1)
