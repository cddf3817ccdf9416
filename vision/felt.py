"""The colour of the playing surface, learnt from the picture itself.

Felt is the commonest colour of a table. Light falls on it unevenly and hands
cast shadows, so a pixel is felt by its chromaticity, and by being neither
much darker nor brighter than the felt around it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.change import Mask, Picture
from vision.settings import EyesSettings

_BINS: Final = 48
_FLOOR: Final = 6.0
_STEADY: Final = 0.06
"""Shadows and hands move the felt's median brightness by less than this."""


@dataclass(frozen=True, slots=True, eq=False)
class Felt:
    """`chroma`: b and g shares of b + g + r. `light` (h, w) float32: the felt's
    brightness (b + g + r) expected at each pixel of the picture."""

    chroma: tuple[float, float]
    light: NDArray[np.float32]

    @classmethod
    def learn(cls, picture: Picture, table: Mask) -> Felt | None:
        """The commonest colour where `table` is set; None where there is none.

        `picture` (h, w, 3) BGR, small.
        """
        chroma, light = _split(picture)
        lit = table & (light > 3 * _FLOOR)
        if lit.sum() < 100:
            return None
        blue, green = chroma[..., 0][lit], chroma[..., 1][lit]
        counts, blue_edges, green_edges = np.histogram2d(blue, green, _BINS, [[0, 1], [0, 1]])
        spread = cv2.GaussianBlur(counts.astype(np.float32), (3, 3), 0)
        row, column = np.unravel_index(int(spread.argmax()), spread.shape)
        centre = np.array(
            [
                (blue_edges[row] + blue_edges[row + 1]) / 2,
                (green_edges[column] + green_edges[column + 1]) / 2,
            ]
        )
        for _ in range(3):
            near = np.hypot(blue - centre[0], green - centre[1]) < 1.2 / _BINS
            if not near.any():
                return None
            centre = np.array([np.median(blue[near]), np.median(green[near])])
        felt = lit & (np.hypot(chroma[..., 0] - centre[0], chroma[..., 1] - centre[1]) < 0.03)
        if felt.sum() < 50:
            return None
        return cls((float(centre[0]), float(centre[1])), _light_plane(light, felt))

    def mask(
        self, picture: Picture, settings: EyesSettings, origin: tuple[int, int] = (0, 0)
    ) -> Mask:
        """(h, w) where the picture shows felt, lit or in shadow.

        `origin`: row and column in the whole picture of a part's first pixel.
        """
        chroma, light = _split(picture)
        row, column = origin
        expected = self.light[row : row + light.shape[0], column : column + light.shape[1]]
        near = self._near(chroma, settings)
        share = light / expected
        return near & (share > settings.felt_dim) & (share < settings.felt_bright)

    def coloured(self, picture: Picture, settings: EyesSettings) -> Mask:
        """(h, w) where the picture has the felt's colour, in whatever light."""
        chroma, light = _split(picture)
        return self._near(chroma, settings) & (light > 3 * _FLOOR)

    def brightened(self, picture: Picture, settings: EyesSettings, step: int) -> Felt:
        """The same felt in the light of `picture`: one gain for all of it, taken
        from every `step`th pixel."""
        chroma, light = _split(picture[::step, ::step])
        near = self._near(chroma, settings)
        if not near.any():
            return self
        gain = np.float32(np.median(light[near] / self.light[::step, ::step][near]))
        return self if abs(gain - 1) < _STEADY else replace(self, light=self.light * gain)

    def _near(self, chroma: NDArray[np.float32], settings: EyesSettings) -> Mask:
        """(h, w) where chromaticities (h, w, 2) are the felt's."""
        away = chroma - np.array(self.chroma, np.float32)
        away *= away
        return np.asarray(away[..., 0] + away[..., 1] < settings.felt_chroma**2, np.bool_)


def _split(picture: Picture) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    blue, green, red = (plane.astype(np.float32) for plane in cv2.split(picture))
    light = blue + green + red
    whole = light + np.float32(3 * _FLOOR)
    chroma = np.stack([(blue + _FLOOR) / whole, (green + _FLOOR) / whole], axis=-1)
    return chroma.astype(np.float32, copy=False), light


def _light_plane(light: NDArray[np.float32], felt: Mask) -> NDArray[np.float32]:
    """A smooth surface (quadratic) through the felt's brightness."""
    height, width = light.shape
    rows, columns = np.nonzero(felt)
    step = max(1, len(rows) // 3000)
    rows, columns = rows[::step], columns[::step]

    def terms(row: NDArray[np.float64], column: NDArray[np.float64]) -> NDArray[np.float64]:
        u, v = column / width - 0.5, row / height - 0.5
        return np.stack([np.ones_like(u), u, v, u * u, u * v, v * v], axis=-1)

    basis = terms(rows.astype(np.float64), columns.astype(np.float64))
    values = light[rows, columns].astype(np.float64)
    weights = np.ones_like(values)
    solution = np.zeros(6)
    for _ in range(4):
        scaled = basis * weights[:, None]
        normal = scaled.T @ scaled + 1e-6 * np.eye(6)
        solution = np.asarray(np.linalg.solve(normal, scaled.T @ (values * weights)), np.float64)
        rest = values - basis @ solution
        # Shadows lie below the lit felt and should not pull it down.
        spread = max(float(np.median(np.abs(rest))), 1.0)
        weights = np.where(rest < 0, 1 / (1 + (rest / (2 * spread)) ** 2), 1.0)
    row, column = np.mgrid[0:height, 0:width].astype(np.float64)
    plane = terms(row, column) @ solution
    low = max(1.0, float(values.min()) * 0.5)
    return np.asarray(np.clip(plane, low, values.max() * 1.2), np.float32)
