"""All bytes of a line, with their times, as text: `12.345678 < AA 55 01 …`.

`<` came from the table, `>` went to it, `#` is a remark. A disk that refuses
ends the log, never the line.
"""

from __future__ import annotations

from pathlib import Path
from typing import TextIO


class RawLog:
    """Appends to `path`; without a path it keeps nothing.

    `failure` is the disk's complaint once it has refused. Not thread-safe.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._file: TextIO | None = None
        self.failure: str | None = None

    def received(self, data: bytes, now: float) -> None:
        self._write(f"{now:.6f} < {data.hex(' ').upper()}")

    def sent(self, data: bytes, now: float) -> None:
        self._write(f"{now:.6f} > {data.hex(' ').upper()}")

    def remark(self, text: str, now: float) -> None:
        self._write(f"{now:.6f} # {text}")

    def close(self) -> None:
        file, self._file = self._file, None
        if file is not None:
            try:
                file.close()
            except OSError as error:
                self.failure = str(error)

    def _write(self, line: str) -> None:
        if self._path is None or self.failure is not None:
            return
        try:
            if self._file is None:
                self._path.parent.mkdir(parents=True, exist_ok=True)
                self._file = self._path.open("a", encoding="utf-8", buffering=1)
            self._file.write(line + "\n")
        except OSError as error:
            self.failure = str(error)
            self.close()
