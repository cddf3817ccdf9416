"""Draws the gallery's camera picture: a virtual table in mid-deal, and what is read in it.

    python -m tests.ui.table_picture

Writes `table.jpg`, `table.json`, `table_bent.jpg` and `outlines.json` in `ui/gallery`;
all are kept, so that drawing the screens needs neither the virtual table nor the eyes.
"""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np

from companion.outline import outline_of
from engine.layout import DEFAULT_LAYOUT
from engine.layout_profile import Part, stepped
from table_io.virtual.table import VirtualTable
from tests.vision.tables import through_lens
from ui.gallery import camera
from vision.corners import find_corners
from vision.detections import Detections
from vision.lens import bent
from vision.reader import TileReader

FOLDER = Path(__file__).parents[2] / "ui" / "gallery"
SEED, SECONDS = 3, 75.0
SIZE = (1280, 720)
TILE_PX = 28.0
BEND = -0.3


def main() -> None:
    table = VirtualTable(SEED, profile="home")
    table.advance(SECONDS)
    shrunk = cv2.resize(table.picture(), SIZE, interpolation=cv2.INTER_AREA)
    image = np.asarray(shrunk, np.uint8)
    corners = find_corners(image)
    assert corners is not None
    found = TileReader.load().read(image, TILE_PX)
    (FOLDER / "table.json").write_text(
        json.dumps({"corners": corners.round(1).tolist(), "tiles": _plain(found)}) + "\n", "utf-8"
    )
    cv2.imwrite(str(FOLDER / "table.jpg"), image, [cv2.IMWRITE_JPEG_QUALITY, 86])
    write_outlines()


def write_outlines() -> None:
    """Rim and zones of the kept picture, as it is and through a lens that bends it."""
    image = cv2.imread(str(FOLDER / "table.jpg"))
    assert image is not None
    cv2.imwrite(
        str(FOLDER / "table_bent.jpg"),
        through_lens(np.asarray(image, np.uint8), (BEND, 0.0)),
        [cv2.IMWRITE_JPEG_QUALITY, 82],
    )
    there = np.array(camera.corners())
    one, two, three, four = (
        (float(x), float(y)) for x, y in bent(there, SIZE, (BEND, 0.0)).round(1)
    )
    moved = stepped(stepped(DEFAULT_LAYOUT, Part.HANDS, -2), Part.WALLS, -1)
    outlines = {
        "plain": outline_of(camera.corners(), SIZE, 0.0, DEFAULT_LAYOUT),
        "bent": outline_of((one, two, three, four), SIZE, BEND, DEFAULT_LAYOUT),
        "moved": outline_of(camera.corners(), SIZE, 0.0, moved),
    }
    rows = {name: camera.outline_as_json(one) for name, one in outlines.items()}
    (FOLDER / "outlines.json").write_text(json.dumps(rows) + "\n", "utf-8")


def _plain(found: Detections) -> list[list[object]]:
    """Code, probability, and box of each tile."""
    rows = zip(found.codes, found.confidences, found.boxes, strict=True)
    return [
        [code, round(float(sure), 3), box.round(1).tolist()]
        for code, sure, box in rows
    ]


if __name__ == "__main__":
    main()
