"""`queban see --score`: from what a photo shows to what the hand is worth."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion import devices
from companion.cli import main
from engine.tile import CLASS_CODES, parse_tiles
from vision.detections import Detections

HAND = "123456m789p23p55p"


class Row:
    """Sees the tiles of a hand in a row, the winning tile apart."""

    def __init__(self, hand: str, apart: str) -> None:
        codes = [tile.code for tile in parse_tiles(hand)]
        boxes = [[20 + 30 * n, 40, 48 + 30 * n, 80] for n in range(len(codes))]
        boxes += [[60 + 30 * len(codes), 40, 88 + 30 * len(codes), 80]] if apart else []
        codes += [apart] if apart else []
        probs = np.full((len(codes), len(CLASS_CODES)), 0.001, np.float32)
        probs[np.arange(len(codes)), [CLASS_CODES.index(code) for code in codes]] = 0.9
        self.found = Detections.of(boxes, np.ones(len(boxes)), probs)

    def read(self, image: np.ndarray) -> Detections:
        return self.found


@pytest.fixture
def photo(tmp_path: Path) -> str:
    cv2.imwrite(str(tmp_path / "hand.png"), np.zeros((120, 640, 3), np.uint8))
    return str(tmp_path / "hand.png")


def look(monkeypatch: pytest.MonkeyPatch, hand: str, apart: str = "") -> None:
    monkeypatch.setattr(devices, "load_reader", lambda _folder: Row(hand, apart))


def test_the_hand_of_a_photo_is_scored(
    monkeypatch: pytest.MonkeyPatch, photo: str, capsys: pytest.CaptureFixture[str]
) -> None:
    look(monkeypatch, HAND, "4p")
    assert main(["see", photo, "--score", "mzhz"]) == 0
    said = capsys.readouterr().out
    assert "wins 4p" in said and "番种 fans:" in said and "合计 total:" in said


def test_circumstances_are_handed_on(
    monkeypatch: pytest.MonkeyPatch, photo: str, capsys: pytest.CaptureFixture[str]
) -> None:
    look(monkeypatch, HAND, "4p")
    words = ["--circumstances", "--kind discard --from C", "--json"]
    assert main(["see", photo, "--score", "mzhz", *words]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["win"] and [row["from"] for row in said["payments"]] == ["C"]


def test_a_photo_of_no_winning_hand_says_so(
    monkeypatch: pytest.MonkeyPatch, photo: str, capsys: pytest.CaptureFixture[str]
) -> None:
    look(monkeypatch, HAND, "9s")
    assert main(["see", photo, "--score", "mzhz"]) == 1
    look(monkeypatch, "", "")
    assert main(["see", photo, "--score", "mzhz"]) == 1
    assert "no tiles seen" in capsys.readouterr().err


def test_without_a_score_the_rows_are_told(
    monkeypatch: pytest.MonkeyPatch, photo: str, capsys: pytest.CaptureFixture[str]
) -> None:
    look(monkeypatch, HAND, "4p")
    assert main(["see", photo, "--json"]) == 0
    (seen,) = json.loads(capsys.readouterr().out)
    assert seen["rows"] == [["123456m7892355p", "4p"]]
    assert seen["tiles"][0]["foot"] is None
