"""What is no tile, or lies elsewhere than it seems: bare felt in the dark, a wall's top."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from engine.observations import Zone
from engine.seat import SEATS, Seat
from engine.tile import BACK_CODE, CLASS_CODES
from table_io.virtual.camera_model import CameraModel, oblique
from table_io.virtual.render import Renderer
from table_io.virtual.scene import Lighting, Scene, Sensor
from tests.vision.tables import LAYOUT, river, row, wall
from vision.detections import CLASS_COUNT, Detections
from vision.geometry import Calibration
from vision.measure import measure
from vision.parts import halves, sides
from vision.settings import EyesSettings
from vision.surface import Surface
from vision.zones import PLACES, ZoneMap

SETTINGS = EyesSettings()
CAMERA = oblique(35.0, 10.0, 1300.0, 1280, 720)
RIM = [(-450.0, 450, 0), (450, 450, 0), (450, -450, 0), (-450, -450, 0)]


def calibration_of(camera: CameraModel) -> Calibration:
    return Calibration.from_corners(camera.project(np.array(RIM)), (camera.width, camera.height))


def tiles_of(code: str, boxes: Sequence[tuple[float, ...]], score: float) -> Detections:
    probs = np.full((len(boxes), CLASS_COUNT), 0.02 / (CLASS_COUNT - 1), np.float32)
    probs[:, CLASS_CODES.index(code)] = 0.98
    scores = np.full(len(boxes), score, np.float32)
    return Detections(np.array(boxes, np.float32), scores).with_probs(probs)


def around(calibration: Calibration, x: float, y: float, height: float) -> tuple[float, ...]:
    half = np.array([LAYOUT.tile.width, LAYOUT.tile.height]) / 2
    corners = np.array([(x, y)]) + half * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
    pixels = calibration.to_pixel(corners, height)
    return (*pixels.min(axis=0), *pixels.max(axis=0))


@pytest.mark.parametrize("exposure", [1.0, 0.3])
@pytest.mark.parametrize("noise", [2.0, 9.0])
def test_bare_felt_is_no_back_however_dark_and_noisy(exposure: float, noise: float) -> None:
    tiles = river(Seat.A, "1m9p3z5s")
    scene = Scene(tuple(tiles), lighting=Lighting(exposure=exposure), sensor=Sensor(noise))
    image = np.asarray(Renderer(camera=CAMERA).render(scene, 1).image, np.uint8)
    calibration = calibration_of(CAMERA)
    surface = Surface(calibration, LAYOUT, SETTINGS, 2)
    size = surface.shape[1], surface.shape[0]
    shown = cv2.resize(image[surface.view], size, interpolation=cv2.INTER_AREA)
    small = np.asarray(shown, np.uint8)
    surface.learn(small, np.ones(surface.shape, np.bool_))
    felt = surface.felt_mask(small)
    places = [(-100.0, 260.0), (60.0, -200.0), (250.0, 30.0), *((t.x, t.y) for t in tiles)]
    boxes = [around(calibration, x, y, LAYOUT.tile.thickness) for x, y in places]
    ghosts = surface.ghosts(small, felt, tiles_of(BACK_CODE, boxes, 0.5))
    assert ghosts.tolist() == [True] * 3 + [False] * len(tiles)
    sure = surface.ghosts(small, felt, tiles_of(BACK_CODE, boxes, 0.9))
    assert not sure.any()


AROUND = [float(turned) for turned in range(0, 360, 45)]


@pytest.mark.parametrize("turned", AROUND)
@pytest.mark.parametrize(
    ("code", "tilt"), [(BACK_CODE, 38.0), (BACK_CODE, 52.0), ("7m", 38.0), ("7m", 45.0)]
)
def test_a_walls_top_is_the_walls_from_wherever_it_is_seen(
    turned: float, tilt: float, code: str
) -> None:
    """A stack is two tiles high: seen from aside its top seems to lie in the river, or
    among the flowers, a turned one as well."""
    camera = oblique(tilt, turned, 1300.0, 1280, 720)
    calibration = calibration_of(camera)
    boxes = [
        around(calibration, tile.x, tile.y, 2 * LAYOUT.tile.thickness)
        for seat in SEATS
        for tile in wall(seat, [2] * 10)
        if tile.z > 0
    ]
    measured = measure(
        tiles_of(code, boxes, 0.9), calibration, ZoneMap(LAYOUT), SETTINGS,
        lambda b: np.zeros(len(b), np.bool_),
    )  # fmt: skip
    assert len(measured) == len(boxes)
    assert {PLACES[place][0] for place in measured.places} == {Zone.WALL}


@pytest.mark.parametrize("turned", AROUND)
@pytest.mark.parametrize("tilt", [38.0, 52.0])
def test_flowers_and_discards_beside_a_wall_are_none_of_its_tiles(
    turned: float, tilt: float
) -> None:
    calibration = calibration_of(oblique(tilt, turned, 1300.0, 1280, 720))
    for zone, depth in ((Zone.FLOWERS, 312.0), (Zone.FLOWERS, 326.0), (Zone.RIVER, 226.0)):
        tiles = [tile for seat in SEATS for tile in row(seat, "1f2f3f4f5f6f", depth, -75.0)]
        boxes = [around(calibration, t.x, t.y, LAYOUT.tile.thickness) for t in tiles]
        measured = measure(
            tiles_of("1f", boxes, 0.9), calibration, ZoneMap(LAYOUT), SETTINGS,
            lambda b: np.zeros(len(b), np.bool_),
        )  # fmt: skip
        assert len(measured) == len(boxes)
        assert {PLACES[place][0] for place in measured.places} == {zone}


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("share", [0.5, 0.57, 0.65])
def test_two_faces_no_larger_than_one_tile_are_its_halves(share: float, turned: bool) -> None:
    calibration = calibration_of(CAMERA)
    surface = Surface(calibration, LAYOUT, SETTINGS, 2)
    width, height = surface.tile_size[::-1] if turned else surface.tile_size
    long = int(not turned)
    tile = np.array([500.0, 400.0, 500.0 + width, 400.0 + height])
    beside, first, second = tile.copy(), tile.copy(), tile.copy()
    beside[[0, 2]] += width + 1.0
    size = share * (width if turned else height)
    first[long + 2], second[long] = tile[long] + size, tile[long + 2] - size
    boxes = [tuple(float(v) for v in box) for box in (beside, first, second)]
    assert halves(surface, tiles_of("8s", [boxes[0], tuple(tile.tolist())], 0.9)) == []
    assert halves(surface, tiles_of("8s", boxes, 0.9)) == [(1, 2)]
    # A stack of the wall shows one back over the edge of another.
    overlap = share > 0.6
    assert halves(surface, tiles_of(BACK_CODE, boxes, 0.9)) == ([(1, 2)] if overlap else [])


@pytest.mark.parametrize("seat", list(Seat))
def test_what_is_seen_of_a_tile_below_its_clear_face_is_no_tile(seat: Seat) -> None:
    calibration = calibration_of(CAMERA)
    surface = Surface(calibration, LAYOUT, SETTINGS, 2)
    (tile,) = river(seat, "1m")
    height = LAYOUT.tile.thickness
    face = around(calibration, tile.x, tile.y, height)
    side = around(calibration, tile.x, tile.y, height / 3)
    behind = around(calibration, tile.x, tile.y + LAYOUT.tile.height + 1.0, height)

    def told(code: str, score: float, box: tuple[float, ...]) -> bool:
        found = Detections.concat([tiles_of("1m", [face], 0.9), tiles_of(code, [box], score)])
        first, second = sides(surface, found).tolist()
        assert not first
        return bool(second)

    assert told(BACK_CODE, 0.9, side)
    assert not told("2m", 0.9, side)
    assert not told(BACK_CODE, 0.9, behind)
    assert not sides(surface, tiles_of(BACK_CODE, [face, side], 0.9)).any()
