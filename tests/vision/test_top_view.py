"""Tilted and turned cameras: the table seen from above, in whatever light."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from engine.observations import Zone
from engine.seat import SEATS, Seat
from engine.tile import CLASS_CODES
from table_io.virtual.camera_model import CameraModel, oblique, overhead
from table_io.virtual.render import Renderer
from table_io.virtual.scene import Lighting, Scene
from tests.vision.evening import Evening, codes
from tests.vision.tables import LAYOUT, TOP, bend_of, hand, river, row, whole_table
from vision.detections import BACK_CLASS, Detections
from vision.geometry import Calibration
from vision.measure import measure
from vision.settings import EyesSettings
from vision.top_view import TopView
from vision.zones import PLACES, ZoneMap

HOME = oblique(20, azimuth=264, distance=1750)
LOW = oblique(35, azimuth=258, distance=1900, width=1280, height=720)
ROLLED = replace(overhead(), roll=9.0)
BENT = replace(HOME, k1=-0.06)


def calibrated(camera: CameraModel) -> Calibration:
    corners = camera.project([(-450, 450, 0), (450, 450, 0), (450, -450, 0), (-450, -450, 0)])
    size = (camera.width, camera.height)
    return Calibration.from_corners(corners, size, bend=bend_of(camera))


def test_a_camera_straight_above_needs_no_other_view() -> None:
    assert TopView.of(calibrated(overhead()), LAYOUT) is None


@pytest.mark.parametrize("camera", [HOME, LOW, ROLLED, BENT])
def test_lying_faces_have_one_size_and_stand_upright(camera: CameraModel) -> None:
    top = TopView.of(calibrated(camera), LAYOUT)
    assert top is not None
    for x in (-400.0, 0.0, 400.0):
        for y in (-400.0, 0.0, 400.0):
            face = [
                (x + dx, y + dy, TOP) for dx, dy in ((-15, -20), (15, -20), (15, 20), (-15, 20))
            ]
            seen = top.pixels_in_view(camera.project(face))
            sides = np.ptp(seen, axis=0)
            scale = sides / (30.0, 40.0)
            assert scale == pytest.approx(np.full(2, scale.mean()), rel=0.03)
            assert scale.mean() == pytest.approx(top.calibration.scale_at(0, 0, TOP), rel=0.03)
            assert top.calibration.to_table(seen.mean(axis=0), TOP)[0] == pytest.approx(
                (x, y), abs=1.5
            )


def test_the_drawn_picture_shows_what_the_numbers_say() -> None:
    camera = LOW
    top = TopView.of(calibrated(camera), LAYOUT)
    assert top is not None
    rendered = Renderer(camera=camera).render(Scene(tuple(river(Seat.C, "1p5p9p"))))
    picture = top.picture(rendered.image)
    assert picture.shape[1::-1] == top.calibration.frame_size
    for tile in rendered.boxes:
        (x0, y0), (x1, y1) = (f(top.pixels_in_view(tile.polygon), axis=0) for f in (np.min, np.max))
        inner = picture[int(y0) + 3 : int(y1) - 2, int(x0) + 3 : int(x1) - 2]
        beside = picture[int(y0) - 25 : int(y0) - 12, int(x0) : int(x1)]
        assert inner.mean() > beside.mean() + 40
        box = top.box_in_frame((float(x0), float(y0), float(x1), float(y1)))
        assert (
            np.abs(np.array(box).reshape(2, 2).mean(axis=0) - tile.polygon.mean(axis=0)).max() < 3
        )


@pytest.mark.parametrize("camera", [HOME, LOW])
def test_a_whole_table_is_seen_as_from_above(camera: CameraModel) -> None:
    evening = Evening(camera, jitter=0.5)
    evening.show(whole_table(), 8)
    rivers = ("1m9p3z5s7z2p8m4s", "9s1z6m2p3p", "5z8s1p7m6m4p3s9m", "2z2z7s5m6p1s")
    for seat, text in zip(SEATS, rivers, strict=True):
        wanted = sorted(a + b for a, b in zip(text[::2], text[1::2], strict=True))
        assert codes(evening.last, Zone.RIVER, seat) == wanted
    assert codes(evening.last, Zone.MELDS, Seat.B) == ["5p"] * 3
    assert codes(evening.last, Zone.FLOWERS, Seat.A) == ["1f", "5f"]


def faces_in_a_row(camera: CameraModel, standing: bool) -> Detections:
    """Thirteen faces before A, each read clearly, as the finder would box them."""
    top = TopView.of(calibrated(camera), LAYOUT)
    assert top is not None
    depth = (LAYOUT.hand.depth_min + LAYOUT.hand.depth_max) / 2
    thick = LAYOUT.tile.thickness
    boxes = []
    for n in range(13):
        x = 31.0 * (n - 6)
        if standing:
            edges = [(depth + thick / 2, 4.0), (depth + thick / 2, 38.0), (depth, 38.0)]
        else:
            edges = [(depth - 20, TOP), (depth + 20, TOP)]
        body = [(x + side, y, z) for side in (-15, 15) for y, z in edges]
        seen = top.pixels_in_view(camera.project(body))
        boxes.append([*seen.min(axis=0), *seen.max(axis=0)])
    probs = np.full((13, len(CLASS_CODES)), 0.05 / (len(CLASS_CODES) - 1))
    probs[np.arange(13), np.arange(13)] = 0.95
    return Detections.of(boxes, np.full(13, 0.9), probs)


@pytest.mark.parametrize("camera", [LOW, oblique(28, distance=1750)])
def test_a_camera_at_a_shoulder_never_tells_the_hand(camera: CameraModel) -> None:
    top = TopView.of(calibrated(camera), LAYOUT)
    assert top is not None
    for standing in (True, False):
        found = faces_in_a_row(camera, standing)
        measured = measure(
            found, top.calibration, ZoneMap(LAYOUT), EyesSettings(),
            lambda boxes: np.zeros(len(boxes), np.bool_),
        )  # fmt: skip
        assert len(measured) == 13
        assert (measured.standing == standing).all()
        told = measured.probs.argmax(axis=1)
        assert (told == (BACK_CLASS if standing else np.arange(13))).all()


@pytest.mark.parametrize(("shown", "told"), [(3, "back"), (13, "faces")])
def test_few_faces_boxed_as_deep_as_lying_ones_do_not_open_a_row_that_stood(
    shown: int, told: str
) -> None:
    top = TopView.of(calibrated(LOW), LAYOUT)
    assert top is not None
    row = PLACES.index((Zone.HAND, Seat.A))
    found = faces_in_a_row(LOW, standing=False)[:shown]
    for rows, expected in (([row], told), ([], "faces")):
        measured = measure(
            found, top.calibration, ZoneMap(LAYOUT), EyesSettings(),
            lambda boxes: np.zeros(len(boxes), np.bool_), rows,
        )  # fmt: skip
        classes = measured.probs.argmax(axis=1)
        assert (classes == (BACK_CLASS if expected == "back" else np.arange(shown))).all()


def test_a_lamp_at_one_corner_is_evened_out() -> None:
    evening = Evening(LOW)
    light = Lighting(exposure=0.6, falloff=0.6, azimuth=30)
    melds = row(Seat.B, "555p", 367, 190) + row(Seat.D, "333z", 367, 190)
    evening.show([*melds, *hand(Seat.A), *hand(Seat.C)], 6, lighting=light)
    surface, top = evening.eyes._surface, evening.eyes.top_view
    assert surface is not None
    assert top is not None
    rendered = Renderer(camera=LOW).render(Scene(tuple(melds), lighting=light))
    plain = top.picture(rendered.image)
    even = surface.evened(plain, [surface.whole])
    for picture, least in ((plain, 0), (even, 150)):
        whites = []
        for tile in rendered.boxes:
            (x0, y0), (x1, y1) = (
                f(top.pixels_in_view(tile.polygon), axis=0).astype(int) for f in (np.min, np.max)
            )
            whites.append(float(np.percentile(picture[y0:y1, x0:x1].max(axis=2), 80)))
        assert min(whites) >= least
    assert (even.astype(int) >= plain.astype(int) - 1).all()
