"""Every public event of the truth graded: right untouched, asked, or wrong without asking.

An event is right untouched when the record holds the same one, nobody was
asked about it because of the eyes, and it was booked before more than two later
events had happened. What only players know (who said 胡) is asked by the rules;
no camera could spare that, so it takes nothing away. One that is missing,
another, or late is `asked` where a question because of the eyes or a discrepancy
stood open at the time, else `wrong`; so is an event of the record that never
happened.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from companion.compare import PublicEvent, align, by_deal
from companion.report import asked_for_the_eyes
from companion.writer import Writer
from engine.events import DealBegan, Event, PaymentRow, Settled, Source
from engine.seat import Seat
from engine.timeline import Item
from engine.view import Text

LATE_BY = 2
"""Later events that may happen before one is booked (of opened hands: none of them)."""

Span: TypeAlias = tuple[float, float]
_True: TypeAlias = tuple[PublicEvent, tuple[float, float | None]]
"""When it happened, and when a picture first showed it at rest with no hand over it."""
_Held: TypeAlias = tuple[PublicEvent, Item]


class Watch:
    """Looks at a match after each step: when it was in doubt. `begun` comes first."""

    def __init__(self) -> None:
        self.discrepancies: list[Span] = []
        self.questions: list[Span] = []
        """Spans in which a question because of the eyes stood open."""
        self._writer: Writer | None = None
        self._named: Text | None = None
        self._asked: frozenset[str] = frozenset()

    def begun(self, writer: Writer) -> None:
        self._writer = writer

    def look(self, now: float) -> bool:
        """True, so that a run goes on."""
        assert self._writer is not None
        match = self._writer.match
        named = match.discrepancy[0] if match.discrepancy is not None else None
        _note(self.discrepancies, now, named is not None, named == self._named)
        self._named = named
        asked = frozenset(question.id for question in match.questions if not question.by_rule)
        _note(self.questions, now, bool(asked), asked == self._asked)
        self._asked = asked
        return True

    def doubted(self, begins: float, ends: float) -> bool:
        """Whether it was in doubt at any time between."""
        spans = (*self.discrepancies, *self.questions)
        return any(begun <= ends and ended >= begins for begun, ended in spans)


def _note(spans: list[Span], now: float, is_open: bool, same: bool) -> None:
    if is_open and same and spans:
        spans[-1] = spans[-1][0], now
    elif is_open:
        spans.append((now, now))


@dataclass(frozen=True, slots=True)
class Grades:
    """One deal's counts. `wrong` counts what the record has too much as well, so that
    the three may come to more than the truth's `events`. `latencies`: seconds from
    the first picture that shows what was laid, at rest and with no hand over it, to
    the view; `from_event`: from the first picture after it happened.

    `is_equal`: the whole deal is that of the truth. `paid`: its payments are, to
    the last point.
    """

    number: int
    events: int = 0
    right: int = 0
    asked: int = 0
    wrong: int = 0
    is_equal: bool = False
    paid: bool = False
    latencies: tuple[float, ...] = ()
    from_event: tuple[float, ...] = ()


def grade(
    writer: Writer,
    truth: Sequence[tuple[float, Event]],
    watch: Watch,
    looks: Sequence[tuple[float, float]],
    shown: Mapping[int, float],
) -> tuple[Grades, ...]:
    """Grades of each deal that the truth settled.

    `truth`: events with their times; `shown`: when a picture first showed each, by
    its place in the truth. `looks`: when pictures were taken, in
    order, and the real seconds that it took to make something of each.
    """
    match = writer.match
    asked = asked_for_the_eyes(match, writer.questions.values())
    true_deals = by_deal(
        (event, (time, shown.get(at))) for at, (time, event) in enumerate(truth)
    )
    held_deals = by_deal((item.event, item) for item in match.items)
    settled = _settled(event for _, event in truth)
    booked = {
        result.number: result.settlement.rows
        for result in match.standing.results
        if result.settlement is not None
    }
    found = []
    for number, rows in settled.items():
        deal = _Deal(true_deals.get(number, []), held_deals.get(number, []), asked, watch)
        paid = number in booked and _by_pair(booked[number]) == _by_pair(rows)
        found.append(deal.grades(number, paid, looks))
    return tuple(found)


class _Deal:
    """One deal's true events beside those of the record."""

    def __init__(
        self,
        truth: list[_True],
        held: list[_Held],
        asked: set[tuple[int, int]],
        watch: Watch,
    ) -> None:
        self._truth, self._held = truth, held
        self._asked = asked
        self._watch = watch
        self._others = sorted(time for event, (time, _) in truth if event.kind != "open")

    def grades(self, number: int, paid: bool, looks: Sequence[tuple[float, float]]) -> Grades:
        right = asked = wrong = 0
        equal = True
        latencies: list[float] = []
        from_event: list[float] = []
        pairs = align([event for event, _ in self._truth], [event for event, _ in self._held])
        for true_at, held_at in pairs:
            item = self._held[held_at][1] if held_at is not None else None
            if true_at is None:
                assert item is not None
                equal = False
                wrong += not (self._was_asked(item) or self._in_doubt(item.time))
                continue
            event, (time, shown) = self._truth[true_at]
            same = held_at is not None and self._held[held_at][0] == event
            equal = equal and same
            if item is not None and same and self._was_asked(item):
                asked += 1
            elif item is not None and same and not self._is_late(time, item.time):
                right += 1
                if item.source is Source.CAMERA:
                    from_event.append(_latency(time, item.time, looks))
                    if shown is not None:
                        latencies.append(_latency(shown, item.time, looks))
            elif self._in_doubt(time):
                asked += 1
            else:
                wrong += 1
        events = len(self._truth)
        return Grades(
            number, events, right, asked, wrong, equal, paid, tuple(latencies), tuple(from_event)
        )

    def _was_asked(self, item: Item) -> bool:
        return (item.seq, item.at) in self._asked

    def _later(self, time: float) -> list[float]:
        return self._others[bisect_left(self._others, time + 1e-6) :]

    def _is_late(self, happened: float, booked: float) -> bool:
        return sum(time < booked for time in self._later(happened)) > LATE_BY

    def _in_doubt(self, time: float) -> bool:
        """Whether there was a doubt before more than two events had followed."""
        later = self._later(time)
        until = later[LATE_BY] if len(later) > LATE_BY else float("inf")
        return self._watch.doubted(time, until)


def _latency(since: float, booked: float, looks: Sequence[tuple[float, float]]) -> float:
    """From the first picture at or after `since` to the view, as one machine gets through
    the pictures: each waits for its time and for the work on the ones before."""
    at = bisect_left(looks, (since, 0.0))
    if at == len(looks):
        return 0.0
    shown = looks[at][0]
    done = shown
    for time, work in looks[at:]:
        if time > booked:
            break
        done = max(done, time) + work
    return max(done, booked) - shown


def _settled(events: Iterable[Event]) -> dict[int, tuple[PaymentRow, ...]]:
    """The payments of each deal that was settled, by its number."""
    found: dict[int, tuple[PaymentRow, ...]] = {}
    number = 0
    for event in events:
        if isinstance(event, DealBegan):
            number = event.number
        elif isinstance(event, Settled):
            found[number] = event.rows
    return found


def _by_pair(rows: Iterable[PaymentRow]) -> dict[tuple[Seat, Seat], Fraction]:
    """What each pays each, gains less losses, where it is anything."""
    sums: dict[tuple[Seat, Seat], Fraction] = {}
    for row in rows:
        one, other = sorted((row.payer, row.payee))
        sign = 1 if row.payer is one else -1
        sums[one, other] = sums.get((one, other), Fraction(0)) + sign * row.amount
    return {pair: amount for pair, amount in sums.items() if amount}
