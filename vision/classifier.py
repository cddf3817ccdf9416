"""Reads tiles: a square crop around each box → probabilities over 48 classes.

Crops come from the full-resolution picture. A tile may lie turned by any
angle; the network has learnt that, yet averaging over quarter turns helps
where it hesitates, so only hesitant crops are turned.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.tile import CLASS_CODES
from vision.detections import CLASS_COUNT, FloatArray
from vision.detector import ImageArray
from vision.onnx import MODELS_DIR, OnnxModel

CROP_MARGIN: Final = 1.12
"""Side of the square crop over the long side of the box."""
SURE: Final = 0.97
"""A crop read with at least this probability is not turned again."""
BATCH: Final = 64


class Classifier:
    """Crops in, probabilities out. Safe for one thread at a time."""

    def __init__(self, model: OnnxModel) -> None:
        self.model = model
        self.side = model.info.input_size

    @classmethod
    def load(cls, path: Path | None = None, threads: int | None = None) -> Classifier:
        """The classifier in `path` (default: the one that travels with the program).

        Raises `ModelMismatch`.
        """
        path = path or MODELS_DIR / "classifier.onnx"
        return cls(OnnxModel.load(path, "classifier", CLASS_CODES, threads))

    def read(
        self,
        image: ImageArray,
        boxes: FloatArray,
        turns: int = 4,
        yaw: NDArray[np.floating] | None = None,
    ) -> FloatArray:
        """(N, 48) probabilities for (N, 4) boxes of a BGR picture.

        `turns` 1, 2 or 4: over how many turns hesitant crops are averaged.
        `yaw` (N,): degrees counter-clockwise by which each tile is turned,
        where known (NaN: unknown); its crop is turned upright.
        """
        if turns not in (1, 2, 4):
            raise ValueError(f"turns must be 1, 2 or 4, not {turns}")
        if not len(boxes):
            return np.zeros((0, CLASS_COUNT), np.float32)
        crops = self.crops(image, boxes, yaw)
        logits = self._logits(crops)
        probs = _softmax(logits)
        if turns > 1:
            doubtful = np.flatnonzero(probs.max(axis=1) < SURE)
            if len(doubtful):
                total = logits[doubtful]
                for turn in range(1, turns):
                    quarter = turn * (4 // turns)
                    turned = np.rot90(crops[doubtful], quarter, axes=(2, 3))
                    total = total + self._logits(np.ascontiguousarray(turned))
                probs[doubtful] = _softmax(total / np.float32(turns))
        return probs

    def crops(
        self, image: ImageArray, boxes: FloatArray, yaw: NDArray[np.floating] | None = None
    ) -> FloatArray:
        """(N, 3, side, side) RGB crops in 0…1, as the network takes them."""
        result = np.empty((len(boxes), 3, self.side, self.side), np.float32)
        for i, box in enumerate(boxes):
            degrees = 0.0 if yaw is None or np.isnan(yaw[i]) else float(yaw[i])
            crop = cut_crop(image, box, self.side, degrees)
            result[i] = crop[:, :, ::-1].transpose(2, 0, 1)
        result *= np.float32(1 / 255.0)
        return result

    def _logits(self, crops: FloatArray) -> FloatArray:
        parts = [self.model.run(crops[i : i + BATCH]) for i in range(0, len(crops), BATCH)]
        return np.concatenate(parts)


def cut_crop(
    image: ImageArray,
    box: FloatArray,
    side: int,
    degrees: float = 0.0,
    margin: float = CROP_MARGIN,
) -> ImageArray:
    """The (side, side, 3) square around `box`, turned back by `degrees`."""
    x0, y0, x1, y1 = (float(v) for v in box)
    length = max(x1 - x0, y1 - y0, 1.0) * margin
    zoom = side / length
    half = side / 2 - 0.5
    cos, sin = np.cos(np.radians(degrees)) * zoom, np.sin(np.radians(degrees)) * zoom
    cx, cy = (x0 + x1) / 2 - 0.5, (y0 + y1) / 2 - 0.5
    # A face turned counter-clockwise in the picture is brought back clockwise.
    matrix = np.array([[cos, -sin, half - cos * cx + sin * cy],
                       [sin, cos, half - sin * cx - cos * cy]])  # fmt: skip
    if zoom < 0.5:
        # Bilinear sampling of a much larger tile would alias its engraving.
        shrink = 0.8 / zoom
        pad = length * 0.75
        left, top = max(0, int(cx - pad)), max(0, int(cy - pad))
        part = image[top : int(cy + pad) + 1, left : int(cx + pad) + 1]
        size = (max(1, round(part.shape[1] / shrink)), max(1, round(part.shape[0] / shrink)))
        small = np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_AREA), np.uint8)
        fx, fy = size[0] / part.shape[1], size[1] / part.shape[0]
        moved = np.array([(x0 - left) * fx, (y0 - top) * fy, (x1 - left) * fx, (y1 - top) * fy])
        return cut_crop(small, moved.astype(np.float32), side, degrees, margin)
    crop = cv2.warpAffine(
        image, matrix, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(crop, np.uint8)


def _softmax(logits: FloatArray) -> FloatArray:
    shifted = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(shifted / shifted.sum(axis=1, keepdims=True), np.float32)
