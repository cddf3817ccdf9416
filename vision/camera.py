"""Live cameras: USB, RTSP, HTTP.

A thread grabs, a slot keeps the newest frame, whoever reads gets each frame
once and never an old one. What cameras do in homes, and what comes of it:

    unplugged, cannot be opened   back-off and another try, for ever
    reads fail                    reopened after a few failures
    a read that blocks for ever   its thread is given up, another one starts
    the last frame again and again   content stays equal to the bit: reopened
    a buffer of old frames        the thread never rests, so nothing piles up
    another size after reopening  frames say their size; the eyes adapt

Health is the age and the change of the last frame, not the driver's word.
"""

from __future__ import annotations

import threading
import time
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Protocol

import cv2

from vision.change import Picture
from vision.film import VideoFile
from vision.frame_source import (
    CameraHealth,
    CameraState,
    CameraUnavailable,
    Clock,
    Frame,
    FrameSource,
    as_picture,
)

__all__ = [
    "Camera", "CameraHealth", "CameraSettings", "CameraState", "CameraUnavailable", "Frame",
    "FrameSource", "VideoFile", "open_capture",
]  # fmt: skip

_SAMPLE: Final = 8
"""Every so many rows and columns go into the check whether a frame is new."""
_NETWORK: Final = ("rtsp://", "rtsps://", "http://", "https://", "udp://", "tcp://")
_PATIENCE_MS: Final = 5000
_FROZEN_AGAIN: Final = 4
"""How often the patience with a frozen picture doubles when opening does not help."""


class Capture(Protocol):
    """The part of `cv2.VideoCapture` that is used."""

    def read(self) -> tuple[bool, Any]: ...

    def release(self) -> None: ...


Opener = Callable[[str | int, "CameraSettings"], Capture]


@dataclass(frozen=True, slots=True)
class CameraSettings:
    """`width`, `height`: wanted size. `stale_s`: no frame for this long is
    stale. `stuck_s`: a device call that takes longer is given up.
    `frozen_s`: equal frames for this long are frozen (0: never). `backoff`:
    first and longest wait before another try (s). `failures`: reads that may
    fail in a row. `abandoned`: how many stuck threads are borne."""

    width: int | None = None
    height: int | None = None
    stale_s: float = 2.0
    stuck_s: float = 8.0
    frozen_s: float = 5.0
    backoff: tuple[float, float] = (0.3, 5.0)
    failures: int = 5
    abandoned: int = 6


def open_capture(source: str | int, settings: CameraSettings) -> Capture:
    """A device by number or path, or a stream by address. Raises `CameraUnavailable`."""
    name: str | int = int(source) if isinstance(source, str) and source.isdigit() else source
    if isinstance(name, str) and name.startswith(_NETWORK):
        limits = [
            cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, _PATIENCE_MS, cv2.CAP_PROP_READ_TIMEOUT_MSEC,
            _PATIENCE_MS,
        ]  # fmt: skip
        capture = cv2.VideoCapture(name, cv2.CAP_FFMPEG, limits)
    else:
        capture = cv2.VideoCapture(name)
    if not capture.isOpened():
        capture.release()
        raise CameraUnavailable(f"打不开 cannot open {source}")
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    if settings.width and settings.height:
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, settings.width)
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, settings.height)
    return capture


class Camera:
    """A live camera read by a thread of its own. `read` also watches the thread."""

    def __init__(
        self,
        source: str | int,
        settings: CameraSettings | None = None,
        *,
        clock: Clock = time.monotonic,
        opener: Opener = open_capture,
    ) -> None:
        self.source = source
        self.settings = settings or CameraSettings()
        self._clock = clock
        self._opener = opener
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._newest: Frame | None = None
        self._index = 0
        self._generation = 0
        self._threads: list[threading.Thread] = []
        self._step_at = 0.0
        self._frame_at: float | None = None
        self._changed_at: float | None = None
        self._sample = 0
        self._size: tuple[int, int] | None = None
        self._fps = 0.0
        self._opened = 0
        self._trouble = ""
        self._connected = False
        self._frozen = 0

    def start(self) -> None:
        """Begin to grab; does nothing when already started."""
        if not self._threads:
            self._stop.clear()
            self._launch()

    def read(self) -> Frame | None:
        """The newest frame not given yet, or None. Never blocks."""
        self._watch()
        with self._lock:
            frame, self._newest = self._newest, None
        return frame

    def health(self) -> CameraHealth:
        now = self._clock()
        with self._lock:
            age = None if self._frame_at is None else now - self._frame_at
            still = None if self._changed_at is None else now - self._changed_at
            return CameraHealth(
                self._state(age, still), age, still, self._size, self._fps, self._opened,
                self._trouble,
            )  # fmt: skip

    def close(self) -> None:
        """Stop grabbing. A thread that a driver holds is left to end by itself."""
        self._stop.set()
        with self._lock:
            self._generation += 1
            self._connected = False
        for thread in self._threads:
            thread.join(timeout=1.0)
        self._threads = []

    def _state(self, age: float | None, still: float | None) -> CameraState:
        if not self._threads:
            return CameraState.OFF
        if not self._connected:
            return CameraState.LOST if self._trouble else CameraState.OPENING
        if age is None:
            return CameraState.OPENING
        if age > self.settings.stale_s:
            return CameraState.STALE
        frozen = self.settings.frozen_s
        if frozen and still is not None and still > frozen:
            return CameraState.FROZEN
        return CameraState.LIVE

    def _launch(self) -> None:
        with self._lock:
            self._generation += 1
            generation = self._generation
            self._step_at = self._clock()
        thread = threading.Thread(
            target=self._run, args=(generation,), name=f"camera-{generation}", daemon=True
        )
        self._threads.append(thread)
        thread.start()

    def _watch(self) -> None:
        """Give up a thread that a device call does not give back."""
        if not self._threads or self._stop.is_set():
            return
        if self._clock() - self._step_at <= self.settings.stuck_s:
            return
        self._threads = [thread for thread in self._threads if thread.is_alive()]
        if len(self._threads) <= self.settings.abandoned:
            with self._lock:
                self._connected = False
                self._trouble = "摄像头没有回应 the camera does not answer"
            self._launch()

    def _run(self, generation: int) -> None:
        wait, longest = self.settings.backoff
        while self._is_current(generation):
            try:
                capture = self._opener(self.source, self.settings)
            except (CameraUnavailable, cv2.error) as error:
                self._lost(generation, str(error))
            else:
                if self._grab(capture, generation):
                    wait = self.settings.backoff[0]
            self._pause(generation, wait)
            wait = min(wait * 2, longest)

    def _grab(self, capture: Capture, generation: int) -> bool:
        """Read until the device fails or freezes; whether any frame came."""
        failures, frames = 0, 0
        with self._lock:
            if generation == self._generation:
                self._opened += 1
                self._connected, self._trouble = True, ""
                self._frame_at = self._changed_at = None
        try:
            while self._is_current(generation) and failures < self.settings.failures:
                try:
                    good, image = capture.read()
                except cv2.error:
                    good, image = False, None
                picture = as_picture(image) if good else None
                if picture is None:
                    failures += 1
                    self._pause(generation, 0.05)
                    continue
                failures, frames = 0, frames + 1
                if not self._publish(picture, generation):
                    break
        finally:
            capture.release()
        if failures:
            self._lost(generation, "画面读不出来 reads fail")
        return frames > 0

    def _publish(self, picture: Picture, generation: int) -> bool:
        """Put the frame into the slot; False when the picture has frozen."""
        sample = zlib.crc32(picture[::_SAMPLE, ::_SAMPLE].tobytes())
        with self._lock:
            if generation != self._generation:
                return False
            now = self._clock()
            if self._frame_at is not None and now > self._frame_at:
                self._fps += 0.1 * (1 / (now - self._frame_at) - self._fps)
            if sample != self._sample:
                self._frozen = 0
            if self._changed_at is None or sample != self._sample:
                self._changed_at = now
            self._sample, self._frame_at, self._step_at = sample, now, now
            self._size = (picture.shape[1], picture.shape[0])
            self._index += 1
            self._newest = Frame(picture, now, self._index)
            # Some streams send equal frames of a still table: ever more patience.
            patience = self.settings.frozen_s * 2 ** (1 + min(self._frozen, _FROZEN_AGAIN))
            if patience and now - self._changed_at > patience:
                self._frozen += 1
                self._connected = False
                self._trouble = "画面不动 the picture is frozen"
                return False
        return True

    def _is_current(self, generation: int) -> bool:
        with self._lock:
            return generation == self._generation and not self._stop.is_set()

    def _lost(self, generation: int, trouble: str) -> None:
        with self._lock:
            if generation == self._generation:
                self._connected, self._trouble = False, trouble

    def _pause(self, generation: int, seconds: float) -> None:
        self._stop.wait(seconds)
        with self._lock:
            if generation == self._generation:
                self._step_at = self._clock()
