"""The ring of the wall: where slots are, which end gives which tile."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.events import End
from engine.seat import SEATS, Seat
from engine.tile import Tile
from engine.wall import DEALT_TILES, Layer, Place, Wall, break_seat, dealt_slots

WALLS = ((16, 15, 16, 15), (16, 16, 16, 16), (13, 14, 13, 14), (17, 17, 17, 17))
walls = st.builds(
    lambda stacks, seat, skipped, taken: Wall(stacks).broken(seat, skipped).dealt(taken),
    st.sampled_from(WALLS),
    st.sampled_from(SEATS),
    st.integers(1, 6),
    st.integers(0, 100),
)


@given(walls)
def test_every_slot_has_its_own_place(wall: Wall) -> None:
    places = [wall.place(slot) for slot in range(wall.total)]
    assert len(set(places)) == wall.total
    for slot, place in enumerate(places):
        assert place is not None
        assert wall.slot(place) == slot


@given(walls)
def test_sides_hold_what_remains(wall: Wall) -> None:
    sides = wall.per_side()
    assert tuple(len(side) for side in sides) == wall.stacks
    assert sum(map(sum, sides)) == wall.remaining


@given(walls, st.lists(st.sampled_from(End), max_size=120))
def test_ends_never_meet_a_hole(wall: Wall, ends: list[End]) -> None:
    for end in ends:
        slot = wall.next_slot(end)
        if slot is None:
            assert wall.remaining == 0
            return
        assert not wall.is_empty(slot)
        before = wall.remaining
        wall = wall.without(slot)
        assert wall.remaining == before - 1


def test_the_wall_runs_clockwise_from_the_right() -> None:
    wall = Wall((16, 15, 16, 15)).broken(Seat.C, 3)
    assert wall.place(0) == Place(Seat.C, 3, Layer.TOP)
    assert wall.place(1) == Place(Seat.C, 3, Layer.BOTTOM)
    # Seat C's thirteen other stacks, then the wall of the seat on its left.
    assert wall.place(26) == Place(Seat.B, 0, Layer.TOP)


def test_the_tail_takes_top_before_bottom() -> None:
    wall = Wall((16, 16, 16, 16)).broken(Seat.A, 1).dealt()
    first = wall.next_slot(End.TAIL)
    assert first == 126
    assert wall.without(126).next_slot(End.TAIL) == 127
    assert wall.without(126).without(127).next_slot(End.TAIL) == 124


def test_the_tail_may_take_bottom_first() -> None:
    wall = Wall((16, 16, 16, 16), tail_top_first=False).broken(Seat.A, 1)
    assert wall.next_slot(End.TAIL) == 127


def test_draws_pass_over_stolen_tiles() -> None:
    wall = Wall((16, 15, 16, 15)).broken(Seat.A, 2).dealt()
    flipped = wall.flipped(54, Tile.parse("5m"))
    assert flipped.tile_at(54) == Tile.parse("5m")
    stolen = flipped.without(54).without(53)
    assert stolen.tile_at(54) is None
    assert stolen.next_slot(End.HEAD) == 55
    assert stolen.end_place(tail=False) == (stolen.place(55).seat, stolen.place(55).stack)  # type: ignore[union-attr]


def test_before_the_break_no_place_is_known() -> None:
    wall = Wall((16, 15, 16, 15))
    assert wall.place(0) is None
    assert wall.slot(Place(Seat.A, 0, Layer.TOP)) is None
    assert wall.end_place(tail=True) is None


def test_the_deal_takes_the_first_53() -> None:
    taken = sorted(slot for position in range(4) for slot in dealt_slots(position))
    assert taken == list(range(DEALT_TILES))


@pytest.mark.parametrize(
    ("dice", "offset"), [((1, 1), 1), ((1, 4), 0), ((3, 4), 2), ((6, 6), 3), ((4, 5), 0)]
)
def test_the_break_counts_from_the_dealer(dice: tuple[int, int], offset: int) -> None:
    for dealer in SEATS:
        assert break_seat(dealer, dice) is dealer.offset(offset)
