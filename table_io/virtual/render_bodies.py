"""Tiles, dice and clutter as bodies: what to fill, what to lay on top, what shadow to throw."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
import numpy.typing as npt

from engine.layout import TableLayout
from table_io.virtual.camera_model import CameraModel
from table_io.virtual.render_prisms import (
    SHIFT, Block, Fill, Floats, Polygon, Prism, fixed, light_direction, project, rounded_box, turned,
)  # fmt: skip
from table_io.virtual.render_sprites import Image, Patch, Sprites, ladder_width, lay, warp
from table_io.virtual.scene import (
    RGB, Clutter, ClutterKind, Lighting, PlacedTile, Pose, TileColours,
)  # fmt: skip

_CORNER = 2.6
"""Millimetres cut off a tile's corners."""
_FACE_SEEN = 0.22
"""A standing tile's face counts as seen if it shows at least this share of its area."""
_DIE = 15.0
DICE_FLOOR = 10.0
"""Height of the plate on which the dice lie."""


@dataclass(slots=True)
class Body:
    """Something painted in one go. Pixel coordinates are of the whole picture."""

    order: tuple[float, float]
    fills: list[Fill]
    patches: list[Patch]
    hull: npt.NDArray[np.float32]
    bounds: tuple[int, int, int, int]
    contact: Polygon
    cast: Polygon
    quad: npt.NDArray[np.float32] | None = None
    code: str = ""
    tile: PlacedTile | None = None
    hull_fixed: Polygon = field(init=False)

    def __post_init__(self) -> None:
        self.hull_fixed = fixed(self.hull)

    def paint(self, view: Image, left: int, top: int) -> None:
        offset = np.array([left, top], np.int32) << SHIFT
        for polygon, colour in self.fills:
            cv2.fillConvexPoly(view, polygon - offset, colour, cv2.LINE_AA, SHIFT)
        for patch in self.patches:
            lay(patch, view, left, top)


class BodyMaker:
    """Makes bodies for one camera, light and set of tiles. Keeps those of recent tiles."""

    def __init__(
        self, camera: CameraModel, layout: TableLayout, sprites: Sprites, lighting: Lighting
    ) -> None:
        self._camera = camera
        self._layout = layout
        self._sprites = sprites
        self._lighting = lighting
        self._colours: TileColours = sprites.colours
        self._known: dict[PlacedTile, Body] = {}

    def tiles(self, placed: Sequence[PlacedTile]) -> list[Body]:
        """One body a tile, in the given order."""
        fresh = [tile for tile in dict.fromkeys(placed) if tile not in self._known]
        if len(self._known) + len(fresh) > 900:
            self._known = {t: b for t in placed if (b := self._known.get(t)) is not None}
        prisms: list[Prism] = []
        for tile in fresh:
            prisms += self._prisms(tile)
        blocks = project(prisms, self._camera, self._lighting)
        for i, tile in enumerate(fresh):
            self._known[tile] = self._tile_body(tile, blocks[2 * i : 2 * i + 2])
        return [self._known[tile] for tile in placed]

    def _prisms(self, tile: PlacedTile) -> list[Prism]:
        """The two layers of a tile, the one to be painted first in front."""
        size, c = self._layout.tile, self._colours
        at = np.array([tile.x, tile.y])
        if tile.pose is not Pose.STANDING:
            outline = turned(rounded_box(size.width, size.height, _CORNER), tile.yaw) + at
            lower, upper = (c.back, c.face) if tile.pose is Pose.FACE_UP else (c.face, c.back)
            share = c.back_share if tile.pose is Pose.FACE_UP else 1 - c.back_share
            middle = tile.z + share * size.thickness
            return [
                Prism(outline, tile.z, middle, lower),
                Prism(outline, middle, tile.z + size.thickness, upper),
            ]
        back = size.thickness * c.back_share
        front = size.thickness - back
        outer = rounded_box(size.width, back, min(_CORNER, back / 2), square_bottom=True)
        inner = rounded_box(size.width, front, min(_CORNER, front / 2), square_top=True)
        outer = turned(outer - [0.0, front / 2], tile.yaw) + at
        inner = turned(inner + [0.0, back / 2], tile.yaw) + at
        top = tile.z + size.height
        pair = [Prism(outer, tile.z, top, c.back), Prism(inner, tile.z, top, c.face)]
        # The layer nearer to the lens is painted last.
        foot = np.asarray(self._camera.position[:2])
        near = [float(np.hypot(*(p.outline.mean(axis=0) - foot))) for p in pair]
        return pair if near[0] >= near[1] else pair[::-1]

    def _tile_body(self, tile: PlacedTile, blocks: list[Block]) -> Body:
        size = self._layout.tile
        standing = tile.pose is Pose.STANDING
        depth = size.thickness if standing else size.height
        height = size.height if standing else size.thickness
        w, d = size.width / 2, depth / 2
        at = np.array([tile.x, tile.y])
        corners = turned(np.array([(-w, -d), (w, -d), (w, d), (-w, d)]), tile.yaw) + at
        top = self._quad(corners, tile.z + height)
        light = self._lighting.azimuth - tile.yaw
        width = ladder_width(float(np.hypot(*(top[1] - top[0]))))
        code = "back"
        quad = top
        patches = []
        gain, glare = self._light_at(tile.x, tile.y)
        if tile.pose is Pose.FACE_UP:
            code = tile.tile.code
            sprite = self._sprites.front(code, width, light)
        elif standing:
            sprite = self._sprites.edge(width, light)
            seen = self._standing_face(tile, corners)
            if seen is not None:
                quad, share = seen
                wide = ladder_width(float(np.hypot(*(quad[1] - quad[0]))))
                side = self._sprites.front(tile.tile.code, wide, light)
                dim = 0.78 + 0.16 * float(
                    turned(np.array([[0.0, 1.0]]), tile.yaw)[0] @ light_direction(self._lighting)
                )
                patches.append(warp(side, quad, gain * dim, 0.0))
                if share < _FACE_SEEN:
                    quad = top
                else:
                    code = tile.tile.code
        else:
            sprite = self._sprites.back(width, light)
        patches.append(warp(sprite, top, gain, glare))
        fills = [fill for block in blocks for fill in block.fills]
        hull = cv2.convexHull(np.concatenate([block.hull for block in blocks]))[:, 0]
        contact, cast = self.shadow(corners, tile.z, height)
        foot = np.hypot(tile.x - self._camera.position[0], tile.y - self._camera.position[1])
        return Body(
            (-round(float(foot), 1), tile.z), fills, patches, hull, _bounds(hull, patches),
            contact, cast, quad, code, tile,
        )  # fmt: skip

    def _standing_face(
        self, tile: PlacedTile, corners: Floats
    ) -> tuple[npt.NDArray[np.float32], float] | None:
        """The face's quadrilateral and the share of its area that shows, if the lens sees it."""
        height = self._layout.tile.height
        # The owner looks at the face: its left is the tile's local left.
        foot_left, foot_right = corners[3], corners[2]
        ground = np.stack((foot_left, foot_right, foot_right, foot_left))
        z = np.array([tile.z + height, tile.z + height, tile.z, tile.z])[:, None]
        quad = self._camera.project(np.hstack((ground, z))).astype(np.float32)
        a, b = quad[1] - quad[0], quad[3] - quad[0]
        area = float(a[0] * b[1] - a[1] * b[0])
        if area < 1:
            return None
        middle = np.array([tile.x, tile.y, tile.z + height / 2])
        distance = float(np.linalg.norm(middle - self._camera.position))
        scale = self._camera.focal / distance
        return quad, area / (self._layout.tile.width * height * scale * scale)

    def dice(self, numbers: tuple[int, int]) -> list[Body]:
        """Two dice on the plate under the dome; how they lie follows from the numbers."""
        bodies = []
        mix = numbers[0] * 7 + numbers[1] * 3
        for i, number in enumerate(numbers):
            angle = np.radians(25 + mix * 29 + 180 * i)
            at = np.array([np.cos(angle), -np.sin(angle)]) * 17.0
            yaw = float((mix * 53 + i * 71) % 90)
            outline = turned(rounded_box(_DIE, _DIE, 1.6), yaw) + at
            solid = Prism(outline, DICE_FLOOR, DICE_FLOOR + _DIE, (240, 238, 232))
            half = _DIE / 2
            square = np.array([(-half, -half), (half, -half), (half, half), (-half, half)])
            corners = turned(square, yaw) + at
            top = self._quad(corners, DICE_FLOOR + _DIE)
            width = ladder_width(float(np.hypot(*(top[1] - top[0]))))
            sprite = self._sprites.die(number, width, self._lighting.azimuth - yaw)
            block = project([solid], self._camera, self._lighting)[0]
            patches = [warp(sprite, top, self._light_at(*at)[0], 0.0)]
            contact, cast = self.shadow(corners, DICE_FLOOR, _DIE)
            bodies.append(
                Body((0.0, float(i)), block.fills, patches, block.hull,
                     _bounds(block.hull, patches), contact, cast)
            )  # fmt: skip
        return bodies

    def clutter(self, thing: Clutter) -> Body:
        """A cup, phone, box, stack of chips or fan of cards."""
        turn = np.linspace(0, 2 * np.pi, 24, endpoint=False)
        disc = np.stack((np.cos(turn), np.sin(turn)), axis=1)
        dark: RGB = (28, 29, 33)
        shapes: list[tuple[Floats, float, float, RGB]]
        match thing.kind:
            case ClutterKind.CUP:
                shapes = [(disc * 36, 0, 82, thing.colour), (disc * 31, 82, 82.2, dark),
                          (disc * 29.5, 82.2, 82.4, (96, 58, 30))]  # fmt: skip
            case ClutterKind.PHONE:
                shapes = [(rounded_box(76, 158, 9), 0, 8, (60, 62, 68)),
                          (rounded_box(72, 154, 8), 8, 8.1, dark)]  # fmt: skip
            case ClutterKind.CHIPS:
                shapes = [
                    (disc * 20 + (k % 3 - 1) * 0.7, k * 3.4, k * 3.4 + 3.2,
                     thing.colour if k % 2 else (238, 234, 222))
                    for k in range(5)
                ]  # fmt: skip
            case ClutterKind.CARDS:
                shapes = [
                    (turned(rounded_box(58, 88, 3), 11 * k - 16) + (14.0 * k - 14, 0.0),
                     k * 0.4, k * 0.4 + 0.4, (240, 238, 233))
                    for k in range(3)
                ]  # fmt: skip
            case ClutterKind.BOX:
                shapes = [(rounded_box(88, 58, 2), 0, 24, thing.colour)]
        at = np.array([thing.x, thing.y])
        fills: list[Fill] = []
        hulls = []
        gain = self._light_at(thing.x, thing.y)[0]
        for outline, z0, z1, colour in shapes:
            placed = turned(outline, thing.yaw) + at
            block = project([Prism(placed, z0, z1, colour)], self._camera, self._lighting)[0]
            level = np.full((len(placed), 1), z1)
            lid = self._camera.project(np.hstack((placed, level))).astype(np.float32)
            fills += [*block.fills, (fixed(lid), tuple(v * gain for v in colour[::-1]))]
            hulls.append(block.hull)
        hull = cv2.convexHull(np.concatenate(hulls))[:, 0]
        contact, cast = self.shadow(turned(shapes[0][0], thing.yaw) + at, 0, shapes[-1][2])
        foot = np.hypot(thing.x - self._camera.position[0], thing.y - self._camera.position[1])
        return Body((-float(foot), 0.0), fills, [], hull, _bounds(hull, []), contact, cast)

    def shadow(self, corners: Floats, z: float, height: float) -> tuple[Polygon, Polygon]:
        """Where a body touches, and where it throws its shadow, both on the cloth."""
        reach = 1 / np.tan(np.radians(max(self._lighting.elevation, 15.0)))
        away = -light_direction(self._lighting) * reach
        centre = corners.mean(axis=0)
        grown = centre + (corners - centre) * 1.06
        near, far = grown + away * z, corners + away * (z + height)
        hull = cv2.convexHull(np.concatenate((near, far)).astype(np.float32))[:, 0]
        return fixed(self._quad(grown, 0.0)), fixed(self._quad(hull.astype(np.float64), 0.0))

    def _quad(self, corners: Floats, z: float) -> npt.NDArray[np.float32]:
        level = np.full((len(corners), 1), z)
        return self._camera.project(np.hstack((corners, level))).astype(np.float32)

    def _light_at(self, x: float, y: float) -> tuple[float, float]:
        """Gain of a top there (tiles lie never quite level) and its glare 0…1."""
        lighting = self._lighting
        ripple = 0.018 * np.sin(x * 12.9898 + y * 78.233)
        off = ((x - lighting.glare_x) ** 2 + (y - lighting.glare_y) ** 2) / (2 * 95.0**2)
        glare = lighting.glare * self._colours.gloss * (0.85 + 8 * ripple) * np.exp(-off)
        return float(1 + ripple), float(np.clip(glare * 1.6, 0, 0.95))


def _bounds(hull: npt.NDArray[np.float32], patches: list[Patch]) -> tuple[int, int, int, int]:
    low, high = np.floor(hull.min(axis=0)).astype(int) - 1, np.ceil(hull.max(axis=0)).astype(int)
    xs = [int(low[0]), *(p.x for p in patches)]
    ys = [int(low[1]), *(p.y for p in patches)]
    xe = [int(high[0]) + 2, *(p.x + p.colour.shape[1] for p in patches)]
    ye = [int(high[1]) + 2, *(p.y + p.colour.shape[0] for p in patches)]
    return min(xs), min(ys), max(xe), max(ye)
