"""国标麻将: which sets make fans together, each counted once.

Sets that make a fan are bound to each other. A further fan is counted only
where it binds sets that are not bound yet (套算一次), never one set twice for
the same fan (不得相同), and sets are not regrouped for it (不拆移). So the fans
of one hand form a forest over its sets.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, pairwise

from engine.shapes import Family, GroupKind, Reading
from engine.win import Evidence

PAIRS_OF_CHOWS = ("pure_double_chow", "mixed_double_chow", "short_straight", "two_terminal_chows")
"""Fans of two chows, the first preferred where several bind equally much."""

_Set = tuple[bool, str, int]
"""Chow or not, suit, lowest rank."""
_Bond = tuple[str, tuple[int, ...]]
"""A fan and the positions of the sets that it binds."""

_ONE_SUIT_CHOWS = {
    (0,): "pure_double_chow",
    (3,): "short_straight",
    (6,): "two_terminal_chows",
    (0, 0): "pure_triple_chow",
    (1, 1): "pure_shifted_chows",
    (2, 2): "pure_shifted_chows",
    (3, 3): "pure_straight",
    (0, 0, 0): "quadruple_chow",
    (1, 1, 1): "four_pure_shifted_chows",
    (2, 2, 2): "four_pure_shifted_chows",
}
_MIXED_CHOWS = {
    (0,): "mixed_double_chow",
    (0, 0): "mixed_triple_chow",
    (1, 1): "mixed_shifted_chows",
    (3, 3): "mixed_straight",
}
_ONE_SUIT_PUNGS = {(1, 1): "pure_shifted_pungs", (1, 1, 1): "four_pure_shifted_pungs"}
_MIXED_PUNGS = {(0,): "double_pung", (0, 0): "triple_pung", (1, 1): "mixed_shifted_pungs"}


def bound(reading: Reading, fan: str) -> tuple[Evidence, ...]:
    """Every time that sets of the reading are counted together as `fan`."""
    if reading.family not in (Family.STANDARD, Family.KNITTED):
        return ()
    where = [
        index
        for index, group in enumerate(reading.groups)
        if group.kind in (GroupKind.CHOW, GroupKind.PUNG, GroupKind.KONG)
        and group.tile.is_number
    ]
    groups = [reading.groups[index] for index in where]
    sets = tuple((g.kind is GroupKind.CHOW, g.tile.suit, g.tile.rank) for g in groups)
    found: list[Evidence] = []
    for name, members in _forest(sets):
        if name == fan:
            tiles = tuple(tile for m in members for tile in groups[m].tiles)
            found.append(Evidence(tiles, tuple(where[m] for m in members)))
    return tuple(found)


@lru_cache(maxsize=1 << 12)
def _forest(sets: tuple[_Set, ...]) -> tuple[_Bond, ...]:
    """The bonds that count: the largest first, then as many pairs as bind sets
    that are not bound yet, of as many different fans as possible."""
    pairs = tuple(_bonds(sets, 2))
    best: tuple[_Bond, ...] = ()
    larger = [*_bonds(sets, 4), *_bonds(sets, 3)]
    size = len(larger[0][1]) if larger else 0
    starts: list[tuple[_Bond, ...]] = [(bond,) for bond in larger if len(bond[1]) == size]
    for first in starts or [()]:
        bonds = first + _tree(len(sets), first, pairs)
        if _worth(bonds) > _worth(best):
            best = bonds
    return best


def _tree(number: int, first: tuple[_Bond, ...], pairs: Sequence[_Bond]) -> tuple[_Bond, ...]:
    for size in range(number - 1, 0, -1):
        fitting = [
            chosen for chosen in combinations(pairs, size) if _is_forest(number, first + chosen)
        ]
        if fitting:
            return max(fitting, key=_worth)
    return ()


def _is_forest(number: int, bonds: Sequence[_Bond]) -> bool:
    trees = list(range(number))
    for _, members in bonds:
        roots = {trees[member] for member in members}
        if len(roots) < len(members):
            return False
        trees = [min(roots) if tree in roots else tree for tree in trees]
    return True


def _worth(bonds: tuple[_Bond, ...]) -> tuple[int, int, tuple[int, ...]]:
    names = [name for name, _ in bonds]
    return len(names), len(set(names)), tuple(names.count(name) for name in PAIRS_OF_CHOWS)


def _bonds(sets: Sequence[_Set], size: int) -> Iterator[_Bond]:
    """Every fan that `size` of the sets make."""
    for members in combinations(range(len(sets)), size):
        fan = _fan_of([sets[member] for member in members])
        if fan is not None:
            yield fan, members


def _fan_of(chosen: Sequence[_Set]) -> str | None:
    kinds = {chow for chow, _, _ in chosen}
    suits = {suit for _, suit, _ in chosen}
    if len(kinds) > 1 or len(suits) not in (1, len(chosen)):
        return None
    ranks = sorted(rank for _, _, rank in chosen)
    steps = tuple(b - a for a, b in pairwise(ranks))
    if len(suits) == 1:
        return (_ONE_SUIT_CHOWS if True in kinds else _ONE_SUIT_PUNGS).get(steps)
    return (_MIXED_CHOWS if True in kinds else _MIXED_PUNGS).get(steps)
