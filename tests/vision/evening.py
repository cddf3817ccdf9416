"""Eyes over a rendered table, told the truth by a reader that may be made to err."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

import numpy as np

from engine.observations import Presence, Sighting, Zone
from engine.seat import Seat
from engine.tile import BACK_CODE
from table_io.virtual.camera_model import CameraModel, overhead
from table_io.virtual.render import Renderer
from table_io.virtual.scene import Arm, Lighting, PlacedTile, Scene
from tests.vision.tables import (
    LAYOUT,
    TruthReader,
)
from vision.eyes import TableEyes

CAMERA = overhead(1280, 720)
STEP = 0.2
Placed = Sequence[PlacedTile]


@cache
def renderer(camera: CameraModel = CAMERA) -> Renderer:
    return Renderer(camera=camera)


class Evening:
    """Eyes over a rendered table, a frame every fifth of a second."""

    def __init__(self, camera: CameraModel = CAMERA, **noise: float) -> None:
        self.reader = TruthReader(3, **noise)
        self.eyes = TableEyes(self.reader, LAYOUT)
        self.reader.through = self._through
        self.now = 0.0
        self.sightings: list[Sighting] = []
        self._camera = camera
        self._frame = 0

    def show(
        self, tiles: Placed, frames: int = 5, arms: Sequence[Arm] = (),
        lighting: Lighting | None = None, camera: CameraModel | None = None,
        lens: Callable[[np.ndarray], np.ndarray] = np.asarray,
    ) -> list[Sighting]:  # fmt: skip
        """The sightings that `frames` pictures of this table bring, seen through `lens`."""
        fresh = []
        scene = Scene(tuple(tiles), (3, 5), tuple(arms), lighting=lighting or Lighting())
        for _ in range(frames):
            self._frame += 1
            picture = renderer(camera or self._camera).render(scene, self._frame)
            self.reader.labels = picture.boxes
            sighting = self.eyes.look(lens(picture.image), self.now)
            self.now += STEP
            if sighting is not None:
                fresh.append(sighting)
        self.sightings += fresh
        return fresh

    def _through(self, pixels: np.ndarray) -> np.ndarray:
        top = self.eyes.top_view
        return np.asarray(pixels) if top is None else top.pixels_in_view(pixels)

    @property
    def last(self) -> Sighting:
        return self.sightings[-1]


def codes(sighting: Sighting, zone: Zone, seat: Seat, hidden: bool = True) -> list[str]:
    return sorted(
        tile.face.code if tile.face else BACK_CODE
        for tile in sighting.tiles
        if (tile.zone, tile.seat) == (zone, seat)
        and (hidden or tile.presence is Presence.SEEN)
    )


def text(tiles: Placed) -> list[str]:
    return sorted(tile.tile.code for tile in tiles)
