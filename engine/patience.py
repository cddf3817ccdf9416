"""How long following a deal waits, and how sure it wants to be."""

from __future__ import annotations

from dataclasses import dataclass

AT_ONCE = 2
"""On a table in disorder, so many open questions are enough."""


@dataclass(frozen=True, slots=True)
class Patience:
    """Seconds of the observations' clock. `certain`: share of the probability
    from which an explanation is believed without asking. `settle`: how long
    the same explanation must hold before it is believed. `ask`: how long a
    doubt may clear up by itself. `partial`: how long a picture that is only
    partly explained may complete itself. `alarm`: how long something that
    nothing explains may lie there. `prune`: difference in cost from which a
    branch is given up. `again`: how often a table in disorder is explained anew.
    `unread`: how long a tile that was turned or thrown may stay unread before the
    players are asked. `reread`: least share at which an earlier tile may have been
    another. `back`: how many visible events may be taken back. `branches`: at most so
    many. `known`: the same as `certain` for an opened hand on whose reading payments hang.
    `hold`: how long a deal that a doubt would settle waits for the answer.
    `together`: flowers of one seat seen within this time were laid at once.
    """

    certain: float = 0.95
    known: float = 0.98
    hold: float = 15.0
    settle: float = 0.2
    ask: float = 1.5
    partial: float = 2.5
    alarm: float = 4.0
    prune: float = 5.0
    again: float = 1.0
    unread: float = 5.0
    reread: float = 0.004
    back: int = 4
    branches: int = 8
    together: float = 1.2
