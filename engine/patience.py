"""How long following a deal waits, and how sure it wants to be."""

from __future__ import annotations

from dataclasses import dataclass

from engine.events import Event

AT_ONCE = 2
"""On a table in disorder, so many open questions are enough."""


@dataclass(frozen=True, slots=True)
class Patience:
    """Seconds of the observations' clock. `certain`: share of the probability from which an
    explanation is believed without asking; `read`: the same once it is time to ask where only
    the number of one throw is in doubt, of which such a share says too little. `settle`: how
    long the same explanation must hold before it is believed. `ask`: how long a doubt may
    clear up by itself, and `late` where the tile in doubt was not looked at often yet, and
    `spoken` where only what players said tells. `covered`: how long a hand may lie over a
    place in which all that is new is seen. `elsewhere`: how long what is clear waits for what
    is not in another place. `partial`: how long a picture that is only partly explained may
    complete itself. `alarm`: how long something that nothing explains may lie there. `prune`:
    difference in cost from which a branch is given up. `again`: how often a table in disorder
    is explained anew. `unread`: how long a tile that was turned or thrown may stay unread
    before the players are asked.
    `reread`: least share at which an earlier tile may have been another. `back`: how many
    visible events may be taken back. `branches`: at most so many. `known`: the same as
    `certain` for an opened hand on whose reading payments hang. `hold`: how long a deal that
    a doubt would settle waits for the answer. `together`: flowers of one seat seen within
    this time were laid at once. `aside`: after how long a tile that nothing explains is
    named once and then left.
    """

    certain: float = 0.95
    read: float = 0.9
    known: float = 0.98
    hold: float = 15.0
    settle: float = 0.2
    ask: float = 1.75
    late: float = 3.5
    spoken: float = 0.4
    covered: float = 0.2
    elsewhere: float = 0.8
    partial: float = 2.5
    alarm: float = 4.0
    prune: float = 5.0
    again: float = 1.0
    unread: float = 5.0
    reread: float = 0.004
    back: int = 4
    branches: int = 8
    together: float = 1.2
    aside: float = 9.0


class Waiting:
    """Since when the best explanation has begun as it does."""

    def __init__(self) -> None:
        self._since: list[tuple[tuple[Event, ...], float]] = []

    def __bool__(self) -> bool:
        return bool(self._since)

    def clear(self) -> None:
        """Nothing is waited for."""
        self._since = []

    def see(self, visible: tuple[Event, ...], now: float) -> float:
        """`visible` is the best explanation now; for how many seconds it, exactly, has been."""
        self._since = [(v, t) for v, t in self._since if visible[: len(v)] == v]
        if not self._since or self._since[-1][0] != visible:
            self._since.append((visible, now))
        return now - self._since[-1][1]

    def begun(self, length: int, now: float) -> float:
        """For how many seconds the best explanation has begun with its first `length` events."""
        return max((now - t for v, t in self._since if len(v) >= length), default=0.0)

    def believe(self, length: int) -> None:
        """The first `length` events are written down: what follows goes on waiting."""
        self._since = [(v[length:], t) for v, t in self._since if len(v) > length]
