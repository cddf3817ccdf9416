"""Both sides of the link over simulated wires: clean, byte-wise, lossy, delayed, cut.

Time is simulated, so minutes of line pass in milliseconds.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from engine.signals import (
    Dealt,
    Dice,
    Heartbeat,
    Hello,
    SetComplete,
    ShuffleStarted,
    Signal,
    SignalReceived,
    Snapshot,
    WallsUp,
)
from table_io.host_link import HostLink
from table_io.link import LinkEvent
from table_io.table_link import TableLink

HELLO = Hello("test table", "1", boot=11)
STEP = 0.01
DEAL: tuple[Signal, ...] = (
    ShuffleStarted(),
    SetComplete(124),
    WallsUp((16, 15, 16, 15)),
    Dice(3, 4),
    Dealt((14, 13, 13, 13)),
)
Wire = Callable[[bytes, float], list[tuple[bytes, float]]]


def clean(data: bytes, now: float) -> list[tuple[bytes, float]]:
    return [(data, now)]


def bytewise(data: bytes, now: float) -> list[tuple[bytes, float]]:
    return [(data[i : i + 1], now + i * 0.001) for i in range(len(data))]


def delayed(data: bytes, now: float) -> list[tuple[bytes, float]]:
    """Slower than the sender's patience, so that everything is sent twice."""
    return [(data, now + 0.25)]


def lossy(seed: int, share: float = 0.3) -> Wire:
    """Some writes lose a byte, some vanish."""
    chance = random.Random(seed)

    def wire(data: bytes, now: float) -> list[tuple[bytes, float]]:
        if chance.random() < share / 2:
            return []
        if chance.random() < share / 2:
            at = chance.randrange(len(data))
            data = data[:at] + data[at + 1 :]
        return [(data, now)]

    return wire


def cut(data: bytes, now: float) -> list[tuple[bytes, float]]:
    return []


class Table:
    """A host and a table on two wires, in simulated time."""

    def __init__(self, wire: Wire = clean, *, hello: Hello = HELLO) -> None:
        self.now = 100.0
        self.host, self.table = HostLink(), TableLink(hello)
        self.wire = self.back = wire
        self.heard: list[LinkEvent] = []
        self.obeyed: list[LinkEvent] = []
        self._to_host: list[tuple[bytes, float]] = []
        self._to_table: list[tuple[bytes, float]] = []

    def open(self) -> None:
        self.table.opened(self.now)
        self.host.opened(self.now)

    def run(self, seconds: float) -> None:
        end = self.now + seconds
        while self.now < end:
            self.heard += self.host.receive(self._due(self._to_host), self.now)
            self.obeyed += self.table.receive(self._due(self._to_table), self.now)
            if out := self.host.tick(self.now):
                self._to_table += self.back(out, self.now)
            if out := self.table.tick(self.now):
                self._to_host += self.wire(out, self.now)
            self.now += STEP

    def say(self, *signals: Signal) -> None:
        for signal in signals:
            self.table.send(signal, self.now)

    def unplug(self) -> None:
        self.host.closed(self.now)
        self.table.closed(self.now)
        self._to_host.clear()
        self._to_table.clear()
        self.heard += self.host.take_events()

    def signals(self, *kinds: type) -> list[Signal]:
        """The events the host was told, without greetings and answers."""
        talk = (Hello, Heartbeat, Snapshot)
        return [
            e.signal
            for e in self.heard
            if isinstance(e, SignalReceived)
            and not isinstance(e.signal, talk)
            and (not kinds or isinstance(e.signal, kinds))
        ]

    def of(self, kind: type[LinkEvent]) -> list[LinkEvent]:
        return [event for event in self.heard if isinstance(event, kind)]

    def _due(self, queue: list[tuple[bytes, float]]) -> bytes:
        due = [data for data, at in queue if at <= self.now]
        queue[:] = [entry for entry in queue if entry[1] > self.now]
        return b"".join(due)


WIRES: dict[str, Callable[[], Wire]] = {
    "clean": lambda: clean,
    "bytewise": lambda: bytewise,
    "delayed": lambda: delayed,
    "lossy": lambda: lossy(5),
}
