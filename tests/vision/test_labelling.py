from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.label_terminal import blocks, label_in_terminal
from engine.tile import CLASS_CODES
from vision.detections import Detections
from vision.labelling import LabelSession, Origin
from vision.labels import LabelError, read_labels, write_labels

SIZE = (160, 90)
LABELLED = {"1m": (10, 10, 30, 40), "5z": (40, 10, 60, 40)}


class Finder:
    """Finds the labelled tiles, reads the second as 9p, and finds one tile more."""

    def read(self, image: np.ndarray) -> Detections:
        boxes = [*LABELLED.values(), (100, 10, 120, 40)]
        probs = np.full((3, len(CLASS_CODES)), 0.001, np.float32)
        for row, code in enumerate(("1m", "9p", "3s")):
            probs[row, CLASS_CODES.index(code)] = 0.95
        return Detections.of(boxes, [0.9, 0.9, 0.8], probs)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "images").mkdir()
    for name in ("a", "b"):
        cv2.imwrite(str(tmp_path / "images" / f"{name}.png"), np.full((90, 160, 3), 90, np.uint8))
        classes = np.array([CLASS_CODES.index(code) for code in LABELLED], np.int64)
        boxes = np.array(list(LABELLED.values()), np.float32)
        write_labels(tmp_path / "labels" / f"{name}.txt", classes, boxes, *SIZE)
    return tmp_path


def written(folder: Path, name: str = "a", labels: str = "labels") -> list[str]:
    classes, _ = read_labels(folder / labels / f"{name}.txt", *SIZE)
    return [CLASS_CODES[i] for i in classes]


def press(session: LabelSession, keys: str) -> None:
    assert [key for key in keys if not session.press(key)] == []


def test_doubtful_marks_come_first(folder: Path) -> None:
    session = LabelSession(folder, Finder())
    assert [mark.code for mark in session.marks] == ["1m", "5z", "3s"]
    assert session.doubtful == [1, 2] and session.selected == 1
    session.step(1)
    assert session.selected == 2
    session.step(1)
    assert session.selected == 1
    assert session.marks[2].origin is Origin.PROPOSED and not session.marks[2].counts


def test_keys_mend_and_write_yolo_files(folder: Path) -> None:
    session = LabelSession(folder, Finder())
    press(session, "9p")
    assert session.selected == 2, "the next doubtful mark is selected"
    press(session, " w")
    assert written(folder) == ["1m", "9p", "3s"]
    assert written(folder, labels="labels_before") == ["1m", "5z"]
    press(session, "uw")
    assert written(folder) == ["1m", "9p"], "a proposal nobody agreed to is not written"
    assert written(folder, labels="labels_before") == ["1m", "5z"]


def test_enter_agrees_to_all_and_goes_on(folder: Path) -> None:
    session = LabelSession(folder, Finder())
    press(session, "\n")
    assert session.path.name == "b.png"
    assert written(folder) == ["1m", "5z", "3s"] and written(folder, "b") == ["1m", "5z"]
    press(session, "[")
    assert session.path.name == "a.png"


def test_what_nobody_can_tell_is_left_out_of_counts(folder: Path) -> None:
    session = LabelSession(folder, Finder())
    press(session, "?xw")
    assert written(folder) == ["1m"]
    _, left_out = read_labels(folder / "labels_ignore" / "a.txt", *SIZE)
    assert left_out == pytest.approx(np.array([LABELLED["5z"]], np.float32), abs=1e-3)


def test_a_patch_tells_the_changes_and_leaves_the_files(folder: Path) -> None:
    session = LabelSession(folder, Finder(), writes=False)
    press(session, "9p ]")
    press(session, "x\n")
    lines = [fix.line() for fix in session.patches()]
    assert [line.split()[:3] for line in lines] == [
        ["a.png", "=", "5z>9p"], ["a.png", "+", "3s"], ["b.png", "-", "5z"], ["b.png", "+", "3s"],
    ]  # fmt: skip
    assert written(folder) == ["1m", "5z"]


def test_boxes_are_drawn_tapped_and_named(folder: Path) -> None:
    session = LabelSession(folder)
    assert not session.doubtful, "labels alone are not doubted"
    session.draw((90, 80, 70, 50))
    press(session, "1j")
    assert session.mark is not None and session.mark.box == (70, 50, 90, 80)
    assert session.select_at(20, 20) and session.selected == 0
    assert not session.select_at(150, 85)
    session.draw((5, 5, 50, 50))
    assert session.select_at(20, 20) and session.selected == 0, "the smallest box is meant"
    session.draw((1, 1, 2, 1))
    press(session, "w")
    assert written(folder) == ["1m", "5z", "1j"]


def test_a_folder_without_pictures_and_a_bad_file(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(LabelError, match="no such folder"):
        LabelSession(tmp_path / "none")
    (folder / "images" / "c.png").write_text("no picture")
    with pytest.raises(LabelError, match="not a picture"):
        LabelSession(folder, Finder()).press("[")


def test_in_the_terminal(folder: Path) -> None:
    said: list[str] = []
    keys = iter(["k", "9p.w", "q"])
    label_in_terminal(LabelSession(folder, Finder()), lambda _: next(keys), said.append)
    text = "\n".join(said)
    assert "1/2 a.png" in text and "白板 5z" in text and "九筒 9p 95%" in text
    assert "'k'?" in text and "2 个存疑" in text
    assert written(folder) == ["1m", "9p", "3s"]

    def ended(_: str) -> str:
        raise EOFError

    label_in_terminal(LabelSession(folder), ended, said.append)


def test_a_crop_becomes_lines_of_blocks() -> None:
    image = np.zeros((40, 40, 3), np.uint8)
    image[:, :, 2] = 200
    lines = blocks(image, (10, 10, 20, 30), 12)
    assert len(lines) >= 6 and all(line.count("▀") == 12 for line in lines)
    assert "38;2;200;0;0" in lines[0]
    assert blocks(image, (90, 90, 95, 95), 12) == []
