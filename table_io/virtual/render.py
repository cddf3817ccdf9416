"""The picture of the virtual table, and where everything in it truly is.

`Renderer` draws a `Scene` as its camera sees it. What does not change is kept:
the bare table, and the last picture before arms and noise, of which only the
changed rectangles are drawn again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

import cv2
import numpy as np

from engine.layout import DEFAULT_LAYOUT, TableLayout
from table_io.virtual import render_arms, render_ground, render_things
from table_io.virtual.camera_model import CameraModel, overhead
from table_io.virtual.faces import FaceSet
from table_io.virtual.render_bodies import (
    CAST_SOFT,
    CONTACT_SOFT,
    Body,
    Rect,
    TileBodies,
    soft_edge,
)
from table_io.virtual.render_labels import LabelledTile, label
from table_io.virtual.render_prisms import SHIFT, Polygon
from table_io.virtual.render_sprites import Image, Sprites
from table_io.virtual.scene import (
    RGB,
    Clutter,
    Lighting,
    PlacedTile,
    Scene,
    Sensor,
    TileColours,
)

_SHADOW_STEP = 2
"""Shadows are soft: they are drawn at half the picture's size."""
_NOISE_ROOM = 160
_AROUND = 220.0
"""Millimetres by which a thing's centre may be outside the picture and be drawn all the same."""

_Thing = TypeVar("_Thing", PlacedTile, Clutter)


@dataclass(frozen=True, slots=True)
class Rendering:
    """A picture and its truth. `image` is BGR, `(height, width, 3)`."""

    image: Image
    boxes: tuple[LabelledTile, ...]


@dataclass(slots=True)
class _Stage:
    """All that stays while colours and light stay."""

    key: tuple[RGB, RGB, Lighting, TileColours]
    bare: Image
    lamp: Image
    maker: TileBodies
    picture: Image | None = None
    shown: tuple[object, ...] = ()
    bodies: dict[int, Body] | None = None


class Renderer:
    """Draws scenes for one camera. Not for use by two threads at once.

    `seed` settles the cloth's weave and the sensor's noise; the same seed,
    scene and `noise_seed` give the same picture to the last bit.
    """

    def __init__(
        self,
        faces: FaceSet | None = None,
        layout: TableLayout = DEFAULT_LAYOUT,
        camera: CameraModel | None = None,
        seed: int = 0,
    ) -> None:
        self.faces = faces if faces is not None else FaceSet.load()
        self.layout = layout
        self.camera = camera if camera is not None else overhead()
        self._seed = seed
        self._whole: Rect = (0, 0, self.camera.width, self.camera.height)
        self._margin = soft_edge(self.camera)
        self._stage: _Stage | None = None

    def render(self, scene: Scene, noise_seed: int = 0, labels: bool = True) -> Rendering:
        """The picture of `scene`; without `labels` the truth is left out (faster)."""
        stage = self._stage_for(scene)
        table = self._bodies(stage, scene)
        self._refresh(stage, scene, table)
        assert stage.picture is not None
        image = stage.picture.copy()
        carried = [arm.holding for arm in scene.arms if arm.holding is not None]
        held = stage.maker.make(self._seen(carried, [(t.x, t.y, t.z) for t in carried]))
        arms = [
            render_arms.draw(arm, self.layout, self.camera, scene.lighting) for arm in scene.arms
        ]
        if arms or scene.shades:
            self._over(image, scene, arms, held)
        image = self._sense(image, scene.sensor, noise_seed)
        boxes: tuple[LabelledTile, ...] = ()
        if labels:
            size = (self.camera.width, self.camera.height)
            covers = [p for arm in arms for p in arm.silhouettes]
            boxes = label([*table, *held], covers, size)
        return Rendering(image, boxes)

    def _stage_for(self, scene: Scene) -> _Stage:
        key = (scene.felt, scene.rim, scene.lighting, scene.tile_colours)
        stage = self._stage
        if stage is not None and stage.key == key:
            return stage
        if stage is not None and stage.key[:2] == key[:2]:
            bare = stage.bare
        else:
            scale = render_ground.scale_for(self.camera)
            flat = render_ground.texture(self.layout, scene.felt, scene.rim, scale, self._seed)
            bare = render_ground.ground(self.camera, self.layout, flat, self._seed)
        sprites = Sprites(self.faces, scene.tile_colours)
        maker = TileBodies(self.camera, self.layout, sprites, scene.lighting)
        lamp = render_ground.lamp(self.camera, scene.lighting)
        self._stage = _Stage(key, bare, lamp, maker)
        return self._stage

    def _bodies(self, stage: _Stage, scene: Scene) -> list[Body]:
        camera, lighting = self.camera, scene.lighting
        tiles = self._seen(scene.tiles, [(tile.x, tile.y, tile.z) for tile in scene.tiles])
        things = self._seen(scene.clutter, [(thing.x, thing.y, 0.0) for thing in scene.clutter])
        bodies = stage.maker.make(tiles)
        bodies += [render_things.clutter(thing, camera, lighting) for thing in things]
        if camera.sees((0.0, 0.0, 0.0), _AROUND)[0]:
            bodies += render_things.dice(scene.dice, camera, stage.maker.sprites, lighting)
        return _paint_order(bodies, self.layout)

    def _seen(
        self, things: Sequence[_Thing], places: list[tuple[float, float, float]]
    ) -> list[_Thing]:
        """Those of which, or of whose shadow, something may be in the picture."""
        if not things:
            return []
        seen = self.camera.sees(places, _AROUND)
        return [thing for thing, yes in zip(things, seen, strict=True) if yes]

    def _refresh(self, stage: _Stage, scene: Scene, table: list[Body]) -> None:
        """Bring the kept picture up to `scene`, drawing only what changed."""
        whole = self._whole
        fixed_part: tuple[object, ...] = (scene.clutter, scene.dice)
        bodies = {id(body): body for body in table}
        if stage.picture is None or stage.bodies is None or stage.shown != fixed_part:
            stage.picture = np.empty_like(stage.bare)
            damage = [whole]
        else:
            old = {id(b): b for b in stage.bodies.values() if b.tile is not None}
            new = {id(b): b for b in table if b.tile is not None}
            changed = [b for i, b in old.items() if i not in new]
            changed += [b for i, b in new.items() if i not in old]
            damage = _merge([_clip(body.reach, whole) for body in changed])
            if sum(_area(r) for r in damage) > 0.6 * _area(whole):
                damage = [whole]
        for rect in damage:
            self._paint(stage, scene.lighting, table, rect)
        stage.shown, stage.bodies = fixed_part, bodies

    def _paint(self, stage: _Stage, lighting: Lighting, table: list[Body], rect: Rect) -> None:
        assert stage.picture is not None
        cut = (slice(rect[1], rect[3]), slice(rect[0], rect[2]))
        near = [b for b in table if _overlap(b.reach, rect)]
        drawn = [b for b in near if _overlap(b.bounds, rect)]
        # A body that sticks out is painted whole: edges clipped within it come out otherwise.
        room = _clip(_hold([rect, *(b.bounds for b in drawn)]), self._whole)
        x0, y0 = room[:2]
        view = np.zeros((room[3] - y0, room[2] - x0, 3), np.uint8)
        part = view[rect[1] - y0 : rect[3] - y0, rect[0] - x0 : rect[2] - x0]
        shade = cv2.merge([self._shadow(near, lighting, rect)] * 3)
        cv2.multiply(stage.bare[cut], shade, dst=part, scale=1 / 255)
        for body in drawn:
            body.paint(view, x0, y0)
        cv2.multiply(part, stage.lamp[cut], dst=part, scale=1 / 128)
        stage.picture[cut] = part

    def _shadow(self, bodies: list[Body], lighting: Lighting, rect: Rect) -> Image:
        """Light left on the cloth in `rect`, 255 = all."""
        x0, y0 = (v - self._margin for v in rect[:2])
        width = -(-(rect[2] - x0 + self._margin) // _SHADOW_STEP)
        height = -(-(rect[3] - y0 + self._margin) // _SHADOW_STEP)
        offset = np.array([x0, y0], np.int32) << SHIFT
        contact = np.zeros((height, width), np.uint8)
        cast = np.zeros((height, width), np.uint8)
        for body in bodies:
            cv2.fillConvexPoly(contact, _half(body.contact - offset), 255, cv2.LINE_AA, SHIFT)
            cv2.fillConvexPoly(cast, _half(body.cast - offset), 255, cv2.LINE_AA, SHIFT)
        scale = self.camera.pixels_per_mm() / _SHADOW_STEP
        contact = _soften(contact, CONTACT_SOFT * scale)
        cast = _soften(cast, CAST_SOFT * scale)
        dark = cv2.addWeighted(
            cast, 0.72 * lighting.shadow, contact, min(0.8 * lighting.shadow, 0.6), 0
        )
        left = cv2.bitwise_not(dark)
        full = cv2.resize(
            left, (width * _SHADOW_STEP, height * _SHADOW_STEP), interpolation=cv2.INTER_LINEAR
        )
        m = self._margin
        return np.asarray(full[m : m + rect[3] - rect[1], m : m + rect[2] - rect[0]], np.uint8)

    def _over(
        self, image: Image, scene: Scene, arms: list[render_arms.DrawnArm], held: list[Body]
    ) -> None:
        """Arms, what they hold, and shadows from without, over everything on the table."""
        step = 4
        dark = np.zeros((self.camera.height // step, self.camera.width // step), np.uint8)
        shadows = [p for arm in arms for p in arm.shadow] + [b.cast for b in held]
        shadows += [render_arms.shade(shade, self.camera) for shade in scene.shades]
        for polygon in shadows:
            cv2.fillConvexPoly(dark, polygon // step, 255, cv2.LINE_AA, SHIFT)
        dark = _soften(dark, 9.0 * self.camera.pixels_per_mm() / step)
        x, y, w, h = cv2.boundingRect(dark)
        if w and h:
            depth = 0.62 * scene.lighting.shadow
            keep = 255 - (dark[y : y + h, x : x + w] * depth).astype(np.uint8)
            part = image[y * step : (y + h) * step, x * step : (x + w) * step]
            wide = cv2.resize(keep, (part.shape[1], part.shape[0]))
            cv2.multiply(part, cv2.merge([wide] * 3), dst=part, scale=1 / 255)
        for body in held:
            body.paint(image, 0, 0)
        for arm in arms:
            arm.paint(image)

    def _sense(self, image: Image, sensor: Sensor, noise_seed: int) -> Image:
        """What lens and sensor make of it."""
        if sensor.gain != 1.0:
            image = np.asarray(cv2.convertScaleAbs(image, alpha=sensor.gain), np.uint8)
        if sensor.blur > 0.05:
            image = np.asarray(cv2.GaussianBlur(image, (0, 0), sensor.blur), np.uint8)
        if sensor.motion >= 1:
            image = np.asarray(cv2.blur(image, (round(sensor.motion) | 1, 1)), np.uint8)
        if sensor.noise > 0:
            rng = np.random.default_rng((self._seed, noise_seed))
            dx, dy = (int(v) for v in rng.integers(0, _NOISE_ROOM, 2))
            height, width = image.shape[:2]
            noise = _noise_field(height, width)[dy : dy + height, dx : dx + width]
            gain = sensor.noise / 16.0
            image = np.asarray(cv2.addWeighted(image, 1, noise, gain, -128 * gain), np.uint8)
        if sensor.jpeg:
            _, packed = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, sensor.jpeg])
            image = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
        return image


@lru_cache(maxsize=3)
def _noise_field(height: int, width: int) -> Image:
    """Grey and colour noise of deviation 16 around 128, larger than a frame by some room."""
    rng = np.random.default_rng(77)
    height, width = height + _NOISE_ROOM, width + _NOISE_ROOM
    field = rng.standard_normal((height, width, 1), dtype=np.float32) * 13.0
    colour = rng.standard_normal((height, width, 3), dtype=np.float32)
    mixed = field + cv2.GaussianBlur(colour, (0, 0), 0.9) * 24.0
    return np.clip(mixed + 128.5, 0, 255).astype(np.uint8)


def _paint_order(bodies: list[Body], layout: TableLayout) -> list[Body]:
    """Far to near, but a tile never before one that it lies upon, however they are nudged."""
    order = {id(body): body.order for body in bodies}
    raised = sorted(
        (b for b in bodies if b.tile is not None and b.tile.z > 0), key=lambda b: b.order[1]
    )
    if raised:
        tiles = [b for b in bodies if b.tile is not None]
        places = np.array([(b.tile.x, b.tile.y, b.tile.z) for b in tiles if b.tile is not None])
        touch = 0.8 * layout.tile.width
        for body in raised:
            assert body.tile is not None
            off = np.abs(places[:, :2] - (body.tile.x, body.tile.y)).max(axis=1)
            below = np.flatnonzero((off < touch) & (places[:, 2] < body.tile.z))
            near = max([body.order[0], *(order[id(tiles[i])][0] for i in below)])
            order[id(body)] = (near, body.tile.z)
    return sorted(bodies, key=lambda body: order[id(body)])


def _half(polygon: Polygon) -> Polygon:
    return polygon // _SHADOW_STEP


def _soften(mask: Image, sigma: float) -> Image:
    return np.asarray(cv2.GaussianBlur(mask, (0, 0), max(sigma, 0.6)), np.uint8)


def _clip(rect: Rect, to: Rect) -> Rect:
    """The part of `rect` inside `to`, grown to the shadows' coarser grid."""
    x, y = rect[0] // _SHADOW_STEP * _SHADOW_STEP, rect[1] // _SHADOW_STEP * _SHADOW_STEP
    rect = (x, y, rect[2], rect[3])
    x0, y0 = max(rect[0], to[0]), max(rect[1], to[1])
    return x0, y0, max(x0, min(rect[2], to[2])), max(y0, min(rect[3], to[3]))


def _hold(rects: list[Rect]) -> Rect:
    """The smallest rectangle around all."""
    return (
        min(r[0] for r in rects), min(r[1] for r in rects),
        max(r[2] for r in rects), max(r[3] for r in rects),
    )  # fmt: skip


def _area(rect: Rect) -> int:
    return (rect[2] - rect[0]) * (rect[3] - rect[1])


def _overlap(a: Rect, b: Rect) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _merge(rects: list[Rect]) -> list[Rect]:
    """Joined until none overlap; empty ones dropped."""
    merged: list[Rect] = []
    for rect in (r for r in rects if _area(r)):
        while touching := [r for r in merged if _overlap(r, rect)]:
            for other in touching:
                merged.remove(other)
                rect = _hold([rect, other])
        merged.append(rect)
    return merged


__all__ = ["LabelledTile", "PlacedTile", "Renderer", "Rendering"]
