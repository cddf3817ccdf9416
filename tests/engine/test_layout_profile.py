"""A table's own measures: kept, refused, moved step by step."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.layout import DEFAULT_LAYOUT, Band, TableLayout, TileSize
from engine.layout_profile import (
    BANDS,
    STEP,
    LayoutError,
    Part,
    as_usual,
    layout_of,
    measure_of,
    stepped,
    values_of,
)


def test_nothing_said_is_the_usual_table() -> None:
    assert layout_of({}) == DEFAULT_LAYOUT
    assert values_of(DEFAULT_LAYOUT) == {}
    whole = {name: vars_of(getattr(DEFAULT_LAYOUT, name)) for name in BANDS}
    assert layout_of(whole) == DEFAULT_LAYOUT


def vars_of(band: Band) -> dict[str, float]:
    return {name: getattr(band, name) for name in Band.__slots__}


def test_only_what_is_named_changes() -> None:
    layout = layout_of({"hand": {"depth_min": 400}, "tile": {"width": 28}, "river_columns": 6})
    assert layout.hand == Band(400.0, 446.0, -226.0, 226.0)
    assert layout.tile == TileSize(28.0, 40.0, 24.0)
    assert layout.river_columns == 6
    assert layout.melds == DEFAULT_LAYOUT.melds


def test_on_a_larger_table_what_lies_at_the_rim_lies_further_out() -> None:
    layout = layout_of({"surface": 940, "wall": {"depth_min": 255, "depth_max": 297}})
    assert layout.hand.depth_max == DEFAULT_LAYOUT.hand.depth_max + 20
    assert layout.flowers.depth_min == DEFAULT_LAYOUT.flowers.depth_min + 20
    assert layout.wall.depth_min == 255
    assert layout.river == DEFAULT_LAYOUT.river


@pytest.mark.parametrize("part", Part)
@pytest.mark.parametrize("steps", [-2, 1])
def test_a_step_is_kept_as_what_differs(part: Part, steps: int) -> None:
    moved = stepped(layout_of({"surface": 920}), part, steps)
    before = measure_of(layout_of({"surface": 920}), part)
    assert measure_of(moved, part) == before + steps * STEP[part]
    kept = json.loads(json.dumps(values_of(moved)))
    assert layout_of(kept) == moved
    assert "dome_radius" not in kept


def test_there_and_back_is_as_before() -> None:
    for part in Part:
        assert stepped(stepped(DEFAULT_LAYOUT, part, -1), part, 1) == DEFAULT_LAYOUT


@pytest.mark.parametrize(
    ("values", "key", "advice"),
    [
        ({"rivers": {}}, "rivers", "river_columns"),
        ({"hand": {"depth": 3}}, "hand.depth", "depth_min"),
        ({"hand": 3}, "hand", "depth_min"),
        ({"tile": {"width": "wide"}}, "tile.width", "number"),
        ({"tile": {"width": 300}}, "tile.width", "12 to 60"),
        ({"tile": {"width": float("nan")}}, "tile.width", "12 to 60"),
        ({"surface": True}, "surface", "number"),
        ({"river_columns": 6.5}, "river_columns", "whole"),
        ({"river_pitch": 31}, "river_pitch", "two numbers"),
        ({"river_pitch": [31, 41, 51]}, "river_pitch", "two numbers"),
        ({"wall": {"depth_min": 300}}, "wall.depth_min", "below"),
        ({"hand": {"depth_max": 480}}, "hand.depth", "surface"),
        ({"melds": {"lateral_min": -500}}, "melds.lateral", "surface"),
        ({"hand": {"depth_min": 350}}, "hand", "move one"),
        ({"surface": 760}, "river", "move one"),
        ({"surface": 10**400}, "surface", "400 to 1600"),
        ({"surface": 2**20000}, "surface", "400 to 1600"),
        ({"surface": "x" * 5000}, "surface", "number"),
        ({"r" * 5000: 3}, "rrr", "river_columns"),
        ({"river": {"depth_min": 150, "depth_max": 151}}, "river.depth", "10 mm"),
        ({"hand": {"lateral_min": 0, "lateral_max": 1}}, "hand.lateral", "10 mm"),
        ({"tile": {"width": 40, "height": 30}}, "tile.width", "upright"),
    ],
)
def test_a_wrong_measure_says_which_and_what_to_do(
    values: dict[str, Any], key: str, advice: str
) -> None:
    with pytest.raises(LayoutError) as told:
        layout_of(values)
    assert f"layout.{key}" in told.value.en
    assert f"layout.{key}" in told.value.zh
    assert advice in told.value.en
    assert len(told.value.en) < 250


def test_each_part_goes_back_to_the_usual_by_itself() -> None:
    layout = DEFAULT_LAYOUT
    for part in Part:
        layout = stepped(layout, part, -2)
    for part in Part:
        layout = as_usual(layout, part)
        assert measure_of(layout, part) == measure_of(DEFAULT_LAYOUT, part)
    assert layout == DEFAULT_LAYOUT


def test_steps_end_where_rows_could_not_be_told_apart() -> None:
    for part, way in ((Part.HANDS, -1), (Part.HANDS, 1), (Part.RIVERS, 1), (Part.TILES, -1)):
        layout = DEFAULT_LAYOUT
        taken = 0
        while taken < 40 and (further := _further(layout, part, way)) is not None:
            layout, taken = further, taken + 1
        assert 0 < taken < 40
        assert layout_of(values_of(layout)) == layout


def _further(layout: TableLayout, part: Part, way: int) -> TableLayout | None:
    try:
        return stepped(layout, part, way)
    except LayoutError:
        return None
