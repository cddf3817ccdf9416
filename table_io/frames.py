"""Bytes ↔ frames of the reference protocol, without input or output.

    AA 55 | version | sequence | type | length | payload … | CRC hi | CRC lo
      2        1         1        1       1      0 … 64          2

`version` is 1. `sequence` counts the sender's frames modulo 256. `type` is a
seven-bit id; its top bit asks for an acknowledgement. `length` counts payload
bytes only. The CRC is CRC-16/CCITT-FALSE over version … payload.

Faults that the reader survives: garbage before, inside and after a frame; a
frame cut anywhere; a bit flipped anywhere; a start mark inside a payload or in
garbage; a length that lies; a sender that stops in mid-frame (`abandon`); any
cutting of the stream into reads. What comes out depends on the bytes alone,
not on how they were cut. Every byte comes out once, in a frame or as noise, and
no more than one frame's bytes are ever held back.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from table_io.checksums import crc16_ccitt_false

MARK: Final = b"\xaa\x55"
VERSION: Final = 1
MAX_PAYLOAD: Final = 64
HEADER_SIZE: Final = 6
MAX_FRAME: Final = HEADER_SIZE + MAX_PAYLOAD + 2
_WANTS_ACK: Final = 0x80


class ProtocolError(ValueError):
    """Our own side tried to say what the protocol cannot carry."""


class NoiseReason(StrEnum):
    """Why bytes make no frame, or a frame makes no message."""

    NO_MARK = "no_mark"
    VERSION = "version"
    LENGTH = "length"
    CHECKSUM = "checksum"
    CUT = "cut"
    UNKNOWN_TYPE = "unknown_type"
    PAYLOAD = "payload"


@dataclass(frozen=True, slots=True)
class Frame:
    """One frame; `kind` is the type id without the bit that asks for an ack."""

    sequence: int
    kind: int
    payload: bytes = b""
    wants_ack: bool = False

    def __post_init__(self) -> None:
        if not 0 <= self.sequence <= 0xFF or not 0 <= self.kind < _WANTS_ACK:
            raise ProtocolError(f"sequence {self.sequence} or type {self.kind} is out of range")
        if len(self.payload) > MAX_PAYLOAD:
            raise ProtocolError(f"a payload of {len(self.payload)} bytes exceeds {MAX_PAYLOAD}")

    def to_bytes(self) -> bytes:
        kind = self.kind | (_WANTS_ACK if self.wants_ack else 0)
        body = bytes((VERSION, self.sequence, kind, len(self.payload))) + self.payload
        return MARK + body + crc16_ccitt_false(body).to_bytes(2, "big")


@dataclass(frozen=True, slots=True)
class Noise:
    """Bytes that make no sense, with the reason why the first of them did not."""

    raw: bytes
    reason: NoiseReason


class FrameReader:
    """Feed it bytes, take frames and noise in the order they came."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._noise = bytearray()
        self._reason = NoiseReason.NO_MARK

    @property
    def pending(self) -> int:
        """Bytes held back because they may become a frame."""
        return len(self._buffer)

    def feed(self, data: bytes) -> list[Frame | Noise]:
        out: list[Frame | Noise] = []
        # In slices, so that a flood of bytes never grows the buffer.
        for start in range(0, len(data), MAX_FRAME):
            self._buffer += data[start : start + MAX_FRAME]
            while self._buffer and self._step(out):
                pass
        self._flush_noise(out)
        return out

    def abandon(self) -> list[Frame | Noise]:
        """Give up the frame begun: its sender stopped or never meant one.

        Whole frames that stood behind a false start are still found.
        """
        out: list[Frame | Noise] = []
        while self._buffer:
            self._reject(1, NoiseReason.CUT)
            while self._buffer and self._step(out):
                pass
        self._flush_noise(out)
        return out

    def _step(self, out: list[Frame | Noise]) -> bool:
        """Take one frame or some noise off the buffer; False: more bytes needed."""
        buffer = self._buffer
        at = buffer.find(MARK)
        if at < 0:
            at = len(buffer) - (buffer[-1] == MARK[0])
        if at > 0:
            self._reject(at, NoiseReason.NO_MARK)
            return bool(self._buffer)
        if len(buffer) > 2 and buffer[2] != VERSION:
            self._reject(1, NoiseReason.VERSION)
            return True
        if len(buffer) < HEADER_SIZE:
            return False
        length = buffer[5]
        if length > MAX_PAYLOAD:
            self._reject(1, NoiseReason.LENGTH)
            return True
        size = HEADER_SIZE + length + 2
        if len(buffer) < size:
            return False
        body = bytes(buffer[2 : size - 2])
        if crc16_ccitt_false(body) != int.from_bytes(buffer[size - 2 : size], "big"):
            self._reject(1, NoiseReason.CHECKSUM)
            return True
        self._flush_noise(out)
        out.append(
            Frame(
                sequence=body[1],
                kind=body[2] & ~_WANTS_ACK,
                payload=body[4:],
                wants_ack=bool(body[2] & _WANTS_ACK),
            )
        )
        del buffer[:size]
        return True

    def _reject(self, count: int, reason: NoiseReason) -> None:
        if not self._noise:
            self._reason = reason
        self._noise += self._buffer[:count]
        del self._buffer[:count]

    def _flush_noise(self, out: list[Frame | Noise]) -> None:
        if self._noise:
            out.append(Noise(bytes(self._noise), self._reason))
            self._noise.clear()
