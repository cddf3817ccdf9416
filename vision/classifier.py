"""Reads tiles: a square crop around each box → probabilities over 48 classes.

Crops come from the full-resolution picture. A tile may lie turned by any
angle; the network has learnt that, yet averaging over quarter turns helps
where it hesitates, so only hesitant crops are turned, and of those only what is
a tile at all and no back, which looks the same however it lies.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.tile import CLASS_CODES
from vision.detections import BACK_CLASS, CLASS_COUNT, LEAST_KNOWN, FloatArray
from vision.detector import ImageArray
from vision.lengths import steadied
from vision.onnx import CPU, MODELS_DIR, OnnxModel

CROP_MARGIN: Final = 1.12
"""Side of the square crop over the long side of the box."""
SURE: Final = 0.75
"""A crop read with at least this probability is not turned again."""
CERTAIN: Final = 0.97
"""A crop read with at least this probability is not cut in other sizes."""
SIZES: Final = (1.04, 1.08)
BATCH: Final = 64
LEAST_DIRECTION: Final = 0.5
"""Length from which on the foot's direction is told: many faces look alike upside down."""


class Naming(Protocol):
    """A last layer: `vision.naming.HomeNaming`."""

    def logits(self, vectors: FloatArray) -> FloatArray: ...

    def known(self, known: FloatArray) -> FloatArray: ...


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """N crops read: `probs` (N, 48), `angles` and `known` as in `Detections` (None
    where the model does not tell them), `vectors` (N, D) what is known of each
    crop before it is named, None likewise."""

    probs: FloatArray
    angles: FloatArray | None = None
    known: FloatArray | None = None
    vectors: FloatArray | None = None


class Classifier:
    """Crops in, probabilities out. Safe for one thread at a time.

    `naming`: another last layer, fitted to one home's tiles, in place of the
    model's own.
    """

    def __init__(self, model: OnnxModel, naming: Naming | None = None) -> None:
        self.model = model
        self.side = model.info.input_size
        self.naming = naming

    @classmethod
    def load(
        cls, path: Path | None = None, threads: int | None = None, provider: str = CPU
    ) -> Classifier:
        """The classifier in `path` (default: the one that travels with the program).

        Raises `ModelMismatch`.
        """
        path = path or MODELS_DIR / "classifier.onnx"
        return cls(OnnxModel.load(path, "classifier", CLASS_CODES, threads, provider))

    def read(
        self,
        image: ImageArray,
        boxes: FloatArray,
        turns: int = 4,
        yaw: NDArray[np.floating] | None = None,
    ) -> FloatArray:
        """(N, 48) probabilities for (N, 4) boxes; arguments as in `look`."""
        return self.look(image, boxes, turns, yaw).probs

    def look(
        self,
        image: ImageArray,
        boxes: FloatArray,
        turns: int = 4,
        yaw: NDArray[np.floating] | None = None,
    ) -> Reading:
        """All that is to be told of (N, 4) boxes of a BGR picture.

        `turns` 1, 2 or 4: over how many turns hesitant crops are averaged; those that
        are nearly certain are averaged over sizes.
        `yaw` (N,): degrees counter-clockwise by which each tile is turned,
        where known (NaN: unknown); its crop is turned upright.
        """
        if turns not in (1, 2, 4):
            raise ValueError(f"turns must be 1, 2 or 4, not {turns}")
        if not len(boxes):
            nothing = np.zeros(0, np.float32)
            tells = self.model.outputs
            return Reading(
                np.zeros((0, CLASS_COUNT), np.float32),
                nothing if "foot" in tells else None,
                nothing if "known" in tells else None,
            )
        turned = np.zeros(len(boxes)) if yaw is None else np.nan_to_num(yaw)
        boxes = steadied(boxes)
        crops = self._cut(image, boxes, turned)
        told = self._run(crops)
        logits = self._logits(told)
        probs = _softmax(logits)
        hesitant = (probs.max(axis=1) < SURE) & (probs.argmax(axis=1) != BACK_CLASS)
        known = told.get("known")
        if known is not None:
            known = known.reshape(-1)
            known = known if self.naming is None else self.naming.known(known)
            hesitant &= known >= LEAST_KNOWN
        doubtful = np.flatnonzero(hesitant)
        if turns > 1 and len(doubtful):
            total = logits[doubtful]
            for turn in range(1, turns):
                quarter = turn * (4 // turns)
                crop = np.rot90(crops[doubtful], quarter, axes=(2, 3))
                total = total + self._logits(self._run(np.ascontiguousarray(crop)))
            probs[doubtful] = _softmax(total / np.float32(turns))
        # A box a pixel off may show a row of dots less, or almost.
        likely = np.flatnonzero(~hesitant & (probs.max(axis=1) < CERTAIN)
                                & (probs.argmax(axis=1) != BACK_CLASS))  # fmt: skip
        if len(likely):
            total = logits[likely]
            for size in SIZES:
                again = self._cut(image, _grown(boxes[likely], size), turned[likely])
                total = total + self._logits(self._run(again))
            probs[likely] = _softmax(total / np.float32(1 + len(SIZES)))
        angles = told.get("foot")
        if angles is not None:
            angles = _directions(angles) + np.nan_to_num(0 if yaw is None else yaw)
            angles = np.asarray(angles % 360, np.float32)
        return Reading(probs, angles, known, told.get("vectors"))

    def _logits(self, told: dict[str, FloatArray]) -> FloatArray:
        if self.naming is None or "vectors" not in told:
            return told["logits"]
        return self.naming.logits(told["vectors"])

    def crops(
        self, image: ImageArray, boxes: FloatArray, yaw: NDArray[np.floating] | None = None
    ) -> FloatArray:
        """(N, 3, side, side) RGB crops in 0…1, as the network takes them."""
        turned = np.zeros(len(boxes)) if yaw is None else np.nan_to_num(yaw)
        return self._cut(image, steadied(boxes), turned)

    def _cut(self, image: ImageArray, boxes: FloatArray, turned: FloatArray) -> FloatArray:
        """`crops` of these very boxes, each turned back by so many degrees."""
        return self._packed(
            [
                cut_crop(image, box, self.side, float(degrees))
                for box, degrees in zip(boxes, turned, strict=True)
            ]
        )

    def vectors(self, crops: Sequence[ImageArray]) -> tuple[FloatArray, FloatArray | None]:
        """(N, D) what is known of BGR crops of the network's size before they are named, and
        (N,) as `Reading.known`, the model's own.

        `KeyError` for a model that does not tell the first.
        """
        told = self._run(self._packed(crops))
        known = told.get("known")
        return told["vectors"], None if known is None else known.reshape(-1)

    def _packed(self, crops: Sequence[ImageArray]) -> FloatArray:
        result = np.empty((len(crops), 3, self.side, self.side), np.float32)
        for packed, crop in zip(result, crops, strict=True):
            packed[:] = crop[:, :, ::-1].transpose(2, 0, 1)
        result *= np.float32(1 / 255.0)
        return result

    def _run(self, crops: FloatArray) -> dict[str, FloatArray]:
        """The model's outputs by name for any number of crops."""
        parts = [self.model.run_all(crops[i : i + BATCH]) for i in range(0, len(crops), BATCH)]
        return {
            name: np.concatenate([part[n] for part in parts])
            for n, name in enumerate(self.model.outputs)
        }


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
        # Of a box beside the picture its nearest edge is all there is.
        left = min(max(0, int(cx - pad)), image.shape[1] - 1)
        top = min(max(0, int(cy - pad)), image.shape[0] - 1)
        right, bottom = max(left, int(cx + pad)) + 1, max(top, int(cy + pad)) + 1
        part = image[top:bottom, left:right]
        size = (max(1, round(part.shape[1] / shrink)), max(1, round(part.shape[0] / shrink)))
        small = np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_AREA), np.uint8)
        fx, fy = (
            s / now if now >= shrink else 1 / shrink
            for s, now in zip(size, part.shape[1::-1], strict=True)
        )  # fmt: skip
        moved = np.array([(x0 - left) * fx, (y0 - top) * fy, (x1 - left) * fx, (y1 - top) * fy])
        return cut_crop(small, moved.astype(np.float32), side, degrees, margin)
    crop = cv2.warpAffine(
        image, matrix, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(crop, np.uint8)


def _grown(boxes: FloatArray, size: float) -> FloatArray:
    """(N, 4) boxes around the same middles, so many times as large."""
    middles = (boxes[:, :2] + boxes[:, 2:]) / 2
    half = (boxes[:, 2:] - boxes[:, :2]) * np.float32(size / 2)
    return np.concatenate([middles - half, middles + half], axis=1)


def _directions(vectors: FloatArray) -> FloatArray:
    """(N, 2) cosines and sines → degrees counter-clockwise, NaN for those too short to trust."""
    degrees = np.degrees(np.arctan2(vectors[:, 1], vectors[:, 0]))
    sure = np.hypot(vectors[:, 0], vectors[:, 1]) >= LEAST_DIRECTION
    return np.asarray(np.where(sure, degrees, np.nan), np.float32)


def _softmax(logits: FloatArray) -> FloatArray:
    shifted = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(shifted / shifted.sum(axis=1, keepdims=True), np.float32)
