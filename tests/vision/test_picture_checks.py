"""What spoils a picture is measured and told in words."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
import pytest

from engine.view import Health, HealthState
from table_io.virtual.camera_model import oblique, overhead
from table_io.virtual.render import Renderer
from table_io.virtual.scene import Scene
from tests.vision.tables import whole_table
from vision.change import Picture
from vision.geometry import Calibration
from vision.picture_checks import PictureFacts, advice, blur_of, measure_picture

MM = np.array([(-450.0, 450, 0), (450, 450, 0), (450, -450, 0), (-450, -450, 0)])
GOOD, WAIT, BAD = HealthState.GOOD, HealthState.WAIT, HealthState.BAD


@cache
def picture() -> Picture:
    image = (
        Renderer(camera=overhead(1280, 720)).render(Scene(tuple(whole_table())), labels=False).image
    )
    return np.asarray(image, np.uint8)


def told(image: Picture) -> dict[str, Health]:
    """The advice about a picture, by part."""
    calibration = Calibration.from_corners(overhead(1280, 720).project(MM), (1280, 720))
    return {health.part.en: health for health in advice(measure_picture(image, calibration))}


def test_a_good_picture_is_called_good() -> None:
    assert [health.state for health in told(picture()).values()] == [GOOD] * 4


@pytest.mark.parametrize(("across", "state"), [(7, WAIT), (15, BAD)])
def test_blur_is_seen(across: int, state: HealthState) -> None:
    smeared = np.asarray(cv2.GaussianBlur(picture(), (across, across), 0), np.uint8)
    assert told(smeared)["Sharpness"].state is state
    assert told(smeared)["Light"].state is GOOD


def test_noise_is_not_sharpness() -> None:
    rng = np.random.default_rng(0)
    smeared = cv2.GaussianBlur(picture(), (15, 15), 0).astype(np.float64)
    noisy = np.clip(smeared + rng.normal(0, 3, smeared.shape), 0, 255).astype(np.uint8)
    assert told(noisy)["Sharpness"].state is BAD


def test_a_bare_table_tells_nothing_of_sharpness() -> None:
    bare = np.full((200, 200), 90, np.uint8)
    assert blur_of(bare, np.ones((200, 200), np.bool_)) is None


@pytest.mark.parametrize(("gain", "state"), [(0.62, WAIT), (0.25, BAD)])
def test_too_little_light(gain: float, state: HealthState) -> None:
    dim = (picture() * gain).astype(np.uint8)
    light = told(dim)["Light"]
    assert light.state is state and "开灯" in light.detail.zh


def test_a_lamp_in_the_picture() -> None:
    burnt = picture().copy()
    cv2.ellipse(burnt, (640, 360), (70, 50), 0, 0, 360, (255, 255, 255), -1)
    glare = told(burnt)["Glare"]
    assert glare.state is BAD and "%" in glare.detail.zh


def facts(**changes: float | bool) -> PictureFacts:
    usual: dict[str, float | bool] = {
        "blur": 0.2, "tile_px": 40.0, "filled": 0.9, "outside": False, "glare": 0.0,
        "light": 90.0, "tilt": 0.0,
    }  # fmt: skip
    return PictureFacts(**(usual | changes))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("measured", "state", "word"),
    [
        (facts(), GOOD, "40"),
        (facts(tile_px=24, filled=0.4), WAIT, "靠近些"),
        (facts(tile_px=12, filled=0.4), BAD, "靠近些"),
        (facts(tile_px=12), BAD, "1080p"),
        (facts(outside=True), BAD, "退远些"),
        (facts(tilt=60.0), BAD, "太斜"),
    ],
)
def test_framing_in_words(measured: PictureFacts, state: HealthState, word: str) -> None:
    framing = advice(measured)[0]
    assert framing.state is state and word in framing.detail.zh


def test_an_oblique_table_is_measured_at_its_far_rim() -> None:
    camera = oblique(35, width=1280, height=720)
    image = Renderer(camera=camera).render(Scene(tuple(whole_table())), labels=False).image
    size = (1280, 720)
    measured = measure_picture(
        np.asarray(image, np.uint8), Calibration.from_corners(camera.project(MM), size)
    )
    assert 25 < measured.tilt < 46
    near = Calibration.from_corners(camera.project(MM), size).scale_at(0, 420) * 40
    assert measured.tile_px < near
