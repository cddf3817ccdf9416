"""What was seen to lie in rivers, and when: whose a claimed discard was, which came first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.evidence import Memory, View
from engine.observations import Sighting, Zone
from engine.seat import SEATS, Seat
from engine.tile import Tile

LIKELY: Final = 0.5
"""Share from which a tile was read well enough."""


class Glimpses:
    """What lay in which river and was not written down, up to `patience` seconds ago."""

    def __init__(self, patience: float) -> None:
        self._patience = patience
        self._at: dict[tuple[Seat, Tile], float] = {}
        self._since: dict[int, float] = {}

    def first(self, sighting: Sighting) -> Mapping[int, float]:
        """When each track that lies there now was first seen."""
        known, now = self._since, sighting.time
        self._since = {seen.track: known.get(seen.track, now) for seen in sighting.tiles}
        return self._since

    def see(self, view: View, memory: Memory) -> frozenset[tuple[Seat, Tile]]:
        """Add what lies there now, under a hand or not; all that was seen lately."""
        now = view.sighting.time
        for seat in SEATS:
            for seen in view.seen[Zone.RIVER, seat]:
                new = seen.track not in memory.bound and seen.face is not None
                if new and seen.faces[0][1] >= LIKELY:
                    self._at[seat, seen.faces[0][0]] = now
        self._at = {what: at for what, at in self._at.items() if now - at <= self._patience}
        return frozenset(self._at)
