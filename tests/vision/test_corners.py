"""The table's corners found in the picture."""

from __future__ import annotations

import numpy as np
import pytest

from table_io.virtual.camera_model import CameraModel, oblique, overhead
from table_io.virtual.render import Renderer
from table_io.virtual.scene import Lighting, Scene
from tests.vision.tables import whole_table
from vision.corners import find_corners

CORNERS_MM = np.array([(-450.0, 450, 0), (450, 450, 0), (450, -450, 0), (-450, -450, 0)])


@pytest.mark.parametrize(
    ("camera", "most"),
    [
        pytest.param(overhead(1280, 720), 1.5, id="overhead"),
        pytest.param(oblique(30, distance=1750, width=1280, height=720), 4.0, id="oblique"),
    ],
)
def test_corners_are_found_with_a_game_on_the_table(camera: CameraModel, most: float) -> None:
    scene = Scene(tuple(whole_table()), dice=(2, 6))
    found = find_corners(Renderer(camera=camera).render(scene, labels=False).image)
    assert found is not None
    assert np.abs(found - camera.project(CORNERS_MM)).max() < most


def test_felt_of_another_colour_and_uneven_light() -> None:
    camera = overhead(1280, 720)
    light = Lighting(falloff=0.6, glare=0.5, exposure=0.8)
    scene = Scene(tuple(whole_table()), felt=(40, 60, 130), lighting=light)
    found = find_corners(Renderer(camera=camera).render(scene, labels=False).image)
    assert found is not None
    assert np.abs(found - camera.project(CORNERS_MM)).max() < 2.5


def test_who_sits_at_the_bottom_turns_the_order() -> None:
    camera = overhead(1280, 720)
    image = Renderer(camera=camera).render(Scene(), labels=False).image
    plain, turned = find_corners(image), find_corners(image, near_side=1)
    assert plain is not None
    assert turned is not None
    assert np.allclose(turned, np.roll(plain, -1, axis=0))


def test_no_table_no_corners() -> None:
    rng = np.random.default_rng(0)
    noise = rng.integers(0, 255, (360, 640, 3)).astype(np.uint8)
    for image in (noise, np.zeros((360, 640, 3), np.uint8), np.full((360, 640, 3), 90, np.uint8)):
        assert find_corners(image) is None


def test_a_table_cut_by_the_picture_is_not_guessed() -> None:
    camera = overhead(1280, 720)
    image = Renderer(camera=camera).render(Scene(tuple(whole_table())), labels=False).image
    assert find_corners(np.ascontiguousarray(image[:600])) is None
