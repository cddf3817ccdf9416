"""Which events a log amounts to once its corrections are applied.

A correction replaces an entry by its own events, or takes it away. A
correction of a correction takes that one back. What remains, in order, is
what is folded.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from engine.events import Corrected, Entry, Event, Source

UNDO = "undo"
"""The reason of a correction that only takes back."""
DERIVED = "derived"
"""The reason of a correction that follows from another one by the rules."""


@dataclass(frozen=True, slots=True)
class Item:
    """One event that counts. `seq`: the entry that brought it (the correction
    where it was put in later), `at`: which of that entry's events it is."""

    seq: int
    at: int
    event: Event
    source: Source
    time: float


def cancelled(entries: Iterable[Entry]) -> frozenset[int]:
    """Corrections that a later correction took back."""
    corrections = [e for e in entries if isinstance(e.event, Corrected)]
    known = {e.seq for e in corrections}
    gone: set[int] = set()
    for entry in reversed(corrections):
        assert isinstance(entry.event, Corrected)
        if entry.seq not in gone and entry.event.entry in known and not entry.event.events:
            gone.add(entry.event.entry)
    return frozenset(gone)


def timeline(entries: Iterable[Entry]) -> tuple[Item, ...]:
    """The events that count, in the order of play."""
    listed = tuple(entries)
    gone = cancelled(listed)
    items: list[Item] = []
    for entry in listed:
        event = entry.event
        if not isinstance(event, Corrected):
            items.append(Item(entry.seq, 0, event, entry.source, entry.time))
        elif entry.seq not in gone:
            at = next((i for i, item in enumerate(items) if item.seq == event.entry), None)
            if at is None:
                continue
            until = at
            while until < len(items) and items[until].seq == event.entry:
                until += 1
            put = [
                Item(entry.seq, number, new, entry.source, entry.time)
                for number, new in enumerate(event.events)
            ]
            items[at:until] = put
    return tuple(items)


def newest_first(entries: Sequence[Entry]) -> Iterator[tuple[Entry, bool]]:
    """Each entry and whether it counts as it was written, from the end.

    What puts an entry right comes after it, so that reading the last few costs the
    same however long the record is. A correction counts unless it was taken back.
    """
    replaced: set[int] = set()
    taken_back: set[int] = set()
    for entry in reversed(entries):
        event = entry.event
        if not isinstance(event, Corrected):
            yield entry, entry.seq not in replaced
            continue
        counts = entry.seq not in taken_back
        if counts:
            replaced.add(event.entry)
            if not event.events:
                taken_back.add(event.entry)
        yield entry, counts


def last_to_undo(entries: Sequence[Entry]) -> Entry | None:
    """The latest entry that a person or a device brought and that still counts."""
    for entry, counts in newest_first(entries):
        if isinstance(entry.event, Corrected):
            if entry.event.reason != UNDO and counts:
                return entry
        elif entry.source is not Source.RULE and counts:
            return entry
    return None
