"""The keyboard: one key without Enter, or what was typed since it was last asked."""

from __future__ import annotations

import sys
from types import TracebackType
from typing import Any

if sys.platform == "win32":
    import msvcrt

    def read_key() -> str:
        """The next key."""
        return msvcrt.getwch()

    def _waiting(_descriptor: int) -> bytes | None:
        typed = ""
        while msvcrt.kbhit():
            typed += msvcrt.getwch()
        return typed.encode()

else:
    import os
    import select
    import termios
    import tty

    def read_key() -> str:
        """The next key; empty at the end of the input."""
        descriptor = sys.stdin.fileno()
        before = termios.tcgetattr(descriptor)
        try:
            # Keys that were typed ahead count.
            tty.setcbreak(descriptor, termios.TCSANOW)
            return sys.stdin.read(1)
        finally:
            termios.tcsetattr(descriptor, termios.TCSADRAIN, before)

    def _waiting(descriptor: int) -> bytes | None:
        typed = b""
        while select.select([descriptor], [], [], 0)[0]:
            try:
                part = os.read(descriptor, 4096)
            except OSError:  # the terminal is gone
                part = b""
            if not part:
                return typed or None
            typed += part
        return typed


_ERASE = "\b\x7f"
_ENTER = "\r\n"
_MOST = 200
"""Letters of a line that count: no answer is longer, and what is pasted by mistake may be."""


class TypedLines:
    """Lines typed at the terminal, without waiting for them.

    `drawn`: the screen is drawn anew in place, so that the terminal must not echo;
    `pending` is what stands there without Enter. Where there is no keyboard there
    are no lines.
    """

    def __init__(self, *, drawn: bool) -> None:
        self._drawn = drawn
        self._descriptor: int | None = None
        self._before: list[Any] | None = None
        self._rest = b""
        self.pending = ""

    def __enter__(self) -> TypedLines:
        stdin = sys.stdin
        if stdin is not None and stdin.isatty():
            self._descriptor = stdin.fileno()
            if sys.platform != "win32" and self._drawn:
                self._before = termios.tcgetattr(self._descriptor)
                tty.setcbreak(self._descriptor, termios.TCSANOW)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:  # fmt: skip
        if sys.platform != "win32" and self._before is not None and self._descriptor is not None:
            termios.tcsetattr(self._descriptor, termios.TCSADRAIN, self._before)

    @property
    def there(self) -> bool:
        """Whether somebody can type at all."""
        return self._descriptor is not None

    def poll(self) -> list[str]:
        """Lines that were ended with Enter since the last call."""
        if self._descriptor is None:
            return []
        typed = _waiting(self._descriptor)
        if typed is None:
            self._descriptor = None
            return []
        lines: list[str] = []
        for char in self._decoded(typed):
            if char in _ENTER:
                lines.append(self.pending)
                self.pending = ""
            elif char in _ERASE:
                self.pending = self.pending[:-1]
            elif char.isprintable() and len(self.pending) < _MOST:
                self.pending += char
        return lines

    def _decoded(self, typed: bytes) -> str:
        """Text of what came; a letter of which only the head came waits for the rest."""
        data = self._rest + typed
        for tail in range(4):
            try:
                text = data[: len(data) - tail].decode()
            except UnicodeDecodeError:
                continue
            self._rest = data[len(data) - tail :]
            return text
        self._rest = b""
        return data.decode(errors="ignore")
