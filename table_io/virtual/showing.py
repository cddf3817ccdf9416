"""When what an event laid is first to be seen: at rest, and no arm over it.

Kept beside the truth for whoever measures how long a companion takes. The
camera's pictures are asked one after the other; the first that shows all tiles
of an event, their middles and corners, is the one that counts.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from engine.layout import TableLayout
from engine.observations import Zone
from table_io.virtual import render_arms
from table_io.virtual.camera_model import CameraModel
from table_io.virtual.render_prisms import SHIFT, Polygon
from table_io.virtual.scene import Arm, Lighting, PlacedTile, Pose
from table_io.virtual.stage import Move, Stage

_CORNERS = ((0.0, 0.0), (-0.42, -0.42), (0.42, -0.42), (0.42, 0.42), (-0.42, 0.42))


@dataclass(frozen=True, slots=True)
class _Awaited:
    """Entry `at` of the truth and how the tiles that it laid lie."""

    at: int
    rests: tuple[PlacedTile, ...]


class Showing:
    """`first[i]`: when entry `i` of the truth was first to be seen (virtual seconds).

    What nobody could see in time (claimed at once, cleared away under a hand),
    and what lays no tile, is not among them.
    """

    def __init__(self) -> None:
        self.first: dict[int, float] = {}
        self._awaited: list[_Awaited] = []

    def laid(self, at: int, moves: Iterable[Move], stage: Stage) -> None:
        """Entry `at` of the truth has made these moves; hidden hands do not count."""
        rests = tuple(stage.rest_after(move) for move in moves if _is_public(move))
        if rests:
            self._awaited.append(_Awaited(at, rests))

    def look(
        self,
        now: float,
        arms: Sequence[Arm],
        lying: Collection[PlacedTile],
        camera: CameraModel,
        layout: TableLayout,
        lighting: Lighting,
    ) -> None:
        """A picture is taken of `lying` under `arms`."""
        if not self._awaited:
            return
        here = set(lying)
        self._awaited = [one for one in self._awaited if here.issuperset(one.rests)]
        drawn = [render_arms.draw(arm, layout, camera, lighting) for arm in arms]
        shapes = [shape for arm in drawn for shape in arm.silhouettes]
        for one in list(self._awaited):
            if not any(_covered(rest, shapes, camera, layout) for rest in one.rests):
                self.first[one.at] = now
                self._awaited.remove(one)


def _is_public(move: Move) -> bool:
    """Whether everybody sees what the move lays."""
    if move.spot.zone is Zone.HAND:
        return move.pose is not Pose.STANDING
    return move.spot.zone is not Zone.WALL or move.pose is Pose.FACE_UP


def _covered(
    rest: PlacedTile, shapes: Sequence[Polygon], camera: CameraModel, layout: TableLayout
) -> bool:
    if not shapes:
        return False
    turn = np.radians(rest.yaw)
    along = np.array([np.cos(turn), -np.sin(turn)]) * layout.tile.width
    down = np.array([np.sin(turn), np.cos(turn)]) * layout.tile.height
    middle = np.array([rest.x, rest.y])
    top = rest.z + layout.tile.thickness
    points = [(*(middle + x * along + y * down), top) for x, y in _CORNERS]
    for x, y in camera.project(points) * (1 << SHIFT):
        if any(cv2.pointPolygonTest(shape, (float(x), float(y)), False) >= 0 for shape in shapes):
            return True
    return False
