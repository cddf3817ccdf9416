"""Signals of the line as plain data, read back by their own field types."""

from __future__ import annotations

import dataclasses
import types
import typing
from enum import Enum
from functools import cache
from typing import Any

from engine.errors import LogCorrupt
from engine.signals import SIGNAL_NAMES, Numbered, Signal, SignalReceived

_NAMES = {kind: name for name, kind in SIGNAL_NAMES.items()}


def signal_to_plain(received: SignalReceived) -> dict[str, Any]:
    """The signal by name, its fields, and the raw bytes in hex."""
    plain: dict[str, Any] = {
        "signal": _NAMES[type(received.signal)],
        "time": round(received.time, 3),
        "sequence": received.sequence,
        "number": received.number,
        "raw": received.raw.hex(),
    }
    if received.recovered:
        plain["recovered"] = True
    if fields := _fields(received.signal):
        plain["fields"] = fields
    return plain


def signal_from_plain(plain: dict[str, Any], line: int) -> SignalReceived:
    """Reads back; raises `LogCorrupt` with `line` where the data is no signal."""
    try:
        kind = SIGNAL_NAMES[plain["signal"]]
        return SignalReceived(
            signal=_make(kind, plain.get("fields", {})),
            time=plain["time"],
            sequence=plain["sequence"],
            raw=bytes.fromhex(plain["raw"]),
            number=plain["number"],
            recovered=plain.get("recovered", False),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise LogCorrupt(line, f"不是信号（{error}） / no signal: {error}") from error


def _fields(signal: Any) -> dict[str, Any]:
    return {field.name: _plain(getattr(signal, field.name)) for field in dataclasses.fields(signal)}


def _plain(value: Any) -> Any:
    match value:
        case Numbered():
            name = _NAMES[type(value.signal)]
            return {"number": value.number, "signal": name, "fields": _fields(value.signal)}
        case Enum():
            return value.value
        case tuple():
            return [_plain(part) for part in value]
        case _ if dataclasses.is_dataclass(value):
            return _fields(value)
        case _:
            return value


@cache
def _hints(kind: type) -> dict[str, Any]:
    return typing.get_type_hints(kind)


def _make(kind: type, fields: dict[str, Any]) -> Signal:
    hints = _hints(kind)
    signal: Signal = kind(**{name: _read(hints[name], value) for name, value in fields.items()})
    return signal


def _read(hint: Any, value: Any) -> Any:
    """`value` as the type that `hint` names."""
    origin = typing.get_origin(hint)
    if origin in (types.UnionType, typing.Union):
        options = [option for option in typing.get_args(hint) if option is not type(None)]
        return None if value is None else _read(options[0], value)
    if origin is Numbered:
        signal = _make(SIGNAL_NAMES[value["signal"]], value["fields"])
        return Numbered(value["number"], signal)
    if origin is tuple:
        parts = typing.get_args(hint)
        if parts[-1] is Ellipsis:
            return tuple(_read(parts[0], item) for item in value)
        return tuple(_read(part, item) for part, item in zip(parts, value, strict=True))
    if isinstance(hint, type) and issubclass(hint, Enum):
        return hint(value)
    if dataclasses.is_dataclass(hint) and isinstance(hint, type):
        return _make(hint, value)
    return value
