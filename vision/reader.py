"""Both stages in one call: find the tiles of a picture and read them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.classifier import Classifier
from vision.detections import BACK_CLASS, BELIEF, LEAST_KNOWN, Detections, suppress
from vision.detector import Detector, ImageArray
from vision.lengths import longer_ways, much_too_short
from vision.onnx import CPU

SURELY_TILE: Final = 0.5
"""Score from which on something is a tile even if nobody can say which."""
CUT_DOUBT: Final = 0.985
"""A short box read with less than this is also read at its neighbours' length."""
WHOLE_SURE: Final = 0.9
"""The longer box is taken when it is read with at least this, and surer than the short one,
or than nothing where that is much too short."""

Region = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels."""
Recall = Callable[[Detections], tuple[Detections, Detections]]
"""What was found → what of it is to be read, and what of it needs no reading, as read
before. The rest is not asked for."""


@dataclass(frozen=True, slots=True)
class TileReader:
    """The whole recogniser. Safe for one thread at a time."""

    detector: Detector
    classifier: Classifier

    @classmethod
    def load(
        cls,
        folder: Path | None = None,
        threads: int | None = None,
        providers: Mapping[str, str] | None = None,
    ) -> TileReader:
        """Both models of `folder` (default: those that travel with the program).

        `providers`: what runs which role (`detector`, `classifier`); left out,
        the processor. Raises `ModelMismatch`.
        """
        chosen = providers or {}
        return cls(
            Detector.load(
                folder and folder / "detector.onnx", threads, chosen.get("detector", CPU)
            ),
            Classifier.load(
                folder and folder / "classifier.onnx", threads, chosen.get("classifier", CPU)
            ),
        )

    def read(
        self,
        image: ImageArray,
        tile_px: float | None = None,
        region: Region | None = None,
        turns: int = 4,
        belief: float = BELIEF,
        zoom: float = 1.0,
        recall: Recall | None = None,
    ) -> Detections:
        """The tiles of a BGR picture with all that `Detections` tells.

        `tile_px`: long side of a tile in pixels, where known; the finder looks at them
        `zoom` times smaller than it likes best. `region`: look only there; boxes are
        still those of the whole picture. `recall`: what need not be read.
        What is believed less than `belief` is left out, or, where it is a tile
        beyond doubt though of a face never seen, said to be unknown.
        """
        left, top, right, bottom = region or (0, 0, image.shape[1], image.shape[0])
        left, top = max(left, 0), max(top, 0)
        part = image[top:bottom, left:right]
        if part.size == 0:
            return Detections.empty(read=True)
        found = self.detector.find(part, tile_px and tile_px * zoom).shifted(left, top)
        found, recalled = recall(found) if recall else (found, Detections.empty(read=True))
        seen = self._made_whole(image, self.reread(image, found, turns), tile_px)
        # What is hardly a tile and like no face is a gap between tiles or a pattern.
        believed = seen.scores * seen.confidences >= belief
        if seen.known is not None:
            strange = ~believed & (seen.known >= LEAST_KNOWN) & (seen.scores >= SURELY_TILE)
            known = np.where(strange, np.float32(0), seen.known)
            seen, believed = replace(seen, known=known), believed | strange
        return Detections.concat([seen[believed], recalled]) if len(recalled) else seen[believed]

    def _made_whole(
        self, image: ImageArray, seen: Detections, tile_px: float | None
    ) -> Detections:
        """`seen` with boxes that cut a tile off replaced by the whole tile's."""
        which, boxes = longer_ways(seen.boxes, tile_px)
        short = much_too_short(seen.boxes[which], boxes)
        doubt = short | (seen.confidences[which] < CUT_DOUBT)
        doubt &= (seen.classes[which] != BACK_CLASS) & ~seen.unknown[which]
        which, boxes, short = which[doubt], boxes[doubt], short[doubt]
        if not len(which):
            return seen
        ways = self.reread(image, Detections(boxes, seen.scores[which]), turns=1)
        # Half of four dots is as good a two as there is.
        rivals = np.where(short, 0.0, seen.confidences[which])
        surer = ways.confidences > np.maximum(rivals, WHOLE_SURE)
        surer &= (ways.classes != BACK_CLASS) & ~ways.unknown
        best = {
            int(which[way]): int(way)
            for way in np.argsort(ways.confidences, kind="stable")
            if surer[way]
        }
        if not best:
            return seen
        kept = np.setdiff1d(np.arange(len(seen)), list(best))
        # Two parts of one tile may both have become the whole.
        return suppress(
            Detections.concat([seen[kept], ways[list(best.values())]]), self.detector.iou
        )

    def reread(
        self,
        image: ImageArray,
        found: Detections,
        turns: int = 4,
        yaw: NDArray[np.floating] | None = None,
    ) -> Detections:
        """`found` read afresh from `image`; `yaw` as in `Classifier.read`."""
        seen = self.classifier.look(image, found.boxes, turns, yaw)
        return replace(found, probs=seen.probs, angles=seen.angles, known=seen.known)
