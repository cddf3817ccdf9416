"""How well a record agrees with the truth log of the virtual table.

Public events are aligned in order, deal by deal, with the fewest differences.
Two events agree when kind, seat, tile and from agree. What nobody at the table
sees (draws, dealt hands, declined wins) and what is derived (settlements,
corrections) is left out on both sides.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from engine.events import (
    Acted,
    Chowed,
    DealBegan,
    DiceRolled,
    Discarded,
    Event,
    Exhausted,
    Flipped,
    FlowersLaid,
    HandOpened,
    Konged,
    Penalised,
    Punged,
    Voided,
    WallsRaised,
    Won,
)
from engine.seat import Seat
from engine.tile import Tile, format_tiles

T = TypeVar("T")
_Source: TypeAlias = Seat | int | tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class PublicEvent:
    """What everybody at the table saw of an event."""

    kind: str
    seats: tuple[Seat, ...] = ()
    tiles: tuple[Tile, ...] = ()
    source: _Source = None

    def __str__(self) -> str:
        seats = "".join(seat.name for seat in self.seats)
        source = self.source.name if isinstance(self.source, Seat) else self.source
        parts = (self.kind, seats, format_tiles(self.tiles), source)
        return " ".join(str(part) for part in parts if part not in ("", None))


def public(event: Event) -> PublicEvent | None:
    """The public part of `event`, or None where nothing of it is public."""
    match event:
        case WallsRaised():
            return PublicEvent("walls")
        case DiceRolled(seat, dice, purpose):
            return PublicEvent(f"dice-{purpose}", (seat,), (), dice)
        case Flipped(_, tile):
            return PublicEvent("flip", (), (tile,))
        case FlowersLaid(seat, tiles):
            return PublicEvent("flowers", (seat,), tuple(sorted(tiles)))
        case Discarded(seat, tile, _):
            return PublicEvent("discard", (seat,), (tile,))
        case Chowed(seat, source, tile, _):
            return PublicEvent("chow", (seat,), (tile,), source)
        case Punged(seat, source, tile, _):
            return PublicEvent("pung", (seat,), (tile,), source)
        case Konged(seat, kind, tile, _, kong_source, _):
            return PublicEvent(f"kong-{kind.value}", (seat,), (tile,), kong_source)
        case Acted(seat, action, tiles, target, _, slot, _):
            where = slot if target is None else target
            return PublicEvent(action, (seat,), tuple(sorted(tiles)), where)
        case Won(seats, tile, win_kind, win_source, _, _):
            return PublicEvent(f"win-{win_kind.value}", seats, (tile,), win_source)
        case HandOpened(seat, tiles):
            return PublicEvent("open", (seat,), tuple(sorted(tiles)))
        case Penalised(seat, penalty, _):
            return PublicEvent(f"penalty-{penalty}", (seat,))
        case Exhausted():
            return PublicEvent("exhausted")
        case Voided():
            return PublicEvent("void")
        case _:
            return None


@dataclass(frozen=True, slots=True)
class Recorded:
    """An event as the record holds it in the end; `asked`: a person was asked."""

    event: Event
    asked: bool = False


@dataclass(frozen=True, slots=True)
class DealComparison:
    """Counts of public events of one deal; `faults` names what does not agree."""

    number: int
    right: int = 0
    asked: int = 0
    wrong: int = 0
    missed: int = 0
    extra: int = 0
    faults: tuple[str, ...] = ()

    @property
    def total(self) -> int:
        """Public events that the truth log holds."""
        return self.right + self.asked + self.wrong + self.missed


@dataclass(frozen=True, slots=True)
class Comparison:
    """A whole match against its truth log."""

    deals: tuple[DealComparison, ...]

    def sum(self, name: str) -> int:
        return sum(getattr(deal, name) for deal in self.deals)

    @property
    def agreement(self) -> float:
        """The share of public events that is right or was asked, 0…1."""
        total = self.sum("total")
        return (self.sum("right") + self.sum("asked")) / total if total else 1.0

    def line(self) -> str:
        """The one line that ends a run on the virtual table."""
        total, right, asked, wrong, missed, extra = (
            self.sum(name) for name in ("total", "right", "asked", "wrong", "missed", "extra")
        )
        return (
            f"对照真值：{total} 件公开事，对 {right}，问 {asked}，错 {wrong}，漏 {missed}，"
            f"多（未问） {extra} · "
            f"against the truth: {total} public events, {right} right, {asked} asked, "
            f"{wrong} wrong, {missed} missed, {extra} extra without asking "
            f"({self.agreement:.2%})"
        )


def compare(truth: Iterable[Event], recorded: Iterable[Recorded]) -> Comparison:
    """Align the record with the truth, deal by deal in order."""
    true_deals = by_deal((event, False) for event in truth)
    held_deals = by_deal((item.event, item.asked) for item in recorded)
    numbers = sorted(true_deals.keys() | held_deals.keys())
    return Comparison(
        tuple(
            _compare_deal(
                number,
                [event for event, _ in true_deals.get(number, ())],
                held_deals.get(number, []),
            )
            for number in numbers
        )
    )


def by_deal(events: Iterable[tuple[Event, T]]) -> dict[int, list[tuple[PublicEvent, T]]]:
    """What was public of each deal, in order, each with what was said of its event."""
    deals: dict[int, list[tuple[PublicEvent, T]]] = {}
    number = 0
    for event, said in events:
        if isinstance(event, DealBegan):
            number = event.number
            deals.setdefault(number, [])
        elif (seen := public(event)) is not None:
            deals.setdefault(number, []).append((seen, said))
    return {number: _settle_order(deal) for number, deal in deals.items()}


def _settle_order(deal: list[tuple[PublicEvent, T]]) -> list[tuple[PublicEvent, T]]:
    """Hands laid open one after the other are one moment: take them by seat."""
    ordered: list[tuple[PublicEvent, T]] = []
    opened: list[tuple[PublicEvent, T]] = []
    for item in deal:
        if item[0].kind == "open":
            opened.append(item)
            continue
        ordered += sorted(opened, key=lambda pair: pair[0].seats)
        opened = []
        ordered.append(item)
    return ordered + sorted(opened, key=lambda pair: pair[0].seats)


def _compare_deal(
    number: int, truth: Sequence[PublicEvent], held: Sequence[tuple[PublicEvent, bool]]
) -> DealComparison:
    right = asked = wrong = missed = extra = 0
    faults: list[str] = []
    for true_at, held_at in align(truth, [event for event, _ in held]):
        if true_at is None:
            assert held_at is not None
            event, was_asked = held[held_at]
            if not was_asked:
                extra += 1
                faults.append(f"+ {event}")
        elif held_at is None:
            missed += 1
            faults.append(f"- {truth[true_at]}")
        elif truth[true_at] != held[held_at][0]:
            wrong += 1
            faults.append(f"! {truth[true_at]} -> {held[held_at][0]}")
        elif held[held_at][1]:
            asked += 1
        else:
            right += 1
    return DealComparison(number, right, asked, wrong, missed, extra, tuple(faults))


def align(
    truth: Sequence[PublicEvent], held: Sequence[PublicEvent]
) -> list[tuple[int | None, int | None]]:
    """Index pairs of an alignment with the fewest differences; None is a gap."""
    rows, columns = len(truth), len(held)
    cost = [[0] * (columns + 1) for _ in range(rows + 1)]
    for row in range(rows, -1, -1):
        for column in range(columns, -1, -1):
            if row == rows or column == columns:
                cost[row][column] = (rows - row) + (columns - column)
                continue
            differs = truth[row] != held[column]
            cost[row][column] = min(
                cost[row + 1][column + 1] + differs,
                cost[row + 1][column] + 1,
                cost[row][column + 1] + 1,
            )
    pairs: list[tuple[int | None, int | None]] = []
    row = column = 0
    while row < rows or column < columns:
        here = cost[row][column]
        if row < rows and column < columns:
            differs = truth[row] != held[column]
            if here == cost[row + 1][column + 1] + differs:
                pairs.append((row, column))
                row, column = row + 1, column + 1
                continue
        if row < rows and here == cost[row + 1][column] + 1:
            pairs.append((row, None))
            row += 1
        else:
            pairs.append((None, column))
            column += 1
    return pairs
