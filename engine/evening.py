"""The evening's books: who won and paid what, deal by deal, and how to settle up.

People keep their column whatever seat they sit in; who comes or goes during a
match has a column too, so that everything still sums to zero.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from engine.events import ScoreAdjusted, Seated, Settled, Voided
from engine.match import Match
from engine.seat import SEATS, Seat
from engine.standing import Result
from engine.view import DealRow, Text
from engine.wording import amount, word

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


class _Books:
    """Columns while the match is read through."""

    def __init__(self, players: Sequence[str]) -> None:
        self.names = list(players)
        self.seated = [0, 1, 2, 3]
        self.rows: list[tuple[int, int | None, Text, dict[int, Fraction]]] = []
        self.paid: dict[tuple[int, int], Fraction] = {}

    def row(self, number: int, dealer: Seat | None, label: Text, net: Sequence[Fraction]) -> None:
        amounts = {self.seated[seat]: net[seat] for seat in SEATS}
        who = self.seated[dealer] if dealer is not None else None
        self.rows.append((number, who, label, amounts))

    def sit(self, event: Seated) -> None:
        """People move, come and go; a name that is written anew is the same person."""
        before = list(self.seated)
        for seat in SEATS:
            came = event.came_from[seat]
            if came is None:
                self.seated[seat] = len(self.names)
                self.names.append(event.players[seat])
            else:
                self.seated[seat] = before[came]
                self.names[before[came]] = event.players[seat]

    def pay(self, result: Result) -> None:
        if result.settlement is None:
            return
        for row in result.settlement.rows:
            pair = (self.seated[row.payer], self.seated[row.payee])
            self.paid[pair] = self.paid.get(pair, NOTHING) + row.amount

    def evening(self) -> Evening:
        everyone = range(len(self.names))
        totals = [sum((row[3].get(i, NOTHING) for row in self.rows), NOTHING) for i in everyone]
        seats: dict[int, Seat] = {self.seated[seat]: seat for seat in SEATS}
        return Evening(
            tuple(Person(self.names[i], seats.get(i), totals[i]) for i in everyone),
            tuple(
                EveningRow(number, dealer, label, tuple(net.get(i) for i in everyone))
                for number, dealer, label, net in self.rows
            ),
            tuple(tuple(self.paid.get((i, j), NOTHING) for j in everyone) for i in everyone),
        )


def evening(match: Match) -> Evening:
    """The books of the match so far."""
    books = _Books(match.state_before(0).players)
    for at, item in enumerate(match.items):
        event = item.event
        if isinstance(event, Seated):
            books.sit(event)
        elif isinstance(event, ScoreAdjusted):
            books.row(0, None, Text(event.reason, event.reason), event.changes)
        elif isinstance(event, Settled | Voided):
            standing = match.state_before(at + 1)
            row = deal_row(standing.results[-1], standing.players, match.rules.unit)
            books.row(row.number, row.dealer, row.summary, row.net)
            books.pay(standing.results[-1])
    return books.evening()


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
