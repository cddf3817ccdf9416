"""Events as plain JSON data and back, driven by the dataclasses' own fields.

Tiles are codes, rows of tiles grouped notation, seats letters, amounts exact
fractions as text. A field that has its default is left out, so that a record
stays short and a field added later reads as its default.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Callable
from enum import Enum
from fractions import Fraction
from functools import cache
from typing import Any, cast

from engine import events
from engine.errors import LogError
from engine.events import Event
from engine.seat import Seat
from engine.tile import Tile, format_tiles, parse_tiles

EVENT_TYPES: dict[str, type] = {kind.__name__: kind for kind in typing.get_args(events.Event)}


def event_to_data(event: Event) -> dict[str, Any]:
    """An event as plain data; `event` names its type."""
    return {"event": type(event).__name__, **_fields_to_data(event)}


def event_from_data(data: object) -> Event:
    """The event that `event_to_data` gave; raises `LogError`."""
    if not isinstance(data, dict):
        raise LogError(f"不是事件 / not an event: {data!r}")
    kind = EVENT_TYPES.get(str(data.get("event")))
    if kind is None:
        raise LogError(f"没有事件 {data.get('event')!r} / no event {data.get('event')!r}")
    return cast(Event, _from_fields(kind, data, "event"))


def _fields_to_data(value: Any) -> dict[str, Any]:
    out: dict[str, Any] = {}
    for field in dataclasses.fields(value):
        item = getattr(value, field.name)
        if field.default is not dataclasses.MISSING and item == field.default:
            continue
        out[field.name] = _to_data(item)
    return out


def _to_data(item: Any) -> Any:
    if isinstance(item, Tile):
        return item.code
    if isinstance(item, Seat):
        return item.name
    if isinstance(item, Enum):
        return item.value
    if isinstance(item, Fraction):
        return str(item)
    if isinstance(item, tuple):
        if item and all(isinstance(part, Tile) for part in item):
            return format_tiles(item)
        return [_to_data(part) for part in item]
    if dataclasses.is_dataclass(item) and not isinstance(item, type):
        if type(item).__name__ in EVENT_TYPES:
            return {"event": type(item).__name__, **_fields_to_data(item)}
        return _fields_to_data(item)
    return item


@cache
def _readers(kind: type) -> dict[str, tuple[Callable[[Any], Any], bool]]:
    """Field name → how to read it, and whether it must be there."""
    hints = typing.get_type_hints(kind, vars(events))
    return {
        field.name: (
            _reader(hints[field.name]),
            field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING,
        )
        for field in dataclasses.fields(kind)
    }


def _from_fields(kind: type, data: dict[str, Any], *extra: str) -> Any:
    readers = _readers(kind)
    unknown = set(data) - set(readers) - set(extra)
    if unknown:
        names = ", ".join(sorted(unknown))
        raise LogError(f"{kind.__name__} 没有 {names} / {kind.__name__} has no {names}")
    values: dict[str, Any] = {}
    for name, (read, needed) in readers.items():
        if name in data:
            try:
                values[name] = read(data[name])
            except (ValueError, TypeError, KeyError, ArithmeticError) as error:
                raise LogError(f"{kind.__name__}.{name}: {error}") from error
        elif needed:
            raise LogError(f"{kind.__name__} 缺 {name} / {kind.__name__} lacks {name}")
    return kind(**values)


def _reader(hint: Any) -> Callable[[Any], Any]:
    origin = typing.get_origin(hint)
    args = typing.get_args(hint)
    if origin in (typing.Union, types.UnionType):
        return _union_reader(args)
    if origin is tuple:
        return _tuple_reader(args)
    if hint is Tile:
        return Tile.parse
    if hint is Seat:
        return Seat.parse
    if hint is Fraction:
        return Fraction
    if isinstance(hint, type) and issubclass(hint, Enum):
        return hint
    if dataclasses.is_dataclass(hint):
        return lambda data: _from_fields(cast(type, hint), data)
    if hint in (int, str):
        return lambda data: _exactly(hint, data)
    return _plain


def _union_reader(args: tuple[Any, ...]) -> Callable[[Any], Any]:
    if type(None) in args and len(args) == 2:
        read = _reader(args[0] if args[1] is type(None) else args[1])
        return lambda data: None if data is None else read(data)
    return event_from_data


def _tuple_reader(args: tuple[Any, ...]) -> Callable[[Any], Any]:
    if len(args) == 2 and args[1] is Ellipsis:
        if args[0] is Tile:
            return _tiles
        each = _reader(args[0])
        return lambda data: tuple(each(part) for part in _exactly(list, data))
    parts = [_reader(arg) for arg in args]

    def read(data: Any) -> Any:
        if len(_exactly(list, data)) != len(parts):
            raise ValueError(f"{len(parts)} items, not {len(data)}")
        return tuple(part(item) for part, item in zip(parts, data, strict=True))

    return read


def _tiles(data: Any) -> tuple[Tile, ...]:
    """Tiles written together; none at all is a list."""
    if isinstance(data, str):
        return parse_tiles(data)
    return tuple(Tile.parse(part) for part in _exactly(list, data))


def _exactly(kind: type, data: Any) -> Any:
    if type(data) is not kind:
        raise TypeError(f"{data!r} is not {kind.__name__}")
    return data


def _plain(data: Any) -> Any:
    """Plain data with lists as tuples."""
    return tuple(_plain(part) for part in data) if isinstance(data, list) else data
