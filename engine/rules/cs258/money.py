"""258 扎鸟麻将: what a win costs whom (A, B, 特定2)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from engine.events import PaymentRow
from engine.rules.cs258.fans import BIG
from engine.ruleset import Options
from engine.seat import SEATS, Seat
from engine.tile import Tile
from engine.win import Win

_BIG = frozenset(fan.id for fan in BIG)
_TWELVE = ("last_tile", "robbed_kong")
"""What costs its payer ten or twelve (A6.B, A6.F)."""


def bird_seat(dealer: Seat, bird: Tile) -> Seat:
    """Whom the bird lands on: one is the dealer, two the next, and so on (特定2.A)."""
    return dealer.offset(bird.rank - 1)


def rows(win: Win, fans: Iterable[str], options: Options) -> tuple[PaymentRow, ...]:
    """Rows of one win with these fan ids; `win.bonus` is the bird, if one was turned."""
    found = tuple(fans)
    payers = [win.source] if win.source is not None else [s for s in SEATS if s is not win.seat]
    return tuple(
        PaymentRow(payer, win.seat, Fraction(_price(win, found, payer, options)))
        for payer in payers
    )


def small_price(winner: Seat, payer: Seat, dealer: Seat) -> int:
    """小胡自摸 and the opening hands: one, two where the dealer is in it (B4)."""
    return 1 + (dealer in (winner, payer))


def _price(win: Win, fans: tuple[str, ...], payer: Seat, options: Options) -> int:
    """Of the dearest big hand or of each, or of a small hand; doubled by the bird."""
    prices = [_big_price(win, fan, payer, options) for fan in fans if fan in _BIG]
    if not prices:
        price = 1 + _dealer_in(win, payer, options)
    else:
        price = sum(prices) if options["several_big"] == "each" else max(prices)
    return price * _bird_factor(win, payer)


def _big_price(win: Win, fan: str, payer: Seat, options: Options) -> int:
    if win.source is None:
        return 3 + _dealer_in(win, payer, options)
    if fan in _TWELVE:
        either = options["robbed_dealer"] == "either" and win.dealer is win.seat
        return 12 if win.dealer is payer or either else 10
    return 6 + _dealer_in(win, payer, options)


def _dealer_in(win: Win, payer: Seat, options: Options) -> bool:
    if win.dealer is win.seat:
        return win.source is None or options.on("dealer_wins_shot")
    return win.dealer is payer


def _bird_factor(win: Win, payer: Seat) -> int:
    """扎鸟: on winner or payer the payer pays double; of a self-drawn win each
    payer is asked alone (特定2.A)."""
    if win.bonus is None:
        return 1
    return 2 if bird_seat(win.dealer, win.bonus) in (win.seat, payer) else 1
