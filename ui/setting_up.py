"""What the set-up screen asks for and is told: camera, tile sets, line, storage.

As in `ui.desk`: requests go through `Bridge.ask`, sheets come through
`Bridge.tell`, both are plain values. Places are pixels of a camera picture of
the size that is named beside them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from engine.layout import DEFAULT_LAYOUT, TableLayout
from engine.layout_profile import Part
from engine.seat import Seat
from engine.tile import Tile
from engine.view import Health, Text

if TYPE_CHECKING:
    # The union of all requests holds those of this module.
    from ui.desk import Corners, ReadTile

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""
Line = tuple[tuple[float, float], ...]
"""Points in pixels, one after the other."""


@dataclass(frozen=True, slots=True)
class ZoneOutline:
    """A closed line around a seat's zone; `part`: what it is moved with."""

    seat: Seat
    part: Part
    line: Line


@dataclass(frozen=True, slots=True)
class TableOutline:
    """The playing surface and its zones as the lens shows them, for these `corners`,
    this `bend` and this `layout`; `rim`: a closed line."""

    corners: Corners
    bend: float
    layout: TableLayout
    rim: Line
    zones: tuple[ZoneOutline, ...]


@dataclass(frozen=True, slots=True)
class AimSheet:
    """The camera while it is aimed at the table.

    `sources`: what may be chosen, as value and name; `source` is in use.
    `found`: corners as found in the newest picture of `size`; `kept`: those in
    force. `tiles`: faces read in it, `backs`: tiles that show none. `checks`:
    framing, sharpness, glare, light. `moved`: it no longer looks as when the
    corners were kept. `bend`: of the lens, as found with the corners, `kept_bend`:
    that in force with the kept ones (k1 for radii in the picture's long side).
    `layout`: the measures in force. `outline`: what was looked at.
    """

    source: str
    sources: tuple[tuple[str, Text], ...]
    health: Health
    size: tuple[int, int] = (0, 0)
    found: Corners | None = None
    kept: Corners | None = None
    tiles: tuple[ReadTile, ...] = ()
    backs: tuple[Box, ...] = ()
    checks: tuple[Health, ...] = ()
    moved: bool = False
    bend: float = 0.0
    kept_bend: float = 0.0
    layout: TableLayout = DEFAULT_LAYOUT
    outline: TableOutline | None = None


@dataclass(frozen=True, slots=True)
class LaidTile:
    """A tile of a laid row: what it is taken for, and what it was read as."""

    tile: Tile
    read: ReadTile


@dataclass(frozen=True, slots=True)
class TileSetRow:
    """An enrolled set; `detail`: what it brought."""

    name: str
    detail: Text
    active: bool


@dataclass(frozen=True, slots=True)
class EnrolSheet:
    """The home's own tiles. `sets`: those there are. While one is being enrolled
    `rows` are what is to be laid, `at` the row that is due (`len(rows)`: all
    done), `laid` what its picture shows, `said` what came of the last step."""

    sets: tuple[TileSetRow, ...] = ()
    name: str = ""
    rows: tuple[tuple[Tile, ...], ...] = ()
    at: int = 0
    laid: tuple[LaidTile, ...] = ()
    said: Text | None = None
    good: bool = True


@dataclass(frozen=True, slots=True)
class LineMessage:
    """One thing said on the line; `when` of the day."""

    when: str
    text: Text


@dataclass(frozen=True, slots=True)
class LineSheet:
    """The line while it is watched. `ports`: device and name of those here;
    `messages`: the latest, oldest first; `advice`: what to try, where it is silent."""

    port: str
    ports: tuple[tuple[str, str], ...]
    health: Health
    messages: tuple[LineMessage, ...] = ()
    advice: Text | None = None


@dataclass(frozen=True, slots=True)
class StorageSheet:
    """What is kept where. `frames`: bytes of camera pictures kept with the records."""

    folder: str
    records: int
    size: int
    frames: int
    free: int


@dataclass(frozen=True, slots=True)
class HealthSheet:
    """What every part was found to be when it was checked."""

    health: tuple[Health, ...]


@dataclass(frozen=True, slots=True)
class WatchCamera:
    """Show this camera for setting up; None: no more. Empty: the one in use."""

    source: str | None = ""


@dataclass(frozen=True, slots=True)
class TryCorners:
    """Check the picture with these, which are not kept yet; as `ui.desk.KeepCorners`.
    Answered at once by a `TableOutline`."""

    corners: Corners
    picture_size: tuple[int, int]
    bend: float = 0.0
    layout: TableLayout = DEFAULT_LAYOUT


@dataclass(frozen=True, slots=True)
class ForgetCorners:
    """Let the corners be found by itself again."""


@dataclass(frozen=True, slots=True)
class OpenTileSets:
    """Ask for the sets."""


@dataclass(frozen=True, slots=True)
class BeginEnrolment:
    """Enrol the home's tiles under this name, from the first row on."""

    name: str


@dataclass(frozen=True, slots=True)
class ShootRow:
    """Take the picture of the row that is due."""


@dataclass(frozen=True, slots=True)
class MendLaid:
    """The tile at this place of the row is another one."""

    at: int
    tile: Tile


@dataclass(frozen=True, slots=True)
class TakeRow:
    """The row is right: on to the next. `skip`: leave it out."""

    skip: bool = False


@dataclass(frozen=True, slots=True)
class EndEnrolment:
    """Fit and keep the set from the rows taken; `keep` False: drop it."""

    keep: bool = True


@dataclass(frozen=True, slots=True)
class UndoEnrolment:
    """Bring back what had this name before; where nothing had, remove it."""

    name: str


@dataclass(frozen=True, slots=True)
class UseTileSet:
    """Read with this set; None: with the model alone."""

    name: str | None


@dataclass(frozen=True, slots=True)
class WatchLine:
    """Show what is said on this port; None: no more. Empty: the one in use."""

    port: str | None = ""


@dataclass(frozen=True, slots=True)
class CheckHealth:
    """Check every part; this may take some seconds."""


@dataclass(frozen=True, slots=True)
class OpenStorage:
    """Ask what is kept where."""


@dataclass(frozen=True, slots=True)
class DeleteFrames:
    """Delete the camera pictures kept with closed records; events stay."""


SetupRequest: TypeAlias = (
    WatchCamera
    | TryCorners
    | ForgetCorners
    | OpenTileSets
    | BeginEnrolment
    | ShootRow
    | MendLaid
    | TakeRow
    | EndEnrolment
    | UndoEnrolment
    | UseTileSet
    | WatchLine
    | CheckHealth
    | OpenStorage
    | DeleteFrames
)
SetupNews: TypeAlias = AimSheet | TableOutline | EnrolSheet | LineSheet | HealthSheet | StorageSheet
