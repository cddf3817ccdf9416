"""A winning hand sorted for reading: natural tiles, wild ones, laid sets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from engine.shapes import Group, GroupKind, Reading, meld_group
from engine.tile import Tile
from engine.win import Win


@dataclass(frozen=True, slots=True)
class SortedHand:
    """`naturals`: standing tiles that are not wild, the winning one too, in
    order. `wild`: the wild ones. `melds`: laid sets as groups. `suits`: the
    suits of naturals and melds (`z` for honours)."""

    win: Win
    naturals: tuple[Tile, ...]
    wild: tuple[Tile, ...]
    melds: tuple[Group, ...]
    suits: frozenset[str]

    @property
    def sets(self) -> int:
        """How many sets are still to be found among the standing tiles."""
        return 4 - len(self.melds)

    @property
    def number_suits(self) -> frozenset[str]:
        return self.suits & frozenset("mps")

    def all_tiles(self) -> tuple[Tile, ...]:
        """All tiles of the hand as they lie, kongs with four."""
        return (*self.naturals, *self.wild, *(t for g in self.melds for t in g.tiles))


def known_suits(win: Win) -> frozenset[str]:
    """Suits of what is known of a hand, melds and the winning tile too."""
    tiles = (*win.concealed, win.tile, *(meld.tile for meld in win.melds))
    return frozenset(tile.suit for tile in tiles if tile.is_known)


def sort_hand(win: Win, wild: frozenset[Tile]) -> SortedHand:
    """The win's tiles sorted; `wild`: kinds that are wild in this hand."""
    standing = (*win.concealed, win.tile)
    melds = tuple(meld_group(index, meld) for index, meld in enumerate(win.melds))
    naturals = tuple(sorted(tile for tile in standing if tile not in wild))
    suits = frozenset([t.suit for t in naturals] + [g.tile.suit for g in melds])
    return SortedHand(win, naturals, tuple(t for t in standing if t in wild), melds, suits)


def tile_counts(
    hand: SortedHand, reading: Reading
) -> tuple[Mapping[Tile, int], Mapping[Tile, int]]:
    """Kind → number in the hand as read, and the same without kong tiles."""
    loose = Counter(hand.naturals)
    loose.update(reading.wild)
    return with_melds(loose, hand.melds)


def with_melds(
    loose: Counter[Tile], melds: Iterable[Group]
) -> tuple[Mapping[Tile, int], Mapping[Tile, int]]:
    """Standing tiles and those of laid sets, and the same without kong tiles;
    `loose` is changed."""
    kong_tiles: list[Tile] = []
    for group in melds:
        if group.kind is GroupKind.KONG:
            kong_tiles.extend(group.tiles)
        else:
            loose.update(group.tiles)
    if not kong_tiles:
        return loose, loose
    own = Counter(loose)
    own.update(kong_tiles)
    return own, loose


def is_hard(hand: SortedHand, reading: Reading) -> bool:
    """Whether every wild tile stands for itself (硬, 无混)."""
    return Counter(reading.wild) == Counter(hand.wild)


def shown(hand: SortedHand, reading: Reading) -> Reading:
    """The reading whose standing groups show the wild tiles where they stand in;
    one that shows them already is left as it is."""
    done = any(group.lying for group in reading.groups if group.meld is None)
    if not hand.wild or done or is_hard(hand, reading):
        return reading
    groups = list(reading.groups)
    jokers = list(hand.wild)
    for tile in reading.wild:
        joker = tile if tile in jokers else jokers[0]
        jokers.remove(joker)
        for at, group in enumerate(groups):
            lying = list(group.shown)
            if group.meld is None and tile in lying and tile is not joker:
                lying[lying.index(tile)] = joker
                groups[at] = replace(group, lying=tuple(lying))
                break
    return replace(reading, groups=tuple(groups))
