"""Camera profiles of the virtual table: how nasty what it shows is.

`clean`: straight from above, even light, tidy people. `home`: 20° oblique,
uneven light, shadows and arms over the table, compression, crooked and touching
tiles, a cup and chips. `hard`: all of that at 720p and 35° in low light, with
glare and blur; in each deal the camera is nudged, tiles are knocked over and put
right, claims come late, and one is taken back. What differs from deal to deal
or table to table follows from the seed.
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from engine.layout import DEFAULT_LAYOUT, TableLayout
from table_io.virtual.camera_model import CameraModel, oblique, overhead
from table_io.virtual.scene import RGB, Clutter, ClutterKind, Lighting, Sensor, TileColours
from table_io.virtual.spots import Crookedness

CLEAN, HOME, HARD = "clean", "home", "hard"
PROFILES = (CLEAN, HOME, HARD)
BACKS: Mapping[str, TileColours] = {
    "blue": TileColours(),
    "green": TileColours(face=(244, 244, 238), back=(38, 128, 74)),
    "orange": TileColours(face=(248, 244, 228), back=(222, 118, 36), back_share=0.42),
    "violet": TileColours(face=(240, 238, 244), back=(104, 66, 138), back_share=0.3),
    "bamboo": TileColours(face=(250, 246, 224), back=(168, 122, 62), back_share=0.5, gloss=0.25),
}
"""Sets by the colour of their backs; the first is the usual one."""

_RIM = 474.0
"""Half of what an oblique camera has to show, the table's rim with it (mm)."""
_COLUMNS = 6
_PITCH = (36.0, 41.0)
"""People who throw roughly leave more room from one tile to the next."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """What happens to a table besides the game.

    `reaches`: mean seconds between two arms that reach over and bring nothing
    about; 0: never. `flickers`: mean seconds between two jumps of the exposure.
    `nudges`, `topples`, `take_backs`: how often in each deal the camera is
    nudged, two tiles are knocked over, a claim is taken back. `late`: the share
    of claims that come when the next player already reaches for the wall.
    `too_many`, `too_late`: how often in each deal a player takes one tile too many,
    and lays a claim when the next has drawn already; both are seen and put right.
    """

    reaches: float = 0.0
    flickers: float = 0.0
    nudges: int = 0
    topples: int = 0
    take_backs: int = 0
    late: float = 0.0
    too_many: int = 0
    too_late: int = 0

    def with_errors(self) -> Trouble:
        """The same with people who err."""
        return replace(self, too_many=1, too_late=1)


@dataclass(frozen=True, slots=True)
class Setting:
    """Everything of a table's look and unrest that its profile decides."""

    camera: CameraModel
    lighting: Lighting = field(default_factory=Lighting)
    sensor: Sensor = field(default_factory=lambda: Sensor(noise=1.6))
    crooked: Crookedness = field(default_factory=Crookedness)
    clutter: tuple[Clutter, ...] = ()
    layout: TableLayout = DEFAULT_LAYOUT
    trouble: Trouble = field(default_factory=Trouble)


def setting(
    profile: str = CLEAN, seed: int = 0, layout: TableLayout = DEFAULT_LAYOUT,
    size: tuple[int, int] | None = None,
) -> Setting:  # fmt: skip
    """The setting of a profile; `size`: another width and height of the picture in pixels.

    Raises `ValueError` for a profile that does not exist.
    """
    rng = random.Random(f"{seed}-profile")
    match profile:
        case "clean":
            return Setting(overhead(*(size or (1920, 1080))), layout=layout)
        case "home":
            return Setting(
                framed(20.0, 270.0 + rng.uniform(-8, 8), size or (1920, 1080)),
                _uneven(rng, exposure=0.95, glare=0.3),
                Sensor(noise=2.4, jpeg=72),
                Crookedness(1.5, 1.0, 3.0, 4.0, 12.0, 3.0),
                _things(rng),
                replace(layout, river_columns=_COLUMNS, river_pitch=_PITCH),
                Trouble(reaches=9.0),
            )
        case "hard":
            return Setting(
                framed(35.0, 270.0 + rng.uniform(-14, 14), size or (1280, 720)),
                _uneven(rng, exposure=0.62, glare=0.95),
                Sensor(noise=4.5, blur=0.7, jpeg=55),
                Crookedness(1.5, 1.0, 4.0, 5.0, 12.0, 3.0),
                _things(rng),
                replace(layout, river_columns=_COLUMNS, river_pitch=_PITCH),
                Trouble(7.0, 45.0, 1, 1, 1, 0.4),
            )
    raise ValueError(f"no profile {profile!r}, choose from {', '.join(PROFILES)}")


def nudged(camera: CameraModel, rng: random.Random) -> CameraModel:
    """The camera after somebody has run against its stand."""
    x, y, z = camera.position
    at_x, at_y, at_z = camera.look_at
    along, across = rng.uniform(8, 16) * rng.choice((-1, 1)), rng.uniform(-12, 12)
    return replace(
        camera,
        position=(x + along * 0.6, y + across * 0.6, z),
        look_at=(at_x + along, at_y + across, at_z),
        roll=camera.roll + rng.uniform(0.3, 0.9) * rng.choice((-1, 1)),
    )


def framed(degrees: float, azimuth: float, size: tuple[int, int]) -> CameraModel:
    """An oblique camera that fills its picture with the table and its rim."""
    corners = [(x, y, 0.0) for x in (-_RIM, _RIM) for y in (-_RIM, _RIM)]
    toward = np.array([math.cos(math.radians(azimuth)), -math.sin(math.radians(azimuth))])
    half = np.array(size) / 2
    best: tuple[float, CameraModel] | None = None
    for offset in range(-60, 61, 10):
        aim = (float(toward[0] * offset), float(toward[1] * offset), 0.0)
        camera = oblique(degrees, azimuth, 1400.0, *size, look_at=aim)
        filled = float((np.abs(camera.project(corners) - half) / half).max())
        if best is None or filled < best[0]:
            angle = math.atan(math.tan(math.radians(camera.fov) / 2) * filled * 1.01)
            best = filled, replace(camera, fov=2 * math.degrees(angle))
    assert best is not None
    return best[1]


def _uneven(rng: random.Random, exposure: float, glare: float) -> Lighting:
    """A lamp beside the table, and a window that shines on some of it."""
    return Lighting(
        azimuth=rng.uniform(0, 360),
        elevation=rng.uniform(42, 55),
        exposure=exposure,
        warmth=rng.uniform(0.02, 0.16),
        falloff=0.5,
        shadow=0.75,
        glare=glare,
        glare_x=rng.uniform(-220, 220),
        glare_y=rng.uniform(-220, 220),
    )


def _things(rng: random.Random) -> tuple[Clutter, ...]:
    """A cup and chips in corners where no tile lies."""
    cup, chips, more = rng.sample([(x, y) for x in (-1, 1) for y in (-1, 1)], 3)
    colours: tuple[RGB, ...] = ((200, 60, 50), (70, 90, 150), (225, 222, 214), (120, 84, 60))

    def put(kind: ClutterKind, corner: tuple[int, int], off: float, spread: float) -> Clutter:
        x, y = (c * off + rng.uniform(-spread, spread) for c in corner)
        return Clutter(kind, x, y, rng.uniform(0, 360), rng.choice(colours))

    return (
        # So far in that no corner of the table is hidden behind it at 35°.
        put(ClutterKind.CUP, cup, 350.0, 4.0),
        put(ClutterKind.CHIPS, chips, 385.0, 20.0),
        put(ClutterKind.CHIPS, more, 385.0, 20.0),
    )
