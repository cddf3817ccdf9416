"""The record of a match as JSON lines: one header, then one entry a line.

A line that was torn by a crash may only be the last one; it is left out. Older
schemas are read through upcasters, newer ones are refused.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine.codec import event_from_data, event_to_data
from engine.errors import LogCorrupt, LogVersion
from engine.events import Entry, Source

SCHEMA = 1
"""Version of the record's form that this program writes."""

_YEAR_10000 = 253_402_300_800

Upcaster = Callable[[dict[str, Any]], dict[str, Any]]
UPCASTERS: dict[int, Upcaster] = {}
"""Version → what turns one line of it into the next version."""


@dataclass(frozen=True, slots=True)
class Header:
    """The first line: how to read the rest.

    `digest`: of the rule set with these `options` (see `RuleSet.digest`).
    `players`: names of seats A…D. `began`: seconds since the epoch.
    """

    rules: str
    options: Mapping[str, str]
    digest: str
    players: tuple[str, str, str, str]
    began: float
    program: str = ""
    schema: int = SCHEMA


def header_line(header: Header) -> str:
    """The header as one line, without its end."""
    return _dump(
        {
            "schema": header.schema,
            "rules": header.rules,
            "options": dict(header.options),
            "digest": header.digest,
            "players": list(header.players),
            "began": header.began,
            "program": header.program,
        }
    )


def entry_line(entry: Entry) -> str:
    """One entry as one line, without its end."""
    return _dump(
        {
            "seq": entry.seq,
            "time": entry.time,
            "learnt": entry.source.value,
            "confidence": entry.confidence,
            **event_to_data(entry.event),
        }
    )


def _dump(data: dict[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _parse(line: str, number: int) -> dict[str, Any]:
    try:
        data = json.loads(line)
    except json.JSONDecodeError as error:
        raise LogCorrupt(number, f"不是 JSON / not JSON ({error})") from error
    except ValueError as error:
        raise LogCorrupt(
            number, "有一个数长得读不了 / it has a number too long to be read"
        ) from error
    if not isinstance(data, dict):
        raise LogCorrupt(number, "不是对象 / not an object")
    return data


def _header(data: dict[str, Any]) -> Header:
    schema = data.get("schema")
    if not isinstance(schema, int):
        raise LogCorrupt(1, "缺开头一行（schema） / no header: the first line names the schema")
    if schema < SCHEMA and schema not in UPCASTERS:
        raise LogVersion(f"没有记录格式 {schema} / there is no schema {schema}")
    if schema > SCHEMA:
        raise LogVersion(
            f"记录格式是 {schema}，本程序只读到 {SCHEMA}，请更新程序 / "
            f"the record has schema {schema}, this program reads up to {SCHEMA}: update it"
        )
    try:
        a, b, c, d = (str(name) for name in data["players"])
        return Header(
            rules=str(data["rules"]),
            options={str(k): str(v) for k, v in data["options"].items()},
            digest=str(data["digest"]),
            players=(a, b, c, d),
            began=_moment(data["began"]),
            program=str(data.get("program", "")),
            schema=schema,
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise LogCorrupt(
            1, f"开头一行不全：{error} / the header lacks something: {error}"
        ) from error


def _moment(value: Any) -> float:
    """Seconds since the epoch, up to the year 9999."""
    seconds = float(value)
    if not 0 <= seconds < _YEAR_10000:
        raise ValueError(f"{value!r} is no moment")
    return seconds


def _entry(data: dict[str, Any], number: int) -> Entry:
    try:
        seq, time = data.pop("seq"), float(data.pop("time"))
        source, confidence = Source(data.pop("learnt")), float(data.pop("confidence"))
        event = event_from_data(data)
    except (KeyError, TypeError, ValueError, ArithmeticError) as error:
        raise LogCorrupt(number, str(error)) from error
    if not isinstance(seq, int):
        raise LogCorrupt(number, "seq 不是数 / seq is no number")
    return Entry(seq, time, source, confidence, event)


@dataclass(frozen=True, slots=True)
class Log:
    """A record that was read. `torn`: whether a torn last line was left out."""

    header: Header
    entries: tuple[Entry, ...]
    torn: bool = False


def read_log(lines: Iterable[str]) -> Log:
    """A whole record; raises `LogCorrupt` (with the line) or `LogVersion`.

    Only the last line may be damaged, where a crash cut it.
    """
    numbered = [(number, line) for number, line in enumerate(lines, 1) if line.strip()]
    if not numbered:
        raise LogCorrupt(1, "记录是空的 / the record is empty")
    header = _header(_parse(numbered[0][1], numbered[0][0]))
    entries: list[Entry] = []
    torn = False
    for number, line in numbered[1:]:
        try:
            data = _upcast(_parse(line, number), header.schema)
            entry = _entry(data, number)
        except LogCorrupt:
            if number == numbered[-1][0] and not line.endswith("\n"):
                torn = True
                break
            raise
        if entry.seq != len(entries) + 1:
            raise LogCorrupt(
                number,
                f"该是第 {len(entries) + 1} 条，却是 {entry.seq} / "
                f"entry {entry.seq} where {len(entries) + 1} belongs",
            )
        entries.append(entry)
    return Log(header, tuple(entries), torn)


def _upcast(data: dict[str, Any], schema: int) -> dict[str, Any]:
    for version in range(schema, SCHEMA):
        data = UPCASTERS[version](data)
    return data


def write_log(header: Header, entries: Iterable[Entry]) -> Iterator[str]:
    """All lines of a record, each with its end."""
    yield header_line(header) + "\n"
    for entry in entries:
        yield entry_line(entry) + "\n"
