"""A checked profile at work: one machine's bytes → signals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.signals import Signal
from table_io.checksums import CHECKSUMS
from table_io.frames import Noise, NoiseReason
from table_io.framing import Framer, Framing
from table_io.matching import Matcher
from table_io.profile_schema import ChecksumSection, TransportSection
from table_io.serial_port import PortSettings


@dataclass(frozen=True, slots=True)
class Profile:
    """A checked profile of one machine."""

    name: str
    transport: TransportSection
    framing: Framing
    checksum: ChecksumSection
    matchers: tuple[Matcher, ...]

    def port_settings(self, port: str = "") -> PortSettings:
        """How to open the machine's line; `port` goes before the profile's own."""
        line = self.transport
        return PortSettings(
            port or line.port, line.baud, line.bytesize, line.parity, line.stopbits
        )

    def reader(self) -> ProfileReader:
        """A fresh decoder of the machine's bytes."""
        return ProfileReader(self)


@dataclass(frozen=True, slots=True)
class Reading:
    """A signal and the frame that said it."""

    signal: Signal
    raw: bytes


class ProfileReader:
    """Bytes of one machine → readings and noise. No I/O; time in seconds."""

    def __init__(self, profile: Profile) -> None:
        self._profile = profile
        self._framer = Framer(
            profile.framing, lambda frame: _checksum_holds(profile.checksum, frame)
        )
        self._last: dict[int, tuple[Signal, float]] = {}

    def feed(self, data: bytes, now: float) -> list[Reading | Noise]:
        """Call it with no bytes too, so that a quiet line ends a frame."""
        out: list[Reading | Noise] = []
        for piece in self._framer.feed(data, now):
            found = piece if isinstance(piece, Noise) else self._read(piece, now)
            if found is not None:
                out.append(found)
        return out

    def _read(self, frame: bytes, now: float) -> Reading | Noise | None:
        for index, matcher in enumerate(self._profile.matchers):
            if not matcher.pattern.matches(frame):
                continue
            try:
                signal = matcher.read(frame)
            except ValueError:
                return Noise(frame, NoiseReason.PAYLOAD)
            before = self._last.get(index)
            self._last[index] = (signal, now)
            if before and before[0] == signal and now - before[1] < matcher.debounce:
                return None
            return Reading(signal, frame)
        return Noise(frame, NoiseReason.UNKNOWN_TYPE)


def _checksum_holds(section: ChecksumSection, frame: bytes) -> bool:
    checksum = CHECKSUMS[section.kind]
    if checksum.width == 0:
        return True
    at = section.at if section.at >= 0 else len(frame) + section.at
    if not section.start <= at <= len(frame) - checksum.width:
        return False
    order: Literal["big", "little"] = "big" if section.big_endian else "little"
    stated = int.from_bytes(frame[at : at + checksum.width], order)
    return checksum.compute(frame[section.start : at]) == stated
