"""A pinhole camera with lens distortion over the table.

The table frame has x right, y down (as the upright picture shows it) and z up
to the lens, millimetres. Pixels count from the picture's top left corner.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

Points = npt.NDArray[np.float64]

# 900 mm of play surface and a rim of 30 mm on either side.
_COVERED = 960.0
NEAR = 80.0
"""What is nearer to the lens than this (mm, along its axis) is not drawn."""


@dataclass(frozen=True)
class CameraModel:
    """Where the camera is and what it projects.

    `fov` is the horizontal angle of view in degrees, `roll` turns the picture
    counter-clockwise. With `level` the picture's vertical follows the true
    vertical, as in a hand-held photo; without, the table's +y points down in
    the picture, as for a camera hung over it. `k1`, `k2` are the radial terms
    of the usual distortion model (OpenCV's).
    """

    width: int
    height: int
    position: tuple[float, float, float]
    look_at: tuple[float, float, float] = (0.0, 0.0, 0.0)
    roll: float = 0.0
    fov: float = 60.0
    k1: float = 0.0
    k2: float = 0.0
    level: bool = False

    @cached_property
    def focal(self) -> float:
        """Focal length in pixels."""
        return self.width / 2 / math.tan(math.radians(self.fov) / 2)

    @cached_property
    def axes(self) -> Points:
        """Rows: picture right, picture down, forward, as table vectors."""
        forward = np.subtract(self.look_at, self.position)
        forward = forward / np.linalg.norm(forward)
        hint = np.array([0.0, 0.0, -1.0] if self.level else [0.0, 1.0, 0.0])
        down = hint - (hint @ forward) * forward
        length = float(np.linalg.norm(down))
        if length < 1e-6:
            raise ValueError("the camera looks along the picture's vertical: change `level`")
        down = down / length
        right = np.cross(forward, down)
        c, s = math.cos(math.radians(self.roll)), math.sin(math.radians(self.roll))
        return np.stack((c * right - s * down, s * right + c * down, forward))

    def project(self, points: npt.ArrayLike) -> Points:
        """Pixels `(..., 2)` of table points `(..., 3)`; all must be before the lens."""
        local = (np.asarray(points, np.float64) - self.position) @ self.axes.T
        plane = local[..., :2] / local[..., 2:]
        if self.k1 or self.k2:
            r2 = (plane * plane).sum(axis=-1, keepdims=True)
            plane = plane * (1 + r2 * (self.k1 + r2 * self.k2))
        pixels: Points = plane * self.focal + (self.width / 2, self.height / 2)
        return pixels

    def sees(self, points: npt.ArrayLike, around: float = 0.0) -> npt.NDArray[np.bool_]:
        """Which of `(n, 3)` points are well before the lens and within `around` mm of the picture.

        Distortion is left out: a point near the edge may be seen wrongly.
        """
        local = (np.asarray(points, np.float64).reshape(-1, 3) - self.position) @ self.axes.T
        depth = np.maximum(local[:, 2], 1e-6)
        spread = around * self.focal / depth
        off = np.abs(local[:, :2]) * (self.focal / depth)[:, None]
        inside = (off[:, 0] < self.width / 2 + spread) & (off[:, 1] < self.height / 2 + spread)
        seen: npt.NDArray[np.bool_] = inside & (local[:, 2] > NEAR)
        return seen

    def ground(self, pixels: npt.ArrayLike, z: float = 0.0) -> Points:
        """Table points `(..., 2)` at height `z` seen at pixels `(..., 2)`.

        A pixel above the horizon gives a point very far away.
        """
        distorted = (np.asarray(pixels, np.float64) - (self.width / 2, self.height / 2))
        distorted = distorted / self.focal
        plane = distorted
        if self.k1 or self.k2:
            for _ in range(8):
                r2 = (plane * plane).sum(axis=-1, keepdims=True)
                plane = distorted / (1 + r2 * (self.k1 + r2 * self.k2))
        rays = np.concatenate((plane, np.ones_like(plane[..., :1])), axis=-1) @ self.axes
        drop = np.minimum(rays[..., 2:], -1e-4)
        points: Points = self.position[:2] + rays[..., :2] * (z - self.position[2]) / drop
        return points

    def homography(self) -> Points:
        """3 x 3 matrix from table plane `(x, y, 1)` to pixels, distortion left out."""
        intrinsic = np.array(
            [[self.focal, 0, self.width / 2], [0, self.focal, self.height / 2], [0, 0, 1.0]]
        )
        shift = -self.axes @ np.asarray(self.position)
        matrix = intrinsic @ np.column_stack((self.axes[:, 0], self.axes[:, 1], shift))
        result: Points = matrix / matrix[2, 2]
        return result

    def pixels_per_mm(self, z: float = 0.0) -> float:
        """Scale at the point looked at, for things at height `z` there."""
        target = np.array([self.look_at[0], self.look_at[1], z])
        return self.focal / float(np.linalg.norm(target - self.position))


def overhead(width: int = 1920, height: int = 1080, lens_height: float = 1400.0) -> CameraModel:
    """A camera above the centre that covers the table and a rim of 30 mm."""
    focal = min(width, height) * lens_height / _COVERED
    fov = 2 * math.degrees(math.atan(width / 2 / focal))
    return CameraModel(width, height, (0.0, 0.0, lens_height), fov=fov)


def oblique(
    degrees: float, azimuth: float = 270.0, distance: float = 1250.0, width: int = 1920,
    height: int = 1080, fov: float = 58.0, look_at: tuple[float, float, float] = (0.0, 0.0, 0.0),
) -> CameraModel:  # fmt: skip
    """A camera leaned `degrees` from the vertical, level, looking at `look_at`.

    `azimuth` tells from where, as an angle in the table's picture: 270 from
    seat A's side, 0 from B's.
    """
    tilt, turn = math.radians(max(degrees, 0.05)), math.radians(azimuth)
    reach = distance * math.sin(tilt)
    position = (
        look_at[0] + reach * math.cos(turn),
        look_at[1] - reach * math.sin(turn),
        look_at[2] + distance * math.cos(tilt),
    )
    return CameraModel(width, height, position, look_at, fov=fov, level=True)
