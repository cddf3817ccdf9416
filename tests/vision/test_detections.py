from __future__ import annotations

import numpy as np
import pytest

from vision.detections import BACK_CLASS, CLASS_COUNT, Detections, box_iou, suppress


def some(count: int = 3) -> Detections:
    boxes = [[10 * i, 0, 10 * i + 8, 12] for i in range(count)]
    probs = np.eye(CLASS_COUNT, dtype=np.float32)[:count]
    return Detections.of(boxes, np.linspace(0.9, 0.5, count), probs)


def test_a_mask_takes_rows_of_every_array() -> None:
    tiles = some(4)
    picked = tiles[tiles.scores > 0.7]
    assert len(picked) == 2
    assert picked.codes == ("1m", "2m")
    assert np.array_equal(picked.boxes, tiles.boxes[:2])
    assert tiles[3].codes == ("4m",)


@pytest.mark.parametrize(
    "broken",
    [
        {"boxes": np.zeros((2, 3), np.float32), "scores": np.zeros(2, np.float32)},
        {"boxes": np.zeros((2, 4), np.float32), "scores": np.zeros(3, np.float32)},
        {
            "boxes": np.zeros((2, 4), np.float32),
            "scores": np.zeros(2, np.float32),
            "probs": np.zeros((2, 47), np.float32),
        },
    ],
)
def test_shapes_that_do_not_fit_are_refused(broken: dict[str, np.ndarray]) -> None:
    with pytest.raises(ValueError, match="expected"):
        Detections(**broken)


def test_reading_unread_tiles_is_an_error() -> None:
    with pytest.raises(ValueError, match="not read"):
        _ = Detections.of([[0, 0, 1, 1]], [0.5]).classes
    assert Detections.empty(read=True).codes == ()
    assert len(Detections.empty(read=True).confidences) == 0


def test_concat_keeps_only_what_all_parts_have() -> None:
    unread = Detections.of([[0, 0, 1, 1]], [0.5])
    assert Detections.concat([some(), unread]).probs is None
    both = Detections.concat([some(2), some(3)])
    assert both.codes == ("1m", "2m", "1m", "2m", "3m")
    assert len(Detections.concat([])) == 0


def test_shifting_moves_boxes_only() -> None:
    moved = some(1).shifted(5, -2)
    assert moved.boxes.tolist() == [[5, -2, 13, 10]]
    assert moved.centres.tolist() == [[9, 4]]
    assert moved.sizes.tolist() == [[8, 12]]


def test_iou_of_known_boxes() -> None:
    a = np.array([[0, 0, 10, 10]], np.float32)
    b = np.array([[0, 0, 10, 10], [5, 0, 15, 10], [20, 20, 30, 30]], np.float32)
    assert box_iou(a, b)[0] == pytest.approx([1, 1 / 3, 0])


def test_suppression_keeps_the_best_of_overlapping_boxes() -> None:
    tiles = Detections.of([[0, 0, 10, 10], [1, 0, 11, 10], [30, 0, 40, 10]], [0.6, 0.8, 0.7])
    kept = suppress(tiles, 0.5)
    assert kept.scores.tolist() == pytest.approx([0.8, 0.7])
    assert len(suppress(Detections.empty())) == 0


def test_back_is_the_last_class() -> None:
    assert BACK_CLASS == CLASS_COUNT - 1 == 47
