"""What the screen asks of the rest besides moves of a match, and what it is told.

Requests go through `Bridge.ask`, sheets come back through `Bridge.tell`. Both
are plain values; only the newest sheet of each kind counts.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from engine.layout import DEFAULT_LAYOUT, TableLayout
from engine.seat import Seat
from engine.tile import Tile
from engine.view import Health, HealthState, TableView, Text
from ui.setting_up import SetupNews, SetupRequest

Names = tuple[str, str, str, str]
Corner = tuple[float, float]
Corners = tuple[Corner, Corner, Corner, Corner]


@dataclass(frozen=True, slots=True)
class MatchPlan:
    """What is played and by whom. `stake`: money for a point, 0 for none.
    `camera`, `line`: whether they are wanted. `colours`: the numbers of those that
    the players wear, out of `Palette.people`."""

    players: Names
    rules: str
    options: tuple[tuple[str, str], ...] = ()
    dealer: Seat = Seat.A
    stake: Fraction = Fraction(0)
    camera: bool = True
    line: bool = True
    colours: tuple[int, int, int, int] = (0, 1, 2, 3)


@dataclass(frozen=True, slots=True)
class StartSheet:
    """The start screen's matter. `known`: players of earlier evenings, the
    latest first. `camera`, `line`: what was found. `pages`: ids of the rule sets
    to choose from. `open_match`: the match that
    was not closed, in words, None where there is none. `colours`: what known
    players wear."""

    plan: MatchPlan
    known: tuple[str, ...]
    camera: Health
    line: Health
    pages: tuple[str, ...]
    open_match: Text | None = None
    colours: tuple[tuple[str, int], ...] = ()

    def is_watched(self, plan: MatchPlan) -> bool:
        """Whether a device that was found is wanted, so that not all is up to fingers."""
        absent = (HealthState.ABSENT, HealthState.BAD)
        devices = ((plan.camera, self.camera), (plan.line, self.line))
        return any(wanted and found.state not in absent for wanted, found in devices)


@dataclass(frozen=True, slots=True)
class Settings:
    """What is kept of how the screen looks and sounds."""

    lang: str = "zh"
    theme: str = "dark"
    auto_confirm: bool = True
    sounds: bool = False
    voice: bool = False


@dataclass(frozen=True, slots=True)
class SetupSheet:
    """What every part of the set-up screen needs."""

    settings: Settings
    pages: tuple[str, ...]
    version: str = ""


@dataclass(frozen=True, slots=True)
class KeptMatch:
    """One record in the list. `key` names it in `OpenRecord`; `age`: whole days since."""

    key: str
    when: str
    rules: Text
    players: Names
    deals: int
    scores: tuple[Fraction, ...]
    age: int = 0


@dataclass(frozen=True, slots=True)
class ArchiveSheet:
    matches: tuple[KeptMatch, ...]


@dataclass(frozen=True, slots=True)
class KeptDeal:
    """One deal of a record: the step it begins at, and what it brought seats A to D;
    nothing where it did not end."""

    at: int
    number: int
    net: tuple[Fraction, ...] = ()


@dataclass(frozen=True, slots=True)
class ReplaySheet:
    """One step of a record: `at` of `steps` (from 0), the table then, its deals, and
    which steps were learnt with doubt. `pictures`: whether the record keeps any of the
    camera; `picture` `(height, width, 3)`, red first, of this moment, where it was
    asked for and is kept."""

    key: str
    at: int
    steps: int
    view: TableView
    deals: tuple[KeptDeal, ...] = ()
    doubts: tuple[int, ...] = ()
    pictures: bool = False
    picture: npt.NDArray[np.uint8] | None = field(default=None, repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class CameraSheet:
    """Whether there is a camera to take the picture of a hand with."""

    there: bool


@dataclass(frozen=True, slots=True)
class SoundSheet:
    """Why something that is wanted cannot be heard here; empty where all is well."""

    troubles: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class ReadTile:
    """One tile of a picture: what it was read as (`?` for what is no known face), how
    sure that is (0 to 1), and its `box`: left, top, right, bottom in pixels."""

    tile: Tile
    confidence: float
    box: tuple[float, float, float, float]


@dataclass(frozen=True, slots=True, eq=False)
class HandPhoto:
    """A picture `(height, width, 3)`, red first, and what was read in it: rows from the
    top, each in groups that stand close together. `problem`: why there is none."""

    picture: npt.NDArray[np.uint8] | None = field(default=None, repr=False)
    rows: tuple[tuple[tuple[ReadTile, ...], ...], ...] = ()
    problem: Text | None = None


@dataclass(frozen=True, slots=True)
class Note:
    """A word for whoever tapped: what was done, or why it could not be."""

    text: Text
    good: bool = True


Sheet: TypeAlias = (
    StartSheet
    | SetupSheet
    | ArchiveSheet
    | ReplaySheet
    | Note
    | CameraSheet
    | SoundSheet
    | HandPhoto
    | SetupNews
)


@dataclass(frozen=True, slots=True)
class BeginMatch:
    plan: MatchPlan


@dataclass(frozen=True, slots=True)
class ResumeMatch:
    """Go on with the match that was not closed."""


@dataclass(frozen=True, slots=True)
class EndMatch:
    """Close the match; the start screen comes back."""


@dataclass(frozen=True, slots=True)
class LookAround:
    """Look for camera and line again."""


@dataclass(frozen=True, slots=True)
class ReadHand:
    """Take a picture and read the tiles in it; `path`: a file instead of the camera."""

    path: str = ""


@dataclass(frozen=True, slots=True)
class OpenArchive:
    """List the records."""


@dataclass(frozen=True, slots=True)
class OpenRecord:
    """Show step `at` of a record; `picture`: with the camera's picture, if kept."""

    key: str
    at: int = 0
    picture: bool = False


@dataclass(frozen=True, slots=True)
class OpenSetup:
    """Ask for the set-up screen's matter."""


@dataclass(frozen=True, slots=True)
class KeepSettings:
    settings: Settings


@dataclass(frozen=True, slots=True)
class KeepCorners:
    """The playing surface's corners, from seat A's left clockwise, how much the lens
    bends (k1 for radii in the picture's long side) and where things lie."""

    corners: Corners
    picture_size: tuple[int, int]
    bend: float = 0.0
    layout: TableLayout = DEFAULT_LAYOUT


@dataclass(frozen=True, slots=True)
class SaveSheet:
    """Keep the score as CSV beside the record."""

    csv: str = field(repr=False)


Request: TypeAlias = (
    BeginMatch
    | ResumeMatch
    | EndMatch
    | LookAround
    | ReadHand
    | OpenArchive
    | OpenRecord
    | OpenSetup
    | KeepSettings
    | KeepCorners
    | SaveSheet
    | SetupRequest
)
