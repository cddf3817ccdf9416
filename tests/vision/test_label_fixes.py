from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from engine.tile import CLASS_CODES
from vision.label_fixes import LabelFix, LabelFixes, differences
from vision.labels import LabelError, read_labels, write_labels

SIZE = (200, 100)
BOXES = np.array([[10, 10, 30, 40], [50, 10, 70, 40], [90, 10, 110, 40]], np.float32)
CLASSES = np.array([CLASS_CODES.index(code) for code in ("1m", "5z", "9p")], np.int64)


def codes(classes: np.ndarray) -> list[str]:
    return [CLASS_CODES[i] for i in classes]


def test_every_kind_of_change_is_applied(tmp_path: Path) -> None:
    path = tmp_path / "fixes.txt"
    path.write_text(
        "# evening photos\n"
        "a.jpg = 1m>9m 0.1000 0.2500 0.1000 0.3000\n"
        "a.jpg - 5z 0.3000 0.2500 0.1000 0.3000  # a cup\n\n"
        "a.jpg + back 0.7000 0.2500 0.1000 0.3000\n"
        "a.jpg ? 0.9000 0.2500 0.1000 0.3000\n"
        "b.jpg ? 0.5 0.5 1 1\n",
        "utf-8",
    )
    fixes = LabelFixes.load(path)
    assert len(fixes) == 5
    classes, boxes, left_out = fixes.apply("a.jpg", CLASSES, BOXES, SIZE)
    assert codes(classes) == ["9m", "9p", "back"]
    assert boxes[2] == pytest.approx([130, 10, 150, 40], abs=0.1)
    assert left_out[0] == pytest.approx([170, 10, 190, 40], abs=0.1)
    same, same_boxes, none = fixes.apply("c.jpg", CLASSES, BOXES, SIZE)
    assert codes(same) == codes(CLASSES) and (same_boxes == BOXES).all() and not len(none)


def test_a_change_of_a_label_that_is_not_there_is_refused() -> None:
    wrong_place = LabelFix("a.jpg", "-", (0.9, 0.9, 0.1, 0.1), before="1m")
    wrong_kind = LabelFix("a.jpg", "=", (0.1, 0.25, 0.1, 0.3), "2m", "3m")
    for fix in (wrong_place, wrong_kind):
        with pytest.raises(LabelError, match="no such label"):
            LabelFixes([fix]).apply("a.jpg", CLASSES, BOXES, SIZE)


@pytest.mark.parametrize(
    "text",
    [
        "a.jpg", "a.jpg + 5z 0.1 0.2 0.3", "a.jpg * 5z 0.1 0.2 0.3 0.4",
        "a.jpg + 9z 0.1 0.2 0.3 0.4", "a.jpg = 5z 0.1 0.2 0.3 0.4", "a.jpg + 1m>2m 0 0 1 1",
        "a.jpg ? 5z 0 0 1 1",
    ],
)  # fmt: skip
def test_a_broken_line_is_named(text: str, tmp_path: Path) -> None:
    path = tmp_path / "fixes.txt"
    path.write_text(f"\n{text}\n", "utf-8")
    with pytest.raises(LabelError, match=r"fixes.txt:2"):
        LabelFixes.load(path)


def test_differences_undo_what_was_mended() -> None:
    after = np.delete(BOXES, 1, axis=0)
    after = np.concatenate([after, [[150, 50, 170, 80]]]).astype(np.float32)
    kinds = np.array([CLASS_CODES.index(code) for code in ("2m", "9p", "3f")], np.int64)
    out = np.array([[0, 60, 20, 90]], np.float32)
    fixes = differences("a.jpg", (CLASSES, BOXES), (kinds, after), out, SIZE)
    assert sorted(fix.kind for fix in fixes) == ["+", "-", "=", "?"]
    again = [LabelFix.parse(fix.line()) for fix in fixes]
    classes, boxes, left_out = LabelFixes(again).apply("a.jpg", CLASSES, BOXES, SIZE)
    assert sorted(codes(classes)) == ["2m", "3f", "9p"]
    assert np.sort(boxes, axis=0) == pytest.approx(np.sort(after, axis=0), abs=0.05)
    assert left_out == pytest.approx(out, abs=0.05)
    assert differences("a.jpg", (CLASSES, BOXES), (CLASSES, BOXES), out[:0], SIZE) == []


def test_labels_are_written_as_they_are_read(tmp_path: Path) -> None:
    path = tmp_path / "labels" / "a.txt"
    write_labels(path, CLASSES, BOXES, *SIZE)
    classes, boxes = read_labels(path, *SIZE)
    assert (classes == CLASSES).all() and boxes == pytest.approx(BOXES, abs=1e-3)
    assert [p.name for p in path.parent.iterdir()] == ["a.txt"]
