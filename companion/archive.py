"""Records of earlier matches as the screen lists them, and one to step through."""

from __future__ import annotations

from bisect import bisect_left
from datetime import datetime
from fractions import Fraction
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from companion.errors import RecordError
from companion.frame_store import FRAMES, KeptFrames
from companion.record import EVENTS
from companion.replayer import ReplayedMatch
from companion.session import read_record
from engine.errors import RuleSetError
from engine.events import DealBegan, Drew, FlowersPassed, ScoreAdjusted, Settled
from engine.log import Log
from engine.rules import load
from engine.seat import SEATS
from engine.tableview import SURE, table_view
from engine.timeline import timeline
from ui.desk import KeptDeal, KeptMatch, ReplaySheet

REACH = 20.0
"""Seconds by which the last kept picture may be older than what is looked back at."""
MOST = 60
"""Records listed, the latest first."""


def list_records(root: Path, now: float) -> tuple[KeptMatch, ...]:
    """The latest records under `root`, at `now` (seconds since the epoch); what cannot
    be read is left out."""
    found: list[KeptMatch] = []
    for path in sorted(root.glob(f"*/{EVENTS}"), reverse=True)[:MOST]:
        try:
            found.append(_kept(path, read_record(path), now))
        except (RecordError, RuleSetError):
            continue
    return tuple(found)


def _kept(path: Path, log: Log, now: float) -> KeptMatch:
    scores = [Fraction(0)] * 4
    deals = 0
    for item in timeline(log.entries):
        if isinstance(item.event, Settled):
            deals += 1
            scores = [scores[seat] + item.event.net[seat] for seat in SEATS]
        elif isinstance(item.event, ScoreAdjusted):
            scores = [scores[seat] + item.event.changes[seat] for seat in SEATS]
    header = log.header
    began = datetime.fromtimestamp(header.began)
    age = (datetime.fromtimestamp(now).date() - began.date()).days
    return KeptMatch(
        path.parent.name, began.strftime("%Y-%m-%d %H:%M"), load(header.rules).names,
        header.players, deals, tuple(scores), age,
    )  # fmt: skip


def _deals(log: Log) -> list[tuple[int, tuple[Fraction, ...]]]:
    """Of each deal the entry that began it, and its net; empty where it did not end."""
    found: list[tuple[int, tuple[Fraction, ...]]] = []
    for item in timeline(log.entries):
        if isinstance(item.event, DealBegan):
            found.append((item.seq, ()))
        elif isinstance(item.event, Settled) and found:
            found[-1] = (found[-1][0], item.event.net)
    return found


class RecordWalk:
    """One record, seen at any of its steps; draws and passes are no steps."""

    def __init__(self, key: str, log: Log, frames: KeptFrames | None = None) -> None:
        self.key = key
        self._frames = frames
        self._entries = log.entries
        self._match = ReplayedMatch.of(log)
        quiet = (Drew, FlowersPassed)
        self._stops = [e.seq for e in log.entries if not isinstance(e.event, quiet)]
        self._deals = tuple(
            KeptDeal(bisect_left(self._stops, seq), number, net)
            for number, (seq, net) in enumerate(_deals(log), 1)
        )
        self._doubts = tuple(
            at for at, seq in enumerate(self._stops) if log.entries[seq - 1].confidence < SURE
        )

    @classmethod
    def open(cls, root: Path, key: str) -> RecordWalk:
        """Raises `RecordError`; `key` names a folder under `root`."""
        folder = root / Path(key).name
        return cls(key, read_record(folder / EVENTS), KeptFrames(folder / FRAMES))

    def sheet(self, at: int, *, picture: bool = False) -> ReplaySheet:
        """Step `at`, counted from 0; one beyond either end is the end. `picture`: with
        what the camera had last seen then."""
        if not self._stops:
            return ReplaySheet(self.key, 0, 1, table_view(self._match))
        at = max(0, min(at, len(self._stops) - 1))
        seq = self._stops[at]
        # The fold keeps whatever both prefixes share, forwards and backwards.
        self._match.entries = list(self._entries[: seq - 1])
        self._match.take(self._entries[seq - 1])
        view = table_view(self._match, all_hands=True)
        return ReplaySheet(
            self.key, at, len(self._stops), view, self._deals, self._doubts,
            bool(self._frames), self._picture(self._entries[seq - 1].time) if picture else None,
        )  # fmt: skip

    def _picture(self, time: float) -> NDArray[np.uint8] | None:
        image = self._frames.before(time, REACH) if self._frames is not None else None
        return None if image is None else np.ascontiguousarray(image[..., ::-1])
