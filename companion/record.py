"""The record of one match on disk: a folder with `events.jsonl` and `observations.jsonl`.

`LineFile` appends whole lines and syncs them; where the disk refuses (full,
gone, read-only) the lines wait in memory, in order, and go out when it takes
them again. A line is never half there for longer than a crash: a torn last
line is cut off when the file is opened again, and kept aside.
"""

from __future__ import annotations

import errno
import os
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import platformdirs

from companion.errors import RecordError, reason
from companion.holding import hold_alone

EVENTS = "events.jsonl"
OBSERVATIONS = "observations.jsonl"
TORN = ".torn"


def default_root() -> Path:
    """Where matches are kept when `--record` names no folder: the user's data folder."""
    return Path(platformdirs.user_data_path("queban", appauthor=False)) / "matches"


class LineFile:
    """Append-only lines. `sync`: each append is on disk (fsync) when it returns.

    Not thread-safe: one writer owns it. `waiting` counts lines that the disk
    has not taken yet; `error` is the last refusal, None when all is written.
    """

    def __init__(self, path: Path, *, sync: bool) -> None:
        self.path = path
        self.error: OSError | None = None
        self._sync = sync
        self._waiting: deque[bytes] = deque()
        self._descriptor: int | None = None
        self._end = 0
        self._open()

    @property
    def waiting(self) -> int:
        return len(self._waiting)

    def append(self, lines: Iterable[str]) -> bool:
        """Add `lines` (without line ends); True when everything is written."""
        self._waiting.extend(line.encode() + b"\n" for line in lines)
        return self.flush()

    def flush(self) -> bool:
        """Write what waits; False where the disk refuses, with `error` set."""
        if not self._waiting:
            return True
        try:
            descriptor = self._open()
            taken = 0
            try:
                for line in self._waiting:
                    _write_all(descriptor, line)
                    self._end += len(line)
                    taken += 1
            finally:
                for _ in range(taken):
                    self._waiting.popleft()
            if self._sync:
                os.fsync(descriptor)
        except OSError as error:
            self.error = error
            self._cut_back()
            return False
        self.error = None
        return True

    def close(self) -> None:
        self.flush()
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    def _open(self) -> int:
        if self._descriptor is None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
            try:
                hold_alone(descriptor)
                keep_torn_tail_aside(self.path)
                self._end = os.fstat(descriptor).st_size
            except OSError:
                os.close(descriptor)
                raise
            self._descriptor = descriptor
        return self._descriptor

    def _cut_back(self) -> None:
        """Remove a half-written line, so that the next try starts a line of its own."""
        if self._descriptor is None:
            return
        try:
            os.ftruncate(self._descriptor, self._end)
        except OSError:
            os.close(self._descriptor)
            self._descriptor = None  # opened anew, and mended, at the next flush


def _made(folder: Path) -> bool:
    """Make `folder`; False where somebody else did."""
    try:
        folder.mkdir()
    except FileExistsError:
        return False
    return True


def _no_record(folder: Path, error: OSError) -> RecordError:
    zh, en = reason(error)
    return RecordError(
        f"记录夹写不进：{folder}（{zh}）；用 --record 另指一处",
        f"cannot write the record folder {folder} ({en}); name another with --record",
    )


def _write_all(descriptor: int, data: bytes) -> None:
    while data:
        data = data[os.write(descriptor, data) :]


def keep_torn_tail_aside(path: Path) -> bool:
    """Cut a last line without its end off `path` and keep it in `PATH.torn`.

    A program that was killed while it wrote leaves such a line. True if there
    was one.
    """
    try:
        with path.open("r+b") as file:
            data = file.read()
            whole = data.rfind(b"\n") + 1
            if whole == len(data):
                return False
            with path.with_name(path.name + TORN).open("ab") as aside:
                aside.write(data[whole:] + b"\n")
            file.truncate(whole)
            return True
    except FileNotFoundError:
        return False


@dataclass(slots=True)
class MatchRecord:
    """The two files of one match."""

    folder: Path
    events: LineFile
    observations: LineFile

    @classmethod
    def open(cls, folder: Path) -> MatchRecord:
        """Open (or begin) the record in `folder`; raises `RecordError`.

        One program writes a record: while it does, no other can open it.
        """
        try:
            events = LineFile(folder / EVENTS, sync=True)
            try:
                return cls(folder, events, LineFile(folder / OBSERVATIONS, sync=False))
            except OSError:
                events.close()
                raise
        except BlockingIOError as error:
            raise RecordError(
                f"另一个程序正在写这份记录：{folder}；先把它关掉",
                f"another program is writing this record: {folder}; close that one first",
            ) from error
        except OSError as error:
            raise _no_record(folder, error) from error

    @classmethod
    def begin(cls, root: Path, rules: str, when: datetime) -> MatchRecord:
        """A new folder under `root`, named by time and rule set."""
        stem = f"{when:%Y%m%d-%H%M%S}-{rules}"
        folder = root / stem
        number = 1
        try:
            if root.exists() and not root.is_dir():
                raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(root))
            root.mkdir(parents=True, exist_ok=True)
            while not _made(folder):
                number += 1
                folder = root / f"{stem}-{number}"
        except OSError as error:
            raise _no_record(folder, error) from error
        return cls.open(folder)

    @property
    def error(self) -> OSError | None:
        return self.events.error or self.observations.error

    @property
    def waiting(self) -> int:
        return self.events.waiting + self.observations.waiting

    def flush(self) -> bool:
        return self.events.flush() & self.observations.flush()

    def close(self) -> None:
        self.events.close()
        self.observations.close()


def find_records(path: Path) -> list[Path]:
    """The `events.jsonl` files that `path` names: itself, in it, or in its folders.

    Oldest first by name. Raises `RecordError` when there is none.
    """
    if path.is_file():
        return [path]
    if (path / EVENTS).is_file():
        return [path / EVENTS]
    found = sorted(path.glob(f"*/{EVENTS}")) if path.is_dir() else []
    if not found:
        raise RecordError(f"{path} 里没有记录（{EVENTS}）", f"no record ({EVENTS}) in {path}")
    return found
