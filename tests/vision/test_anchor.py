"""A camera that was moved takes corners given by hand with it."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

from engine.layout_profile import Part, stepped
from table_io.virtual.camera_model import overhead
from table_io.virtual.render import Renderer
from table_io.virtual.scene import Scene
from tests.vision.tables import LAYOUT, TruthReader, whole_table
from vision.anchor import Anchor, far_apart, in_order_of
from vision.change import Picture
from vision.corners import find_corners
from vision.eyes import TableEyes
from vision.geometry import Calibration, Floats

SIZE = (960, 540)
MM = np.array([(-450.0, 450, 0), (450, 450, 0), (450, -450, 0), (-450, -450, 0)])
CAMERA = overhead(*SIZE)
OFF = np.array([4.0, -3.0])
NUDGED = replace(CAMERA, position=(12.0, -9.0, CAMERA.position[2]), roll=CAMERA.roll + 1.0)


@cache
def pictures() -> list[tuple[Floats, Picture, TruthReader]]:
    """Before and after somebody ran against the stand: corners, picture, labels."""
    found = []
    for camera in (CAMERA, NUDGED):
        rendering = Renderer(camera=camera).render(Scene(tuple(whole_table())))
        reader = TruthReader(1, jitter=0.3)
        reader.labels = rendering.boxes
        found.append((camera.project(MM), np.asarray(rendering.image, np.uint8), reader))
    return found


def test_given_corners_go_where_the_found_ones_went() -> None:
    (before, image, _), (after, later, _) = pictures()
    # Whoever dragged them knows the table's edge better than the felt tells.
    given = before + OFF
    calibration = Calibration.from_corners(given, SIZE)
    anchor = Anchor.of(image, calibration)
    now = find_corners(later)
    assert now is not None
    follower, there = anchor.followed(np.roll(now[::-1], 2, axis=0), calibration)
    assert np.abs(there - (after + OFF)).max() < 2.0
    assert follower.found is not None and np.abs(follower.found - after).max() < 2.0


def test_what_is_no_table_is_not_followed() -> None:
    (before, _, _), (after, _, _) = pictures()
    calibration = Calibration.from_corners(before, SIZE)
    strange = before * 0.8 + 60
    anchor = Anchor.from_found(strange, calibration)
    assert anchor.found is None
    _, there = anchor.followed(after, calibration)
    assert np.array_equal(there, np.array(calibration.corners))
    assert Anchor.from_found(None, calibration).found is None


@pytest.mark.parametrize("turn", range(4))
@pytest.mark.parametrize("step", [1, -1])
def test_corners_named_from_elsewhere_are_the_same(turn: int, step: int) -> None:
    named = np.roll(CAMERA.project(MM)[::step], turn, axis=0)
    assert far_apart(in_order_of(CAMERA.project(MM), named), CAMERA.project(MM)) == 0


def test_eyes_with_a_kept_calibration_notice_and_follow() -> None:
    (before, image, reader), (after, later, moved) = pictures()
    eyes = TableEyes(reader, calibration=Calibration.from_corners(before, SIZE))
    for n in range(6):
        eyes.look(image, n * 0.2)
    quiet = eyes.since_moved
    assert quiet is None
    eyes.reader = moved
    for n in range(6, 16):
        eyes.look(later, n * 0.2)
    assert eyes.calibration is not None
    assert np.abs(np.array(eyes.calibration.corners) - after).max() < 2.5
    told = eyes.since_moved
    assert told is not None and 0 < told < 3


def test_a_table_that_changes_as_a_whole_moves_no_given_corner(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """New walls change the whole picture, and corners are found a little elsewhere."""
    (before, image, reader), _ = pictures()
    given = Calibration.from_corners(before + OFF, SIZE)
    eyes = TableEyes(reader, calibration=given, anchor=Anchor.from_found(before, given))
    eyes.look(image, 0.0)
    for n, shift in enumerate((3.2, -3.2, 3.2)):
        monkeypatch.setattr("vision.following.find_corners", lambda *_, by=shift: before + by)
        eyes._following.doubt(1.0 + n)
        assert not eyes._follow(image, 1.0 + n)
    assert eyes.calibration == given and eyes.since_moved is None
    monkeypatch.setattr("vision.following.find_corners", lambda *_: before + 14.0)
    eyes._following.doubt(5.0)
    assert eyes._follow(image, 5.0)
    assert np.abs(np.array(eyes.calibration.corners) - (before + OFF + 14.0)).max() < 0.1


@pytest.mark.parametrize("blind_s", [1.2, 6.0])
def test_a_moved_camera_is_followed_though_an_arm_hides_the_corners_at_first(
    blind_s: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However late they are found, no tile is told twice or keeps its wrong place."""
    (_, image, reader), (after, later, moved) = pictures()
    eyes = TableEyes(reader)
    found = [sighting for n in range(6) if (sighting := eyes.look(image, n * 0.2))]
    tracks = {tile.track: (tile.x, tile.y) for tile in found[-1].tiles}
    eyes.reader = moved
    real, now = find_corners, 1.2

    def hidden(*given: Any) -> Floats | None:
        return None if now < 1.2 + blind_s else real(*given)

    monkeypatch.setattr("vision.following.find_corners", hidden)
    while now < 1.2 + blind_s + 3:
        if (sighting := eyes.look(later, now)) is not None:
            found.append(sighting)
        now += 0.2
    assert eyes.calibration is not None
    assert np.abs(np.array(eyes.calibration.corners) - after).max() < 2.5
    last = found[-1].tiles
    assert len(last) == len(tracks)
    for tile in last:
        assert min(np.hypot(x - tile.x, y - tile.y) for x, y in tracks.values()) < 4


def test_a_new_calibration_is_looked_with_at_once() -> None:
    (before, image, reader), _ = pictures()
    eyes = TableEyes(reader)
    eyes.look(image, 0.0)
    kept = Calibration.from_corners(before + 3.0, SIZE)
    eyes.recalibrate(kept)
    eyes.look(image, 0.2)
    assert eyes.calibration == kept and eyes.sees_table
    moved = stepped(LAYOUT, Part.RIVERS, 2)
    eyes.recalibrate(None, layout=moved)
    eyes.look(image, 2.0)
    assert eyes._surface is not None and eyes._surface.zones.layout == moved
    assert eyes.calibration is not None
    assert np.abs(np.array(eyes.calibration.corners) - before).max() < 2.0
