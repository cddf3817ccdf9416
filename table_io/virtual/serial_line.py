"""The virtual table's serial line: speaks the reference protocol on a pty.

The owner of the game calls `emit` for what the machine would sense and reads
`commands` for what the host asked of it. A host opens `address` as it would a
real port. `unplug` and `replug` do to the port what a hand does to the plug,
also in the middle of a frame; the table itself keeps running meanwhile.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from engine.signals import Capability, Heartbeat, Hello, Signal, Snapshot, TableCommand
from table_io.link import CommandReceived, LinkState
from table_io.messages import to_frame
from table_io.table_link import TableLink
from table_io.virtual.line_end import LineEnd, line_end

_PUMP_EVERY: Final = 0.01
VIRTUAL_HELLO: Final = Hello(
    model="Queban virtual table",
    firmware="1",
    capabilities=Capability.COUNTS_SET
    | Capability.LIFTS_WALLS
    | Capability.THROWS_DICE
    | Capability.DEALS
    | Capability.SEAT_BUTTONS
    | Capability.COUNTS_STICKS
    | Capability.LAMPS
    | Capability.REPORTS_FAULTS,
    boot=1,
)


class VirtualLine:
    """The table's end of the line. Every method may be called from any thread.

    Plugged from the start. With `start` (or as a context manager) it runs by a
    thread of its own; without, call `pump(now)` at least each 50 ms. `link` is
    a path for a stable symlink to the pty, whose own name changes at each
    `replug`. Where there are no ptys the line is a loopback socket.
    """

    def __init__(
        self,
        *,
        link: Path | None = None,
        hello: Hello = VIRTUAL_HELLO,
        clock: Callable[[], float] = time.monotonic,
        end: LineEnd | None = None,
    ) -> None:
        self._clock = clock
        self._end = end if end is not None else line_end(link)
        self._link = TableLink(hello)
        self._lock = threading.RLock()
        self._commands: list[TableCommand] = []
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None
        self._end.plug()
        self._link.opened(clock())

    @property
    def address(self) -> str:
        """The port to open: a path, or a `socket://` URL."""
        return self._end.address

    @property
    def plugged(self) -> bool:
        return self._end.plugged

    @property
    def heard(self) -> bool:
        """Whether a host is being heard."""
        return self._link.state is LinkState.UP

    @property
    def delivered(self) -> bool:
        """Whether the host has acknowledged all that was emitted."""
        with self._lock:
            return self.heard and self._link.idle

    @property
    def snapshot(self) -> Snapshot:
        return self._link.snapshot

    def emit(self, signal: Signal) -> int:
        """The machine senses `signal`; returns its event number.

        Raises `ValueError` for signals that are no events (`Hello`,
        `Heartbeat`, `Snapshot`: the line sends these by itself) and its kind
        `ProtocolError` for what no frame can carry.
        """
        with self._lock:
            now = self._clock()
            number = self._link.send(signal, now)
            self._pump(now)
            return number

    def commands(self) -> list[TableCommand]:
        """The commands that came since the last call, in order."""
        with self._lock:
            commands, self._commands = self._commands, []
            return commands

    def unplug(self, cutting: Signal | None = None) -> None:
        """Pull the plug; with `cutting`, in the middle of that signal's frame.

        An event so cut is remembered by the table like any other. A `Heartbeat`
        can be cut too.
        """
        with self._lock:
            if not self._end.plugged:
                return
            now = self._clock()
            self._pump(now)
            if cutting is not None:
                number = 0 if isinstance(cutting, Heartbeat) else self._link.send(cutting, now)
                data = to_frame(cutting, 0, number).to_bytes()
                self._end.write(data[: len(data) // 2])
            self._end.unplug()
            self._link.closed(now)

    def replug(self) -> None:
        """Put the plug back; the port may have another name (`address`)."""
        with self._lock:
            if self._end.plugged:
                return
            self._end.plug()
            self._link.opened(self._clock())

    def inject(self, data: bytes) -> None:
        """Put raw bytes on the wire, as a disturbance would."""
        with self._lock:
            self._end.write(data)

    def pump(self, now: float) -> None:
        """Read, answer and send what is due."""
        with self._lock:
            self._pump(now)

    def start(self) -> None:
        """Run by a thread until `close`."""
        if self._thread is None:
            self._stopping.clear()
            self._thread = threading.Thread(target=self._run, name="virtual-line", daemon=True)
            self._thread.start()

    def close(self) -> None:
        """Stop the thread and take the port away."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None
        with self._lock:
            self._end.unplug()
            self._link.closed(self._clock())

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _run(self) -> None:
        while not self._stopping.is_set():
            self.pump(self._clock())
            # Waits outside the lock: an unplug meanwhile only ends the wait.
            try:
                waited = self._end.wait(_PUMP_EVERY)
            except (OSError, ValueError):
                waited = False
            if not waited:
                self._stopping.wait(_PUMP_EVERY)

    def _pump(self, now: float) -> None:
        if not self._end.plugged:
            return
        events = self._link.receive(self._end.read(), now)
        self._commands += [e.command for e in events if isinstance(e, CommandReceived)]
        data = self._link.tick(now)
        if data:
            self._end.write(data)
