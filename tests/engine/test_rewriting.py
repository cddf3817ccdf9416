"""A correction touches only the entries that hold something else now."""

from __future__ import annotations

from itertools import pairwise

import pytest

from engine.branches import Verdict
from engine.events import Discarded, Drew, Event, Source
from engine.rewriting import Edit, rewriting
from engine.seat import Seat
from engine.tile import Tile
from engine.timeline import Item

SEATS = tuple(Seat)


def thrown(code: str, at: int = 0) -> Event:
    return Discarded(SEATS[at % 4], Tile.parse(code))


def items(*entries: tuple[int, Event]) -> list[Item]:
    return [Item(seq, 0, event, Source.CAMERA, float(seq)) for seq, event in entries]


ONE, TWO, THREE, FOUR = (thrown(code, at) for at, code in enumerate(("1m", "2m", "3m", "4m")))
OTHER = thrown("9s", 1)
BOOKS = items((11, ONE), (12, TWO), (13, THREE), (14, FOUR))
GIVEN = [11, 12, 13, 14]


def test_what_comes_after_and_still_stands_is_left() -> None:
    put = rewriting(BOOKS, GIVEN, Verdict(1, (OTHER, THREE, FOUR)))
    assert put is not None
    assert put.pieces == (11, Edit(12, (OTHER,)), 13, 14)
    assert put.more == ()


def test_what_is_new_at_the_end_is_written_down_as_new() -> None:
    last = thrown("5m", 4)
    put = rewriting(BOOKS, GIVEN, Verdict(0, (ONE, OTHER, THREE, FOUR, last)))
    assert put is not None
    assert put.pieces == (11, Edit(12, (OTHER,)), 13, 14)
    assert put.more == (last,)


def test_what_is_put_in_between_goes_with_the_next_entry() -> None:
    put = rewriting(BOOKS, GIVEN, Verdict(1, (OTHER, TWO, THREE, FOUR)))
    assert put is not None
    assert put.pieces == (11, Edit(12, (OTHER, TWO)), 13, 14)


def test_what_is_given_up_is_taken_away() -> None:
    put = rewriting(BOOKS, GIVEN, Verdict(1, (THREE,)))
    assert put is not None
    assert put.pieces == (11, Edit(12, ()), 13, Edit(14, ()))


def test_an_entry_of_several_events_is_written_anew_as_a_whole() -> None:
    books = items((11, ONE), (12, TWO), (12, THREE), (14, FOUR))
    put = rewriting(books, [11, 12, 12, 14], Verdict(2, (OTHER, FOUR)))
    assert put is not None
    assert put.pieces == (11, Edit(12, (TWO, OTHER)), 14)


def test_nothing_that_counts_is_left() -> None:
    assert rewriting(BOOKS[:1], GIVEN, Verdict(2, (OTHER,))) is None


@pytest.mark.parametrize("keep", range(4))
@pytest.mark.parametrize("number", range(24))
def test_pieces_come_to_what_is_believed(keep: int, number: int) -> None:
    """Whatever is believed, what stands and what is written give just that."""
    pool = [ONE, TWO, THREE, FOUR, OTHER, Drew(Seat.A)]
    believed = tuple(pool[(number * step + keep) % len(pool)] for step in range(1, 2 + number % 5))
    put = rewriting(BOOKS, GIVEN, Verdict(keep, believed))
    assert put is not None
    written: list[Event] = []
    for piece in put.pieces:
        if isinstance(piece, Edit):
            written += piece.events
        else:
            written += [item.event for item in BOOKS if item.seq == piece]
    assert (*written, *put.more) == (*(item.event for item in BOOKS[:keep]), *believed)
    entries = [piece.entry if isinstance(piece, Edit) else piece for piece in put.pieces]
    assert all(one <= other for one, other in pairwise(entries))
