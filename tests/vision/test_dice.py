"""Dice under the dome."""

from __future__ import annotations

from itertools import combinations_with_replacement

import numpy as np
import pytest

from engine.layout import DEFAULT_LAYOUT
from table_io.virtual.camera_model import overhead
from table_io.virtual.render import Renderer
from table_io.virtual.scene import Scene
from vision.dice import DiceReader, read_dice
from vision.geometry import Calibration

CAMERA = overhead(1280, 720)
CORNERS = CAMERA.project([(-450, 450, 0), (450, 450, 0), (450, -450, 0), (-450, -450, 0)])
CALIBRATION = Calibration.from_corners(CORNERS, (1280, 720))
REACH = DiceReader(DEFAULT_LAYOUT).reach


@pytest.fixture(scope="module")
def renderer() -> Renderer:
    return Renderer(camera=CAMERA)


def test_every_pair_is_read(renderer: Renderer) -> None:
    for pair in combinations_with_replacement(range(1, 7), 2):
        image = renderer.render(Scene(dice=pair), sum(pair), labels=False).image
        assert read_dice(image, CALIBRATION, REACH) == pair


def test_a_dome_without_dice_and_a_covered_one(renderer: Renderer) -> None:
    image = renderer.render(Scene(), labels=False).image
    assert read_dice(image, CALIBRATION, REACH) is None
    assert read_dice(np.full_like(image, 200), CALIBRATION, REACH) is None


def test_two_looks_must_agree(renderer: Renderer) -> None:
    def look(pair: tuple[int, int]) -> tuple[int, int] | None:
        reader.look(renderer.render(Scene(dice=pair), labels=False).image, CALIBRATION)
        return reader.pair

    reader = DiceReader(DEFAULT_LAYOUT)
    assert look((2, 6)) is None
    assert look((2, 6)) == (2, 6)
    assert look((1, 4)) == (2, 6), "one look alone changes nothing"
    assert look((1, 4)) == (1, 4)
    assert look((5, 5)) == (1, 4)
    assert look((5, 5)) == (5, 5)
