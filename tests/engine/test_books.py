"""The evening's books and the log's end cost the same however long the evening is."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from fractions import Fraction
from types import FrameType
from typing import Any

from engine.evening import Books
from engine.events import (
    Corrected,
    DealBegan,
    Declined,
    Entry,
    ScoreAdjusted,
    Seated,
    Source,
    Voided,
)  # fmt: skip
from engine.match import Match
from engine.observations import Correct, Enter
from engine.rules import load
from engine.seat import SEATS, Seat
from engine.tableview import table_view
from engine.tile import Tile
from engine.timeline import UNDO, cancelled, last_to_undo, newest_first, timeline

A, B, C, D = SEATS
TILE = Tile.parse("1m")
NAMES = ("甲", "乙", "丙", "丁")


def _log(rng: random.Random, length: int) -> list[Entry]:
    """Moves, and corrections of whatever came before them."""
    entries: list[Entry] = []
    for seq in range(1, length + 1):
        event: Any = Declined(rng.choice(SEATS), TILE)
        if seq > 1 and rng.random() < 0.5:
            events = () if rng.random() < 0.6 else (Declined(A, TILE),) * rng.randint(1, 2)
            event = Corrected(rng.randrange(1, seq), events, rng.choice((UNDO, "看错")))
        source = rng.choice((Source.RULE, Source.FINGER))
        entries.append(Entry(seq, 0.0, source, 1.0, event))
    return entries


def test_reading_a_log_from_its_end_agrees_with_the_whole_timeline() -> None:
    rng = random.Random(5)
    for _ in range(300):
        entries = _log(rng, rng.randint(1, 14))
        counting = {item.seq for item in timeline(entries)}
        gone = cancelled(entries)
        read = {entry.seq: counts for entry, counts in newest_first(entries)}
        for entry in entries:
            correction = isinstance(entry.event, Corrected)
            wanted = entry.seq not in gone if correction else entry.seq in counting
            assert read[entry.seq] is wanted, entries
        undone = last_to_undo(entries)
        assert undone is None or read[undone.seq]


def _evening(deals: int) -> Match:
    match = Match(load("mzhz"), players=NAMES)
    for number in range(1, deals + 1):
        for event in (
            DealBegan(number, match.standing.dealer),
            Voided("少一张牌"),
            ScoreAdjusted((Fraction(3), Fraction(-1), Fraction(-1), Fraction(-1)), "补记"),
        ):
            match.submit(Enter(event, match.last_seq), 0.0)
    return match


def _calls(work: Callable[[], object]) -> int:
    """How many calls `work` makes, into C or not."""
    counted = 0

    def count(_frame: FrameType, what: str, _arg: Any) -> None:
        nonlocal counted
        counted += what in ("call", "c_call")

    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(None)
    return counted


def test_a_view_costs_no_more_after_two_hundred_deals() -> None:
    short, long = _evening(5), _evening(200)
    early, late = (_calls(lambda m=m: table_view(m)) for m in (short, long))  # type: ignore[misc]
    assert late <= early * 1.05
    assert len(table_view(long).deals) == 200


def test_an_event_costs_no_more_after_two_hundred_deals() -> None:
    costs = []
    for deals in (5, 200):
        match = _evening(deals)
        begin = Enter(DealBegan(deals + 1, match.standing.dealer), match.last_seq)
        costs.append(_calls(lambda m=match, e=begin: m.submit(e, 0.0)))  # type: ignore[misc]
    assert costs[1] <= costs[0] * 1.05


def test_books_of_each_standing_are_those_of_their_time() -> None:
    """What was won stays with its people through a change of seats and a newcomer."""
    match = _evening(2)
    before = match.standing.ledger
    change = Seated(("乙", "甲", "戊", "丁"), (B, A, None, D))
    match.submit(Enter(change, match.last_seq), 0.0)
    amounts = (Fraction(5), Fraction(-5), Fraction(0), Fraction(0))
    match.submit(Enter(ScoreAdjusted(amounts, "赔"), match.last_seq), 0.0)
    people = {p.name: (p.seat, int(p.total)) for p in match.standing.evening.people}
    assert people == {"甲": (B, 1), "乙": (A, 3), "丙": (None, -2), "丁": (D, -2), "戊": (C, 0)}
    rows = match.standing.evening.rows
    assert [*rows[1].net] == [3, -1, -1, -1, None]
    assert [*rows[-1].net] == [-5, 5, None, 0, 0]
    assert sum(p.total for p in match.standing.evening.people) == 0
    assert before == _evening(2).standing.ledger


def test_a_past_that_is_put_right_is_booked_anew() -> None:
    match = _evening(3)
    undone = match.entries[2]
    assert isinstance(undone.event, ScoreAdjusted)
    match.submit(Correct(undone.seq, (), match.last_seq, "没有的事"), 0.0)
    assert match.standing.evening.people[0].total == 6
    assert [row.number for row in match.standing.evening.rows] == [1, 2, 0, 3, 0]


def test_nobody_has_won_or_lost_at_the_start() -> None:
    books = Books.begin(NAMES)
    assert [p.name for p in books.evening.people] == list(NAMES)
    assert not any(map(any, books.evening.paid))
    assert not books.deals and isinstance(books.evening.people[0].seat, Seat)
