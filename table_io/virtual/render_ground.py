"""The table without tiles: cloth, rim, centre machine, light falling on them.

A flat texture of the table plane is laid into the picture through the camera,
lens distortion included. What is slow of it (weave, grain) is kept by seed and
scale, so that many cameras and colours may be drawn one after another.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from engine.layout import TableLayout
from table_io.virtual.camera_model import CameraModel
from table_io.virtual.render_sprites import FloatImage, Image
from table_io.virtual.scene import RGB, Lighting

_RIM = 34.0
_COARSE = 8
_SCALES = (0.5, 0.75, 1.0, 1.4, 2.0)


@dataclass(frozen=True, slots=True)
class _Weave:
    """Brightness of the table plane, 128 = plain, and which pixels are the rim."""

    shade: Image
    rim: Image
    extent: float


def scale_for(camera: CameraModel) -> float:
    """Texture pixels a millimetre: about the picture's own resolution."""
    wanted = camera.pixels_per_mm()
    return next((s for s in _SCALES if s >= wanted * 0.95), _SCALES[-1])


def _noise(rng: np.random.Generator, size: int, blur: float) -> FloatImage:
    """Smooth noise of unit deviation, made small and enlarged where it may be."""
    step = max(1, int(blur / 2))
    side = size // step + 2
    small = rng.standard_normal((side, side), dtype=np.float32)
    if blur:
        small = np.asarray(cv2.GaussianBlur(small, (0, 0), blur / step), np.float32)
    small /= max(float(small.std()), 1e-6)
    return np.asarray(cv2.resize(small, (size, size), interpolation=cv2.INTER_LINEAR), np.float32)


@lru_cache(maxsize=6)
def _weave(layout: TableLayout, scale: float, seed: int) -> _Weave:
    rng = np.random.default_rng((seed, 11))
    extent = layout.surface + 2 * _RIM
    size = round(extent * scale)
    half = size / 2
    shade = 128 + _noise(rng, size, 0.0) * 3.4 + _noise(rng, size, 1.2) * 3.7
    shade += _noise(rng, size, 22 * scale) * 3.1 + _noise(rng, size, 120 * scale) * 4.2
    coordinate = (np.arange(size, dtype=np.float32) + 0.5 - half) / scale
    edge = np.maximum(np.abs(coordinate)[:, None], np.abs(coordinate)[None, :])
    inner = layout.surface / 2
    _slots(shade, layout, half, scale)
    # The cloth dips under the rim: a soft dark line along it.
    shade *= 1 - np.exp(-np.clip(inner - edge, 0, None) / 5.0) * 0.45
    along_x = np.abs(coordinate)[None, :] < np.abs(coordinate)[:, None]
    length = max(3, round(40 * scale))
    raw = _noise(rng, size, 1.0)
    grain = np.where(along_x, cv2.blur(raw, (length, 1)), cv2.blur(raw, (1, length)))
    lip = np.clip((edge - inner) / _RIM, 0, 1)
    wood = (128 + grain * 47) * (0.75 + 0.75 * np.sin(lip * np.pi) ** 2)
    rim = edge >= inner
    shade = np.where(rim, wood, shade)
    return _Weave(np.clip(shade, 0, 255).astype(np.uint8), rim.astype(np.uint8), extent)


def texture(layout: TableLayout, felt: RGB, rim: RGB, scale: float, seed: int) -> Image:
    """The table plane seen straight on, `scale` pixels a millimetre, BGR."""
    weave = _weave(layout, scale, seed)
    cloth = _dyed(weave.shade, felt)
    cv2.copyTo(_dyed(weave.shade, rim), weave.rim, cloth)
    _machine(cloth, layout, cloth.shape[0] / 2, scale)
    return cloth


def _dyed(shade: Image, colour: RGB) -> Image:
    steps = np.arange(256, dtype=np.float32)[:, None] / 128 * np.array(colour[::-1], np.float32)
    table = np.clip(steps + 0.5, 0, 255).astype(np.uint8)[None]
    return np.asarray(cv2.LUT(cv2.merge([shade] * 3), table), np.uint8)


def _slots(shade: FloatImage, layout: TableLayout, half: float, scale: float) -> None:
    """The flaps through which an automatic table lifts its walls: faint seams."""
    band = layout.wall
    seam = np.zeros(shade.shape, np.uint8)
    for turn in range(4):
        for depth in (band.depth_min - 4, band.depth_max + 4):
            points = []
            for lateral in (band.lateral_min - 6, band.lateral_max + 6):
                x, y = [
                    (lateral, depth), (depth, -lateral), (-lateral, -depth), (-depth, lateral)
                ][turn]  # fmt: skip
                points.append((round(half + x * scale), round(half + y * scale)))
            width = max(1, round(1.1 * scale))
            cv2.line(seam, points[0], points[1], 70, width, cv2.LINE_AA)
    shade *= 1 - seam.astype(np.float32) / 255


def _machine(out: Image, layout: TableLayout, half: float, scale: float) -> None:
    """The centre: square casing with buttons, and the dice plate under the dome."""
    fine = 4

    def at(x: float, y: float) -> tuple[int, int]:
        return round((half + x * scale) * fine), round((half + y * scale) * fine)

    radius = layout.dome_radius
    reach = round((radius + 14) * scale)
    low, high = round(half) - reach, round(half) + reach
    part = np.asarray(cv2.resize(out[low:high, low:high], None, fx=fine, fy=fine), np.uint8)
    shift = low * fine

    def disc(r: float, colour: tuple[int, int, int], x: float = 0, y: float = 0) -> None:
        cx, cy = at(x, y)
        size = round(max(r, 0.0) * scale * fine)
        cv2.circle(part, (cx - shift, cy - shift), size, colour, -1, cv2.LINE_AA)

    disc(radius + 3, (20, 22, 22))
    disc(radius, (58, 60, 62))
    disc(radius - 3, (40, 42, 44))
    for k, colour in enumerate(((60, 60, 210), (70, 170, 70), (60, 60, 210), (70, 170, 70))):
        angle = np.radians(45 + 90 * k)
        disc(5.6, (24, 24, 26), 59 * np.cos(angle), 59 * np.sin(angle))
        disc(4.2, colour, 59 * np.cos(angle), 59 * np.sin(angle))
    disc(48, (26, 27, 29))
    disc(46, (150, 156, 158))
    disc(43, (44, 96, 58))
    out[low:high, low:high] = cv2.resize(
        part, (high - low, high - low), interpolation=cv2.INTER_AREA
    )


def _plane_maps(camera: CameraModel) -> tuple[FloatImage, FloatImage]:
    """Table x and y seen at each coarse grid node, `(rows, columns)`."""
    columns = np.arange(0, camera.width + _COARSE, _COARSE, dtype=np.float64)
    rows = np.arange(0, camera.height + _COARSE, _COARSE, dtype=np.float64)
    grid = np.stack(np.meshgrid(columns, rows), axis=-1)
    points = np.clip(camera.ground(grid), -20000, 20000).astype(np.float32)
    return points[..., 0], points[..., 1]


def _fine(coarse: npt.NDArray[np.float32], camera: CameraModel) -> FloatImage:
    """A coarse grid interpolated to each pixel's centre."""
    # Node k lies at pixel k * _COARSE, so the affine map below is exact.
    matrix = np.array([[1 / _COARSE, 0, 0.5 / _COARSE], [0, 1 / _COARSE, 0.5 / _COARSE]])
    return np.asarray(
        cv2.warpAffine(
            coarse, matrix, (camera.width, camera.height),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE,
        ), np.float32,
    )  # fmt: skip


def ground(camera: CameraModel, layout: TableLayout, flat: Image, seed: int) -> Image:
    """`texture` as the camera sees it, unlit, with the floor around it."""
    x, y = _plane_maps(camera)
    scale = flat.shape[0] / (layout.surface + 2 * _RIM)
    half = flat.shape[0] / 2 - 0.5
    image = cv2.remap(
        flat, _fine(x * scale + half, camera), _fine(y * scale + half, camera),
        cv2.INTER_LINEAR, borderMode=cv2.BORDER_TRANSPARENT, dst=_floor(camera, x, y, seed),
    )  # fmt: skip
    return np.asarray(image, np.uint8)


def _floor(camera: CameraModel, x: FloatImage, y: FloatImage, seed: int) -> Image:
    """A dim floor, far below and out of focus, darker next to the table."""
    rng = np.random.default_rng((seed, 12))
    blotch = cv2.GaussianBlur(rng.standard_normal(x.shape, dtype=np.float32), (0, 0), 9) * 90
    distance = np.maximum(np.abs(x), np.abs(y)) - 480
    near = 0.55 + 0.45 * np.clip(distance / 160, 0, 1)
    grey = np.clip((62 + blotch) * near, 8, 120)
    colour = np.stack((grey * 0.86, grey * 0.95, grey), axis=-1).astype(np.float32)
    full: Image = np.clip(_fine(colour, camera) + 0.5, 0, 255).astype(np.uint8)
    return full


def lamp(camera: CameraModel, lighting: Lighting) -> Image:
    """Gain of each pixel as BGR, 128 = unchanged (exposure, warmth, falloff, sheen)."""
    x, y = _plane_maps(camera)
    angle = np.radians(lighting.azimuth)
    spot_x, spot_y = 230 * np.cos(angle), -230 * np.sin(angle)
    far = np.hypot(np.clip(x, -900, 900) - spot_x, np.clip(y, -900, 900) - spot_y) / 900
    gain = lighting.exposure * (1 + 0.10 * lighting.falloff - lighting.falloff * far**1.6)
    off = ((x - lighting.glare_x) ** 2 + (y - lighting.glare_y) ** 2) / (2 * 170.0**2)
    gain = gain + 0.22 * lighting.glare * np.exp(-np.minimum(off, 60))
    tint = np.array([1 - lighting.warmth, 1.0, 1 + lighting.warmth], np.float32)
    coarse = np.clip(gain[..., None] * tint * 128, 0, 255).astype(np.float32)
    full: Image = np.clip(_fine(coarse, camera) + 0.5, 0, 255).astype(np.uint8)
    return full
