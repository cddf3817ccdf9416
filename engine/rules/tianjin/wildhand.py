"""天津: one reading of a hand in which two whole kinds of tile are wild.

Up to seven wild tiles make the list of all readings too long to look through.
What a hand is worth hangs on few things (龙, 捉五), so each is put together
first and the rest is only asked whether it can be completed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.shapes import Family, Group, GroupKind, Reading
from engine.tile import KINDS, Tile

FACES = KINDS[:34]
FIRST_OF_SUIT = {"m": 0, "p": 9, "s": 18}


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


def counts_of(tiles: Sequence[Tile]) -> Counts:
    row = [0] * len(FACES)
    for tile in tiles:
        row[tile.index] += 1
    return tuple(row)


@lru_cache(maxsize=1 << 15)
def cover(counts: Counts, sets: int, pairs: int) -> tuple[Piece, ...] | None:
    """`sets` sets and `pairs` pairs with every natural tile of `counts` in one
    of them and wild tiles in all other places; None where there is no way."""
    if sum(counts) > 3 * sets + 2 * pairs:
        return None
    low = next((at for at, n in enumerate(counts) if n), None)
    if low is None:
        free = (Piece(GroupKind.PUNG, None, ()),) * sets
        return free + (Piece(GroupKind.PAIR, None, ()),) * pairs
    for piece in _with_lowest(counts, low):
        is_pair = piece.kind is GroupKind.PAIR
        if (pairs if is_pair else sets) == 0:
            continue
        row = list(counts)
        for at in piece.used:
            row[at] -= 1
        rest = cover(tuple(row), sets - (not is_pair), pairs - is_pair)
        if rest is not None:
            return (piece, *rest)
    return None


def _with_lowest(counts: Counts, low: int) -> Iterator[Piece]:
    """Sets and pairs that hold the lowest natural tile, most naturals first. A
    tile with two wild ones is read as a pung, which takes no more than a chow."""
    rank = low % 9 + 1
    if low < 27 and rank <= 7 and counts[low + 1] and counts[low + 2]:
        yield Piece(GroupKind.CHOW, low, (low, low + 1, low + 2))
    for number in range(min(counts[low], 3), 1, -1):
        yield Piece(GroupKind.PUNG, low, (low,) * number)
    if counts[low] >= 2:
        yield Piece(GroupKind.PAIR, low, (low, low))
    if low < 27 and rank <= 8 and counts[low + 1]:
        yield Piece(GroupKind.CHOW, low if rank <= 7 else low - 1, (low, low + 1))
    if low < 27 and rank <= 7 and counts[low + 2]:
        yield Piece(GroupKind.CHOW, low, (low, low + 2))
    yield Piece(GroupKind.PAIR, low, (low,))
    yield Piece(GroupKind.PUNG, low, (low,))


def waits_on_all(naturals: Sequence[Tile], sets: int) -> bool:
    """Whether these tiles and any wild ones beside them are whole sets, so that
    one more wild tile makes a pair with whatever is drawn."""
    return cover(counts_of(naturals), sets, 0) is not None


def readings(
    naturals: Sequence[Tile], wilds: Sequence[Tile], sets: int, melds: tuple[Group, ...],
    won: Tile, five: Tile,
) -> Iterator[Reading]:  # fmt: skip
    """At most one reading with each choice of 龙 (none or a suit) and of 捉五
    (the tile won stands as `five` between its neighbours, or nothing is asked).

    `won` is among `naturals` or `wilds`.
    """
    counts = counts_of(naturals)
    if cover(counts, sets, 1) is None:
        return
    below = five.index - 1
    for low in (*FIRST_OF_SUIT.values(), None):
        dragon = [] if low is None else [low, low + 3, low + 6]
        for with_five in (True, False):
            if with_five and won is not five and won not in wilds:
                continue
            chows = dragon if not with_five or below in dragon else [*dragon, below]
            if len(chows) > sets:
                continue
            won_wild = below if with_five and won in wilds else None
            pieces = _around(counts, chows, sets, won_wild)
            if pieces is not None:
                yield _reading(pieces, wilds, melds, won if won_wild is not None else None)


def _around(
    counts: Counts, chows: Sequence[int], sets: int, won_wild: int | None
) -> tuple[Piece, ...] | None:
    """The wanted chows out of what natural tiles there are, then the rest. The
    chow that starts at `won_wild` leaves its middle to the wild tile won."""
    row = list(counts)
    pieces: list[Piece] = []
    for first in chows:
        used = []
        for at in range(first, first + 3):
            if row[at] and not (first == won_wild and at == first + 1):
                row[at] -= 1
                used.append(at)
        pieces.append(Piece(GroupKind.CHOW, first, tuple(used), first == won_wild))
    rest = cover(tuple(row), sets - len(chows), 1)
    return None if rest is None else (*pieces, *rest)


def _reading(
    pieces: Sequence[Piece], wilds: Sequence[Tile], melds: tuple[Group, ...], won: Tile | None
) -> Reading:
    """Pieces as groups, with the wild tiles that lie in them; `won` is the one
    that the marked chow has in its middle."""
    left = list(wilds)
    if won is not None:
        left.remove(won)
    groups: list[Group] = []
    stand: list[Tile] = []
    for piece in pieces:
        size = 2 if piece.kind is GroupKind.PAIR else 3
        used = [FACES[at] for at in piece.used]
        if piece.first is None:
            tiles = (left[0],) * size
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
