"""A deal that begins before the camera alone: new walls stand, and nothing else lies there."""

from __future__ import annotations

from typing import TypeAlias

from engine.events import DealBegan, Event, WallsRaised
from engine.observations import Sighting, Zone
from engine.seat import SEATS
from engine.signals import Capability, Hello, Signal, WallsUp
from engine.standing import Standing, advance

Stacks: TypeAlias = tuple[int, int, int, int]

_FACES = 2
"""So many faces may be misread on a table on which only walls stand; beside it lie
other things."""
_LEAST, _ALIKE = 7, 2
"""Stacks of the shortest wall, and by how many walls of one table differ."""


class Beginning:
    """Walls counted over one picture after another, as hands leave them free.

    Where the line tells of walls (`hear`) pictures begin no deal.
    """

    def __init__(self) -> None:
        self._line_tells = False
        self._counts: list[int | None] = [None] * len(SEATS)

    def hear(self, signal: Signal) -> None:
        """Any signal of the line."""
        lifts = isinstance(signal, Hello) and Capability.LIFTS_WALLS in signal.capabilities
        self._line_tells = self._line_tells or lifts or isinstance(signal, WallsUp)

    def events(self, sighting: Sighting, standing: Standing) -> tuple[Event, ...]:
        """What begins the next deal where the picture shows its walls; nothing else."""
        began = DealBegan(standing.next_number, standing.dealer)
        deal = advance(standing, began).deal
        assert deal is not None
        stacks = self.see(sighting, deal.tiles.total)
        return (began, WallsRaised(stacks)) if stacks is not None else ()

    def see(self, sighting: Sighting, total: int) -> Stacks | None:
        """Stacks at seats A…D once the walls of all `total` tiles stand; each picture once.

        One wall of the four may be hidden all the while: it holds what the others lack.
        """
        if self._line_tells:
            return None
        faces = sum(
            seen.face is not None and seen.zone is not Zone.OUTSIDE for seen in sighting.tiles
        )
        if faces > _FACES or any(sighting.standing):
            self._counts = [None] * len(SEATS)
            return None
        for seat, wall in zip(SEATS, sighting.wall_stacks, strict=True):
            if wall is not None:
                self._counts[seat] = _whole(wall)
        found = self._complete(sighting, total // 2)
        if found is not None:
            self._counts = [None] * len(SEATS)
        return found

    def _complete(self, sighting: Sighting, wanted: int) -> Stacks | None:
        """The counts where they make up `wanted` stacks, a hidden wall's as it must be."""
        counts = [count or 0 for count in self._counts]
        if sum(counts) != wanted:
            fits = []
            for seat in SEATS:
                others = [counts[other] for other in SEATS if other is not seat]
                if sighting.wall_stacks[seat] is None and _fits(wanted - sum(others), others):
                    fits.append(seat)
            if len(fits) != 1:
                return None
            counts[fits[0]] += wanted - sum(counts)
        a, b, c, d = counts
        return (a, b, c, d) if min(counts) >= _LEAST else None


def _whole(wall: tuple[int, ...]) -> int:
    """Stacks of a wall of which no tile was taken; 0 for any other."""
    stands = [height for height in wall if height]
    return len(stands) if stands and min(stands) == 2 else 0


def _fits(count: int, others: list[int]) -> bool:
    return count >= _LEAST and max(others) - _ALIKE <= count <= min(others) + _ALIKE


def hands_stand(sighting: Sighting) -> bool:
    """Whether the picture shows that the hands have been taken."""
    standing = [count for count in sighting.standing if count is not None]
    if len(standing) == 4 and min(standing) >= 12:
        return True
    return any(
        seen.zone in (Zone.FLOWERS, Zone.WALL, Zone.RIVER) and seen.face for seen in sighting.tiles
    )
