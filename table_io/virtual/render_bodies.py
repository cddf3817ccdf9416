"""Tiles as bodies: what to fill, what to lay on top, what shadow to throw."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from engine.layout import TableLayout
from table_io.virtual.camera_model import CameraModel
from table_io.virtual.render_prisms import (
    SHIFT,
    Block,
    Fill,
    Floats,
    Polygon,
    Prism,
    convex,
    fixed,
    light_direction,
    project,
    rounded_box,
    turned,
)
from table_io.virtual.render_sprites import Image, Patch, Sprites, ladder_width, lay, warp
from table_io.virtual.scene import Lighting, PlacedTile, Pose

Quad = npt.NDArray[np.float32]
"""Four corners `(4, 2)` in pixels."""
Rect = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels; right and bottom are outside."""

_CORNER = 2.6
"""Millimetres cut off a tile's corners."""
_FACE_SEEN = 0.22
"""A standing tile's face counts as seen if it shows at least this share of its area."""
_KEPT = 900
CONTACT_SOFT, CAST_SOFT = 2.6, 5.5
"""Millimetres of a shadow's soft edge (standard deviation)."""


@dataclass(slots=True)
class Body:
    """Something painted in one go. Pixel coordinates are of the whole picture.

    Bodies are painted in the order of `order`. `bounds` holds all its paint,
    `reach` its shadow too. Of a tile, `quad` and `code` are what a reader sees.
    """

    order: tuple[float, float]
    fills: list[Fill]
    patches: list[Patch]
    hull: Polygon
    bounds: Rect
    reach: Rect
    contact: Polygon
    cast: Polygon
    quad: Quad | None = None
    code: str = ""
    tile: PlacedTile | None = None

    def paint(self, view: Image, left: int, top: int) -> None:
        """Onto `view`, whose first pixel is picture pixel `left`, `top`."""
        offset = np.array([left, top], np.int32) << SHIFT
        for polygon, colour in self.fills:
            cv2.fillConvexPoly(view, polygon - offset, colour, cv2.LINE_AA, SHIFT)
        for patch in self.patches:
            lay(patch, view, left, top)


def soft_edge(camera: CameraModel) -> int:
    """Pixels by which a shadow's soft edge may pass its polygon; an even number."""
    return 2 * int(np.ceil(2.0 * CAST_SOFT * camera.pixels_per_mm())) + 6


def make_body(
    order: tuple[float, float], fills: list[Fill], patches: list[Patch], hull: Polygon,
    contact: Polygon, cast: Polygon, soft: int,
) -> Body:  # fmt: skip
    """A body with its rectangles worked out; `soft` as of `soft_edge`."""
    low, high = hull.min(axis=0) >> SHIFT, hull.max(axis=0) >> SHIFT
    bounds = (int(low[0]) - 3, int(low[1]) - 3, int(high[0]) + 4, int(high[1]) + 4)
    low, high = cast.min(axis=0) >> SHIFT, cast.max(axis=0) >> SHIFT
    reach = (
        min(bounds[0], int(low[0]) - soft), min(bounds[1], int(low[1]) - soft),
        max(bounds[2], int(high[0]) + soft), max(bounds[3], int(high[1]) + soft),
    )  # fmt: skip
    return Body(order, fills, patches, hull, bounds, reach, contact, cast)


def shadow_points(corners: Floats, z: Floats, height: Floats, lighting: Lighting) -> Floats:
    """Table points whose hulls are a body's contact and cast shadows, all at z = 0.

    `corners` `(n, 4, 2)`, `z`, `height` `(n,)`; gives `(n, 12, 2)`: four of the
    contact, then four near and four far ones of the cast shadow.
    """
    reach = 1 / np.tan(np.radians(max(lighting.elevation, 15.0)))
    away = -light_direction(lighting) * reach
    centre = corners.mean(axis=1, keepdims=True)
    grown = centre + (corners - centre) * 1.06
    near = grown + away * z[:, None, None]
    far = corners + away * (z + height)[:, None, None]
    points: Floats = np.concatenate((grown, near, far), axis=1)
    return points


def light_at(x: float, y: float, lighting: Lighting, gloss: float) -> tuple[float, float]:
    """Gain of a flat top there and its glare 0…1. Tiles lie never quite level."""
    ripple = 0.018 * np.sin(x * 12.9898 + y * 78.233)
    off = ((x - lighting.glare_x) ** 2 + (y - lighting.glare_y) ** 2) / (2 * 95.0**2)
    glare = lighting.glare * gloss * (0.85 + 8 * ripple) * np.exp(-off)
    return float(1 + ripple), float(np.clip(glare * 1.6, 0, 0.95))


class TileBodies:
    """Makes tiles' bodies for one camera, light and set. Keeps those of recent tiles."""

    def __init__(
        self, camera: CameraModel, layout: TableLayout, sprites: Sprites, lighting: Lighting
    ) -> None:
        self.camera = camera
        self.sprites = sprites
        self.lighting = lighting
        self._size = layout.tile
        self._colours = sprites.colours
        self._soft = soft_edge(camera)
        self._known: dict[PlacedTile, Body] = {}

    def make(self, placed: Sequence[PlacedTile]) -> list[Body]:
        """One body a tile, in the given order; equal tiles give the same object."""
        fresh = [tile for tile in dict.fromkeys(placed) if tile not in self._known]
        if len(self._known) + len(fresh) > _KEPT:
            self._known = {t: b for t in placed if (b := self._known.get(t)) is not None}
        if fresh:
            self._make_fresh(fresh)
        return [self._known[tile] for tile in placed]

    def _make_fresh(self, tiles: list[PlacedTile]) -> None:
        prisms = [prism for tile in tiles for prism in self._layers(tile)]
        blocks = project(prisms, self.camera, self.lighting)
        standing = np.array([tile.pose is Pose.STANDING for tile in tiles])
        size = self._size
        z = np.array([tile.z for tile in tiles])
        height = np.where(standing, size.height, size.thickness)
        corners = np.stack([self._footprint(tile) for tile in tiles])
        space = np.zeros((len(tiles), 16, 3))
        space[:, :4, :2] = corners
        space[:, :4, 2] = (z + height)[:, None]
        space[:, 4:, :2] = shadow_points(corners, z, height, self.lighting)
        pixels = self.camera.project(space)
        tops = pixels[:, :4].astype(np.float32)
        flat = fixed(pixels[:, 4:])
        for i, tile in enumerate(tiles):
            body = self._body(tile, blocks[2 * i : 2 * i + 2], corners[i], tops[i], flat[i])
            self._known[tile] = body

    def _footprint(self, tile: PlacedTile) -> Floats:
        """Corners on the table `(4, 2)`: the tile's own top left first, clockwise."""
        size = self._size
        w = size.width / 2
        d = (size.thickness if tile.pose is Pose.STANDING else size.height) / 2
        local = np.array([(-w, -d), (w, -d), (w, d), (-w, d)])
        corners: Floats = turned(local, tile.yaw) + np.array([tile.x, tile.y])
        return corners

    def _layers(self, tile: PlacedTile) -> list[Prism]:
        """Front and back layer of a tile, in the order to be painted."""
        size, c = self._size, self._colours
        at = np.array([tile.x, tile.y])
        if tile.pose is not Pose.STANDING:
            outline = turned(rounded_box(size.width, size.height, _CORNER), tile.yaw) + at
            face_up = tile.pose is Pose.FACE_UP
            lower, upper = (c.back, c.face) if face_up else (c.face, c.back)
            share = c.back_share if face_up else 1 - c.back_share
            middle = tile.z + share * size.thickness
            return [
                Prism(outline, tile.z, middle, lower),
                Prism(outline, middle, tile.z + size.thickness, upper),
            ]
        back = size.thickness * c.back_share
        front = size.thickness - back
        outer = rounded_box(size.width, back, min(_CORNER, back / 2), square_bottom=True)
        inner = rounded_box(size.width, front, min(_CORNER, front / 2), square_top=True)
        outer = turned(outer - np.array([0.0, front / 2]), tile.yaw) + at
        inner = turned(inner + np.array([0.0, back / 2]), tile.yaw) + at
        top = tile.z + size.height
        pair = [Prism(outer, tile.z, top, c.back), Prism(inner, tile.z, top, c.face)]
        # The layer nearer to the lens is painted last.
        foot = np.asarray(self.camera.position[:2])
        near = [float(np.hypot(*(p.outline.mean(axis=0) - foot))) for p in pair]
        return pair if near[0] >= near[1] else pair[::-1]

    def _body(
        self, tile: PlacedTile, blocks: list[Block], corners: Floats, top: Quad, flat: Polygon
    ) -> Body:
        light = self.lighting.azimuth - tile.yaw
        edge = top[1] - top[0]
        width = ladder_width(float(np.hypot(edge[0], edge[1])))
        code, quad = "back", top
        patches = []
        gain, glare = light_at(tile.x, tile.y, self.lighting, self._colours.gloss)
        if tile.pose is Pose.FACE_UP:
            code = tile.tile.code
            sprite = self.sprites.front(code, width, light)
        elif tile.pose is Pose.FACE_DOWN:
            sprite = self.sprites.back(width, light)
        else:
            sprite = self.sprites.edge(width, light)
            seen = self._standing_face(tile, corners)
            if seen is not None:
                side, share = seen
                patches.append(self._standing_patch(tile, side, light))
                if share >= _FACE_SEEN:
                    code, quad = tile.tile.code, side
        patches.append(warp(sprite, top, gain, glare))
        fills = [fill for block in blocks for fill in block.fills]
        hull = convex(np.concatenate([block.hull for block in blocks]))
        px, py, _ = self.camera.position
        order = (-round(float(np.hypot(tile.x - px, tile.y - py)), 1), tile.z)
        body = make_body(order, fills, patches, hull, flat[:4], convex(flat[4:]), self._soft)
        body.quad, body.code, body.tile = quad, code, tile
        return body

    def _standing_face(self, tile: PlacedTile, corners: Floats) -> tuple[Quad, float] | None:
        """The face's quadrilateral and the share of its area that shows, if the lens sees it."""
        left, right = corners[3], corners[2]
        outward = right - left
        to_lens = np.asarray(self.camera.position[:2]) - left
        # Right to left of the reader runs along the face; the lens must be before it.
        if outward[0] * to_lens[1] - outward[1] * to_lens[0] <= 0:
            return None
        height = self._size.height
        ground = np.stack((left, right, right, left))
        z = np.array([tile.z + height, tile.z + height, tile.z, tile.z])[:, None]
        quad = self.camera.project(np.hstack((ground, z))).astype(np.float32)
        middle = np.array([tile.x, tile.y, tile.z + height / 2])
        distance = float(np.linalg.norm(middle - self.camera.position))
        scale = self.camera.focal / distance
        whole = self._size.width * height * scale * scale
        return quad, float(cv2.contourArea(quad)) / whole

    def _standing_patch(self, tile: PlacedTile, quad: Quad, light: float) -> Patch:
        edge = quad[1] - quad[0]
        width = ladder_width(float(np.hypot(edge[0], edge[1])))
        sprite = self.sprites.front(tile.tile.code, width, light)
        facing = turned(np.array([[0.0, 1.0]]), tile.yaw)[0] @ light_direction(self.lighting)
        return warp(sprite, quad, 0.78 + 0.16 * float(facing), 0.0)
