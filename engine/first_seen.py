"""Whether tiles were first seen in the order in which they would have been laid."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from engine.events import Discarded, Event, FlowersLaid
from engine.evidence import Binding
from engine.observations import Zone
from engine.proposals import is_added_kong
from engine.seat import Seat
from engine.tile import Tile


@dataclass(frozen=True, slots=True)
class FirstSeen:
    """`pairs`: what each track is taken for; `since`: when each was first seen; `is_known`:
    whether that was known before. What is first seen less than `slack` seconds later may
    have been laid earlier."""

    pairs: Mapping[int, Binding]
    since: Mapping[int, float]
    is_known: Callable[[int], bool]
    slack: float

    def thrown_before(self, events: Sequence[Event], last: Discarded) -> bool:
        """Whether the tile that `last` throws lay there before one that `events` have the
        same seat throw earlier."""
        mine = [e for e in events if isinstance(e, Discarded) and e.seat is last.seat]
        thrown = [event.tile for event in mine if event.tile != last.tile]
        if not thrown:
            return False
        lies = {tile: self.since[track] for track, (at, tile) in self.pairs.items()
                if at == (Zone.RIVER, last.seat) and track in self.since
                and not self.is_known(track)}  # fmt: skip
        if last.tile not in lies:
            return False
        until = lies[last.tile] + self.slack
        return any(lies[tile] > until for tile in thrown if tile in lies)

    def added_after(self, events: Sequence[Event], last: Discarded) -> bool:
        """Whether what `last` throws lay there before the tile that `events` have the same
        seat add to a set: a kong is laid before its owner throws."""
        added = [e.tile for e in events if is_added_kong(e) and e.seat is last.seat]
        thrown = self._times(Zone.RIVER, last.seat, last.tile) if added else []
        if not thrown:
            return False
        until = min(thrown) + self.slack
        return any(max(self._times(Zone.MELDS, last.seat, t), default=until) > until for t in added)

    def lays_on(self, visible: Sequence[Event], event: FlowersLaid) -> bool:
        """Whether the last thing to be seen is flowers of the same seat."""
        last = visible[-1] if visible else None
        return isinstance(last, FlowersLaid) and last.seat is event.seat

    def laid_apart(self, visible: Sequence[Event], event: FlowersLaid) -> bool:
        """Whether these flowers came to be seen clearly after the last ones of their seat."""
        last = visible[-1]
        assert isinstance(last, FlowersLaid)
        before = [t for tile in last.tiles for t in self._times(Zone.FLOWERS, last.seat, tile)]
        after = [t for tile in event.tiles for t in self._times(Zone.FLOWERS, event.seat, tile)]
        return bool(before and after) and min(after) > max(before) + self.slack

    def _times(self, zone: Zone, seat: Seat, tile: Tile) -> list[float]:
        """When each tile of that kind there was first seen."""
        wanted = (zone, seat), tile
        return [self.since[t] for t, at in self.pairs.items() if at == wanted and t in self.since]
