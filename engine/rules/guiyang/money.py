"""贵阳捉鸡: what moves at the end besides the wins: 豆 and 鸡."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from engine.events import PaymentRow
from engine.meld import MeldKind
from engine.play import KONG
from engine.rules.guiyang.judging import Prices
from engine.ruleset import Options
from engine.seat import Seat
from engine.settlement import from_everyone
from engine.tile import Tile


def dou_rows(
    seat: Seat, kind: MeldKind, source: Seat | None, options: Options, prices: Prices
) -> tuple[PaymentRow, ...]:
    """What a 豆 of `seat` brings at the end: 点豆 from its feeder, the others
    from everyone."""
    if options.get("dou_pay") == "none":
        return ()
    amount = Fraction(prices.dou[kind])
    if kind is MeldKind.EXPOSED_KONG and source is not None:
        return (PaymentRow(source, seat, amount, KONG),)
    return from_everyone(seat, amount, KONG)


@dataclass(frozen=True, slots=True)
class Chickens:
    """`flipped`: the wall tile turned after the win, None where none was left.
    `thrower`: who threw the first 1条; `taker`: who claimed it, None while it
    lies in the river."""

    flipped: Tile | None
    thrower: Seat | None = None
    taker: Seat | None = None


CHICKEN, _BEFORE_CHICKEN = Tile.parse("1s"), Tile.parse("9s")


def chicken_rows(
    holdings: Mapping[Seat, Counter[Tile]], chickens: Chickens, prices: Prices
) -> tuple[PaymentRow, ...]:
    """捉鸡 by the public rule: every 1条 and every tile after the flipped one
    that a seat has, thrown ones too, brings one unit from each; 1条 two when
    the flip makes it 金鸡. 冲锋鸡 counts once more; 责任鸡 costs its thrower one
    share more."""
    golden = 2 if chickens.flipped is _BEFORE_CHICKEN else 1
    after = None if chickens.flipped is None else next_in_suit(chickens.flipped)
    rows: list[PaymentRow] = []
    for seat, tiles in holdings.items():
        units = golden * tiles[CHICKEN]
        if after is not None and after is not CHICKEN:
            units += tiles[after]
        if chickens.thrower is seat and chickens.taker is None:
            units += golden
        if units:
            amount = Fraction(units * prices.chicken)
            rows += from_everyone(seat, amount, "chicken")
    if chickens.thrower is not None and chickens.taker is not None:
        amount = Fraction(golden * prices.chicken)
        rows.append(PaymentRow(chickens.thrower, chickens.taker, amount, "chicken"))
    return tuple(rows)


def next_in_suit(tile: Tile) -> Tile:
    """The number after, one after nine."""
    return Tile.parse(f"{tile.rank % 9 + 1}{tile.suit}")
