"""A training run as pictures: loss curves, and which class was read as which."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import cv2
import numpy as np

from engine.tile import CLASS_CODES
from vision.detector import ImageArray
from vision.evaluate import Evaluation

COLOURS: Final = ((200, 110, 30), (40, 90, 210), (60, 150, 60))
_INK: Final = (40, 40, 40)
_GRID: Final = (225, 225, 225)
_FONT: Final = cv2.FONT_HERSHEY_SIMPLEX
Curve = list[tuple[float, float]]
"""Seconds spent and the running loss, as `vision.train.loop` keeps it."""


def curves_picture(curves: Mapping[str, Curve], width: int = 900, height: int = 500) -> ImageArray:
    """Each curve from its lowest to its highest loss over the minutes spent."""
    image = np.full((height, width, 3), 255, np.uint8)
    left, right, top, bottom = 70, width - 30, 40, height - 50
    last = max((curve[-1][0] for curve in curves.values() if curve), default=60.0)
    for k in range(6):
        x = round(left + (right - left) * k / 5)
        cv2.line(image, (x, top), (x, bottom), _GRID, 1)
        _write(image, f"{last * k / 300:.1f} min", (x - 24, bottom + 22))
    cv2.rectangle(image, (left, top), (right, bottom), _INK, 1)
    for n, (name, curve) in enumerate(curves.items()):
        if not curve:
            continue
        colour = COLOURS[n % len(COLOURS)]
        losses = np.array([loss for _, loss in curve])
        low, high = float(losses.min()), float(losses.max())
        share = (losses - low) / max(high - low, 1e-9)
        xs = left + (right - left) * np.array([spent for spent, _ in curve]) / last
        points = np.stack([xs, bottom - (bottom - top) * share], axis=1).round().astype(np.int32)
        cv2.polylines(image, [points], False, colour, 2, cv2.LINE_AA)
        said = f"{name}: {high:.3f} to {low:.3f}, now {losses[-1]:.3f}"
        _write(image, said, (left + 300 * n, 26), colour)
    return image


def confusion_picture(result: Evaluation, cell: int = 18) -> ImageArray:
    """Rows: what it is; columns: what it was read as; darker is more, in red what is wrong.

    The last column is what was not found.
    """
    count = len(CLASS_CODES)
    matrix = np.zeros((count, count + 1))
    for n, (labelled, located, correct) in enumerate(result.per_class):
        matrix[n, n] = correct
        matrix[n, count] = labelled - located
    for (truth, read), times in result.confusions.items():
        if read in CLASS_CODES:
            matrix[CLASS_CODES.index(truth), CLASS_CODES.index(read)] += times
    total = np.maximum(matrix.sum(axis=1, keepdims=True), 1)
    shade = np.sqrt(matrix / total)
    margin = 44
    size = margin + cell * (count + 1) + 8
    image = np.full((size, size + cell, 3), 255, np.uint8)
    for row in range(count):
        for column in range(count + 1):
            dark = float(shade[row, column])
            good = row == column
            colour = (255 - 200 * dark,) * 3 if good else (255 - 255 * dark, 255 - 255 * dark, 255)
            x, y = margin + cell * column, margin + cell * row
            cv2.rectangle(image, (x, y), (x + cell - 2, y + cell - 2), colour, -1)
        _write(image, CLASS_CODES[row], (4, margin + cell * row + cell - 5), scale=0.36)
        code = CLASS_CODES[row]
        _write(image, code[:2], (margin + cell * row, margin - 8), scale=0.34)
    _write(image, "-", (margin + cell * count + 4, margin - 8), scale=0.4)
    return image


def _write(
    image: ImageArray,
    text: str,
    at: tuple[int, int],
    colour: tuple[int, int, int] = _INK,
    scale: float = 0.45,
) -> None:
    cv2.putText(image, text, at, _FONT, scale, colour, 1, cv2.LINE_AA)
