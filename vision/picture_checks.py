"""Whether a camera's picture is good enough to read tiles in, and what to do if not.

Each thing that spoils reading is one measured number with one sentence: how sharp
the edges are, how large a tile is, whether the whole table is there, how much of
it glares, and how much light falls on it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.layout import DEFAULT_LAYOUT, TableLayout
from engine.view import Health, HealthState, Text
from vision.change import Picture
from vision.geometry import Calibration

_EDGE: Final = 14.0
"""Grey levels from one pixel to the next that make an edge; noise stays below."""
_SMEAR: Final = 9
"""Pixels of the second blur: what is blurred already hardly changes under it."""
_BLOWN: Final = 251
SHARP: Final = 0.38
BLURRED: Final = 0.5
"""Blur from which a picture is soft, and from which tiles are misread."""
TILE_PX: Final = (18.0, 27.0)
"""Pixels of a tile's long side at the far rim: too few below the first, enough from
the second on."""
FILLED: Final = 0.72
"""Share of the picture's height (or width) that a well framed table takes."""
GLARE: Final = (0.004, 0.02)
DARK: Final = (30.0, 56.0)
BRIGHT: Final = 205.0
OBLIQUE: Final = 46.0
"""Degrees from straight above up to which tiles are read."""

_SHARPNESS: Final = Text("清晰", "Sharpness")
_FRAMING: Final = Text("取景", "Framing")
_GLARE: Final = Text("反光", "Glare")
_LIGHT: Final = Text("光线", "Light")


@dataclass(frozen=True, slots=True)
class PictureFacts:
    """What was measured.

    `blur`: 0 sharp … 1 smeared, None where nothing has edges. `tile_px`: long
    side of a tile at the far rim. `filled`: share of the picture that the table
    takes along its tighter side. `outside`: whether corners lie outside the
    picture. `glare`: share of the table that is burnt out. `light`: mean grey
    level on the table. `tilt`: degrees from straight above.
    """

    blur: float | None
    tile_px: float
    filled: float
    outside: bool
    glare: float
    light: float
    tilt: float


def measure_picture(
    image: Picture, calibration: Calibration, layout: TableLayout = DEFAULT_LAYOUT
) -> PictureFacts:
    """`image` (height, width, 3) BGR of the size that `calibration` is for."""
    height, width = image.shape[:2]
    points = np.array(calibration.corners)
    left, top = np.clip(points.min(axis=0), 0, (width - 1, height - 1)).astype(int)
    right, bottom = np.clip(points.max(axis=0), 1, (width, height)).astype(int)
    table = np.zeros((height, width), np.uint8)
    cv2.fillConvexPoly(table, points.round().astype(np.int32), 1)
    inside = table[top : bottom + 1, left : right + 1].astype(np.bool_)
    part = image[top : bottom + 1, left : right + 1]
    grey = np.asarray(cv2.cvtColor(part, cv2.COLOR_BGR2GRAY), np.uint8)
    seen = bool(inside.any())
    half = layout.surface / 2
    rim = [(-half, 0.0), (half, 0.0), (0.0, -half), (0.0, half)]
    scale = min(calibration.scale_at(x, y, layout.tile.thickness) for x, y in rim)
    span = points.max(axis=0) - points.min(axis=0)
    return PictureFacts(
        blur=blur_of(grey, inside),
        tile_px=scale * layout.tile.height,
        filled=float((span / (width, height)).max()),
        outside=bool(((points < 0) | (points > (width - 1, height - 1))).any()),
        glare=float((part[inside].min(axis=1) >= _BLOWN).mean()) if seen else 0.0,
        light=float(grey[inside].mean()) if seen else 0.0,
        tilt=math.degrees(calibration.tilt),
    )


def blur_of(grey: Picture, inside: NDArray[np.bool_]) -> float | None:
    """How much of its edges a picture keeps when it is blurred once more.

    Sharp edges lose most, edges that were smeared already lose little. None where
    too few pixels of `inside` are edges.
    """
    kept: list[tuple[float, float]] = []
    values = grey.astype(np.float32)
    for axis, kernel in ((1, (_SMEAR, 1)), (0, (1, _SMEAR))):
        steps = np.abs(np.diff(values, axis=axis))
        after = np.abs(np.diff(cv2.blur(values, kernel), axis=axis))
        where = inside[:, 1:] if axis == 1 else inside[1:, :]
        edges = where & (steps > _EDGE)
        if edges.sum() < 200:
            continue
        before, smeared = steps[edges], after[edges]
        kept.append((float(np.minimum(smeared, before).sum()), float(before.sum())))
    if not kept:
        return None
    return max(after / before for after, before in kept)


def advice(facts: PictureFacts) -> tuple[Health, ...]:
    """Framing, sharpness, glare and light, each with what to do."""
    return _framing(facts), _sharpness(facts.blur), _glare(facts.glare), _light(facts.light)


def _framing(facts: PictureFacts) -> Health:
    least, enough = TILE_PX
    size = f"{facts.tile_px:.0f}"
    told = Text(f"一张牌 {size} 像素", f"a tile is {size} px")
    state, say = HealthState.GOOD, Text("", "")
    if facts.outside:
        state = HealthState.BAD
        say = Text("退远些，四角都要在画面里", "move back: all four corners must be in the picture")
    elif facts.tilt > OBLIQUE:
        state = HealthState.BAD
        say = Text("太斜，抬高些往下看", "too slanted: raise it and look down more")
    elif facts.tile_px < enough:
        state = HealthState.BAD if facts.tile_px < least else HealthState.WAIT
        closer = facts.filled < FILLED
        say = (
            Text("靠近些", "come closer")
            if closer
            else Text("换更细的画面（1080p 起）", "choose a finer picture (1080p or more)")
        )
    return Health(_FRAMING, state, _joined(told, say))


def _sharpness(blur: float | None) -> Health:
    if blur is None:
        return Health(_SHARPNESS, HealthState.WAIT, Text("桌上放几张牌再看", "lay some tiles out"))
    if blur < SHARP:
        return Health(_SHARPNESS, HealthState.GOOD, Text("清楚", "sharp"))
    state = HealthState.WAIT if blur < BLURRED else HealthState.BAD
    return Health(
        _SHARPNESS, state,
        Text("有些糊：擦镜头、对焦、固定好", "soft: wipe the lens, focus, fix it firmly"),
    )  # fmt: skip


def _glare(share: float) -> Health:
    little, much = GLARE
    if share < little:
        return Health(_GLARE, HealthState.GOOD, Text("没有白斑", "no white patches"))
    state = HealthState.WAIT if share < much else HealthState.BAD
    told = Text(f"{share:.1%} 发白", f"{share:.1%} burnt out")
    say = Text("把灯移开或调暗曝光", "move the lamp or lower the exposure")
    return Health(_GLARE, state, _joined(told, say))


def _light(level: float) -> Health:
    too_dark, dim = DARK
    if level < dim:
        state = HealthState.BAD if level < too_dark else HealthState.WAIT
        return Health(_LIGHT, state, Text("太暗，开灯", "too dark: more light"))
    if level > BRIGHT:
        return Health(_LIGHT, HealthState.WAIT, Text("太亮，调暗曝光", "too bright"))
    return Health(_LIGHT, HealthState.GOOD, Text("够亮", "enough"))


def _joined(told: Text, say: Text) -> Text:
    if not say.zh:
        return told
    return Text(f"{told.zh}，{say.zh}", f"{told.en}, {say.en}")
