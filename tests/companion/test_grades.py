"""Grades of a record against the truth: untouched, asked, late, missing, too much."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import cast

import pytest

from companion.compare import public
from companion.grades import Watch, _by_pair, _Deal, _latency, _settled
from companion.writer import Writer
from engine.events import DealBegan, Discarded, Event, PaymentRow, Settled, Source
from engine.seat import Seat
from engine.tile import Tile
from engine.timeline import Item
from engine.view import QuestionView, Text

A, B, C, D = Seat
TILES = ("1m", "2m", "3m", "4m", "5m", "6m", "7m", "8m")
LOOKS = [(at / 4, 0.125) for at in range(200)]


def thrown(code: str) -> Event:
    return Discarded(A, Tile.parse(code))


def graded(
    held: list[tuple[str, float]],
    asked: set[str] | None = None,
    watch: Watch | None = None,
) -> tuple[int, int, int, bool]:
    """Eight discards, one each ten seconds, against what was booked and when."""
    truth = [(public(thrown(code)), (10.0 * at, None)) for at, code in enumerate(TILES)]
    items = [
        (public(thrown(code)), Item(seq, 0, thrown(code), Source.CAMERA, time))
        for seq, (code, time) in enumerate(held)
    ]
    about = {(item.seq, 0) for seen, item in items if str(seen)[-2:] in (asked or set())}
    deal = _Deal(truth, items, about, watch or Watch())  # type: ignore[arg-type]
    found = deal.grades(1, True, LOOKS)
    assert found.events == 8
    return found.right, found.asked, found.wrong, found.is_equal


def in_time(*but: str) -> list[tuple[str, float]]:
    return [(code, 10.0 * at + 1) for at, code in enumerate(TILES) if code not in but]


def doubt(begins: float, ends: float) -> Watch:
    watch = Watch()
    watch.discrepancies.append((begins, ends))
    return watch


def test_what_was_booked_in_time_is_right() -> None:
    assert graded(in_time()) == (8, 0, 0, True)


def test_what_was_asked_about_is_asked() -> None:
    assert graded(in_time(), asked={"3m", "5m"}) == (6, 2, 0, True)


def test_a_missing_event_is_wrong_unless_there_was_a_doubt() -> None:
    assert graded(in_time("3m")) == (7, 0, 1, False)
    assert graded(in_time("3m"), watch=doubt(25.0, 26.0)) == (7, 1, 0, False)
    assert graded(in_time("3m"), watch=doubt(65.0, 66.0)) == (7, 0, 1, False)


def test_a_late_event_is_wrong_though_it_is_the_same() -> None:
    late = [(code, 45.0 if code in ("2m", "3m") else time) for code, time in in_time()]
    assert graded(late) == (7, 0, 1, True)
    assert graded(late, watch=doubt(12.0, 13.0)) == (7, 1, 0, True)


def test_what_never_happened_is_wrong_too() -> None:
    more = [*in_time(), ("9s", 72.0)]
    assert graded(more) == (8, 0, 1, False)
    assert graded(more, asked={"9s"}) == (8, 0, 0, False)


def test_latency_runs_from_the_first_picture_to_the_view() -> None:
    assert _latency(1.1, 2.0, LOOKS) == 0.75 + 0.125
    assert _latency(1.25, 1.25, LOOKS) == 0.125


def test_latency_counts_the_work_on_every_picture_between() -> None:
    looks = [(0.0, 0.5), (0.1, 0.3), (0.2, 0.01), (0.3, 0.01), (1.5, 0.2)]
    assert _latency(0.1, 0.3, looks) == pytest.approx(0.32)
    assert _latency(0.0, 0.3, looks) == pytest.approx(0.82)
    assert _latency(0.1, 1.5, looks) == pytest.approx(1.6)


def test_payments_are_compared_pair_by_pair() -> None:
    one = (PaymentRow(A, B, Fraction(3)), PaymentRow(C, B, Fraction(1, 2)))
    same = (PaymentRow(B, A, Fraction(1)), PaymentRow(A, B, Fraction(4)), one[1])
    assert _by_pair(one) == _by_pair(same)
    assert _by_pair(one) != _by_pair(one[:1])
    assert _by_pair((PaymentRow(A, B, Fraction(1)), PaymentRow(B, A, Fraction(1)))) == {}
    nothing = (Fraction(0),) * 4
    events: list[Event] = [
        DealBegan(1, A), Settled(one, nothing, A, "win"), DealBegan(2, A), thrown("1m"),
    ]  # fmt: skip
    assert _settled(events) == {1: one}


@dataclass
class _Match:
    discrepancy: tuple[Text, tuple[()]] | None = None
    questions: list[QuestionView] = field(default_factory=list)


@dataclass
class _Writer:
    match: _Match = field(default_factory=_Match)


def test_a_watch_knows_when_it_was_in_doubt() -> None:
    writer, watch = _Writer(), Watch()
    watch.begun(cast(Writer, writer))
    one, other = Text("一", "one"), Text("二", "two")
    for now, named in enumerate((None, one, one, None, one, other, None)):
        writer.match.discrepancy = None if named is None else (named, ())
        assert watch.look(float(now))
    assert watch.discrepancies == [(1.0, 2.0), (4.0, 4.0), (5.0, 5.0)]
    writer.match.questions = [QuestionView("q", 1, one, (), True)]
    watch.look(8.0)
    assert watch.questions == []
    writer.match.questions.append(QuestionView("r", 1, one, (), False))
    watch.look(9.0)
    assert watch.doubted(8.5, 20.0)
    assert not watch.doubted(6.5, 8.5)
