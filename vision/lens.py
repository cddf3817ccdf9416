"""How a lens bends a picture: the radial model, free of any focal length.

The usual model has k1, k2 for rays of a known focal length. Corners of a table do
not tell that length where the camera hangs straight above, so a bend is given for
radii measured in the picture's long side; which points lie on one straight line
then hangs on nothing else. The bend's centre is the picture's.
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Size = tuple[int, int]
Bend = tuple[float, float]
"""Radial k1, k2 for radii in the picture's long side; negative: straight lines bulge
outwards (barrel), as with most wide lenses."""

STRAIGHT: Final[Bend] = (0.0, 0.0)
MOST: Final = 0.6
"""Largest k1, either way, that is believed of a lens."""


def straightened(pixels: Floats, size: Size, bend: Bend) -> Floats:
    """(N, 2) where a straight lens would show what lies at (N, 2) `pixels`.

    `size`: width and height of the picture in pixels.
    """
    if not any(bend):
        return pixels
    side = float(max(size))
    matrix = np.array([[side, 0, size[0] / 2], [0, side, size[1] / 2], [0, 0, 1]])
    model = np.array([*bend, 0.0, 0.0])
    flat = cv2.undistortPoints(pixels.reshape(-1, 1, 2), matrix, model, P=matrix)
    return np.asarray(flat, np.float64).reshape(-1, 2)


def bent(flat: Floats, size: Size, bend: Bend) -> Floats:
    """(N, 2) where the lens shows what a straight one would show at (N, 2) `flat`."""
    if not any(bend):
        return flat
    centre = np.array([size[0] / 2, size[1] / 2])
    rays = (flat - centre) / max(size)
    square = (rays**2).sum(axis=1, keepdims=True)
    out = rays * (1 + bend[0] * square + bend[1] * square**2)
    return np.asarray(out * max(size) + centre, np.float64)
