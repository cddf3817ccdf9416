"""A hand by its picture: from the running camera, a camera of its own, or a file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from companion.errors import UserError, cannot, in_both
from engine.tile import BACK_CODE, Tile
from engine.view import Text
from ui.desk import HandPhoto, ReadTile
from vision.camera import CameraSettings, CameraUnavailable, open_capture
from vision.detections import Detections
from vision.labels import decoded
from vision.see import arrange

Picture = NDArray[np.uint8]
"""`(height, width, 3)`, blue first."""
WARM_UP = 5
"""Pictures of a camera just opened that are let go while it finds the light."""


class PhotoReader(Protocol):
    """What finds and reads the tiles of one picture: `vision.reader.TileReader`."""

    def read(self, image: Picture) -> Detections: ...


class HandCamera:
    """Reads hands. The recogniser is loaded with the first picture: `load` may raise
    `UserError`. Not for use by two threads at once."""

    def __init__(self, load: Callable[[], PhotoReader]) -> None:
        self._load = load
        self._reader: PhotoReader | None = None

    def read(self, image: Picture) -> HandPhoto:
        """The tiles of `image` in rows and groups; backs are left out."""
        if self._reader is None:
            self._reader = self._load()
        return as_photo(image, self._reader.read(image))


def as_photo(image: Picture, tiles: Detections) -> HandPhoto:
    """What was read in `image`, as the screen shows it."""
    codes, sure = tiles.codes, tiles.confidences

    def read(at: int) -> ReadTile:
        left, top, right, bottom = (float(value) for value in tiles.boxes[at])
        return ReadTile(Tile.parse(codes[at]), float(sure[at]), (left, top, right, bottom))

    rows = []
    for row in arrange(Path(), tiles).rows:
        groups = [tuple(read(at) for at in group if codes[at] != BACK_CODE) for group in row]
        if faces := tuple(group for group in groups if group):
            rows.append(faces)
    picture = np.ascontiguousarray(image[..., ::-1])
    if rows:
        return HandPhoto(picture, tuple(rows))
    return HandPhoto(picture, (), Text("没有找到牌", "no tiles were found"))


def picture_of_file(path: Path) -> Picture:
    """The picture in `path`; raises `UserError`."""
    try:
        data = np.frombuffer(path.read_bytes(), np.uint8)
    except OSError as error:
        raise cannot(f"打不开 {path.name}", f"cannot open {path.name}", error) from error
    image = decoded(data)
    if image is None:
        raise UserError(f"{path.name} 不是图片", f"{path.name} is not a picture")
    return image


def picture_of_camera(source: str) -> Picture:
    """One picture of a camera that nobody else uses now; raises `UserError`."""
    try:
        capture = open_capture(source, CameraSettings())
    except CameraUnavailable as error:
        raise UserError(*in_both(error)) from error
    image = None
    try:
        for _ in range(WARM_UP):
            taken, fresh = capture.read()
            image = fresh if taken else image
    finally:
        capture.release()
    if image is None:
        raise no_picture()
    return np.asarray(image, np.uint8)


def no_picture() -> UserError:
    """The camera is there and shows nothing."""
    return UserError("镜头没有画面，看线和电源", "the camera gives no picture: look at its cable")
