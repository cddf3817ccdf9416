"""Sets that nobody has made: whole, of one hand, told apart from one another."""

from __future__ import annotations

import itertools

import cv2
import numpy as np
import pytest

from engine.tile import CLASS_CODES
from models.fonts import BOLD, REGULAR
from table_io.virtual.faces import FaceSet
from vision.train.designs import DrawnSet, drawn_set, varied_set
from vision.train.scenes import SceneMaker

FONTS = [BOLD, REGULAR]
OWN = FaceSet.load(None)
CODES = [code for code in CLASS_CODES if code != "back"]


def drawn(seed: int) -> DrawnSet:
    return drawn_set(np.random.default_rng(seed), FONTS, [OWN])


def ink(faces: FaceSet, code: str) -> np.ndarray:
    return faces.ink(code, 60)[..., 3].astype(int)


@pytest.mark.parametrize("seed", range(6))
def test_every_face_has_ink_and_only_the_white_dragon_may_be_blank(seed: int) -> None:
    faces = drawn(seed)
    for code in CODES:
        share = (ink(faces, code) > 60).mean()
        assert share < 0.8, code
        assert share > 0.01 or code == "5z", code


@pytest.mark.parametrize("seed", range(4))
def test_no_two_faces_of_a_set_are_alike(seed: int) -> None:
    faces = drawn(seed)
    for one, other in itertools.combinations(CODES, 2):
        apart = np.abs(ink(faces, one) - ink(faces, other)).mean()
        assert apart > 1.0, (one, other)


def test_the_same_number_draws_the_same_set_and_another_number_another() -> None:
    third, again, other = drawn(3), drawn(3), drawn(4)
    assert all((third.ink(code, 60) == again.ink(code, 60)).all() for code in CODES)
    assert np.median([np.abs(ink(third, c) - ink(other, c)).mean() for c in CODES]) > 5


def test_dots_and_bamboos_are_as_many_as_the_face_says() -> None:
    """Counted as separate pieces of ink, over manners that draw plain pieces."""

    def pieces(face: np.ndarray) -> int:
        grown = cv2.dilate((face > 60).astype(np.uint8), np.ones((3, 3), np.uint8))
        # A ring around a dot is one piece: what lies inside another is not counted.
        contours, _ = cv2.findContours(grown, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        return sum(cv2.contourArea(c) > 6 for c in contours)

    right = total = 0
    for seed in range(20):
        faces = drawn_set(np.random.default_rng(seed), FONTS, [])
        for number in range(2, 10):
            right += pieces(faces.ink(f"{number}p", 90)[..., 3]) == number
            total += 1
    # Corner numerals add a piece, and large dots may touch.
    assert right / total > 0.5


def test_a_varied_set_keeps_its_shapes_upright() -> None:
    """Seven dots slope one way only; a mirror would slope them the other way."""
    for seed in range(8):
        faces = varied_set(OWN, np.random.default_rng(seed))
        then, now = ink(OWN, "7p"), ink(faces, "7p")
        straight = np.abs(then - now).mean()
        assert straight < np.abs(then - now[:, ::-1]).mean(), seed
        assert straight < np.abs(then - now[::-1]).mean(), seed


def test_scenes_are_drawn_in_such_sets_and_stay_the_same() -> None:
    maker = SceneMaker([], fonts=FONTS)
    kinds = {type(maker.faces(np.random.default_rng(seed))) for seed in range(30)}
    assert kinds == {FaceSet, DrawnSet}
    one, two = maker.make(5), SceneMaker([], fonts=FONTS).make(5)
    assert (one.image == two.image).all() and (one.classes == two.classes).all()
