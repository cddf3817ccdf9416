"""Cameras that fail in the ways that cameras fail at home."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from engine.view import HealthState
from vision.camera import (
    Camera,
    CameraSettings,
    CameraState,
    CameraUnavailable,
    VideoFile,
    open_capture,
)
from vision.frame_source import as_picture

QUICK = CameraSettings(
    stale_s=0.15, stuck_s=0.3, frozen_s=0.1, backoff=(0.01, 0.05), failures=2, abandoned=3
)


def picture(value: int, size: tuple[int, int] = (8, 12)) -> np.ndarray:
    return np.full((*size, 3), value % 256, np.uint8)


class Device:
    """A capture that follows a script; each entry of `reads` is called per read."""

    def __init__(self, reads: Callable[[int], tuple[bool, Any]]) -> None:
        self.reads = reads
        self.count = 0
        self.released = False

    def read(self) -> tuple[bool, Any]:
        self.count += 1
        time.sleep(0.003)
        return self.reads(self.count)

    def release(self) -> None:
        self.released = True


def wait_for(condition: Callable[[], bool], seconds: float = 4.0) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "did not come about"
        time.sleep(0.005)


@pytest.fixture
def camera_of() -> Any:
    cameras: list[Camera] = []

    def make(devices: list[Any], settings: CameraSettings = QUICK) -> Camera:
        left = list(devices)

        def opener(source: str | int, settings: CameraSettings) -> Any:
            device = left.pop(0) if len(left) > 1 else left[0]
            if isinstance(device, Exception):
                raise device
            return device

        camera = Camera("x", settings, opener=opener)
        cameras.append(camera)
        camera.start()
        return camera

    yield make
    for camera in cameras:
        camera.close()


def test_each_frame_is_given_once_and_never_an_old_one(camera_of: Any) -> None:
    camera = camera_of([Device(lambda n: (True, picture(n)))])
    wait_for(lambda: camera.health().state is CameraState.LIVE)
    time.sleep(0.05)
    seen = [frame.index for frame in (camera.read() for _ in range(400)) if frame]
    assert seen == sorted(set(seen))
    assert seen[0] > 3, "what piled up while nobody read is dropped"
    assert camera.health().size == (12, 8)


def test_a_camera_that_is_not_there_yet_comes(camera_of: Any) -> None:
    missing = CameraUnavailable("not plugged in")
    camera = camera_of([missing, missing, Device(lambda n: (True, picture(n)))])
    wait_for(lambda: camera.read() is not None)
    assert camera.health().state is CameraState.LIVE


def test_a_missing_camera_says_what_to_do(camera_of: Any) -> None:
    camera = camera_of([CameraUnavailable("打不开 cannot open x")])
    wait_for(lambda: camera.health().state is CameraState.LOST)
    health = camera.health().as_view()
    assert health.state is HealthState.BAD
    assert "插好" in health.detail.zh
    assert "cannot open x" in health.detail.en


def test_an_unplugged_camera_is_opened_again_with_another_size(camera_of: Any) -> None:
    dying = Device(lambda n: (True, picture(n)) if n < 5 else (False, None))
    back = Device(lambda n: (True, picture(n, (6, 20))))
    camera = camera_of([dying, back])
    wait_for(lambda: camera.health().size == (20, 6))
    assert dying.released
    assert camera.health().opened == 2


def test_the_last_frame_for_ever_is_noticed_and_ended(camera_of: Any) -> None:
    stuck = Device(lambda n: (True, picture(min(n, 4))))
    camera = camera_of([stuck, Device(lambda n: (True, picture(n)))])
    wait_for(lambda: camera.health().state is CameraState.FROZEN)
    wait_for(lambda: stuck.released)
    wait_for(lambda: camera.health().state is CameraState.LIVE)


def test_a_read_that_never_returns_is_given_up(camera_of: Any) -> None:
    gate = threading.Event()

    def hang(n: int) -> tuple[bool, Any]:
        if n > 3:
            gate.wait(30)
        return True, picture(n)

    camera = camera_of([Device(hang), Device(lambda n: (True, picture(n, (6, 20))))])
    wait_for(lambda: camera.health().state is CameraState.STALE)
    wait_for(lambda: (camera.read(), camera.health().size == (20, 6))[1])
    gate.set()
    time.sleep(0.05)
    assert camera.health().size == (20, 6), "the given-up thread's frame must not come through"


def test_close_ends_the_thread(camera_of: Any) -> None:
    device = Device(lambda n: (True, picture(n)))
    camera = camera_of([device])
    wait_for(lambda: camera.health().state is CameraState.LIVE)
    camera.close()
    assert device.released
    assert camera.health().state is CameraState.OFF


@pytest.mark.parametrize(
    "image", [None, "text", np.zeros((0, 0, 3), np.uint8), np.zeros((4, 4), np.float32)]
)
def test_what_is_no_picture_is_no_frame(image: Any) -> None:
    assert as_picture(image) is None


def test_grey_and_transparent_pictures_become_colour() -> None:
    assert as_picture(np.zeros((4, 5), np.uint8)).shape == (4, 5, 3)
    assert as_picture(np.zeros((4, 5, 4), np.uint8)).shape == (4, 5, 3)


@pytest.fixture
def film(tmp_path: Path) -> Path:
    path = tmp_path / "film.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 20, (64, 48))
    for n in range(10):
        writer.write(picture(n * 20, (48, 64)))
    writer.release()
    return path


def test_a_film_gives_every_frame_then_ends(film: Path) -> None:
    source = VideoFile(film)
    frames = []
    while frame := source.read():
        frames.append(frame)
    assert [round(f.time, 3) for f in frames] == [round(n / 20, 3) for n in range(10)]
    assert source.health().state is CameraState.ENDED
    source.close()


def test_a_film_with_a_clock_skips_what_is_late(film: Path) -> None:
    now = [100.0]
    source = VideoFile(film, clock=lambda: now[0])
    first = source.read()
    assert first is not None
    assert first.index == 1
    assert source.read() is None, "the next frame is not due yet"
    now[0] += 0.26
    late = source.read()
    assert late is not None
    assert late.index == 6
    source.close()


def test_a_film_that_is_none(tmp_path: Path) -> None:
    broken = tmp_path / "broken.avi"
    broken.write_bytes(b"no film")
    for path in (broken, tmp_path / "missing.avi"):
        with pytest.raises(CameraUnavailable, match="cannot open the film"):
            VideoFile(path)


def test_a_device_that_cannot_be_opened(tmp_path: Path) -> None:
    with pytest.raises(CameraUnavailable, match="cannot open"):
        open_capture(str(tmp_path / "none"), CameraSettings())
