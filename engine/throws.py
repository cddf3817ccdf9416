"""Throws of the table's dice on their way to the play that asks for them.

A throw may be learnt before the play is (the cat is seen only afterwards), so
it waits a while. Where the table's line tells of throws, the dome is not read.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.events import Source

LIFE = 60.0
"""Seconds for which a throw waits for the play that it belongs to."""
LATE = 8.0
"""Seconds for which hands may have stood before a throw that nobody saw is asked for."""


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice that lie still, when they were learnt and how."""

    dice: tuple[int, int]
    time: float
    source: Source


class Throws:
    """The latest throw that no play has asked for yet."""

    def __init__(self) -> None:
        self._waiting: Throw | None = None
        self._lying: tuple[int, int] | None = None
        self._line_tells = False
        self._stood: float | None = None

    def is_missed(self, time: float, *, stand: bool) -> bool:
        """Whether the hands have stood for long though no throw was learnt: the dome alone
        tells of throws, and showed none. `stand`: whether they do now."""
        if not stand or self._line_tells:
            self._stood = None
            return False
        self._stood = time if self._stood is None else self._stood
        return time - self._stood >= LATE

    def trust_line(self) -> None:
        """The line tells of throws: what the dome shows is not used."""
        self._line_tells = True

    def from_line(self, dice: tuple[int, int], time: float) -> None:
        self.trust_line()
        self._waiting = Throw(dice, time, Source.LINE)

    def from_dome(self, dice: tuple[int, int] | None, time: float) -> None:
        """Dice that lie otherwise than before were thrown."""
        if self._line_tells or dice == self._lying:
            return
        self._lying = dice
        if dice is not None:
            self._waiting = Throw(dice, time, Source.CAMERA)

    def lie(self, dice: tuple[int, int] | None) -> None:
        """Dice that lie between two deals: nobody throws them."""
        self._lying = dice or self._lying

    def waiting(self, time: float) -> Throw | None:
        """The throw that may be used now; one that waited too long is forgotten."""
        if self._waiting is not None and time - self._waiting.time > LIFE:
            self._waiting = None
        return self._waiting

    def used(self) -> None:
        """The waiting throw found its play."""
        self._waiting = None
