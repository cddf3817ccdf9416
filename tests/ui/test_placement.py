from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.meld import Meld, MeldKind
from engine.seat import Seat
from engine.tile import KINDS, UNKNOWN, Tile, parse_tiles
from ui.widgets.tiles.placement import Piece, Placed, backs, flow, loose, meld_unit

FIVE = Tile.parse("5m")
pieces = st.builds(
    Piece,
    code=st.sampled_from([tile.code for tile in KINDS]),
    scale=st.sampled_from([0.5, 0.8, 1.0]),
    sideways=st.booleans(),
)
units = st.lists(pieces, min_size=1, max_size=4).map(tuple)
sections = st.lists(st.lists(units, max_size=14).map(tuple), max_size=4).map(tuple)


def overlap(a: Placed, b: Placed) -> bool:
    return (
        a.x < b.x + b.width - 0.01
        and b.x < a.x + a.width - 0.01
        and a.y < b.y + b.height - 0.01
        and b.y < a.y + a.height - 0.01
    )


@given(sections, st.floats(170, 700), st.floats(90, 400))
def test_everything_is_placed_inside_the_box_and_nothing_overlaps(
    given_sections: tuple[tuple[tuple[Piece, ...], ...], ...], width: float, height: float
) -> None:
    placement = flow(given_sections, width, height, 40)
    wanted = [piece for section in given_sections for unit in section for piece in unit]
    assert [spot.piece for spot in placement.placed] == wanted
    if placement.tile_width > 8:
        for spot in placement.placed:
            assert spot.x >= -0.5
            assert spot.x + spot.width <= width + 0.6
            assert spot.y >= -0.5
            assert spot.y + spot.height <= height + 0.6
    for index, spot in enumerate(placement.placed):
        assert not any(overlap(spot, other) for other in placement.placed[index + 1 :])


def test_a_river_fills_rows_from_the_left_top() -> None:
    placement = flow((loose(parse_tiles("123456789m")),), 170, 400, 40)
    rows = sorted({spot.y for spot in placement.placed})
    assert len(rows) == 3
    assert [spot.piece.code for spot in placement.placed if spot.y == rows[0]] == [
        "1m", "2m", "3m", "4m",
    ]  # fmt: skip


def test_columns_bound_a_row() -> None:
    placement = flow((loose(parse_tiles("123456789m")),), 1000, 400, 40, columns=6)
    assert sum(spot.y == 0 for spot in placement.placed) == 6


def test_a_full_river_shrinks_rather_than_spills() -> None:
    few = flow((loose((FIVE,) * 6),), 300, 100, 36)
    many = flow((loose((FIVE,) * 30),), 300, 100, 36)
    assert few.tile_width == 36
    assert many.tile_width < 36
    assert many.height <= 100.5


@pytest.mark.parametrize(
    ("source", "place"), [(Seat.D, 0), (Seat.C, 1), (Seat.B, 2)], ids=["上家", "对家", "下家"]
)
def test_the_claimed_tile_lies_sideways_towards_its_source(source: Seat, place: int) -> None:
    unit = meld_unit(Meld(MeldKind.PUNG, FIVE, (FIVE,) * 3, source, 0), Seat.A)
    assert [piece.sideways for piece in unit] == [index == place for index in range(3)]


def test_an_exposed_kong_from_the_right_has_its_fourth_tile_sideways() -> None:
    unit = meld_unit(Meld(MeldKind.EXPOSED_KONG, FIVE, (FIVE,) * 4, Seat.B, 3), Seat.A)
    assert [piece.sideways for piece in unit] == [False, False, False, True]


def test_an_added_tile_lies_on_the_claimed_one() -> None:
    unit = meld_unit(Meld(MeldKind.ADDED_KONG, FIVE, (FIVE,) * 4, Seat.D, 2), Seat.A)
    assert len(unit) == 4
    assert [(piece.sideways, piece.over) for piece in unit] == [
        (True, False), (True, True), (False, False), (False, False),
    ]  # fmt: skip
    first, over = flow(((unit,),), 300, 100, 30).placed[:2]
    assert over.x == first.x
    assert over.y < first.y


def test_a_concealed_kong_has_nothing_sideways_and_unknown_tiles_keep_their_code() -> None:
    tiles = (UNKNOWN, FIVE, FIVE, UNKNOWN)
    unit = meld_unit(Meld(MeldKind.CONCEALED_KONG, FIVE, tiles), Seat.A)
    assert [piece.code for piece in unit] == ["?", "5m", "5m", "?"]
    assert not any(piece.sideways for piece in unit)


def test_what_a_placeholder_stands_for_travels_with_it() -> None:
    mouse = Tile.parse("2h")
    meld = Meld(MeldKind.PUNG, FIVE, (FIVE, mouse, FIVE), Seat.B, 0, ((1, FIVE),))
    unit = meld_unit(meld, Seat.A)
    assert {piece.code: piece.stands_for for piece in unit}["2h"] == "5m"


def test_backs_count() -> None:
    assert len(flow((backs(13, 0.5),), 170, 300, 34).placed) == 13
