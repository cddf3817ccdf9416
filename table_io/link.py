"""The link between host and table: hand-shake, silence, snapshot. No I/O.

Both roles run one state table. `OPENED`, `CLOSED` are told by whoever owns the
port, `HEARD` is any sound frame, `SILENT` three seconds without one.

    state      OPENED         HEARD             SILENT        CLOSED
    CLOSED     WAITING greet  –                 –             –
    WAITING    –              UP      tell up   LOST tell     CLOSED
    UP         –              –                 LOST tell     CLOSED tell
    LOST       –              UP greet, tell up –             CLOSED

To greet is, for the table, `hello`; for the host, `status?` with a plea to
introduce. The host asks until a snapshot has come, after each `hello`, and
whenever a heartbeat names an event that it has not seen. So a late start, a
lost link and a lost frame end alike: in a snapshot that tells what was missed.

Usage: `opened(now)`; `receive(data, now)` gives events and may leave bytes to
send; `tick(now)` gives the bytes due, and `take_events()` what it found.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final, Protocol, TypeAlias

from engine.signals import Ack, Heartbeat, Hello, SignalReceived, StatusRequest, TableCommand
from table_io.exchange import Exchange, Failed
from table_io.frames import Frame, FrameReader, Noise
from table_io.messages import Message, from_frame

SILENCE: Final = 3.0
HEARTBEAT_EVERY: Final = 1.0
FRAME_GAP: Final = 0.25


class LinkState(Enum):
    CLOSED = auto()
    WAITING = auto()
    UP = auto()
    LOST = auto()


class _Stimulus(Enum):
    OPENED = auto()
    HEARD = auto()
    SILENT = auto()
    CLOSED = auto()


class _Do(Enum):
    GREET = auto()
    TELL_UP = auto()
    TELL_LOST = auto()


_TRANSITIONS: Final[dict[tuple[LinkState, _Stimulus], tuple[LinkState, tuple[_Do, ...]]]] = {
    (LinkState.CLOSED, _Stimulus.OPENED): (LinkState.WAITING, (_Do.GREET,)),
    (LinkState.WAITING, _Stimulus.HEARD): (LinkState.UP, (_Do.TELL_UP,)),
    (LinkState.WAITING, _Stimulus.SILENT): (LinkState.LOST, (_Do.TELL_LOST,)),
    (LinkState.WAITING, _Stimulus.CLOSED): (LinkState.CLOSED, ()),
    (LinkState.UP, _Stimulus.SILENT): (LinkState.LOST, (_Do.TELL_LOST,)),
    (LinkState.UP, _Stimulus.CLOSED): (LinkState.CLOSED, (_Do.TELL_LOST,)),
    (LinkState.LOST, _Stimulus.HEARD): (LinkState.UP, (_Do.GREET, _Do.TELL_UP)),
    (LinkState.LOST, _Stimulus.CLOSED): (LinkState.CLOSED, ()),
}


@dataclass(frozen=True, slots=True)
class LinkUp:
    """The other side is heard, for the first time or again."""

    time: float


@dataclass(frozen=True, slots=True)
class LinkLost:
    """Nothing sound was heard for three seconds, or the port has gone."""

    time: float
    port_gone: bool = False


@dataclass(frozen=True, slots=True)
class Undelivered:
    """A message that the other side never acknowledged; it was not obeyed late."""

    message: Message
    time: float


@dataclass(frozen=True, slots=True)
class CommandReceived:
    """A command as the table's side of the line got it."""

    command: TableCommand
    time: float
    sequence: int


LinkEvent: TypeAlias = (
    SignalReceived | CommandReceived | LinkUp | LinkLost | Undelivered | Noise
)


class Link(ABC):
    """What both roles share: reader, delivery, silence, heartbeats."""

    def __init__(self) -> None:
        self.state = LinkState.CLOSED
        self.noise_bytes = 0
        self.frames = 0
        self.last_heard: float | None = None
        self._reader = FrameReader()
        self._exchange = Exchange()
        self._events: list[LinkEvent] = []
        self._opened_at = 0.0
        self._last_byte = 0.0
        self._next_heartbeat = 0.0

    def opened(self, now: float) -> None:
        """The port is open (and its input was flushed): begin to talk."""
        self._reader = FrameReader()
        self._opened_at = now
        self._next_heartbeat = now + HEARTBEAT_EVERY
        self._step(_Stimulus.OPENED, now)

    def closed(self, now: float) -> None:
        """The port has gone. A frame cut in the middle becomes noise."""
        for piece in self._reader.abandon():
            self._take_piece(piece, now)
        self._step(_Stimulus.CLOSED, now)

    def receive(self, data: bytes, now: float) -> Sequence[LinkEvent]:
        """What `data` says, with what was found since the last call."""
        if data:
            self._last_byte = now
            for piece in self._reader.feed(data):
                self._take_piece(piece, now)
        return self.take_events()

    def tick(self, now: float) -> bytes:
        """The bytes to send now. Call it after `receive` and at least each 50 ms."""
        if self.state is LinkState.CLOSED:
            return b""
        if self._reader.pending and now - self._last_byte >= FRAME_GAP:
            for piece in self._reader.abandon():
                self._take_piece(piece, now)
        heard = self._opened_at
        if self.last_heard is not None and self.last_heard > heard:
            heard = self.last_heard
        if now - heard >= SILENCE:
            self._fall_silent(now)
        failed = self._exchange.failed(now)
        if failed is not None:
            self._on_failed(failed, now)
        self._on_tick(now)
        if now >= self._next_heartbeat:
            self._next_heartbeat = now + HEARTBEAT_EVERY
            self._exchange.put_now(self._heartbeat())
        return self._exchange.take(now, may_start=self._may_start())

    def take_events(self) -> Sequence[LinkEvent]:
        """What was found since it was last asked."""
        events, self._events = self._events, []
        return events

    def _step(self, stimulus: _Stimulus, now: float) -> None:
        step = _TRANSITIONS.get((self.state, stimulus))
        if step is None:
            return
        self.state, todo = step
        for what in todo:
            if what is _Do.GREET:
                self._greet(now)
            elif what is _Do.TELL_UP:
                self._events.append(LinkUp(now))
            else:
                self._events.append(LinkLost(now, stimulus is _Stimulus.CLOSED))
        if self.state in (LinkState.LOST, LinkState.CLOSED):
            self._on_silence(now)

    def _fall_silent(self, now: float) -> None:
        self._step(_Stimulus.SILENT, now)

    def _take_piece(self, piece: Frame | Noise, now: float) -> None:
        if isinstance(piece, Noise):
            self._take_noise(piece)
            return
        self.frames += 1
        self.last_heard = now
        self._step(_Stimulus.HEARD, now)
        if piece.wants_ack:
            # Nonsense in a sound frame is acknowledged too: it will not improve.
            self._exchange.put_now(Ack(piece.sequence))
        meaning = from_frame(piece)
        if not isinstance(meaning, tuple):
            self._take_noise(Noise(piece.to_bytes(), meaning))
            return
        message, number = meaning
        if isinstance(message, Ack):
            self._exchange.acknowledged(message.sequence)
            return
        if isinstance(message, Hello | StatusRequest) and self._begins_anew(message, piece):
            self._exchange.forget_seen()
        if piece.wants_ack and not self._exchange.is_new(piece):
            return
        self._take_message(message, number, piece, now)

    def _take_noise(self, noise: Noise) -> None:
        self.noise_bytes += len(noise.raw)
        self._events.append(noise)

    @abstractmethod
    def _begins_anew(self, message: Hello | StatusRequest, frame: Frame) -> bool:
        """Whether the other side has begun to count its frames anew."""

    @abstractmethod
    def _take_message(self, message: Message, number: int, frame: Frame, now: float) -> None:
        """Act on a message that is neither an ack nor a repetition."""

    @abstractmethod
    def _greet(self, now: float) -> None:
        """Queue this role's opening words."""

    def _heartbeat(self) -> Heartbeat:
        return Heartbeat()

    def _on_failed(self, failed: Failed, now: float) -> None:
        self._events.append(Undelivered(failed.parcel.message, now))

    @abstractmethod
    def _on_silence(self, now: float) -> None:
        """The other side is not heard: settle what was under way."""

    @abstractmethod
    def _on_tick(self, now: float) -> None:
        """Queue what this role owes by now."""

    def _may_start(self) -> bool:
        """Whether the next queued message may set out."""
        return True


class HostSide(Protocol):
    """What the port's worker needs of a link, whichever machine it talks to."""

    state: LinkState
    noise_bytes: int
    frames: int
    last_heard: float | None

    def opened(self, now: float) -> None: ...

    def closed(self, now: float) -> None: ...

    def receive(self, data: bytes, now: float) -> Sequence[LinkEvent]: ...

    def tick(self, now: float) -> bytes: ...

    def take_events(self) -> Sequence[LinkEvent]: ...

    def send(self, command: TableCommand, now: float) -> None: ...
