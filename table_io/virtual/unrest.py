"""What moves over a table besides the game: idle arms, people leaning over, light.

All of it is a function of the seed and of the time, however often it is looked at.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

from engine.layout import TableLayout
from engine.seat import SEATS, Seat
from table_io.virtual.scene import Arm, Sensor, Shade
from table_io.virtual.script import AWAY, arm_of, between, eased

_IN = 0.45
"""Seconds in which an arm comes in, and goes out."""
_HOVER = (0.5, 3.0)
_LEANING = 170.0
"""Radius of the shadow of somebody who leans over (mm)."""


@dataclass(frozen=True, slots=True)
class _Reach:
    """An arm of `seat` goes from without to `to` (its own lateral, depth) and stays a while."""

    seat: Seat
    begins: float
    ends: float
    to: tuple[float, float]


class Reaches:
    """Arms over the table that bring nothing about. `every`: mean seconds between two."""

    def __init__(self, seed: str, layout: TableLayout, every: float) -> None:
        self._layout = layout
        self._coming = self._all(random.Random(f"{seed}-reaches"), every)
        self._known: list[_Reach] = []
        self._next = next(self._coming, None)

    def now(self, time: float) -> tuple[tuple[Arm, ...], tuple[Shade, ...]]:
        """The arms and shadows at `time`, which never goes back."""
        while self._next is not None and self._next.begins <= time:
            self._known.append(self._next)
            self._next = next(self._coming, None)
        self._known = [reach for reach in self._known if reach.ends > time]
        shown = [self._shown(reach, time) for reach in self._known]
        return tuple(arm for arm, _ in shown), tuple(shade for _, shade in shown)

    def _shown(self, reach: _Reach, time: float) -> tuple[Arm, Shade]:
        inside = min((time - reach.begins) / _IN, (reach.ends - time) / _IN, 1.0)
        share = eased(max(inside, 0.0))
        lateral, depth = between(AWAY, reach.to, share)
        arm = arm_of(reach.seat, self._layout.to_table(reach.seat, lateral, depth))
        x, y = self._layout.to_table(reach.seat, lateral * 0.6 + 60.0, 640.0 - 190.0 * share)
        return arm, Shade(round(x, 1), round(y, 1), _LEANING)

    @staticmethod
    def _all(rng: random.Random, every: float) -> Iterator[_Reach]:
        time = 0.0
        while every > 0:
            time += rng.expovariate(1.0 / every)
            stays = rng.uniform(*_HOVER)
            to = (rng.uniform(-190.0, 190.0), rng.uniform(110.0, 400.0))
            yield _Reach(rng.choice(SEATS), time, time + 2 * _IN + stays, to)


class Exposure:
    """The picture's brightness, which jumps. `every`: mean seconds between two jumps."""

    def __init__(self, seed: str, every: float) -> None:
        self._rng = random.Random(f"{seed}-exposure")
        self._every = every
        self._gain = 1.0
        self._until = self._rng.expovariate(1.0 / every) if every > 0 else float("inf")

    def of(self, sensor: Sensor, time: float) -> Sensor:
        """The sensor as it is at `time`, which never goes back."""
        while time >= self._until:
            self._gain = round(self._rng.uniform(0.75, 1.2), 2)
            self._until += self._rng.expovariate(1.0 / self._every)
        return sensor if self._gain == 1.0 else replace(sensor, gain=self._gain)
