"""Every reading of a complete hand: sets and a pair, seven pairs, orphans,
knitted tiles.

A reading is found once and only once. Wild tiles are read as every kind that
they may stand for; a page gives those kinds. Work is done suit by suit on
counts per rank, and what a suit yields is remembered.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from itertools import combinations_with_replacement, permutations, product

from engine.meld import Meld, MeldKind
from engine.tile import KINDS, Tile, parse_tiles

_SUITS = (("m", 9, True), ("p", 9, True), ("s", 9, True), ("z", 7, False))
_FIRST = {"m": 0, "p": 9, "s": 18, "z": 27}


class GroupKind(StrEnum):
    """顺子, 刻子, 杠, 将 or 对子, and the loose tiles of irregular hands."""

    CHOW = "chow"
    PUNG = "pung"
    KONG = "kong"
    PAIR = "pair"
    LOOSE = "loose"


class Family(StrEnum):
    """Basic pattern, seven pairs, orphans, knitted tiles, no sets at all (乱将,
    乱风), flowers only."""

    STANDARD = "standard"
    SEVEN_PAIRS = "seven_pairs"
    ORPHANS = "orphans"
    KNITTED = "knitted"
    SCATTERED = "scattered"
    FLOWERS = "flowers"


@dataclass(frozen=True, slots=True)
class Group:
    """One set of a reading. `tiles`: what its tiles count as. `meld`: index
    among the melds, None for standing tiles. `lying`: what is really there,
    empty where it is the same."""

    kind: GroupKind
    tiles: tuple[Tile, ...]
    meld: int | None = None
    lying: tuple[Tile, ...] = ()

    @property
    def shown(self) -> tuple[Tile, ...]:
        """The tiles as they are, jokers as jokers."""
        return self.lying or self.tiles

    @property
    def tile(self) -> Tile:
        """The kind of a pung, kong or pair, the lowest tile of a chow."""
        return self.tiles[0]


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a hand; `wild`: what its free jokers stand for."""

    family: Family
    groups: tuple[Group, ...]
    wild: tuple[Tile, ...] = ()


def meld_group(index: int, meld: Meld) -> Group:
    """A meld as a group of the kind that it is a set of, whatever lies there."""
    if meld.kind is MeldKind.CHOW:
        first = meld.tile.index
        return Group(GroupKind.CHOW, KINDS[first : first + 3], index, meld.tiles)
    kind = GroupKind.KONG if meld.kind.is_kong else GroupKind.PUNG
    return Group(kind, (meld.tile,) * (4 if meld.kind.is_kong else 3), index, meld.tiles)


def standard(
    tiles: Sequence[Tile],
    sets: int,
    wild: int = 0,
    stand: Collection[Tile] = (),
    melds: tuple[Group, ...] = (),
) -> Iterator[Reading]:
    """Readings of standing tiles as `sets` sets and a pair.

    `wild` jokers, not among `tiles`, may each stand for any kind of `stand`.
    `melds` stand before the other groups in every reading.
    """
    if len(tiles) + wild != 3 * sets + 2 or any(tile.suit not in _FIRST for tile in tiles):
        return
    counts = _by_suit(tiles)
    ranks = _by_suit(stand) if wild else [(0,) * size for _, size, _ in _SUITS]
    for split in _splits(wild, len(_SUITS)):
        rests = [(sum(c) + w) % 3 for c, w in zip(counts, split, strict=True)]
        if sorted(rests) != [0, 0, 0, 2]:
            continue
        parts = [
            _suit(suit, size, chows, counts[i], split[i], ranks[i], rests[i] == 2)
            for i, (suit, size, chows) in enumerate(_SUITS)
        ]
        for choice in product(*parts):
            groups = melds + choice[0][0] + choice[1][0] + choice[2][0] + choice[3][0]
            added = choice[0][1] + choice[1][1] + choice[2][1] + choice[3][1]
            yield Reading(Family.STANDARD, groups, added)


def seven_pairs(
    tiles: Sequence[Tile], wild: int = 0, stand: Collection[Tile] = (), pairs: int = 7
) -> Iterator[Reading]:
    """Readings as pairs; four equal tiles are two pairs."""
    if len(tiles) + wild != 2 * pairs:
        return
    counts = Counter(tiles)
    odd = [tile for tile, n in counts.items() if n % 2]
    if len(odd) > wild or any(tile not in stand for tile in odd):
        return
    for extra in combinations_with_replacement(sorted(stand), (wild - len(odd)) // 2):
        full = Counter(counts)
        full.update(odd)
        full.update(extra * 2)
        groups = tuple(_pair(tile) for tile in sorted(full) for _ in range(full[tile] // 2))
        yield Reading(Family.SEVEN_PAIRS, groups, tuple(sorted((*odd, *extra, *extra))))


ORPHANS: tuple[Tile, ...] = parse_tiles("19m19p19s1234567z")


def orphans(
    tiles: Sequence[Tile], wild: int = 0, stand: Collection[Tile] = ()
) -> Iterator[Reading]:
    """Readings as the thirteen orphans, one of them doubled (十三幺)."""
    if len(tiles) + wild != len(ORPHANS) + 1:
        return
    counts = Counter(tiles)
    for doubled in ORPHANS:
        missing = Counter((*ORPHANS, doubled))
        missing.subtract(counts)
        if min(missing.values()) < 0:
            continue
        added = tuple(sorted(missing.elements()))
        if all(tile in stand for tile in added):
            loose = tuple(Group(GroupKind.LOOSE, (t,)) for t in ORPHANS if t != doubled)
            yield Reading(Family.ORPHANS, (_pair(doubled), *loose), added)


def knitted(tiles: Sequence[Tile], sets: int, melds: tuple[Group, ...] = ()) -> Iterator[Reading]:
    """Readings with knitted tiles 147, 258, 369 of three suits, no wild tiles.

    All fourteen loose and different with honours (全不靠), or the nine as three
    sets (组合龙) with the rest a basic pattern; `sets` counts standing sets.
    """
    held = Counter(tiles)
    for order in permutations((0, 9, 18)):
        nine = [KINDS[first + step + 3 * k] for step, first in enumerate(order) for k in range(3)]
        if len(tiles) == 14 and len(held) == 14:
            if all(tile.is_honour or tile in nine for tile in tiles):
                loose = tuple(Group(GroupKind.LOOSE, (tile,)) for tile in sorted(tiles))
                yield Reading(Family.KNITTED, loose)
                # Fewer than nine knitted tiles may fit several orders: still one reading.
                return
        if sets >= 3 and all(held[tile] for tile in nine):
            rest = list((held - Counter(nine)).elements())
            for reading in standard(rest, sets - 3):
                lines = tuple(Group(GroupKind.LOOSE, tuple(nine[i : i + 3])) for i in (0, 3, 6))
                yield Reading(Family.KNITTED, (*melds, *lines, *reading.groups))


def scattered(
    tiles: Sequence[Tile], wild: tuple[Tile, ...] = (), melds: tuple[Group, ...] = ()
) -> Reading:
    """The reading that asks for no sets (乱将, 乱风): every standing tile by
    itself; `wild` are what free jokers stand for."""
    loose = tuple(Group(GroupKind.LOOSE, (tile,)) for tile in sorted((*tiles, *wild)))
    return Reading(Family.SCATTERED, (*melds, *loose), wild)


def with_jokers_shown(reading: Reading, joker: Tile, wild: Sequence[Tile]) -> Reading:
    """The same reading whose standing groups show `joker` for each of `wild`."""
    groups = list(reading.groups)
    for tile in wild:
        for i, group in enumerate(groups):
            lying = list(group.shown)
            if group.meld is None and tile in lying:
                lying[lying.index(tile)] = joker
                groups[i] = replace(group, lying=tuple(lying))
                break
    return Reading(reading.family, tuple(groups), tuple(wild))


def _by_suit(tiles: Collection[Tile]) -> list[tuple[int, ...]]:
    rows = {suit: [0] * size for suit, size, _ in _SUITS}
    for tile in tiles:
        if tile.suit in rows:
            rows[tile.suit][tile.rank - 1] += 1
    return [tuple(row) for row in rows.values()]


@lru_cache(maxsize=64)
def _splits(number: int, parts: int) -> tuple[tuple[int, ...], ...]:
    if parts == 1:
        return ((number,),)
    return tuple(
        (first, *rest) for first in range(number + 1) for rest in _splits(number - first, parts - 1)
    )


_Part = tuple[tuple[Group, ...], tuple[Tile, ...]]


@lru_cache(maxsize=1 << 15)
def _suit(
    suit: str, size: int, chows: bool, counts: tuple[int, ...], wild: int,
    ranks: tuple[int, ...], pair: bool,
) -> tuple[_Part, ...]:  # fmt: skip
    """Readings of one suit with exactly `wild` jokers in it: groups and what
    the jokers stand for."""
    parts: list[_Part] = []
    allowed = [rank for rank in range(size) if ranks[rank]]
    first = _FIRST[suit]
    for added in combinations_with_replacement(allowed, wild):
        full = list(counts)
        for rank in added:
            full[rank] += 1
        shapes = _with_pair(tuple(full), chows) if pair else _sets(tuple(full), chows)
        stand = tuple(KINDS[first + rank] for rank in added)
        for shape in shapes:
            parts.append((tuple(_group(kind, first + rank) for kind, rank in shape), stand))
    return tuple(parts)


_Shape = tuple[tuple[GroupKind, int], ...]


@lru_cache(maxsize=1 << 16)
def _sets(counts: tuple[int, ...], chows: bool) -> tuple[_Shape, ...]:
    """Every way to read the counts of one suit as sets, none twice: at the
    lowest rank only the number of pungs is free, the rest must start chows."""
    low = next((rank for rank, n in enumerate(counts) if n), None)
    if low is None:
        return ((),)
    found: list[_Shape] = []
    for pungs in range(counts[low] // 3 + 1):
        runs = counts[low] - 3 * pungs
        rest = list(counts)
        rest[low] = 0
        if runs:
            if not chows or low + 2 >= len(counts) or min(rest[low + 1 : low + 3]) < runs:
                continue
            rest[low + 1] -= runs
            rest[low + 2] -= runs
        head = ((GroupKind.PUNG, low),) * pungs + ((GroupKind.CHOW, low),) * runs
        found.extend(head + tail for tail in _sets(tuple(rest), chows))
    return tuple(found)


@lru_cache(maxsize=1 << 16)
def _with_pair(counts: tuple[int, ...], chows: bool) -> tuple[_Shape, ...]:
    found: list[_Shape] = []
    for rank, n in enumerate(counts):
        if n >= 2:
            rest = (*counts[:rank], n - 2, *counts[rank + 1 :])
            found.extend((*shape, (GroupKind.PAIR, rank)) for shape in _sets(rest, chows))
    return tuple(found)


@lru_cache(maxsize=256)
def _group(kind: GroupKind, index: int) -> Group:
    if kind is GroupKind.CHOW:
        return Group(kind, KINDS[index : index + 3])
    return Group(kind, (KINDS[index],) * (3 if kind is GroupKind.PUNG else 2))


def _pair(tile: Tile) -> Group:
    return _group(GroupKind.PAIR, tile.index)
