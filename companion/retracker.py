"""A kept evening decided once more by the reconcile, and the eyes, of today.

The inputs of a record are given to a match of its own, in their order and at
their times; nothing is written. What the record held in the end is taken for
what the people at that table agreed to: it answers what is asked anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, Protocol

from companion.compare import PublicEvent, align, by_deal
from companion.errors import RecordError, cannot
from companion.frame_store import FRAMES, KeptFrames
from companion.observation_log import Heard, read_observations
from companion.record import OBSERVATIONS
from companion.session import read_record
from engine.errors import AmbiguousEvent, IllegalEvent, LogCorrupt, RuleSetError
from engine.events import Corrected, DealBegan, Event
from engine.log import Log
from engine.match import Match
from engine.observations import Answer, Command, Correct, Sighting, Undo
from engine.rules import load
from engine.seat import Seat
from engine.timeline import Item
from engine.tracking import Tracker
from engine.view import Text
from engine.wording import describe
from table_io.virtual.answers import Memory
from vision.change import Picture

TICK: Final = 0.25
"""Seconds between two looks at what waits, while nothing is said."""
LONGEST_WAIT: Final = 30.0
"""Seconds of silence after which nothing waits any more."""
UNANSWERED: Final = 6.0
"""Seconds after which a question is answered though nobody answered then."""
LOOKS: Final = 6
LOOK_STEP: Final = 0.3
"""A kept picture stands for the stillness that it was taken in: so many looks at it."""


class Eyes(Protocol):
    """`vision.eyes.TableEyes`, as far as it is needed here."""

    def look(self, image: Picture, now: float) -> Sighting | None: ...

    def begin_deal(self, deal: int) -> None: ...


@dataclass(frozen=True, slots=True)
class Difference:
    """One event read otherwise: `before` in the record, `now`; None: not at all.

    `time`: seconds, as in the record. `said_before`, `said_now`: in words.
    """

    deal: int
    time: float
    before: PublicEvent | None
    now: PublicEvent | None
    said_before: Text
    said_now: Text


@dataclass(frozen=True, slots=True)
class Retracked:
    """What came of one record. `refused`: inputs that no longer fit; `frames`: kept
    pictures that were looked at again; `open`: questions left open at the end."""

    path: Path
    events: int
    observations: int
    differences: tuple[Difference, ...]
    questions: int
    discrepancies: int
    refused: int = 0
    frames: int = 0
    open: int = 0


def retrack(path: Path, make_eyes: Callable[[], Eyes] | None = None) -> Retracked:
    """Decide the record with events file `path` anew; raises `RecordError`.

    `make_eyes`: eyes for its kept pictures; without, the sightings are taken as kept.
    """
    log = read_record(path)
    try:
        again = _Again(log, KeptFrames(path.parent / FRAMES), make_eyes)
    except (RuleSetError, IllegalEvent) as error:
        zh, en = f"{path} 的规则或选项这里没有", f"the rules of {path} are not known here"
        raise cannot(zh, en, error, RecordError) from error
    kept = path.with_name(OBSERVATIONS)
    heard = 0
    try:
        with kept.open(encoding="utf-8", newline="\n") as file:
            for one in read_observations(file):
                again.take(one)
                heard += 1
    except (OSError, UnicodeDecodeError, LogCorrupt) as error:
        raise cannot(f"{kept} 读不了", f"{kept} cannot be read", error, RecordError) from error
    again.wait(LONGEST_WAIT)
    differences = tuple(_differences(again.then, again.match))
    return Retracked(
        path, len(again.then.items), heard, differences, len(again.asked), again.discrepancies,
        again.refused, again.frames, len(again.match.questions),
    )  # fmt: skip


class _Again:
    """The match of then, and one of today that is given the same inputs."""

    def __init__(
        self, log: Log, frames: KeptFrames, make_eyes: Callable[[], Eyes] | None
    ) -> None:
        header = log.header
        rules = load(header.rules)
        first = (e.event.dealer for e in log.entries if isinstance(e.event, DealBegan))
        dealer = next(first, Seat.A)
        self.then = Match.resume(
            rules, header.options, header.players, log.entries, dealer=dealer
        )
        self.match = Match(rules, header.options, header.players, Tracker(self._say), dealer)
        self.asked: dict[str, float] = {}
        self.discrepancies = 0
        self.refused = 0
        self.frames = 0
        self._frames = frames
        self._eyes = make_eyes() if make_eyes is not None and len(frames) else None
        self._eyes_now = 0.0
        self._deal = 0
        self._people = Memory(header.players)
        self._told = 0
        self._known_by = _known_by(self.then.items)
        self._now: float | None = None
        self._named: Text | None = None

    def _say(self, event: Event) -> Text:
        return describe(event, self.match.players, self.match.rules.flow)

    def take(self, heard: Heard) -> None:
        """One input of the record, and the time until then."""
        if self._now is not None:
            self.wait(heard.at - self._now)
        self._now = heard.at
        observation = heard.observation
        if isinstance(observation, Sighting):
            seen = self._looked_at_again(observation)
            if seen is not None:
                self._submit(lambda: self.match.submit(seen, heard.at))
        elif isinstance(observation, Answer) and not observation.question.startswith("rule-"):
            self._answer(0.0)
        elif isinstance(observation, Answer | Undo | Correct):
            command = self._renumbered(observation)
            self._submit(lambda: self.match.submit(command, heard.at))
        else:
            self._submit(lambda: self.match.submit(observation, heard.at))
        self._note()

    def wait(self, seconds: float) -> None:
        """Let time pass in which nothing is said."""
        begun = self._now if self._now is not None else 0.0
        for step in range(1, int(min(seconds, LONGEST_WAIT) / TICK) + 1):
            self._now = begun + step * TICK
            self._submit(lambda: self.match.tick(self._now or 0.0))
            self._note()
            self._answer(UNANSWERED)

    def _submit(self, work: Callable[[], object]) -> None:
        """What is refused was refused then too, or has been seen otherwise now."""
        try:
            work()
        except (IllegalEvent, AmbiguousEvent):
            self.refused += 1

    def _looked_at_again(self, kept: Sighting) -> Sighting | None:
        """What today's eyes make of the picture of then; None: nothing new."""
        if self._eyes is None:
            return kept
        image = self._frames.at(kept.time)
        if image is None:
            # Where the pictures end the eyes of then go on.
            return kept
        self.frames += 1
        if kept.deal != self._deal:
            self._deal = kept.deal
            self._eyes.begin_deal(kept.deal)
        told: Sighting | None = None
        for _ in range(LOOKS):
            self._eyes_now += LOOK_STEP
            seen = self._eyes.look(image, self._eyes_now)
            told = seen if seen is not None else told
        return None if told is None else replace(told, time=kept.time, deal=kept.deal)

    def _renumbered(self, command: Command) -> Command:
        """The command with the entry numbers of today."""
        if not isinstance(command, Correct):
            return replace(command, seen=self.match.last_seq)
        meant = self.then.entries[command.entry - 1].event
        if isinstance(meant, Corrected) and meant.events:
            meant = meant.events[0]
        same = [item.seq for item in self.match.items if item.event == meant]
        return replace(command, entry=same[-1] if same else -1, seen=self.match.last_seq)

    def _note(self) -> None:
        """Keep what is asked and what is named."""
        for question in self.match.questions:
            self.asked.setdefault(question.id, self._now or 0.0)
        named = self.match.discrepancy[0] if self.match.discrepancy is not None else None
        self.discrepancies += named is not None and named != self._named
        self._named = named

    def _answer(self, after: float) -> None:
        """Answer what the eyes ask by what was agreed to then."""
        now = self._now or 0.0
        items = self.then.items
        while self._told < len(items) and self._known_by[self._told] <= now + UNANSWERED:
            event, before = items[self._told].event, self.then.state_before(self._told).deal
            if isinstance(event, DealBegan):
                self._people.begin()
            elif before is not None:
                self._people.decided(before, event)
            self._told += 1
        for question in self.match.questions:
            since = self.asked.get(question.id, now)
            if question.id.startswith("rule-") or now - since < after:
                continue
            candidate = self._people.answer(question)
            if candidate is not None:
                answer = Answer(question.id, candidate, self.match.last_seq)
                self._submit(lambda answer=answer: self.match.submit(answer, now))  # type: ignore[misc]


def _known_by(items: tuple[Item, ...]) -> list[float]:
    """Until when each event had been decided: a correction comes late, what
    followed the event does not."""
    times: list[float] = []
    latest = float("inf")
    for item in reversed(items):
        latest = min(latest, item.time)
        times.append(latest)
    return times[::-1]


def _differences(then: Match, today: Match) -> Iterator[Difference]:
    """Public events that are no longer the same, deal by deal in order."""
    old = by_deal((item.event, item) for item in then.items)
    new = by_deal((item.event, item) for item in today.items)
    for number in sorted(old.keys() | new.keys()):
        was, is_now = old.get(number, []), new.get(number, [])
        last = 0.0
        for old_at, new_at in align([e for e, _ in was], [e for e, _ in is_now]):
            one = was[old_at] if old_at is not None else None
            other = is_now[new_at] if new_at is not None else None
            last = one[1].time if one is not None else last
            if one is not None and other is not None and one[0] == other[0]:
                continue
            yield Difference(
                number,
                last,
                one[0] if one is not None else None,
                other[0] if other is not None else None,
                _words(then, one[1] if one is not None else None),
                _words(today, other[1] if other is not None else None),
            )


def _words(match: Match, item: Item | None) -> Text:
    if item is None:
        return Text("没有", "nothing")
    return describe(item.event, match.players, match.rules.flow)
