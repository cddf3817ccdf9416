"""Reading order: the tiles of a picture as rows, top to bottom, left to right.

The whole picture may be tilted; the tilt is taken from the directions in which
tiles have their nearest neighbours. Knows boxes only, no zones of a table.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from vision.detections import FloatArray

ROW_OFFSET: Final = 0.5
"""A tile belongs to a row when its centre is off by less than this many tile heights."""


def tilt_of(boxes: FloatArray) -> float:
    """Radians in (-π/4, π/4] by which rows run downwards to the right."""
    if len(boxes) < 2:
        return 0.0
    centres = (boxes[:, :2] + boxes[:, 2:]) / 2
    apart = centres[None] - centres[:, None]
    distance = np.hypot(apart[..., 0], apart[..., 1])
    np.fill_diagonal(distance, np.inf)
    nearest = apart[np.arange(len(boxes)), distance.argmin(axis=1)]
    fourfold = 4 * np.arctan2(nearest[:, 1], nearest[:, 0])
    x, y = np.cos(fourfold).mean(), np.sin(fourfold).mean()
    # Scattered tiles have no common direction; then the picture's own is best.
    return float(np.arctan2(y, x) / 4) if np.hypot(x, y) > 0.5 else 0.0


def reading_rows(boxes: FloatArray) -> list[list[int]]:
    """Indices of (N, 4) boxes as rows in reading order."""
    if not len(boxes):
        return []
    tilt = tilt_of(boxes)
    cos, sin = np.cos(tilt), np.sin(tilt)
    centres = (boxes[:, :2] + boxes[:, 2:]) / 2
    along = centres[:, 0] * cos + centres[:, 1] * sin
    down = centres[:, 1] * cos - centres[:, 0] * sin
    reach = ROW_OFFSET * float(np.median(boxes[:, 3] - boxes[:, 1]))
    rows: list[list[int]] = []
    for i in np.argsort(along, kind="stable"):
        # The row's end nearest by decides, so that a row may sag along its length.
        options = [(abs(down[i] - down[row[-1]]), n) for n, row in enumerate(rows)]
        best = min(options, default=(np.inf, -1))
        if best[0] < reach:
            rows[best[1]].append(int(i))
        else:
            rows.append([int(i)])
    return sorted(rows, key=lambda row: float(np.median(down[row])))


def split_at_gaps(boxes: FloatArray, row: list[int], gap: float) -> list[list[int]]:
    """A row cut where two neighbours stand more than `gap` tile widths apart."""
    if not row:
        return []
    centres = (boxes[:, :2] + boxes[:, 2:]) / 2
    steps = np.hypot(*(centres[row[1:]] - centres[row[:-1]]).T) if len(row) > 1 else np.zeros(0)
    widths = (boxes[row, 2] - boxes[row, 0]).astype(float)
    parts = [[row[0]]]
    for n, step in enumerate(steps):
        free = step - (widths[n] + widths[n + 1]) / 2
        if free > gap * min(widths[n], widths[n + 1]):
            parts.append([])
        parts[-1].append(row[n + 1])
    return parts
