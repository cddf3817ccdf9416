"""Draws the gallery's camera picture: a virtual table in mid-deal, and what is read in it.

    python -m tests.ui.table_picture

Writes `ui/gallery/table.jpg` and `ui/gallery/table.json`; both are kept, so that
drawing the screens needs neither the virtual table nor the eyes.
"""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np

from table_io.virtual.table import VirtualTable
from vision.corners import find_corners
from vision.detections import Detections
from vision.reader import TileReader

FOLDER = Path(__file__).parents[2] / "ui" / "gallery"
SEED, SECONDS = 3, 75.0
SIZE = (1280, 720)
TILE_PX = 28.0


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


def _plain(found: Detections) -> list[list[object]]:
    """Code, probability, and box of each tile."""
    rows = zip(found.codes, found.confidences, found.boxes, strict=True)
    return [
        [code, round(float(sure), 3), box.round(1).tolist()]
        for code, sure, box in rows
    ]


if __name__ == "__main__":
    main()
