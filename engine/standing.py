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
from engine.errors import IllegalEvent, RuleSetError
from engine.evening import Books, Evening
from engine.events import (
    Adopted,
    Corrected,
    DealBegan,
    DealerNamed,
    Event,
    OptionsChanged,
    ScoreAdjusted,
    Seated,
    Settled,
    Voided,
)  # fmt: skip
from engine.flow import Settlement
from engine.seat import SEATS, Seat, four

if TYPE_CHECKING:
    from engine.ruleset import RuleSet

Amounts = tuple[Fraction, Fraction, Fraction, Fraction]
ZERO: Amounts = (Fraction(0), Fraction(0), Fraction(0), Fraction(0))
Players = tuple[str, str, str, str]


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
    put right by hand, per seat A…D. `dealer`: who deals next. `left`: players who
    have gone, each with the score they left with. `books`: None while nothing is booked."""

    rules: RuleSet = field(compare=False, repr=False)
    options: Mapping[str, str]
    dealer: Seat = Seat.A
    deal: Deal | None = None
    scores: Amounts = ZERO
    results: tuple[Result, ...] = ()
    players: Players = ("A", "B", "C", "D")
    left: tuple[tuple[str, Fraction], ...] = ()
    books: Books | None = field(default=None, repr=False)

    @property
    def ledger(self) -> Books:
        """Deal by deal and person by person."""
        return self.books or Books.begin(self.players)

    @property
    def evening(self) -> Evening:
        """The books of the match so far."""
        return self.ledger.evening

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
        scores = plus(standing.scores, event.changes)
        return replace(standing, scores=scores, books=standing.ledger.with_changes(event))
    if isinstance(event, Seated):
        return _seat(standing, event)
    if isinstance(event, DealerNamed):
        _need_between(standing, event)
        return replace(standing, dealer=event.dealer)
    if isinstance(event, OptionsChanged):
        return _choose(standing, event)
    if isinstance(event, Adopted):
        number = standing.next_number
        if standing.deal is not None and not standing.is_between:
            number = standing.deal.number
        before = _before(standing)
        deal = adopted(standing.rules, standing.options, number, standing.dealer, event, before)
        return replace(standing, deal=deal)
    if isinstance(event, Corrected):
        raise IllegalEvent(event, ("更正不是牌局事件", "a correction is no move"), "record")
    if standing.deal is None or standing.is_between:
        raise IllegalEvent(event, ("还没有开始一盘", "no deal has begun"), "D2.1")
    deal = standing.deal.apply(event)
    if isinstance(event, Settled):
        made = standing.deal.settlement()
        result = Result(deal.number, deal.dealer, deal, made)
        over = _over(standing, result)
        return replace(over, dealer=made.next_dealer, scores=plus(standing.scores, made.net))
    if isinstance(event, Voided):
        return _over(standing, Result(deal.number, deal.dealer, deal, None))
    return replace(standing, deal=deal)


def _over(standing: Standing, result: Result) -> Standing:
    """The deal has ended as `result` says."""
    books = standing.ledger.with_deal(result, standing.players, standing.rules.unit)
    results = (*standing.results, result)
    return replace(standing, deal=result.final, results=results, books=books)


def _begin(standing: Standing, event: DealBegan) -> Standing:
    if not standing.is_between:
        raise IllegalEvent(event, ("上一盘还没有结束", "the deal before is not over"), "D2.1")
    if event.number != standing.next_number:
        raise IllegalEvent(
            event,
            (f"应是第{standing.next_number}盘", f"this is deal {standing.next_number}"),
            "D2.1",
        )
    chosen = dict(standing.options)
    deal = Deal.begin(standing.rules, event.number, event.dealer, chosen, _before(standing))
    return replace(standing, deal=deal, dealer=event.dealer)


def _before(standing: Standing) -> Deal | None:
    """The deal played before the next one, or before the one that runs."""
    return standing.results[-1].final if standing.results else None


def _need_between(standing: Standing, event: Event) -> None:
    if not standing.is_between:
        raise IllegalEvent(
            event, ("这一盘打完再改", "this can be changed between deals only"), "D2.1"
        )


def _seat(standing: Standing, event: Seated) -> Standing:
    """Scores go with their players; a deal that runs keeps everybody in place."""
    came = event.came_from
    moved = [seat for seat in came if seat is not None]
    if came != SEATS:
        _need_between(standing, event)
    if len(set(moved)) != len(moved) or not all(name.strip() for name in event.players):
        raise IllegalEvent(event, ("座位或名字有误", "the seats or names do not hold"), "record")
    scores = four(Fraction(0) if seat is None else standing.scores[seat] for seat in came)
    gone = [(standing.players[s], standing.scores[s]) for s in SEATS if s not in moved]
    # Whose turn it is to deal goes with the player, too.
    dealer = SEATS[came.index(standing.dealer)] if standing.dealer in moved else standing.dealer
    return replace(
        standing, players=event.players, scores=scores, dealer=dealer,
        left=(*standing.left, *gone), books=standing.ledger.with_seats(event),
    )  # fmt: skip


def _choose(standing: Standing, event: OptionsChanged) -> Standing:
    _need_between(standing, event)
    try:
        options = standing.rules.choose({**standing.options, **dict(event.options)})
    except RuleSetError as error:
        raise IllegalEvent(event, (str(error), str(error)), "record") from error
    return replace(standing, options=options)
