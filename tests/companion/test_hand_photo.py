"""A hand by its picture: files, cameras, what is told to the screen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.devices import load_reader
from companion.errors import UserError
from companion.hand_photo import (
    HandCamera,
    Picture,
    as_photo,
    picture_of_camera,
    picture_of_file,
)
from companion.live_match import ShownSource
from engine.tile import BACK_CODE, CLASS_CODES, UNKNOWN, Tile, parse_tiles
from ui.bridge import Bridge
from ui.desk import HandPhoto
from ui.gallery.sheets import hand_photo
from vision.detections import Detections
from vision.frame_source import CameraHealth, CameraState, Frame

TABLE = np.zeros((240, 320, 3), np.uint8)


def detections(*codes: str) -> Detections:
    """Tiles side by side, in two rows cut in the middle; `?` is like none."""
    boxes = [[20 + 22 * at, 40, 40 + 22 * at, 70] for at in range(len(codes))]
    names = ["1m" if code == "?" else code for code in codes]
    probs = np.full((len(codes), len(CLASS_CODES)), 0.001, np.float32)
    probs[np.arange(len(codes)), [CLASS_CODES.index(name) for name in names]] = 0.9
    known = [0.1 if code == "?" else 1.0 for code in codes]
    return Detections.of(boxes, np.ones(len(codes)), probs, known=known)


class Eyes:
    """Reads the same in every picture."""

    def __init__(self, tiles: Detections) -> None:
        self.tiles = tiles
        self.seen: list[Picture] = []

    def read(self, image: Picture) -> Detections:
        self.seen.append(image)
        return self.tiles


def test_a_hand_is_told_in_rows_without_backs() -> None:
    blue = TABLE.copy()
    blue[..., 0] = 200
    photo = as_photo(blue, detections("2m", BACK_CODE, "?", "3m"))
    ((group,),) = photo.rows
    assert [tile.tile for tile in group] == [Tile.parse("2m"), UNKNOWN, Tile.parse("3m")]
    assert group[0].box == (20, 40, 40, 70)
    assert photo.picture is not None
    assert photo.picture[0, 0].tolist() == [0, 0, 200]
    assert photo.problem is None
    assert as_photo(blue, detections(BACK_CODE)).problem is not None


def test_the_recogniser_is_loaded_with_the_first_picture() -> None:
    loads: list[Eyes] = []

    def load() -> Eyes:
        loads.append(Eyes(detections("5p")))
        return loads[-1]

    camera = HandCamera(load)
    assert loads == []
    camera.read(TABLE)
    camera.read(TABLE)
    assert len(loads) == 1
    assert len(loads[0].seen) == 2


def test_files_that_are_no_pictures_are_refused(tmp_path: Path) -> None:
    good = tmp_path / "hand.png"
    cv2.imwrite(str(good), TABLE)
    assert picture_of_file(good).shape == TABLE.shape
    text = tmp_path / "hand.jpg"
    text.write_text("no picture")
    for path in (text, tmp_path / "nothing.png", tmp_path):
        with pytest.raises(UserError, match=path.name):
            picture_of_file(path)


def test_a_camera_of_its_own_gives_one_picture(tmp_path: Path) -> None:
    film = str(tmp_path / "table.avi")
    writer = cv2.VideoWriter(film, cv2.VideoWriter.fourcc(*"MJPG"), 10, (320, 240))
    for _ in range(3):
        writer.write(TABLE)
    writer.release()
    assert picture_of_camera(film).shape == TABLE.shape
    with pytest.raises(UserError):
        picture_of_camera(str(tmp_path / "none.avi"))


class Source:
    """A camera that can be pulled out."""

    def __init__(self) -> None:
        self.state = CameraState.LIVE
        self.frames: Iterator[Frame] = iter([Frame(TABLE, 1.0, 1)])

    def read(self) -> Frame | None:
        return next(self.frames, None)

    def health(self) -> CameraHealth:
        return CameraHealth(self.state)

    def close(self) -> None:
        self.state = CameraState.OFF


def test_a_running_camera_gives_its_newest_picture_while_it_runs() -> None:
    source = Source()
    shown = ShownSource(source, Bridge())
    assert shown.picture() is None
    shown.read()
    shown.read()
    assert shown.picture() is TABLE
    source.state = CameraState.LOST
    assert shown.picture() is None


@pytest.fixture(scope="module")
def trained() -> Callable[[Picture], HandPhoto]:
    return HandCamera(load_reader).read


def test_the_trained_eyes_read_a_drawn_hand(trained: Callable[[Picture], HandPhoto]) -> None:
    drawn = hand_photo("123456789m5s5p6p7p").picture
    assert drawn is not None
    photo = trained(np.ascontiguousarray(drawn[..., ::-1]))
    read = Counter(tile.tile for row in photo.rows for group in row for tile in group)
    # Flat drawings are not what they learnt from: a tile or two may be misread.
    assert (read & Counter(parse_tiles("123456789m5s5p6p7p"))).total() >= 11
