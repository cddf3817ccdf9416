"""The virtual table in virtual time: step the table, look once, decide, go on.

One thread, no clock and no waiting (unless a pace is wanted), so that a run is
as fast as the machine and the same each time. The companion's half gets bytes
and pictures as in real time; the truth is read only when the run is over, and
by `answer`, which stands for the people who are asked.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from companion.answering import AnswerFor
from companion.lockstep_line import LockstepLine
from companion.writer import Writer
from engine.observations import Answer, Sighting
from engine.signals import SignalReceived

T = TypeVar("T")
Picture = NDArray[np.uint8]

FPS = 4
"""Pictures in a virtual second; a divisor of 20, as the line is looked at so often."""
LINE_STEP = 0.05
"""Virtual seconds between two looks at the line, as its link wants them."""
LINGER = 20.0
"""Virtual seconds that the companion may be behind once the table is done."""


class SteppedTable(Protocol):
    """What the loop needs of a table in virtual time."""

    @property
    def finished(self) -> bool: ...

    @property
    def now(self) -> float: ...

    def advance(self, seconds: float) -> None: ...

    def picture(self) -> Picture: ...


class Eyes(Protocol):
    """`vision.eyes.TableEyes`, without its threads and cameras."""

    def look(self, image: Picture, now: float) -> Sighting | None: ...

    def begin_deal(self, deal: int) -> None: ...


@dataclass(slots=True)
class Spent:
    """Where the run's real seconds went, and how much it did.

    `looks`: each picture's virtual time, and the real seconds that eyes and
    match took over it.
    """

    table: float = 0.0
    picture: float = 0.0
    eyes: float = 0.0
    match: float = 0.0
    frames: int = 0
    sightings: int = 0
    slowest: dict[str, float] = field(default_factory=dict)
    looks: list[tuple[float, float]] = field(default_factory=list)

    def add(self, part: str, seconds: float) -> None:
        setattr(self, part, getattr(self, part) + seconds)
        self.slowest[part] = max(self.slowest.get(part, 0.0), seconds)


class Lockstep:
    """Drives table, line, eyes and writer together."""

    def __init__(
        self,
        table: SteppedTable,
        line: LockstepLine,
        eyes: Eyes,
        writer: Writer,
        answer: AnswerFor,
        *,
        timer: Callable[[], float] = time.perf_counter,
        keep: Callable[[Picture, float], object] = lambda _, __: None,
        fps: int = FPS,
    ) -> None:
        """`keep` is given each picture of which a sighting came, with its time."""
        self.spent = Spent()
        self._table = table
        self._line = line
        self._eyes = eyes
        self._writer = writer
        self._answer = answer
        self._timer = timer
        self._keep = keep
        self._step = 1.0 / fps
        self._deal = 0

    @property
    def deals_done(self) -> int:
        """Deals that the record holds as settled."""
        return len(self._writer.match.standing.results)

    def run(
        self,
        deals: int | None = None,
        *,
        pace: Callable[[float], bool] = lambda _: True,
        each_step: Callable[[], object] = lambda: None,
    ) -> None:
        """Until `deals` are settled in the record, or the table is done.

        `pace(now)` is called after each step and may wait; False ends the run.
        """
        done_at: float | None = None
        while deals is None or self.deals_done < deals:
            self.step()
            each_step()
            now = self._table.now
            if not pace(now):
                return
            if self._table.finished:
                done_at = now if done_at is None else done_at
                if now - done_at > LINGER:
                    return

    def step(self) -> None:
        """One picture's worth of virtual time."""
        before = self.spent.eyes + self.spent.match
        for _ in range(round(self._step / LINE_STEP)):
            self._timed("table", lambda: self._table.advance(LINE_STEP))
            for signal in self._line.pump(self._table.now):
                self._decide(signal)
            # As at a real table, what waits is due between two pictures as well.
            self._writer.tick(self._table.now)
        picture = self._timed("picture", self._table.picture)
        now = self._table.now
        sighting = self._timed("eyes", lambda: self._eyes.look(picture, now))
        self.spent.frames += 1
        if sighting is not None:
            self.spent.sightings += 1
            self._keep(picture, now)
            self._decide(sighting)
        self._answer_questions()
        self.spent.looks.append((now, self.spent.eyes + self.spent.match - before))

    def _decide(self, observation: Sighting | SignalReceived | Answer) -> None:
        now = self._table.now
        self._timed("match", lambda: self._writer.handle(observation, now))
        deal = self._writer.match.deal
        if deal is not None and deal.number != self._deal:
            self._deal = deal.number
            self._eyes.begin_deal(deal.number)

    def _answer_questions(self) -> None:
        for question in self._writer.match.questions:
            candidate = self._answer(question)
            if candidate is not None:
                self._decide(Answer(question.id, candidate, self._writer.match.last_seq))

    def _timed(self, part: str, work: Callable[[], T]) -> T:
        began = self._timer()
        result = work()
        self.spent.add(part, self._timer() - began)
        return result
