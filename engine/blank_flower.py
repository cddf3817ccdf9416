"""A tile laid among a seat's flowers that nobody could read.

Where a tile lies before a seat is seen better than what it shows: only flowers lie
among flowers. Which one it is, the players are asked; it is put in where it was laid,
for the seat may have gone on meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from engine.branches import Branch, putting_in
from engine.events import FlowersLaid
from engine.evidence import View, Weights
from engine.observations import Presence, SeenTile, Zone
from engine.proposals import PLAUSIBLE
from engine.seat import Seat
from engine.tile import Tile
from engine.view import Boxes, Text

BACK = 20
"""Events before the last in which a flower may still be put in."""
PLAIN = frozenset("mpsz")
"""Suits of numbers and honours: what looks like one is a thing taken for a tile, or fell."""


@dataclass(frozen=True)
class BlankFlower:
    """`readings`: the flowers it may be, those first that it looks like; `track`: the tile;
    `at`: how many of the branch's events had happened when it was first seen to lie."""

    readings: tuple[FlowersLaid, ...]
    track: int
    at: int
    boxes: Boxes

    @property
    def text(self) -> Text:
        seat = self.readings[0].seat
        return Text(f"{seat}补的是哪一张花？", f"Which flower did {seat} lay?")

    def branch(self, main: Branch, candidate: int) -> Branch | None:
        """`main` with this flower laid; None where it fits nowhere."""
        if candidate >= len(self.readings):
            return None
        reading = self.readings[candidate]
        laid = next(_laid(main, reading, self.at), None)
        return None if laid is None else _knowing(laid, reading, self.track)

    def still_blank(self, view: View, main: Branch) -> bool:
        """Whether the tile lies there as it did, and is nothing that is known."""
        return any(seen.track == self.track for seen in view.sighting.tiles) and (
            self.track not in main.memory.bound
        )


class Blanks:
    """Flowers that lie there unread, and since when; each seat is asked once in a deal.

    `patience`: seconds for which one may lie there before the players are asked."""

    def __init__(self, patience: float) -> None:
        self._patience = patience
        self._noted: tuple[int, float, int] | None = None
        self._asked: set[tuple[int, Seat]] = set()

    def __bool__(self) -> bool:
        return self._noted is not None

    def restart(self) -> None:
        """Whatever lies there is seen for the first time."""
        self._noted = None

    def due(self, main: Branch, view: View, weights: Weights) -> BlankFlower | None:
        """The one to ask about now; None while there is none, or it may yet be read."""
        now = view.sighting.time
        blank = _blank_flower(main, view, weights, self._noted)
        if blank is None or self._noted is None or self._noted[0] != blank.track:
            self._noted = (blank.track, now, blank.at) if blank is not None else None
            return None
        whose = main.deal.number, blank.readings[0].seat
        if whose in self._asked or now - self._noted[1] < self._patience:
            return None
        self._asked.add(whose)
        return blank


def _blank_flower(
    main: Branch, view: View, weights: Weights, noted: tuple[int, float, int] | None
) -> BlankFlower | None:
    """The first tile among flowers that many looks could not read as one; None where
    there is none, or where its seat cannot have laid one. `noted`: track, time and number
    of events when one was first seen."""
    for seen in view.sighting.tiles:
        if seen.seat is None or not _is_blank(main, seen, weights):
            continue
        known = noted is not None and noted[0] == seen.track
        at = noted[2] if noted is not None and known else len(main.events)
        readings = _possible(main, seen.seat, at)
        if readings:
            likely = [tile for tile, _ in seen.faces]
            ordered = sorted(readings, key=lambda e: _rank(e.tiles[0], likely))
            return BlankFlower(tuple(ordered), seen.track, at, (seen.box,))
    return None


def _is_blank(main: Branch, seen: SeenTile, weights: Weights) -> bool:
    """Whether it lies open among flowers, seen often, is drawn like one, and none is likely."""
    if seen.zone is not Zone.FLOWERS or seen.presence is not Presence.SEEN:
        return False
    if seen.track in main.memory.bound or seen.looks < weights.full or seen.back >= 0.5:
        return False
    kinds = main.deal.flow.flower_kinds(main.deal)
    likely = max((p for tile, p in seen.faces if tile in kinds), default=0.0)
    if not seen.faces or seen.faces[0][0].suit in PLAIN:
        return False
    return likely < PLAUSIBLE or seen.faces[0][1] < weights.faint


def _possible(main: Branch, seat: Seat, at: int) -> list[FlowersLaid]:
    """Every single flower that the seat may have laid lately."""
    kinds = sorted(main.deal.flow.flower_kinds(main.deal))
    left = [tile for tile in kinds if main.deal.unseen[tile.index]]
    events = [FlowersLaid(seat, (tile,)) for tile in left]
    return [event for event in events if next(_laid(main, event, at), None) is not None]


def _laid(main: Branch, flower: FlowersLaid, about: int) -> Iterator[Branch]:
    """`main` with the flower laid, as near as may be to `about` events; its replacement is
    drawn before the seat goes on."""
    places = range(max(0, len(main.events) - BACK), len(main.events) + 1)
    for at in sorted(places, key=lambda place: abs(place - about)):
        yield from putting_in(main.until(at), flower, main.events[at:])


def _knowing(branch: Branch, flower: FlowersLaid, track: int) -> Branch:
    """The branch, to which the tile is that flower."""
    bound = {**branch.memory.bound, track: ((Zone.FLOWERS, flower.seat), flower.tiles[0])}
    return replace(branch, memory=replace(branch.memory, bound=bound))


def _rank(tile: Tile, likely: list[Tile]) -> int:
    return likely.index(tile) if tile in likely else len(likely)
