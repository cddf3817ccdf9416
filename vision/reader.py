"""Both stages in one call: find the tiles of a picture and read them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.classifier import Classifier
from vision.detections import Detections
from vision.detector import Detector, ImageArray

BELIEF: Final = 0.22
"""Least product of a tile's score and the probability of what it was read as."""

Region = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels."""


@dataclass(frozen=True, slots=True)
class TileReader:
    """The whole recogniser. Safe for one thread at a time."""

    detector: Detector
    classifier: Classifier

    @classmethod
    def load(cls, folder: Path | None = None, threads: int | None = None) -> TileReader:
        """Both models of `folder` (default: those that travel with the program).

        Raises `ModelMismatch`.
        """
        return cls(
            Detector.load(folder and folder / "detector.onnx", threads),
            Classifier.load(folder and folder / "classifier.onnx", threads),
        )

    def read(
        self,
        image: ImageArray,
        tile_px: float | None = None,
        region: Region | None = None,
        turns: int = 4,
    ) -> Detections:
        """The tiles of a BGR picture with boxes, scores and probabilities.

        `tile_px`: long side of a tile in pixels, where known. `region`: look
        only there; boxes are still those of the whole picture.
        """
        left, top, right, bottom = region or (0, 0, image.shape[1], image.shape[0])
        left, top = max(left, 0), max(top, 0)
        part = image[top:bottom, left:right]
        if part.size == 0:
            return Detections.empty(read=True)
        found = self.detector.find(part, tile_px).shifted(left, top)
        seen = self.reread(image, found, turns)
        # What is hardly a tile and like no face is a gap between tiles or a pattern.
        return seen[seen.scores * seen.confidences >= BELIEF]

    def reread(
        self,
        image: ImageArray,
        found: Detections,
        turns: int = 4,
        yaw: NDArray[np.floating] | None = None,
    ) -> Detections:
        """`found` with fresh probabilities from `image`; `yaw` as in `Classifier.read`."""
        return found.with_probs(self.classifier.read(image, found.boxes, turns, yaw))
