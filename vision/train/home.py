"""Enrolment measured: a set never learnt from, laid out in rows, photographed,
enrolled, and then read on tables that it is played on.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final

import numpy as np

from engine.layout import DEFAULT_LAYOUT
from engine.tile import Tile
from table_io.virtual.camera_model import overhead
from table_io.virtual.faces import FaceSet
from table_io.virtual.render import Renderer
from table_io.virtual.scene import PlacedTile, Pose, Scene
from vision.detections import BACK_CLASS
from vision.detector import ImageArray
from vision.enrol import TileSet, fit_set
from vision.enrol_photo import EnrolError, photo_vectors, wanted_rows
from vision.evaluate import Evaluation, share_of
from vision.naming import HomeNaming, Vectors, join_vectors
from vision.reader import TileReader
from vision.train.measure import FIRST_SEED, evaluate_tables

PITCH_MM: Final = (33.0, 52.0)
"""Between tiles of a row, and between rows."""
CROOKED: Final = (1.5, 2.5)
"""Spread of millimetres and degrees by which a tile lies off its row."""
TRIES: Final = 3
"""Photos taken at most for each that is wanted."""
APART: Final = 1000
"""Numbers given to the crops of one photo."""


@dataclass(frozen=True, slots=True)
class Enrolled:
    """The set as it was enrolled, and what was counted without and with it."""

    tiles: TileSet
    before: Evaluation
    after: Evaluation

    def to_json(self) -> dict[str, Any]:
        """`right_*`: of the labelled faces that were located, the share read right."""
        check = self.tiles.check
        return {
            "crops": sum(self.tiles.counts.values()),
            "kinds": len(self.tiles.counts),
            "in_use": self.tiles.on,
            "held_out_before": check.home_before,
            "held_out_after": check.home_after,
            "others_before": round(check.source_before, 4),
            "others_after": round(check.source_after, 4),
            "right_before": right_of_located(self.before),
            "right_after": right_of_located(self.after),
            "faces_located": located_faces(self.after),
            "before": self.before.to_json(),
            "after": self.after.to_json(),
        }


def located_faces(counted: Evaluation) -> int:
    """Labelled faces that were found."""
    return int(np.delete(counted.per_class[:, 1], BACK_CLASS).sum())


def right_of_located(counted: Evaluation) -> float:
    """The share of them that was read right."""
    return share_of(counted.centre.correct, located_faces(counted))


def laid_out(art: Path | None, number: int) -> ImageArray:
    """A photo of a whole set in the rows of `vision.enrol_photo.LAID`, a little crooked."""
    rng = np.random.default_rng((FIRST_SEED, number))
    rows, tiles = wanted_rows(None), []
    for n, row in enumerate(rows):
        for column, code in enumerate(row):
            x = (column - (len(row) - 1) / 2) * PITCH_MM[0] + rng.normal(0, CROOKED[0])
            y = (n - (len(rows) - 1) / 2) * PITCH_MM[1] + rng.normal(0, CROOKED[0])
            yaw = rng.normal(0, CROOKED[1])
            tiles.append(PlacedTile(Tile.parse(code), Pose.FACE_UP, x, y, 0.0, yaw))
    renderer = Renderer(FaceSet.load(art), DEFAULT_LAYOUT, overhead(), number)
    return renderer.render(Scene(tuple(tiles)), number).image


def enrol_set(
    reader: TileReader, source: Vectors, own: HomeNaming, art: Path | None, per: int
) -> TileSet:
    """The set of `art` enrolled from `per` photos of its rows. A photo in which not every
    tile of the rows is found is taken again, as somebody at a table would. Raises
    `EnrolError` where it still is not after `TRIES` photos for each, `ModelMismatch` for a
    model that cannot be fitted."""

    def photos() -> Iterator[Vectors]:
        taken = 0
        for number in range(per * TRIES):
            try:
                yield photo_vectors(
                    reader, laid_out(art, number), wanted_rows(None), APART * number
                )
            except EnrolError:
                if number == per * TRIES - 1:
                    raise
                continue
            taken += 1
            if taken == per:
                return

    digest = reader.classifier.model.info.digest
    return fit_set("home", join_vectors(photos()), source, own, digest, datetime(2000, 1, 1))


def evaluate_enrolment(
    reader: TileReader,
    source: Vectors,
    own: HomeNaming,
    art: Path | None,
    per: int = 3,
    tables: int = 4,
) -> Enrolled:
    """Enrols, then counts over `tables` virtual tables without and with the set; where
    that stays off, without it both times.

    `source`, `own`: as `vision.enrol.load_source` gives them. Raises as `enrol_set`.
    """
    tiles = enrol_set(reader, source, own, art, per)
    before = evaluate_tables(reader, tables, art)
    reader.classifier.naming = tiles.naming if tiles.on else None
    try:
        after = evaluate_tables(reader, tables, art)
    finally:
        reader.classifier.naming = None
    return Enrolled(tiles, before, after)
