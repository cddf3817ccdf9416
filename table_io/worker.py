"""The serial line's thread: opens the port, runs the link, comes back.

    SEARCHING ─ port opens ─> SILENT ─ a frame ─> UP
        ^                        ^                 │ 3 s without a frame
        └── port error ──────────┴─────────────────┘
    STOPPED: not started, or stopped.  FAILED: a defect ended the thread.

The port's errors are a state with a message, never an exception outside. A line
that stays silent is opened anew after ten seconds, since some systems leave a
dead port open. Only a defect of the program ends the thread; it is told as
FAILED and then raised, so that it stands in the log too.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final, TypeAlias

import serial

from engine.signals import Heartbeat, SignalReceived, TableCommand
from engine.view import Health, HealthState, Text
from table_io.frames import Noise
from table_io.link import (
    CommandReceived,
    HostSide,
    LinkEvent,
    LinkLost,
    LinkState,
    LinkUp,
    Undelivered,
)
from table_io.raw_log import RawLog
from table_io.serial_port import (
    PORT_ERRORS,
    PortFinder,
    PortSettings,
    PortUnavailable,
    bytes_waiting,
    open_port,
)

BACKOFF_FIRST: Final = 0.05
BACKOFF_LAST: Final = 2.0
REOPEN_AFTER: Final = 10.0


class LineState(StrEnum):
    STOPPED = "stopped"
    SEARCHING = "searching"
    SILENT = "silent"
    UP = "up"
    FAILED = "failed"


_WORDS: Final = {
    LineState.STOPPED: ("未接串口", "no line"),
    LineState.SEARCHING: ("找不到串口，请插上线", "no port: plug the line in"),
    LineState.SILENT: ("串口已开，牌桌没有回应", "the port is open, the table is silent"),
    LineState.UP: ("牌桌已连接", "the table is connected"),
    LineState.FAILED: ("串口程序出错", "the line's program failed"),
}
_VIEW_STATES: Final = {
    LineState.STOPPED: HealthState.ABSENT,
    LineState.SEARCHING: HealthState.BAD,
    LineState.SILENT: HealthState.WAIT,
    LineState.UP: HealthState.GOOD,
    LineState.FAILED: HealthState.BAD,
}


@dataclass(frozen=True, slots=True)
class LineHealth:
    """How the line is. Times are seconds of the worker's clock.

    `since`: when this state began. `last_frame_age`: None before the first
    sound frame. `chinese`, `english`: one plain line with what to do.
    """

    state: LineState
    port: str
    since: float
    chinese: str
    english: str
    frames: int = 0
    noise_bytes: int = 0
    last_frame_age: float | None = None

    def to_view(self) -> Health:
        """The line's place in the health strip."""
        noise = (f"，杂字节 {self.noise_bytes}", f", {self.noise_bytes} noise bytes")
        tail = noise if self.noise_bytes else ("", "")
        return Health(
            part=Text("牌桌线", "line"),
            state=_VIEW_STATES[self.state],
            detail=Text(self.chinese + tail[0], self.english + tail[1]),
        )


LineNotice: TypeAlias = LinkUp | LinkLost | Undelivered | LineHealth


def _ignore(notice: LineNotice) -> None:
    return None


class LineWorker:
    """Owns the port and its thread.

    `inbox` gets each `SignalReceived` except heartbeats; `notify` gets changes
    of the link, commands that failed, and the health whenever its state or
    message changes. Both are called from the worker's thread. `send`, `health`
    and `stop` may be called from any thread.
    """

    def __init__(
        self,
        settings: PortSettings,
        link: HostSide,
        inbox: Callable[[SignalReceived], object],
        *,
        notify: Callable[[LineNotice], object] = _ignore,
        raw_log: Path | None = None,
        clock: Callable[[], float] = time.monotonic,
        finder: PortFinder | None = None,
        open_port: Callable[[str, PortSettings], serial.SerialBase] = open_port,
    ) -> None:
        self._settings = settings
        self._link = link
        self._inbox = inbox
        self._notify = notify
        self._log = RawLog(raw_log)
        self._clock = clock
        self._finder = finder if finder is not None else PortFinder(settings)
        self._open = open_port
        self._commands: queue.SimpleQueue[TableCommand] = queue.SimpleQueue()
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()
        self._backoff = BACKOFF_FIRST
        self._port_name = settings.port
        self._state = LineState.STOPPED
        self._since = clock()
        self._words = _WORDS[LineState.STOPPED]

    def start(self) -> None:
        """Begin; does nothing while the thread runs."""
        if self._thread is not None and self._thread.is_alive():
            return
        self._stopping.clear()
        self._thread = threading.Thread(target=self._run, name="serial", daemon=True)
        self._thread.start()

    def stop(self, timeout: float = 5.0) -> None:
        """Close the port and end the thread."""
        self._stopping.set()
        thread = self._thread
        if thread is not None and thread is not threading.current_thread():
            thread.join(timeout)

    def send(self, command: TableCommand) -> None:
        """Say `command` to the table; `notify` gets `Undelivered` if it never arrives."""
        self._commands.put(command)

    @property
    def health(self) -> LineHealth:
        with self._lock:
            heard = self._link.last_heard
            chinese, english = self._words
            if self._log.failure is not None:
                chinese += f"；原始记录写不进去：{self._log.failure}"
                english += f"; the raw log cannot be written: {self._log.failure}"
            return LineHealth(
                self._state,
                self._port_name,
                self._since,
                chinese,
                english,
                self._link.frames,
                self._link.noise_bytes,
                None if heard is None else max(0.0, self._clock() - heard),
            )

    def _run(self) -> None:
        try:
            while not self._stopping.is_set():
                self._session()
            self._set_state(LineState.STOPPED)
        except Exception as error:
            chinese, english = _WORDS[LineState.FAILED]
            self._set_state(
                LineState.FAILED, (f"{chinese}：{error!r}", f"{english}: {error!r}"), tell=False
            )
            # The callback may be what failed, so it is told last and once.
            self._notify(self.health)
            raise
        finally:
            self._log.close()

    def _session(self) -> None:
        """Open the port, talk until it fails or the worker stops, and close it."""
        try:
            name = self._finder.find()
            port = self._open(name, self._settings)
        except PortUnavailable as unavailable:
            self._set_state(LineState.SEARCHING, (unavailable.chinese, unavailable.english))
            self._pause()
            return
        with self._lock:
            self._port_name = name
        try:
            self._finder.opened(name)
            self._talk(port)
        except PORT_ERRORS as error:
            self._log.remark(f"lost: {error!r}", self._clock())
            self._set_state(LineState.SEARCHING, ("串口断开，正在重连", "port lost, reconnecting"))
        finally:
            self._close(port)
            self._link.closed(self._clock())
            self._deliver(self._link.take_events())
        self._pause()

    def _talk(self, port: serial.SerialBase) -> None:
        self._log.remark(f"opened {self._port_name}", self._clock())
        silent_since = self._clock()
        self._link.opened(silent_since)
        self._set_state(LineState.SILENT)
        while not self._stopping.is_set():
            # One byte is waited for, whatever else has come is taken with it.
            data = port.read(max(1, bytes_waiting(port)))
            now = self._clock()
            if data:
                self._log.received(data, now)
            self._deliver(self._link.receive(data, now))
            self._take_commands(now)
            out = self._link.tick(now)
            self._deliver(self._link.take_events())
            if self._link.state is LinkState.UP:
                silent_since = now
                self._backoff = BACKOFF_FIRST
                self._set_state(LineState.UP)
            elif self._link.state is LinkState.LOST:
                self._set_state(LineState.SILENT)
                if now - silent_since >= REOPEN_AFTER:
                    self._log.remark("silent, opening anew", now)
                    return
            if out:
                self._log.sent(out, now)
                port.write(out)

    def _close(self, port: serial.SerialBase) -> None:
        try:
            port.close()
        except PORT_ERRORS as error:
            self._log.remark(f"close: {error!r}", self._clock())

    def _pause(self) -> None:
        self._take_commands(self._clock())
        self._deliver(self._link.take_events())
        self._stopping.wait(self._backoff)
        self._backoff = min(self._backoff * 2, BACKOFF_LAST)

    def _take_commands(self, now: float) -> None:
        while True:
            try:
                command = self._commands.get_nowait()
            except queue.Empty:
                return
            self._link.send(command, now)

    def _deliver(self, events: Iterable[LinkEvent]) -> None:
        for event in events:
            match event:
                case SignalReceived(signal=Heartbeat()):
                    pass
                case SignalReceived():
                    self._inbox(event)
                case LinkUp() | LinkLost() | Undelivered():
                    self._notify(event)
                case Noise() | CommandReceived():
                    # Counted by the link, kept in the raw log.
                    pass

    def _set_state(
        self, state: LineState, words: tuple[str, str] | None = None, *, tell: bool = True
    ) -> None:
        words = words if words is not None else _WORDS[state]
        with self._lock:
            if (state, words) == (self._state, self._words):
                return
            if state is not self._state:
                self._since = self._clock()
            self._state, self._words = state, words
        if tell:
            self._notify(self.health)
