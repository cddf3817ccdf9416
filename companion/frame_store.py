"""Pictures kept beside a record, so that other eyes can look at an evening again.

One JPEG for each settled sighting that was told, in `frames/` of the record's
folder, named by the sighting's time in milliseconds. Keeping stops for good
when the pictures come to the limit or the disk refuses: it costs later
curiosity, never the match.
"""

from __future__ import annotations

import logging
from bisect import bisect_right
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from engine.observations import Sighting
from vision.change import Picture
from vision.frame_source import CameraHealth, Frame, FrameSource
from vision.labels import decoded

FRAMES: Final = "frames"
QUALITY: Final = 90
"""Of the JPEG: what a reader says of it hardly differs from what it says of the picture."""
_LOG = logging.getLogger(__name__)


class FrameStore:
    """Keeps pictures in `folder` up to `limit` bytes, those already there included."""

    def __init__(self, folder: Path, limit: int) -> None:
        self.folder = folder
        self.limit = limit
        self.full = limit <= 0
        self.kept = 0
        self.size = 0
        if folder.is_dir():
            self.size = sum(path.stat().st_size for path in folder.glob("*.jpg"))

    def keep(self, image: Picture, time: float) -> bool:
        """Keep what was seen at `time` (seconds); False where it is not kept."""
        if self.full:
            return False
        good, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        if not good or self.size + data.size > self.limit:
            self.full = True
            return False
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            (self.folder / f"{_stamp(time):015d}.jpg").write_bytes(data.tobytes())
        except OSError as error:
            _LOG.warning("no more frames are kept in %s: %s", self.folder, error)
            self.full = True
            return False
        self.kept += 1
        self.size += data.size
        return True


class KeptSource:
    """A source whose newest frame is kept when a sighting comes of it.

    Reading, looking and telling are done in turn by one thread.
    """

    def __init__(
        self, source: FrameSource, inbox: Callable[[Sighting], bool], store: FrameStore
    ) -> None:
        self._source = source
        self._inbox = inbox
        self._store = store
        self._newest: Frame | None = None

    def read(self) -> Frame | None:
        frame = self._source.read()
        if frame is not None:
            self._newest = frame
        return frame

    def told(self, sighting: Sighting) -> bool:
        """The inbox's answer, once the picture is kept."""
        frame = self._newest
        if frame is not None and frame.time == sighting.time:
            self._store.keep(frame.image, frame.time)
        return self._inbox(sighting)

    def health(self) -> CameraHealth:
        return self._source.health()

    def close(self) -> None:
        self._source.close()


class KeptFrames:
    """The pictures kept beside a record, by the time of their sightings."""

    def __init__(self, folder: Path) -> None:
        self._paths: Mapping[int, Path] = {
            int(path.stem): path for path in folder.glob("*.jpg") if path.stem.isdigit()
        }

    def __len__(self) -> int:
        return len(self._paths)

    def at(self, time: float) -> Picture | None:
        """The picture of the sighting at `time`; None where none can be had."""
        return _read(self._paths.get(_stamp(time)))

    def before(self, time: float, reach: float) -> Picture | None:
        """The last picture up to `time`, no more than `reach` seconds older."""
        stamps = sorted(self._paths)
        last = bisect_right(stamps, _stamp(time)) - 1
        if last < 0 or stamps[last] < _stamp(time - reach):
            return None
        return _read(self._paths[stamps[last]])


def _read(path: Path | None) -> Picture | None:
    if path is None:
        return None
    return decoded(np.fromfile(path, np.uint8))


def _stamp(time: float) -> int:
    return round(round(time, 3) * 1000)
