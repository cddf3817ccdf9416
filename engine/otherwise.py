"""A tile that was booked as one kind and is, by now, clearly seen to be another."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Final

from engine.branches import Branch, Verdict
from engine.errors import IllegalEvent
from engine.events import Discarded, Event, FlowersLaid
from engine.evidence import View, Weights
from engine.observations import Presence, SeenTile, Zone
from engine.seat import Seat
from engine.tile import Tile
from engine.view import Text

CLEAR: Final = 0.9
"""Share from which a tile is clearly read."""
LITTLE: Final = 0.04
"""Share up to which it cannot be what the books have."""


class Otherwise:
    """Since when tiles are clearly read otherwise than they were booked.

    `patience`: seconds after which that is believed.
    """

    def __init__(self, patience: float, weights: Weights) -> None:
        self._patience = patience
        self._weights = weights
        self._since: dict[int, tuple[Tile, float]] = {}

    def due(
        self, main: Branch, view: View, said: Collection[Event]
    ) -> tuple[Branch, Verdict] | None:
        """`main` with such a tile read anew, and what to write down; None where there is
        none. What players have `said` stays."""
        now = view.sighting.time
        read = {s.track: s for s in view.sighting.tiles if self._is_other(main, s)}
        old = {
            track: (tile, since)
            for track, (tile, since) in self._since.items()
            if track in read and read[track].face == tile
        }
        new = {t: (s.face, now) for t, s in read.items() if t not in old and s.face is not None}
        self._since = {**new, **old}
        for track, (_, since) in self._since.items():
            if now - since >= self._patience:
                anew = _anew(main, read[track], said)
                if anew is not None:
                    return anew
        return None

    def _is_other(self, main: Branch, seen: SeenTile) -> bool:
        known = main.memory.bound.get(seen.track)
        if known is None or seen.presence is not Presence.SEEN or known[0][0] is not seen.zone:
            return False
        if seen.zone not in (Zone.RIVER, Zone.FLOWERS) or seen.looks < self._weights.few:
            return False
        tile, share = seen.faces[0] if seen.faces else (known[1], 0.0)
        still = sum(p for face, p in seen.faces if face == known[1])
        return tile != known[1] and share >= CLEAR and still <= LITTLE and seen.back < LITTLE


def _anew(main: Branch, seen: SeenTile, said: Collection[Event]) -> tuple[Branch, Verdict] | None:
    place, was = main.memory.bound[seen.track]
    assert seen.face is not None
    for at in range(len(main.events) - 1, -1, -1):
        event = main.events[at]
        other = _instead(event, place[1], was, seen.face)
        if other is None or event in said:
            continue
        events = (other, *main.events[at + 1 :])
        try:
            branch = main.until(at).after(events)
        except IllegalEvent:
            continue
        bound = {**branch.memory.bound, seen.track: (place, seen.face)}
        branch = replace(branch, memory=replace(branch.memory, bound=bound))
        return branch, Verdict(at, events, 1.0, Text("后来看清", "seen clearly later"))
    return None


def _instead(event: Event, seat: Seat, was: Tile, tile: Tile) -> Event | None:
    """The same event with the other tile; None where it did not lay that tile there."""
    match event:
        case Discarded() if event.seat is seat and event.tile == was:
            return Discarded(seat, tile)
        case FlowersLaid() if event.seat is seat and was in event.tiles:
            at = event.tiles.index(was)
            return FlowersLaid(seat, (*event.tiles[:at], tile, *event.tiles[at + 1 :]))
    return None
