"""Forearms and hands over the table."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from engine.layout import TableLayout
from table_io.virtual.camera_model import NEAR, CameraModel
from table_io.virtual.render_prisms import (
    SHIFT,
    Fill,
    Floats,
    Polygon,
    convex,
    fixed,
    light_direction,
)
from table_io.virtual.render_sprites import Image
from table_io.virtual.scene import RGB, Arm, Lighting, Shade

_SHARES = np.linspace(0, 1, 9)
"""Steps of shading from a limb's dark rim to its lit middle."""
_TURN = np.linspace(0, 2 * np.pi, 14, endpoint=False)
_CIRCLE = np.stack((np.cos(_TURN), np.sin(_TURN), np.zeros_like(_TURN)), axis=1)
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
    groups = _before_lens(_groups(arm, layout), camera)
    if not groups:
        return DrawnArm([], [], [], (0, 0, 0, 0), 1.0)
    limbs = [limb for group in groups for limb in group]
    hulls = _hulls(limbs, camera, lighting)
    fills: list[Fill] = []
    silhouettes = []
    first = 0
    for group in groups:
        for level, share in enumerate(_SHARES):
            shade = (0.52 + 0.46 * float(share) ** 0.8) * lighting.exposure
            for k, limb in enumerate(group, start=first):
                hull = convex(hulls[k, level])
                fills.append((hull, tuple(min(v * shade, 255.0) for v in limb.colour[::-1])))
                if level == 0:
                    silhouettes.append(hull)
        first += len(group)
    shadows = _shadows(limbs, camera, lighting)
    everything = np.concatenate(silhouettes)
    low, high = everything.min(axis=0) >> SHIFT, everything.max(axis=0) >> SHIFT
    bounds = (int(low[0]) - 2, int(low[1]) - 2, int(high[0]) + 4, int(high[1]) + 4)
    soft = max(0.6, 1.5 * camera.pixels_per_mm(arm.height))
    return DrawnArm(fills, silhouettes, shadows, bounds, soft)


def shade(what: Shade, camera: CameraModel) -> Polygon:
    """The outline of a shadow on the cloth."""
    ring = what.radius * _CIRCLE + np.array([what.x, what.y, 0.0])
    return convex(fixed(camera.project(ring)))


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
    opening = [_Limb(cuff + along * 24, cuff + along * 26, 30, 29, _tint(arm.sleeve, 0.45))]
    sleeve = [
        _Limb(elbow, cuff, 58, 37, arm.sleeve),
        _Limb(cuff - along * 4, cuff + along * 4, 39, 38, _tint(arm.sleeve, 1.06)),
    ]
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
    groups = [opening, hand, sleeve]
    for k, (spread, length) in enumerate(((29, 0.72), (10, 0.95), (-10, 1.0), (-29, 0.92))):
        root = palm + across * (spread * 0.95) - along * 4
        end = tip + across * (spread * 0.52) - along * (70 * (1 - length))
        bend = root * 0.45 + end * 0.55 + np.array([0, 0, 14.0]) + across * (spread * 0.12)
        skin = _tint(arm.skin, 0.98 + 0.02 * (k % 2))
        nail = _Limb(end - along * 3.5, end + along * 1.5, 4.2, 3.6, _tint(arm.skin, 1.13))
        groups.append([_Limb(root, bend, 10.6, 9.6, skin), _Limb(bend, end, 9.6, 7.6, skin)])
        groups.append([nail])
    return groups


def _before_lens(groups: list[list[_Limb]], camera: CameraModel) -> list[list[_Limb]]:
    """Groups without limbs that reach behind the lens, which no projection can show."""
    kept = []
    for group in groups:
        ends = np.array([(limb.start, limb.end) for limb in group])
        depth = (ends - camera.position) @ camera.axes[2]
        near = depth.min(axis=1) < NEAR
        if left := [limb for limb, hidden in zip(group, near, strict=True) if not hidden]:
            kept.append(left)
    return kept


def _tint(colour: RGB, by: float) -> RGB:
    r, g, b = (min(255, round(v * by)) for v in colour)
    return r, g, b


def _rings(centres: Floats, radii: Floats) -> Floats:
    """Level circles `(..., corners, 3)` around centres `(..., 3)`."""
    rings: Floats = centres[..., None, :] + radii[..., None, None] * _CIRCLE
    return rings


def _ends(limbs: list[_Limb]) -> tuple[Floats, Floats]:
    """Centres `(n, 2, 3)` and radii `(n, 2)` of both ends."""
    centres = np.stack([(limb.start, limb.end) for limb in limbs])
    radii = np.array([(limb.start_radius, limb.end_radius) for limb in limbs])
    return centres, radii


def _hulls(limbs: list[_Limb], camera: CameraModel, lighting: Lighting) -> Polygon:
    """Corners `(limbs, levels, corners, 2)` of each limb's shading, widest first.

    The narrower ones lean towards the lamp, which makes the limb look round.
    """
    centres, radii = _ends(limbs)
    lean = np.append(light_direction(lighting), 0.0)
    shift = _SHARES[:, None, None] * 0.30 * radii[:, None, :, None] * lean
    rings = _rings(centres[:, None] + shift, radii[:, None] * (1 - 0.85 * _SHARES[:, None]))
    count, levels = rings.shape[:2]
    return fixed(camera.project(rings.reshape(count, levels, -1, 3)))


def _shadows(limbs: list[_Limb], camera: CameraModel, lighting: Lighting) -> list[Polygon]:
    away = -light_direction(lighting) / np.tan(np.radians(max(lighting.elevation, 15.0)))
    centres, radii = _ends(limbs)
    rings = _rings(centres, radii * 0.95)
    rings[..., :2] += away * centres[..., None, 2:]
    rings[..., 2] = 0
    return [convex(ring) for ring in fixed(camera.project(rings.reshape(len(limbs), -1, 3)))]
