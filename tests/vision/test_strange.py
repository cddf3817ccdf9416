from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from engine.tile import UNKNOWN
from vision.detections import Detections
from vision.evaluate import Evaluation
from vision.providers import CPU, fastest, measure_providers
from vision.providers import Timing as T
from vision.strange import evaluate_strange
from vision.train.near_misses import THINGS, near_misses, write_near_misses


def found(boxes: Sequence[Sequence[float]], known: Sequence[float]) -> Detections:
    probs = np.zeros((len(boxes), 48), np.float32)
    probs[:, 0] = 1
    return Detections.of(boxes, np.ones(len(boxes)), probs, known=known)


class Half:
    """Finds the first two things of every picture and knows the second for a tile."""

    def __init__(self, folder: Path) -> None:
        self.boxes = [
            boxes[:2] for n in range(2)
            for boxes in [near_misses(np.random.default_rng((5, n)))[1]]
        ]  # fmt: skip

    def read(self, image: np.ndarray) -> Detections:
        return found(self.boxes.pop(0).tolist(), [0.1, 0.9])


def test_things_taken_for_tiles_are_counted(tmp_path: Path) -> None:
    write_near_misses(tmp_path, 2, 5)
    counted = evaluate_strange(tmp_path, Half(tmp_path))  # type: ignore[arg-type]
    assert counted.things > 30 and counted.found == 4 and counted.claimed == 2
    assert counted.to_json()["unknown_share"] == 0.5
    assert counted.to_json()["things_share"] == round(1 - 2 / counted.things, 4)


def test_every_kind_of_thing_is_drawn() -> None:
    names: set[str] = set()
    for n in range(6):
        image, boxes, some = near_misses(np.random.default_rng(n), 900, 640)
        assert image.shape == (640, 900, 3) and len(boxes) == len(some)
        assert (boxes[:, 2:] > boxes[:, :2]).all() and boxes.max() <= 900
        names |= set(some)
    assert names == set(THINGS)


def test_an_unknown_claims_no_face() -> None:
    labelled = np.array([[0, 0, 10, 10]], np.float32)
    none = np.zeros((0, 4), np.float32)
    kind = np.zeros(1, np.int64)
    result = Evaluation()
    result.add(found([[0, 0, 10, 10], [50, 0, 60, 10]], [0.9, 0.1]), labelled, kind, none)
    assert result.centre.claimed == 1 and result.centre.correct == 1
    result.add(found([[0, 0, 10, 10]], [0.1]), labelled, kind, none)
    assert result.centre.claimed == 2 and result.centre.correct == 1
    assert result.confusions["1m", UNKNOWN.code] == 1


def test_the_faster_provider_is_taken_only_when_clearly_faster() -> None:
    timings = [
        T("detector", CPU, 20.0), T("detector", "A", 19.0), T("detector", "B", 10.0),
        T("classifier", CPU, 5.0), T("classifier", "A", 4.9), T("classifier", "B", None, "no"),
    ]  # fmt: skip
    assert fastest(timings) == {"detector": "B", "classifier": CPU}
    assert fastest([]) == {}


def test_a_provider_that_is_not_there_is_told_and_passed_over() -> None:
    timings = measure_providers(lambda: 0.0, providers=(CPU,), runs=1)
    assert [t.role for t in timings] == ["detector", "classifier"]
    assert fastest(timings) == {"detector": CPU, "classifier": CPU}
