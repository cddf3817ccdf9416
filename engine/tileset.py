"""Which tiles a rule set plays with: so many of each kind, never one more."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engine.tile import KINDS, Tile


@dataclass(frozen=True, slots=True)
class TileSet:
    """`counts[i]` tiles of the kind with index `i` (model order, 0…46)."""

    counts: bytes

    @classmethod
    def of(cls, counts: Mapping[Tile, int]) -> TileSet:
        """A set from kind → number; kinds not named are not played with."""
        table = bytearray(len(KINDS))
        for tile, number in counts.items():
            table[tile.index] = number
        return cls(bytes(table))

    @property
    def total(self) -> int:
        return sum(self.counts)

    @property
    def kinds(self) -> tuple[Tile, ...]:
        """The kinds played with, in model order."""
        return tuple(tile for tile in KINDS if self.counts[tile.index])

    def count(self, tile: Tile) -> int:
        """How many of this kind there are; 0 for `?`."""
        return self.counts[tile.index] if tile.is_known else 0

    def tiles(self) -> tuple[Tile, ...]:
        """Every single tile, in model order."""
        return tuple(tile for tile in KINDS for _ in range(self.counts[tile.index]))

    def surplus(self, seen: Iterable[Tile]) -> tuple[Tile, ...]:
        """Kinds of which more lie on the table than exist; `?` is not counted."""
        left = list(self.counts)
        over: list[Tile] = []
        for tile in seen:
            if not tile.is_known:
                continue
            left[tile.index] -= 1
            if left[tile.index] == -1:
                over.append(tile)
        return tuple(over)
