"""Pictures of a table in play → sightings, with a reader that is told the truth."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from engine.observations import Presence, Sighting, Zone
from engine.seat import Seat
from engine.tile import BACK_CODE, Tile
from table_io.virtual.camera_model import CameraModel, overhead
from table_io.virtual.scene import Arm, Lighting, PlacedTile, Pose, Scene
from tests.vision.evening import CAMERA, STEP, Evening, codes, renderer, text
from tests.vision.tables import (
    LAYOUT,
    TruthReader,
    hand,
    place,
    river,
    row,
    wall,
    whole_table,
)
from vision.eyes import TableEyes
from vision.film import CameraHealth
from vision.frame_source import CameraState, Frame
from vision.geometry import Calibration
from vision.worker import EyesWorker


def test_a_whole_table_is_told_once() -> None:
    evening = Evening(flicker=0.05)
    told = evening.show(whole_table(), 6)
    assert len(told) == 1
    assert codes(told[0], Zone.RIVER, Seat.A) == text(river(Seat.A, "1m9p3z5s7z2p8m4s"))
    assert codes(told[0], Zone.RIVER, Seat.D) == text(river(Seat.D, "2z2z7s5m6p1s"))
    assert codes(told[0], Zone.MELDS, Seat.B) == ["5p", "5p", "5p"]
    assert codes(told[0], Zone.FLOWERS, Seat.A) == ["1f", "5f"]
    assert told[0].standing == (13, 10, 13, 10)
    assert told[0].wall_stacks == (
        (2,) * 16, (0,) * 6 + (1,) + (2,) * 9, (2,) * 9 + (0,) * 7, (0,) * 16,
    )  # fmt: skip
    assert told[0].covered == frozenset()
    assert told[0].dice == (3, 5)
    assert len({tile.track for tile in told[0].tiles}) == len(told[0].tiles)


def test_tiles_lie_where_they_were_put() -> None:
    evening = Evening(jitter=0.5)
    tiles = whole_table()
    evening.show(tiles)
    faces = [tile for tile in tiles if tile.pose is Pose.FACE_UP]
    for seen in evening.last.tiles:
        nearest = min(faces, key=lambda tile: np.hypot(tile.x - seen.x, tile.y - seen.y))
        assert np.hypot(nearest.x - seen.x, nearest.y - seen.y) < 3.0
        assert seen.yaw == pytest.approx(nearest.yaw)
        assert seen.face == nearest.tile


def test_a_growing_river_keeps_its_tracks_and_reads_only_what_changed() -> None:
    evening = Evening()
    fixed = hand(Seat.A) + wall(Seat.A, [2] * 16)
    discards = "1m9p3z5s7z2p8m4s"
    evening.show(fixed + river(Seat.A, discards[:2]), 4)
    tracks = {t.track for t in evening.last.tiles}
    for count in range(2, 9):
        evening.reader.regions.clear()
        told = evening.show(fixed + river(Seat.A, discards[: 2 * count]), 4)
        for sighting in told[:-1]:
            assert {t.track for t in sighting.tiles} == tracks, "half-settled tiles are not told"
        assert codes(told[-1], Zone.RIVER, Seat.A) == text(river(Seat.A, discards[: 2 * count]))
        now = {t.track for t in told[-1].tiles}
        assert tracks < now
        assert len(now) == count
        tracks = now
        for left, top, right, bottom in filter(None, evening.reader.regions):
            assert (right - left) * (bottom - top) < 0.1 * 720 * 720


def test_known_tiles_are_not_read_again_unless_they_look_otherwise() -> None:
    evening = Evening()
    fixed = hand(Seat.A) + wall(Seat.A, [2] * 16)
    lying = river(Seat.A, "1m9p3z5s7z2p8m4s")
    for count in (4, 5, 6, 7):
        evening.show(fixed + lying[:count], 6)
    reader = evening.reader
    reader.spared = reader.asked = 0
    evening.show(fixed + lying, 6)
    assert codes(evening.last, Zone.RIVER, Seat.A) == text(lying)
    assert reader.spared >= 2
    assert reader.asked <= 8, "the new tile, and perhaps one that was read too seldom"
    swapped = [*lying[:4], replace(lying[4], tile=Tile.parse("2s")), *lying[5:]]
    evening.show(fixed + swapped, 8)
    assert codes(evening.last, Zone.RIVER, Seat.A) == text(swapped)


def test_an_arm_hides_and_does_not_remove() -> None:
    evening = Evening()
    tiles = river(Seat.A, "1m9p3z5s7z2p8m4s") + hand(Seat.A)
    evening.show(tiles)
    before = evening.last
    told = evening.show(tiles, 8, [Arm(Seat.A, -40, 75)])
    assert told
    for sighting in told:
        assert codes(sighting, Zone.RIVER, Seat.A) == codes(before, Zone.RIVER, Seat.A)
        assert (Zone.RIVER, Seat.A) in sighting.covered
    assert any(tile.presence is Presence.HIDDEN for tile in told[-1].tiles)
    after = evening.show(tiles, 8)[-1]
    assert [tile.track for tile in after.tiles] == [tile.track for tile in before.tiles]
    assert all(tile.presence is Presence.SEEN for tile in after.tiles)
    assert after.covered == frozenset()


def test_a_hand_that_has_gone_is_told_at_once() -> None:
    """What waits for it is not kept for the half second that a hand's coming may be."""
    evening = Evening()
    tiles = river(Seat.A, "1m9p3z5s7z2p8m4s")
    evening.show(tiles)
    came = evening.show(tiles, 2, [Arm(Seat.A, -40, 75)])
    assert (Zone.RIVER, Seat.A) in came[-1].covered
    (after,) = evening.show(tiles, 2)[:1]
    assert after.covered == frozenset()
    assert after.time - came[-1].time < evening.eyes.settings.covered_every_s


def test_a_pung_takes_a_tile_under_the_hand() -> None:
    evening = Evening()
    fixed = river(Seat.C, "5z8s") + hand(Seat.B)
    tiles = river(Seat.A, "1m9p7z")
    evening.show(fixed + tiles)
    taken = fixed + tiles[:-1]
    arm = Arm(Seat.B, tiles[-1].x, tiles[-1].y - 20)
    evening.show(fixed + tiles, 3, [arm])
    evening.show(taken, 3, [arm])
    melded = taken + row(Seat.B, "777z", 367, 180)
    last = evening.show(melded, 6)[-1]
    assert codes(last, Zone.RIVER, Seat.A) == ["1m", "9p"]
    assert codes(last, Zone.MELDS, Seat.B) == ["7z", "7z", "7z"]


def test_a_tile_in_a_moving_hand_lies_nowhere() -> None:
    evening = Evening()
    fixed = river(Seat.A, "1m9p") + hand(Seat.A)
    evening.show(fixed)
    new = place(Seat.A, Tile.parse("6z"), LAYOUT.river.lateral_min + 77.0, 102.5)
    for share in np.linspace(0, 1, 8):
        y = 400 * (1 - share) + new.y * share
        held = PlacedTile(new.tile, Pose.FACE_UP, new.x, y, 30.0)
        for sighting in evening.show(fixed, 1, [Arm(Seat.A, new.x, y - 8, held)]):
            assert all(tile.face != new.tile for tile in sighting.tiles)
    assert codes(evening.show([*fixed, new], 5)[-1], Zone.RIVER, Seat.A) == ["1m", "6z", "9p"]


def test_a_tile_held_still_over_the_table_is_not_yet_discarded() -> None:
    evening = Evening()
    fixed = river(Seat.A, "1m9p")
    evening.show(fixed)
    new = place(Seat.A, Tile.parse("6z"), LAYOUT.river.lateral_min + 77.0, 102.5)
    held = PlacedTile(new.tile, Pose.FACE_UP, new.x, new.y + 30, 25.0)
    for sighting in evening.show(fixed, 4, [Arm(Seat.A, new.x, new.y + 22, held)]):
        assert all(tile.face != new.tile for tile in sighting.tiles)
    last = evening.show([*fixed, new], 5)[-1]
    assert codes(last, Zone.RIVER, Seat.A) == ["1m", "6z", "9p"]


def test_walls_shrink_from_both_ends_half_stack_by_half_stack() -> None:
    evening = Evening(jitter=0.7)
    for stacks in (
        [2] * 16, [1] + [2] * 15, [0] + [2] * 15, [0, 1] + [2] * 13 + [1],
        [0, 0, 0, 1] + [2] * 10 + [1, 0], [0] * 9 + [1] + [2] * 3 + [0] * 3, [0] * 16,
    ):  # fmt: skip
        tiles = [tile for seat in Seat for tile in wall(seat, stacks)]
        evening.show(tiles, 4)
        assert evening.last.wall_stacks == (tuple(stacks),) * 4
        assert evening.last.tiles == ()


def test_a_wall_of_fifteen_stands_in_the_middle() -> None:
    evening = Evening()
    shifted = [
        PlacedTile(t.tile, t.pose, t.x - 15.5, t.y, t.z, t.yaw) for t in wall(Seat.A, [2] * 15)
    ]
    evening.show(shifted, 4)
    assert evening.last.wall_stacks[Seat.A] == (2,) * 15


def test_a_flipped_indicator_is_a_tile_on_the_wall() -> None:
    evening = Evening()
    tiles = wall(Seat.C, [2] * 16)
    tiles[9] = PlacedTile(
        Tile.parse("7m"), Pose.FACE_UP, tiles[9].x, tiles[9].y, tiles[9].z, tiles[9].yaw
    )
    evening.show(tiles)
    assert codes(evening.last, Zone.WALL, Seat.C) == ["7m"]
    assert evening.last.wall_stacks[Seat.C] == (2,) * 16


def test_standing_backs_are_counted_and_missed_ones_made_up_for() -> None:
    evening = Evening(lost=0.15)
    drawn = place(Seat.A, Tile.parse("?"), 30.6 * 6.5 + 30, 420, Pose.STANDING)
    evening.show([*hand(Seat.A, 13), drawn, *hand(Seat.C, 4)], 6)
    assert evening.last.standing == (14, 0, 4, 0)


def test_a_standing_row_that_is_not_found_is_not_counted_as_none() -> None:
    evening = Evening(lost=1.0)
    evening.show(hand(Seat.A, 13), 3)
    assert evening.last.standing == (None, 0, 0, 0)


def test_standing_tiles_found_with_their_backs_still_stand() -> None:
    evening = Evening(bodies=True)
    evening.show([tile for seat in Seat for tile in hand(seat)], 4)
    assert evening.last.tiles == ()
    assert evening.last.standing == (13, 13, 13, 13)


def test_a_row_turned_face_down_lies_as_backs_with_the_winning_tile_beside() -> None:
    evening = Evening()
    evening.show(hand(Seat.B))
    assert evening.last.standing[Seat.B] == 13
    down = hand(Seat.B, 13, Pose.FACE_DOWN)
    win = place(Seat.B, Tile.parse("4s"), 260, 420)
    evening.show([*down, win])
    assert codes(evening.last, Zone.HAND, Seat.B) == [BACK_CODE] * 13
    assert codes(evening.last, Zone.WINNING_TILE, Seat.B) == ["4s"]
    assert evening.last.standing[Seat.B] == 0
    opened = hand(Seat.B, text="123m456p789s11z55z"[:-1] + "z", pose=Pose.FACE_UP)
    evening.show([*opened, win])
    assert codes(evening.last, Zone.HAND, Seat.B) == text(opened)


@pytest.mark.parametrize("exposure", [0.7, 1.3])
def test_a_lamp_switched_changes_nothing(exposure: float) -> None:
    evening = Evening()
    evening.show(whole_table())
    before = evening.last
    evening.show(whole_table(), 5, lighting=Lighting(exposure=exposure))
    assert [t.track for t in evening.last.tiles] == [t.track for t in before.tiles]
    assert [t.face for t in evening.last.tiles] == [t.face for t in before.tiles]


def test_in_the_dark_everything_is_covered_and_nothing_gone() -> None:
    evening = Evening()
    tiles = river(Seat.A, "1m9p3z")
    evening.show(tiles)
    before = evening.last
    dark = evening.show(tiles, 4, lighting=Lighting(exposure=0.01))[-1]
    assert codes(dark, Zone.RIVER, Seat.A) == codes(before, Zone.RIVER, Seat.A)
    assert (Zone.RIVER, Seat.A) in dark.covered
    assert dark.standing == (None,) * 4
    light = evening.show(tiles, 5)[-1]
    assert light.covered == frozenset()
    assert [t.track for t in light.tiles] == [t.track for t in before.tiles]


def test_a_hand_over_the_dome_does_not_take_the_dice() -> None:
    evening = Evening()
    evening.show(river(Seat.A, "1m9p"))
    assert evening.last.dice == (3, 5)
    evening.show(river(Seat.A, "1m9p"), 3, [Arm(Seat.B, 10, -20)])
    after = evening.show(river(Seat.A, "1m9p3z"), 8)[-1]
    assert after.dice == (3, 5)


def test_a_camera_that_comes_back_with_another_size_goes_on() -> None:
    evening = Evening()
    tiles = river(Seat.A, "1m9p3z") + hand(Seat.C)
    evening.show(tiles)
    before = evening.last
    assert evening.eyes.calibration is not None
    evening.show([*tiles, *river(Seat.C, "8s")], 5, camera=overhead(960, 540))
    assert codes(evening.last, Zone.RIVER, Seat.A) == ["1m", "3z", "9p"]
    assert codes(evening.last, Zone.RIVER, Seat.C) == ["8s"]
    kept = {t.track for t in before.tiles} & {t.track for t in evening.last.tiles}
    assert len(kept) == 3
    evening.show(tiles[1:], 5)
    assert codes(evening.last, Zone.RIVER, Seat.A) == ["3z", "9p"]


def test_a_tile_taken_while_the_camera_was_away_is_seen_to_be_gone() -> None:
    evening = Evening()
    tiles = river(Seat.A, "1m9p3z")
    evening.show(tiles)
    evening.show(tiles[1:], 5, camera=overhead(960, 540))
    assert codes(evening.last, Zone.RIVER, Seat.A) == ["3z", "9p"]


def test_a_nudged_camera_is_noticed() -> None:
    evening = Evening()
    tiles = whole_table()
    evening.show(tiles)
    nudged = CameraModel(1280, 720, (15.0, 20.0, 1400.0), (25.0, 12.0, 0.0), fov=CAMERA.fov)
    evening.show(tiles, 8, camera=nudged)
    faces = [tile for tile in tiles if tile.pose is Pose.FACE_UP]
    assert len(evening.last.tiles) == len(faces)
    for seen in evening.last.tiles:
        assert min(np.hypot(t.x - seen.x, t.y - seen.y) for t in faces) < 4.0


@pytest.mark.parametrize("noticed", [True, False])
def test_a_push_that_changes_little_of_a_bare_table_is_followed(
    noticed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Felt looks like felt; and what went unnoticed is found when the table is calm."""
    if not noticed:
        monkeypatch.setattr("vision.surface.Surface.all_around", lambda *_: False)
    evening = Evening()
    tiles = [t for seat in Seat for t in river(seat, "1m9p3z") + wall(seat, [2] * 7)]
    evening.show(tiles)
    evening.eyes.settings = replace(evening.eyes.settings, whole_share=0.99)
    pushed = CameraModel(1280, 720, (0.0, 0.0, 1400.0), (14.0, -12.0, 0.0), fov=CAMERA.fov)
    evening.show(tiles, 8 if noticed else 80, camera=pushed)
    assert evening.eyes.since_moved is not None
    assert evening.eyes.since_moved < 20
    faces = [tile for tile in tiles if tile.pose is Pose.FACE_UP]
    for seen in evening.last.tiles:
        assert min(np.hypot(t.x - seen.x, t.y - seen.y) for t in faces) < 4.0


def test_no_table_no_sighting() -> None:
    eyes = TableEyes(TruthReader(), LAYOUT)
    grey = np.full((360, 640, 3), 80, np.uint8)
    assert eyes.look(grey, 0.0) is None
    assert not eyes.sees_table


def test_given_corners_are_used_as_they_are() -> None:
    corners = CAMERA.project([(-450, 450, 0), (450, 450, 0), (450, -450, 0), (-450, -450, 0)])
    turned = Calibration.from_corners(np.roll(corners, -1, axis=0), (1280, 720))
    evening = Evening()
    evening.eyes = TableEyes(evening.reader, LAYOUT, turned)
    evening.show(river(Seat.B, "8s2p"))
    assert codes(evening.last, Zone.RIVER, Seat.A) == ["2p", "8s"]


def test_a_faint_change_is_found_by_the_background_look_and_force_refresh_looks_at_once() -> None:
    evening = Evening()
    tiles = river(Seat.A, "1m9p3z")
    evening.show(tiles, 4)
    looks = evening.eyes.looks_taken
    evening.show(tiles, 10)
    assert evening.eyes.looks_taken == looks
    evening.now += 10
    evening.show(tiles, 1)
    assert evening.eyes.looks_taken == looks + 1
    evening.eyes.force_refresh()
    evening.show(tiles, 3)
    assert evening.eyes.looks_taken == looks + 3


def test_sightings_carry_their_deal_and_a_new_deal_is_told() -> None:
    evening = Evening()
    tiles = river(Seat.A, "1m9p3z")
    evening.show(tiles)
    assert evening.last.deal == 0
    evening.eyes.begin_deal(4)
    assert evening.show(tiles, 4)[-1].deal == 4


class Slides:
    """A source that shows given pictures, then nothing."""

    def __init__(self, images: Sequence[np.ndarray]) -> None:
        self.frames = [Frame(image, STEP * n, n) for n, image in enumerate(images)]
        self.closed = False

    def read(self) -> Frame | None:
        return self.frames.pop(0) if self.frames else None

    def health(self) -> CameraHealth:
        return CameraHealth(CameraState.LIVE, size=(1280, 720))

    def close(self) -> None:
        self.closed = True


def slides(count: int = 4) -> tuple[Slides, TableEyes]:
    picture = renderer().render(Scene(tuple(river(Seat.A, "1m9p3z"))))
    reader = TruthReader()
    reader.labels = picture.boxes
    return Slides([picture.image] * count), TableEyes(reader, LAYOUT)


def wait_for_frames(worker: EyesWorker, frames: int) -> None:
    end = time.monotonic() + 60
    while worker.eyes.frames < frames and worker.is_alive and time.monotonic() < end:
        time.sleep(0.01)


def test_the_worker_hands_sightings_to_the_inbox_and_stops() -> None:
    source, eyes = slides()
    got: list[Sighting] = []
    done = threading.Event()

    def inbox(sighting: Sighting) -> bool:
        got.append(sighting)
        done.set()
        return True

    worker = EyesWorker(source, eyes, inbox, time.perf_counter)
    worker.start()
    assert done.wait(60)
    wait_for_frames(worker, 4)
    worker.stop()
    assert not worker.is_alive
    assert source.closed
    assert codes(got[0], Zone.RIVER, Seat.A) == ["1m", "3z", "9p"]
    health = worker.health()
    assert (health.frames, health.told, health.dropped) == (4, 1, 0)
    assert [part.state.value for part in health.as_view()] == ["good", "good"]


def test_what_a_full_inbox_refuses_is_counted() -> None:
    source, eyes = slides()
    worker = EyesWorker(source, eyes, lambda sighting: False, time.perf_counter)
    worker.start()
    wait_for_frames(worker, 4)
    worker.stop()
    assert worker.health().dropped == 1


def test_a_defect_is_told_and_the_worker_can_start_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(threading, "excepthook", lambda args: None)
    source, eyes = slides(8)

    def broken(sighting: Sighting) -> bool:
        raise RuntimeError("no such drawer")

    worker = EyesWorker(source, eyes, broken, time.perf_counter)
    worker.start()
    end = time.monotonic() + 60
    while worker.is_alive and time.monotonic() < end:
        time.sleep(0.01)
    assert "no such drawer" in worker.health().defect
    assert worker.health().as_view()[1].state.value == "bad"
    worker.start()
    assert worker.health().defect == ""
    worker.stop()
