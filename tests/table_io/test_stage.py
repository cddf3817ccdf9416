"""Every tile has a place of its own, and stays in it until somebody moves it."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import combinations, pairwise

import numpy as np
import pytest

from engine.deal import Deal
from engine.events import Dealt, Event, HandOpened, Punged, Settled, Won
from engine.layout import DEFAULT_LAYOUT
from engine.observations import Zone
from engine.picture import picture_of
from engine.rules import load
from engine.seat import SEATS, Seat
from engine.tile import JOKER, Tile
from table_io.virtual.course import Course
from table_io.virtual.players import Temper
from table_io.virtual.scene import PlacedTile, Pose
from table_io.virtual.spots import Ground, Spot
from table_io.virtual.stage import Move, Stage
from vision.zones import PLACES, ZoneMap

RULES = load("mzhz")
Shot = tuple[Deal, Event, list[Move], dict[int, PlacedTile], dict[int, PlacedTile], list[Spot]]


@cache
def shots(seed: int, acts: float) -> tuple[Shot, ...]:
    """Deal and event after it, the moves made, how bodies lay before and after."""
    deal = Deal.begin(RULES, 1, Seat.A, {"mode": "four_winds" if acts else "solo"})
    course = Course(deal, f"{seed}", Temper(acts=acts))
    stage = Stage(Ground(DEFAULT_LAYOUT, f"{seed}"))
    stage.raise_walls(course.ring)
    found: list[Shot] = []
    while not isinstance(deal.last, Settled):
        event = course.next_event(deal)
        before = {body.number: body.rest for body in stage.bodies()}
        deal = deal.apply(event)
        moves = stage.moves_to(deal)
        for move in moves:
            stage.make(move)
        after = {body.number: body.rest for body in stage.bodies()}
        spots = [body.spot for body in stage.bodies()]
        found.append((deal, event, moves, before, after, spots))
    return tuple(found)


ALL = [(1, 0.0), (6, 0.0), (2, 0.6), (5, 0.6)]


@pytest.mark.parametrize(("seed", "acts"), ALL)
def test_the_table_lies_as_the_books_say(seed: int, acts: float) -> None:
    zones = ZoneMap(DEFAULT_LAYOUT)
    for deal, *_, after, _ in shots(seed, acts):
        if deal.wall.first is None or deal.dice is None:
            continue
        wanted = picture_of(deal)
        lying: dict[tuple[Zone, Seat], list[Tile]] = {}
        backs: Counter[tuple[Pose, Seat]] = Counter()
        places = zones.indices([(rest.x, rest.y) for rest in after.values()])
        for rest, place in zip(after.values(), places, strict=True):
            zone, seat = PLACES[place]
            assert seat is not None, rest
            if rest.pose is Pose.FACE_UP:
                lying.setdefault((zone, seat), []).append(rest.tile)
            elif zone is Zone.HAND:
                backs[rest.pose, seat] += 1
        for where, tiles in wanted.tiles.items():
            assert sorted(lying.get(where, [])) == sorted(tiles), (where, deal.last)
        for seat in SEATS:
            assert backs[Pose.STANDING, seat] == wanted.standing[seat]
            assert backs[Pose.FACE_DOWN, seat] == wanted.turned_down[seat]


@pytest.mark.parametrize(("seed", "acts"), ALL)
def test_no_tile_is_lost_and_no_two_share_a_spot(seed: int, acts: float) -> None:
    for deal, *_, after, spots in shots(seed, acts):
        assert len(after) == deal.tiles.total
        assert len(set(spots)) == len(spots)


@pytest.mark.parametrize(("seed", "acts"), ALL)
def test_what_does_not_move_stays_to_the_last_hundredth(seed: int, acts: float) -> None:
    for _, event, moves, before, after, _ in shots(seed, acts):
        moved = {move.body.number for move in moves}
        still = [number for number in before if number not in moved]
        assert all(after[number] is before[number] for number in still)
        if not isinstance(event, Dealt):
            carried = [move for move in moves if move.leaves]
            assert len(carried) <= 5


def test_tiles_lie_beside_each_other() -> None:
    for *_, after, _ in shots(6, 0.0)[::9]:
        for level in (0.0, 24.0):
            points = np.array([(r.x, r.y) for r in after.values() if r.z == level])
            if len(points) < 2:
                continue
            apart = np.linalg.norm(points[:, None] - points[None], axis=-1)
            np.fill_diagonal(apart, np.inf)
            assert apart.min() > 28.0


def test_crookedness_is_small_and_belongs_to_the_tile() -> None:
    ground = Ground(DEFAULT_LAYOUT, "x")
    turns = set()
    for number in range(30):
        spot = Spot(Zone.RIVER, Seat.B, number % 7)
        rest = ground.rest(JOKER, spot, Pose.FACE_UP, number)
        assert rest == ground.rest(JOKER, spot, Pose.FACE_UP, number)
        lateral, depth = ground.point(spot)
        x, y = DEFAULT_LAYOUT.to_table(Seat.B, lateral, depth)
        assert abs(rest.x - x) <= 1.01
        assert abs(rest.y - y) <= 1.01
        assert abs(rest.yaw - DEFAULT_LAYOUT.upright_yaw(Seat.B)) <= 1.5
        turns.add(rest.yaw)
    assert len(turns) > 20


def test_a_very_long_river_stays_clear_of_the_others() -> None:
    ground, zones = Ground(DEFAULT_LAYOUT, "x"), ZoneMap(DEFAULT_LAYOUT)
    lying = [
        (seat, ground.rest(JOKER, Spot(Zone.RIVER, seat, n), Pose.FACE_UP, n))
        for seat in SEATS
        for n in range(40)
    ]
    for (_, one), (_, other) in combinations(lying, 2):
        assert np.hypot(one.x - other.x, one.y - other.y) > 28.0
    for seat, rest in lying:
        assert zones.locate(rest.x, rest.y) == (Zone.RIVER, seat)


def test_four_kongs_find_room() -> None:
    ground = Ground(DEFAULT_LAYOUT, "x")
    band = DEFAULT_LAYOUT.melds
    places = []
    for index in range(4):
        for sub in range(4):
            spot = Spot(Zone.MELDS, Seat.C, index, sub, sub == 0, sub > 0)
            lateral, _ = ground.point(spot)
            half = 20.0 if spot.sideways else 15.0
            places.append((lateral - half, lateral + half))
    places.sort()
    assert places[0][0] >= band.lateral_min
    assert places[-1][1] <= band.lateral_max
    assert all(one[1] <= other[0] for one, other in pairwise(places))


def test_a_claimed_tile_lies_sideways() -> None:
    zones = ZoneMap(DEFAULT_LAYOUT)
    found = 0
    for seed, acts in ALL:
        for deal, event, *_, after, _ in shots(seed, acts):
            if isinstance(event, Punged):
                base = DEFAULT_LAYOUT.upright_yaw(event.seat)
                places = zones.indices([(rest.x, rest.y) for rest in after.values()])
                row = [
                    (rest.yaw - base + 45.0) % 360 // 90
                    for rest, place in zip(after.values(), places, strict=True)
                    if PLACES[place] == (Zone.MELDS, event.seat)
                ]
                assert row.count(1.0) >= 1
                assert row.count(1.0) <= len(deal.melds[event.seat])
                found += 1
    assert found > 3


def test_a_winner_turns_his_row_down_and_opens_it_in_the_end() -> None:
    turned = opened = 0
    for deal, event, moves, _, after, _ in shots(1, 0.0):
        if isinstance(event, Won):
            for seat in event.seats:
                row = [m for m in moves if m.spot.zone is Zone.HAND and m.spot.seat is seat]
                assert {m.pose for m in row} == {Pose.FACE_DOWN}
                assert len(row) == deal.hands[seat].count
                turned += 1
        if isinstance(event, HandOpened):
            faces = [
                rest.tile
                for number, rest in after.items()
                if number in {m.body.number for m in moves}
            ]
            assert sorted(faces) == list(deal.hands[event.seat].known)
            opened += 1
    assert turned
    assert opened


def test_a_tile_from_nowhere_is_refused() -> None:
    deal = Deal.begin(RULES, 1, Seat.A)
    course = Course(deal, "1")
    stage = Stage(Ground(DEFAULT_LAYOUT, "1"))
    stage.raise_walls(course.ring)
    while not isinstance(deal.last, Dealt):
        deal = deal.apply(course.next_event(deal))
    false = replace(deal, rivers=((JOKER,) * 5, (), (), ()))
    with pytest.raises(ValueError, match="1j"):
        stage.moves_to(false)
