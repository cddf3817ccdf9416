"""成都点数: judgements, the course of play, and the page as a value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from engine.combine import Combined
from engine.deal import Deal
from engine.events import End
from engine.flow import Objection
from engine.play import (
    EVEN_108,
    FED,
    Clauses,
    Judging,
    Play,
    SortedHand,
    Terms,
)
from engine.play.missing import all_suits_seen, near_the_end, refuse_all_suits
from engine.rules.sc_point.clauses import ASKED, CLAUSES
from engine.rules.sc_point.fans import FANS
from engine.rules.sc_point.options import OPTIONS
from engine.ruleset import FanContext, Options, RuleSet
from engine.seat import Seat
from engine.shapes import Reading
from engine.view import Text
from engine.win import Refusal, ScoredFan, Win


class PointJudging(Judging):
    """The page's judgements."""

    fans = FANS
    shape_clause = "L4-5; L14"

    def refuse(self, hand: SortedHand, options: Options) -> Refusal | None:
        return refuse_all_suits(hand, "L4")

    def combined(self, found: Sequence[ScoredFan], context: FanContext) -> Combined:
        if context.options["two_patterns"] == "add":
            found = [_beside(scored) for scored in found]
        return super().combined(found, context)

    def points(self, combined: Combined, context: FanContext, reading: Reading) -> Fraction:
        return Fraction(combined.total * int(context.options["base"]))

    def payers(self, win: Win, options: Options) -> tuple[Seat, ...]:
        """Who fed the kong pays a win on its replacement alone (L49)."""
        if options["fed_blossom"] == "feeder":
            for word in win.situation:
                if word.startswith(FED):
                    return (Seat.parse(word.removeprefix(FED)),)
        return super().payers(win, options)

    def ready_worth(self, options: Options) -> str:
        """查听 pays the least of the waits (L53)."""
        return "min"


def _beside(scored: ScoredFan) -> ScoredFan:
    """One suit and terminals everywhere no longer exclude each other (OR4)."""
    pair = ("one_suit", "terminals")
    if scored.fan.id not in pair:
        return scored
    kept = tuple(e for e in scored.fan.excludes if e.fan not in pair)
    return ScoredFan(replace(scored.fan, excludes=kept), scored.evidence)


class Points(Play):
    """The page's course of play."""

    clauses = Clauses(
        "L46", wall="L44; L53", turn="L46", claims="L48", kong="L44; L48", win="L4; L50-52",
        bar="L54", compulsory="L53", settle="L47; L50-53",
    )  # fmt: skip

    def terms(self, options: Options) -> Terms:
        return Terms(EVEN_108, kong_end=End.HEAD, bar="less", ready_check=True)

    def compulsory(self, deal: Deal) -> bool:
        """From the last four tiles on (L53)."""
        return near_the_end(deal)

    def implausible(self, deal: Deal, win: Win) -> Objection | None:
        return all_suits_seen(win, "L4")


RULES = RuleSet(
    id="sc_point",
    names=Text("四川（成都）麻将点数版", "Chengdu mahjong, in points"),
    judging=PointJudging(),
    fans=FANS,
    options=OPTIONS,
    clauses=CLAUSES,
    asked=ASKED,
    source=Text(
        "网络规则文本 004 第1至55行，003 第1至5页",
        "rule text 004, lines 1 to 55; 003, pages 1 to 5",
    ),
    flow=Points(),
    unit=Text("分", "points"),
)
