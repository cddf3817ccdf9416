"""Several doubts at once: an answer holds in every way the deal may have gone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import tracking
from engine.events import Discarded, Drew, Event
from engine.observations import SeenTile, Zone
from engine.reconcile import explain
from engine.seat import Seat
from engine.tile import Tile, parse_tiles
from engine.view import QuestionView
from tests.engine.test_tracking import At, seen


class Doubts(At):
    """Discards in turn, of which each may be either of two kinds."""

    def __init__(self) -> None:
        super().__init__()
        free = [t for t in parse_tiles("123456789s123456789p") if self.deal.unseen[t.index] == 4]
        self.kinds = [(free[at].code, free[at + 1].code) for at in range(0, len(free) - 1, 2)]
        self.tiles: list[SeenTile] = []
        self.given: list[Event] = []
        self.now = 0.5

    def throw(self, number: int, first: float = 0.5) -> None:
        """The discard after `number` others; its likelier kind has the share `first`."""
        one, other = self.kinds[number]
        seat = self.actor.offset(number)
        faces = (one, first), (other, 0.95 - first)
        self.tiles.append(seen(900 + number, Zone.RIVER, seat, *faces))
        self.wait(4.0)

    def wait(self, seconds: float) -> None:
        base = self.looker.look(self.deal, self.now)
        look = replace(base, tiles=(*base.tiles, *self.tiles))
        for _ in range(round(seconds / 0.5)):
            verdict = self.tracker.observe(replace(look, time=self.now), 7)
            if verdict is not None:
                self.given[verdict.keep :] = verdict.events
            self.now += 0.5

    def question(self, code: str) -> QuestionView:
        """The one that offers this tile."""
        wanted = Tile.parse(code)
        return next(
            q for q in self.tracker.questions if any(wanted in c.tiles for c in q.candidates)
        )

    def answer(self, code: str) -> None:
        question = self.question(code)
        at = [Tile.parse(code) in c.tiles for c in question.candidates].index(True)
        verdict = self.tracker.answer(question.id, at)
        if verdict is not None:
            self.given[verdict.keep :] = verdict.events

    @property
    def thrown(self) -> list[str]:
        return [event.tile.code for event in self.given if isinstance(event, Discarded)]


def test_an_answer_is_not_lost_when_an_earlier_question_is_answered() -> None:
    doubts = Doubts()
    (first, first_other), (second, second_other) = doubts.kinds[:2]
    doubts.throw(0)
    doubts.throw(1)
    assert doubts.thrown == [first, second]
    assert len(doubts.tracker.questions) == 2
    doubts.answer(second_other)
    assert doubts.thrown == [first, second_other]
    doubts.answer(first_other)
    assert doubts.thrown == [first_other, second_other]
    assert doubts.tracker.questions == ()


def test_an_earlier_answer_leaves_a_later_question_open() -> None:
    doubts = Doubts()
    (_, first_other), (second, second_other) = doubts.kinds[:2]
    doubts.throw(0)
    doubts.throw(1)
    doubts.answer(first_other)
    assert doubts.thrown == [first_other, second]
    assert doubts.question(second_other)
    doubts.answer(second_other)
    assert doubts.thrown == [first_other, second_other]


def test_an_answer_is_taken_though_its_way_was_given_up() -> None:
    """More doubts than ways that can be followed beside each other."""
    doubts = Doubts()
    doubts.tracker._ways._patience = replace(doubts.tracker._patience, branches=2)
    for number in range(3):
        doubts.throw(number)
    first, other = doubts.kinds[0]
    assert doubts.thrown[0] == first
    doubts.answer(other)
    assert doubts.thrown == [other, doubts.kinds[1][0], doubts.kinds[2][0]]


def test_what_was_confirmed_stays() -> None:
    doubts = Doubts()
    doubts.throw(0)
    doubts.throw(1)
    doubts.answer(doubts.kinds[1][0])
    doubts.answer(doubts.kinds[0][1])
    assert doubts.thrown == [doubts.kinds[0][1], doubts.kinds[1][0]]


def test_a_button_that_is_none_changes_nothing() -> None:
    doubts = Doubts()
    doubts.throw(0)
    question = doubts.question(doubts.kinds[0][0])
    assert doubts.tracker.answer(question.id, 9) is None
    assert doubts.tracker.answer("q-none", 0) is None
    assert doubts.tracker.questions == (question,)


def test_a_picture_that_stands_is_weighed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    doubts = Doubts()
    doubts.throw(0)
    weighed: list[object] = []

    def counted(*what: object) -> object:
        weighed.append(what)
        return explain(*what)  # type: ignore[arg-type]

    monkeypatch.setattr(tracking, "explain", counted)
    doubts.wait(1.0)
    before = len(weighed)
    for _ in range(20):
        doubts.now += 0.5
        doubts.tracker.tick(doubts.now, 7)
    assert len(weighed) == before
    assert len(doubts.tracker.questions) == 1


def test_draws_stand_between_doubtful_discards() -> None:
    doubts = Doubts()
    doubts.throw(0)
    doubts.throw(1)
    doubts.answer(doubts.kinds[0][1])
    kinds = [type(event) for event in doubts.given]
    assert kinds == [Discarded, Drew, Discarded]
    assert [event.seat for event in doubts.given] == [  # type: ignore[union-attr]
        doubts.actor, Seat(doubts.actor).next, Seat(doubts.actor).next,
    ]  # fmt: skip


def test_what_players_said_is_not_taken_back_for_a_picture() -> None:
    """The tile that was asked about is read as the other one from then on."""
    doubts = Doubts()
    doubts.throw(0)
    one, other = doubts.kinds[0]
    doubts.answer(other)
    doubts.tiles = [seen(950, Zone.RIVER, doubts.actor, (one, 0.97))]
    doubts.wait(14.0)
    assert doubts.thrown == [other]
    assert doubts.tracker.discrepancy is not None
