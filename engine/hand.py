"""A standing hand: the tiles that are known, and how many are not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from engine.tile import UNKNOWN, Tile


@dataclass(frozen=True, slots=True)
class Hand:
    """`known` tiles in model order (a stolen tile is known though it stands
    hidden from the others) and the number of `hidden` ones."""

    known: tuple[Tile, ...] = ()
    hidden: int = 0

    @classmethod
    def of(cls, tiles: Iterable[Tile]) -> Hand:
        """A hand of these tiles, `?` counting as hidden."""
        listed = tuple(tiles)
        known = tuple(sorted(tile for tile in listed if tile.is_known))
        return cls(known, len(listed) - len(known))

    @property
    def count(self) -> int:
        return len(self.known) + self.hidden

    @property
    def is_known(self) -> bool:
        """No tile of it is hidden."""
        return self.hidden == 0

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """All of it, hidden tiles as `?`."""
        return self.known + (UNKNOWN,) * self.hidden

    def with_tile(self, tile: Tile) -> Hand:
        """One tile more; `?` adds a hidden one."""
        if not tile.is_known:
            return Hand(self.known, self.hidden + 1)
        return Hand(tuple(sorted((*self.known, tile))), self.hidden)

    def missing(self, tiles: Iterable[Tile]) -> list[Tile]:
        """Which of `tiles` are not among the known ones, and so must be hidden."""
        if not self.known:
            return list(tiles)
        rest = list(self.known)
        out: list[Tile] = []
        for tile in tiles:
            if tile in rest:
                rest.remove(tile)
            else:
                out.append(tile)
        return out

    def without(self, tile: Tile) -> tuple[Hand, bool] | None:
        """One tile less, and whether it came out of the hidden ones.

        None when the hand cannot hold it.
        """
        if tile in self.known:
            rest = list(self.known)
            rest.remove(tile)
            return Hand(tuple(rest), self.hidden), False
        if self.hidden:
            return Hand(self.known, self.hidden - 1), True
        return None

    def counts(self) -> Counter[Tile]:
        """How many of each known kind."""
        return Counter(self.known)
