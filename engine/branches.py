"""The ways in which a deal may have gone since its tracking began afresh."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from engine.deal import Deal
from engine.errors import IllegalEvent
from engine.events import Event
from engine.evidence import Memory
from engine.proposals import silent
from engine.reconcile import Explanation
from engine.view import Text


@dataclass(frozen=True)
class Branch:
    """One way the deal may have gone since the tracker last began afresh.

    `events` since then, `deals[i]` the deal before `events[i]`, `deal` where it
    stands now; `cost` what its pictures cost so far; `choices`: the candidate
    this branch stands for in each open question.
    """

    deal: Deal
    memory: Memory = field(default_factory=Memory)
    events: tuple[Event, ...] = ()
    deals: tuple[Deal, ...] = ()
    cost: float = 0.0
    choices: tuple[tuple[str, int], ...] = ()

    def after(self, events: tuple[Event, ...]) -> Branch:
        """This branch after further events; raises `IllegalEvent`."""
        deals = list(self.deals)
        deal = self.deal
        for event in events:
            deals.append(deal)
            deal = deal.apply(event)
        return replace(self, deal=deal, events=(*self.events, *events), deals=tuple(deals))

    def choosing(self, question: str, candidate: int) -> Branch:
        """This branch as the one that stands for a candidate of a question."""
        return replace(self, choices=(*self.choices, (question, candidate)))

    def until(self, at: int) -> Branch:
        """This branch as it was before `events[at]`; what was seen stays known."""
        return replace(
            self, deal=[*self.deals, self.deal][at], events=self.events[:at], deals=self.deals[:at]
        )

    def without(self, track: int) -> Branch:
        """This branch, to which `track` is a tile that was never seen."""
        bound = {seen: bound for seen, bound in self.memory.bound.items() if seen != track}
        return replace(self, memory=replace(self.memory, bound=bound))

    def passing(self, nothing: Explanation) -> Branch:
        """This branch where what lies there, or is not to be seen, means nothing: `nothing`
        is the picture explained by no event."""
        compared = nothing.compared
        strange = {s.track: s.face for s in compared.unexplained if s.face is not None}
        memory = remembered(nothing, self.memory)
        return replace(
            self,
            memory=replace(memory, aside={**memory.aside, **strange}),
            cost=self.cost + nothing.cost,
        )

    def extended(self, explanation: Explanation, *, partly: bool = False) -> Branch:
        """This branch after an explanation was taken for true; where it explains the
        picture only `partly`, what is left over stays in question."""
        memory = remembered(explanation, self.memory)
        if partly:
            memory = replace(memory, excused=self.memory.excused)
        return replace(
            self.after(explanation.events),
            memory=memory,
            cost=self.cost + explanation.cost,
        )


def putting_in(before: Branch, event: Event, later: Sequence[Event]) -> Iterator[Branch]:
    """`before` with `event`, the draw that it may need, and what came `later`, where all of
    it is legal."""
    after = before.deal.tried(event)
    for drawn in () if after is None else ((), *((draw,) for draw in silent(after))):
        try:
            yield before.after((event, *drawn, *later))
        except IllegalEvent:
            continue


def remembered(explanation: Explanation, before: Memory) -> Memory:
    """What a picture settled once it is taken to be explained so; `before`: what was
    known until then."""
    compared = explanation.compared
    return Memory(
        bound=dict(compared.pairs),
        excused=(*compared.missing, *compared.guessed, *compared.excused),
        aside={track: tile for track, tile in before.aside.items() if track not in compared.pairs},
    )


@dataclass(frozen=True, slots=True)
class Verdict:
    """What follows from a picture.

    `keep`: how many of the events that the tracker gave since it began afresh
    still stand; `events` come after them, with `confidence` each. Where `keep`
    is less than what was given, the rest is corrected, for `reason`.
    """

    keep: int
    events: tuple[Event, ...] = ()
    confidence: float = 1.0
    reason: Text | None = None
