"""What the eyes make out only in part: an opened hand with a tile that cannot be read,
flowers of which one is seen a moment before the other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from engine.deal import Deal
from engine.doubts import parts_of, told_apart
from engine.events import Acted, Drew, Event, FlowersLaid, HandOpened
from engine.observations import SeenTile, Sighting, Zone
from engine.rules import load
from engine.seat import Seat
from engine.tile import KINDS, Tile, parse_tiles
from engine.view import Candidate, QuestionView, Text
from engine.wording import describe
from table_io.virtual.answers import Memory
from tests.engine.looking import Change, Follower
from tests.random_play import play

RULES = load("mzhz")


@cache
def step(kind: type[Event], least: int) -> tuple[Deal, Event, Deal]:
    """The first event of `kind` that shows so many tiles: deal, event, deal after."""
    for seed in range(40):
        for before, event, after in play(RULES, {}, seed, hidden=True, weights={Acted: 0.0}):
            if isinstance(event, kind) and len(getattr(event, "tiles", ())) >= least:
                return before, event, after
    raise AssertionError(f"no such {kind.__name__} in forty deals")


class Looking(Follower):
    """A tracker at `before`, which then sees another deal through a change."""

    def __init__(self, before: Deal) -> None:
        super().__init__(before)
        self.tracker.observe(self.looker.look(before, 0.0), 0)

    def answered(self, tile: Tile) -> None:
        (question,) = self.tracker.questions
        at = [tile in candidate.tiles for candidate in question.candidates].index(True)
        verdict = self.tracker.answer(question.id, at)
        if verdict is not None:
            self.given[verdict.keep :] = verdict.events


def opened_tiles(sighting: Sighting, seat: Seat) -> Iterator[SeenTile]:
    return (t for t in sighting.tiles if t.zone is Zone.HAND and t.seat is seat and t.face)


@pytest.mark.parametrize("found", [True, False], ids=["not read", "not found"])
def test_an_opened_hand_with_one_unread_tile_is_asked_about(found: bool) -> None:
    before, event, after = step(HandOpened, 5)
    assert isinstance(event, HandOpened)
    looking = Looking(before)
    hidden = [t.face for t in opened_tiles(looking.looker.look(after, 0.0), event.seat)][2]
    assert hidden is not None

    def spoilt(sighting: Sighting) -> Sighting:
        one = next(t for t in opened_tiles(sighting, event.seat) if t.face == hidden)
        unread = (replace(one, faces=(), back=0.9),) if found else ()
        return replace(
            sighting, tiles=(*(t for t in sighting.tiles if t.track != one.track), *unread)
        )

    looking.see(after, 2.0, spoilt)
    assert not looking.given
    assert not looking.tracker.questions
    looking.see(after, 3.0, spoilt)
    (question,) = looking.tracker.questions
    assert looking.tracker.discrepancy is None
    assert "hand" in question.text.en
    assert not question.by_rule
    # Whatever it may be is offered: nobody is made to say what is not so.
    read = list(event.tiles)
    read.remove(hidden)
    left = [tile for tile in KINDS if before.unseen[tile.index] > read.count(tile)]
    assert sorted(choice.tiles[0] for choice in question.candidates) == sorted(left)
    assert len(left) > 4
    # Each button names one kind of tile, which is what its picture shows.
    assert all(len(set(choice.tiles)) == 1 for choice in question.candidates)
    (given,) = looking.given
    assert isinstance(given, HandOpened)
    assert len(given.tiles) == len(event.tiles)
    # Once the tile is read the doubt is over, whatever was written down.
    looking.see(after, 8.0)
    (given,) = looking.given
    assert isinstance(given, HandOpened)
    assert sorted(given.tiles) == sorted(event.tiles)
    assert not looking.tracker.questions


def test_a_doubtful_tile_of_an_opened_hand_is_asked_by_its_face() -> None:
    before, event, after = step(HandOpened, 5)
    assert isinstance(event, HandOpened)
    looking = Looking(before)
    true = event.tiles[0]
    other = next(t for t in parse_tiles("123456789s") if after.unseen[t.index] and t != true)

    def spoilt(sighting: Sighting) -> Sighting:
        one = next(t for t in opened_tiles(sighting, event.seat) if t.face == true)
        read = replace(one, faces=((other, 0.5), (true, 0.45)))
        return replace(sighting, tiles=tuple(read if t is one else t for t in sighting.tiles))

    looking.see(after, 4.0, spoilt)
    looking.answered(true)
    (given,) = looking.given
    assert isinstance(given, HandOpened)
    assert sorted(given.tiles) == sorted(event.tiles)


def test_buttons_name_only_what_differs() -> None:
    one, other = (HandOpened(Seat.A, parse_tiles(hand)) for hand in ("1123m55p", "1233m55p"))
    apart = told_apart([(one,), (other,)])
    assert apart == [
        (HandOpened(Seat.A, parse_tiles("11m")),), (HandOpened(Seat.A, parse_tiles("33m")),),
    ]  # fmt: skip
    elsewhere = HandOpened(Seat.B, other.tiles)
    assert told_apart([(one,), (elsewhere,)]) == [(one,), (elsewhere,)]
    far = HandOpened(Seat.A, parse_tiles("789s123p"))
    assert told_apart([(one,), (far,)]) == [(one,), (far,)]
    assert parts_of(one)[0] == one
    assert HandOpened(Seat.A, parse_tiles("11m")) in parts_of(one)
    assert HandOpened(Seat.A, parse_tiles("1m")) not in parts_of(one)


def test_people_know_which_tile_was_in_their_hand() -> None:
    before, event, _ = step(HandOpened, 5)
    assert isinstance(event, HandOpened)
    memory = Memory()
    memory.decided(before, event)
    kind = event.tiles[0]
    mine = HandOpened(event.seat, (kind,) * event.tiles.count(kind))
    more = HandOpened(event.seat, (kind,) * (event.tiles.count(kind) + 1))
    buttons = tuple(Candidate(describe(part)) for part in (more, mine))
    question = QuestionView("q1", 1, Text("？", "?"), buttons, False)
    assert memory.answer(question) == 1


def two_flowers() -> tuple[Looking, Deal, FlowersLaid, Change]:
    before, event, after = step(FlowersLaid, 2)
    assert isinstance(event, FlowersLaid)
    looking = Looking(before)
    late = event.tiles[-1]

    def one_of_them(sighting: Sighting) -> Sighting:
        gone = [t.track for t in sighting.tiles if t.zone is Zone.FLOWERS and t.face == late]
        return replace(sighting, tiles=tuple(t for t in sighting.tiles if t.track != gone[-1]))

    return looking, after, event, one_of_them


def test_flowers_made_out_one_after_the_other_are_one_laying() -> None:
    looking, after, event, one_of_them = two_flowers()
    looking.see(after, 0.8, one_of_them)
    assert [type(e) for e in looking.given] == [FlowersLaid]
    looking.see(after, 3.0)
    laid = [e for e in looking.given if isinstance(e, FlowersLaid)]
    assert [sorted(e.tiles) for e in laid] == [sorted(event.tiles)]
    assert looking.tracker.discrepancy is None


def test_flowers_after_a_laying_that_was_taken_back_are_read_afresh() -> None:
    looking, after, event, one_of_them = two_flowers()
    looking.see(after, 0.8, one_of_them)
    assert looking.given
    # As when a picture is explained from further back.
    looking.tracker._ways.only(looking.tracker._ways.main.until(0))
    looking.given.clear()
    looking.see(after, 3.0)
    laid = [e for e in looking.given if isinstance(e, FlowersLaid)]
    assert [sorted(e.tiles) for e in laid] == [sorted(event.tiles)]


def test_a_flower_laid_after_the_draw_for_another_is_its_own_event() -> None:
    looking, after, event, one_of_them = two_flowers()
    looking.see(after, 3.0, one_of_them)
    looking.see(after, 3.0)
    laid = [e for e in looking.given if isinstance(e, FlowersLaid)]
    assert [len(e.tiles) for e in laid] == [len(event.tiles) - 1, 1]
    assert any(isinstance(e, Drew) for e in looking.given)
