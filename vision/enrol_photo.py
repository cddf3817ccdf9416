"""From a picture of a set laid out in rows to crops that are named."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import eq
from typing import Final

import numpy as np

from engine.tile import CLASS_CODES, parse_tiles
from vision.detections import BACK_CLASS, Detections, FloatArray
from vision.detector import ImageArray
from vision.enrol import crop_vectors
from vision.naming import Vectors
from vision.reader import TileReader
from vision.rows import reading_rows

LAID: Final = ("123456789m", "123456789p", "123456789s", "1234567z", "12345678f", "1j1234h")
"""The rows in which a whole set is laid out, one of each kind."""
SURE_TILE: Final = 0.5
ONE_SIZE: Final = 1.5
"""How many times as long as most a tile may look, or as short."""
MOST_MORE: Final = 6
"""How many boxes too many are borne."""


class EnrolError(ValueError):
    """A picture that does not show the rows it should; the message says which."""


def likely_tiles(found: Detections) -> Detections:
    """What is surely a tile and of one size with the others: a table's dome is not."""
    seen = found[found.scores >= SURE_TILE]
    if not len(seen):
        return seen
    long = seen.sizes.max(axis=1)
    return seen[np.abs(np.log(long / np.median(long))) < np.log(ONE_SIZE)]


def wanted_rows(text: str | None) -> list[list[str]]:
    """Rows written as `123456789m,1234567z`; left out: the whole set. Raises `NotationError`."""
    words = LAID if text is None else text.split(",")
    return [[tile.code for tile in parse_tiles(word)] for word in words]


def named_tiles(found: Detections, rows: Sequence[Sequence[str]]) -> tuple[FloatArray, list[str]]:
    """Boxes of the tiles found and what lies there, row by row.

    The picture may be upside down: what was read decides which way fits. Where too
    many were found the least believed are left out. Raises `EnrolError` where a row
    still has more or fewer tiles than it should.
    """
    seen = likely_tiles(found)
    wanted = [len(row) for row in rows]
    more = len(seen) - sum(wanted)
    if 0 < more <= MOST_MORE:
        seen = seen[np.sort(np.argsort(-seen.scores, kind="stable")[:-more])]
    lines = reading_rows(seen.boxes)
    counts = [len(line) for line in lines]
    flat = [i for line in lines for i in line]
    upright = counts == wanted
    turned = counts[::-1] == wanted
    codes = [code for row in rows for code in row]
    if not upright and not turned:
        raise EnrolError(
            f"各行应有 {wanted} 张，看见 {counts} / rows should have {wanted} tiles, seen {counts}"
        )
    read = seen.codes
    agree = [
        sum(read[i] == code for i, code in zip(way, codes, strict=True))
        for way in (flat, flat[::-1])
    ]
    if turned and (not upright or agree[1] > agree[0]):
        flat = flat[::-1]
    return seen.boxes[flat], codes


@dataclass(frozen=True, slots=True)
class LaidRow:
    """The tiles of one laid row from its first to its last: `boxes` (N, 4), what each
    face looks like (never a back: it was laid face up), and how sure that is (N,)."""

    boxes: FloatArray
    faces: tuple[str, ...]
    confidences: FloatArray

    def __len__(self) -> int:
        return len(self.boxes)


def laid_row(found: Detections, row: Sequence[str]) -> LaidRow:
    """The tiles found as one row, whichever way round the picture is.

    The picture may be upside down: what was read decides which end is the first,
    where as many tiles were found as were laid.
    """
    seen = likely_tiles(found)
    flat = [i for line in reading_rows(seen.boxes) for i in line]
    seen = seen[np.array(flat, np.intp)]
    codes = seen.codes
    if len(codes) == len(row):
        agree = [sum(map(eq, way, row)) for way in (codes, codes[::-1])]
        if agree[1] > agree[0]:
            seen = seen[np.arange(len(seen))[::-1]]
    assert seen.probs is not None
    faces = seen.probs.copy()
    faces[:, BACK_CLASS] = 0
    likeliest = tuple(CLASS_CODES[i] for i in faces.argmax(axis=1))
    return LaidRow(seen.boxes, likeliest, seen.confidences)


def photo_vectors(
    reader: TileReader, image: ImageArray, rows: Sequence[Sequence[str]], first: int = 0
) -> Vectors:
    """The vectors of a laid-out picture; `first` numbers its crops. Raises `EnrolError`."""
    boxes, codes = named_tiles(reader.read(image, belief=0.0), rows)
    return crop_vectors(reader.classifier, image, boxes, codes, first)
