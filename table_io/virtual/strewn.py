"""Rivers as people leave them: turned this way and that, touching, none upon another.

Where a tile comes to lie follows from the seed and its place alone, so that it
lies the same however often a picture is taken.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.layout import TileSize

_TRIES = (
    (1.0, 0.0), (1.0, 0.0), (1.0, 1.5), (0.8, 1.5), (0.8, 3.0), (0.6, 3.0),
    (0.4, 3.0), (0.2, 3.0), (0.0, 3.0), (0.0, 5.0), (0.0, 7.0), (0.0, 10.0),
)  # fmt: skip
"""Tried in turn until a tile lies free: shares of the untidiness, and the
millimetres by which it is pushed towards the reader's side, where rows grow."""
_NEAR = 60.0
"""Tiles whose middles are farther apart than this (mm) cannot touch."""

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Lie:
    """A tile's middle on the table (mm) and how it is turned (degrees)."""

    x: float
    y: float
    yaw: float


def strew(
    places: Sequence[Lie], size: TileSize, rng: random.Random, degrees: float, mm: float
) -> list[Lie]:
    """One lie for each of `places`, the former first, at most `degrees` turned and
    `mm` off unless another tile pushes it further."""
    found: list[Lie] = []
    for place in places:
        near = [_corners(lie, size) for lie in found if _apart(lie, place) < _NEAR]
        lie = place
        down = math.sin(math.radians(place.yaw)), math.cos(math.radians(place.yaw))
        for ease, push in _TRIES:
            lie = Lie(
                place.x + rng.uniform(-mm, mm) * ease + push * down[0],
                place.y + rng.uniform(-mm, mm) * ease + push * down[1],
                place.yaw + rng.triangular(-degrees, degrees) * ease,
            )
            outline = _corners(lie, size)
            if not any(overlap(outline, other) for other in near):
                break
        found.append(lie)
    return found


def _apart(one: Lie, other: Lie) -> float:
    return math.hypot(one.x - other.x, one.y - other.y)


def _corners(lie: Lie, size: TileSize) -> list[Point]:
    c, s = math.cos(math.radians(lie.yaw)), math.sin(math.radians(lie.yaw))
    w, h = size.width / 2, size.height / 2
    return [
        (lie.x + c * x + s * y, lie.y - s * x + c * y)
        for x, y in ((-w, -h), (w, -h), (w, h), (-w, h))
    ]


def overlap(one: Sequence[Point], other: Sequence[Point]) -> bool:
    """Whether two rectangles, given by their corners in order, share some ground."""
    for axis in (*_sides(one), *_sides(other)):
        first = [x * axis[0] + y * axis[1] for x, y in one]
        second = [x * axis[0] + y * axis[1] for x, y in other]
        if max(first) <= min(second) or max(second) <= min(first):
            return False
    return True


def _sides(corners: Sequence[Point]) -> Iterator[Point]:
    for at in (0, 1):
        (x0, y0), (x1, y1) = corners[at], corners[at + 1]
        yield x1 - x0, y1 - y0
