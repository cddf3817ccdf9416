"""One match in real time, all of it but the screen: devices, eyes, line, writer."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from companion import devices, session
from companion.answering import UnhurriedAnswer, answer_of
from companion.errors import UserError
from companion.frame_store import FRAMES, FrameStore, KeptSource
from companion.inbox import Inbox
from companion.kept_camera import kept_anchor, with_kept_camera
from companion.line_watch import LineLog
from companion.realtime import EyesPart, HealthBoard, LinePart, Realtime
from companion.running import Wish
from companion.supervise import Worker
from companion.virtual_stand import VirtualStand
from companion.writer import Writer
from engine.layout import TableLayout
from engine.observations import Command
from engine.signals import SignalReceived
from engine.view import Health, HealthState, QuestionView, TableView, Text
from table_io.host_link import HostLink
from table_io.serial_port import PortSettings
from table_io.worker import LineWorker
from ui.bridge import Bridge
from vision.anchor import Anchor
from vision.change import Picture
from vision.eyes import Reader, TableEyes
from vision.frame_source import CameraHealth, CameraState, Frame, FrameSource
from vision.geometry import Calibration
from vision.worker import EyesWorker

LINGER = 15.0
"""Seconds for which the last pictures may still bring something once a table is done."""
RAW_LOG = "line.log"
TIME_TO_TAP = 4.0
"""Seconds for which a question waits for a finger before the virtual players answer."""
_CAMERA = Text("摄像头", "camera")
_EYES = Text("看牌", "eyes")
_LINE = Text("牌桌线", "line")
_NOT_ASKED = Text("没接", "not connected")
_EYES_LOST = Text(
    "看牌停了，起不来，没有屏幕就没人能记；记录完整，改好后用 --resume 接着",
    "the eyes are down for good, and without a screen nobody can enter anything: the record "
    "is complete; mend it and go on with --resume",
)
_TABLE_LOST = Text(
    "虚拟桌出错停了，记录到此为止", "the virtual table has failed; the record ends here"
)
_NOTHING_LEFT = Text(
    "没有摄像头，也没有牌桌线，没有屏幕就没人能记：配置里写一样",
    "neither a camera nor the table's line, and without a screen nobody can enter anything: "
    "name one in the configuration",
)


class LiveMatch:
    """Starts and stops together; `publish` gets every view, from the writer's thread.

    `reader`: other eyes than the trained ones. Raises `UserError` for what
    cannot be used at all; a device that fails is only a line of health.
    """

    def __init__(
        self,
        wish: Wish,
        bridge: Bridge,
        publish: Callable[[TableView], object],
        reader: Reader | None = None,
    ) -> None:
        self.inbox = Inbox()
        self.stand = VirtualStand(wish) if wish.virtual else None
        self._board = HealthBoard()
        self._idle: list[Health] = []
        self._camera: ShownSource | None = None
        self._wish = wish
        self.config = wish.config
        if not wish.virtual and wish.config.camera.source:
            self.config = with_kept_camera(wish.config, wish.root)
        self._bridge = bridge
        self._done_at: float | None = None
        self.heard = LineLog()
        began, ticked = time.time(), time.monotonic()
        self.clock: Callable[[], float] = (
            self.stand.now if self.stand else lambda: began + time.monotonic() - ticked
        )
        bridge.send = self._from_screen
        self.writer = self._open_match(publish)
        workers: list[Worker] = [self.stand] if self.stand else []
        self._eyes_worker = eyes = self._eyes(reader)
        self._eyes_part = EyesPart(eyes) if eyes is not None else None
        if self._eyes_part is not None:
            workers.append(self._eyes_part)
        self._line_worker = line = self._line()
        self._line_part = LinePart(line) if line is not None else None
        if self._line_part is not None:
            workers.append(self._line_part)
        self.realtime = Realtime(
            self.writer,
            self.inbox,
            workers,
            self.clock,
            health=self._board,
            begin_deal=eyes.begin_deal if eyes is not None else _ignore,
            answer=self._answer(),
            each_tick=self._goes_on,
        )

    @property
    def deals_done(self) -> int:
        return len(self.writer.match.standing.results)

    @property
    def has_camera(self) -> bool:
        """Whether the match is looked at, however the camera may be just now."""
        return self._camera is not None

    def picture(self) -> Picture | None:
        """The camera's newest picture, blue first; None while none arrives."""
        return self._camera.picture() if self._camera is not None else None

    @property
    def is_virtual(self) -> bool:
        return self.stand is not None

    def cannot_go_on(self) -> Text | None:
        """Why nothing more can come where nobody is at the screen; None while
        something may."""
        lost = self.realtime.lost
        if self.stand is not None and self.stand in lost:
            return _TABLE_LOST
        if self._eyes_part is not None:
            return _EYES_LOST if self._eyes_part in lost else None
        blind = next((h for h in self._idle if h.state is HealthState.BAD), None)
        if blind is not None:
            return blind.detail
        if self._line_part is None or self._line_part in lost:
            return _NOTHING_LEFT
        return None

    def camera_health(self) -> Health:
        """How the camera is."""
        if self._camera is None:
            return Health(_CAMERA, HealthState.ABSENT, _NOT_ASKED)
        return self._camera.health().as_view()

    @property
    def layout(self) -> TableLayout:
        """Where things lie on the table."""
        worker = self._eyes_worker
        return worker.eyes.layout if worker is not None else devices.table_layout(self.config)

    def recalibrate(
        self, calibration: Calibration | None, anchor: Anchor | None, layout: TableLayout
    ) -> None:
        """Look at the table so from now on; None: find the corners."""
        if self._eyes_worker is not None:
            self._eyes_worker.recalibrate(calibration, anchor, layout)

    @property
    def has_line(self) -> bool:
        """Whether the match listens to a line, however that may be just now."""
        return self._line_worker is not None

    @property
    def line_port(self) -> str:
        """The port's name; empty without a line."""
        return self._line_worker.health.port if self._line_worker is not None else ""

    def line_health(self) -> Health:
        """How the line is."""
        if self._line_worker is None:
            return Health(_LINE, HealthState.ABSENT, _NOT_ASKED)
        return self._line_worker.health.to_view()

    def _hear(self, received: SignalReceived) -> None:
        self.heard.add(received)
        self.inbox.put(received)

    def _from_screen(self, command: Command) -> None:
        self.inbox.put(command)

    def _open_match(self, publish: Callable[[TableView], object]) -> Writer:
        def devices_now() -> tuple[Health, ...]:
            return (*self._board(), *self._idle)

        wish = self._wish
        if wish.resume is None:
            return session.begin(wish.plan, wish.root, publish, devices_now)
        if wish.virtual:
            raise UserError(
                "虚拟桌每次都是新的一场，不能接着旧记录",
                "the virtual table always begins a new match; it cannot go on with a record",
            )
        return session.resume(wish.resume, publish, devices_now)

    def _eyes(self, reader: Reader | None) -> EyesWorker | None:
        wish, camera = self._wish, self.config.camera
        if self.stand is None and not camera.source:
            self._idle.append(Health(_CAMERA, HealthState.ABSENT, _NOT_ASKED))
            return None
        try:
            reader = reader or devices.load_reader(wish.models)
        except UserError as error:
            # Without eyes everything still works by finger.
            self._idle.append(Health(_EYES, HealthState.BAD, Text(error.zh, error.en)))
            return None
        source: FrameSource
        if self.stand is not None:
            source, eyes = self.stand.camera, TableEyes(reader, wish.layout)
        else:
            # A setting that is refused must not leave a camera running.
            anchor = kept_anchor(self.config, wish.root)
            eyes = devices.make_eyes(self.config, reader, anchor)
            source = devices.open_source(camera, self.clock)
        self._camera = shown = ShownSource(source, self._bridge)
        if not wish.keep_frames:
            return EyesWorker(shown, eyes, self.inbox.put, time.perf_counter)
        store = FrameStore(self.writer.record.folder / FRAMES, wish.keep_frames)
        kept = KeptSource(shown, self.inbox.put, store)
        return EyesWorker(kept, eyes, kept.told, time.perf_counter)

    def _line(self) -> LineWorker | None:
        raw = self.writer.record.folder / RAW_LOG
        if self.stand is not None:
            port = PortSettings(self.stand.line.address)
            return LineWorker(port, HostLink(), self._hear, raw_log=raw)
        line = self._wish.config.line
        if not line.port and line.profile is None:
            self._idle.append(Health(_LINE, HealthState.ABSENT, _NOT_ASKED))
            return None
        return devices.open_line(line, self._hear, self.clock, raw)

    def _answer(self) -> Callable[[QuestionView], int | None]:
        if self.stand is None:
            return answer_of(self._wish.answers, None)
        if self._wish.answers == "table":
            return UnhurriedAnswer(self.stand.answer_for, time.monotonic, TIME_TO_TAP)
        return answer_of(self._wish.answers, self.stand.table)

    def _goes_on(self, now: float) -> bool:
        """False once the wished deals are done, or the table is and nothing follows."""
        if self._wish.deals is not None and self.deals_done >= self._wish.deals:
            return False
        if not self._nothing_follows():
            return True
        self._done_at = time.monotonic() if self._done_at is None else self._done_at
        return time.monotonic() - self._done_at < LINGER

    def _nothing_follows(self) -> bool:
        """Whether the virtual table has finished, or a film with no line beside it."""
        if self.stand is not None:
            return self.stand.table.finished
        if self._camera is None or self._line_worker is not None:
            return False
        return self._camera.health().state is CameraState.ENDED


class ShownSource:
    """A source whose newest frame the screen may look at, when it wants to."""

    def __init__(self, source: FrameSource, bridge: Bridge) -> None:
        self._source = source
        self._bridge = bridge
        self._newest: Frame | None = None

    def picture(self) -> Picture | None:
        """The newest frame's picture; None once frames have stopped."""
        newest = self._newest
        if newest is None or self.health().as_view().state is not HealthState.GOOD:
            return None
        return newest.image

    def read(self) -> Frame | None:
        frame = self._source.read()
        self._newest = frame or self._newest
        if frame is not None and self._bridge.wants_frame:
            self._bridge.offer_frame(np.ascontiguousarray(frame.image[..., ::-1]))
        return frame

    def health(self) -> CameraHealth:
        return self._source.health()

    def close(self) -> None:
        self._source.close()


def _ignore(_: int) -> None:
    return None
