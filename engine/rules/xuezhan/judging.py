"""血战到底: when a hand wins and what it is worth (¶10-16)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from engine.combine import Combined
from engine.events import PaymentRow
from engine.play import Judging, SortedHand
from engine.play.missing import refuse_all_suits
from engine.rules.xuezhan import money
from engine.rules.xuezhan.fans import FANS
from engine.ruleset import FanContext, Options, ReadyCheck
from engine.seat import SEATS, Seat
from engine.shapes import Reading
from engine.view import Status, Text
from engine.win import Refusal, ScoredWin

MISSING = "missing:"
"""Word about a seat: the suit it named as missing (定缺)."""


class XuezhanJudging(Judging):
    """The page's judgements."""

    fans = FANS
    shape_clause = "¶14-16"

    def refuse(self, hand: SortedHand, options: Options) -> Refusal | None:
        for word in hand.win.seats[hand.win.seat].marks:
            if word.startswith(MISSING) and word.removeprefix(MISSING) in hand.suits:
                return Refusal(Text("手中还有定缺的花色", "the suit named is in the hand"), "¶10†")
        return refuse_all_suits(hand, "¶10")

    def points(self, combined: Combined, context: FanContext, reading: Reading) -> Fraction:
        return money.points(combined.total, context.options)

    def pay(self, scored: ScoredWin, options: Options) -> tuple[PaymentRow, ...]:
        win = scored.win
        rows = super().pay(scored, options)
        for word in win.situation:
            if word.startswith(money.INCOME) and win.source is not None:
                income = Fraction(word.removeprefix(money.INCOME))
                rows += (PaymentRow(win.source, win.seat, income, "kong_income"),)
        return rows

    def ready_rows(
        self, check: ReadyCheck, ready: Mapping[Seat, ScoredWin], options: Options
    ) -> Iterable[PaymentRow]:
        pigs = tuple(seat for seat in check.hands if is_pig(check, seat))
        return money.draw_rows(
            pigs,
            {seat: scored.points for seat, scored in ready.items()},
            (seat for seat in check.hands if seat not in ready and seat not in pigs),
            (seat for seat in SEATS if check.seats[seat].status is Status.WON),
            options,
        )


def is_pig(check: ReadyCheck, seat: Seat) -> bool:
    """花猪: all three suits before the seat."""
    suits = {tile.suit for tile in check.hands[seat]}
    return len(suits | {meld.tile.suit for meld in check.seats[seat].melds}) > 2
