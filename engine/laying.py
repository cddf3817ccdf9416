"""Flowers of which one was made out a moment before the other: laid at once."""

from __future__ import annotations

from dataclasses import dataclass

from engine.branches import Branch, Verdict
from engine.events import FlowersLaid
from engine.evidence import View
from engine.proposals import is_silent
from engine.reconcile import Effort, Explanation, Limits, explain
from engine.view import Text


@dataclass(frozen=True, slots=True)
class Laying:
    """Flowers that were just booked: as which of a branch's events, and since when
    they were seen."""

    at: int
    flowers: FlowersLaid
    since: float

    @classmethod
    def of(cls, explanation: Explanation, branch: Branch, keep: int, since: float) -> Laying | None:
        """The flowers that `explanation` ends with, booked in `branch` from `keep` on."""
        last = explanation.visible[-1:]
        if not last or not isinstance(last[0], FlowersLaid):
            return None
        return cls(branch.events.index(last[0], keep), last[0], since)

    def goes_on(self, main: Branch, best: Explanation, since: float, together: float) -> bool:
        """Whether `best` is more flowers of the same seat, seen within `together` seconds."""
        # What was laid may have been taken back, or put right, since.
        if main.events[self.at : self.at + 1] != (self.flowers,) or len(best.visible) != 1:
            return False
        other = best.visible[0]
        if not isinstance(other, FlowersLaid) or other.seat is not self.flowers.seat:
            return False
        soon = since - self.since <= together
        return soon and all(map(is_silent, main.events[self.at + 1 :]))

    def at_once(
        self, main: Branch, view: View, limits: Limits, effort: Effort
    ) -> tuple[Branch, Laying, Verdict] | None:
        """`main` with all of them as one laying, and what to write down."""
        for both in explain(main.deals[self.at], view, main.memory, limits, effort):
            laid = both.visible[0] if len(both.visible) == 1 else None
            if both.fits and isinstance(laid, FlowersLaid) and len(laid.tiles) > 1:
                reason = Text("几张花是一起补的", "the flowers were laid at once")
                verdict = Verdict(self.at, both.events, 1.0, reason)
                branch = main.until(self.at).extended(both)
                return branch, Laying(self.at, laid, self.since), verdict
        return None
