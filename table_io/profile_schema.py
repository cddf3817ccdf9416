"""The sections of a profile's TOML file, and the lines where they stand."""

from __future__ import annotations

import re
from typing import Annotated, Final, Literal, TypeAlias

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

Place: TypeAlias = tuple[str | int, ...]
"""Where in a TOML file: keys and indices from the outside in."""


def bytes_of(value: object) -> bytes:
    """Bytes of hex text; raises `ValueError`."""
    if isinstance(value, bytes):
        return value
    if not isinstance(value, str):
        raise ValueError("write bytes as hex text, e.g. 'AA 55'")
    try:
        return bytes.fromhex(value)
    except ValueError:
        raise ValueError(f"{value!r} is not hex") from None


HexBytes = Annotated[bytes, BeforeValidator(bytes_of)]


class Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class TransportSection(Section):
    port: str = ""
    baud: int = Field(9600, gt=0)
    bytesize: Literal[5, 6, 7, 8] = 8
    parity: Literal["N", "E", "O", "M", "S"] = "N"
    stopbits: Literal[1, 2] = 1


class FramingSection(Section):
    kind: Literal["fixed", "length", "delimiter", "idle"]
    start: HexBytes = b""
    end: HexBytes = b""
    size: int = Field(0, ge=0, le=256)
    length_at: int = Field(0, ge=0)
    length_size: Literal[1, 2] = 1
    length_big_endian: bool = True
    length_adds: int = 0
    gap_ms: float = Field(20.0, gt=0)
    max_size: int = Field(64, gt=0, le=256)
    escape: HexBytes = b""
    escape_xor: int = Field(0, ge=0, le=255)


class ChecksumSection(Section):
    kind: str = "none"
    at: int = -1
    start: int = Field(0, ge=0)
    big_endian: bool = True


class CaptureSection(Section):
    at: int
    bits: tuple[int, int] = (0, 7)
    adds: int = 0
    map: dict[str, int | str | bool] | None = None


class MatchSection(Section):
    signal: str
    bytes: str
    prefix: bool = False
    debounce_ms: float = Field(0.0, ge=0)
    take: dict[str, CaptureSection | list[CaptureSection]] = {}
    set: dict[str, int | str | bool | list[int | str | bool]] = {}


class TrialSection(Section):
    hex: str | list[str]
    signals: list[dict[str, int | str | bool | list[int | str | bool]]]
    apart_ms: float = Field(1000.0, ge=0)


class ProfileFile(Section):
    name: str
    note: str = ""
    transport: TransportSection = TransportSection.model_validate({})
    framing: FramingSection
    checksum: ChecksumSection = ChecksumSection.model_validate({})
    match: list[MatchSection] = Field(min_length=1)
    test: list[TrialSection] = Field(min_length=1)


class TomlLines:
    """Finds the line of a place in a TOML text, as near as the text tells."""

    _HEADER: Final = re.compile(r"\s*(\[\[?)\s*([\w.]+)\s*\]")
    _KEY: Final = re.compile(r"\s*([\w-]+)\s*=")

    def __init__(self, text: str) -> None:
        self._lines: dict[Place, int] = {(): 1}
        counts: dict[str, int] = {}
        table: Place = ()
        for number, line in enumerate(text.splitlines(), start=1):
            if header := self._HEADER.match(line):
                first, *rest = header[2].split(".")
                if header[1] == "[[":
                    counts[first] = counts.get(first, -1) + 1
                table = (first, counts[first], *rest) if first in counts else (first, *rest)
                self._lines.setdefault(table, number)
            elif key := self._KEY.match(line):
                self._lines.setdefault((*table, key[1]), number)

    def of(self, place: Place) -> int:
        """The 1-based line of `place`, or of what it stands in."""
        while place not in self._lines:
            place = place[:-1]
        return self._lines[place]
