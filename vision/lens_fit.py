"""Finds the table together with the bend of the lens that shows it.

A table's four sides are straight; where the picture shows them curved, all four
the same way, the lens bends. Points of the felt's outline along the sides are
straightened by the bend with which most of them lie on four straight lines, all at
once: what stands at the rim lies on none and hardly counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.change import Picture
from vision.corners import Outlines, corners_of
from vision.lens import MOST, STRAIGHT, Bend, Floats, Size, straightened
from vision.settings import EyesSettings

_STARTS: Final = (0.0, 0.15, -0.15, -0.3, -0.45)
"""Bends from which the fit begins: corners are only found near to the true one."""
_WIDTHS: Final = (4.0, 3.0, 2.0, 1.5, 1.2, 1.0, 1.0, 1.0, 1.0)
"""Third part of the pixels (of the copy) beyond which a point does not count, by round."""
_REACH: Final = 3.0
_MOST_STEP: Final = 0.1
_AROUND: Final = 0.05
"""Share of a side's length around it within which points may belong to it."""
_ENDS: Final = 0.01
"""Share of a side's length at either end that belongs to the corner."""
_ON_LINE: Final = 1.5
"""Pixels (of the copy) from a line at which a point does not lie on it any more."""
_NEIGHBOURS: Final = 6.0
"""So many points of an outline next to each other are wrong together."""
_SURE: Final = 4.0
"""A bend is believed that is so many times as large as it is uncertain."""
_SURE_OF_SIDES: Final = 3.0
"""The same for how much it changes where one of the four sides is left out."""
_SHARE: Final = 0.5
"""Share of it that any three sides must tell."""
_DEAD: Final = 0.07
"""Bends below this are none: a side bulges by a millimetre or so, noise makes as much."""
_GAIN: Final = 1.02
"""So many times the points must lie on straight lines with the bend as without."""
_NUDGE: Final = 0.01


@dataclass(frozen=True, slots=True, eq=False)
class FoundTable:
    """`corners` (4, 2): as `find_corners` gives them, found with the lens' `bend`."""

    corners: Floats
    bend: Bend


@dataclass(frozen=True, slots=True)
class _Fit:
    """A bend's `k1`, its standard error, how many points lie `on` the lines with it, and
    the sides with those lines."""

    k1: float
    doubt: float
    on: float
    sides: tuple[_Side, ...]


def find_table(
    image: Picture,
    near_side: int = 0,
    settings: EyesSettings | None = None,
    bend: Bend | None = None,
) -> FoundTable | None:
    """The table's corners and the bend of the lens, or None where no table is found.

    `image`, `near_side`: as for `find_corners`; `bend`: where it is known already. A
    lens whose bend cannot be told from noise has the bend `STRAIGHT`, and the corners
    are those of `find_corners`.
    """
    outlines = Outlines.of(image, settings)
    if bend is None:
        bend = bend_of(outlines)
    corners = outlines.corners(bend, near_side)
    return None if corners is None else FoundTable(corners, bend)


def bend_of(outlines: Outlines) -> Bend:
    """The bend that the felt's outlines tell; `STRAIGHT` where they tell none."""
    fits: list[_Fit] = []
    straight = 0.0
    for start in _STARTS:
        for at in range(len(outlines.points)):
            sides = _sides_of(outlines, at, start)
            if sides is not None:
                fits.append(_fitted(sides, outlines.size, start))
                if start == 0.0:
                    straight = max(straight, _fitted(sides, outlines.size, None).on)
        # What is straight as it is needs no other try.
        if start == 0.0 and any(abs(fit.k1) < _DEAD and fit.doubt < _DEAD for fit in fits):
            return STRAIGHT
    if not fits:
        return STRAIGHT
    best = max(fits, key=lambda fit: fit.on)
    sure = max(_DEAD, _SURE * best.doubt) < abs(best.k1) < MOST and best.on > _GAIN * straight
    return (best.k1, 0.0) if sure and _all_agree(best, outlines.size) else STRAIGHT


def _all_agree(fit: _Fit, size: Size) -> bool:
    """Whether no one side alone makes the bend: the noise of a whole side, a row of
    tiles along it, is no noise of its points."""
    less = np.array(
        [
            _fitted([*fit.sides[:n], *fit.sides[n + 1 :]], size, fit.k1).k1
            for n in range(len(fit.sides))
        ]
    )
    spread = float(np.sqrt((len(less) - 1) * less.var()))
    return bool((less / fit.k1 > _SHARE).all()) and abs(fit.k1) > _SURE_OF_SIDES * spread


@dataclass(frozen=True, slots=True, eq=False)
class _Side:
    """`points` (N, 2): pixels of the copy that may lie on a side; its line is where
    `normal` (2,) times a straightened point is `offset`."""

    points: Floats
    normal: Floats
    offset: float

    @property
    def along(self) -> Floats:
        return np.array([-self.normal[1], self.normal[0]])

    def away(self, size: Size, k1: float) -> Floats:
        """(N,) pixels of the points, straightened by `k1`, from the line."""
        flat = straightened(self.points, size, (k1, 0.0))
        return np.asarray(flat @ self.normal - self.offset)

    def turned(self, turn: float, out: float) -> _Side:
        """The side with its line turned by `turn` radians and moved out by `out`."""
        normal = self.normal + turn * self.along
        length = float(np.hypot(*normal))
        return _Side(self.points, normal / length, (self.offset + out) / length)


def _sides_of(outlines: Outlines, at: int, start: float) -> list[_Side] | None:
    """The four sides of an outline straightened by `start`; None where it has none."""
    bend = (start, 0.0)
    found = corners_of(outlines.straightened(at, bend))
    if found is None:
        return None
    raw = outlines.points[at].astype(np.float64) + 0.5
    flat = straightened(raw, outlines.size, bend)
    corners = found[0] + 0.5
    sides: list[_Side] = []
    for first, second in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        length = float(np.hypot(*(second - first)))
        direction = (second - first) / length
        normal = np.array([-direction[1], direction[0]])
        along, out = (flat - first) @ direction / length, (flat - first) @ normal / length
        near = (np.abs(out) < _AROUND) & (along > _ENDS) & (along < 1 - _ENDS)
        sides.append(_Side(raw[near], normal, float(normal @ first)))
    return sides


def _fitted(sides: Sequence[_Side], size: Size, start: float | None) -> _Fit:
    """The bend, and the sides' lines, that most of the points fit, by repeated
    weighted least squares from `start` on; None: the lines alone, without a bend."""
    k1 = start or 0.0
    doubt = 0.0
    for width in _WIDTHS:
        jacobian = np.concatenate([_slopes(sides, n, size, k1) for n in range(len(sides))])
        if start is None:
            jacobian[:, 0] = 0.0
        away = np.concatenate([side.away(size, k1) for side in sides])
        weight = np.clip(1 - (away / (_REACH * width)) ** 2, 0, None) ** 2
        normal = (jacobian * weight[:, None]).T @ jacobian
        inverse = np.linalg.pinv(normal, rcond=1e-12, hermitian=True)
        step = -inverse @ ((jacobian * weight[:, None]).T @ away)
        k1 = float(np.clip(k1 + np.clip(step[0], -_MOST_STEP, _MOST_STEP), -MOST, MOST))
        sides = [
            side.turned(float(step[1 + 2 * n]), float(step[2 + 2 * n]))
            for n, side in enumerate(sides)
        ]
        spread = float((weight * away**2).sum() / max(float(weight.sum()), 1.0))
        doubt = float(np.sqrt(inverse[0, 0] * spread * _NEIGHBOURS))
    away = np.concatenate([side.away(size, k1) for side in sides])
    on = float(np.clip(1 - (away / _ON_LINE) ** 2, 0, None).sum())
    return _Fit(k1, doubt, on, tuple(sides))


def _slopes(sides: Sequence[_Side], n: int, size: Size, k1: float) -> Floats:
    """(N, 1 + 2 sides) how far side `n`'s points move off its line as the bend, and each
    side's turn and place, grow."""
    side = sides[n]
    flat = straightened(side.points, size, (k1, 0.0))
    slopes = np.zeros((len(flat), 1 + 2 * len(sides)))
    slopes[:, 0] = (side.away(size, k1 + _NUDGE) - side.away(size, k1)) / _NUDGE
    slopes[:, 1 + 2 * n] = flat @ side.along
    slopes[:, 2 + 2 * n] = -1.0
    return slopes
