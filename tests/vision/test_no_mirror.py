"""A mirrored glyph is another glyph: no view or patch to learn from is ever mirrored."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from tests.vision.test_train_data import picture
from vision.train.crops import PATCH, vary_patch
from vision.train.pictures import cut_view

_CORNERS = ((60, 60), (-60, 60), (-60, -60))
"""Where blue, green and red marks lie about a middle: clockwise on the screen."""


def marked(image: np.ndarray, middle: tuple[int, int], reach: float) -> np.ndarray:
    """`image` with three marks whose order tells a mirror."""
    image = image.copy()
    for channel, (x, y) in enumerate(_CORNERS):
        at = (int(middle[0] + x * reach), int(middle[1] + y * reach))
        colour = [0, 0, 0]
        colour[channel] = 255
        cv2.circle(image, at, max(int(24 * reach), 2), colour, -1)
    return image


def turn_of(image: np.ndarray) -> float | None:
    """The sign tells which way round the marks go; None unless each is there once, whole."""
    middles, areas = [], []
    for channel in range(3):
        others = np.delete(image.astype(int), channel, axis=2).max(axis=2)
        mark = cv2.morphologyEx(
            (image[..., channel] > others + 60).astype(np.uint8), cv2.MORPH_OPEN, np.ones((2, 2))
        )
        pieces, _, stats, centres = cv2.connectedComponentsWithStats(mark)
        if pieces != 2:
            return None
        middles.append(centres[1])
        areas.append(stats[1, cv2.CC_STAT_AREA])
    # The border around a view may have a mark's colour, or cut one off.
    if max(areas) > 1.5 * min(areas):
        return None
    one, two = middles[1] - middles[0], middles[2] - middles[1]
    return float(one[0] * two[1] - one[1] * two[0])


def test_no_view_is_mirrored() -> None:
    plain = picture()
    grey = np.full_like(plain.image, 120)
    source = replace(plain, image=marked(grey, (165, 120), 1.2))
    rng = np.random.default_rng(8)
    turns = [turn_of(cut_view(source, rng, 256, (20, 40)).image) for _ in range(120)]
    seen = [turn for turn in turns if turn is not None]
    assert len(seen) > 15
    drawn = turn_of(source.image)
    assert drawn is not None and all(turn * drawn > 0 for turn in seen)
    assert turn_of(np.ascontiguousarray(source.image[:, ::-1])) == -drawn


def test_no_patch_is_mirrored() -> None:
    patch = marked(np.full((PATCH, PATCH, 3), 120, np.uint8), (PATCH // 2,) * 2, PATCH / 400)
    drawn = turn_of(patch)
    assert drawn is not None
    rng = np.random.default_rng(9)
    turns = [turn_of(vary_patch(patch, True, 64, rng)[0]) for _ in range(60)]
    seen = [turn for turn in turns if turn is not None]
    assert len(seen) > 15
    assert all(turn * drawn > 0 for turn in seen)
