"""What lies on the table and is no tile: the dice under their dome, cups, phones, chips."""

from __future__ import annotations

import numpy as np

from table_io.virtual.camera_model import CameraModel
from table_io.virtual.render_bodies import Body, Quad, light_at, make_body, shadow_points, soft_edge
from table_io.virtual.render_prisms import (
    Fill,
    Floats,
    Polygon,
    Prism,
    convex,
    fixed,
    project,
    rounded_box,
    turned,
)
from table_io.virtual.render_sprites import Sprites, ladder_width, warp
from table_io.virtual.scene import RGB, Clutter, ClutterKind, Lighting

_DIE = 15.0
_PLATE = 6.0
"""Height of the plate on which the dice lie."""
_DOME = 46.0
_DOME_TOP = 34.0
_DARK: RGB = (28, 29, 33)

_Shape = tuple[Floats, float, float, tuple[float, float, float]]


def dice(
    numbers: tuple[int, int] | None, camera: CameraModel, sprites: Sprites, lighting: Lighting
) -> list[Body]:
    """The dome, and two dice in it; how they lie follows from the numbers."""
    bodies = []
    soft = soft_edge(camera)
    px, py, _ = camera.position
    nearness = -float(np.hypot(px, py))
    mix = numbers[0] * 7 + numbers[1] * 3 if numbers is not None else 0
    for i, number in enumerate(numbers or ()):
        angle = np.radians(25 + mix * 29 + 180 * i)
        at = np.array([np.cos(angle), -np.sin(angle)]) * 17.0
        yaw = float((mix * 53 + i * 71) % 90)
        outline = turned(rounded_box(_DIE, _DIE, 1.6), yaw) + at
        block = project([Prism(outline, _PLATE, _PLATE + _DIE, (240, 238, 232))], camera, lighting)
        corners = turned(_square(_DIE / 2), yaw) + at
        top = _lift(corners, _PLATE + _DIE, camera)
        edge = top[1] - top[0]
        width = ladder_width(float(np.hypot(edge[0], edge[1])))
        sprite = sprites.die(number, width, lighting.azimuth - yaw)
        patch = warp(sprite, top, light_at(float(at[0]), float(at[1]), lighting, 0.0)[0], 0.0)
        contact, cast = _shadow(corners, _PLATE, _DIE, camera, lighting)
        order = (nearness, 1.0 + i)
        hull = block[0].hull
        bodies.append(make_body(order, block[0].fills, [patch], hull, contact, cast, soft))
    quad = _lift(_square(_DOME), _DOME_TOP, camera)
    edge = quad[1] - quad[0]
    width = ladder_width(float(np.hypot(edge[0], edge[1])))
    glass = warp(sprites.glass(width, lighting.azimuth), quad, 1.0, 0.0)
    hull = fixed(quad)
    bodies.append(make_body((nearness, 9.0), [], [glass], hull, hull[:1], hull[:1], soft))
    return bodies


def clutter(thing: Clutter, camera: CameraModel, lighting: Lighting) -> Body:
    """A cup, phone, box, stack of chips or fan of cards."""
    at = np.array([thing.x, thing.y])
    fills: list[Fill] = []
    hulls = []
    gain = light_at(thing.x, thing.y, lighting, 0.0)[0]
    shapes = _shapes(thing)
    for outline, z0, z1, colour in shapes:
        placed = turned(outline, thing.yaw) + at
        block = project([Prism(placed, z0, z1, colour)], camera, lighting)[0]
        lid = fixed(_lift(placed, z1, camera))
        fills += [*block.fills, (lid, tuple(v * gain for v in colour[::-1]))]
        hulls.append(block.hull)
    footprint = turned(shapes[0][0], thing.yaw) + at
    contact, cast = _shadow(footprint, 0.0, shapes[-1][2], camera, lighting)
    px, py, _ = camera.position
    order = (-float(np.hypot(thing.x - px, thing.y - py)), 0.0)
    hull = convex(np.concatenate(hulls))
    return make_body(order, fills, [], hull, contact, cast, soft_edge(camera))


def _shapes(thing: Clutter) -> list[_Shape]:
    turn = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    disc = np.stack((np.cos(turn), np.sin(turn)), axis=1)
    match thing.kind:
        case ClutterKind.CUP:
            return [
                (disc * 36, 0.0, 82.0, thing.colour),
                (disc * 31, 82.0, 82.2, _DARK),
                (disc * 29.5, 82.2, 82.4, (96, 58, 30)),
            ]
        case ClutterKind.PHONE:
            return [
                (rounded_box(76, 158, 9), 0.0, 8.0, (60, 62, 68)),
                (rounded_box(72, 154, 8), 8.0, 8.1, _DARK),
            ]
        case ClutterKind.CHIPS:
            pale: RGB = (238, 234, 222)
            return [
                (disc * 20 + (k % 3 - 1) * 0.7, k * 3.4, k * 3.4 + 3.2,
                 thing.colour if k % 2 else pale)
                for k in range(5)
            ]  # fmt: skip
        case ClutterKind.CARDS:
            return [
                (turned(rounded_box(58, 88, 3), 11 * k - 16) + np.array([14.0 * k - 14, 0.0]),
                 k * 0.4, k * 0.4 + 0.4, (240, 238, 233))
                for k in range(3)
            ]  # fmt: skip
        case ClutterKind.BOX:
            return [(rounded_box(88, 58, 2), 0.0, 24.0, thing.colour)]


def _square(half: float) -> Floats:
    return np.array([(-half, -half), (half, -half), (half, half), (-half, half)])


def _lift(corners: Floats, z: float, camera: CameraModel) -> Quad:
    level = np.full((len(corners), 1), z)
    return camera.project(np.hstack((corners, level))).astype(np.float32)


def _shadow(
    corners: Floats, z: float, height: float, camera: CameraModel, lighting: Lighting
) -> tuple[Polygon, Polygon]:
    points = shadow_points(corners[None], np.array([z]), np.array([height]), lighting)[0]
    flat = fixed(_lift(points, 0.0, camera))
    count = len(corners)
    return flat[:count], convex(flat[count:])
