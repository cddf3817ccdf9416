"""The virtual table in real time: its own thread, a camera and a pty, as if it stood there."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from companion.running import Wish
from engine.view import Health, HealthState, QuestionView, Text
from table_io.virtual.players import Temper
from table_io.virtual.profiles import BACKS
from table_io.virtual.serial_line import VirtualLine
from table_io.virtual.table import VirtualTable
from vision.change import Picture
from vision.frame_source import CameraHealth, CameraState, Frame

FRAMES_PER_SECOND = 5.0
"""Of the clock that the table goes by; more would only show the same hands again."""
ENDLESS = 10_000
_TURN = 0.02


class VirtualStand:
    """Lets a virtual table live by the clock, `speed` times as fast.

    A supervised worker. `now` is the table's time, which everybody here goes
    by; `camera` gives what its lens sees. The table is served under one lock.
    """

    def __init__(self, wish: Wish) -> None:
        self._speed = wish.speed or 1.0
        self._lock = threading.Lock()
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None
        self._defect = ""
        self.line = VirtualLine()
        self.table = VirtualTable(
            wish.seed,
            wish.plan.rules.id,
            wish.plan.options,
            wish.deals or ENDLESS,
            players=wish.plan.players,
            layout=wish.layout,
            art=wish.art,
            profile=wish.profile,
            errors=wish.errors,
            colours=BACKS[wish.backs],
            temper=Temper.of(wish.helpers),
            line=self.line,
        )
        self.camera = VirtualCamera(self._picture, 1.0 / FRAMES_PER_SECOND)

    def now(self) -> float:
        return self.table.now

    def answer_for(self, question: QuestionView) -> int | None:
        with self._lock:
            return self.table.answer_for(question)

    def start(self) -> None:
        """Begin; not again after a defect, in the middle of which the players stand."""
        if self._defect or (self._thread is not None and self._thread.is_alive()):
            return
        self._stopping.clear()
        self.line.start()
        self._thread = threading.Thread(target=self._run, name="virtual-table", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._stopping.set()
        if self._thread is not None:
            self._thread.join(timeout=5.0)
            self._thread = None
        self.line.close()

    @property
    def alive(self) -> bool:
        return self._thread is None or self._thread.is_alive()

    def health(self) -> tuple[Health, ...]:
        detail = Text("虚拟桌在走", "the virtual table plays")
        if self.table.finished:
            detail = Text("虚拟桌打完了", "the virtual table has finished")
        state = HealthState.GOOD
        if self._defect:
            state = HealthState.BAD
            detail = Text(f"虚拟桌出错：{self._defect}", self._defect)
        return (Health(Text("虚拟桌", "table"), state, detail),)

    def _run(self) -> None:
        try:
            self._live()
        except Exception as error:
            self._defect = f"{type(error).__name__}: {error}"
            raise

    def _live(self) -> None:
        before = time.monotonic()
        while not self._stopping.wait(_TURN):
            now = time.monotonic()
            # A machine that was asleep or too busy does not make the table jump.
            passed = min(now - before, 0.25) * self._speed
            before = now
            with self._lock:
                if not self.table.finished:
                    self.table.advance(passed)

    def _picture(self) -> tuple[Picture, float]:
        with self._lock:
            return self.table.picture(), self.table.now


class VirtualCamera:
    """The virtual lens as a frame source: a new frame when enough time has passed."""

    def __init__(self, take: Callable[[], tuple[Picture, float]], every: float) -> None:
        self._take = take
        self._every = every
        self._next = float("-inf")
        self._index = 0
        self._size: tuple[int, int] | None = None
        self._closed = False
        self.newest: Frame | None = None

    def read(self) -> Frame | None:
        if self._closed or time.monotonic() < self._next:
            return None
        self._next = time.monotonic() + self._every
        image, now = self._take()
        self._index += 1
        frame = Frame(image, now, self._index)
        self._size = (frame.image.shape[1], frame.image.shape[0])
        self.newest = frame
        return frame

    def health(self) -> CameraHealth:
        if self._closed:
            return CameraHealth(CameraState.OFF)
        if self._size is None:
            return CameraHealth(CameraState.OPENING)
        return CameraHealth(CameraState.LIVE, 0.0, 0.0, self._size, 1.0 / self._every, opened=1)

    def close(self) -> None:
        self._closed = True
