"""Delivery on one line: acknowledge, send again, apply once.

One frame that asks for an acknowledgement is under way at a time, so frames
arrive in the order they were put. It is sent again after 200 ms, three times;
then its sender decides (`Exchange.failed`). A sequence number is applied once.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import Final

from table_io.frames import Frame
from table_io.messages import Message, to_frame

RESEND_AFTER: Final = 0.2
RESENDS: Final = 3
_SEEN_WINDOW: Final = 32


@dataclass(frozen=True, slots=True)
class Parcel:
    """A message that waits for delivery, with its event number."""

    message: Message
    number: int = 0


@dataclass(slots=True)
class _UnderWay:
    parcel: Parcel
    sequence: int
    data: bytes
    first_sent: float
    last_sent: float
    sends: int = 1


@dataclass(frozen=True, slots=True)
class Failed:
    """A parcel that stayed unacknowledged after all resends."""

    parcel: Parcel
    first_sent: float


class Exchange:
    """The sending and the once-only half of one side of the line.

    `limit` parcels may wait; beyond that the oldest event is dropped and counted.
    """

    def __init__(self, limit: int = 32) -> None:
        self._limit = limit
        self._sequence = 0
        self._waiting: deque[Parcel] = deque()
        self._under_way: _UnderWay | None = None
        self._out = bytearray()
        self._seen: deque[int] = deque(maxlen=_SEEN_WINDOW)
        self.dropped = 0

    @property
    def idle(self) -> bool:
        return self._under_way is None and not self._waiting

    @property
    def pending(self) -> tuple[Parcel, ...]:
        """What is under way and what waits, in order."""
        first = (self._under_way.parcel,) if self._under_way else ()
        return (*first, *self._waiting)

    def put(self, parcel: Parcel, *, first: bool = False) -> None:
        """Let `parcel` wait its turn, or go before all that wait."""
        if first:
            self._waiting.appendleft(parcel)
        else:
            self._waiting.append(parcel)
        while len(self._waiting) > self._limit:
            # Events are in the table's memory too; a greeting or an answer is not.
            oldest = next((i for i, p in enumerate(self._waiting) if p.number), 0)
            del self._waiting[oldest]
            self.dropped += 1

    def put_now(self, message: Message) -> None:
        """Send a message that asks for no acknowledgement."""
        self._out += to_frame(message, self._next_sequence()).to_bytes()

    def failed(self, now: float) -> Failed | None:
        """The parcel whose resends are used up; it then waits no more."""
        flight = self._under_way
        if flight is None or flight.sends <= RESENDS or now - flight.last_sent < RESEND_AFTER:
            return None
        self._under_way = None
        return Failed(flight.parcel, flight.first_sent)

    def take(self, now: float, *, may_start: bool = True) -> bytes:
        """Bytes due now; `may_start` allows the next parcel to set out."""
        flight = self._under_way
        if flight is None and may_start and self._waiting:
            parcel = self._waiting.popleft()
            sequence = self._next_sequence()
            data = to_frame(parcel.message, sequence, parcel.number).to_bytes()
            self._under_way = _UnderWay(parcel, sequence, data, now, now)
            self._out += data
        elif flight and flight.sends <= RESENDS and now - flight.last_sent >= RESEND_AFTER:
            flight.sends += 1
            flight.last_sent = now
            self._out += flight.data
        out = bytes(self._out)
        self._out.clear()
        return out

    def acknowledged(self, sequence: int) -> Parcel | None:
        """The other side has frame `sequence`; the parcel if it was under way."""
        flight = self._under_way
        if flight is None or flight.sequence != sequence:
            return None
        self._under_way = None
        return flight.parcel

    def clear(self) -> tuple[Parcel, ...]:
        """Forget all that waits or is under way, and say what it was."""
        parcels = self.pending
        self._under_way = None
        self._waiting.clear()
        self._out.clear()
        return parcels

    def hold(self) -> None:
        """Put what is under way back to the front, and unsay what is unsent."""
        if self._under_way:
            self._waiting.appendleft(self._under_way.parcel)
            self._under_way = None
        self._out.clear()

    def is_new(self, frame: Frame) -> bool:
        """True once per sequence number of the other side's counted frames."""
        if frame.sequence in self._seen:
            return False
        self._seen.append(frame.sequence)
        return True

    def forget_seen(self) -> None:
        """The other side has begun to count anew."""
        self._seen.clear()

    def _next_sequence(self) -> int:
        sequence = self._sequence
        self._sequence = (sequence + 1) % 256
        return sequence
