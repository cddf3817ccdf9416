"""A lens that bends the picture: found from the table's straight sides, and taken out."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from table_io.virtual.camera_model import CameraModel
from table_io.virtual.profiles import setting
from table_io.virtual.render import Renderer
from table_io.virtual.scene import Scene
from tests.vision.tables import TruthReader, bend_of, through_lens, whole_table
from vision.anchor import Anchor
from vision.change import Picture
from vision.corners import find_corners
from vision.eyes import TableEyes
from vision.geometry import Calibration
from vision.lens import STRAIGHT, bent, straightened
from vision.lens_fit import FoundTable, find_table

PROFILES = ("clean", "home", "hard")
RIM = np.array([(x, y) for x in (-450.0, 0, 450) for y in (-450.0, 0, 450) if x or y])
"""Corners and the middles of the sides."""
RIVERS = np.array([(x, y) for x in (-140.0, 0, 140) for y in (-235.0, -100, 100, 235)])
PLACES = np.vstack([RIM, RIVERS])
SEED = 3


@cache
def straight(profile: str) -> tuple[Picture, CameraModel]:
    """A game on the table as a profile's camera sees it, whose lens is straight."""
    look = setting(profile, SEED)
    scene = Scene(tuple(whole_table()), lighting=look.lighting, sensor=look.sensor)
    return Renderer(camera=look.camera).render(scene, labels=False).image, look.camera


@cache
def through(profile: str, k1: float) -> tuple[Picture, CameraModel]:
    """The same through a lens of radial k1 (k1 as for the camera's focal length)."""
    image, camera = straight(profile)
    camera = replace(camera, k1=k1)
    return through_lens(image, bend_of(camera)), camera


@cache
def found(profile: str, k1: float) -> FoundTable:
    table = find_table(through(profile, k1)[0] if k1 else straight(profile)[0])
    assert table is not None
    return table


def seen(camera: CameraModel) -> np.ndarray:
    return camera.project(np.column_stack([PLACES, np.zeros(len(PLACES))]))


def placed(profile: str, k1: float, table: FoundTable) -> np.ndarray:
    """(N, 2) where the places are taken to lie on the table, in millimetres."""
    camera = replace(straight(profile)[1], k1=k1)
    size = (camera.width, camera.height)
    calibration = Calibration.from_corners(table.corners, size, bend=table.bend)
    return calibration.to_table(seen(camera))


@pytest.mark.parametrize("profile", PROFILES)
def test_a_straight_lens_is_straight_to_the_last_bit(profile: str) -> None:
    assert found(profile, 0.0).bend == STRAIGHT
    plain = find_corners(straight(profile)[0])
    assert plain is not None
    assert (found(profile, 0.0).corners == plain).all()


@pytest.mark.parametrize(
    ("profile", "k1"),
    [("clean", -0.25), ("clean", 0.08), ("home", -0.25), ("hard", -0.12)],
)
def test_a_bend_is_found_and_things_lie_where_they_would(profile: str, k1: float) -> None:
    table = found(profile, k1)
    true = bend_of(through(profile, k1)[1])
    assert table.bend[0] == pytest.approx(true[0], abs=0.04)
    # A straight lens' corners are a few millimetres off, too: what the bend adds counts.
    as_straight = placed(profile, 0.0, found(profile, 0.0))
    off = np.hypot(*(placed(profile, k1, table) - as_straight).T)
    assert off.max() < 4.0
    if profile == "clean":
        assert np.hypot(*(placed(profile, k1, table) - PLACES).T).max() < 4.0


def test_without_it_rivers_are_far_off() -> None:
    for profile in ("clean", "home"):
        corners = find_corners(through(profile, -0.25)[0])
        assert corners is not None
        off = placed(profile, -0.25, FoundTable(corners, STRAIGHT)) - PLACES
        assert np.hypot(*off.T).max() > 7.0


def test_bending_and_straightening_undo_each_other() -> None:
    size = (1920, 1080)
    pixels = np.array([(300.0, 200.0), (960.0, 540.0), (1500.0, 1000.0), (700.0, 30.0)])
    for k1 in (-0.4, -0.1, 0.15):
        back = straightened(bent(pixels, size, (k1, 0.0)), size, (k1, 0.0))
        assert np.abs(back - pixels).max() < 0.3
    assert straightened(pixels, size, STRAIGHT) is pixels


def test_a_bend_holds_whatever_the_focal_length() -> None:
    """The file keeps k1 for its focal length; what lies straight must not hang on it."""
    camera = replace(straight("home")[1], k1=-0.2)
    corners = seen(camera)[[2, 7, 5, 0]]
    size = (camera.width, camera.height)
    for focal in (None, 900.0, 2500.0):
        calibration = Calibration.from_corners(corners, size, focal=focal, bend=bend_of(camera))
        assert calibration.bend == pytest.approx(bend_of(camera))
        assert np.abs(calibration.to_table(seen(camera)) - PLACES).max() < 1.5
        kept = Calibration.from_json(calibration.to_json())
        assert kept.bend == pytest.approx(calibration.bend)


def test_a_side_is_drawn_as_the_lens_shows_it() -> None:
    camera = replace(straight("clean")[1], k1=-0.25)
    size = (camera.width, camera.height)
    rim = np.array([(-450.0, 450, 0), (450, 450, 0), (450, -450, 0), (-450, -450, 0)])
    calibration = Calibration.from_corners(camera.project(rim), size, bend=bend_of(camera))
    side = calibration.outline(calibration.rim)[:13]
    x = np.linspace(-450, 450, 13)
    true = camera.project(np.column_stack([x, np.full(13, 450.0), np.zeros(13)]))
    assert np.abs(side - true).max() < 0.5
    assert side[6, 1] - side[0, 1] > 10


def test_the_eyes_find_the_bend_with_the_corners() -> None:
    image, camera = through("clean", -0.25)
    eyes = TableEyes(TruthReader())
    eyes.look(image, 0.0)
    assert eyes.calibration is not None
    assert eyes.calibration.bend[0] == pytest.approx(bend_of(camera)[0], abs=0.04)


def test_a_moved_camera_is_followed_through_its_lens() -> None:
    camera = replace(straight("clean")[1], k1=-0.2)
    moved = replace(camera, position=(40.0, -30.0, camera.position[2]), roll=2.0)
    size = (camera.width, camera.height)
    rim = np.array([(-450.0, 450, 0), (450, 450, 0), (450, -450, 0), (-450, -450, 0)])
    # Corners that people gave lie a little off those that are found.
    given = Calibration.from_corners(camera.project(rim * 1.02), size, bend=bend_of(camera))
    anchor = Anchor.from_found(camera.project(rim), given)
    _, there = anchor.followed(moved.project(rim), given)
    assert np.abs(there - moved.project(rim * 1.02)).max() < 0.3


def test_where_no_table_is_there_is_no_bend() -> None:
    assert find_table(np.full((360, 640, 3), 90, np.uint8)) is None
