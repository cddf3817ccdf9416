"""What the commands of the eyes say to files and folders that they cannot use."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import main
from vision.enrol import TileSet
from vision.labels import LabelError, needed_images, needed_labels
from vision.onnx import ModelMismatch

NO_TILES = np.full((120, 160, 3), 90, np.uint8)


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    """A folder of one picture without labels."""
    folder = tmp_path / "bare"
    folder.mkdir()
    cv2.imwrite(str(folder / "one.png"), NO_TILES)
    return folder


def refused(capfd: pytest.CaptureFixture[str], *words: str | Path) -> str:
    """The one line in both languages with which a command ends."""
    assert main([str(word) for word in words]) == 2
    said = capfd.readouterr().err.strip()
    assert said.count("\n") == 0 and " / " in said and "WARN" not in said
    return said


def test_a_folder_without_labels_is_not_measured(
    bare: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert "no picture in" in refused(capfd, "evaluate", "detector", bare)
    assert "no picture in" in refused(capfd, "evaluate", "unknown", bare)
    assert "no picture in" in refused(capfd, "enrol", "learn", "mine", "--labelled", bare)
    (bare / "labels").mkdir()
    (bare / "labels" / "one.txt").write_text("48 0.5 0.5 0.1 0.1\n", "utf-8")
    assert "a class outside" in refused(capfd, "evaluate", "detector", bare)
    (bare / "labels" / "one.txt").write_text("tile\n", "utf-8")
    assert "one.txt:1" in refused(capfd, "evaluate", "detector", bare)


def test_folders_that_are_missing_or_empty_are_named(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    none = tmp_path / "none"
    for words in (("label",), ("evaluate", "detector"), ("enrol", "learn", "x", "--labelled")):
        assert f"no such folder: {none}" in refused(capfd, *words, none)
        assert f"no pictures in {tmp_path}" in refused(capfd, *words, tmp_path)
    assert main(["see", str(tmp_path)]) == 1
    assert "没有图片 no pictures" in capfd.readouterr().err


def test_a_file_that_is_no_picture_is_told_in_our_own_words(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    junk = tmp_path / "junk.png"
    junk.write_bytes(b"\x89PNG\r\n\x1a\n" + b"junk" * 40)
    words = [sys.executable, "-m", "companion", "see", str(junk)]
    # A process of its own: OpenCV asks only once how loud it may be.
    told = subprocess.run(words, capture_output=True, text=True, check=False, timeout=60)
    assert told.returncode == 1 and told.stdout == ""
    assert told.stderr == f"{junk}: 不是图片 not a picture\n"
    assert "is no tile set" in refused(capfd, "enrol", "--sets", tmp_path, "import", junk)
    with pytest.raises(ModelMismatch):
        TileSet.load(junk)


def test_enrolment_asks_for_what_it_needs(capfd: pytest.CaptureFixture[str]) -> None:
    said = refused(capfd, "enrol", "learn", "x", "--photos", "a.png", "--rows", "zz")
    assert "has no digit before it" in said
    assert "needs --photos" in refused(capfd, "enrol", "learn", "x")


def test_a_folder_is_labelled_where_one_picture_is(bare: Path) -> None:
    cv2.imwrite(str(bare / "two.png"), NO_TILES)
    with pytest.raises(LabelError):
        needed_labels(bare)
    (bare / "labels").mkdir()
    (bare / "labels" / "two.txt").write_text("", "utf-8")
    assert needed_labels(bare) == needed_images(bare) == [bare / "one.png", bare / "two.png"]
