"""258 扎鸟麻将: when a hand wins, and its best reading."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction

from engine.combine import Combined
from engine.events import PaymentRow, WinKind
from engine.patterns import is_general
from engine.play import Judging, SortedHand
from engine.rules.cs258.fans import FANS, OPENING
from engine.rules.cs258.money import rows
from engine.ruleset import FanContext, Options
from engine.shapes import Reading, scattered
from engine.tile import Tile
from engine.view import Text
from engine.win import Refusal, ScoredWin, Win


class Cs258Judging(Judging):
    fans = FANS
    shape_clause = "B4"

    def judge(self, win: Win, options: Options) -> ScoredWin | Refusal:
        if OPENING in win.situation:
            return self._judge_opening(win, options)
        return super().judge(win, options)

    def _judge_opening(self, win: Win, options: Options) -> ScoredWin | Refusal:
        """四喜, 板板胡, 缺一色: the hand as dealt, complete or not (B1-3)."""
        reading = scattered((*win.concealed, win.tile))
        context = FanContext(win, options)
        combined = self.combined(self.find(context, reading), context)
        if win.melds or not combined.fans:
            return Refusal(
                Text("不是四喜、板板胡、缺一色", "neither 四喜, 板板胡 nor 缺一色"), "B1-3"
            )
        points = self.points(combined, context, reading)
        return ScoredWin(win, reading, combined.fans, combined.excluded, combined.total, points)

    def readings(self, hand: SortedHand, options: Options) -> Iterator[Reading]:
        yield from super().readings(hand, options)
        if all(map(is_general, hand.all_tiles())):
            yield scattered(hand.naturals, (), hand.melds)

    def refuse_total(self, combined: Combined, context: FanContext) -> Refusal | None:
        if combined.fans:
            return None
        return Refusal(
            Text("小胡的将须是二五八", "a small hand needs a pair of 2, 5 or 8"), "基本4"
        )

    def points(self, combined: Combined, context: FanContext, reading: Reading) -> Fraction:
        """What the winner gets from all; decides which reading stands."""
        paid = rows(context.win, (s.fan.id for s in combined.fans), context.options)
        return sum((row.amount for row in paid), Fraction(0))

    def pay(self, scored: ScoredWin, options: Options) -> tuple[PaymentRow, ...]:
        return rows(scored.win, (s.fan.id for s in scored.fans), options)

    def drawn(self, win: Win, tile: Tile, kind: WinKind = WinKind.SELF_DRAW) -> Win:
        """A wait is looked for without what was special about the last tile."""
        return replace(super().drawn(win, tile, kind), situation=(), bonus=None)

    def ready_rows(self, *args: object) -> Iterable[PaymentRow]:
        """Nobody pays for a wall that is used up (补)."""
        return ()
