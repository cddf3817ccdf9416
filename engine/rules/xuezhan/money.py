"""血战到底: amounts, as pure functions (¶10-14)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from engine.events import PaymentRow
from engine.meld import MeldKind
from engine.ruleset import Options
from engine.seat import Seat
from engine.settlement import from_everyone, net

PIG_TIMES = 16
"""A 花猪 or a deserter pays so many times the base (¶12, ¶14)."""
INCOME = "kong_income:"
"""Word of `Win.situation`: what the kong before a 杠上炮 brought."""


def base_of(options: Options) -> int:
    return int(options["base"])


def times(fans: int, options: Options) -> int:
    """倍 of so many 番: 2 to the power of one less (¶13)."""
    most = options["cap"]
    counted = fans if most == "none" else min(fans, int(most))
    return 1 << max(0, counted - 1)


def points(fans: int, options: Options) -> Fraction:
    return Fraction(base_of(options) * times(fans, options))


def kong_rows(
    kind: MeldKind, seat: Seat, source: Seat | None, unwon: Iterable[Seat], options: Options
) -> tuple[PaymentRow, ...]:
    """刮风下雨: a kong fed is paid by the feeder alone, one added by all who have
    not won, a concealed one twice by the same (¶10-11)."""
    base = Fraction(base_of(options))
    if kind is MeldKind.EXPOSED_KONG:
        assert source is not None
        return (PaymentRow(source, seat, base, "wind"),)
    if kind is MeldKind.ADDED_KONG:
        return from_everyone(seat, base, "wind", unwon)
    return from_everyone(seat, 2 * base, "rain", unwon)


def kong_income(rows: Iterable[PaymentRow], seat: Seat) -> Fraction:
    """What a kong brought its maker."""
    return net(rows)[seat]


def draw_rows(
    pigs: Iterable[Seat], ready: Mapping[Seat, Fraction], unready: Iterable[Seat],
    winners: Iterable[Seat], options: Options,
) -> tuple[PaymentRow, ...]:  # fmt: skip
    """查花猪 and 查大叫. `unready`: not ready and not pigs; `ready`: points of the
    dearest win of each (¶12)."""
    pigs, unready = tuple(pigs), tuple(unready)
    others = (*ready, *unready)
    if options["pig_pays"] == "everybody":
        others = (*others, *winners)
    fine = Fraction(PIG_TIMES * base_of(options))
    rows = [PaymentRow(pig, other, fine, "pig") for pig in pigs for other in others]
    rows += [
        PaymentRow(payer, seat, amount, "ready_check")
        for payer in unready
        for seat, amount in ready.items()
    ]
    return tuple(rows)


def refunds(
    kongs: Iterable[tuple[Seat, tuple[PaymentRow, ...]]], not_ready: Iterable[Seat],
    gone: Iterable[Seat] = (),
) -> tuple[PaymentRow, ...]:  # fmt: skip
    """退税: who is not ready gives back all wind and rain, but not to those who
    have left (¶11, ¶12, ¶14)."""
    back, gone = set(not_ready), set(gone)
    return tuple(
        PaymentRow(row.payee, row.payer, row.amount, "refund", row.cause)
        for seat, rows in kongs
        if seat in back
        for row in rows
        if row.payer not in gone
    )


def flight_rows(
    runner: Seat, unwon: Iterable[Seat], ready: Mapping[Seat, Fraction], options: Options
) -> tuple[PaymentRow, ...]:
    """逃跑: 16 times the base for each who has not won, shared by them; or what
    the hands `ready` at the last tiles would get, where that is more (¶14)."""
    others = tuple(seat for seat in unwon if seat is not runner)
    shares = len(others) + (options["flee_count"] == "with_runner")
    total = Fraction(PIG_TIMES * base_of(options) * shares)
    called = tuple(PaymentRow(runner, seat, due, "ready_check") for seat, due in ready.items())
    if sum((row.amount for row in called), Fraction(0)) > total:
        return called
    return tuple(PaymentRow(runner, seat, total / len(others), "flight") for seat in others)
