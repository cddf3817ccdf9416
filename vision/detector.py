"""Finds tiles: every face, back and standing edge, as one class.

The size of a tile in the picture decides what is found, so the picture is
brought to the size the network likes best. When the caller knows how many
pixels a tile's long side has (a calibrated table does), one look is enough;
otherwise a first look at the whole picture measures the tiles, and a second
is taken only where they came out too small or too large.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detections import Detections, FloatArray, suppress
from vision.onnx import CPU, MODELS_DIR, OnnxModel

ImageArray = NDArray[np.uint8]

DETECTOR_CLASSES: Final = ("tile",)
STRIDE: Final = 32
FIRST_LOOK: Final = 640
"""Long side in pixels of a first look at an unknown picture."""
WANTED_TILE: Final = 36.0
"""Pixels of a tile's long side at which the network finds best."""
GOOD_TILES: Final = (30.0, 80.0)
"""Measured tile sizes with which a first look is left as it is."""
FEW_TILES: Final = 3
RAISED: Final = 0.7
"""Power of the network's scores, which are lower than the share of such boxes that are tiles."""
PART_INSIDE: Final = 0.75
PART_SMALLER: Final = 1.7
"""A box mostly inside another this many times larger is a part of that tile."""
SMOOTH: Final = 0.7
"""Below this scale pixels are averaged, which takes four times as long."""
LARGEST_LOOK: Final = 1984
"""Longest side run at once; larger pictures are looked at in overlapping parts."""
OVERLAP_TILES: Final = 2.0


class Detector:
    """Picture in, boxes and scores out. Safe for one thread at a time."""

    def __init__(self, model: OnnxModel, score: float = 0.4, iou: float = 0.55) -> None:
        self.model = model
        self.score = score
        self.iou = iou

    @classmethod
    def load(
        cls, path: Path | None = None, threads: int | None = None, provider: str = CPU
    ) -> Detector:
        """The detector in `path` (default: the one that travels with the program).

        Raises `ModelMismatch`.
        """
        path = path or MODELS_DIR / "detector.onnx"
        return cls(OnnxModel.load(path, "detector", DETECTOR_CLASSES, threads, provider))

    def find(self, image: ImageArray, tile_px: float | None = None) -> Detections:
        """All tiles of a BGR picture, boxes in its pixels, best first, unread.

        `tile_px`: the long side of a tile in this picture, where known.
        """
        if tile_px is not None:
            return self._look(image, min(WANTED_TILE / tile_px, 4.0))
        long_side = max(image.shape[:2])
        scale = min(FIRST_LOOK / long_side, 2.0)
        best = self._look(image, scale)
        # At twice the size it learnt, a tile's dots look like tiles of their own.
        near = self._look(image, scale / 2)
        large = len(near) and _tile_size(near) * scale / 2 >= GOOD_TILES[0]
        # Rows of tiles at half the size look like a few large ones, but are believed less.
        likely = large and (not len(best) or near.scores.mean() > best.scores.mean())
        if likely and _evidence(near) > _evidence(best):
            best, scale = near, scale / 2
        if len(best) < FEW_TILES and long_side > FIRST_LOOK:
            # Nothing much at this size: a whole table from far away looks like that.
            return max(best, self._look(image, min(1.0, 2 * scale)), key=_evidence)
        if not len(best):
            return best
        measured = _tile_size(best) * scale
        if GOOD_TILES[0] <= measured <= GOOD_TILES[1]:
            return best
        closer = scale * WANTED_TILE / measured
        second = self._look(image, closer)
        return best if _trusted(best, scale) > _trusted(second, closer) else second

    def _look(self, image: ImageArray, scale: float) -> Detections:
        height, width = image.shape[:2]
        scale = min(scale, 4.0, 8192 / max(height, width))
        if abs(scale - 1) > 0.02:
            size = (max(1, round(width * scale)), max(1, round(height * scale)))
            how = cv2.INTER_AREA if scale < SMOOTH else cv2.INTER_LINEAR
            scaled = np.asarray(cv2.resize(image, size, interpolation=how), np.uint8)
        else:
            scaled = image
        parts = [
            self._run(scaled[y : y + LARGEST_LOOK, x : x + LARGEST_LOOK]).shifted(x, y)
            for x, y in _part_corners(scaled.shape[1], scaled.shape[0])
        ]
        found = parts[0] if len(parts) == 1 else suppress(Detections.concat(parts), self.iou)
        factors = np.array([width / scaled.shape[1], height / scaled.shape[0]] * 2, np.float32)
        return Detections(found.boxes * factors, found.scores)

    def _run(self, image: ImageArray) -> Detections:
        height, width = image.shape[:2]
        padded_height, padded_width = (-(-side // STRIDE) * STRIDE for side in (height, width))
        canvas = np.full((padded_height, padded_width, 3), 114, np.uint8)
        canvas[:height, :width] = image
        blob = cv2.dnn.blobFromImage(canvas, 1 / 255.0, swapRB=True)
        raw = self.model.run(np.asarray(blob, np.float32))[0]
        return drop_parts(suppress(_decode(raw, self.score, width, height), self.iou))


def _evidence(found: Detections) -> float:
    """How much of the picture is surely tiles: two halves weigh less than a whole one, and
    two tiles taken for one, which is never believed much, less than both."""
    return float((found.scores**3 * found.sizes.prod(axis=1) ** 1.5).sum())


def _trusted(found: Detections, scale: float) -> float:
    """Evidence, less of it where tiles are so small that two beside each other are
    taken for one."""
    if not len(found):
        return 0.0
    return _evidence(found) * min(1.0, _tile_size(found) * scale / GOOD_TILES[0])


def _tile_size(found: Detections) -> float:
    """Median long side, each tile weighed by its evidence."""
    sizes = found.sizes.max(axis=1)
    order = np.argsort(sizes)
    weights = np.cumsum((found.scores**2 * found.sizes.prod(axis=1))[order])
    return float(sizes[order][np.searchsorted(weights, weights[-1] / 2)])


def drop_parts(found: Detections) -> Detections:
    """Without boxes that are a part of another tile: a dot, a corner number."""
    if len(found) < 2:
        return found
    left_top = np.maximum(found.boxes[:, None, :2], found.boxes[None, :, :2])
    right_bottom = np.minimum(found.boxes[:, None, 2:], found.boxes[None, :, 2:])
    shared = np.clip(right_bottom - left_top, 0, None).prod(axis=2)
    area = np.maximum(found.sizes.prod(axis=1), 1e-6)
    inside = shared / area[:, None] > PART_INSIDE
    smaller = area[:, None] * PART_SMALLER < area[None, :]
    believed = found.scores[None, :] > 0.6 * found.scores[:, None]
    return found[~(inside & smaller & believed).any(axis=1)]


def _part_corners(width: int, height: int) -> Iterator[tuple[int, int]]:
    """Top left corners of overlapping parts that cover the picture."""

    def starts(length: int) -> list[int]:
        if length <= LARGEST_LOOK:
            return [0]
        step = LARGEST_LOOK - int(OVERLAP_TILES * WANTED_TILE)
        count = -(-(length - LARGEST_LOOK) // step) + 1
        return [round(i * (length - LARGEST_LOOK) / (count - 1)) for i in range(count)]

    for y in starts(height):
        for x in starts(width):
            yield x, y


def _decode(raw: FloatArray, score: float, width: int, height: int) -> Detections:
    """(5, A) rows cx, cy, w, h, score in pixels → boxes inside the picture."""
    raised = raw[4] ** np.float32(RAISED)
    keep = raised >= score
    cx, cy, w, h = raw[:4, keep]
    scores = raised[keep]
    boxes = np.stack([cx - w / 2, cy - h / 2, cx + w / 2, cy + h / 2], axis=1)
    inside = (cx > 0) & (cx < width) & (cy > 0) & (cy < height)
    boxes = boxes.clip([0, 0, 0, 0], [width, height, width, height])
    return Detections.of(boxes[inside], scores[inside])
