"""The virtual table's serial line without a wire: bytes in memory, virtual time.

The bytes are those of a real port, through the same reader and the same link;
only the thread and the pty are left out, so that a run can be repeated.
"""

from __future__ import annotations

from engine.signals import Heartbeat, SignalReceived, TableCommand
from engine.view import Health, HealthState, Text
from table_io.host_link import HostLink
from table_io.link import LinkEvent, LinkState
from table_io.virtual.line_end import LineEnd


class MemoryEnd(LineEnd):
    """Both directions of a wire as two byte buffers."""

    def __init__(self) -> None:
        self._to_host = bytearray()
        self._to_table = bytearray()
        self._plugged = False

    @property
    def address(self) -> str:
        return "memory"

    @property
    def plugged(self) -> bool:
        return self._plugged

    def plug(self) -> None:
        self._plugged = True

    def unplug(self) -> None:
        self._plugged = False
        self._to_table.clear()

    def read(self) -> bytes:
        data = bytes(self._to_table)
        self._to_table.clear()
        return data

    def write(self, data: bytes) -> None:
        if self._plugged:
            self._to_host += data

    def wait(self, seconds: float) -> bool:
        return True

    def host_reads(self) -> bytes:
        """What came over the wire, also what came just before the plug was pulled."""
        data = bytes(self._to_host)
        self._to_host.clear()
        return data

    def host_writes(self, data: bytes) -> None:
        if self._plugged:
            self._to_table += data


class LockstepLine:
    """The companion's end of a `MemoryEnd`. Call `pump` after each step of the table."""

    def __init__(self, end: MemoryEnd) -> None:
        self._end = end
        self._link = HostLink()
        self._open = False

    def send(self, command: TableCommand, now: float) -> None:
        self._link.send(command, now)

    def pump(self, now: float) -> list[SignalReceived]:
        """The signals that came, heartbeats left out, in order."""
        events: list[LinkEvent] = []
        if self._end.plugged and not self._open:
            self._link.opened(now)
            self._open = True
        if data := self._end.host_reads():
            events += self._link.receive(data, now)
        if self._open and not self._end.plugged:
            self._link.closed(now)
            self._open = False
        if self._open:
            self._end.host_writes(self._link.tick(now))
        events += self._link.take_events()
        return [
            event
            for event in events
            if isinstance(event, SignalReceived) and not isinstance(event.signal, Heartbeat)
        ]

    def health(self) -> Health:
        part = Text("牌桌线", "line")
        if self._link.state is LinkState.UP:
            return Health(part, HealthState.GOOD, Text("牌桌已连接", "the table is connected"))
        return Health(part, HealthState.WAIT, Text("牌桌没有回应", "the table is silent"))
