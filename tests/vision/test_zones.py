"""Places of table points."""

from __future__ import annotations

import numpy as np
import pytest

from engine.layout import DEFAULT_LAYOUT
from engine.observations import Zone
from engine.seat import SEATS, Seat
from vision.zones import PLACES, SEAT_ZONES, ZoneMap, band_of

ZONES = ZoneMap(DEFAULT_LAYOUT)


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("zone", SEAT_ZONES)
def test_every_band_is_its_seats_own(seat: Seat, zone: Zone) -> None:
    band = band_of(DEFAULT_LAYOUT, zone)
    for lateral in np.linspace(band.lateral_min + 14, band.lateral_max - 14, 7):
        for depth in np.linspace(band.depth_min + 18, band.depth_max - 18, 4):
            x, y = DEFAULT_LAYOUT.to_table(seat, float(lateral), float(depth))
            assert ZONES.locate(x, y) == (zone, seat)


@pytest.mark.parametrize("seat", SEATS)
def test_an_untidy_river_stays_a_river(seat: Seat) -> None:
    untidy = [(-74.0, 100.0), (141.0, 180.0), (30.0, 86.0), (60.0, 236.0), (215.0, 102.0)]
    for lateral, depth in untidy:
        place = ZONES.locate(*DEFAULT_LAYOUT.to_table(seat, lateral, depth))
        assert place == (Zone.RIVER, seat)


def test_no_two_bands_share_a_place() -> None:
    points = np.stack(np.meshgrid(np.arange(-443, 446, 9), np.arange(-443, 446, 9)), -1)
    owners = np.zeros(points.shape[:2], int)
    for seat in SEATS:
        for zone in SEAT_ZONES:
            band = band_of(DEFAULT_LAYOUT, zone)
            for row, column in np.ndindex(owners.shape):
                x, y = (float(v) for v in points[row, column])
                owners[row, column] += band.holds(*DEFAULT_LAYOUT.to_seat(seat, x, y))
    assert owners.max() == 1


def test_dome_and_outside() -> None:
    assert ZONES.locate(0, 0) == (Zone.DOME, None)
    assert ZONES.locate(40, -40) == (Zone.DOME, None)
    assert ZONES.locate(420, 420) == (Zone.OUTSIDE, None)
    assert ZONES.locate(0, 600) == (Zone.OUTSIDE, None)


def test_many_points_at_once_agree_with_one_by_one() -> None:
    rng = np.random.default_rng(1)
    points = rng.uniform(-470, 470, (200, 2))
    places = [PLACES[i] for i in ZONES.indices(points)]
    assert places == [ZONES.locate(float(x), float(y)) for x, y in points]
    turned = [ZONES.locate(float(y), float(-x)) for x, y in points]
    for (zone, seat), (other_zone, other_seat) in zip(places, turned, strict=True):
        assert other_zone == zone
        assert other_seat == (None if seat is None else seat.next)


def test_polygons_surround_their_zone() -> None:
    for seat in SEATS:
        middle = ZONES.polygon(Zone.RIVER, seat).mean(axis=0)
        assert ZONES.locate(*middle) == (Zone.RIVER, seat)
