"""What truly happened at the virtual table, for comparison afterwards.

One JSON object a line, `{"time": seconds, "event": {...}}`, the event in the
record's own form. The companion is never shown it while it plays.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from engine.codec import event_from_data, event_to_data
from engine.events import Event


class TruthLog:
    """Events with their virtual times; written to `path` line by line if given."""

    def __init__(self, path: Path | None = None) -> None:
        self._items: list[tuple[float, Event]] = []
        self._file: TextIO | None = None
        if path is not None:
            self._file = path.open("w", encoding="utf-8", newline="\n")

    def append(self, time: float, event: Event) -> None:
        self._items.append((time, event))
        if self._file is not None:
            line = {"time": round(time, 3), "event": event_to_data(event)}
            self._file.write(json.dumps(line, ensure_ascii=False) + "\n")
            self._file.flush()

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(event for _, event in self._items)

    def __iter__(self) -> Iterator[tuple[float, Event]]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)


def read_truth(path: Path) -> list[tuple[float, Event]]:
    """The lines of a truth log; raises `LogError` or `ValueError` for a line that is none."""
    found: list[tuple[float, Event]] = []
    with path.open(encoding="utf-8") as file:
        for line in file:
            data = json.loads(line)
            found.append((float(data["time"]), event_from_data(data["event"])))
    return found
