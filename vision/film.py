"""A video file as a camera."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2

from vision.frame_source import (
    CameraHealth,
    CameraState,
    CameraUnavailable,
    Clock,
    Frame,
    as_picture,
)


class VideoFile:
    """A film as a camera. With a clock it plays at its own speed and late
    frames are skipped; without one every read gives the next frame."""

    def __init__(self, path: Path, clock: Clock | None = None) -> None:
        """Raises `CameraUnavailable`."""
        capture = cv2.VideoCapture(str(path)) if path.is_file() else None
        if capture is None or not capture.isOpened():
            raise CameraUnavailable(f"打不开影片 cannot open the film {path}")
        self._capture = capture
        self._clock = clock
        fps = float(capture.get(cv2.CAP_PROP_FPS))
        self.fps = fps if 1 <= fps <= 240 else 25.0
        self._start = clock() if clock is not None else 0.0
        self._index = 0
        self._size: tuple[int, int] | None = None
        self._ended = False

    def read(self) -> Frame | None:
        if self._ended:
            return None
        due = self._index
        if self._clock is not None:
            due = int((self._clock() - self._start) * self.fps)
            if due < self._index:
                return None
        image: Any = None
        good = True
        while good and self._index <= due:
            # What comes too late is passed over, not turned into a picture.
            if self._index < due:
                good = self._capture.grab()
            else:
                good, image = self._capture.read()
            self._index += good
        if not good:
            self._ended = True
            return None
        picture = as_picture(image)
        if picture is None:
            return None
        self._size = (picture.shape[1], picture.shape[0])
        return Frame(picture, self._start + (self._index - 1) / self.fps, self._index)

    def health(self) -> CameraHealth:
        state = CameraState.ENDED if self._ended else CameraState.LIVE
        return CameraHealth(state, size=self._size, fps=self.fps, opened=1)

    def close(self) -> None:
        self._capture.release()
        self._ended = True
