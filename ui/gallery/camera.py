"""A picture of a virtual table, and what the eyes read in it (`tests.ui.table_picture`)."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import numpy as np

from engine.layout_profile import Part, layout_of, values_of
from engine.seat import Seat
from engine.tile import BACK_CODE, UNKNOWN, Tile
from ui.bridge import Frame
from ui.desk import Corners, ReadTile
from ui.setting_up import Box, Line, TableOutline, ZoneOutline

_HERE = Path(__file__).parent
SIZE = (1280, 720)


def picture() -> Frame:
    """`(height, width, 3)`, red first."""
    return _loaded("table.jpg")


def bent_picture() -> Frame:
    """The same through a lens that bends it."""
    return _loaded("table_bent.jpg")


@cache
def outline(name: str) -> TableOutline:
    """Rim and zones: `plain`, `bent` as in that picture, or `moved` in part."""
    kept = json.loads((_HERE / "outlines.json").read_text("utf-8"))[name]
    zones = (
        ZoneOutline(Seat[seat], Part(part), _line(line)) for seat, part, line in kept["zones"]
    )
    one, two, three, four = _line(kept["corners"])
    layout = layout_of(kept["layout"])
    return TableOutline(
        (one, two, three, four), kept["bend"], layout, _line(kept["rim"]), tuple(zones)
    )


def outline_as_json(told: TableOutline) -> dict[str, object]:
    """What `outline` reads again."""
    zones = [[zone.seat.name, zone.part.value, zone.line] for zone in told.zones]
    return {
        "corners": told.corners, "bend": told.bend, "layout": values_of(told.layout),
        "rim": told.rim, "zones": zones,
    }  # fmt: skip


def _line(points: list[list[float]]) -> Line:
    return tuple((float(x), float(y)) for x, y in points)


@cache
def _loaded(name: str) -> Frame:
    from kivy.core.image import Image

    texture = Image(str(_HERE / name)).texture
    width, height = texture.size
    pixels = np.frombuffer(texture.pixels, np.uint8).reshape(height, width, -1)
    return np.ascontiguousarray(pixels[..., :3])


@cache
def _read() -> dict[str, list[object]]:
    read: dict[str, list[object]] = json.loads((_HERE / "table.json").read_text("utf-8"))
    return read


def corners() -> Corners:
    """Of the playing surface, clockwise from seat A's left."""
    near_left, near_right, far_right, far_left = (
        (float(x), float(y)) for x, y in _read()["corners"]  # type: ignore[misc]
    )  # fmt: skip
    return near_left, far_left, far_right, near_right


@cache
def seen() -> tuple[tuple[ReadTile, ...], tuple[Box, ...]]:
    """The faces, and the boxes of all that shows none."""
    faces: list[ReadTile] = []
    backs: list[Box] = []
    for code, sure, (x1, y1, x2, y2) in _read()["tiles"]:  # type: ignore[misc]
        if code in (BACK_CODE, UNKNOWN.code):
            backs.append((x1, y1, x2, y2))
        else:
            faces.append(ReadTile(Tile.parse(code), sure, (x1, y1, x2, y2)))
    return tuple(faces), tuple(backs)


def box_of(code: str) -> Box:
    """Where the surest tile of this kind lies."""
    read = [one for one in seen()[0] if one.tile.code == code]
    return max(read, key=lambda one: one.confidence).box
