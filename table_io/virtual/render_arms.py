"""Forearms and hands over the table."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from engine.layout import TableLayout
from table_io.virtual.camera_model import CameraModel
from table_io.virtual.render_prisms import SHIFT, Fill, Floats, Polygon, fixed, light_direction
from table_io.virtual.render_sprites import Image
from table_io.virtual.scene import RGB, Arm, Lighting

_LEVELS = 9
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

    fills: list[Fill]
    silhouettes: list[Polygon]
    shadow: list[Polygon]
    bounds: tuple[int, int, int, int]
    soft: float
    """Pixels by which its shading is smoothed."""

    def paint(self, image: Image) -> None:
        height, width = image.shape[:2]
        x0, y0 = max(self.bounds[0], 0), max(self.bounds[1], 0)
        x1, y1 = min(self.bounds[2], width), min(self.bounds[3], height)
        if x0 >= x1 or y0 >= y1:
            return
        part = image[y0:y1, x0:x1]
        offset = np.array([x0, y0], np.int32) << SHIFT
        drawn = part.copy()
        mask = np.zeros(part.shape[:2], np.uint8)
        for polygon, colour in self.fills:
            cv2.fillConvexPoly(drawn, polygon - offset, colour, cv2.LINE_AA, SHIFT)
        for polygon in self.silhouettes:
            cv2.fillConvexPoly(mask, polygon - offset, 255, cv2.LINE_AA, SHIFT)
        drawn = np.asarray(cv2.GaussianBlur(drawn, (0, 0), self.soft), np.uint8)
        mask3 = cv2.merge([np.asarray(cv2.GaussianBlur(mask, (0, 0), 0.7), np.uint8)] * 3)
        under = cv2.multiply(part, cv2.bitwise_not(mask3), scale=1 / 255)
        over = cv2.multiply(drawn, mask3, scale=1 / 255)
        cv2.add(under, over, dst=part)


def draw(arm: Arm, layout: TableLayout, camera: CameraModel, lighting: Lighting) -> DrawnArm:
    """The arm as seen by `camera`. Finger tips last.

    The limbs of a group are shaded together, dark rims first, so that they
    melt into one another instead of showing their joints.
    """
    fills: list[Fill] = []
    silhouettes, shadows = [], []
    for group in _groups(arm, layout):
        for level in range(_LEVELS):
            share = level / (_LEVELS - 1)
            shade = (0.52 + 0.46 * share**0.8) * lighting.exposure
            for limb in group:
                hull = fixed(_hull(limb, camera, lighting, 1 - 0.85 * share, share * 0.30))
                fills.append((hull, tuple(min(v * shade, 255.0) for v in limb.colour[::-1])))
                if level == 0:
                    silhouettes.append(hull)
        shadows += [fixed(_shadow(limb, camera, lighting)) for limb in group]
    everything = np.concatenate(silhouettes)
    low, high = everything.min(axis=0) >> SHIFT, everything.max(axis=0) >> SHIFT
    bounds = (int(low[0]) - 2, int(low[1]) - 2, int(high[0]) + 4, int(high[1]) + 4)
    soft = max(0.6, 1.5 * camera.pixels_per_mm(arm.height))
    return DrawnArm(fills, silhouettes, shadows, bounds, soft)


def _groups(arm: Arm, layout: TableLayout) -> list[list[_Limb]]:
    lateral, _ = layout.to_seat(arm.seat, arm.tip_x, arm.tip_y)
    # A right arm: the elbow is out to the owner's right of what it reaches for.
    elbow_xy = np.array(layout.to_table(arm.seat, lateral * 0.35 + 120.0, _ELBOW_DEPTH))
    tip = np.array([arm.tip_x, arm.tip_y, arm.height - 8])
    elbow = np.array([*elbow_xy, arm.height + 60])
    reach = tip - elbow
    along = reach / np.linalg.norm(reach)
    across = np.cross(along, [0.0, 0.0, -1.0])
    across = across / np.linalg.norm(across)
    wrist = tip - along * 158
    cuff = tip - along * 215
    palm = tip - along * 92 + np.array([0, 0, 12.0])
    side = across * 19
    sleeve = [_Limb(elbow, cuff, 58, 38, arm.sleeve)]
    opening = [_Limb(cuff + along * 24, cuff + along * 26, 30, 29, _tint(arm.sleeve, 0.45))]
    hem = [_Limb(cuff + along * 2, cuff + along * 6, 40, 38, _tint(arm.sleeve, 1.12))]
    thumb_root = wrist + along * 36 - across * 22
    thumb_bend = thumb_root + along * 56 - across * 20
    thumb_tip = tip - along * 20 - across * 20 - np.array([0, 0, 10.0])
    hand = [
        _Limb(cuff, wrist, 26, 23, arm.skin),
        _Limb(wrist, palm + side, 22, 21, arm.skin),
        _Limb(wrist, palm - side, 22, 21, arm.skin),
        _Limb(wrist, palm, 22, 24, arm.skin),
        _Limb(thumb_root, thumb_bend, 15, 11, arm.skin),
        _Limb(thumb_bend, thumb_tip, 11, 8, arm.skin),
    ]
    groups = [opening, hand, sleeve, hem]
    for k, (spread, length) in enumerate(((29, 0.72), (10, 0.95), (-10, 1.0), (-29, 0.92))):
        root = palm + across * (spread * 0.95) - along * 4
        end = tip + across * (spread * 0.52) - along * (70 * (1 - length))
        bend = root * 0.45 + end * 0.55 + np.array([0, 0, 14.0]) + across * (spread * 0.12)
        skin = _tint(arm.skin, 0.98 + 0.02 * (k % 2))
        nail = _Limb(end - along * 3.5, end + along * 1.5, 4.2, 3.6, _tint(arm.skin, 1.13))
        groups.append([_Limb(root, bend, 10.6, 9.6, skin), _Limb(bend, end, 9.6, 7.6, skin)])
        groups.append([nail])
    return groups


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
