"""The one question before whose answer nothing is written down, if there is one.

A tile that nobody could read, a claim on a discard that nobody saw lie, and what would
settle the deal while it is in doubt: it is asked first, and booked as it is answered.
"""

from __future__ import annotations

from math import inf

from engine.blank_flower import BlankFlower, Blanks
from engine.branches import Branch
from engine.doubts import tiles_of
from engine.evidence import View
from engine.gap import Gap, find_gap
from engine.open_questions import BUTTONS, LEAST, Held, worth_asking
from engine.patience import AT_ONCE, Patience
from engine.reconcile import Effort, Explanation, Limits, likelihoods
from engine.second_look import unseen_claims
from engine.view import Candidate, QuestionView
from engine.ways import Ways

Waited = Gap | BlankFlower | Held


class Withheld:
    """What is asked about the believed way of `ways`, and waited for."""

    def __init__(self, ways: Ways, patience: Patience, limits: Limits) -> None:
        self._ways = ways
        self._limits = limits
        self._asked: tuple[QuestionView, Waited] | None = None
        self._patience = patience
        self._blanks = Blanks(patience.unread)
        self._last = self._denied = -inf
        """When it was looked at last, and when players said that it was none of these."""

    def __bool__(self) -> bool:
        return self._asked is not None

    @property
    def view(self) -> QuestionView | None:
        """The question as a screen shows it."""
        return None if self._asked is None else self._asked[0]

    @property
    def is_of_a_tile(self) -> bool:
        """Whether it is about a tile that was turned or thrown and not read."""
        return self._asked is not None and isinstance(self._asked[1], Gap)

    @property
    def looks_out(self) -> bool:
        """Whether a flower lies there unread, about which it may yet be time to ask."""
        return bool(self._blanks)

    def restart(self) -> None:
        """Whatever lies there is seen for the first time."""
        self.drop()
        self._last = self._denied = -inf
        self._blanks.restart()

    def drop(self) -> None:
        """Nothing is waited for."""
        self._asked = None

    def calm(self, view: View) -> None:
        """The picture is explained without it: only a flower may still lie there unread, or
        a hand be covered for a moment that was asked about."""
        waited = self._asked[1] if self._asked is not None else None
        blank = isinstance(waited, BlankFlower) and waited.still_blank(view, self._ways.main)
        if not blank and not (isinstance(waited, Held) and waited.is_covered(view)):
            self.drop()

    def close(self, candidate: int) -> Branch | None:
        """The believed way after this answer; a tile that nobody could read stays out of
        sight. None: the books stand."""
        if self._asked is None:
            return None
        waited = self._asked[1]
        branch = waited.branch(self._ways.main, candidate) if candidate >= 0 else None
        self.drop()
        if branch is None and isinstance(waited, Held):
            self._ways.deny(waited.asked)
            self._denied = self._last
        return branch

    def gap(self, best: Explanation, view: View, effort: Effort, after: int) -> None:
        """Ask for the tile that was turned or thrown and not read, if that explains it."""
        now = self._last = view.sighting.time
        # Who has answered "none of these" is not asked about something else at once.
        soon = now - self._denied < self._patience.aside
        if self or soon or len(self._ways.asked) >= AT_ONCE:
            return
        gap = find_gap(self._ways.main, best, view, self._limits, effort)
        if gap is not None:
            self._put(gap, after)

    def flower(self, view: View, after: int) -> None:
        """Ask for a tile among the flowers that has lain there unread for long."""
        if self or len(self._ways.asked) >= AT_ONCE:
            return
        blank = self._blanks.due(self._ways.main, view, self._limits.weights)
        if blank is not None:
            self._put(blank, after)

    def _put(self, gap: Gap | BlankFlower, after: int) -> None:
        """Ask for a tile that nobody could read, with all that it may be."""
        share, name = 1.0 / len(gap.readings), self._ways.name(after)
        candidates = tuple(
            Candidate(self._ways.label((e,)), tiles_of((e,)), share) for e in gap.readings
        )
        self._asked = QuestionView(name, after, gap.text, candidates, False, gap.boxes), gap

    def claims(self, found: tuple[Explanation, ...]) -> tuple[Explanation, ...]:
        """Ways that hang on a discard claimed before anybody saw it lie."""
        return unseen_claims(found, self._limits.weights.extra / 2)

    def claim(self, found: tuple[Explanation, ...], view: View, after: int) -> bool:
        """Ask whose discard was claimed that nobody saw lie, where all hangs on it;
        whether there was something to ask."""
        claims = self.claims(found)
        if self or not claims:
            return False
        offered = worth_asking(claims, likelihoods(claims))[: BUTTONS - 1]
        self.hold(offered, view, after, partly=True)
        return True

    def hold(
        self,
        offered: list[tuple[Explanation, float]],
        view: View,
        after: int,
        *,
        partly: bool = False,
    ) -> None:
        """Ask, and write nothing down before the answer."""
        if self:
            return
        rest = 1.0 - sum(share for _, share in offered)
        # Of a table in disorder there is always more that may have been.
        asked = self._ways.question(offered, view, after, max(rest, LEAST) if partly else rest)
        held = Held(tuple(explanation for explanation, _ in offered), asked, partly)
        self._asked = asked.view, held
