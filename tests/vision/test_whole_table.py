from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from engine.layout import DEFAULT_LAYOUT
from engine.observations import SeenTile, Sighting, Zone
from engine.seat import Seat
from engine.tile import Tile
from vision.detections import Detections
from vision.whole_table import SeenTable, looks_like_a_deal, see_table


def tile(
    code: str, zone: Zone, seat: Seat | None, lateral: float, depth: float, back: float = 0.0
) -> SeenTile:
    x, y = DEFAULT_LAYOUT.to_table(seat or Seat.A, lateral, depth)
    return SeenTile(0, zone, seat, x, y, 0.0, ((Tile.parse(code), 0.9),), back, 2)


def sighting(tiles: Iterator[SeenTile] | list[SeenTile]) -> Sighting:
    stacks = ((2, 2, 1, 0), None, (0, 0), None)
    return Sighting(1, 1.0, 0, tuple(tiles), standing=(13, None, 0, 10), wall_stacks=stacks)


def deal() -> list[SeenTile]:
    river = DEFAULT_LAYOUT.river.depth_min
    return [
        *(tile(f"{n}m", Zone.RIVER, Seat.B, 40.0 * n, river + 20) for n in (3, 1, 2)),
        tile("9p", Zone.RIVER, Seat.B, 0, river + 62),
        *(tile("5z", Zone.MELDS, Seat.D, 31.0 * n, 300) for n in range(3)),
        tile("1m", Zone.MELDS, Seat.D, 100, 300, back=0.9),
        tile("1f", Zone.FLOWERS, Seat.A, -100, 300),
    ]


def test_each_seats_zones_are_told_in_its_own_reading_order() -> None:
    seen = SeenTable(sighting(deal()))
    assert seen.zones() == {
        ("A", "flowers"): "1f", ("B", "river"): "123m9p", ("D", "melds"): "555zX",
    }  # fmt: skip
    told = seen.to_json()
    assert told["A"] == {"flowers": "1f", "standing": 13, "wall": 3}
    assert told["B"]["wall"] is None and told["C"]["wall"] == 0
    text = seen.to_text()
    assert "B 牌河 river: 123m9p" in text and "A 立着 standing: 13" in text
    assert "A 牌墙 wall: 3 墩" in text and "C" not in text


def test_a_case_full_of_tiles_is_no_deal() -> None:
    assert looks_like_a_deal(sighting(deal()))
    middle = [tile("1m", Zone.DOME, None, 0, 0) for _ in range(4)]
    assert not looks_like_a_deal(sighting([*deal(), *middle]))
    assert not looks_like_a_deal(sighting(deal()[:4])), "one seat alone"
    assert not looks_like_a_deal(sighting([]))


class Nothing:
    def read(self, image: np.ndarray, tile_px: object = None, region: object = None) -> Detections:
        return Detections.empty(read=True)


def test_a_picture_without_a_table_gives_none() -> None:
    noise = np.random.default_rng(0).integers(0, 255, (240, 320, 3)).astype(np.uint8)
    assert see_table(noise, Nothing()) is None  # type: ignore[arg-type]
