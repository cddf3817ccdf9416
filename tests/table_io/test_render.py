"""The picture of the virtual table, and the truth that goes with it."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from engine.layout import DEFAULT_LAYOUT
from engine.seat import SEATS, Seat
from engine.tile import KINDS, UNKNOWN, Tile
from table_io.virtual.camera_model import CameraModel, oblique, overhead
from table_io.virtual.render import Renderer
from table_io.virtual.scene import (
    Arm,
    Clutter,
    ClutterKind,
    PlacedTile,
    Pose,
    Scene,
    Sensor,
    TileColours,
)

QUIET = Sensor(noise=0)
SMALL = overhead(640, 480)


def _place(seat: Seat, lateral: float, depth: float, pose: Pose, number: int) -> PlacedTile:
    x, y = DEFAULT_LAYOUT.to_table(seat, lateral, depth)
    yaw = DEFAULT_LAYOUT.upright_yaw(seat)
    return PlacedTile(KINDS[number % len(KINDS)], pose, x, y, yaw=yaw)


def _scene() -> Scene:
    tiles = []
    for seat in SEATS:
        for i in range(6):
            tiles.append(_place(seat, -60 + 31 * i, 110, Pose.FACE_UP, 6 * seat + i))
            tiles.append(_place(seat, -60 + 31 * i, 420, Pose.STANDING, 20 + i))
            low = _place(seat, -60 + 31 * i, 270, Pose.FACE_DOWN, 10 + i)
            tiles += [low, replace(low, z=DEFAULT_LAYOUT.tile.thickness)]
    return Scene(tuple(tiles), dice=(3, 5), sensor=QUIET)


@pytest.fixture(scope="module")
def renderer() -> Renderer:
    return Renderer(camera=SMALL, seed=4)


def test_same_seeds_same_picture_to_the_bit() -> None:
    scene = replace(_scene(), sensor=Sensor(noise=3, blur=0.6, jpeg=80))
    first = Renderer(camera=SMALL, seed=4).render(scene, noise_seed=9)
    again = Renderer(camera=SMALL, seed=4).render(scene, noise_seed=9)
    assert np.array_equal(first.image, again.image)
    assert first.image.shape == (480, 640, 3)
    other = Renderer(camera=SMALL, seed=4).render(scene, noise_seed=10)
    assert not np.array_equal(first.image, other.image)


def test_a_picture_does_not_depend_on_the_one_before(renderer: Renderer) -> None:
    scene = _scene()
    fresh = Renderer(camera=SMALL, seed=4).render(scene).image
    moved = replace(scene.tiles[0], x=scene.tiles[0].x + 3.3, y=scene.tiles[0].y - 40)
    for before in (
        replace(scene, tiles=scene.tiles[3:]),
        replace(scene, tiles=(moved, *scene.tiles[1:])),
        replace(scene, dice=(1, 1)),
        replace(scene, felt=(90, 40, 40)),
        replace(scene, arms=(Arm(Seat.B, 40, 20),)),
    ):
        renderer.render(before)
        assert np.array_equal(renderer.render(scene).image, fresh)


@pytest.mark.parametrize(
    "camera", [SMALL, oblique(35, width=640, height=480), replace(SMALL, roll=20, k1=-0.08)]
)
def test_labels_lie_where_the_camera_projects_the_tile(camera: CameraModel) -> None:
    tile = PlacedTile(Tile.parse("5m"), Pose.FACE_UP, 60, -80, yaw=30)
    (label,) = Renderer(camera=camera).render(Scene((tile,), sensor=QUIET)).boxes
    size = DEFAULT_LAYOUT.tile
    top_left = np.array([-size.width / 2, -size.height / 2])
    angle = np.radians(30)
    x = tile.x + top_left[0] * np.cos(angle) + top_left[1] * np.sin(angle)
    y = tile.y - top_left[0] * np.sin(angle) + top_left[1] * np.cos(angle)
    assert np.allclose(label.polygon[0], camera.project((x, y, size.thickness)), atol=0.05)
    assert label.code == "5m"
    assert label.visible > 0.97
    x0, y0, x1, y1 = label.box
    low, high = label.polygon.min(axis=0), label.polygon.max(axis=0)
    assert x0 <= low[0] + 1
    assert y0 <= low[1] + 1
    assert x1 >= high[0] - 1
    assert y1 >= high[1] - 1


def test_the_image_shows_the_tile_where_its_label_says() -> None:
    tile = PlacedTile(Tile.parse("7z"), Pose.FACE_UP, -120, 70, yaw=90)
    rendering = Renderer(camera=overhead(960, 960)).render(Scene((tile,), sensor=QUIET))
    quad = rendering.boxes[0].polygon
    target = np.array([(0, 0), (90, 0), (90, 120), (0, 120)], np.float32)
    flat = cv2.warpPerspective(
        rendering.image, cv2.getPerspectiveTransform(quad, target), (90, 120)
    ).astype(int)
    red = (flat[..., 2] - flat[..., 1]) > 60
    ys, xs = np.nonzero(red)
    assert red.mean() > 0.08
    # 中 is symmetric about its upright stroke and stands in the middle.
    assert abs(xs.mean() - 45) < 3
    assert abs(ys.mean() - 60) < 6
    assert np.ptp(ys) > np.ptp(xs)


def test_standing_and_face_down_tiles_show_no_face(renderer: Renderer) -> None:
    poses = [Pose.STANDING, Pose.FACE_DOWN]
    for pose in poses:
        pictures = []
        for code in ("1m", "9p"):
            tiles = tuple(
                replace(_place(seat, 31.0 * i, 420, pose, 0), tile=Tile.parse(code))
                for seat in SEATS
                for i in range(3)
            )
            rendering = renderer.render(Scene(tiles, sensor=QUIET))
            assert {label.code for label in rendering.boxes} == {"back"}
            assert len(rendering.boxes) == 12
            pictures.append(rendering.image)
        assert np.array_equal(*pictures)


def test_a_lens_before_a_standing_tile_reads_it() -> None:
    tile = PlacedTile(Tile.parse("3p"), Pose.STANDING, 0, 420)
    camera = oblique(65, look_at=(0, 420, 20), distance=400, width=640, height=480)
    (label,) = Renderer(camera=camera).render(Scene((tile,), sensor=QUIET)).boxes
    assert label.code == "3p"
    behind = oblique(65, azimuth=90, look_at=(0, 420, 20), distance=400, width=640, height=480)
    (label,) = Renderer(camera=behind).render(Scene((tile,), sensor=QUIET)).boxes
    assert label.code == "back"


def test_a_standing_tile_has_its_ivory_on_the_owners_side() -> None:
    camera = overhead(960, 960)
    colours = TileColours(face=(250, 250, 240), back=(20, 40, 200))
    for seat in SEATS:
        tile = _place(seat, 0, 420, Pose.STANDING, 0)
        scene = Scene((tile,), tile_colours=colours, sensor=QUIET)
        rendering = Renderer(camera=camera).render(scene)
        quad = rendering.boxes[0].polygon
        away = (quad[0] + quad[1]) * 0.42 + (quad[2] + quad[3]) * 0.08
        owner = (quad[0] + quad[1]) * 0.12 + (quad[2] + quad[3]) * 0.38
        blue_away = rendering.image[round(float(away[1])), round(float(away[0]))].astype(int)
        ivory = rendering.image[round(float(owner[1])), round(float(owner[0]))].astype(int)
        assert blue_away[0] - blue_away[2] > 60
        assert ivory[2] > 150


def test_what_is_covered_is_said_to_be_hidden(renderer: Renderer) -> None:
    low = PlacedTile(Tile.parse("2s"), Pose.FACE_UP, 50, 50)
    high = PlacedTile(Tile.parse("3s"), Pose.FACE_UP, 50, 50, z=24)
    labels = {b.code: b for b in renderer.render(Scene((low, high), sensor=QUIET)).boxes}
    assert labels["3s"].visible > 0.9
    assert "2s" not in labels or labels["2s"].visible < 0.1
    arm = Arm(Seat.A, 50, 20)
    under_arm = renderer.render(Scene((replace(low, y=120),), arms=(arm,), sensor=QUIET)).boxes
    assert not under_arm or under_arm[0].visible < 0.5


def test_a_carried_tile_is_drawn_and_labelled_under_the_fingers(renderer: Renderer) -> None:
    carried = PlacedTile(Tile.parse("1z"), Pose.FACE_UP, 0, 100, z=50)
    arm = Arm(Seat.A, 0, 112, carried)
    (label,) = renderer.render(Scene((), arms=(arm,), sensor=QUIET)).boxes
    assert label.code == "1z"
    assert 0.15 < label.visible < 0.95


def test_a_tile_nobody_knows_is_blank_and_labelled_back(renderer: Renderer) -> None:
    (label,) = renderer.render(Scene((PlacedTile(UNKNOWN, Pose.FACE_UP, 0, 150),))).boxes
    assert label.code == "back"


def test_dice_show_their_pips() -> None:
    renderer = Renderer(camera=overhead(1080, 1080))
    images = [renderer.render(Scene(dice=d, sensor=QUIET)).image for d in ((1, 1), (6, 6))]
    centre = slice(480, 600)
    assert np.abs(images[0][centre, centre].astype(int) - images[1][centre, centre]).max() > 80


def test_clutter_is_no_tile(renderer: Renderer) -> None:
    things = tuple(Clutter(kind, -300 + 120 * i, -380) for i, kind in enumerate(ClutterKind))
    with_things = renderer.render(Scene(clutter=things, sensor=QUIET))
    without = renderer.render(Scene(sensor=QUIET))
    assert with_things.boxes == ()
    assert np.abs(with_things.image.astype(int) - without.image).max() > 60


def test_the_overhead_camera_holds_the_table_and_little_more() -> None:
    camera = overhead()
    corners = camera.project([(-450, -450, 0), (450, 450, 0)])
    assert corners[0][1] == pytest.approx(33.75)
    assert corners[1][1] == pytest.approx(1046.25)
    assert np.allclose(camera.project((0, 0, 0)), (960, 540))


def test_camera_ground_inverts_projection() -> None:
    camera = replace(oblique(40, azimuth=200), k1=-0.12, k2=0.02, roll=3)
    points = np.array([(-300.0, 200, 0), (10, 20, 0), (350, -310, 0)])
    assert np.allclose(camera.ground(camera.project(points)), points[:, :2], atol=0.5)
    plain = oblique(40, azimuth=200)
    matrix = plain.homography()
    flat = np.column_stack((points[:, :2], np.ones(3))) @ matrix.T
    assert np.allclose(flat[:, :2] / flat[:, 2:], plain.project(points), atol=1e-6)


def test_what_is_behind_the_lens_is_not_drawn() -> None:
    camera = oblique(70, look_at=(0, 420, 0), distance=300, width=640, height=480)
    scene = replace(_scene(), arms=(Arm(Seat.A, 0, 200),))
    for label in Renderer(camera=camera).render(scene).boxes:
        assert (label.placed.y - camera.position[1]) * (420 - camera.position[1]) > 0
        assert np.abs(label.polygon).max() < 20000


def test_a_nudged_upper_tile_still_lies_on_the_lower_one() -> None:
    camera = oblique(50, width=640, height=480, distance=500, look_at=(0, 270, 0))
    low = PlacedTile(Tile.parse("1p"), Pose.FACE_UP, 0, 270)
    for nudge in (-4.0, 4.0):
        high = PlacedTile(Tile.parse("2p"), Pose.FACE_UP, 0, 270 + nudge, z=24)
        labels = {b.code: b for b in Renderer(camera=camera).render(Scene((low, high))).boxes}
        assert labels["2p"].visible > 0.95
