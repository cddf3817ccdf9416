from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.tile import CLASS_CODES
from vision.detections import BACK_CLASS, CLASS_COUNT, Detections
from vision.evaluate import Evaluation, evaluate_folder, match_centres, summary
from vision.labels import LabelError
from vision.onnx import ModelMismatch


def row(count: int, x: float = 10, y: float = 10, step: float = 32) -> np.ndarray:
    return np.array(
        [[x + step * i, y, x + step * i + 30, y + 40] for i in range(count)], np.float32
    )


def read_as(boxes: np.ndarray, classes: list[int], sure: float = 0.9) -> Detections:
    probs = np.full((len(classes), CLASS_COUNT), (1 - sure) / (CLASS_COUNT - 1), np.float32)
    probs[np.arange(len(classes)), classes] = sure
    return Detections.of(boxes, np.full(len(classes), 0.9), probs)


def none() -> np.ndarray:
    return np.zeros((0, 4), np.float32)


def test_matching_is_one_to_one_and_nearest_first() -> None:
    labelled = row(2)
    found = np.concatenate([labelled[:1] + 12, labelled[:1] + 1])
    assert match_centres(found, labelled).tolist() == [1, -1]
    assert match_centres(none(), labelled).tolist() == [-1, -1]
    assert match_centres(found, none()).tolist() == []


def test_a_wrong_a_missed_and_an_extra_tile() -> None:
    result = Evaluation()
    boxes = row(4)
    extra = np.array([[400, 400, 430, 440]], np.float32)
    found = read_as(np.concatenate([boxes[:3], extra]), [0, 1, 9, 5])
    result.add(found, boxes, np.array([0, 1, 2, 3]), none())
    figures = result.to_json()
    assert figures["located_recall"] == 0.75
    assert figures["correct_recall"] == 0.5
    assert figures["precision"] == 0.5
    assert figures["confusions"] == [{"truth": "3m", "read": "1p", "count": 1}]
    assert figures["per_class"]["4m"] == {"labelled": 1, "located": 0, "correct": 0}


def test_backs_count_for_located_only() -> None:
    result = Evaluation()
    boxes = row(3)
    stray_back = np.array([[400, 400, 430, 440]], np.float32)
    found = read_as(np.concatenate([boxes, stray_back]), [0, BACK_CLASS, BACK_CLASS, BACK_CLASS])
    result.add(found, boxes, np.array([0, BACK_CLASS, 7]), none())
    figures = result.to_json()
    assert figures["located_recall"] == 1.0
    assert figures["correct_recall"] == 0.5
    # The face read as a back counts against precision, the two other backs do not.
    assert figures["precision"] == 0.5


def test_ignored_boxes_are_left_out_on_both_sides() -> None:
    result = Evaluation()
    boxes = row(3)
    pile = np.array([[100, 100, 300, 300]], np.float32)
    strays = np.array([[150, 150, 180, 190], [200, 200, 230, 240]], np.float32)
    found = read_as(np.concatenate([boxes, strays]), [0, 1, 30, 31, 32])
    result.add(found, boxes, np.array([0, 1, 2]), np.concatenate([boxes[2:] + 2, pile]))
    figures = result.to_json()
    assert figures["tiles"] == 2
    assert figures["correct_recall"] == figures["precision"] == 1.0


def test_a_label_inside_a_larger_ignored_area_still_counts() -> None:
    result = Evaluation()
    boxes = row(1)
    result.add(read_as(boxes, [0]), boxes, np.array([0]), np.array([[0, 0, 300, 300]], np.float32))
    assert result.to_json()["correct_recall"] == 1.0


def test_loose_boxes_match_by_centre_but_not_by_overlap() -> None:
    result = Evaluation()
    boxes = row(1)
    large = boxes + np.array([-20, -20, 20, 20], np.float32)
    result.add(read_as(large, [0]), boxes, np.array([0]), none())
    figures = result.to_json()
    assert figures["correct_recall"] == 1.0
    assert figures["correct_recall_iou50"] == 0.0


@pytest.mark.parametrize(("wrong", "exact"), [(None, 1), (5, 0)])
def test_rows_count_as_a_whole(wrong: int | None, exact: int) -> None:
    result = Evaluation()
    boxes, classes = row(13), list(range(13))
    read = [c if n != wrong else 40 for n, c in enumerate(classes)]
    apart = row(5, y=200)
    result.add(
        read_as(np.concatenate([boxes, apart]), read + [0] * 5),
        np.concatenate([boxes, apart]),
        np.array(classes + [0] * 5),
        none(),
    )
    assert (result.rows, result.exact) == (1, exact)


def test_calibration_error_is_the_gap_between_said_and_true() -> None:
    result = Evaluation()
    boxes = row(10)
    read = [0] * 5 + [1] * 5
    result.add(read_as(boxes, read, sure=0.9), boxes, np.zeros(10, int), none())
    assert result.calibration_error() == pytest.approx(0.4, abs=1e-3)


class FixedReader:
    """Reads nothing, wherever it looks."""

    def read(self, image: np.ndarray) -> Detections:
        return Detections.empty(read=True)


def write_folder(folder: Path, label: str, classes: str | None = None) -> Path:
    (folder / "images").mkdir(parents=True)
    (folder / "labels").mkdir()
    cv2.imwrite(str(folder / "images" / "a.png"), np.zeros((100, 200, 3), np.uint8))
    (folder / "labels" / "a.txt").write_text(label)
    if classes is not None:
        (folder / "classes.txt").write_text(classes)
    return folder


def test_a_folder_is_read_and_summed(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "d", "0 0.5 0.5 0.1 0.2\n", "\n".join(CLASS_CODES))
    result = evaluate_folder(folder, FixedReader())  # type: ignore[arg-type]
    assert result.to_json()["located_recall"] == 0.0
    assert json.loads(json.dumps(result.to_json()))["tiles"] == 1
    assert "located recall" in summary(result)


def test_faulty_folders_say_what_is_wrong(tmp_path: Path) -> None:
    reader = FixedReader()
    with pytest.raises(LabelError, match="no such folder"):
        evaluate_folder(tmp_path / "missing", reader)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"a\.txt:1"):
        evaluate_folder(write_folder(tmp_path / "b", "0 0.5 x\n"), reader)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="class outside"):
        evaluate_folder(write_folder(tmp_path / "c", "48 .5 .5 .1 .1\n"), reader)  # type: ignore[arg-type]
    with pytest.raises(ModelMismatch, match="2 classes"):
        evaluate_folder(write_folder(tmp_path / "e", "", "5m\n1z\n"), reader)  # type: ignore[arg-type]
