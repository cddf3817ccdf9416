"""The table without tiles: cloth, rim, centre machine, light falling on them.

Drawn once per camera and colours. A flat texture of the table plane is laid
into the picture through the camera, lens distortion included.
"""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from engine.layout import TableLayout
from table_io.virtual.camera_model import CameraModel
from table_io.virtual.render_sprites import Image
from table_io.virtual.scene import RGB, Lighting

_EXTENT = 1160.0
"""Side of the texture, mm: the table, its rim and some floor."""
_RIM = 34.0
_COARSE = 8

FloatImage = npt.NDArray[np.float32]


def _noise(rng: np.random.Generator, size: int, blur: float) -> FloatImage:
    """Smooth noise of unit deviation, made small and enlarged where it may be."""
    step = max(1, int(blur / 2))
    small = rng.standard_normal((size // step + 2, size // step + 2), dtype=np.float32)
    small = cv2.GaussianBlur(small, (0, 0), blur / step) if blur else small
    small /= max(float(small.std()), 1e-6)
    return np.asarray(cv2.resize(small, (size, size), interpolation=cv2.INTER_LINEAR), np.float32)


def texture(
    layout: TableLayout, felt: RGB, rim: RGB, scale: float, rng: np.random.Generator
) -> Image:
    """The table plane seen straight on, `scale` pixels a millimetre, BGR."""
    size = round(_EXTENT * scale)
    half = size / 2
    weave = _noise(rng, size, 0.0) * 2.4 + _noise(rng, size, 1.2) * 2.6
    weave += _noise(rng, size, 22 * scale) * 2.2 + _noise(rng, size, 120 * scale) * 3.0
    ground = np.empty((size, size, 3), np.float32)
    ground[:] = felt[::-1]
    ground *= (1 + weave / 90)[..., None]
    _slots(ground, layout, half, scale)
    out = np.clip(ground, 0, 255).astype(np.uint8)
    _frame(out, layout, rim, half, scale, rng)
    _machine(out, layout, half, scale)
    return out


def _slots(ground: FloatImage, layout: TableLayout, half: float, scale: float) -> None:
    """The flaps through which an automatic table lifts its walls: faint seams."""
    band = layout.wall
    for turn in range(4):
        for depth in (band.depth_min - 4, band.depth_max + 4):
            ends = [(band.lateral_min - 6, depth), (band.lateral_max + 6, depth)]
            points = []
            for lateral, d in ends:
                x, y = [(lateral, d), (d, -lateral), (-lateral, -d), (-d, lateral)][turn]
                points.append((round(half + x * scale), round(half + y * scale)))
            shadow = np.zeros(ground.shape[:2], np.uint8)
            cv2.line(shadow, points[0], points[1], 70, max(1, round(1.1 * scale)), cv2.LINE_AA)
            x, y, w, h = cv2.boundingRect(np.array(points, np.int32))
            part = (slice(max(y - 4, 0), y + h + 4), slice(max(x - 4, 0), x + w + 4))
            ground[part] *= 1 - shadow[part][..., None].astype(np.float32) / 255


def _frame(
    out: Image, layout: TableLayout, rim: RGB, half: float, scale: float, rng: np.random.Generator
) -> None:
    """Wooden rim with a lit inner lip, and the dark floor beyond it."""
    size = out.shape[0]
    coordinate = (np.arange(size, dtype=np.float32) + 0.5 - half) / scale
    edge = np.maximum(np.abs(coordinate)[:, None], np.abs(coordinate)[None, :])
    inner = layout.surface / 2
    grain = _noise(rng, size, 1.0)
    grain = cv2.blur(grain, (1, max(3, round(40 * scale)))) * 22
    wood = np.array(rim[::-1], np.float32) * (1 + grain[..., None] / 60)
    lip = np.clip((edge - inner) / _RIM, 0, 1)
    wood *= (0.75 + 0.75 * np.sin(lip * np.pi) ** 2)[..., None]
    floor = np.full(3, 46, np.float32) + _noise(rng, size, 60 * scale)[..., None] * 6
    ring = (edge >= inner) & (edge < inner + _RIM)
    beyond = edge >= inner + _RIM
    out[ring] = np.clip(wood[ring], 0, 255).astype(np.uint8)
    out[beyond] = np.clip(floor[beyond], 0, 255).astype(np.uint8)
    # The cloth dips under the rim: a soft dark line along it.
    dip = np.exp(-np.clip(inner - edge, 0, None) / 5.0) * 0.45
    cloth = edge < inner
    out[cloth] = (out[cloth] * (1 - dip[cloth])[:, None]).astype(np.uint8)


def _machine(out: Image, layout: TableLayout, half: float, scale: float) -> None:
    """The centre: square casing with buttons, and the dice plate under the dome."""
    fine = 4

    def at(x: float, y: float) -> tuple[int, int]:
        return round((half + x * scale) * fine), round((half + y * scale) * fine)

    radius = layout.dome_radius
    reach = round((radius + 14) * scale)
    low, high = round(half) - reach, round(half) + reach
    part = cv2.resize(out[low:high, low:high], None, fx=fine, fy=fine)
    shift = low * fine

    def disc(r: float, colour: tuple[int, int, int], x: float = 0, y: float = 0) -> None:
        cx, cy = at(x, y)
        cv2.circle(part, (cx - shift, cy - shift), round(r * scale * fine), colour, -1, cv2.LINE_AA)

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
    rows, columns = coarse.shape[:2]
    # Node k lies at pixel k * _COARSE, so the affine map below is exact.
    matrix = np.array([[1 / _COARSE, 0, 0.5 / _COARSE], [0, 1 / _COARSE, 0.5 / _COARSE]])
    return np.asarray(
        cv2.warpAffine(
            coarse, matrix, (camera.width, camera.height),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE,
        ), np.float32,
    )  # fmt: skip


def ground(camera: CameraModel, flat: Image, scale: float) -> Image:
    """`texture` as the camera sees it, unlit."""
    x, y = _plane_maps(camera)
    half = flat.shape[0] / 2 - 0.5
    image = cv2.remap(
        flat, _fine(x * scale + half, camera), _fine(y * scale + half, camera),
        cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=(40, 42, 44),
    )  # fmt: skip
    return np.asarray(image, np.uint8)


def lamp(camera: CameraModel, lighting: Lighting) -> Image:
    """Gain of each pixel as BGR, 128 = unchanged (exposure, warmth, falloff, sheen)."""
    x, y = _plane_maps(camera)
    angle = np.radians(lighting.azimuth)
    spot_x, spot_y = 230 * np.cos(angle), -230 * np.sin(angle)
    far = np.hypot(np.clip(x, -900, 900) - spot_x, np.clip(y, -900, 900) - spot_y) / 900
    gain = lighting.exposure * (1 + 0.10 * lighting.falloff - lighting.falloff * far**1.6)
    off = ((x - lighting.glare_x) ** 2 + (y - lighting.glare_y) ** 2) / (2 * 170.0**2)
    gain += 0.22 * lighting.glare * np.exp(-np.minimum(off, 60))
    tint = np.array([1 - lighting.warmth, 1.0, 1 + lighting.warmth], np.float32)
    coarse = np.clip(gain[..., None] * tint * 128, 0, 255).astype(np.float32)
    return np.clip(_fine(coarse, camera) + 0.5, 0, 255).astype(np.uint8)
