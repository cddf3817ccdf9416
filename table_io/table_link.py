"""The table's side of the link: what a board does, and the virtual table."""

from __future__ import annotations

from engine.signals import (
    Heartbeat,
    Hello,
    Lamp,
    RaiseWalls,
    Roll,
    Signal,
    Snapshot,
    StatusRequest,
)
from table_io.exchange import Failed, Parcel
from table_io.frames import Frame
from table_io.link import CommandReceived, Link, LinkState
from table_io.memory import TableMemory
from table_io.messages import Message, to_frame


class TableLink(Link):
    """The table's side: what a board does, and the virtual table.

    An event that nobody acknowledges stays first in the queue while the host is
    silent; if the host is heard yet never acknowledges it, it is dropped, and
    the heartbeat's number makes the host ask.
    """

    def __init__(self, hello: Hello) -> None:
        super().__init__()
        to_frame(hello, sequence=0)
        self._hello = hello
        self._memory = TableMemory(hello.boot)
        self._owes_snapshot = False

    @property
    def snapshot(self) -> Snapshot:
        return self._memory.snapshot

    @property
    def idle(self) -> bool:
        """Whether nothing waits for the host's acknowledgement."""
        return self._exchange.idle

    def send(self, signal: Signal, now: float) -> int:
        """Number `signal`, remember it and queue it; returns the number.

        Raises `ProtocolError` for what no frame can carry and `ValueError` for
        what is no event; nothing is remembered then.
        """
        to_frame(signal, sequence=0)
        number = self._memory.remember(signal)
        self._exchange.put(Parcel(signal, number))
        return number

    def _greet(self, now: float) -> None:
        if all(parcel.message != self._hello for parcel in self._exchange.pending):
            self._exchange.put(Parcel(self._hello), first=True)

    def _heartbeat(self) -> Heartbeat:
        waiting = [parcel.number for parcel in self._exchange.pending if parcel.number]
        newest = self._memory.snapshot.last_number
        return Heartbeat(waiting[0] - 1 if waiting else newest)

    def _begins_anew(self, message: Hello | StatusRequest, frame: Frame) -> bool:
        return isinstance(message, StatusRequest) and message.introduce

    def _take_message(self, message: Message, number: int, frame: Frame, now: float) -> None:
        match message:
            case StatusRequest():
                if message.introduce:
                    self._greet(now)
                self._owes_snapshot = True
            case RaiseWalls() | Roll() | Lamp():
                pass
            case _:
                return
        self._events.append(CommandReceived(message, now, frame.sequence))

    def _on_tick(self, now: float) -> None:
        # After the waiting events, so that it tells only what they do not.
        if self._owes_snapshot and self._exchange.idle:
            self._owes_snapshot = False
            self._exchange.put(Parcel(self._memory.snapshot))

    def _on_silence(self, now: float) -> None:
        self._owes_snapshot = False
        self._exchange.hold()

    def _on_failed(self, failed: Failed, now: float) -> None:
        if failed.parcel.message == self._hello:
            # Without it the host would not learn of a reset.
            self._exchange.put(failed.parcel, first=True)
            return
        heard = self.last_heard is not None and self.last_heard >= failed.first_sent
        if heard or not failed.parcel.number:
            super()._on_failed(failed, now)
        else:
            self._exchange.put(failed.parcel, first=True)
            self._fall_silent(now)

    def _may_start(self) -> bool:
        if self.state is LinkState.WAITING:
            return any(parcel.message == self._hello for parcel in self._exchange.pending[:1])
        return self.state is LinkState.UP
