"""How a match stands: the running deal, the score, the deals played.

`advance` is the one step of every fold, live and in replay: a standing and an
event give the next standing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from engine.adopt import adopted
from engine.deal import Deal
from engine.errors import IllegalEvent
from engine.events import Adopted, Corrected, DealBegan, Event, ScoreAdjusted, Settled, Voided
from engine.flow import Settlement
from engine.seat import Seat

if TYPE_CHECKING:
    from engine.ruleset import RuleSet

Amounts = tuple[Fraction, Fraction, Fraction, Fraction]
ZERO: Amounts = (Fraction(0), Fraction(0), Fraction(0), Fraction(0))


@dataclass(frozen=True, slots=True)
class Result:
    """A deal that is over: `final` is the deal as it ended; `settlement` None
    when it was void."""

    number: int
    dealer: Seat
    final: Deal
    settlement: Settlement | None


@dataclass(frozen=True, slots=True)
class Standing:
    """A match at one moment. `scores`: sums of the booked deals and of what was
    put right by hand, per seat A…D. `dealer`: who deals next."""

    rules: RuleSet = field(compare=False, repr=False)
    options: Mapping[str, str]
    dealer: Seat = Seat.A
    deal: Deal | None = None
    scores: Amounts = ZERO
    results: tuple[Result, ...] = ()

    @property
    def is_between(self) -> bool:
        """No deal is running: none began yet, or the last one is settled."""
        if self.deal is None:
            return True
        return bool(self.results) and self.results[-1].number == self.deal.number

    @property
    def next_number(self) -> int:
        return self.results[-1].number + 1 if self.results else 1


def plus(one: Amounts, other: Amounts) -> Amounts:
    """Sums per seat."""
    a, b, c, d = (x + y for x, y in zip(one, other, strict=True))
    return a, b, c, d


def advance(standing: Standing, event: Event) -> Standing:
    """The standing after `event`; raises `IllegalEvent`."""
    if isinstance(event, DealBegan):
        return _begin(standing, event)
    if isinstance(event, ScoreAdjusted):
        return replace(standing, scores=plus(standing.scores, event.changes))
    if isinstance(event, Adopted):
        number = standing.next_number
        if standing.deal is not None and not standing.is_between:
            number = standing.deal.number
        deal = adopted(standing.rules, standing.options, number, standing.dealer, event)
        return replace(standing, deal=deal)
    if isinstance(event, Corrected):
        raise IllegalEvent(event, ("更正不是牌局事件", "a correction is no move"), "record")
    if standing.deal is None or standing.is_between:
        raise IllegalEvent(event, ("还没有开始一盘", "no deal has begun"), "D2.1")
    deal = standing.deal.apply(event)
    if isinstance(event, Settled):
        made = standing.deal.settlement()
        result = Result(deal.number, deal.dealer, deal, made)
        return replace(
            standing,
            deal=deal,
            dealer=made.next_dealer,
            scores=plus(standing.scores, made.net),
            results=(*standing.results, result),
        )
    if isinstance(event, Voided):
        result = Result(deal.number, deal.dealer, deal, None)
        return replace(standing, deal=deal, results=(*standing.results, result))
    return replace(standing, deal=deal)


def _begin(standing: Standing, event: DealBegan) -> Standing:
    if not standing.is_between:
        raise IllegalEvent(event, ("上一盘还没有结束", "the deal before is not over"), "D2.1")
    if event.number != standing.next_number:
        raise IllegalEvent(
            event,
            (f"应是第{standing.next_number}盘", f"this is deal {standing.next_number}"),
            "D2.1",
        )
    deal = Deal.begin(standing.rules, event.number, event.dealer, dict(standing.options))
    return replace(standing, deal=deal, dealer=event.dealer)
