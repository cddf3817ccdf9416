"""Which entries of the record a correction touches: those that hold something else now.

What still stands is left as it was written, when it was.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import groupby

from engine.branches import Verdict
from engine.events import Event
from engine.timeline import Item


@dataclass(frozen=True, slots=True)
class Edit:
    """`entry` is to hold `events` instead; none: it is taken away."""

    entry: int
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Rewriting:
    """`pieces`: in the order of play, the entry of each event that stands as it was
    given, and what is to be written over others; `more` comes after all of them."""

    pieces: tuple[int | Edit, ...]
    more: tuple[Event, ...]


def rewriting(items: Sequence[Item], given: Sequence[int], verdict: Verdict) -> Rewriting | None:
    """How a verdict takes back the last of what was given. `given`: the entry of each
    event that the tracker gave. None where none of it counts any more."""
    kept = list(given[: verdict.keep])
    dropped = set(given[verdict.keep :])
    rows = [item for item in items if item.seq in dropped]
    if not rows:
        return None
    # One correction may have brought several events, of which some still stand.
    stands = kept.count(rows[0].seq)
    wanted = (*(item.event for item in rows[:stands]), *verdict.events)
    stays, put = _compared(rows, wanted)
    pieces: list[int | Edit] = list(kept[: len(kept) - stands])
    at, waiting = 0, put[0]
    for seq, group in groupby(rows, key=lambda item: item.seq):
        row = list(group)
        inner = [put[at + 1 + number] for number in range(len(row))]
        stood = all(stays[at : at + len(row)]) and not any(inner[:-1])
        if stood and not waiting:
            pieces += [seq] * len(row)
            waiting = inner[-1]
        else:
            events = list(waiting)
            for number, item in enumerate(row):
                events += [item.event] if stays[at + number] else []
                events += inner[number] if number < len(row) - 1 else []
            # What follows an entry that is written anew goes with it.
            events, waiting = ([*events, *inner[-1]], []) if events else (events, inner[-1])
            pieces.append(Edit(seq, tuple(events)))
        at += len(row)
    return Rewriting(tuple(pieces), tuple(waiting))


def _compared(
    rows: Sequence[Item], wanted: Sequence[Event]
) -> tuple[list[bool], list[list[Event]]]:
    """Whether each row stands, and what comes before the first, and after each."""
    stays = [False] * len(rows)
    put: list[list[Event]] = [[] for _ in range(len(rows) + 1)]
    matcher = SequenceMatcher(None, [item.event for item in rows], wanted, autojunk=False)
    for kind, i, j, begin, end in matcher.get_opcodes():
        if kind == "equal":
            stays[i:j] = [True] * (j - i)
        else:
            put[i] += wanted[begin:end]
    return stays, put
