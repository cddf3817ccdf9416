"""What the frames of the reference protocol mean: one table for both directions.

Each row of `MESSAGES` names a type id, the value it carries and its payload's
fields in order; writer, reader and the table in `docs/protocol.md` follow from
it. Numbers are unsigned and big-endian. A *numbered* message opens its payload
with the event number (u16, 1…65535; 0 where the board does not number).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, Final, TypeAlias, TypeVar

from engine.seat import Seat
from engine.signals import (
    Ack,
    Capability,
    Dealt,
    Dice,
    Fault,
    FaultKind,
    Hatch,
    Heartbeat,
    Hello,
    Lamp,
    Numbered,
    Phase,
    Power,
    PowerState,
    RaiseWalls,
    Roll,
    SeatButton,
    SetComplete,
    ShuffleStarted,
    Signal,
    Snapshot,
    StatusRequest,
    Sticks,
    TableCommand,
    WallsUp,
)
from table_io.frames import Frame, NoiseReason, ProtocolError

Message: TypeAlias = Signal | TableCommand
_EnumT = TypeVar("_EnumT", bound=IntEnum)
_NO_SEAT: Final = 0xFF
_NO_LEVEL: Final = 0xFF
_NO_AMOUNT: Final = 0xFFFFFF


class _Cursor:
    """Takes bytes off a payload's front; `ValueError` when they run out."""

    def __init__(self, data: bytes) -> None:
        self._data, self._at = data, 0

    def take(self, count: int) -> bytes:
        piece = self._data[self._at : self._at + count]
        if len(piece) < count:
            raise ValueError("the payload is too short")
        self._at += count
        return piece

    def number(self, count: int) -> int:
        return int.from_bytes(self.take(count), "big")

    def end(self) -> None:
        if self._at != len(self._data):
            raise ValueError("the payload is too long")


@dataclass(frozen=True, slots=True)
class Field:
    """How one value stands in a payload; `layout` is its name in the document."""

    layout: str
    write: Callable[[Any], bytes]
    read: Callable[[_Cursor], Any]


def _integer(size: int) -> Field:
    return Field(
        f"u{8 * size}",
        lambda value: int(value).to_bytes(size, "big"),
        lambda cursor: cursor.number(size),
    )


def _enum(kind: type[_EnumT]) -> Field:
    return Field("u8", lambda value: bytes((value,)), lambda cursor: kind(cursor.number(1)))


def _read_flag(cursor: _Cursor) -> bool:
    value = cursor.number(1)
    if value > 1:
        raise ValueError(f"{value} is neither 0 nor 1")
    return bool(value)


def _text(limit: int) -> Field:
    def write(value: str) -> bytes:
        data = value.encode("utf-8")
        if len(data) > limit:
            raise ProtocolError(f"{value!r} takes {len(data)} bytes, {limit} at most")
        return bytes((len(data),)) + data

    return Field(f"text{limit}", write, lambda c: c.take(c.number(1)).decode("utf-8"))


def _optional(inner: Field, absent: int, size: int = 1) -> Field:
    """None is written as the number `absent`."""
    mark = absent.to_bytes(size, "big")

    def read(cursor: _Cursor) -> Any:
        piece = cursor.take(size)
        return None if piece == mark else inner.read(_Cursor(piece))

    return Field(f"{inner.layout}?", lambda v: mark if v is None else inner.write(v), read)


def _each_seat(inner: Field) -> Field:
    return Field(
        f"4×{inner.layout}",
        lambda values: b"".join(inner.write(value) for value in values),
        lambda cursor: tuple(inner.read(cursor) for _ in range(4)),
    )


U8: Final = _integer(1)
U16: Final = _integer(2)
U24: Final = _integer(3)
FLAG: Final = Field("flag", lambda value: bytes((bool(value),)), _read_flag)
SEAT: Final = Field("seat", lambda value: bytes((value,)), lambda c: Seat(c.number(1)))
COUNTS: Final = _each_seat(U8)
_FieldRow: TypeAlias = tuple[tuple[str, Field], ...]

_DICE: Final[_FieldRow] = (("d1", U8), ("d2", U8))
_COUNT: Final[_FieldRow] = (("count", U8),)
_STACKS: Final[_FieldRow] = (("stacks", COUNTS),)
_DEALT: Final[_FieldRow] = (("counts", COUNTS),)
_BUTTON: Final[_FieldRow] = (("seat", SEAT), ("button", U8))
_FAULT_STATE: Final[_FieldRow] = (
    ("kind", _enum(FaultKind)),
    ("side", _optional(SEAT, _NO_SEAT)),
)


def _write_row(row: _FieldRow, value: object) -> bytes:
    return b"".join(field.write(getattr(value, name)) for name, field in row)


def _read_row(row: _FieldRow, kind: type[Any], cursor: _Cursor) -> Any:
    return kind(**{name: field.read(cursor) for name, field in row})


def _size(row: _FieldRow) -> int:
    """Bytes of a row of fixed-size fields."""
    return sum({"u8": 1, "seat": 1, COUNTS.layout: 4}[field.layout] for _, field in row)


def _numbered(kind: type[Any], row: _FieldRow) -> Field:
    """Event number and fields; number 0 stands for None."""

    def write(value: Numbered[Any] | None) -> bytes:
        if value is None:
            return bytes(2 + _size(row))
        return value.number.to_bytes(2, "big") + _write_row(row, value.signal)

    def read(cursor: _Cursor) -> Numbered[Any] | None:
        number, rest = cursor.number(2), cursor.take(_size(row))
        return Numbered(number, _read_row(row, kind, _Cursor(rest))) if number else None

    layouts = ", ".join(field.layout for _, field in row)
    return Field(f"(u16, {layouts})", write, read)


def _history(kind: type[Any], row: _FieldRow, places: int) -> Field:
    """Up to `places` numbered entries, oldest first; empty places are zeros."""
    inner = _numbered(kind, row)

    def write(values: tuple[Numbered[Any], ...]) -> bytes:
        if len(values) > places:
            raise ProtocolError(f"{len(values)} entries, {places} at most")
        padded = (*values, *(None for _ in range(places - len(values))))
        return b"".join(inner.write(value) for value in padded)

    def read(cursor: _Cursor) -> tuple[Numbered[Any], ...]:
        entries = (inner.read(cursor) for _ in range(places))
        return tuple(entry for entry in entries if entry is not None)

    return Field(f"{places}×{inner.layout}", write, read)


def _fault_state() -> Field:
    absent = Fault(FaultKind.NONE)

    def read(cursor: _Cursor) -> Fault | None:
        fault: Fault = _read_row(_FAULT_STATE, Fault, cursor)
        return None if fault.kind is FaultKind.NONE else fault

    return Field("(u8, seat?)", lambda value: _write_row(_FAULT_STATE, value or absent), read)


SNAPSHOT_DICE: Final = 4
SNAPSHOT_BUTTONS: Final = 2


@dataclass(frozen=True, slots=True)
class MessageType:
    """One row: id, value class, payload fields, and how it is delivered."""

    id: int
    name: str
    kind: type[Any]
    fields: _FieldRow = ()
    wants_ack: bool = True
    numbered: bool = False
    from_table: bool = True

    @property
    def layout(self) -> str:
        """The payload as the document prints it."""
        parts = ["number: u16"] if self.numbered else []
        parts += [f"{name}: {field.layout}" for name, field in self.fields]
        return ", ".join(parts) or "–"


MESSAGES: Final = (
    MessageType(
        0x01,
        "hello",
        Hello,
        (
            ("boot", U16),
            ("capabilities", Field("u16", U16.write, lambda c: Capability(c.number(2)))),
            ("model", _text(24)),
            ("firmware", _text(24)),
        ),
    ),
    MessageType(0x02, "heartbeat", Heartbeat, (("last_number", U16),), wants_ack=False),
    MessageType(0x10, "shuffle_started", ShuffleStarted, numbered=True),
    MessageType(0x11, "set_complete", SetComplete, _COUNT, numbered=True),
    MessageType(0x12, "walls_up", WallsUp, _STACKS, numbered=True),
    MessageType(0x13, "hatch", Hatch, (("open", FLAG),), numbered=True),
    MessageType(0x14, "dice", Dice, _DICE, numbered=True),
    MessageType(0x15, "dealt", Dealt, _DEALT, numbered=True),
    MessageType(0x16, "seat_button", SeatButton, _BUTTON, numbered=True),
    MessageType(0x17, "sticks", Sticks, (("seat", SEAT), ("amount", U24)), numbered=True),
    MessageType(0x18, "fault", Fault, (*_FAULT_STATE, ("detail", _text(40))), numbered=True),
    MessageType(0x19, "power", Power, (("state", _enum(PowerState)),), numbered=True),
    MessageType(
        0x20,
        "snapshot",
        Snapshot,
        (
            ("boot", U16),
            ("last_number", U16),
            ("phase", _enum(Phase)),
            ("shuffle_number", U16),
            ("set_complete", _numbered(SetComplete, _COUNT)),
            ("walls", _numbered(WallsUp, _STACKS)),
            ("dice", _history(Dice, _DICE, SNAPSHOT_DICE)),
            ("dealt", _numbered(Dealt, _DEALT)),
            ("buttons", _history(SeatButton, _BUTTON, SNAPSHOT_BUTTONS)),
            ("hatch_open", _optional(FLAG, _NO_LEVEL)),
            ("sticks", _each_seat(_optional(U24, _NO_AMOUNT, 3))),
            ("power", _optional(_enum(PowerState), _NO_LEVEL)),
            ("fault", _fault_state()),
        ),
    ),
    MessageType(0x40, "ack", Ack, (("sequence", U8),), wants_ack=False, from_table=False),
    MessageType(0x41, "status?", StatusRequest, (("introduce", FLAG),), from_table=False),
    MessageType(0x42, "raise_walls", RaiseWalls, from_table=False),
    MessageType(0x43, "roll", Roll, from_table=False),
    MessageType(0x44, "lamp", Lamp, (("seat", SEAT), ("on", FLAG)), from_table=False),
)
"""Every message of version 1. `ack` and `heartbeat` go both ways."""

_BY_ID: Final = {row.id: row for row in MESSAGES}
_BY_KIND: Final[dict[type[Any], MessageType]] = {row.kind: row for row in MESSAGES}


def message_type(message: Message) -> MessageType:
    """The table's row for a value."""
    return _BY_KIND[type(message)]


def to_frame(message: Message, sequence: int, number: int = 0) -> Frame:
    """The frame that carries `message`; raises `ProtocolError` where none can."""
    row = message_type(message)
    try:
        payload = _write_row(row.fields, message)
        head = number.to_bytes(2, "big") if row.numbered else b""
    except OverflowError as error:
        raise ProtocolError(f"{message} does not fit: {error}") from error
    return Frame(sequence, row.id, head + payload, row.wants_ack)


def from_frame(frame: Frame) -> tuple[Message, int] | NoiseReason:
    """`(message, event number)`, or why a sound frame says nothing.

    A payload must have exactly the fields of its row; the protocol grows by its
    version byte. The number is 0 for messages that are not numbered.
    """
    row = _BY_ID.get(frame.kind)
    if row is None:
        return NoiseReason.UNKNOWN_TYPE
    cursor = _Cursor(frame.payload)
    try:
        number = cursor.number(2) if row.numbered else 0
        message: Message = _read_row(row.fields, row.kind, cursor)
        cursor.end()
    except ValueError:
        return NoiseReason.PAYLOAD
    return message, number


__all__ = [
    "MESSAGES",
    "SNAPSHOT_BUTTONS",
    "SNAPSHOT_DICE",
    "Message",
    "MessageType",
    "from_frame",
    "message_type",
    "to_frame",
]
