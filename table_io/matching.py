"""From one frame of another machine to a signal: patterns and captures.

A pattern is written as hex bytes: `A5 ?? 40/F0` asks for A5, any byte, and a
byte whose upper half is 4 (value/mask). A capture takes bits out of one byte of
the frame, and may map or shift the number. All are data; nothing here knows a
machine.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from engine.seat import Seat
from engine.signals import SIGNAL_NAMES, FaultKind, PowerState, Signal

Value: TypeAlias = int | str | bool


@dataclass(frozen=True, slots=True)
class Pattern:
    """Bytes with masks from a frame's first byte; `prefix`: more may follow."""

    values: bytes
    masks: bytes
    prefix: bool = False

    @classmethod
    def parse(cls, text: str, *, prefix: bool = False) -> Pattern:
        """Raises `ValueError` with the token that is no byte."""
        values, masks = bytearray(), bytearray()
        for token in text.split():
            value, slash, mask = token.partition("/")
            if token == "??":
                value, mask = "00", "00"
            elif not slash:
                mask = "FF"
            if len(value) != 2 or len(mask) != 2:
                raise ValueError(f"{token!r} is no byte: write e.g. A5, ?? or 40/F0")
            number, bits = _hex(value, token), _hex(mask, token)
            values.append(number & bits)
            masks.append(bits)
        if not values:
            raise ValueError("an empty pattern would match everything")
        return cls(bytes(values), bytes(masks), prefix)

    def __len__(self) -> int:
        return len(self.values)

    def matches(self, frame: bytes) -> bool:
        if len(frame) != len(self) and not (self.prefix and len(frame) > len(self)):
            return False
        return all(f & m == v for f, v, m in zip(frame, self.values, self.masks, strict=False))

    def overlaps(self, other: Pattern) -> bool:
        """Whether one frame could match both."""
        if not self._admits_length(other) and not other._admits_length(self):
            return False
        pairs = zip(self.values, self.masks, other.values, other.masks, strict=False)
        return all((v & n) == (w & m) for v, m, w, n in pairs)

    def _admits_length(self, other: Pattern) -> bool:
        return len(self) == len(other) or (self.prefix and len(self) < len(other))


def _hex(text: str, token: str) -> int:
    try:
        return bytes.fromhex(text)[0]
    except ValueError:
        raise ValueError(f"{token!r} is no byte: write e.g. A5, ?? or 40/F0") from None


@dataclass(frozen=True, slots=True)
class Capture:
    """Bits `low`…`high` of byte `at` (negative: from the end), mapped or shifted."""

    at: int
    low: int = 0
    high: int = 7
    adds: int = 0
    mapping: Mapping[int, Value] | None = None

    def take(self, frame: bytes) -> Value:
        """Raises `ValueError` where the frame has no such byte or value."""
        if not -len(frame) <= self.at < len(frame):
            raise ValueError(f"the frame has no byte {self.at}")
        number = (frame[self.at] >> self.low) & ((1 << (self.high - self.low + 1)) - 1)
        if self.mapping is None:
            return number + self.adds
        if number not in self.mapping:
            raise ValueError(f"value {number} of byte {self.at} is not in the map")
        return self.mapping[number]


def _whole(value: Value) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError(f"{value!r} is no whole number")
    return value


def _flag(value: Value) -> bool:
    if value in (0, 1):
        return bool(value)
    raise ValueError(f"{value!r} is neither true nor false")


def _seat(value: Value) -> Seat:
    return Seat.parse(value) if isinstance(value, str) else Seat(_whole(value))


def _power(value: Value) -> PowerState:
    return PowerState[value.upper()] if isinstance(value, str) else PowerState(_whole(value))


def _fault(value: Value) -> FaultKind:
    return FaultKind[value.upper()] if isinstance(value, str) else FaultKind(_whole(value))


@dataclass(frozen=True, slots=True)
class _Slot:
    convert: Callable[[Value], Any]
    per_seat: bool = False
    optional: bool = False


_COUNTS: Final = _Slot(_whole, per_seat=True)
_NUMBER: Final = _Slot(_whole)
_SEAT: Final = _Slot(_seat)
SIGNAL_FIELDS: Final[dict[str, dict[str, _Slot]]] = {
    "shuffle_started": {},
    "set_complete": {"count": _NUMBER},
    "walls_up": {"stacks": _COUNTS},
    "hatch": {"open": _Slot(_flag)},
    "dice": {"d1": _NUMBER, "d2": _NUMBER},
    "dealt": {"counts": _COUNTS},
    "seat_button": {"seat": _SEAT, "button": _NUMBER},
    "sticks": {"seat": _SEAT, "amount": _NUMBER},
    "fault": {
        "kind": _Slot(_fault),
        "side": _Slot(_seat, optional=True),
        "detail": _Slot(str, optional=True),
    },
    "power": {"state": _Slot(_power)},
}
"""What a profile can say: signal → its fields."""


def check_fields(name: str, given: set[str]) -> None:
    """Raises `ValueError` if `given` are not the fields of signal `name`."""
    slots = SIGNAL_FIELDS.get(name)
    if slots is None:
        raise ValueError(f"{name!r} is no signal: one of {', '.join(SIGNAL_FIELDS)}")
    if unknown := given - slots.keys():
        raise ValueError(f"{name} has no field {', '.join(sorted(unknown))}")
    needed = {field for field, slot in slots.items() if not slot.optional}
    if lacking := needed - given:
        raise ValueError(f"{name} lacks {', '.join(sorted(lacking))}")


def build_signal(name: str, values: Mapping[str, Value | list[Value]]) -> Signal:
    """The signal `name` of `values`; raises `ValueError` where they do not fit."""
    check_fields(name, set(values))
    fields: dict[str, Any] = {}
    for field, value in values.items():
        slot = SIGNAL_FIELDS[name][field]
        if isinstance(value, list) is not slot.per_seat:
            raise ValueError(f"{field} takes {'four values' if slot.per_seat else 'one value'}")
        try:
            if isinstance(value, list):
                fields[field] = tuple(slot.convert(one) for one in value)
            else:
                fields[field] = slot.convert(value)
        except KeyError:
            raise ValueError(f"{field} cannot be {value!r}") from None
    kind: Callable[..., Signal] = SIGNAL_NAMES[name]
    return kind(**fields)


@dataclass(frozen=True, slots=True)
class Matcher:
    """One row of a profile: frames of this pattern say this signal."""

    pattern: Pattern
    signal: str
    takes: Mapping[str, Capture | tuple[Capture, ...]]
    constants: Mapping[str, Value | list[Value]]
    debounce: float = 0.0

    def read(self, frame: bytes) -> Signal:
        """The signal in `frame`, which matches; `ValueError` if its values do not fit."""
        values: dict[str, Value | list[Value]] = dict(self.constants)
        for field, capture in self.takes.items():
            if isinstance(capture, Capture):
                values[field] = capture.take(frame)
            else:
                values[field] = [one.take(frame) for one in capture]
        return build_signal(self.signal, values)
