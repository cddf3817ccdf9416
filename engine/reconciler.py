"""What a match asks of whoever follows its deals by looking."""

from __future__ import annotations

from typing import Protocol

from engine.branches import Verdict
from engine.deal import Deal
from engine.observations import Sighting
from engine.view import Boxes, QuestionView, Text


class Reconciler(Protocol):
    """Turns settled pictures into events (see `engine.tracking.Tracker`)."""

    @property
    def discrepancy(self) -> Text | None: ...

    @property
    def boxes(self) -> Boxes: ...

    @property
    def questions(self) -> tuple[QuestionView, ...]: ...

    def restart(self, deal: Deal, *, same_table: bool = True) -> None: ...

    def observe(self, sighting: Sighting, after: int) -> Verdict | None: ...

    def tick(self, now: float, after: int) -> Verdict | None: ...

    def answer(self, question: str, candidate: int) -> Verdict | None: ...
