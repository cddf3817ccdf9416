"""Payment rows: sums, reversals, liability, pots and teams. All exact.

A row moves an amount from payer to payee, so whatever is built from rows sums
to zero by itself; `check_zero_sum` guards amounts that come from elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction

from engine.events import PaymentRow
from engine.ruleset import Amounts
from engine.seat import SEATS, Seat

Teams = tuple[int, int, int, int]
"""The team number of each seat A to D."""

NOTHING: Amounts = (Fraction(0), Fraction(0), Fraction(0), Fraction(0))


def amounts(values: Sequence[Fraction | int]) -> Amounts:
    """Four exact amounts; raises `ValueError` for another number of them."""
    a, b, c, d = (Fraction(value) for value in values)
    return a, b, c, d


def net(rows: Iterable[PaymentRow]) -> Amounts:
    """What each seat gains or loses by the rows."""
    total = [Fraction(0)] * 4
    for row in rows:
        total[row.payer] -= row.amount
        total[row.payee] += row.amount
    return amounts(total)


def check_zero_sum(scores: Amounts) -> Amounts:
    """The same amounts; raises `ValueError` where they do not sum to zero."""
    if sum(scores):
        raise ValueError(f"amounts do not sum to zero: {', '.join(map(str, scores))}")
    return scores


def reversal(row: PaymentRow, cause: str) -> PaymentRow:
    """The row that takes `row` back, because of `cause` (a robbed kong …)."""
    return PaymentRow(row.payee, row.payer, row.amount, cause, row.cause)


def liable(rows: Iterable[PaymentRow], seat: Seat) -> tuple[PaymentRow, ...]:
    """包牌: `seat` pays in everybody's place; what it would pay itself is dropped."""
    return tuple(replace(row, payer=seat) for row in rows if row.payee is not seat)


def from_everyone(
    payee: Seat, amount: Fraction, cause: str, payers: Iterable[Seat] = SEATS
) -> tuple[PaymentRow, ...]:
    """Everyone but the payee pays the same."""
    return tuple(PaymentRow(seat, payee, amount, cause) for seat in payers if seat is not payee)


def pooled(scores: Amounts, teams: Teams) -> Amounts:
    """Every member of a team gets an equal share of what the team has."""
    shares: list[Fraction] = []
    for seat in SEATS:
        members = [other for other in SEATS if teams[other] == teams[seat]]
        shares.append(sum((scores[m] for m in members), Fraction(0)) / len(members))
    return amounts(shares)


def scaled(scores: Amounts, factor: Fraction) -> Amounts:
    """Every amount times `factor`."""
    return amounts([score * factor for score in scores])


def added(one: Amounts, other: Amounts) -> Amounts:
    """Seat by seat."""
    return amounts([a + b for a, b in zip(one, other, strict=True)])
