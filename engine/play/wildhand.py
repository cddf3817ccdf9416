"""One reading of a hand in which whole kinds of tile are wild.

Many wild tiles make the list of all readings too long to look through. What a
hand is worth hangs on few things (a pair of some kind, a run, nothing but
pungs), so each is put together first and the rest is only asked whether it can
be completed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.shapes import Family, Group, GroupKind, Reading
from engine.tile import KINDS, Tile

FACES = KINDS[:34]


class Piece(NamedTuple):
    """A set or the pair: its kind, its lowest tile (index; None where it is all
    wild), the indices of the natural tiles in it, and whether the tile won is
    the wild one in its middle."""

    kind: GroupKind
    first: int | None
    used: tuple[int, ...]
    won: bool = False


Counts = tuple[int, ...]
"""Natural tiles of each of the 34 kinds."""


def counts_of(tiles: Iterable[Tile]) -> Counts:
    row = [0] * len(FACES)
    for tile in tiles:
        row[tile.index] += 1
    return tuple(row)


def cover(counts: Counts, sets: int, pairs: int, chows: bool = True) -> tuple[Piece, ...] | None:
    """`sets` sets and `pairs` pairs (none or one) with every natural tile of
    `counts` in one of them and wild tiles in all other places; None where there
    is no way. Each suit takes as few sets as it can."""
    suits = [(counts[first:last], chows and first < 27) for first, last in _SUITS]
    whole = [_fewest(row, runs, False) for row, runs in suits]
    if pairs:
        for at, (row, runs) in enumerate(suits):
            paired = _fewest(row, runs, True)
            if len(paired) == len(whole[at]) > 0:
                whole[at] = paired
                break
    found = tuple(
        Piece(kind, first + low, tuple(first + at for at in used))
        for (first, _), bits in zip(_SUITS, whole, strict=True)
        for kind, low, used in bits
    )
    lone = pairs - sum(piece.kind is GroupKind.PAIR for piece in found)
    left = sets + pairs - lone - len(found)
    if left < 0:
        return None
    free = (Piece(GroupKind.PUNG, None, ()),) * left
    return found + free + (Piece(GroupKind.PAIR, None, ()),) * lone


_SUITS = ((0, 9), (9, 18), (18, 27), (27, 34))
_Bit = tuple[GroupKind, int, tuple[int, ...]]
"""A set or the pair within one suit: kind, lowest rank, ranks of the naturals."""


@lru_cache(maxsize=1 << 15)
def _fewest(row: Counts, chows: bool, pair: bool) -> tuple[_Bit, ...]:
    """All natural tiles of one suit in as few sets as possible, and in one pair
    besides where `pair` is asked and there is a tile for it."""
    low = next((at for at, n in enumerate(row) if n), None)
    if low is None:
        return ()
    best: tuple[_Bit, ...] | None = None
    for bit in _with_lowest(row, low, chows, pair):
        rest = list(row)
        for at in bit[2]:
            rest[at] -= 1
        is_pair = bit[0] is GroupKind.PAIR
        if pair and not is_pair and not any(rest):
            continue
        found = (bit, *_fewest(tuple(rest), chows, pair and not is_pair))
        if best is None or len(found) < len(best):
            best = found
    assert best is not None
    return best


def _with_lowest(row: Counts, low: int, chows: bool, pair: bool) -> Iterator[_Bit]:
    """Sets and pairs that hold the lowest natural tile, most naturals first. A
    tile with two wild ones is read as a pung, which takes no more than a chow."""
    rank = low + 1 if chows else 9
    if rank <= 7 and row[low + 1] and row[low + 2]:
        yield GroupKind.CHOW, low, (low, low + 1, low + 2)
    for number in range(min(row[low], 3), 1, -1):
        yield GroupKind.PUNG, low, (low,) * number
    if pair and row[low] >= 2:
        yield GroupKind.PAIR, low, (low, low)
    if rank <= 8 and row[low + 1]:
        yield GroupKind.CHOW, low if rank <= 7 else low - 1, (low, low + 1)
    if rank <= 7 and row[low + 2]:
        yield GroupKind.CHOW, low, (low, low + 2)
    if pair:
        yield GroupKind.PAIR, low, (low,)
    yield GroupKind.PUNG, low, (low,)


def with_pair(counts: Counts, sets: int, pair: int, chows: bool = True) -> tuple[Piece, ...] | None:
    """`cover` with a pair of the kind `pair` (index): of what natural tiles there
    are, as a wild one does as well in any other place."""
    used = (pair,) * min(2, counts[pair])
    rest = cover((*counts[:pair], counts[pair] - len(used), *counts[pair + 1 :]), sets, 0, chows)
    return None if rest is None else (Piece(GroupKind.PAIR, pair, used), *rest)


def reading_of(
    pieces: Sequence[Piece], wilds: Sequence[Tile], melds: tuple[Group, ...],
    won: Tile | None = None, free: Tile | None = None,
) -> Reading:  # fmt: skip
    """Pieces as groups, with the wild tiles that lie in them; `won` is the one
    that the marked chow has in its middle. A set all wild is of `free`, or of
    the first wild tile left."""
    left = list(wilds)
    if won is not None:
        left.remove(won)
    groups: list[Group] = []
    stand: list[Tile] = []
    for piece in pieces:
        size = 2 if piece.kind is GroupKind.PAIR else 3
        used = [FACES[at] for at in piece.used]
        if piece.first is None:
            tiles = (free or left[0],) * size
        else:
            step = piece.kind is GroupKind.CHOW
            tiles = tuple(FACES[piece.first + step * at] for at in range(size))
        lying: list[Tile] = []
        for at, tile in enumerate(tiles):
            if won is not None and piece.won and at == 1:
                lying.append(won)
            elif tile in used:
                used.remove(tile)
                lying.append(tile)
            else:
                lying.append(left.pop(0))
        stand += (tile for tile, there in zip(tiles, lying, strict=True) if tile is not there)
        shown = tuple(lying)
        groups.append(Group(piece.kind, tiles, None, () if tiles == shown else shown))
    return Reading(Family.STANDARD, (*melds, *groups), tuple(sorted(stand)))
