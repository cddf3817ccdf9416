"""How other machines cut their bytes into frames, as profiles describe it.

    fixed      [start] … `size` bytes in all
    length     [start] … a length field at `length_at`; total = field + `length_adds`
    delimiter  [start] … `end` (the end mark belongs to the frame)
    idle       whatever comes until the line is quiet for `gap_ms`

`start` is optional; bytes that are not it are noise. A frame longer than
`max_size` is noise. An escape byte inside a delimited frame stands for the next
byte xor `escape_xor`, so that marks can occur in data; it is undone here, and
the marks stay. Nothing larger than one frame is held back.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

from table_io.frames import Noise, NoiseReason

CUT_AFTER: Final = 0.25
"""Seconds after which a frame that stopped in the middle is given up."""


@dataclass(frozen=True, slots=True)
class Framing:
    """The shape of a machine's frames; see the module's head for the kinds."""

    kind: Literal["fixed", "length", "delimiter", "idle"]
    start: bytes = b""
    end: bytes = b""
    size: int = 0
    length_at: int = 0
    length_size: int = 1
    length_big_endian: bool = True
    length_adds: int = 0
    gap: float = 0.02
    max_size: int = 64
    escape: int | None = None
    escape_xor: int = 0


def _any_frame(frame: bytes) -> bool:
    return True


class Framer:
    """Cuts one machine's byte stream. Feed bytes, take whole frames and noise.

    `sound` judges a frame's checksum: where it fails, only the first byte is
    noise, so that a frame that begins inside a false one is still found.
    """

    def __init__(self, framing: Framing, sound: Callable[[bytes], bool] = _any_frame) -> None:
        self._framing = framing
        self._sound = sound
        self._buffer = bytearray()
        self._noise = bytearray()
        self._reason = NoiseReason.NO_MARK
        self._last = 0.0

    def feed(self, data: bytes, now: float) -> list[bytes | Noise]:
        """Frames complete by `now`, in the order they came."""
        out = self.idle(now)
        if data:
            self._last = now
        step = self._framing.max_size
        for start in range(0, len(data), step):
            self._buffer += data[start : start + step]
            while self._buffer and self._step(out):
                pass
        self._flush(out)
        return out

    def idle(self, now: float) -> list[bytes | Noise]:
        """What the quiet on the line ends: an idle-gap frame, or a frame cut short."""
        out: list[bytes | Noise] = []
        gap = self._framing.gap if self._framing.kind == "idle" else CUT_AFTER
        if not self._buffer or now - self._last < gap:
            return out
        if self._framing.kind == "idle":
            # Whatever precedes the start mark was set aside while it came.
            if self._sound(bytes(self._buffer)):
                out.append(bytes(self._buffer))
                self._buffer.clear()
            else:
                self._reject(len(self._buffer), NoiseReason.CHECKSUM)
                self._flush(out)
            return out
        while self._buffer:
            self._reject(1, NoiseReason.CUT)
            while self._buffer and self._step(out):
                pass
        self._flush(out)
        return out

    def _step(self, out: list[bytes | Noise]) -> bool:
        buffer, framing = self._buffer, self._framing
        if framing.start and not buffer.startswith(framing.start):
            ahead = self._start_at()
            if ahead:
                self._reject(ahead, NoiseReason.NO_MARK)
                return bool(buffer)
            return False
        size = self._frame_size()
        if size is None:
            if len(buffer) >= framing.max_size:
                self._reject(1 if framing.start else len(buffer), NoiseReason.LENGTH)
                return True
            return False
        if not self._least() <= size <= framing.max_size:
            self._reject(1, NoiseReason.LENGTH)
            return True
        if len(buffer) < size:
            return False
        frame = self._unescape(bytes(buffer[:size]))
        if frame is None:
            self._reject(size, NoiseReason.PAYLOAD)
            return True
        if not self._sound(frame):
            # Without a start mark a delimiter is the only place to begin again.
            anew = size if framing.kind == "delimiter" and not framing.start else 1
            self._reject(anew, NoiseReason.CHECKSUM)
            return True
        self._flush(out)
        out.append(frame)
        del buffer[:size]
        return True

    def _start_at(self) -> int:
        """Offset of the first place where the start mark stands or may yet stand."""
        start, buffer = self._framing.start, self._buffer
        at = buffer.find(start)
        if at >= 0:
            return at
        for tail in range(min(len(start) - 1, len(buffer)), 0, -1):
            if buffer.endswith(start[:tail]):
                return len(buffer) - tail
        return len(buffer)

    def _frame_size(self) -> int | None:
        """Bytes of the frame at the buffer's head; None while that is unknown."""
        buffer, framing = self._buffer, self._framing
        match framing.kind:
            case "fixed":
                return framing.size
            case "length":
                field = buffer[framing.length_at : framing.length_at + framing.length_size]
                if len(field) < framing.length_size:
                    return None
                order: Literal["big", "little"] = "big" if framing.length_big_endian else "little"
                return int.from_bytes(field, order) + framing.length_adds
            case "delimiter":
                at = buffer.find(framing.end, len(framing.start))
                return None if at < 0 else at + len(framing.end)
            case "idle":
                return None

    def _least(self) -> int:
        """The smallest size that a frame of this kind can have."""
        framing = self._framing
        if framing.kind == "length":
            return max(len(framing.start), framing.length_at + framing.length_size)
        return max(1, len(framing.start) + len(framing.end))

    def _unescape(self, frame: bytes) -> bytes | None:
        framing = self._framing
        if framing.escape is None:
            return frame
        inner = frame[len(framing.start) : len(frame) - len(framing.end)]
        out = bytearray(framing.start)
        escaped = False
        for byte in inner:
            if escaped:
                out.append(byte ^ framing.escape_xor)
                escaped = False
            elif byte == framing.escape:
                escaped = True
            else:
                out.append(byte)
        return None if escaped else bytes(out) + framing.end

    def _reject(self, count: int, reason: NoiseReason) -> None:
        if not self._noise:
            self._reason = reason
        self._noise += self._buffer[:count]
        del self._buffer[:count]

    def _flush(self, out: list[bytes | Noise]) -> None:
        if self._noise:
            out.append(Noise(bytes(self._noise), self._reason))
            self._noise.clear()
