"""What lies on the virtual table at one moment, ready to be pictured.

All lengths are millimetres in the table frame of `engine.layout` (origin at
the centre, x right, y downwards in the picture), heights `z` upwards from the
cloth, angles degrees counter-clockwise as the picture shows them. Everything
here is an immutable value; `Renderer` turns a `Scene` into an image.
Colours are `(red, green, blue)`, 0…255.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from engine.seat import Seat
from engine.tile import Tile

RGB = tuple[int, int, int]


class Pose(Enum):
    """How a tile rests."""

    FACE_UP = "face up"
    FACE_DOWN = "face down"
    STANDING = "standing"
    """On its foot, face towards its owner; from above one sees the top edge."""


@dataclass(frozen=True, slots=True)
class PlacedTile:
    """One tile where it is: `x`, `y` its centre, `z` the height of its underside.

    `yaw` 0 is upright for seat A. A standing tile's face looks to where its
    foot would point if it lay: towards +y at yaw 0. A tile `?` has a blank face.
    """

    tile: Tile
    pose: Pose
    x: float
    y: float
    z: float = 0.0
    yaw: float = 0.0


@dataclass(frozen=True, slots=True)
class Arm:
    """A forearm and hand of `seat`; the finger tips are at `tip_x`, `tip_y`.

    A tile that it holds is drawn where it says it is, under the finger tips.
    """

    seat: Seat
    tip_x: float
    tip_y: float
    holding: PlacedTile | None = None
    height: float = 70.0
    sleeve: RGB = (58, 74, 110)
    skin: RGB = (214, 168, 138)


@dataclass(frozen=True, slots=True)
class Shade:
    """The soft shadow of somebody who leans over: round, `radius` mm wide on either side."""

    x: float
    y: float
    radius: float


class ClutterKind(Enum):
    CUP = "cup"
    PHONE = "phone"
    CHIPS = "chips"
    CARDS = "cards"
    BOX = "box"


@dataclass(frozen=True, slots=True)
class Clutter:
    """A thing that is no tile."""

    kind: ClutterKind
    x: float
    y: float
    yaw: float = 0.0
    colour: RGB = (200, 60, 50)


@dataclass(frozen=True, slots=True)
class Lighting:
    """One lamp and the room.

    `azimuth` is where the light comes from, as an angle in the picture
    (0 = from the right, 90 = from the top); `elevation` is its height.
    `exposure` and `warmth` (−1 blue … 1 orange) are of the whole picture;
    `falloff` 0…1 darkens what is far from the lamp's spot; `shadow` 0…1 is
    how dark shadows are; `glare` 0…1 is a reflection at `glare_x`, `glare_y`.
    """

    azimuth: float = 115.0
    elevation: float = 62.0
    exposure: float = 1.0
    warmth: float = 0.06
    falloff: float = 0.28
    shadow: float = 0.55
    glare: float = 0.15
    glare_x: float = -150.0
    glare_y: float = -180.0


@dataclass(frozen=True, slots=True)
class TileColours:
    """Of one set: the front with its sides, the back, and how much of the thickness is back."""

    face: RGB = (246, 243, 232)
    back: RGB = (34, 98, 168)
    back_share: float = 0.36
    gloss: float = 0.5


@dataclass(frozen=True, slots=True)
class Sensor:
    """What the camera adds: noise (standard deviation, grey levels), blur (pixels), JPEG quality.

    `jpeg` 0 leaves the picture uncompressed. `motion` is a smear in pixels
    along the picture's x. `gain` is by how much the picture is brighter than
    its lighting says: an exposure that the camera corrects, a lamp that dips.
    """

    noise: float = 2.0
    blur: float = 0.0
    motion: float = 0.0
    jpeg: int = 0
    gain: float = 1.0


@dataclass(frozen=True, slots=True)
class Scene:
    """A table at one moment. `dice` are the two numbers under the dome, or none."""

    tiles: tuple[PlacedTile, ...] = ()
    dice: tuple[int, int] | None = None
    arms: tuple[Arm, ...] = ()
    shades: tuple[Shade, ...] = ()
    clutter: tuple[Clutter, ...] = ()
    lighting: Lighting = field(default_factory=Lighting)
    felt: RGB = (22, 104, 72)
    rim: RGB = (58, 40, 30)
    tile_colours: TileColours = field(default_factory=TileColours)
    sensor: Sensor = field(default_factory=Sensor)
