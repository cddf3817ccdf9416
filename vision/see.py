"""What `queban see` shows: the tiles of photos in reading order.

Gives values; the command line prints them. A file that is no picture is one
clear line among the results, not an exception.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from engine.tile import BACK_CODE, UNKNOWN, Tile, format_tiles
from vision.detections import Detections
from vision.detector import ImageArray
from vision.labels import list_images
from vision.reader import TileReader
from vision.rows import reading_rows, split_at_gaps
from vision.whole_table import MANY, SeenTable, see_table

GROUP_GAP: Final = 0.45
"""Tiles further apart than this share of their width stand in separate groups."""
UNSURE: Final = 0.6
"""Below this probability a reading is marked with a question mark."""


@dataclass(frozen=True, slots=True)
class SeenPicture:
    """One file: its tiles as rows of groups of indices, or what is wrong with it."""

    path: Path
    tiles: Detections = field(default_factory=lambda: Detections.empty(read=True))
    rows: tuple[tuple[tuple[int, ...], ...], ...] = ()
    problem: str | None = None
    table: SeenTable | None = None
    """What lies in whose zone, where the picture shows a whole table."""

    def to_json(self) -> dict[str, Any]:
        """Plain data: file, rows of codes in notation, and each tile with box and confidence."""
        if self.problem is not None:
            return {"file": str(self.path), "error": self.problem}
        codes, sure = self.tiles.codes, self.tiles.confidences
        whole = {} if self.table is None else {"table": self.table.to_json()}
        return {
            "file": str(self.path),
            **whole,
            "rows": [[notation(codes[i] for i in group) for group in row] for row in self.rows],
            "tiles": [
                {
                    "tile": codes[i],
                    "confidence": round(float(sure[i]), 4),
                    "score": round(float(self.tiles.scores[i]), 4),
                    "foot": self._foot(i),
                    "box": [round(float(v), 1) for v in self.tiles.boxes[i]],
                    "row": number,
                }
                for number, row in enumerate(self.rows)
                for group in row
                for i in group
            ],
        }

    def _foot(self, i: int) -> float | None:
        """Degrees counter-clockwise by which the tile is turned; None: cannot be told."""
        angles = self.tiles.angles
        return None if angles is None or np.isnan(angles[i]) else round(float(angles[i]), 1)

    def to_text(self) -> str:
        """A head line, then one line a row; what was read unsurely carries a `?`."""
        if self.problem is not None:
            return f"{self.path}: {self.problem}"
        codes, sure = self.tiles.codes, self.tiles.confidences
        lines = [f"{self.path}: {len(self.tiles)} 张牌 tiles"]
        if self.table is not None:
            return "\n".join([*lines, self.table.to_text()])
        for row in self.rows:
            groups = [notation(codes[i] for i in group) for group in row]
            lowest = min(float(sure[i]) for group in row for i in group)
            doubts = [
                f"{_name(codes[i])}? {sure[i]:.0%}" if codes[i] != UNKNOWN.code else "未知 unknown"
                for group in row
                for i in group
                if sure[i] < UNSURE or codes[i] == UNKNOWN.code
            ]
            tail = f"  不确定 unsure: {', '.join(doubts)}" if doubts else ""
            lines.append(f"  {' | '.join(groups)}  (≥ {lowest:.0%}){tail}")
        return "\n".join(lines)


def notation(codes: Iterable[str]) -> str:
    """Grouped notation with backs as `X`, e.g. `123m55pXX`."""
    parts: list[str] = []
    run: list[Tile] = []
    for code in codes:
        if code == BACK_CODE:
            parts.append(format_tiles(run) + "X")
            run = []
        else:
            run.append(Tile.parse(code))
    return "".join(parts) + format_tiles(run)


def see(path: Path, reader: TileReader) -> SeenPicture:
    """Reads one photo. A bad file gives a `SeenPicture` that says so."""
    if not path.is_file():
        return SeenPicture(path, problem="没有这个文件 no such file")
    try:
        data = np.frombuffer(path.read_bytes(), np.uint8)
    except OSError as error:
        return SeenPicture(path, problem=f"读不了 cannot be read: {error.strerror}")
    raw = cv2.imdecode(data, cv2.IMREAD_COLOR) if len(data) else None
    if raw is None:
        return SeenPicture(path, problem="不是图片 not a picture")
    image = np.asarray(raw, np.uint8)
    seen = arrange(path, reader.read(image))
    return replace(seen, table=see_table(image, reader)) if len(seen.tiles) >= MANY else seen


def see_all(paths: Iterable[Path], reader: TileReader) -> Iterator[SeenPicture]:
    """Each path in turn; the pictures of a folder one by one."""
    for path in paths:
        if path.is_dir():
            images = list_images(path)
            if not images:
                yield SeenPicture(path, problem="文件夹里没有图片 no pictures in this folder")
            yield from (see(image, reader) for image in images)
        else:
            yield see(path, reader)


def arrange(path: Path, tiles: Detections) -> SeenPicture:
    """The tiles of one picture put into reading order."""
    rows = tuple(
        tuple(tuple(group) for group in split_at_gaps(tiles.boxes, row, GROUP_GAP))
        for row in reading_rows(tiles.boxes)
    )
    return SeenPicture(path, tiles, rows)


def draw(image: ImageArray, tiles: Detections) -> ImageArray:
    """A copy of the picture with boxes and codes; orange where the reading is unsure."""
    out = image.copy()
    scale = max(0.35, min(1.0, max(image.shape[:2]) / 1600))
    for box, code, sure in zip(tiles.boxes, tiles.codes, tiles.confidences, strict=True):
        x0, y0, x1, y1 = (round(float(v)) for v in box)
        colour = (60, 60, 230) if sure >= UNSURE else (0, 150, 255)
        if code == BACK_CODE:
            colour = (200, 140, 40)
        cv2.rectangle(out, (x0, y0), (x1, y1), colour, 1 if scale < 0.6 else 2)
        if code != BACK_CODE:
            place = (x0 + 1, y0 + round(14 * scale))
            cv2.putText(out, code, place, cv2.FONT_HERSHEY_SIMPLEX, scale, (255, 255, 255), 3)
            cv2.putText(out, code, place, cv2.FONT_HERSHEY_SIMPLEX, scale, colour, 1, cv2.LINE_AA)
    return out


def save_drawn(seen: SeenPicture, folder: Path) -> Path | None:
    """The drawn picture in `folder`, named after its source; None for a bad file."""
    if seen.problem is not None:
        return None
    image = cv2.imdecode(np.frombuffer(seen.path.read_bytes(), np.uint8), cv2.IMREAD_COLOR)
    if image is None:
        return None
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / f"{seen.path.stem}.png"
    _, packed = cv2.imencode(".png", draw(np.asarray(image, np.uint8), seen.tiles))
    target.write_bytes(packed.tobytes())
    return target


def _name(code: str) -> str:
    return "牌背 back" if code == BACK_CODE else f"{Tile.parse(code).chinese} {code}"
