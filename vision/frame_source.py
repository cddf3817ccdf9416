"""Frames, whoever gives them, and how a camera says that it is well."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, Protocol

import cv2
import numpy as np

from engine.view import Health, HealthState, Text
from vision.change import Picture

Clock = Callable[[], float]


class CameraUnavailable(OSError):
    """A camera or film that cannot be opened; the text says what to do."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture. `image` (height, width, 3) BGR uint8; `time` in seconds of
    the clock when it arrived; `index` counts up, with gaps for dropped ones."""

    image: Picture
    time: float
    index: int


class CameraState(StrEnum):
    OFF = "off"
    OPENING = "opening"
    LIVE = "live"
    STALE = "stale"
    """Frames have stopped coming."""
    FROZEN = "frozen"
    """The same frame comes again and again."""
    LOST = "lost"
    ENDED = "ended"


_WORDS: Final = {
    CameraState.OFF: ("没开摄像头", "the camera is off"),
    CameraState.OPENING: ("正在打开摄像头", "opening the camera"),
    CameraState.LIVE: ("画面正常", "pictures arrive"),
    CameraState.STALE: ("画面停了，正在重连", "pictures have stopped, connecting again"),
    CameraState.FROZEN: ("画面不动了，正在重连", "the picture is frozen, connecting again"),
    CameraState.LOST: ("找不到摄像头，请插好", "no camera: plug it in"),
    CameraState.ENDED: ("影片放完了", "the film is over"),
}
_VIEW_STATES: Final = {
    CameraState.OFF: HealthState.ABSENT,
    CameraState.OPENING: HealthState.WAIT,
    CameraState.LIVE: HealthState.GOOD,
    CameraState.ENDED: HealthState.GOOD,
}


@dataclass(frozen=True, slots=True)
class CameraHealth:
    """How a camera is.

    `age`: seconds since the last frame; `still`: seconds since the content
    last changed; None before the first. `size`: width, height of the last
    frame. `opened`: how often it was opened; `trouble`: the last error.
    """

    state: CameraState
    age: float | None = None
    still: float | None = None
    size: tuple[int, int] | None = None
    fps: float = 0.0
    opened: int = 0
    trouble: str = ""

    def as_view(self) -> Health:
        """For the health strip."""
        chinese, english = _WORDS[self.state]
        if self.state is CameraState.LIVE and self.size is not None:
            facts = f" {self.size[0]}x{self.size[1]}, {self.fps:.0f} fps"
            chinese, english = chinese + facts, english + facts
        elif self.state is CameraState.LOST and self.trouble:
            chinese, english = f"{chinese}（{self.trouble}）", f"{english} ({self.trouble})"
        state = _VIEW_STATES.get(self.state, HealthState.BAD)
        return Health(Text("摄像头", "camera"), state, Text(chinese, english))


class FrameSource(Protocol):
    """Whatever gives frames; a virtual camera is just another one."""

    def read(self) -> Frame | None:
        """The newest frame not given yet, or None; never blocks for long."""
        ...

    def health(self) -> CameraHealth: ...

    def close(self) -> None: ...


def as_picture(image: Any) -> Picture | None:
    """A frame as (height, width, 3) BGR uint8; None for what is no picture."""
    if not isinstance(image, np.ndarray) or image.size == 0 or image.dtype != np.uint8:
        return None
    if image.ndim == 2:
        return np.asarray(cv2.cvtColor(image, cv2.COLOR_GRAY2BGR), np.uint8)
    if image.ndim != 3 or image.shape[2] not in (3, 4):
        return None
    return np.asarray(image[..., :3], np.uint8)
