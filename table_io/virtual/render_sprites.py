"""Flat pictures of what is seen straight on: fronts, backs, top edges, dice.

A sprite is premultiplied BGRA with round corners and a bevelled rim lit from
the lamp's side; `warp` lays it on a quadrilateral of the picture.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from table_io.virtual.faces import FaceSet
from table_io.virtual.scene import RGB, TileColours

Image = npt.NDArray[np.uint8]
FloatImage = npt.NDArray[np.float32]

_LADDER = tuple(round(16 * 1.22**step) for step in range(20))
"""Widths at which sprites are kept: never much larger than they are shown."""
_OCTANTS = 8


def ladder_width(pixels: float) -> int:
    """The kept width for something shown `pixels` wide."""
    return next((w for w in _LADDER if w >= pixels), _LADDER[-1])


@dataclass(frozen=True, slots=True)
class Patch:
    """A warped sprite: its top left pixel, premultiplied BGR and 255 − alpha, three-fold."""

    x: int
    y: int
    colour: Image
    keep: Image


class Sprites:
    """Sprites of one face set and one set of tile colours, cached."""

    def __init__(self, faces: FaceSet, colours: TileColours) -> None:
        self.faces = faces
        self.colours = colours
        self._cache: dict[tuple[str, int, int], Image] = {}

    def front(self, code: str, width: int, light: float) -> Image:
        """A tile's face; `light` is where the lamp is, degrees in the tile's own frame."""
        return self._get(code, width, light)

    def back(self, width: int, light: float) -> Image:
        return self._get("#back", width, light)

    def edge(self, width: int, light: float) -> Image:
        """The top edge of a standing tile, back layer away from the owner."""
        return self._get("#edge", width, light)

    def die(self, number: int, width: int, light: float) -> Image:
        return self._get(f"#die{number}", width, light)

    def glass(self, width: int, light: float) -> Image:
        """The clear cover over the dice."""
        return self._get("#glass", width, light)

    def _get(self, kind: str, width: int, light: float) -> Image:
        octant = round(light / 360 * _OCTANTS) % _OCTANTS
        key = (kind, width, octant)
        if key not in self._cache:
            angle = np.radians(octant * 360 / _OCTANTS)
            self._cache[key] = self._draw(kind, width, (np.cos(angle), -np.sin(angle)))
        return self._cache[key]

    def _draw(self, kind: str, width: int, light: tuple[float, float]) -> Image:
        c = self.colours
        ground: FloatImage
        if kind == "#back":
            return _plate(_plain(width, width * 4 / 3, c.back), light, c.gloss)
        if kind == "#edge":
            ground = _plain(width, width * 0.8, c.face)
            split = round(ground.shape[0] * c.back_share)
            ground[:split] = c.back[::-1]
            ground *= 0.97
            return _plate(ground, light, c.gloss)
        if kind == "#glass":
            return _glass(width, light)
        if kind.startswith("#die"):
            return _plate(_die(int(kind[4:]), width), light, 0.4)
        ground = _plain(width, width * 4 / 3, c.face)
        ink = self.faces.ink(kind, width).astype(np.float32)
        share = ink[..., 3:] / 255
        ground = np.asarray(ground * (1 - share) + ink[..., 2::-1] * share, np.float32)
        # Faces are engraved: the edge of a stroke away from the lamp catches the light.
        depth = max(1.0, width / 60)
        shift = np.array([[1, 0, light[0] * depth], [0, 1, light[1] * depth]])
        moved = cv2.warpAffine(share, shift, (share.shape[1], share.shape[0]))
        ground += ((moved - share[..., 0]) * 14)[..., None]
        return _plate(ground, light, c.gloss)


def _plain(width: int, height: float, colour: RGB) -> FloatImage:
    ground = np.empty((round(height), width, 3), np.float32)
    ground[:] = colour[::-1]
    return ground


def _die(number: int, width: int) -> FloatImage:
    ground = _plain(width, width, (244, 242, 236))
    big = cv2.resize(ground, None, fx=4, fy=4, interpolation=cv2.INTER_NEAREST)
    w = width * 4
    near, mid, far = w * 0.26, w * 0.5, w * 0.74
    places = {
        1: [(mid, mid)], 2: [(near, near), (far, far)], 3: [(near, near), (mid, mid), (far, far)],
        4: [(x, y) for x in (near, far) for y in (near, far)],
        5: [(mid, mid), *((x, y) for x in (near, far) for y in (near, far))],
        6: [(x, y) for x in (near, far) for y in (near, mid, far)],
    }[number]  # fmt: skip
    # As on Chinese dice, one and four are red.
    ink = (44, 36, 196) if number in (1, 4) else (46, 32, 28)
    radius = round(w * (0.17 if number == 1 else 0.105))
    for x, y in places:
        cv2.circle(big, (round(x), round(y)), radius, ink, -1, cv2.LINE_AA)
    return cv2.resize(big, (width, width), interpolation=cv2.INTER_AREA).astype(np.float32)


def _glass(width: int, light: tuple[float, float]) -> Image:
    y, x = (np.mgrid[0:width, 0:width].astype(np.float32) + 0.5) / width * 2 - 1
    far = np.hypot(x, y)
    inside = np.clip((1 - far) * width / 2, 0, 1)
    rim = np.exp(-(((far - 0.93) / 0.06) ** 2)) * 0.30
    toward = (x * light[0] + y * light[1]) / np.maximum(far, 1e-3)
    crescent = np.exp(-(((far - 0.72) / 0.09) ** 2)) * np.clip(toward, 0, 1) ** 4 * 0.65
    spot = np.exp(-((x - light[0] * 0.36) ** 2 + (y - light[1] * 0.36) ** 2) / 0.008) * 0.55
    shine = np.clip(rim + crescent + spot, 0, 0.85) * inside
    out: Image = np.empty((width, width, 4), np.uint8)
    out[..., :3] = (shine * 250)[..., None]
    out[..., 3] = np.maximum(shine, 0.10 * inside) * 255
    return out


def _plate(ground: FloatImage, light: tuple[float, float], gloss: float) -> Image:
    """Round the corners, light the bevel and a soft sheen, and premultiply."""
    height, width = ground.shape[:2]
    y, x = np.mgrid[0:height, 0:width].astype(np.float32) + 0.5
    radius = 0.10 * width
    dx = np.abs(x - width / 2) - (width / 2 - radius)
    dy = np.abs(y - height / 2) - (height / 2 - radius)
    ox, oy = np.maximum(dx, 0), np.maximum(dy, 0)
    corner = np.hypot(ox, oy)
    depth = radius - (corner + np.minimum(np.maximum(dx, dy), 0))
    rim = np.clip(1 - depth / (0.085 * width), 0, 1) ** 1.5
    # The rim's normal leans outwards: along the nearer side, or radially in a corner.
    inside = corner < 1e-6
    nx = np.where(inside, dx > dy, ox / np.maximum(corner, 1e-6)) * np.sign(x - width / 2)
    ny = np.where(inside, dy >= dx, oy / np.maximum(corner, 1e-6)) * np.sign(y - height / 2)
    facing = nx * light[0] + ny * light[1]
    shade = 1 + rim * (0.20 * facing - 0.10)
    slope = ((x / width - 0.5) * light[0] + (y / height - 0.5) * light[1]) * 0.05
    lit = ground * (shade + slope)[..., None]
    lit += (rim * np.clip(facing, 0, 1) * 26 * gloss)[..., None]
    alpha = np.clip(depth + 0.5, 0, 1)
    out: Image = np.empty((height, width, 4), np.uint8)
    out[..., :3] = np.clip(lit * alpha[..., None] + 0.5, 0, 255)
    out[..., 3] = alpha * 255 + 0.5
    return out


def warp(sprite: Image, quad: FloatImage, gain: float, glare: float) -> Patch:
    """`sprite` on `quad` (its top left corner first, clockwise), lit by `gain`.

    `glare` 0…1 washes it out towards white.
    """
    low = np.floor(quad.min(axis=0)).astype(int) - 1
    high = np.ceil(quad.max(axis=0)).astype(int) + 2
    height, width = sprite.shape[:2]
    # Pixel centres: a sprite's edge lies half a pixel outside its first centre.
    source = np.array(
        [(-0.5, -0.5), (width - 0.5, -0.5), (width - 0.5, height - 0.5), (-0.5, height - 0.5)],
        np.float32,
    )
    matrix = cv2.getPerspectiveTransform(source, (quad - low).astype(np.float32) - 0.5)
    size = (int(high[0] - low[0]), int(high[1] - low[1]))
    flat = cv2.warpPerspective(sprite, matrix, size, flags=cv2.INTER_LINEAR)
    alpha = cv2.merge([flat[..., 3]] * 3)
    colour = cv2.cvtColor(flat, cv2.COLOR_BGRA2BGR)
    if glare > 0.004:
        colour = cv2.addWeighted(colour, gain * (1 - glare), alpha, glare, 0)
    elif gain != 1:
        colour = cv2.convertScaleAbs(colour, alpha=gain)
    return Patch(
        int(low[0]), int(low[1]), np.asarray(colour, np.uint8),
        np.asarray(cv2.bitwise_not(alpha), np.uint8),
    )  # fmt: skip


def lay(patch: Patch, view: Image, left: int, top: int) -> None:
    """Blend `patch` into `view`, whose first pixel is picture pixel `left`, `top`."""
    x0, y0 = patch.x - left, patch.y - top
    a, b = max(x0, 0), max(y0, 0)
    c = min(x0 + patch.colour.shape[1], view.shape[1])
    d = min(y0 + patch.colour.shape[0], view.shape[0])
    if a >= c or b >= d:
        return
    part = view[b:d, a:c]
    cut = (slice(b - y0, d - y0), slice(a - x0, c - x0))
    kept = cv2.multiply(part, patch.keep[cut], scale=1 / 255)
    cv2.add(kept, patch.colour[cut], dst=part)
