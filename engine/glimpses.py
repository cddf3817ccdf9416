"""What was seen to lie in rivers, and when: whose a claimed discard was, which came first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from engine.deal import Deal
from engine.events import Chowed, Discarded, Event, Konged, Punged, Won
from engine.evidence import Binding, Memory, View
from engine.lying import PLAUSIBLE
from engine.observations import Sighting, Zone
from engine.seat import SEATS, Seat
from engine.tile import Tile

LIKELY: Final = 0.5
"""Share from which a tile was read well enough."""
SURELY: Final = 0.8
"""Share from which it was read well enough to have been there, in `LOOKS` looks."""
LOOKS: Final = 3
KEPT: Final = 15.0
"""Seconds for which it is known that a tile lay in a river."""
HALF: Final = 0.5
"""How sure a tile is that was not written down: a hand may have carried it there."""


def from_elsewhere(view: View, deal: Deal, event: Event) -> float:
    """How surely a tile of the kind of a set or a win lay in another's river, from where it
    was not taken by any event of `deal`."""
    if not view.taken or not isinstance(event, Chowed | Punged | Konged | Won):
        return 0.0
    lay = {seat: sure for (seat, tile), sure in view.taken.items() if tile == event.tile}
    return max((sure for seat, sure in lay.items() if not _went(deal, seat, event.tile)), default=0)


def wins_from_elsewhere(view: View, deal: Deal, events: Sequence[Event]) -> bool:
    """Whether one of `events` has somebody win on a tile of a kind that was surely taken
    elsewhere."""
    return any(isinstance(e, Won) and from_elsewhere(view, deal, e) >= 1.0 for e in events)


def _went(deal: Deal, seat: Seat, tile: Tile) -> bool:
    """Whether the books say where a seat's discard of that kind is."""
    melds = (meld for row in deal.melds for meld in row)
    return (
        tile in deal.rivers[seat]
        or any(meld.source is seat and tile in meld.tiles for meld in melds)
        or any(win.source is seat and win.tile == tile for win in deal.wins)
    )


class Glimpses:
    """What lay in which river and was not written down, up to `patience` seconds ago."""

    def __init__(self, patience: float) -> None:
        self._patience = patience
        self._at: dict[tuple[Seat, Tile], float] = {}
        self._since: dict[int, float] = {}
        self._lay: dict[tuple[Seat, Tile], float] = {}
        self._like: dict[tuple[Seat, Tile], tuple[Tile, float]] = {}
        """What a known tile may as well have been, what it is known as, and until when."""
        self._misread: frozenset[tuple[Seat, Tile]] = frozenset()

    def first(self, sighting: Sighting) -> Mapping[int, float]:
        """When each track that lies there now was first seen."""
        known, now = self._since, sighting.time
        self._since = {seen.track: known.get(seen.track, now) for seen in sighting.tiles}
        return self._since

    def taken(
        self, view: View, bound: Mapping[int, Binding], events: Sequence[Event]
    ) -> Mapping[tuple[Seat, Tile], float]:
        """What surely lay in rivers lately and is seen to lie there no more: how sure, 0 to 1;
        what is among the `events` that were written down, or may have been written down as
        another, is so without a doubt."""
        now = view.sighting.time
        there: set[tuple[Seat, Tile]] = set()
        for seat in SEATS:
            for seen in view.seen[Zone.RIVER, seat]:
                place, tile = bound.get(seen.track, (None, seen.face))
                known = place == (Zone.RIVER, seat)
                clear = seen.faces[0][1] >= SURELY and seen.looks >= LOOKS
                if tile is not None and (known or clear):
                    there.add((seat, tile))
                    self._lay[seat, tile] = now
                if tile is not None and known:
                    others = (f for f, p in seen.faces if p >= PLAUSIBLE and f != tile)
                    self._like.update({(seat, other): (tile, now) for other in others})
        self._lay = {what: at for what, at in self._lay.items() if now - at <= KEPT}
        self._like = {what: at for what, at in self._like.items() if now - at[1] <= KEPT}
        self._misread = frozenset(
            (seat, other)
            for (seat, other), (tile, _) in self._like.items()
            if (seat, tile) not in there
            and (seat, other) not in there
            and not view.covered((Zone.RIVER, seat))
        )
        return {
            (seat, tile): 1.0 if Discarded(seat, tile) in events else HALF
            for seat, tile in self._lay
            if (seat, tile) not in there and not view.covered((Zone.RIVER, seat))
        } | dict.fromkeys(self._misread, 1.0)

    def see(self, view: View, memory: Memory) -> frozenset[tuple[Seat, Tile]]:
        """Add what lies there now, under a hand or not; all that was seen lately."""
        now = view.sighting.time
        for seat in SEATS:
            for seen in view.seen[Zone.RIVER, seat]:
                new = seen.track not in memory.bound and seen.face is not None
                if new and seen.faces[0][1] >= LIKELY:
                    self._at[seat, seen.faces[0][0]] = now
        self._at = {what: at for what, at in self._at.items() if now - at <= self._patience}
        return frozenset(self._at) | self._misread
