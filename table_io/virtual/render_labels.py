"""Where each tile truly is in a picture, and how much of it shows."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from engine.tile import BACK_CODE, UNKNOWN
from table_io.virtual.render_bodies import Body
from table_io.virtual.render_prisms import SHIFT, Polygon, fixed
from table_io.virtual.scene import PlacedTile, Pose

_COVER = 65535


@dataclass(frozen=True, slots=True)
class LabelledTile:
    """The truth about one tile in a picture (pixels).

    `code` is what a reader of the picture could know: the face's code where
    the face shows, else `back`. `polygon` `(4, 2)` is that face or top, the
    tile's own top left corner first, clockwise. `box` is left, top, right,
    bottom of all that shows of the body, `visible` the share of the polygon
    that shows (0 for what lies under another tile; outside the picture counts
    as hidden). `placed` is the tile as the scene has it.
    """

    code: str
    polygon: npt.NDArray[np.float32]
    box: tuple[int, int, int, int]
    visible: float
    placed: PlacedTile

    @property
    def pose(self) -> Pose:
        return self.placed.pose

    @property
    def yaw(self) -> float:
        return self.placed.yaw


def label(
    bodies: list[Body], covers: list[Polygon], size: tuple[int, int]
) -> tuple[LabelledTile, ...]:
    """Labels of the tiles among `bodies` (painted in that order, `covers` over them).

    Tiles of which nothing shows in the picture of `size` (width, height) are left out.
    """
    owner = np.zeros((size[1], size[0]), np.uint16)
    for number, body in enumerate(bodies, start=1):
        cv2.fillConvexPoly(owner, body.hull, number, cv2.LINE_8, SHIFT)
    for polygon in covers:
        cv2.fillConvexPoly(owner, polygon, _COVER, cv2.LINE_8, SHIFT)
    found = []
    for number, body in enumerate(bodies, start=1):
        if body.tile is None or body.quad is None:
            continue
        x0, y0 = max(body.bounds[0], 0), max(body.bounds[1], 0)
        mine = (owner[y0 : max(body.bounds[3], 0), x0 : max(body.bounds[2], 0)] == number).view(
            np.uint8
        )
        x, y, w, h = cv2.boundingRect(mine) if mine.size else (0, 0, 0, 0)
        if not w:
            continue
        top = np.zeros_like(mine)
        shifted = fixed(body.quad - np.array([x0, y0], np.float32))
        cv2.fillConvexPoly(top, shifted, 1, cv2.LINE_8, SHIFT)
        area = float(cv2.contourArea(body.quad))
        visible = min(1.0, cv2.countNonZero(cv2.bitwise_and(top, mine)) / max(area, 1.0))
        code = BACK_CODE if body.code == UNKNOWN.code else body.code
        box = (x0 + x, y0 + y, x0 + x + w, y0 + y + h)
        found.append(LabelledTile(code, body.quad, box, visible, body.tile))
    return tuple(found)
