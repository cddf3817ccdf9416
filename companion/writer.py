"""The single writer: from an observation to the books, the disk and the screen.

`handle` gives one observation to the match, writes what follows and only then
publishes a view. It owns no thread and reads no clock, so that real time and
virtual time use the same code. Whatever cannot be done now (a disk that
refuses, an input that the rules refuse) is a line in the health strip.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence

from companion.errors import reason
from companion.hand_counts import HandCounts
from companion.inbox import Observation
from companion.observation_log import Heard, ObservationWriter
from companion.record import MatchRecord
from engine.errors import AmbiguousEvent, IllegalEvent
from engine.events import Entry
from engine.log import entry_line
from engine.match import Match
from engine.observations import Sighting
from engine.signals import SignalReceived
from engine.view import Health, HealthState, QuestionView, TableView, Text

_LOG = logging.getLogger(__name__)
_RECORD = Text("记录", "record")
_FINGER = Text("手指", "finger")
_DEVICE = Text("牌桌与规则", "table and rules")
_PROGRAM = Text("程序", "program")

REFUSAL_SHOWN = 8.0
"""Seconds for which a refused input stays in the health strip."""
RETRY_EVERY = 1.0


class Writer:
    """Owns the match and its record.

    `view` makes the screen's matter of the match and the health; `publish`
    hands it on. `devices` asks every device how it is.
    """

    def __init__(
        self,
        match: Match,
        record: MatchRecord,
        view: Callable[[Match, Sequence[Health]], TableView],
        publish: Callable[[TableView], object],
        devices: Callable[[], Iterable[Health]] = tuple,
    ) -> None:
        self.match = match
        self.record = record
        self.questions: dict[tuple[int, str], QuestionView] = {}
        """Every question asked so far, by deal and id, as it was first put."""
        self._view = view
        self._publish = publish
        self._devices = devices
        self._grounds = ObservationWriter()
        self._hands = HandCounts()
        self._refused: tuple[Health, float] | None = None
        self._failed: Health | None = None
        self._shown: tuple[object, ...] | None = None
        self._tried = float("-inf")
        self._written = match.last_seq

    def handle(self, observation: Observation, now: float) -> list[Entry]:
        """What follows from `observation`; it is on disk and published on return."""
        heard = Heard(now, self.match.last_seq, observation)
        self.record.observations.append([self._grounds.line(heard)])
        self._submit(observation, now)
        if isinstance(observation, Sighting) and self.match.deal is not None:
            doubt = bool(self.match.questions) or self.match.discrepancy is not None
            self._hands.see(observation, self.match.deal, now, doubt)
        return self._write(now)

    def tick(self, now: float) -> list[Entry]:
        """What is due though nothing was said: waiting doubts, a full disk, new health."""
        self._guarded(lambda: self.match.tick(now), "time")
        if self.record.waiting and now - self._tried >= RETRY_EVERY:
            self._tried = now
            self.record.flush()
        return self._write(now)

    def _write(self, now: float) -> list[Entry]:
        """Put what is new in the match on disk, then show it."""
        # Not what `submit` returned: after a defect the match may hold more.
        entries = self.match.entries[self._written :]
        if entries:
            self.record.events.append(entry_line(entry) for entry in entries)
            self._written = self.match.last_seq
        deal = self.match.deal.number if self.match.deal is not None else 0
        for question in self.match.questions:
            self.questions.setdefault((deal, question.id), question)
        self.show(now)
        return entries

    def show(self, now: float) -> None:
        """Publish a view if anything of it changed."""
        health = tuple(self._health(now))
        state = (
            self.match.last_seq,
            tuple(question.id for question in self.match.questions),
            self.match.discrepancy,
            health,
        )
        if state != self._shown:
            self._shown = state
            self._publish(self._view(self.match, health))

    def close(self) -> None:
        """Write what waits and close the files."""
        self.record.close()

    def _submit(self, observation: Observation, now: float) -> None:
        refused = self._guarded(
            lambda: self.match.submit(observation, now), type(observation).__name__
        )
        if refused is not None:
            device = isinstance(observation, Sighting | SignalReceived)
            part = _DEVICE if device else _FINGER
            self._refused = (Health(part, HealthState.WAIT, refused), now + REFUSAL_SHOWN)

    def _guarded(self, work: Callable[[], object], what: str) -> Text | None:
        """Do `work`; what the rules say against it, or None."""
        try:
            work()
        except IllegalEvent as refused:
            zh, en = refused.reason
            return Text(f"{zh} [{refused.clause}]", f"{en} [{refused.clause}]")
        except AmbiguousEvent as refused:
            return Text(str(refused), str(refused))
        except Exception as error:
            # A defect must not end the evening: it is said, logged with its
            # trace, and the books stay as they were.
            _LOG.exception("the match failed on %s", what)
            self._failed = Health(
                _PROGRAM,
                HealthState.BAD,
                Text(f"有一件没记上：{error!r}", f"one input was not taken: {error!r}"),
            )
        return None

    def _health(self, now: float) -> Iterable[Health]:
        yield from self._devices()
        yield self._record_health()
        yield from self._hands.health(self.match.deal, self.match.players, now)
        if self._refused is not None:
            health, until = self._refused
            if now < until:
                yield health
            else:
                self._refused = None
        if self._failed is not None:
            yield self._failed

    def _record_health(self) -> Health:
        error = self.record.error
        if error is None:
            return Health(_RECORD, HealthState.GOOD, Text("已存盘", "on disk"))
        waiting = self.record.waiting
        zh, en = reason(error)
        return Health(
            _RECORD,
            HealthState.BAD,
            Text(
                f"存不进盘（{zh}），{waiting} 条等着；腾出空间即可，牌局照走",
                f"the disk refuses ({en}), {waiting} lines wait; make room, "
                "the match goes on",
            ),
        )
