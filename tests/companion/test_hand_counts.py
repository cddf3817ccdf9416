"""A hand with a tile too many or too few is noticed, once it stays so."""

from __future__ import annotations

from functools import cache

import pytest

from companion.hand_counts import HELD_FOR, HandCounts
from engine.deal import Deal
from engine.events import Drew, Penalised
from engine.observations import Sighting, Zone
from engine.picture import picture_of
from engine.rules import load
from engine.seat import Seat
from engine.view import Phase
from tests.random_play import play

NAMES = ("甲", "乙", "丙", "丁")
Counts = tuple[int | None, int | None, int | None, int | None]


@cache
def in_play() -> Deal:
    steps = play(load("mzhz"), {}, 3, hidden=True)
    return next(deal for deal, _, _ in steps if deal.phase is Phase.PLAY)


def seen(
    off: dict[Seat, int], hidden: frozenset[Seat] = frozenset(), deal: Deal | None = None
) -> Sighting:
    rows = picture_of(deal or in_play()).standing
    a, b, c, d = (row + off.get(Seat(seat), 0) for seat, row in enumerate(rows))
    covered = frozenset((Zone.HAND, seat) for seat in hidden)
    return Sighting(0, 0.0, 1, (), covered=covered, standing=(a, b, c, d))


def told(counts: HandCounts, now: float, deal: Deal | None = None) -> str:
    found = counts.health(deal or in_play(), NAMES, now)
    return "; ".join(f"{health.detail.zh} {health.detail.en}" for health in found)


def right() -> HandCounts:
    """Every hand has been seen to be right."""
    counts = HandCounts()
    counts.see(seen({}), in_play(), 0.0)
    return counts


@pytest.mark.parametrize(
    ("by", "words"), [(1, ("多 1 张", "1 tile too many")), (-1, ("少 1 张", "1 tile too few"))]
)
def test_a_hand_that_stays_wrong_is_to_be_counted(by: int, words: tuple[str, ...]) -> None:
    counts = right()
    counts.see(seen({Seat.C: by}), in_play(), 10.0)
    assert told(counts, 10.0 + HELD_FOR - 0.1) == ""
    said = told(counts, 10.0 + HELD_FOR)
    assert all(word in said for word in ("丙", *words, "相公", "dead hand"))
    counts.see(seen({}), in_play(), 20.0)
    assert told(counts, 30.0) == ""


def test_a_tile_drawn_and_not_yet_booked_is_none_too_many() -> None:
    steps = play(load("mzhz"), {}, 3, hidden=True)
    deal, event = next(
        (deal, event)
        for deal, event, _ in steps
        if isinstance(event, Drew) and deal.phase is Phase.PLAY
    )
    counts = HandCounts()
    counts.see(seen({}, deal=deal), deal, 0.0)
    counts.see(seen({event.seat: 1}, deal=deal), deal, 1.0)
    assert told(counts, 60.0, deal) == ""


def test_what_is_asked_about_is_not_counted() -> None:
    counts = right()
    counts.see(seen({Seat.B: 1}), in_play(), 1.0, doubt=True)
    assert told(counts, 60.0) == ""


def test_a_hand_that_was_never_right_is_badly_seen() -> None:
    counts = HandCounts()
    counts.see(seen({Seat.B: -1}), in_play(), 1.0)
    assert told(counts, 60.0) == ""


def test_a_hand_that_is_dead_already_is_left_alone() -> None:
    counts = right()
    counts.see(seen({Seat.C: 1}), in_play(), 0.0)
    assert "丙" in told(counts, HELD_FOR)
    dead = in_play().apply(Penalised(Seat.C, "dead_hand"))
    assert told(counts, HELD_FOR, dead) == ""


def test_a_count_that_cannot_be_is_a_misread() -> None:
    counts = right()
    counts.see(seen({Seat.C: 6}), in_play(), 0.0)
    assert told(counts, 60.0) == ""


def test_another_difference_is_counted_anew() -> None:
    counts = right()
    counts.see(seen({Seat.D: 1}), in_play(), 0.0)
    counts.see(seen({Seat.D: -1}), in_play(), 3.0)
    assert told(counts, HELD_FOR + 0.5) == ""
    assert "丁 看来少 1 张" in told(counts, HELD_FOR + 3.0)


def test_a_hand_under_a_hand_is_not_counted() -> None:
    counts = right()
    counts.see(seen({Seat.A: 1}, frozenset({Seat.A})), in_play(), 0.0)
    assert told(counts, 60.0) == ""
    counts.see(Sighting(0, 1.0, 1, ()), in_play(), 1.0)
    assert told(counts, 60.0) == ""


def test_nobody_counts_before_and_after_play() -> None:
    before = next(play(load("mzhz"), {}, 3, hidden=True))[0]
    assert before.phase is not Phase.PLAY
    counts = right()
    counts.see(seen({Seat.A: 1}), in_play(), 0.0)
    assert told(counts, 60.0, before) == ""
    counts.see(seen({Seat.A: 1}), before, 1.0)
    assert told(counts, 60.0) == ""
