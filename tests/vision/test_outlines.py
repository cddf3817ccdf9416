"""What the finder misses, cuts wrongly or takes for a tile."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from engine.observations import Zone
from engine.seat import Seat
from engine.tile import BACK_CODE, CLASS_CODES
from table_io.virtual.scene import Pose
from tests.vision.evening import Evening, codes, text
from tests.vision.tables import (
    LAYOUT,
    TruthReader,
    hand,
    river,
)
from vision.detections import BACK_CLASS, Detections
from vision.eyes import TableEyes


class Ghostly(TruthReader):
    """Also finds a tile where there is only felt, and joins two backs into one."""

    def read(self, image: np.ndarray, *args: Any, **keywords: Any) -> Detections:
        found = super().read(image, *args, **keywords)
        probs = np.full((1, 48), 0.02 / 47)
        probs[0, 30] = 0.98
        ghost = Detections.of([(900, 250, 923, 280)], [0.55], probs)
        backs = np.flatnonzero(found.classes == BACK_CLASS)
        backs = backs[np.argsort(found.boxes[backs, 0])]
        if len(backs) < 5:
            return Detections.concat([found, ghost])
        pair = found[backs[2:4]]
        joined = pair.boxes.copy()
        joined[0] = [*joined[:, :2].min(axis=0), *joined[:, 2:].max(axis=0)]
        one = replace(pair, boxes=joined)[0]
        rest = found[np.setdiff1d(np.arange(len(found)), backs[2:4])]
        return Detections.concat([rest, one, ghost])


def test_a_find_on_bare_felt_is_none_and_two_backs_found_as_one_are_two() -> None:
    evening = Evening()
    evening.reader = Ghostly(1, jitter=0.3)
    evening.eyes = TableEyes(evening.reader, LAYOUT)
    evening.show([*hand(Seat.A, 13, Pose.FACE_DOWN), *river(Seat.A, "1m9p")], 6)
    assert codes(evening.last, Zone.HAND, Seat.A) == [BACK_CODE] * 13
    assert len(evening.last.tiles) == 15


class Blindspot(TruthReader):
    """Never finds one kind, takes halves of two neighbours for tiles, or one for two."""

    fault = "unfound"
    blind = "2h"

    def read(self, image: np.ndarray, *args: Any, **keywords: Any) -> Detections:
        found = super().read(image, *args, **keywords)
        unseen = found.classes == CLASS_CODES.index(self.blind)
        if self.fault == "unfound":
            return found[~unseen]
        boxes = found.boxes.copy()
        if self.fault == "twice":
            quarter = 0.25 * (boxes[:, 2] - boxes[:, 0])
            left, right = boxes.copy(), boxes.copy()
            left[unseen, 2] -= quarter[unseen]
            right[unseen, 0] += quarter[unseen]
            return Detections.concat(
                [replace(found, boxes=left), replace(found, boxes=right)[unseen]]
            )
        middle = (boxes[:, 1] + boxes[:, 3]) / 2
        boxes[unseen, 1] = middle[unseen]
        boxes[unseen, 3] = middle[unseen] + 0.6 * (boxes[:, 3] - boxes[:, 1])[unseen]
        return replace(found, boxes=boxes)


@pytest.mark.parametrize("fault", ["unfound", "between", "twice"])
@pytest.mark.parametrize("thrown", ["2h", "1m2h", "2h2h2h", "4s2h2h7p"])
def test_a_tile_that_the_detector_cannot_find_is_found_by_its_outline(
    thrown: str, fault: str
) -> None:
    evening = Evening()
    evening.reader = evening.eyes.reader = Blindspot(3)
    evening.reader.fault = fault
    for seat in Seat:
        evening.show(river(seat, thrown), 10)
        assert codes(evening.last, Zone.RIVER, seat) == text(river(seat, thrown))
        assert (Zone.RIVER, seat) not in evening.last.covered


def test_what_has_no_face_of_a_tile_is_none_though_it_has_its_outline() -> None:
    evening = Evening(lost=1.0)
    evening.show(river(Seat.A, "2h"), 5)
    assert evening.last.tiles == ()
    assert (Zone.RIVER, Seat.A) in evening.last.covered


class Fanciful(Blindspot):
    """Half believes that it knows the face of what only has a tile's outline: a wall's side."""

    def reread(self, image: np.ndarray, found: Detections) -> Detections:
        read = super().reread(image, found)
        return replace(read, probs=np.where(read.probs > 0.5, 0.72, 0.28 / 47).astype(np.float32))


def test_an_outline_with_a_face_half_believed_is_no_tile() -> None:
    evening = Evening()
    evening.reader = evening.eyes.reader = Fanciful(3)
    evening.show(river(Seat.A, "2h"), 8)
    assert evening.last.tiles == ()
