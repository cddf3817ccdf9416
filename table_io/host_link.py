"""The companion's side of the link."""

from __future__ import annotations

from typing import Final

from engine.signals import (
    Ack,
    Heartbeat,
    Hello,
    Lamp,
    RaiseWalls,
    Roll,
    SignalReceived,
    Snapshot,
    StatusRequest,
    TableCommand,
)
from table_io.exchange import Failed, Parcel
from table_io.frames import Frame
from table_io.link import Link, LinkState, Undelivered
from table_io.memory import HostMemory
from table_io.messages import Message

ASK_EVERY: Final = 1.0


class HostLink(Link):
    """The companion's side. It outlives the port: keep it through reconnects."""

    def __init__(self) -> None:
        super().__init__()
        self._memory = HostMemory()
        self._asking_since: float | None = None
        self._hello_frame: Frame | None = None

    def send(self, command: TableCommand, now: float) -> None:
        """Queue a command; `Undelivered` tells if it never arrived."""
        if self.state is LinkState.UP:
            self._exchange.put(Parcel(command))
        else:
            self._events.append(Undelivered(command, now))

    def _greet(self, now: float) -> None:
        self._hello_frame = None
        self._ask(now, introduce=True)

    def _ask(self, now: float, *, introduce: bool) -> None:
        self._asking_since = now
        waiting = [p.message for p in self._exchange.pending]
        if StatusRequest(introduce) not in waiting and StatusRequest(True) not in waiting:
            self._exchange.put(Parcel(StatusRequest(introduce)), first=True)

    def _begins_anew(self, message: Hello | StatusRequest, frame: Frame) -> bool:
        if not isinstance(message, Hello):
            return False
        again = frame == self._hello_frame
        self._hello_frame = frame
        return not again

    def _take_message(self, message: Message, number: int, frame: Frame, now: float) -> None:
        raw = frame.to_bytes()
        match message:
            case Hello():
                reset = self._memory.met(message.boot)
                if reset or self._asking_since is None:
                    self._ask(now, introduce=False)
            case Heartbeat():
                if self._memory.lacks(message.last_number) and self._asking_since is None:
                    self._ask(now, introduce=True)
            case Snapshot():
                self._asking_since = None
                for missed in self._memory.missed(message):
                    self._events.append(
                        SignalReceived(
                            missed.signal, now, frame.sequence, raw, missed.number, recovered=True
                        )
                    )
            case StatusRequest() | RaiseWalls() | Roll() | Lamp() | Ack():
                return
            case _:
                if not self._memory.apply(message, number):
                    return
        self._events.append(SignalReceived(message, now, frame.sequence, raw, number))

    def _on_tick(self, now: float) -> None:
        if self._asking_since is not None and now - self._asking_since >= ASK_EVERY:
            self._ask(now, introduce=True)

    def _on_silence(self, now: float) -> None:
        # Some devices stay silent until they are asked.
        self._asking_since = now
        for parcel in self._exchange.clear():
            if not isinstance(parcel.message, StatusRequest):
                self._events.append(Undelivered(parcel.message, now))

    def _on_failed(self, failed: Failed, now: float) -> None:
        # An unanswered question is asked again, a stale command is not.
        if not isinstance(failed.parcel.message, StatusRequest):
            super()._on_failed(failed, now)
