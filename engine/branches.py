"""The ways in which a deal may have gone since its tracking began afresh."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from engine.deal import Deal
from engine.events import Event
from engine.evidence import Memory
from engine.reconcile import Explanation


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

    def extended(self, explanation: Explanation) -> Branch:
        """This branch after an explanation was taken for true."""
        return replace(
            self.after(explanation.events),
            memory=remembered(explanation),
            cost=self.cost + explanation.cost,
        )


def remembered(explanation: Explanation) -> Memory:
    """What a picture settled once it is taken to be explained so."""
    compared = explanation.compared
    return Memory(
        bound=dict(compared.pairs),
        excused=(*compared.missing, *compared.guessed, *compared.excused),
        ignored=frozenset(seen.track for seen in compared.unexplained),
    )
