"""Pictures of fixed views against the ones kept here, and no text cut.

Kept at half size, compared after a slight blur: what a driver smooths
differently passes, what moves, vanishes or changes colour does not. After a
wanted change write them anew with `python -m tests.screens.test_goldens`, all or
those whose names begin as the arguments do, and look at each one.
"""

from __future__ import annotations

import sys
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from tests.screens.texts import check_texts
from ui.gallery import render
from ui.gallery.scenes import Scene, scenes

HERE = Path(__file__).parent
ACTUAL = Path("out") / "screens"
LOUD = 40
"""Of 255: a pixel that differs by more than this is another thing."""
MOST_LOUD = 0.004
MOST_MEAN = 1.5

Picture = npt.NDArray[np.uint8]


def halved(picture: Picture) -> Picture:
    height, width = picture.shape[:2]
    small = cv2.resize(picture, (width // 2, height // 2), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)


def difference(one: Picture, other: Picture) -> tuple[float, float]:
    """Mean difference (of 255), and the share of pixels that differ loudly."""
    blurred = [cv2.GaussianBlur(p, (3, 3), 0).astype(np.int16) for p in (one, other)]
    apart = np.abs(blurred[0] - blurred[1]).max(axis=2)
    return float(apart.mean()), float((apart > LOUD).mean())


def draw(scene: Scene) -> Picture:
    screen = render.stage(scene)
    try:
        check_texts(screen)
        return halved(render.picture(screen))
    finally:
        screen.release()


def golden(scene: Scene) -> Path:
    return HERE / f"{scene.name}.png"


@pytest.mark.parametrize("scene", scenes(), ids=lambda scene: scene.name)
def test_screen_is_whole_and_looks_as_it_was_approved(scene: Scene) -> None:
    drawn = draw(scene)
    kept = cv2.imread(str(golden(scene)))
    assert kept is not None, f"{golden(scene)} is missing"
    kept = cv2.cvtColor(kept, cv2.COLOR_BGR2RGB)
    assert drawn.shape == kept.shape
    mean, loud = difference(drawn, np.asarray(kept, np.uint8))
    if mean > MOST_MEAN or loud > MOST_LOUD:
        ACTUAL.mkdir(parents=True, exist_ok=True)
        path = ACTUAL / golden(scene).name
        cv2.imwrite(str(path), cv2.cvtColor(drawn, cv2.COLOR_RGB2BGR))
        pytest.fail(f"mean {mean:.2f}, loud {loud:.4f}: compare {path} with {golden(scene)}")


def test_a_missing_tile_is_a_difference() -> None:
    scene = next(scene for scene in scenes() if "playing" in scene.name)
    kept = cv2.imread(str(golden(scene)))
    assert kept is not None
    picture = np.asarray(kept, np.uint8)
    felt = picture.copy()
    felt[100:125, 110:145] = (61, 74, 22)
    mean, loud = difference(picture, felt)
    assert mean > MOST_MEAN or loud > MOST_LOUD / 2


if __name__ == "__main__":
    render.start()
    for each in scenes():
        if len(sys.argv) > 1 and not each.name.startswith(tuple(sys.argv[1:])):
            continue
        small = cv2.cvtColor(draw(each), cv2.COLOR_RGB2BGR)
        cv2.imwrite(str(golden(each)), small, [cv2.IMWRITE_PNG_COMPRESSION, 9])
