"""Looking back over a record: step by step as views, or checked as a whole."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from companion.errors import RecordError
from companion.session import read_record, unknown_rules
from engine.errors import ReplayMismatch, RuleSetError
from engine.events import Drew, Entry, FlowersPassed, Settled
from engine.log import Log
from engine.match import Match
from engine.replay import fold, verify
from engine.rules import load
from engine.tableview import table_view
from engine.timeline import timeline
from engine.view import TableView


class ReplayedMatch(Match):
    """A match that takes its entries from a record instead of deciding them."""

    @classmethod
    def of(cls, log: Log) -> ReplayedMatch:
        """The match before the record's first entry; raises `RecordError` where
        this version has no such rules or options."""
        header = log.header
        try:
            return cls(load(header.rules), header.options, header.players)
        except RuleSetError as error:
            raise unknown_rules(error) from error

    def take(self, entry: Entry) -> None:
        """Book the record's next entry as it is written."""
        self.entries.append(entry)
        wanted = timeline(self.entries)
        same = 0
        while same < min(len(wanted), len(self._items)) and wanted[same] == self._items[same]:
            same += 1
        folded = fold(self._start, wanted[same:], self._items[:same], self._states[:same])
        self._items, self._states = list(folded.items), list(folded.states)
        self.illegal = folded.bad


def views(log: Log) -> Iterator[TableView]:
    """The table after each entry; draws and passes, which show nothing, go with the next."""
    match = ReplayedMatch.of(log)
    for entry in log.entries:
        match.take(entry)
        if not isinstance(entry.event, Drew | FlowersPassed):
            yield table_view(match)


@dataclass(frozen=True, slots=True)
class Verified:
    """What checking one record found. `fault`: what does not hold, or empty."""

    path: Path
    entries: int = 0
    deals: int = 0
    scores: tuple[Fraction, ...] = ()
    torn: bool = False
    fault: str = ""


def verify_record(path: Path) -> Verified:
    """Fold the record again and compute every score anew."""
    try:
        log = read_record(path)
    except RecordError as error:
        return Verified(path, fault=str(error))
    try:
        folded = verify(log)
    except (ReplayMismatch, RuleSetError) as error:
        return Verified(path, len(log.entries), torn=log.torn, fault=str(error))
    settled = [item for item in folded.items if isinstance(item.event, Settled)]
    fault = ""
    for item in settled:
        assert isinstance(item.event, Settled)
        if sum(item.event.net):
            fault = f"第{item.seq}条付款不归零 / entry {item.seq}: payments do not sum to zero"
    scores = folded.states[-1].scores if folded.states else ()
    return Verified(path, len(log.entries), len(settled), scores, log.torn, fault)
