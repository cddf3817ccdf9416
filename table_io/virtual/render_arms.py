"""Forearms and hands over the table."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from engine.layout import TableLayout
from table_io.virtual.camera_model import CameraModel
from table_io.virtual.render_prisms import SHIFT, Floats, Polygon, fixed, light_direction
from table_io.virtual.render_sprites import Image
from table_io.virtual.scene import RGB, Arm, Lighting

_LEVELS = 6
_ELBOW_DEPTH = 760.0


@dataclass(frozen=True, slots=True)
class _Limb:
    """A tapered round bar between two points in space (mm)."""

    start: Floats
    end: Floats
    start_radius: float
    end_radius: float
    colour: RGB


@dataclass(frozen=True, slots=True)
class DrawnArm:
    """What to fill, in order; silhouettes of its parts; its shadow on the cloth."""

    fills: list[tuple[Polygon, tuple[float, float, float]]]
    silhouettes: list[Polygon]
    shadow: list[Polygon]
    bounds: tuple[int, int, int, int]

    def paint(self, image: Image) -> None:
        for polygon, colour in self.fills:
            cv2.fillConvexPoly(image, polygon, colour, cv2.LINE_AA, SHIFT)


def draw(arm: Arm, layout: TableLayout, camera: CameraModel, lighting: Lighting) -> DrawnArm:
    """The arm as seen by `camera`. Sleeve first, finger tips last."""
    limbs = _limbs(arm, layout)
    fills: list[tuple[Polygon, tuple[float, float, float]]] = []
    silhouettes, shadows, points = [], [], []
    for limb in limbs:
        for level in range(_LEVELS):
            share = level / (_LEVELS - 1)
            shade = (0.50 + 0.52 * share) * lighting.exposure
            hull = _hull(limb, camera, lighting, 1 - 0.80 * share, share * 0.30)
            colour = tuple(min(v * shade, 255.0) for v in limb.colour[::-1])
            fills.append((fixed(hull), (colour[0], colour[1], colour[2])))
            if level == 0:
                silhouettes.append(fixed(hull))
                points.append(hull)
        shadows.append(fixed(_shadow(limb, camera, lighting)))
    everything = np.concatenate(points)
    low, high = np.floor(everything.min(axis=0)) - 2, np.ceil(everything.max(axis=0)) + 3
    bounds = (int(low[0]), int(low[1]), int(high[0]), int(high[1]))
    return DrawnArm(fills, silhouettes, shadows, bounds)


def _limbs(arm: Arm, layout: TableLayout) -> list[_Limb]:
    lateral, _ = layout.to_seat(arm.seat, arm.tip_x, arm.tip_y)
    # A right arm: the elbow is out to the owner's right of what it reaches for.
    elbow_xy = np.array(layout.to_table(arm.seat, lateral * 0.35 + 120.0, _ELBOW_DEPTH))
    tip = np.array([arm.tip_x, arm.tip_y, arm.height - 8])
    elbow = np.array([*elbow_xy, arm.height + 60])
    reach = tip - elbow
    along = reach / np.linalg.norm(reach)
    across = np.cross(along, [0.0, 0.0, 1.0])
    across = across / np.linalg.norm(across)
    wrist = tip - along * 150
    cuff = tip - along * 205
    palm = tip - along * 82 + np.array([0, 0, 12.0])
    limbs = [
        _Limb(elbow, cuff, 58, 42, arm.sleeve),
        _Limb(cuff - along * 6, cuff + along * 6, 43, 41, _tint(arm.sleeve, 0.82)),
        _Limb(cuff, wrist, 27, 25, arm.skin),
        _Limb(wrist, palm, 26, 37, arm.skin),
    ]
    knuckle = palm + along * 10
    for k, (spread, length) in enumerate(((-27, 0.76), (-9, 0.96), (9, 1.0), (27, 0.90))):
        root = knuckle + across * spread
        target = tip + across * (spread * 0.42) - along * (18 * (1 - length) * 4)
        bend = (root + target) / 2 + np.array([0, 0, 14.0])
        skin = _tint(arm.skin, 0.97 + 0.02 * (k % 2))
        limbs += [_Limb(root, bend, 10.5, 9.2, skin), _Limb(bend, target, 9.2, 7.4, skin)]
    thumb_root = wrist + along * 34 - across * 26
    thumb_bend = thumb_root + along * 52 - across * 14
    thumb_tip = tip - along * 14 - across * 17 - np.array([0, 0, 10.0])
    limbs += [
        _Limb(thumb_root, thumb_bend, 14, 11, arm.skin),
        _Limb(thumb_bend, thumb_tip, 11, 8.5, arm.skin),
    ]
    return limbs


def _tint(colour: RGB, by: float) -> RGB:
    r, g, b = (min(255, round(v * by)) for v in colour)
    return r, g, b


def _circle(centre: Floats, radius: float) -> Floats:
    turn = np.linspace(0, 2 * np.pi, 14, endpoint=False)
    points: Floats = centre + np.stack(
        (np.cos(turn) * radius, np.sin(turn) * radius, np.zeros_like(turn)), axis=1
    )
    return points


def _hull(
    limb: _Limb, camera: CameraModel, lighting: Lighting, share: float, toward_light: float
) -> npt.NDArray[np.float32]:
    lean = np.append(light_direction(lighting), 0.0) * toward_light
    points = np.concatenate(
        (
            _circle(limb.start + lean * limb.start_radius, limb.start_radius * share),
            _circle(limb.end + lean * limb.end_radius, limb.end_radius * share),
        )
    )
    pixels = camera.project(points).astype(np.float32)
    return np.asarray(cv2.convexHull(pixels)[:, 0], np.float32)


def _shadow(limb: _Limb, camera: CameraModel, lighting: Lighting) -> npt.NDArray[np.float32]:
    away = -light_direction(lighting) / np.tan(np.radians(max(lighting.elevation, 15.0)))
    rings = []
    for centre, radius in ((limb.start, limb.start_radius), (limb.end, limb.end_radius)):
        ring = _circle(centre, radius * 0.95)
        ring[:, :2] += away * centre[2]
        ring[:, 2] = 0
        rings.append(ring)
    pixels = camera.project(np.concatenate(rings)).astype(np.float32)
    return np.asarray(cv2.convexHull(pixels)[:, 0], np.float32)
