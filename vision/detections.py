"""What the recogniser saw in one picture: a frozen struct of arrays.

Each stage of the eyes takes `Detections` and gives `Detections`; a subset is
taken with a mask, nothing is changed in place. The struct knows boxes, scores
and class probabilities. It does not know zones, seats or time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.tile import BACK_CODE, CLASS_CODES, UNKNOWN

FloatArray = NDArray[np.float32]

CLASS_COUNT: Final = len(CLASS_CODES)
BACK_CLASS: Final = CLASS_CODES.index(BACK_CODE)
BELIEF: Final = 0.25
"""Least product of a tile's score and the probability of what it was read as."""
LEAST_KNOWN: Final = 0.85
"""Least probability of being one of the 48; below it a find is called unknown. The
lowest of 799 labelled tiles of photos was 0.98."""


@dataclass(frozen=True, slots=True, eq=False)
class Detections:
    """N tiles of one picture.

    `boxes` (N, 4) float32: left, top, right, bottom in pixels of the whole
    picture, the upright box around the visible face (of a standing tile seen
    from above: its edge). `scores` (N,) float32 in 0…1: that it is a tile.
    `probs` (N, 48) float32 in the order of `engine.tile.CLASS_CODES`, each row
    summing to one, or None before the tiles were read. `angles` (N,) float32
    or None: degrees counter-clockwise by which the face is turned, 0 where its
    foot points down in the picture, NaN where nobody can tell. `known` (N,)
    float32 or None: the probability that it is one of the 48 at all.

    Raises `ValueError` where shapes do not fit together.
    """

    boxes: FloatArray
    scores: FloatArray
    probs: FloatArray | None = None
    angles: FloatArray | None = None
    known: FloatArray | None = None

    def __post_init__(self) -> None:
        count = len(self.boxes)
        if self.boxes.shape != (count, 4):
            raise ValueError(f"boxes: expected (N, 4), got {self.boxes.shape}")
        expected: dict[str, tuple[int, ...]] = {
            "scores": (count,),
            "probs": (count, CLASS_COUNT),
            "angles": (count,),
            "known": (count,),
        }
        for name, shape in expected.items():
            array = getattr(self, name)
            if array is not None and array.shape != shape:
                raise ValueError(f"{name}: expected {shape}, got {array.shape}")

    @classmethod
    def of(
        cls,
        boxes: Any,
        scores: Any,
        probs: Any | None = None,
        angles: Any | None = None,
        known: Any | None = None,
    ) -> Detections:
        """Detections from anything array-like; dtypes become float32."""
        return cls(
            np.asarray(boxes, np.float32).reshape(-1, 4),
            np.asarray(scores, np.float32).reshape(-1),
            None if probs is None else np.asarray(probs, np.float32).reshape(-1, CLASS_COUNT),
            None if angles is None else np.asarray(angles, np.float32).reshape(-1),
            None if known is None else np.asarray(known, np.float32).reshape(-1),
        )

    @classmethod
    def empty(cls, *, read: bool = False) -> Detections:
        """No tiles; with `read` the probabilities are an empty array, not None."""
        return cls.of([], [], [] if read else None)

    @classmethod
    def concat(cls, parts: Sequence[Detections]) -> Detections:
        """One struct after the other. Optional arrays stay where all parts have them."""
        if not parts:
            return cls.empty()

        def joined(name: str) -> FloatArray | None:
            arrays = [getattr(part, name) for part in parts]
            return None if any(a is None for a in arrays) else np.concatenate(arrays)

        return cls(
            np.concatenate([part.boxes for part in parts]),
            np.concatenate([part.scores for part in parts]),
            joined("probs"),
            joined("angles"),
            joined("known"),
        )

    def __len__(self) -> int:
        return len(self.boxes)

    def __getitem__(self, index: Any) -> Detections:
        """The subset picked by a boolean mask, an index array, a slice or one index."""
        if isinstance(index, int | np.integer):
            index = [index]
        return Detections(
            self.boxes[index],
            self.scores[index],
            None if self.probs is None else self.probs[index],
            None if self.angles is None else self.angles[index],
            None if self.known is None else self.known[index],
        )

    @property
    def centres(self) -> FloatArray:
        """(N, 2) x, y of the boxes' middles."""
        return (self.boxes[:, :2] + self.boxes[:, 2:]) * np.float32(0.5)

    @property
    def sizes(self) -> FloatArray:
        """(N, 2) width and height of the boxes."""
        return self.boxes[:, 2:] - self.boxes[:, :2]

    @property
    def is_read(self) -> bool:
        return self.probs is not None

    @property
    def classes(self) -> NDArray[np.intp]:
        """(N,) the likeliest class of each tile; `ValueError` before reading."""
        return np.asarray(self._read_probs().argmax(axis=1), np.intp)

    @property
    def confidences(self) -> FloatArray:
        """(N,) the probability of the likeliest class; `ValueError` before reading."""
        probs = self._read_probs()
        return probs.max(axis=1) if len(probs) else np.zeros(0, np.float32)

    @property
    def codes(self) -> tuple[str, ...]:
        """The likeliest tile codes, `back`, or `?` for what is like no tile;
        `ValueError` before reading."""
        return tuple(
            UNKNOWN.code if strange else CLASS_CODES[i]
            for i, strange in zip(self.classes, self.unknown, strict=True)
        )

    @property
    def unknown(self) -> NDArray[np.bool_]:
        """(N,) whether it looks like a tile and yet like none of the 48."""
        if self.known is None:
            return np.zeros(len(self), np.bool_)
        return np.asarray(self.known < LEAST_KNOWN)

    def with_probs(self, probs: FloatArray) -> Detections:
        """The same tiles, read."""
        return replace(self, probs=np.asarray(probs, np.float32))

    def shifted(self, dx: float, dy: float) -> Detections:
        """The same tiles in a picture whose origin lies at (-dx, -dy)."""
        return replace(self, boxes=self.boxes + np.array([dx, dy, dx, dy], np.float32))

    def _read_probs(self) -> FloatArray:
        if self.probs is None:
            raise ValueError("these tiles were found but not read yet")
        return self.probs


def box_iou(first: FloatArray, second: FloatArray) -> FloatArray:
    """(N, M) intersection over union of (N, 4) and (M, 4) boxes."""
    top_left = np.maximum(first[:, None, :2], second[None, :, :2])
    bottom_right = np.minimum(first[:, None, 2:], second[None, :, 2:])
    inter = np.clip(bottom_right - top_left, 0, None).prod(axis=2)
    area_first = np.clip(first[:, 2:] - first[:, :2], 0, None).prod(axis=1)
    area_second = np.clip(second[:, 2:] - second[:, :2], 0, None).prod(axis=1)
    union = area_first[:, None] + area_second[None, :] - inter
    return np.asarray(inter / np.maximum(union, 1e-9), np.float32)


def shared_of_smaller(boxes: NDArray[np.floating]) -> NDArray[np.float64]:
    """(N, N) share of the smaller of two (N, 4) boxes that lies in the other."""
    boxes = boxes.astype(np.float64)
    low = np.maximum(boxes[:, None, :2], boxes[None, :, :2])
    high = np.minimum(boxes[:, None, 2:], boxes[None, :, 2:])
    areas = (boxes[:, 2:] - boxes[:, :2]).prod(axis=1)
    smaller = np.minimum(areas[:, None], areas[None])
    shared = np.clip(high - low, 0, None).prod(axis=2)
    return np.asarray(shared / np.maximum(smaller, 1e-6), np.float64)


def suppress(detections: Detections, iou: float = 0.5) -> Detections:
    """Non-maximum suppression: of boxes overlapping by more than `iou` the best stays.

    Best score first.
    """
    if not len(detections):
        return detections
    left_top_size = np.concatenate([detections.boxes[:, :2], detections.sizes], axis=1)
    kept = cv2.dnn.NMSBoxes(left_top_size.tolist(), detections.scores.tolist(), 0.0, iou)
    return detections[np.asarray(kept, np.intp).reshape(-1)]
