"""Without a line a deal begins when the camera sees new walls."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.beginning import Beginning
from engine.events import DealBegan, Dealt, DiceRolled, Source, WallsRaised
from engine.match import Match
from engine.observations import Answer, SeenTile, Sighting, Zone
from engine.rules import load
from engine.seat import Seat
from engine.signals import Capability, Dice, Hello, Signal, SignalReceived, WallsUp
from engine.tile import Tile

TOTAL = 124
WALLS = (16, 15, 16, 15)


def wall(count: int) -> tuple[int, ...]:
    return (2,) * count


def sight(*counts: int | None, time: float = 1.0) -> Sighting:
    stacks = tuple(None if count is None else wall(count) for count in counts)
    return Sighting(0, time, 0, (), standing=(0, 0, None, 0), wall_stacks=stacks)


def lying(count: int) -> tuple[SeenTile, ...]:
    tile = SeenTile(1, Zone.RIVER, Seat.A, 0.0, 150.0, 0.0, ((Tile.parse("5m"), 0.9),), 0.0, 9)
    return tuple(replace(tile, track=track) for track in range(count))


def test_four_whole_walls_begin_a_deal() -> None:
    assert Beginning().see(sight(*WALLS), TOTAL) == WALLS


def test_walls_are_counted_as_hands_leave_them_free() -> None:
    beginning = Beginning()
    assert beginning.see(sight(16, None, None, 15), TOTAL) is None
    assert beginning.see(sight(None, 15, None, None), TOTAL) == WALLS


def test_a_wall_that_was_last_seen_rising_may_be_hidden_since() -> None:
    beginning = Beginning()
    assert beginning.see(sight(0, 0, 0, 0), TOTAL) is None
    assert beginning.see(sight(16, None, 16, None), TOTAL) is None
    assert beginning.see(sight(16, 15, 16, None), TOTAL) == WALLS


def test_what_lies_beside_the_table_does_not_matter() -> None:
    beside = tuple(replace(tile, zone=Zone.OUTSIDE) for tile in lying(6))
    seen = replace(sight(*WALLS), tiles=beside)
    assert Beginning().see(seen, TOTAL) == WALLS


def test_a_wall_that_rises_still_is_counted_anew() -> None:
    beginning = Beginning()
    assert beginning.see(sight(16, 9, 16, 15), TOTAL) is None
    assert beginning.see(sight(16, 15, 16, 15), TOTAL) == WALLS


@pytest.mark.parametrize(
    "seen",
    [
        sight(16, 15, 16, 14),
        sight(16, None, 16, None),
        sight(16, 15, None, 20),
        sight(0, 0, 0, 0),
        replace(sight(*WALLS), tiles=lying(3)),
        replace(sight(*WALLS), standing=(None, 13, None, None)),
        replace(sight(*WALLS), wall_stacks=((1, *wall(15)), wall(15), wall(16), wall(15))),
    ],
)
def test_anything_else_begins_none(seen: Sighting) -> None:
    assert Beginning().see(seen, TOTAL) is None


def test_what_was_counted_is_forgotten_once_tiles_are_played() -> None:
    beginning = Beginning()
    beginning.see(sight(16, 15, None, None), TOTAL)
    beginning.see(replace(sight(), wall_stacks=(None,) * 4, tiles=lying(5)), TOTAL)
    assert beginning.see(sight(None, None, 16, None), TOTAL) is None


def match() -> Match:
    return Match(load("mzhz"))


def test_the_match_books_it_as_seen_and_then_takes_the_throw() -> None:
    table = match()
    before = replace(sight(None, None, None, None), dice=(1, 6))
    table.submit(before, 1.0)
    assert not table.entries
    table.submit(replace(sight(*WALLS, time=2.0), dice=(1, 6)), 2.0)
    assert [entry.event for entry in table.entries] == [DealBegan(1, Seat.A), WallsRaised(WALLS)]
    assert {entry.source for entry in table.entries} == {Source.CAMERA}
    # The dice lie as they lay before: nobody has thrown.
    table.submit(replace(sight(*WALLS, time=3.0), dice=(1, 6), deal=1), 3.0)
    assert len(table.entries) == 2
    table.submit(replace(sight(*WALLS, time=4.0), dice=(3, 3), deal=1), 4.0)
    assert table.entries[2].event == DiceRolled(Seat.A, (3, 3))


def dealt(time: float) -> Sighting:
    return replace(sight(None, None, None, None, time=time), standing=(13, 13, 13, 13), deal=1)


def test_a_throw_that_nobody_saw_is_asked_for_and_the_deal_goes_on() -> None:
    table = match()
    table.submit(sight(*WALLS, time=2.0), 2.0)
    for time in (10.0, 14.0):
        table.submit(dealt(time), time)
        assert not table.questions
    table.submit(dealt(19.0), 19.0)
    (question,) = table.questions
    assert not question.by_rule
    labels = [candidate.label.zh for candidate in question.candidates]
    assert len(set(labels)) == 21
    table.submit(Answer(question.id, labels.index("3、5"), table.last_seq), 20.0)
    assert not table.questions
    table.submit(dealt(21.0), 21.0)
    rolled, hands = (entry.event for entry in table.entries[2:])
    assert isinstance(rolled, DiceRolled)
    assert sorted(rolled.dice) == [3, 5]
    assert isinstance(hands, Dealt)


@pytest.mark.parametrize("seen", ["by the line", "at last"])
def test_a_throw_that_is_learnt_is_not_asked_for(seen: str) -> None:
    table = match()
    table.submit(sight(*WALLS, time=2.0), 2.0)
    if seen == "by the line":
        table.submit(SignalReceived(Hello("table", "1", Capability.THROWS_DICE), 1.0, 1, b""), 3.0)
    for time in (10.0, 14.0, 19.0):
        table.submit(dealt(time), time)
    assert bool(table.questions) == (seen == "at last")
    table.submit(replace(dealt(20.0), dice=(4, 2)), 20.0)
    assert not table.questions
    assert any(isinstance(e.event, DiceRolled) for e in table.entries) == (seen == "at last")


@pytest.mark.parametrize(
    ("signal", "begins"),
    [
        (WallsUp(WALLS), False),
        (Hello("table", "1", Capability.LIFTS_WALLS), False),
        (Hello("table", "1", Capability.THROWS_DICE), True),
        (Dice(2, 5), True),
    ],
)
def test_a_line_that_tells_of_walls_is_left_to_begin(signal: Signal, begins: bool) -> None:
    table = match()
    table.submit(SignalReceived(signal, 1.0, 1, b""), 1.0)
    table.submit(sight(*WALLS), 2.0)
    camera = [entry for entry in table.entries if entry.source is Source.CAMERA]
    assert bool(camera) == begins
    assert sum(isinstance(entry.event, DealBegan) for entry in table.entries) == (
        begins or isinstance(signal, WallsUp)
    )
