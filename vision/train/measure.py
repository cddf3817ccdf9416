"""Figures on rendered tables that were never learnt from.

Three kinds: the virtual table as its default camera sees it with our own
faces, the same with another art set, and free scenes as in training.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Final

import numpy as np

from engine.layout import DEFAULT_LAYOUT
from engine.tile import CLASS_CODES
from table_io.virtual.camera_model import overhead
from table_io.virtual.faces import FaceSet
from table_io.virtual.render import LabelledTile, Renderer, Rendering
from table_io.virtual.scene import Scene
from vision.detections import FloatArray, box_iou
from vision.evaluate import Evaluation
from vision.reader import TileReader
from vision.train.pictures import quads_to_boxes
from vision.train.scenes import table_tiles

FIRST_SEED: Final = 1_000_000
"""Scene numbers from here on are kept out of training."""
WHOLE: Final = 0.7
"""A tile of which less shows is left out of the count, found or not."""


def table_rendering(number: int, faces: FaceSet) -> Rendering:
    """The virtual table of this number, default camera, colours and light."""
    rng = np.random.default_rng((FIRST_SEED, number))
    scene = Scene(tuple(table_tiles(rng)), (int(rng.integers(1, 7)), int(rng.integers(1, 7))))
    scene = replace(scene, lighting=replace(scene.lighting, exposure=float(rng.uniform(0.9, 1.1))))
    return Renderer(faces, DEFAULT_LAYOUT, overhead(), number).render(scene, number)


def split_labels(
    labels: Iterable[LabelledTile],
) -> tuple[FloatArray, np.ndarray, FloatArray]:
    """Boxes and classes of what shows well, and the boxes to leave out."""
    boxes, classes, left_out = [], [], []
    for label in labels:
        box = quads_to_boxes(np.asarray(label.polygon, np.float32)[None])[0]
        if label.visible >= WHOLE:
            boxes.append(box)
            classes.append(CLASS_CODES.index(label.code))
        elif label.visible > 0.02:
            left_out.append(box)
    return (
        np.array(boxes, np.float32).reshape(-1, 4),
        np.array(classes, np.int64),
        np.array(left_out, np.float32).reshape(-1, 4),
    )


def evaluate_tables(
    reader: TileReader, count: int, art: Path | None = None, tile_px: float | None = 45.0
) -> Evaluation:
    """Counts over `count` virtual tables."""
    faces, result = FaceSet.load(art), Evaluation()
    for number in range(count):
        rendering = table_rendering(number, faces)
        boxes, classes, left_out = split_labels(rendering.boxes)
        # A wall's lower tile lies all but under the upper one, which does count.
        apart = (box_iou(left_out, boxes) < 0.5).all(axis=1)
        result.add(reader.read(rendering.image, tile_px), boxes, classes, left_out[apart])
    return result
