"""What devices and people report; nothing here is believed yet.

Only the match decides what an observation means. Times are seconds of the
clock that the companion runs on. Device inputs carry the number of the deal
they belong to, commands the last entry they had seen, so that a late one can
be told from a fresh one.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from engine.events import Event
from engine.seat import Seat
from engine.tile import Tile


class Zone(StrEnum):
    """Where on the table a tile lies; owned by a seat except DOME and OUTSIDE."""

    RIVER = "river"
    MELDS = "melds"
    FLOWERS = "flowers"
    HAND = "hand"
    WINNING_TILE = "winning_tile"
    WALL = "wall"
    DOME = "dome"
    OUTSIDE = "outside"


class Presence(StrEnum):
    """SEEN now; HIDDEN under a hand or an object (still believed to lie
    there); a tile whose place is seen empty is not reported at all."""

    SEEN = "seen"
    HIDDEN = "hidden"


@dataclass(frozen=True, slots=True)
class SeenTile:
    """One tile body as the settled picture shows it.

    `track` stays the same while the tile lies where it lies. `x`, `y`: centre
    on the table plane in millimetres (table frame of `engine.layout`). `yaw`:
    degrees, counter-clockwise, 0 upright for seat A. `faces`: the likeliest
    kinds with probabilities, best first (voted over frames; they need not sum
    to 1). `back`: probability that the face is not to be seen (tile back or
    standing tile). `looks`: number of frames that voted.
    """

    track: int
    zone: Zone
    seat: Seat | None
    x: float
    y: float
    yaw: float
    faces: tuple[tuple[Tile, float], ...]
    back: float
    looks: int
    presence: Presence = Presence.SEEN
    box: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    """Pixels x1, y1, x2, y2 in the frame, to cut the picture for a question."""

    @property
    def face(self) -> Tile | None:
        """The likeliest kind, or None where the back is likelier."""
        if not self.faces or self.back > self.faces[0][1]:
            return None
        return self.faces[0][0]


@dataclass(frozen=True, slots=True)
class Sighting:
    """A settled picture of the whole table.

    `covered`: zones partly hidden at the moment; what is missing there is not
    gone. `standing`: standing backs counted per seat (None: not countable).
    `wall_stacks`: per seat the occupied stack positions counted from that
    player's right, 2 for a full stack, 1 for a half, 0 for none (None where
    not seen). `dice`: pips read in the dome, or None.
    """

    frame: int
    time: float
    deal: int
    tiles: tuple[SeenTile, ...]
    covered: frozenset[tuple[Zone, Seat | None]] = frozenset()
    standing: tuple[int | None, int | None, int | None, int | None] = (None, None, None, None)
    wall_stacks: tuple[tuple[int, ...] | None, ...] = (None, None, None, None)
    dice: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """A tap on a question's button."""

    question: str
    candidate: int
    seen: int


@dataclass(frozen=True, slots=True)
class Enter:
    """An event entered by finger after entry `seen`."""

    event: Event
    seen: int


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the last entry that a person or a device brought."""

    seen: int


@dataclass(frozen=True, slots=True)
class Correct:
    """Replace entry `entry` by `events` (none: remove it)."""

    entry: int
    events: tuple[Event, ...]
    seen: int
    reason: str = ""


Command: TypeAlias = Answer | Enter | Undo | Correct
