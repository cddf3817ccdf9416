"""How far a hand is from ready: the usual count over sets, parts and a pair.

Counts are of two suits of nine ranks each; one joker counts as any tile of
them, in seven pairs two. Cheap rather than exact: it serves players who are
people.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from engine.tile import Tile

Counts = tuple[int, ...]
_SETS = 4


def counts_of(tiles: Iterable[Tile], suits: str) -> Counts:
    """How many of each rank of each suit, suit after suit."""
    counts = [0] * (9 * len(suits))
    for tile in tiles:
        if tile.suit in suits and tile.is_number:
            counts[9 * suits.index(tile.suit) + tile.rank - 1] += 1
    return tuple(counts)


@lru_cache(maxsize=200_000)
def steps_away(counts: Counts, jokers: int, laid: int) -> int:
    """Tiles still to be exchanged until ready (0), −1 for a complete hand."""
    best = 8
    for sets, parts, pair in _combined(counts):
        whole = min(sets + laid, _SETS)
        loose = min(parts, _SETS - whole)
        best = min(best, 8 - 2 * whole - loose - pair)
    best -= min(jokers, 1)
    if not laid:
        pairs = sum(count // 2 for count in counts)
        best = min(best, 6 - pairs - min(jokers, 2))
    return max(best, -1)


def _combined(counts: Counts) -> set[tuple[int, int, int]]:
    """Sets, parts and whether a pair stands apart, over all suits."""
    found = {(0, 0, 0)}
    for at in range(0, len(counts), 9):
        suit = _suit(counts[at : at + 9])
        found = {
            (sets + s, parts + p, pair | q)
            for sets, parts, pair in found
            for s, p, q in suit
            if not (pair and q)
        }
    return found


@lru_cache(maxsize=200_000)
def _suit(counts: Counts) -> frozenset[tuple[int, int, int]]:
    """The ways to cut one suit that no other way of cutting beats."""
    first = next((at for at, count in enumerate(counts) if count), None)
    if first is None:
        return frozenset({(0, 0, 0)})
    found: set[tuple[int, int, int]] = set()

    def cut(taken: tuple[int, ...], gain: tuple[int, int, int]) -> None:
        rest = list(counts)
        for at in taken:
            rest[at] -= 1
        for sets, parts, pair in _suit(tuple(rest)):
            if not (gain[2] and pair):
                found.add((sets + gain[0], parts + gain[1], pair | gain[2]))

    here = counts[first]
    near = counts[first + 1] if first + 1 < 9 else 0
    far = counts[first + 2] if first + 2 < 9 else 0
    cut((first,), (0, 0, 0))
    if here >= 3:
        cut((first,) * 3, (1, 0, 0))
    if near and far:
        cut((first, first + 1, first + 2), (1, 0, 0))
    if here >= 2:
        cut((first, first), (0, 0, 1))
        cut((first, first), (0, 1, 0))
    if near:
        cut((first, first + 1), (0, 1, 0))
    if far:
        cut((first, first + 2), (0, 1, 0))
    return frozenset(way for way in found if not _beaten(way, found))


def _beaten(way: tuple[int, int, int], ways: set[tuple[int, int, int]]) -> bool:
    return any(
        other != way and all(theirs >= mine for theirs, mine in zip(other, way, strict=True))
        for other in ways
    )
