"""The nasty table: what profiles show, what goes amiss, and that nothing comes of it."""

from __future__ import annotations

import random
from itertools import combinations

import numpy as np
import pytest

from companion.commands.run import BACKS as BACK_CHOICES
from companion.commands.run import HELPERS as HELPER_CHOICES
from companion.commands.run import PROFILES as PROFILE_CHOICES
from engine.events import Acted, Drew, Settled
from engine.layout import DEFAULT_LAYOUT, TableLayout
from engine.observations import Zone
from engine.seat import SEATS, Seat
from engine.tile import parse_tiles
from engine.view import Phase
from table_io.virtual.camera_model import overhead
from table_io.virtual.players import HELPERS, Temper
from table_io.virtual.profiles import BACKS, PROFILES, Setting, nudged, setting
from table_io.virtual.scene import Lighting, Pose, Sensor
from table_io.virtual.spots import Crookedness, Ground, Spot
from table_io.virtual.strewn import Lie, _corners, overlap, strew
from table_io.virtual.table import VirtualTable
from table_io.virtual.unrest import Exposure, Reaches

SMALL = (640, 360)
TABLE = [(x, y, 0.0) for x in (-450, 450) for y in (-450, 450)]


def test_the_command_line_knows_every_profile_and_temper() -> None:
    assert PROFILE_CHOICES == PROFILES
    assert tuple(HELPERS) == HELPER_CHOICES
    assert tuple(BACKS) == BACK_CHOICES
    assert Temper.of("none") == Temper()
    with pytest.raises(ValueError, match="clean, home, hard"):
        setting("nice")


def test_clean_is_a_bare_table_straight_from_above() -> None:
    assert setting() == Setting(overhead())
    assert setting().lighting == Lighting()


@pytest.mark.parametrize(("profile", "size"), [("home", (1920, 1080)), ("hard", (1280, 720))])
def test_an_oblique_camera_shows_the_whole_table_and_little_else(
    profile: str, size: tuple[int, int]
) -> None:
    for seed in range(4):
        camera = setting(profile, seed).camera
        assert (camera.width, camera.height) == size
        pixels = camera.project(TABLE)
        assert (pixels >= 0).all()
        assert (pixels <= size).all()
        assert np.ptp(pixels[:, 1]) > 0.8 * size[1]
    assert setting(profile, 1) == setting(profile, 1)
    assert setting(profile, 1) != setting(profile, 2)


def test_a_nudged_camera_still_shows_the_table_but_elsewhere() -> None:
    camera = setting("hard", 3).camera
    moved = nudged(camera, random.Random(3))
    off = np.linalg.norm(moved.project(TABLE) - camera.project(TABLE), axis=1)
    assert 4 < off.max() < 40
    middle = moved.project((0.0, 0.0, 0.0))
    assert abs(middle - (640, 360)).max() < 60


def test_rivers_are_crooked_and_touch_but_no_tile_lies_on_another() -> None:
    untidy = setting("home", 1)
    turns = []
    for seed in ("a", "b"):
        ground = Ground(untidy.layout, seed, untidy.crooked)
        tile = parse_tiles("5m")[0]
        placed = [
            ground.rest(tile, Spot(Zone.RIVER, seat, at), Pose.FACE_UP, at)
            for seat in SEATS
            for at in range(18)
        ]
        lies = [Lie(p.x, p.y, p.yaw) for p in placed]
        size = untidy.layout.tile
        for one, other in combinations(lies, 2):
            if abs(one.x - other.x) + abs(one.y - other.y) < 80:
                assert not overlap(_corners(one, size), _corners(other, size))
        turns += [abs((lie.yaw + 45) % 90 - 45) for lie in lies]
    assert max(turns) <= 12.0
    assert sum(turn > 6 for turn in turns) > 10


def test_a_crowded_place_leaves_a_tile_straight() -> None:
    size = DEFAULT_LAYOUT.tile
    places = [Lie(30.0 * column, 40.0 * row, 0.0) for row in range(3) for column in range(3)]
    for lie, place in zip(strew(places, size, random.Random(1), 12, 3), places, strict=True):
        assert abs(lie.x - place.x) <= 3
        assert -3 <= lie.y - place.y <= 13
        assert abs(lie.yaw) <= 12


def test_a_row_is_askew_as_a_whole() -> None:
    ground = Ground(DEFAULT_LAYOUT, "x", Crookedness(0.0, 0.0, 4.0, 5.0))
    tile = parse_tiles("5m")[0]
    row = [ground.rest(tile, Spot(Zone.HAND, Seat.A, at), Pose.STANDING, at) for at in range(13)]
    assert len({place.yaw for place in row}) == 1
    along = np.polyfit([p.x for p in row], [p.y for p in row], 1)
    assert -np.degrees(np.arctan(along[0])) == pytest.approx(row[0].yaw, abs=0.05)


def test_idle_arms_come_and_go_whenever_one_looks() -> None:
    seldom, often = Reaches("s", DEFAULT_LAYOUT, 9.0), Reaches("s", DEFAULT_LAYOUT, 9.0)
    busy = 0
    for tick in range(1, 1201):
        arms, shades = often.now(tick / 10)
        assert len(arms) == len(shades)
        busy += bool(arms)
        if tick % 40 == 0:
            assert seldom.now(tick / 10) == (arms, shades)
    assert 120 < busy < 720
    assert Reaches("s", DEFAULT_LAYOUT, 0.0).now(1e6) == ((), ())


def test_exposure_jumps_and_holds() -> None:
    sensor = Sensor()
    steady, jumpy = Exposure("s", 0.0), Exposure("s", 30.0)
    assert steady.of(sensor, 1e6) is sensor
    gains = [jumpy.of(sensor, float(second)).gain for second in range(300)]
    assert 3 <= len(set(gains)) <= 20
    assert 0.7 < min(gains) < max(gains) < 1.25


class Watched(VirtualTable):
    """A table of which every change is noted as it happens; nothing is drawn."""

    def notice(self) -> set[str]:
        seen = set()
        hands = [body for seat in SEATS for body in self._stage.bodies(Zone.HAND, seat)]
        lying = [body for body in hands if body.pose is Pose.FACE_UP]
        if len(lying) == 2 and not self._deal.ended:
            seen.add("toppled")
        for seat in SEATS:
            if len(self._deal.melds[seat]) < len({b.spot.index for b in self._melds(seat)}):
                seen.add("taken back")
        if self._renderer.camera != self._setting.camera:
            seen.add("nudged")
        return seen

    def _melds(self, seat: Seat):  # type: ignore[no-untyped-def]
        return self._stage.bodies(Zone.MELDS, seat)


HELPERS_USED = {"solo": (2, 29), "fixed_pairs": (10, 29), "four_winds": (22, 26)}
"""Two deals of each mode in which between them every action of the page is used."""
ELSEWHERE = {"solo": {"remove", "lay_wind"}, "fixed_pairs": {"lay_wind"}, "four_winds": set[str]()}
"""Actions that a mode does not have; nobody names a target unless the house says so."""


def used(table: VirtualTable) -> set[str]:
    assert isinstance(table.truth.events[-1], Settled)
    return {event.action for event in table.truth.events if isinstance(event, Acted)}


@pytest.mark.parametrize("mode", HELPERS_USED)
def test_every_helper_is_used_whatever_goes_amiss_and_the_deal_is_settled(mode: str) -> None:
    first, second = HELPERS_USED[mode]
    options, temper = {"mode": mode}, Temper.of("many")
    troubled = Watched(first, options=options, temper=temper, profile="hard")
    seen: set[str] = set()
    while not troubled.finished:
        troubled.advance(0.5)
        if troubled.truth.events[1:]:
            seen |= troubled.notice()
    assert seen == {"toppled", "taken back", "nudged"}
    calm = VirtualTable(first, options=options, temper=temper)
    other = VirtualTable(second, options=options, temper=temper)
    for table in (calm, other):
        while not table.finished:
            table.advance(5.0)
    assert calm.truth.events == troubled.truth.events
    actions = set(calm.rules.flow.actions) - {"aim"} - ELSEWHERE[mode]
    assert used(troubled) | used(other) == actions


def test_what_a_home_looks_like_is_another_picture() -> None:
    layout = TableLayout()
    pictures = []
    for profile in PROFILES:
        camera = setting(profile, 3, size=SMALL).camera
        table = VirtualTable(3, profile=profile, camera=camera, layout=layout)
        table.advance(8.0)
        pictures.append(table.picture())
    table = VirtualTable(3, camera=camera, colours=BACKS["orange"])
    table.advance(8.0)
    blue = pictures[-1][..., 0] > pictures[-1][..., 2] + 30.0
    orange = table.picture()[..., 2] > table.picture()[..., 0] + 60.0
    assert blue.mean() > 0.01
    assert orange.mean() > 0.01
    clean, home, hard = (float(picture.mean()) for picture in pictures)
    assert hard < 0.85 * home
    assert abs(clean - home) > 1


class Erring(VirtualTable):
    """A table of which the players' errors are noted as they happen; nothing is drawn."""

    def notice(self) -> set[str]:
        if not self.truth.events[1:] or self._deal.ended or self._deal.phase is not Phase.PLAY:
            return set()
        lying = {seat: self._stage.bodies(Zone.HAND, seat) for seat in SEATS}
        known = {seat: len(self._deal.hands[seat].known) for seat in SEATS}
        seen = {"too many" for seat in SEATS if len(lying[seat]) > known[seat] >= 13}
        drew = isinstance(self._deal.last, Drew)
        for seat in SEATS:
            sets = {body.spot.index for body in self._stage.bodies(Zone.MELDS, seat)}
            if drew and seat is not self._deal.step.actor and len(self._deal.melds[seat]) < len(
                sets
            ):
                seen.add("too late")
        return seen


def test_players_err_and_put_it_right_and_nothing_comes_of_it() -> None:
    calm = VirtualTable(3)
    while not calm.finished:
        calm.advance(5.0)
    erring = Erring(3, errors=True)
    seen: set[str] = set()
    while not erring.finished:
        erring.advance(0.25)
        seen |= erring.notice()
    assert seen == {"too many", "too late"}
    assert erring.truth.events == calm.truth.events
    assert len(list(erring.truth)) > 40
