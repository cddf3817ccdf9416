"""The evening's books: who won and paid what, deal by deal, and how to settle up.

People keep their column whatever seat they sit in; who comes or goes during a
match has a column too, so that everything still sums to zero.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING

from engine.events import PaymentRow, ScoreAdjusted, Seated
from engine.seat import SEATS, Seat
from engine.view import DealRow, Text
from engine.wording import amount, told_reason, word

if TYPE_CHECKING:
    from engine.standing import Result

NOTHING = Fraction(0)


@dataclass(frozen=True, slots=True)
class Person:
    """`seat` is None for somebody who has left. `total`: won and lost so far,
    without the points that a match begins with."""

    name: str
    seat: Seat | None
    total: Fraction


@dataclass(frozen=True, slots=True)
class EveningRow:
    """One deal (`number` from 1), or a score put right by hand (`number` 0).

    `dealer` and `net` are by person; `net` is None for who did not sit there.
    """

    number: int
    dealer: int | None
    label: Text
    net: tuple[Fraction | None, ...]


@dataclass(frozen=True, slots=True)
class Evening:
    """`paid[i][j]`: what person i has paid person j in all deals."""

    people: tuple[Person, ...]
    rows: tuple[EveningRow, ...]
    paid: tuple[tuple[Fraction, ...], ...]


@dataclass(frozen=True, slots=True)
class Transfer:
    """`payer` gives `payee` (indices of people) the amount."""

    payer: int
    payee: int
    amount: Fraction


@dataclass(frozen=True, slots=True)
class Books:
    """The evening as far as it went; a value, so that each standing of a match has its
    own and a new event costs the same after two hundred deals as after one.

    `seated`: the person (index) at each seat. `deals`: a row for each deal that is
    over, net by seat, with the names that held then.
    """

    seated: tuple[int, int, int, int]
    evening: Evening
    deals: tuple[DealRow, ...] = ()

    @classmethod
    def begin(cls, players: Sequence[str]) -> Books:
        """Nothing won or lost yet."""
        people = tuple(Person(players[seat], seat, NOTHING) for seat in SEATS)
        return cls((0, 1, 2, 3), Evening(people, (), ((NOTHING,) * 4,) * 4))

    def with_deal(self, result: Result, names: Sequence[str], unit: Text) -> Books:
        """A deal is over."""
        row = deal_row(result, names, unit)
        rows = result.settlement.rows if result.settlement is not None else ()
        books = self._booked(row.number, row.dealer, row.summary, row.net, rows)
        return replace(books, deals=(*self.deals, row))

    def with_changes(self, event: ScoreAdjusted) -> Books:
        """A score is put right by hand."""
        return self._booked(0, None, told_reason(event.reason), event.changes)

    def with_seats(self, event: Seated) -> Books:
        """People move, come and go; a name that is written anew is the same person."""
        people = [replace(person, seat=None) for person in self.evening.people]
        seated = []
        for seat in SEATS:
            came, name = event.came_from[seat], event.players[seat]
            at = len(people) if came is None else self.seated[came]
            total = NOTHING if came is None else people[at].total
            people[at : at + 1] = [Person(name, seat, total)]
            seated.append(at)
        width = len(people)
        rows, paid = self.evening.rows, self.evening.paid
        new = width - len(paid)
        if new:
            rows = tuple(replace(row, net=(*row.net, *(None,) * new)) for row in rows)
            paid = (*((*row, *(NOTHING,) * new) for row in paid), *((NOTHING,) * width,) * new)
        a, b, c, d = seated
        return replace(self, seated=(a, b, c, d), evening=Evening(tuple(people), rows, paid))

    def _booked(
        self,
        number: int,
        dealer: Seat | None,
        label: Text,
        net: Sequence[Fraction],
        payments: Iterable[PaymentRow] = (),
    ) -> Books:
        people = list(self.evening.people)
        cells: list[Fraction | None] = [None] * len(people)
        for seat, at in zip(SEATS, self.seated, strict=True):
            cells[at] = net[seat]
            people[at] = replace(people[at], total=people[at].total + net[seat])
        paid = [list(row) for row in self.evening.paid]
        for payment in payments:
            paid[self.seated[payment.payer]][self.seated[payment.payee]] += payment.amount
        who = self.seated[dealer] if dealer is not None else None
        row = EveningRow(number, who, label, tuple(cells))
        rows = (*self.evening.rows, row)
        return replace(
            self, evening=Evening(tuple(people), rows, tuple(tuple(row) for row in paid))
        )


def deal_row(result: Result, names: Sequence[str], unit: Text) -> DealRow:
    """One finished deal: how it ended, who won how much, in the page's unit."""
    made = result.settlement
    if made is None:
        nothing = (NOTHING, NOTHING, NOTHING, NOTHING)
        return DealRow(result.number, result.dealer, nothing, word(result.final.flow, "void"))
    ended = word(result.final.flow, made.reason)
    zh, en = [ended.zh], [ended.en]
    for item in made.wins:
        if item.scored:
            name = names[item.win.seat]
            zh.append(f"{name}{item.scored.total}{unit.zh}")
            en.append(f"{name} {item.scored.total} {unit.en}")
    return DealRow(result.number, result.dealer, made.net, Text("，".join(zh), ", ".join(en)))


def settle_up(totals: Sequence[Fraction]) -> tuple[Transfer, ...]:
    """The fewest transfers that bring everybody to zero.

    As many groups as possible that are even among themselves, each of which
    takes one transfer less than it has members. Raises `ValueError` where the
    totals do not sum to zero.
    """
    if sum(totals):
        raise ValueError("the totals do not sum to zero")
    open_ones = tuple(i for i, total in enumerate(totals) if total)
    transfers: list[Transfer] = []
    for group in _even_groups(open_ones, totals):
        transfers += _chain(group, totals)
    return tuple(transfers)


def _even_groups(
    members: tuple[int, ...], totals: Sequence[Fraction]
) -> tuple[tuple[int, ...], ...]:
    """`members` in as many groups of sum zero as there can be."""
    if not members:
        return ()
    best: tuple[tuple[int, ...], ...] = (members,)
    first, *others = members
    for size in range(1, len(others)):
        for chosen in combinations(others, size):
            group = (first, *chosen)
            if sum(totals[i] for i in group):
                continue
            rest = tuple(i for i in members if i not in group)
            found = (group, *_even_groups(rest, totals))
            if len(found) > len(best):
                best = found
    return best


def _chain(group: Iterable[int], totals: Sequence[Fraction]) -> list[Transfer]:
    """One even group: the largest debt goes to the largest gain, again and again."""
    left = {i: totals[i] for i in group}
    out: list[Transfer] = []
    while any(left.values()):
        payer = min(left, key=lambda i: (left[i], i))
        payee = max(left, key=lambda i: (left[i], -i))
        moved = min(-left[payer], left[payee])
        out.append(Transfer(payer, payee, moved))
        left[payer] += moved
        left[payee] -= moved
    return out


def as_csv(books: Evening) -> str:
    """The per-deal table as CSV with totals, for a spreadsheet."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["盘 deal", "庄 dealer", "结果 result", *(p.name for p in books.people)])
    for row in books.rows:
        dealer = books.people[row.dealer].name if row.dealer is not None else ""
        cells = ("" if value is None else amount(value) for value in row.net)
        writer.writerow([row.number or "", dealer, row.label.zh, *cells])
    writer.writerow(["", "", "合计 total", *(amount(person.total) for person in books.people)])
    return out.getvalue()
