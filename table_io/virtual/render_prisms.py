"""Upright prisms in perspective: the bodies of tiles, dice and things.

Many prisms are projected at once; the result is a list of flat-coloured convex
polygons in fixed-point pixels, in the order to be painted.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from table_io.virtual.camera_model import CameraModel
from table_io.virtual.scene import Lighting

Floats = npt.NDArray[np.float64]
Polygon = npt.NDArray[np.int32]
"""Corners `(n, 2)` in sixteenths of a pixel."""
BGR = tuple[float, ...]
Fill = tuple[Polygon, BGR]

SHIFT = 4
"""Fractional bits of a `Polygon`, as OpenCV's drawing calls want it."""


@dataclass(frozen=True, slots=True)
class Prism:
    """A flat outline `(k, 2)` (table mm, clockwise in the picture) from `z0` up to `z1`.

    `colour` is RGB 0…255 under full light.
    """

    outline: Floats
    z0: float
    z1: float
    colour: tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Block:
    """A projected prism: what to fill, in order, and its silhouette."""

    fills: list[Fill]
    hull: Polygon


def rounded_box(
    width: float, height: float, radius: float, square_top: bool = False,
    square_bottom: bool = False,
) -> Floats:  # fmt: skip
    """Eight corners, clockwise in the picture, of a box with cut corners, centred on 0, 0."""
    w, h, r = width / 2, height / 2, radius
    t = 0.01 if square_top else r
    b = 0.01 if square_bottom else r
    return np.array(
        [(-w + t, -h), (w - t, -h), (w, -h + t), (w, h - b),
         (w - b, h), (-w + b, h), (-w, h - b), (-w, -h + t)]
    )  # fmt: skip


def turned(points: Floats, yaw: float) -> Floats:
    """Local points turned `yaw` degrees counter-clockwise as the picture shows them."""
    c, s = np.cos(np.radians(yaw)), np.sin(np.radians(yaw))
    spun: Floats = points @ np.array([[c, -s], [s, c]])
    return spun


def convex(points: npt.NDArray[np.float32] | Polygon) -> Polygon:
    """Convex hull of fixed-point corners."""
    return np.asarray(cv2.convexHull(points)[:, 0], np.int32)


def fixed(points: npt.ArrayLike) -> Polygon:
    return np.round(np.asarray(points) * (1 << SHIFT)).astype(np.int32)


def light_direction(lighting: Lighting) -> Floats:
    """Horizontal unit vector towards the lamp, table frame."""
    angle = np.radians(lighting.azimuth)
    return np.array([np.cos(angle), -np.sin(angle)])


def project(prisms: list[Prism], camera: CameraModel, lighting: Lighting) -> list[Block]:
    """Blocks of prisms whose outlines all have the same number of corners."""
    if not prisms:
        return []
    outline = np.stack([p.outline for p in prisms])
    count, corners = outline.shape[:2]
    space = np.empty((count, 2, corners, 3))
    space[..., :2] = outline[:, None]
    space[:, 0, :, 2] = np.array([[p.z0] for p in prisms])
    space[:, 1, :, 2] = np.array([[p.z1] for p in prisms])
    pixels = camera.project(space)
    low, high = pixels[:, 0], pixels[:, 1]
    low_next, high_next = np.roll(low, -1, axis=1), np.roll(high, -1, axis=1)
    # A facet is seen where its outline, wound clockwise, still runs so in the picture.
    across, up = low_next - low, high - low
    area = across[..., 0] * up[..., 1] - across[..., 1] * up[..., 0]
    edges = np.roll(outline, -1, axis=1) - outline
    normals = np.stack((edges[..., 1], -edges[..., 0]), axis=-1)
    normals = normals / np.maximum(np.linalg.norm(normals, axis=-1, keepdims=True), 1e-9)
    lit = normals @ light_direction(lighting)
    shade = 0.73 + 0.19 * lit
    colours = (np.array([p.colour[::-1] for p in prisms])[:, None] * shade[..., None]).tolist()
    quads = fixed(np.stack((low, low_next, high_next, high), axis=2))
    silhouettes = fixed(np.concatenate((low, high), axis=1))
    blocks = []
    for i, facets in enumerate(area > 0.25):
        hull = convex(silhouettes[i])
        b, g, r = prisms[i].colour[::-1]
        # The silhouette first: anti-aliased facets alone would let the cloth through.
        fills: list[Fill] = [(hull, (b * 0.7, g * 0.7, r * 0.7))]
        fills += [(quads[i, k], tuple(colours[i][k])) for k in np.flatnonzero(facets)]
        blocks.append(Block(fills, hull))
    return blocks
