"""Two tiles found as one, or as two laid across them, are the two that they are."""

from __future__ import annotations

import numpy as np
import pytest

from engine.tile import CLASS_CODES
from vision.detections import CLASS_COUNT, Detections
from vision.pairs import parted

TILE = (30.0, 40.0)
IMAGE = np.zeros((200, 200, 3), np.uint8)
NINE, SIX, BACK = (CLASS_CODES.index(code) for code in ("9p", "6p", "back"))


def read(boxes: list[tuple[float, ...]], classes: list[int], sure: float = 0.95) -> Detections:
    probs = np.full((len(boxes), CLASS_COUNT), (1 - sure) / (CLASS_COUNT - 1))
    probs[np.arange(len(boxes)), classes] = sure
    return Detections.of(boxes, np.full(len(boxes), 0.6), probs)


class Halves:
    """Reads every box of about a tile's size as `code`."""

    def __init__(self, code: int, sure: float = 0.98) -> None:
        self.code, self.sure = code, sure

    def reread(self, image: np.ndarray, found: Detections) -> Detections:
        rows = read([tuple(b) for b in found.boxes], [self.code] * len(found), self.sure)
        return found.with_probs(np.asarray(rows.probs))


ACROSS = [(10.0, 10.0, 72.0, 52.0)]
DOWN = [(10.0, 10.0, 52.0, 72.0)]
LAID_ACROSS = [(10.0, 10.0, 50.0, 44.0), (40.0, 18.0, 74.0, 52.0)]


@pytest.mark.parametrize("boxes", [ACROSS, DOWN, LAID_ACROSS])
def test_a_pair_becomes_its_two_tiles(boxes: list[tuple[float, ...]]) -> None:
    alone = (120.0, 120.0, 150.0, 160.0)
    found = parted(IMAGE, Halves(NINE), read([*boxes, alone], [SIX] * (len(boxes) + 1)), TILE)
    assert sorted(found.codes) == ["6p", "9p", "9p"]
    left, right = (found.boxes[n] for n in np.flatnonzero(found.classes == NINE))
    middles = np.abs((left[:2] + left[2:]) - (right[:2] + right[2:])) / 2
    assert sorted(middles) == pytest.approx([0, 31 if boxes is not LAID_ACROSS else 32])


@pytest.mark.parametrize(
    ("boxes", "reader"),
    [
        (ACROSS, Halves(NINE, 0.6)),
        (ACROSS, Halves(BACK)),
        (LAID_ACROSS, Halves(NINE, 0.9)),
        ([(10.0, 10.0, 50.0, 40.0)], Halves(NINE)),
        ([(10.0, 10.0, 63.0, 51.0)], Halves(NINE)),
        ([(10.0, 10.0, 40.0, 50.0), (40.0, 10.0, 70.0, 50.0)], Halves(NINE)),
    ],
    ids=["doubtful", "backs", "no surer", "one across", "with its shadow", "two side by side"],
)
def test_what_is_no_pair_stays_as_it_was_found(
    boxes: list[tuple[float, ...]], reader: Halves
) -> None:
    found = read(boxes, [SIX] * len(boxes))
    kept = parted(IMAGE, reader, found, TILE)
    assert kept.codes == found.codes
    assert np.array_equal(kept.boxes, found.boxes)


STICKS = CLASS_CODES.index("9s")


@pytest.mark.parametrize(
    ("box", "shown", "halves", "parts"),
    [
        # Nine dots beside nine dots, read as nine sticks beyond doubt.
        ((10.0, 10.0, 72.0, 52.0), STICKS, NINE, True),
        # Nine sticks lying across with all that is seen around them.
        ((10.0, 10.0, 68.0, 50.0), STICKS, STICKS, False),
        # One tile with its side, of which each half shows something.
        ((10.0, 10.0, 46.0, 69.0), STICKS, NINE, False),
    ],
    ids=["a pair", "halves alike", "with its side"],
)
def test_what_is_clear_is_parted_only_into_other_faces_of_its_height(
    box: tuple[float, ...], shown: int, halves: int, parts: bool
) -> None:
    found = parted(IMAGE, Halves(halves, 0.95), read([box], [shown], 0.99), TILE)
    assert len(found) == (2 if parts else 1)
    assert set(found.classes.tolist()) == {halves if parts else shown}
