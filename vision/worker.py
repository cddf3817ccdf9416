"""The recognise thread: source → eyes → inbox.

It owns nothing but the loop. A source that fails says so in its health; an
inbox that is full drops the sighting, which is counted, and the next one tells
the whole table anyway.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from engine.layout import TableLayout
from engine.observations import Sighting
from engine.view import Health, HealthState, Text
from vision.anchor import Anchor
from vision.eyes import TableEyes
from vision.frame_source import CameraHealth, FrameSource
from vision.geometry import Calibration

Inbox = Callable[[Sighting], bool]
"""Takes a sighting; False when there is no room for it."""

_IDLE_S: Final = 0.01
STUCK_S: Final = 60.0
"""A picture that takes longer will not be read any more."""
_SLOW_S: Final = 10.0
"""For so long a picture may be looked at before it is said."""
_MOVED_TOLD_S: Final = 20.0
"""For so long somebody is asked to look whether the corners went right."""

Aimed = tuple[Calibration | None, Anchor | None, TableLayout | None]


@dataclass(frozen=True, slots=True)
class EyesHealth:
    """`frames` looked at, `looks` in which tiles were read, `told` and
    `dropped` sightings, `look_ms`: mean over the last frames; `defect`: what
    ended the thread, if anything did; `since_moved`: seconds since the camera was
    found moved; `looking`: seconds since the look began that is not over."""

    camera: CameraHealth
    frames: int
    looks: int
    told: int
    dropped: int
    look_ms: float
    sees_table: bool
    defect: str = ""
    since_moved: float | None = None
    looking: float = 0.0

    def as_view(self) -> tuple[Health, Health]:
        """Camera and eyes for the health strip."""
        part = Text("看牌", "eyes")
        if self.defect:
            eyes = Health(part, HealthState.BAD, Text(f"看牌出错：{self.defect}", self.defect))
        elif self.looking > _SLOW_S:
            detail = Text(
                f"一张画面看了 {self.looking:.0f} 秒还没完，机器太忙就关掉别的程序",
                f"one picture has taken {self.looking:.0f} s so far: close other programs "
                "if the machine is busy",
            )
            eyes = Health(part, HealthState.BAD, detail)
        elif not self.frames:
            eyes = Health(part, HealthState.WAIT, Text("等画面", "waiting for pictures"))
        elif not self.sees_table:
            detail = Text(
                "画面里找不到桌面四角，请到“设置 → 摄像头”拖好",
                "the table's corners are not to be seen: drag them in Set-up → Camera",
            )
            eyes = Health(part, HealthState.BAD, detail)
        elif self.since_moved is not None and self.since_moved < _MOVED_TOLD_S:
            detail = Text(
                "镜头动过，四角已跟着移；不对就到“设置 → 摄像头”拖好",
                "the camera was moved and the corners with it; if they are wrong, "
                "drag them in Set-up → Camera",
            )
            eyes = Health(part, HealthState.BAD, detail)
        else:
            spent = f"{self.look_ms:.0f} ms"
            detail = Text(f"看得见牌桌 {spent}", f"sees the table, {spent}")
            eyes = Health(part, HealthState.GOOD, detail)
        return self.camera.as_view(), eyes


class EyesWorker:
    """Runs `eyes` over `source` in a thread. `timer`: seconds, for `look_ms`."""

    def __init__(
        self,
        source: FrameSource,
        eyes: TableEyes,
        inbox: Inbox,
        timer: Callable[[], float],
    ) -> None:
        self.source = source
        self.eyes = eyes
        self._inbox = inbox
        self._timer = timer
        self._stop = threading.Event()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._told = 0
        self._dropped = 0
        self._look_ms = 0.0
        self._look_began: float | None = None
        self._defect = ""
        self._wishes: list[int | None] = []
        self._aimed: Aimed | None = None

    @property
    def is_alive(self) -> bool:
        return self._thread is not None and self._thread.is_alive()

    @property
    def is_stuck(self) -> bool:
        """Whether it runs, but in a look that does not come to an end."""
        return self._looking() > STUCK_S

    def start(self) -> None:
        """Begin; may be called again after the thread ended by a defect, which may
        have left a look half done: the whole table is looked at anew."""
        if self.is_alive:
            return
        if self._defect:
            self.force_refresh()
        self._stop.clear()
        self._defect = ""
        self._thread = threading.Thread(target=self._run, name="recognise", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End the thread and close the source."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join(timeout=10.0)
        self.source.close()

    def force_refresh(self) -> None:
        """Look at the whole table again (from any thread)."""
        with self._lock:
            self._wishes.append(None)

    def begin_deal(self, deal: int) -> None:
        """Sightings belong to this deal from now on (from any thread)."""
        with self._lock:
            self._wishes.append(deal)

    def recalibrate(
        self,
        calibration: Calibration | None,
        anchor: Anchor | None = None,
        layout: TableLayout | None = None,
    ) -> None:
        """As `TableEyes.recalibrate` (from any thread)."""
        with self._lock:
            self._aimed = calibration, anchor, layout

    def health(self) -> EyesHealth:
        return EyesHealth(
            self.source.health(), self.eyes.frames, self.eyes.looks_taken, self._told,
            self._dropped, self._look_ms, self.eyes.sees_table, self._defect,
            self.eyes.since_moved, self._looking(),
        )  # fmt: skip

    def _looking(self) -> float:
        began = self._look_began
        return 0.0 if began is None else self._timer() - began

    def _run(self) -> None:
        try:
            while not self._stop.is_set():
                self._fulfil()
                frame = self.source.read()
                if frame is None:
                    self._stop.wait(_IDLE_S)
                    continue
                self._look_began = began = self._timer()
                sighting = self.eyes.look(frame.image, frame.time)
                self._look_began = None
                spent = (self._timer() - began) * 1000
                self._look_ms += 0.1 * (spent - self._look_ms)
                if sighting is not None:
                    if self._inbox(sighting):
                        self._told += 1
                    else:
                        self._dropped += 1
        except Exception as error:
            # A defect must not pass for a quiet table: told, then raised for the log.
            self._defect = f"{type(error).__name__}: {error}"
            self._look_began = None
            raise

    def _fulfil(self) -> None:
        with self._lock:
            wishes, self._wishes = self._wishes, []
            aimed, self._aimed = self._aimed, None
        if aimed is not None:
            self.eyes.recalibrate(*aimed)
        for wish in wishes:
            if wish is None:
                self.eyes.force_refresh()
            else:
                self.eyes.begin_deal(wish)
