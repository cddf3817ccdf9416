"""A tile that was turned or thrown and that nobody could read.

What follows shows that it was: the table goes on in a way that only makes sense
after it. Nothing is guessed; the players are asked which tile it was, with every
kind to choose from.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from math import inf
from typing import Final

from engine.branches import Branch
from engine.deal import Deal
from engine.errors import IllegalEvent
from engine.events import Discarded, Event, Flipped
from engine.evidence import View, Weights, is_faint
from engine.observations import SeenTile, Zone
from engine.picture import Place
from engine.proposals import offered, silent
from engine.reconcile import Effort, Explanation, Limits, explain
from engine.tile import Tile
from engine.view import Boxes, Text

DRAWS: Final = 2
"""Silent events that may come before what nobody read."""
A_BACK: Final = 0.9
"""Share from which what lies there is a tile's back: nobody throws one face down."""
LONG: Final = 3.5
"""Seconds: what lies there may be put right, or be read, until then."""
SHOWS: Final = 3.0
"""By how much the rest of the picture is explained better once the tile is supposed."""

Unread = Flipped | Discarded


@dataclass(frozen=True)
class Gap:
    """`before`: silent events that come first; `readings`: what it may have been,
    the likeliest first; `place`: where the tile lies; `boxes`: where in the picture a
    tile lies that could not be read."""

    before: tuple[Event, ...]
    readings: tuple[Unread, ...]
    place: Place | None
    boxes: Boxes = ()

    @property
    def text(self) -> Text:
        if isinstance(self.readings[0], Flipped):
            return Text("翻出的是哪一张？", "Which tile was turned up?")
        seat = self.readings[0].seat
        return Text(f"{seat}打出的是哪一张？", f"Which tile did {seat} discard?")

    def branch(self, main: Branch, candidate: int) -> Branch | None:
        """`main` after this reading; None where the books have moved on."""
        return (
            self.closed(main, self.readings[candidate]) if candidate < len(self.readings) else None
        )

    def closed(self, main: Branch, reading: Unread) -> Branch | None:
        """`main` after it was `reading`; None where the books have moved on."""
        try:
            after = main.after((*self.before, reading))
        except IllegalEvent:
            return None
        return _out_of_sight(after, self.place, reading.tile)


def find_gap(
    main: Branch, best: Explanation, view: View, limits: Limits, effort: Effort
) -> Gap | None:
    """What must have been turned or thrown for the picture to make sense, `best` being
    the best that can be said without it; None where nothing points at it."""
    for deal, before in _after_draws(main.deal):
        readings = _possible(deal)
        if not readings or effort.spent:
            continue
        place, seat = _place(deal, readings[0]), getattr(readings[0], "seat", None)
        blanks = _blanks(main, view, place, limits.weights)
        supposed = _stand_in(deal, readings, view)
        if supposed is None:
            continue
        branch = Gap(before, readings, place).closed(main, supposed)
        if branch is None:
            continue
        found = explain(branch.deal, view, branch.memory, limits, effort)[0]
        # A tile that lies there with its face unread is half the proof.
        shown = best.cost - found.cost
        explained = set(best.compared.unexplained) - set(found.compared.unexplained)
        shows = found.visible and shown >= SHOWS and _lies_long(explained, view)
        if shows or (_lies_long(blanks, view) and not found.cost > best.cost):
            likely = [tile for seen in blanks for tile, _ in seen.faces]
            # What the same player threw after it is not what is asked for.
            later = [e for e in found.visible if isinstance(e, Discarded) and e.seat is seat]
            rest = [e for e in readings if e.tile not in {event.tile for event in later}]
            ordered = sorted(rest, key=lambda e: _rank(e.tile, likely))
            boxes = tuple(seen.box for seen in blanks)
            return Gap(before, tuple(ordered), place, boxes)
    return None


def _lies_long(tiles: Iterable[SeenTile], view: View) -> bool:
    """Whether one of them has lain there for long enough to tell anything."""
    now = view.sighting.time
    return any(now - view.since.get(seen.track, -inf) >= LONG for seen in tiles)


def _after_draws(deal: Deal) -> Iterator[tuple[Deal, tuple[Event, ...]]]:
    """The deal as the books have it, and after draws that go without saying."""
    states: list[tuple[Deal, tuple[Event, ...]]] = [(deal, ())]
    for _ in range(DRAWS + 1):
        yield from states
        states = [(at.then(e), (*path, e)) for at, path in states for e in silent(at)]


def _possible(deal: Deal) -> tuple[Unread, ...]:
    """Every tile that may be turned next, or else thrown by the one seat on turn."""
    listed = [event for state, event in offered(deal) if state is deal]
    listed = [event for event in listed if deal.objection(event) is None]
    turned = tuple(event for event in listed if isinstance(event, Flipped) and event.tile.is_known)
    if turned and len(turned) == len(listed):
        return turned
    thrown = [event for event in listed if isinstance(event, Discarded)]
    # One way to throw each kind, the plainest.
    by_kind: dict[Tile, Unread] = {}
    for event in sorted(thrown, key=lambda e: e.announced is not None):
        by_kind.setdefault(event.tile, event)
    return tuple(by_kind.values()) if len({event.seat for event in thrown}) == 1 else ()


def _place(deal: Deal, reading: Unread) -> Place | None:
    if isinstance(reading, Discarded):
        return Zone.RIVER, reading.seat
    at = deal.wall.place(reading.slot)
    return (Zone.WALL, at.seat) if at is not None else None


def _blanks(main: Branch, view: View, place: Place | None, weights: Weights) -> list[SeenTile]:
    """Tiles lying there unread, beyond those that are known to."""
    lying = [
        seen
        for seen in view.sighting.tiles
        if (seen.zone, seen.seat) == place
        and seen.zone is Zone.RIVER
        and seen.back < A_BACK
        and (seen.face is None or is_faint(seen, weights))
    ]
    known = sum(at == place for at, _ in main.memory.excused)
    return lying[known:]


def _stand_in(deal: Deal, readings: tuple[Unread, ...], view: View) -> Unread | None:
    """A kind that nothing on the table shows, so that it explains nothing by itself."""
    shown = {tile for seen in view.sighting.tiles for tile, _ in seen.faces[:2]}
    plain = [e for e in readings if e.tile.is_number]
    return max(plain, key=lambda e: (e.tile not in shown, deal.unseen[e.tile.index]), default=None)


def _out_of_sight(branch: Branch, place: Place | None, tile: Tile) -> Branch:
    if place is None:
        return branch
    memory = branch.memory
    return replace(branch, memory=replace(memory, excused=(*memory.excused, (place, tile))))


def _rank(tile: Tile, likely: list[Tile]) -> int:
    return likely.index(tile) if tile in likely else len(likely)
