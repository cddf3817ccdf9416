from __future__ import annotations

import math

import numpy as np
import pytest

from vision.rows import reading_rows, split_at_gaps, tilt_of


def grid(rows: int, columns: int, tilt: float = 0.0) -> np.ndarray:
    """Boxes of a grid of tiles 30 x 40, turned by `tilt` degrees, in reading order."""
    cos, sin = math.cos(math.radians(tilt)), math.sin(math.radians(tilt))
    boxes = []
    for r in range(rows):
        for c in range(columns):
            x, y = 400 + 31 * c * cos - 45 * r * sin, 300 + 31 * c * sin + 45 * r * cos
            boxes.append([x - 15, y - 20, x + 15, y + 20])
    return np.array(boxes, np.float32)


@pytest.mark.parametrize("tilt", [0, 8, -8, 25])
def test_a_tilted_grid_is_read_in_order(tilt: float) -> None:
    boxes = grid(4, 9, tilt)
    order = np.random.default_rng(1).permutation(len(boxes))
    rows = reading_rows(boxes[order])
    assert [[int(order[i]) for i in row] for row in rows] == [
        list(range(9 * r, 9 * r + 9)) for r in range(4)
    ]
    assert math.degrees(tilt_of(boxes)) == pytest.approx(tilt, abs=3)


def test_nothing_and_one() -> None:
    assert reading_rows(np.zeros((0, 4), np.float32)) == []
    assert reading_rows(grid(1, 1)) == [[0]]
    assert split_at_gaps(np.zeros((0, 4), np.float32), [], 0.5) == []


def test_melds_stand_apart() -> None:
    boxes = grid(1, 7)
    boxes[4:] += np.array([25, 0, 25, 0], np.float32)
    assert split_at_gaps(boxes, list(range(7)), 0.45) == [[0, 1, 2, 3], [4, 5, 6]]
