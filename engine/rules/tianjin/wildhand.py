"""天津: one reading of a hand in which two whole kinds of tile are wild, with each
choice of what its worth hangs on (龙, 捉五)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.play.wildhand import Counts, Piece, counts_of, cover, reading_of
from engine.shapes import Group, GroupKind, Reading
from engine.tile import Tile

FIRST_OF_SUIT = {"m": 0, "p": 9, "s": 18}


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
                yield reading_of(pieces, wilds, melds, won if won_wild is not None else None)


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
