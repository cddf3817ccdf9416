"""Pixels ↔ millimetres on the table, from the four corners of its play surface.

The corners give the table plane exactly. Tiles have height, though: seen from
1.4 m above, the top of a tile lying at the rim appears 8 mm further out than
its foot, that of a standing one 13 mm. So the camera's pose is estimated too,
and every conversion takes the height above the felt. An overhead camera gives
no clue to its focal length; there the camera's height is assumed.

It knows the table frame of `engine.layout` (x right, y down in the picture of
an upright camera). It does not know zones or tiles.
"""

from __future__ import annotations

import json
import math
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Final, Self

import cv2
import numpy as np
from numpy.typing import ArrayLike

from vision.lens import STRAIGHT, Bend, Floats, bent, straightened

__all__ = [
    "CAMERA_HEIGHT", "Calibration", "CalibrationError", "Corners", "FOCAL_RANGE", "Floats",
    "Point", "TELLING_TILT",
]  # fmt: skip

Point = tuple[float, float]
Corners = tuple[Point, Point, Point, Point]
"""Pixels of the surface's corners: near left, near right, far right, far left
as seat A sees them. A camera that hangs turned needs nothing but this order."""

CAMERA_HEIGHT: Final = 1400.0
"""Assumed millimetres from felt to lens where the picture does not tell."""
TELLING_TILT: Final = math.radians(12.0)
"""From this tilt on the perspective itself gives the focal length."""
FOCAL_RANGE: Final = (0.35, 3.5)
"""Believable focal lengths as multiples of the picture's long side."""


class CalibrationError(ValueError):
    """Corners or a calibration file that describe no table."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """Where the table lies in a picture of `frame_size` (width, height) pixels.

    `surface`: side of the play surface in millimetres. `focal`: pixels.
    `distortion`: radial k1, k2 (OpenCV's model) for that focal length. Made by
    `from_corners`.
    """

    frame_size: tuple[int, int]
    corners: Corners
    surface: float
    focal: float
    distortion: tuple[float, float] = (0.0, 0.0)
    _plane: Floats = field(init=False, repr=False, compare=False)
    _rise: Floats = field(init=False, repr=False, compare=False)
    _position: Floats = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        plane = _homography(self.straightened(np.array(self.corners)), self.surface)
        pose = _Pose.of(plane, self.focal, self._centre)
        object.__setattr__(self, "_plane", plane)
        object.__setattr__(self, "_rise", pose.rise)
        object.__setattr__(self, "_position", pose.position)

    @classmethod
    def from_corners(
        cls,
        corners: ArrayLike,
        frame_size: tuple[int, int],
        *,
        surface: float = 900.0,
        focal: float | None = None,
        camera_height: float = CAMERA_HEIGHT,
        bend: Bend = STRAIGHT,
    ) -> Self:
        """The calibration that puts the surface's corners at these pixels.

        They begin at seat A's left hand and go around, in either direction.
        `bend`: the lens' own, see `vision.lens`. `focal`: pixels, where known;
        otherwise from the perspective of a tilted camera, else the one that puts
        the lens `camera_height` millimetres above the felt. Raises `CalibrationError`
        for corners that span no convex quadrilateral.
        """
        points = np.asarray(corners, np.float64)
        if points.shape == (4, 2) and (_winding(points) > 0).all():
            points = points[[0, 3, 2, 1]]
        _check_corners(points, frame_size)
        guess = float(max(frame_size)) if focal is None else focal
        long_side = float(max(frame_size))
        first = cls(frame_size, _as_corners(points), surface, long_side, bend)._seen_with(guess)
        if focal is not None:
            return first
        by_height = first._seen_with(_focal_for_height(first, camera_height))
        if by_height.tilt < TELLING_TILT:
            return by_height
        told = _focal_from_perspective(by_height._plane, by_height._centre)
        low, high = (factor * max(frame_size) for factor in FOCAL_RANGE)
        return first._seen_with(told) if low <= told <= high else by_height

    @property
    def rim(self) -> Floats:
        """(4, 2) millimetres of the play surface's corners, in the order of `corners`."""
        return _rim(self.surface)

    @property
    def bend(self) -> Bend:
        """The lens' bend, whatever the focal length: `distortion` for the long side."""
        k1, k2 = self.distortion
        share = (max(self.frame_size) / self.focal) ** 2
        return k1 * share, k2 * share**2

    @property
    def camera_position(self) -> tuple[float, float, float]:
        """The lens in the table frame: x, y, height above the felt (mm)."""
        x, y, z = self._position
        return float(x), float(y), float(z)

    @property
    def tilt(self) -> float:
        """Radians between the line to the table's centre and straight down."""
        x, y, z = self._position
        return math.atan2(math.hypot(x, y), z)

    def to_pixel(self, points: ArrayLike, height: float | ArrayLike = 0.0) -> Floats:
        """(N, 2) pixels of (N, 2) table points `height` mm above the felt."""
        table = np.asarray(points, np.float64).reshape(-1, 2)
        lifted = self._lifted(table, height)
        flat = lifted[:, :2] / lifted[:, 2:]
        return bent(flat, self.frame_size, self.bend)

    def to_table(self, pixels: ArrayLike, height: float | ArrayLike = 0.0) -> Floats:
        """(N, 2) table millimetres of (N, 2) pixels that show points at `height`."""
        flat = self.straightened(np.asarray(pixels, np.float64).reshape(-1, 2))
        heights = np.broadcast_to(np.asarray(height, np.float64), (len(flat),))
        table = np.empty_like(flat)
        for value in np.unique(heights):
            here = heights == value
            table[here] = _apply(np.asarray(np.linalg.inv(self._plane_at(value))), flat[here])
        return table

    def outline(self, corners: ArrayLike, height: float = 0.0, parts: int = 12) -> Floats:
        """(N * parts, 2) pixels along the sides of a polygon of (N, 2) table points.

        What is straight on the table is curved where the lens bends.
        """
        points = np.asarray(corners, np.float64)
        share = (np.arange(parts) / parts)[None, :, None]
        along = points[:, None] + (np.roll(points, -1, axis=0) - points)[:, None] * share
        return self.to_pixel(along.reshape(-1, 2), height)

    def straightened(self, pixels: Floats) -> Floats:
        """(N, 2) where a lens without a bend would show what these (N, 2) pixels show."""
        return straightened(pixels, self.frame_size, self.bend)

    def scale_at(self, x: float, y: float, height: float = 0.0) -> float:
        """Pixels per millimetre around a table point (mean over directions)."""
        step = 5.0
        ring = [(x - step, y), (x + step, y), (x, y - step), (x, y + step)]
        left, right, up, down = self.to_pixel(ring, height)
        area = float(abs(_turn(right - left, down - up)))
        return math.sqrt(area) / (2 * step)

    def box_in(
        self, other: Calibration, box: tuple[float, float, float, float], height: float
    ) -> tuple[float, float, float, float]:
        """The pixels of `other` around a box of this picture that shows points at `height`."""
        x0, y0, x1, y1 = box
        corners = self.to_table([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], height)
        pixels = other.to_pixel(corners, height)
        (left, top), (right, bottom) = pixels.min(axis=0), pixels.max(axis=0)
        return float(left), float(top), float(right), float(bottom)

    def pixel_yaw(self, x: float, y: float, yaw: float) -> float:
        """Degrees counter-clockwise in the picture of a tile turned by `yaw` on the table."""
        ahead = 10.0
        dx, dy = -math.sin(math.radians(yaw)) * ahead, -math.cos(math.radians(yaw)) * ahead
        foot, head = self.to_pixel([(x, y), (x + dx, y + dy)])
        return math.degrees(math.atan2(-(head[0] - foot[0]), -(head[1] - foot[1])))

    def scaled(self, frame_size: tuple[int, int]) -> Calibration:
        """The same camera delivering another resolution.

        Raises `CalibrationError` where the picture's shape changed too: then
        it is cut otherwise and the corners have to be found again.
        """
        if frame_size == self.frame_size:
            return self
        factor = frame_size[0] / self.frame_size[0]
        if abs(frame_size[1] / self.frame_size[1] - factor) > 0.01 * factor:
            raise CalibrationError(
                f"画面比例变了，请重新标定 the picture's shape changed from {self.frame_size} "
                f"to {frame_size}: calibrate again"
            )
        corners = _as_corners(np.array(self.corners) * factor)
        return replace(self, frame_size=frame_size, corners=corners, focal=self.focal * factor)

    def redrawn(self, drawn: Floats, size: tuple[int, int], height: float) -> Calibration:
        """The same lens' picture drawn anew, in `size` (width, height) pixels.

        `drawn` (3, 3): from table points `height` mm above the felt to its pixels.
        """
        warp = drawn @ np.linalg.inv(self._plane_at(height))
        corners = _apply(warp, self.straightened(np.array(self.corners)))
        view = replace(
            self, frame_size=size, corners=_as_corners(corners), distortion=(0.0, 0.0)
        )
        # Pixels of a drawn picture tell no pose: the lens stays where it is.
        object.__setattr__(view, "_plane", warp @ self._plane)
        object.__setattr__(view, "_rise", warp @ self._rise)
        object.__setattr__(view, "_position", self._position)
        return view

    def to_json(self) -> str:
        """One JSON object; `from_json` reads it back."""
        names = ("frame_size", "corners", "surface", "focal", "distortion")
        values = asdict(self)
        return json.dumps({name: values[name] for name in names}, indent=1)

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Raises `CalibrationError`."""
        try:
            data: dict[str, Any] = json.loads(text)
            points = np.asarray(data["corners"], np.float64)
            width, height = (int(v) for v in data["frame_size"])
            k1, k2 = (float(v) for v in data.get("distortion", (0.0, 0.0)))
            surface, focal = float(data["surface"]), float(data["focal"])
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise CalibrationError(f"标定文件不对 not a calibration: {error}") from error
        _check_corners(points, (width, height))
        return cls((width, height), _as_corners(points), surface, focal, (k1, k2))

    def save(self, path: Path) -> None:
        path.write_text(self.to_json() + "\n", encoding="utf-8")

    @classmethod
    def load(cls, path: Path) -> Self:
        """Raises `CalibrationError`, also where there is no such file."""
        try:
            return cls.from_json(path.read_text(encoding="utf-8"))
        except OSError as error:
            raise CalibrationError(f"读不到标定文件 no calibration file: {path}") from error

    @property
    def _centre(self) -> Point:
        return self.frame_size[0] / 2, self.frame_size[1] / 2

    def _plane_at(self, height: float) -> Floats:
        """(3, 3) from table points `height` mm above the felt to undistorted pixels."""
        plane = self._plane.copy()
        plane[:, 2] += height * self._rise
        return plane

    def _lifted(self, table: Floats, height: float | ArrayLike) -> Floats:
        ones = np.ones((len(table), 1))
        heights = np.broadcast_to(np.asarray(height, np.float64), (len(table),))
        flat: Floats = np.hstack([table, ones]) @ self._plane.T
        return flat + heights[:, None] * self._rise

    def _seen_with(self, focal: float) -> Self:
        """The same picture, of the same bend, taken with another focal length."""
        share = (focal / self.focal) ** 2
        k1, k2 = self.distortion
        return replace(self, focal=focal, distortion=(k1 * share, k2 * share**2))


@dataclass(frozen=True, slots=True)
class _Pose:
    """`rise`: what one millimetre of height adds to a point's homogeneous
    pixel; `position`: the lens in the table frame, z up (mm)."""

    rise: Floats
    position: Floats

    @classmethod
    def of(cls, plane: Floats, focal: float, centre: Point) -> _Pose:
        matrix = np.array([[focal, 0, centre[0]], [0, focal, centre[1]], [0, 0, 1]])
        rays = np.linalg.inv(matrix) @ plane
        size = (np.linalg.norm(rays[:, 0]) + np.linalg.norm(rays[:, 1])) / 2
        if rays[2, 2] < 0:
            size = -size
        first, second, shift = (rays / size).T
        # x right and y down make x cross y point into the table, away from the lens.
        down = np.cross(first, second)
        down /= np.linalg.norm(down)
        turn, _, other = np.linalg.svd(np.stack([first, second, down], axis=1))
        lens = -(turn @ other).T @ shift
        return cls(matrix @ -down * size, np.array([lens[0], lens[1], -lens[2]]))


def _homography(corners: Floats, surface: float) -> Floats:
    table = _rim(surface).astype(np.float32)
    plane = cv2.getPerspectiveTransform(table, corners.astype(np.float32))
    return np.asarray(plane, np.float64)


def _rim(surface: float) -> Floats:
    half = surface / 2
    return np.array([(-half, half), (half, half), (half, -half), (-half, -half)])


def _apply(plane: Floats, points: Floats) -> Floats:
    mapped = np.hstack([points, np.ones((len(points), 1))]) @ plane.T
    return np.asarray(mapped[:, :2] / mapped[:, 2:], np.float64)


def _winding(points: Floats) -> Floats:
    """(4,) which way the outline turns at each corner: negative counter-clockwise."""
    edges = np.roll(points, -1, axis=0) - points
    return _turn(edges, np.roll(edges, -1, axis=0))


def _turn(first: Floats, second: Floats) -> Floats:
    """The cross product of vectors in the plane."""
    turn = first[..., 0] * second[..., 1] - first[..., 1] * second[..., 0]
    return np.asarray(turn, np.float64)


def _as_corners(points: Floats) -> Corners:
    a, b, c, d = ((float(x), float(y)) for x, y in points)
    return a, b, c, d


def _check_corners(points: Floats, frame_size: tuple[int, int]) -> None:
    if points.shape != (4, 2) or not np.isfinite(points).all():
        raise CalibrationError("需要四个角点 four corners are needed, each x, y in pixels")
    if not (_winding(points) < 0).all():
        raise CalibrationError(
            "角点顺序不对 the corners must go around the table, from seat A's left hand on"
        )
    x, y = points.T
    area = abs(float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1)))) / 2
    if area < 0.02 * frame_size[0] * frame_size[1]:
        raise CalibrationError("桌面在画面里太小 the table fills too little of the picture")


def _focal_for_height(calibration: Calibration, wanted: float) -> float:
    """The lens' height grows steadily with the focal length: bisect."""
    longest = max(calibration.frame_size)
    low, high = FOCAL_RANGE[0] * longest, FOCAL_RANGE[1] * longest
    for _ in range(30):
        middle = math.sqrt(low * high)
        if calibration._seen_with(middle).camera_position[2] < wanted:
            low = middle
        else:
            high = middle
    return math.sqrt(low * high)


def _focal_from_perspective(plane: Floats, centre: Point) -> float:
    """From the table's axes being square and equally long; 0 where they do not tell."""
    shift = np.array([[1, 0, -centre[0]], [0, 1, -centre[1]], [0, 0, 1.0]])
    first, second, _ = (shift @ plane).T
    flat = np.array([first[:2] @ second[:2], first[:2] @ first[:2] - second[:2] @ second[:2]])
    deep = np.array([first[2] * second[2], first[2] ** 2 - second[2] ** 2])
    inverse_square = -float(flat @ deep) / max(float(flat @ flat), 1e-30)
    return 1 / math.sqrt(inverse_square) if inverse_square > 0 else 0.0
