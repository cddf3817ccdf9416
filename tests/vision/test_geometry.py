"""Calibration against a camera whose pose is known."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from table_io.virtual.camera_model import CameraModel, oblique, overhead
from tests.vision.tables import bend_of
from vision.geometry import Calibration, CalibrationError

CORNERS_MM = np.array([(-450.0, 450.0), (450.0, 450.0), (450.0, -450.0), (-450.0, -450.0)])


def corner_pixels(camera: CameraModel) -> np.ndarray:
    return camera.project(np.column_stack([CORNERS_MM, np.zeros(4)]))


def calibrate(camera: CameraModel, **given: float) -> Calibration:
    size = (camera.width, camera.height)
    bend = bend_of(camera)
    return Calibration.from_corners(corner_pixels(camera), size, bend=bend, **given)


CAMERAS = [
    pytest.param(overhead(), id="overhead"),
    pytest.param(overhead(3840, 2160), id="overhead 4K"),
    pytest.param(oblique(20, width=1280, height=720), id="oblique 20"),
    pytest.param(oblique(35), id="oblique 35"),
    pytest.param(oblique(40, azimuth=200), id="oblique from a corner"),
]


@pytest.mark.parametrize("camera", CAMERAS)
@pytest.mark.parametrize("height", [0.0, 24.0, 48.0])
def test_tops_of_tiles_are_found_where_they_are(camera: CameraModel, height: float) -> None:
    calibration = calibrate(camera)
    rng = np.random.default_rng(3)
    points = rng.uniform(-440, 440, (60, 2))
    pixels = camera.project(np.column_stack([points, np.full(60, height)]))
    found = calibration.to_table(pixels, height)
    assert np.abs(found - points).max() < (0.01 if height == 0 else 0.6)
    back = calibration.to_pixel(points, height)
    assert np.abs(back - pixels).max() < 1.0


def test_the_shift_that_height_corrects_is_not_small() -> None:
    camera = overhead()
    calibration = calibrate(camera)
    pixel = camera.project([[430.0, 0.0, 40.0]])
    assert calibration.to_table(pixel)[0, 0] - 430.0 > 10.0
    assert calibration.to_table(pixel, 40.0)[0, 0] == pytest.approx(430.0, abs=0.1)


@pytest.mark.parametrize("camera", [oblique(25), oblique(40)])
def test_a_tilted_camera_tells_its_focal_length(camera: CameraModel) -> None:
    calibration = calibrate(camera, camera_height=3000.0)
    assert calibration.focal == pytest.approx(camera.focal, rel=0.02)
    assert np.allclose(calibration.camera_position, camera.position, atol=25)


def test_an_overhead_camera_hangs_as_high_as_said() -> None:
    calibration = calibrate(overhead(lens_height=1100.0), camera_height=1100.0)
    assert calibration.camera_position == pytest.approx((0.0, 0.0, 1100.0), abs=1.0)


def test_lens_distortion_is_taken_out() -> None:
    camera = replace(overhead(), k1=-0.12, k2=0.03)
    calibration = calibrate(camera, focal=camera.focal)
    points = np.array([(-400.0, 0.0), (0.0, 300.0), (200.0, -430.0)])
    pixels = camera.project(np.column_stack([points, np.full(3, 24.0)]))
    assert np.abs(calibration.to_table(pixels, 24.0) - points).max() < 0.5
    assert np.abs(calibration.to_pixel(points, 24.0) - pixels).max() < 0.5


def test_a_turned_camera_needs_only_another_corner_order() -> None:
    camera = oblique(20)
    turned = np.roll(corner_pixels(camera), -1, axis=0)
    calibration = Calibration.from_corners(turned, (camera.width, camera.height))
    pixel = camera.project([[100.0, 300.0, 0.0]])
    # What was seat A's edge is now seat D's: (x, y) becomes (-y, x).
    assert calibration.to_table(pixel)[0] == pytest.approx((-300.0, 100.0), abs=0.1)


def test_corners_may_be_given_either_way_around() -> None:
    pixels = corner_pixels(oblique(20))
    other = Calibration.from_corners(pixels[[0, 3, 2, 1]], (1920, 1080))
    assert other == Calibration.from_corners(pixels, (1920, 1080))


def test_yaw_in_the_picture_follows_the_camera() -> None:
    calibration = calibrate(overhead())
    assert calibration.pixel_yaw(0, 0, 90.0) == pytest.approx(90.0, abs=0.1)
    half_turn = np.roll(corner_pixels(overhead()), -2, axis=0)
    upside_down = Calibration.from_corners(half_turn, (1920, 1080))
    assert abs(upside_down.pixel_yaw(0, 0, 0.0)) == pytest.approx(180.0, abs=0.1)


def test_scale_and_resolution() -> None:
    calibration = calibrate(overhead())
    assert calibration.scale_at(0, 0) == pytest.approx(1080 / 960, rel=0.01)
    smaller = calibration.scaled((1280, 720))
    assert smaller.scale_at(0, 0) == pytest.approx(720 / 960, rel=0.01)
    assert np.allclose(smaller.camera_position, calibration.camera_position, atol=1)
    with pytest.raises(CalibrationError, match="calibrate again"):
        calibration.scaled((1024, 768))


def test_file_round_trip_and_bad_files(tmp_path: Path) -> None:
    calibration = calibrate(oblique(30))
    path = tmp_path / "table.json"
    calibration.save(path)
    assert Calibration.load(path) == calibration
    for text in ("", "[]", '{"corners": 3}', '{"frame_size": [1, 2], "corners": [[0, 0]]}'):
        path.write_text(text, encoding="utf-8")
        with pytest.raises(CalibrationError):
            Calibration.load(path)
    with pytest.raises(CalibrationError, match="no calibration file"):
        Calibration.load(tmp_path / "none.json")


@pytest.mark.parametrize(
    "corners",
    [
        [(0, 0), (100, 0), (100, 100)],
        [(0, 1000), (1900, 1000), (0, 0), (1900, 0)],
        [(0, 1000), (1900, 1000), (float("nan"), 0), (1900, 0)],
        [(500, 560), (560, 560), (560, 500), (500, 500)],
    ],
    ids=["three", "crossed", "not a number", "tiny"],
)
def test_corners_that_make_no_table(corners: list[tuple[float, float]]) -> None:
    with pytest.raises(CalibrationError):
        Calibration.from_corners(corners, (1920, 1080))
