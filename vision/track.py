"""One tile as the eyes know it, and what its place may look like without it."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Final

import numpy as np
from numpy.typing import NDArray

TOGETHER: Final = 1.3
"""How much surer looks in two sizes are together than their mean, as they err apart. On kept
pictures of virtual tables 1.5 was the likeliest; a set never seen wants caution."""

WELL_READ: Final = 0.9
WELL_KNOWN: Final = 0.98
WELL_KNOWN_LOOKS: Final = 4
"""Probability and looks from which on a tile needs no reading while its place looks the same."""


class Ground(Enum):
    """What a tile's place looks like where no tile was found in it."""

    SAME = "same"
    """As when the tile was read: the finder just missed it."""
    EMPTY = "empty"
    COVERED = "covered"


@dataclass(slots=True, eq=False)
class Track:
    """One tile body. `votes` (48,): sum of log probabilities over `weight` looks.

    `still`: looks over which the position is averaged. `empties`, `rival_looks`:
    looks in a row that saw the place empty, or another tile in it; `misses`:
    in a row that did not find a tile not believed yet.
    """

    id: int
    x: float
    y: float
    yaw: float
    place: int
    standing: bool
    box: tuple[float, float, float, float]
    votes: NDArray[np.float64]
    weight: float = 1.0
    looks: int = 1
    still: int = 1
    score: float = 0.0
    settled: bool = False
    hidden: bool = False
    empties: int = 0
    misses: int = 0
    rival: NDArray[np.float64] | None = None
    rival_looks: int = 0
    faces_seen: list[int] = field(default_factory=list)

    @property
    def probs(self) -> NDArray[np.float64]:
        """(48,) voted probabilities, summing to one."""
        together = TOGETHER if self.looks > 1 else 1.0
        return _voted(self.votes / self.weight * together)

    @property
    def best(self) -> int:
        return int(self.votes.argmax())

    @property
    def is_seen(self) -> bool:
        return self.settled and not self.hidden and self.empties == 0

    @property
    def badly_seen(self) -> bool:
        """Whether no look yet cut the tile out of the picture as a whole."""
        return self.weight < 1

    @property
    def well_known(self) -> bool:
        """Whether it was read so surely and often that nothing is left to doubt."""
        sure = self.is_seen and not self.restless and self.looks >= WELL_KNOWN_LOOKS
        return sure and float(self.probs.max()) >= WELL_KNOWN

    @property
    def doubtful(self) -> bool:
        """Whether it lies there beyond doubt, and yet what it is may be read better."""
        return self.is_seen and not self.standing and float(self.probs.max()) < WELL_READ

    @property
    def restless(self) -> bool:
        """Whether another look is needed to believe or disbelieve something."""
        doubted = self.empties > 0 or self.rival_looks > 0
        return not self.settled or doubted or self.badly_seen


def _voted(logs: NDArray[np.float64]) -> NDArray[np.float64]:
    shifted = np.exp(logs - logs.max())
    return np.asarray(shifted / shifted.sum(), np.float64)
