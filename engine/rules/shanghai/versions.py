"""上海: what sets the versions apart: fans, which hands win, who deals next."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from engine.combine import Combined
from engine.events import WinKind
from engine.play import SortedHand
from engine.rules.shanghai.fans import (
    CALLED,
    LIMITS,
    NOT_KNOCKED,
    OLD_FANS,
    QHP_FANS,
    QIAOMA_FANS,
)
from engine.rules.shanghai.flowers import flower_tiles
from engine.rules.shanghai.score import Shanghai, no_pattern
from engine.ruleset import FanContext, Options
from engine.shapes import Family, Group, GroupKind, Reading
from engine.tile import FLOWERS, Tile
from engine.view import Text
from engine.win import Refusal, ScoredWin, Win

STAKES = 50
"""A player with less than so many times the base may not play on (O1.4.2)."""


def _ids(combined: Combined) -> frozenset[str]:
    return frozenset(scored.fan.id for scored in combined.fans)


class Qhp(Shanghai):
    """清混碰·勒子 (Q1 to Q6)."""

    fans = QHP_FANS
    limits = LIMITS
    honours_win = True
    bound_both_ways = True

    def refuse_total(self, combined: Combined, context: FanContext) -> Refusal | None:
        return no_pattern(_ids(combined))

    def flower_win(self, win: Win, options: Options) -> ScoredWin | Refusal:
        """八花齐: all eight flowers, whatever stands in the hand (Q1, Q2.3)."""
        laid = flower_tiles(win)
        if set(laid) != set(FLOWERS):
            return Refusal(Text("花不足八张", "not all eight flowers are laid"), "Q1")
        reading = Reading(Family.FLOWERS, (Group(GroupKind.LOOSE, laid),))
        context = FanContext(win, options)
        combined = self.combined(self.find(context, reading), context)
        points = self.points(combined, context, reading)
        return ScoredWin(win, reading, combined.fans, combined.excluded, combined.total, points)


class Online(Qhp):
    """The online procedure, scored as 清混碰 (O1.1 to O1.6)."""

    def opening_score(self, options: Options) -> Fraction:
        return Fraction(options["funds"])


def may_play_on(score: Fraction, options: Options) -> bool:
    """Whether a player's points cover fifty times the base (O1.4.2)."""
    return score >= STAKES * int(options["base"])


class Old(Shanghai):
    """旧规矩: big and small hands, and the new rules as options (J1 to J5)."""

    fans = OLD_FANS
    honours_win = True

    def refuse_total(self, combined: Combined, context: FanContext) -> Refusal | None:
        options, ids = context.options, _ids(combined)
        if options.on("must_have_flower"):
            tile = options["flower_needed"] == "tile"
            if not (context.win.flowers if tile else "flowers" in ids):
                return Refusal(Text("无花", "no 花"), "J4")
        return no_pattern(ids) if options.on("qinghunpeng") else None


class Qiaoma(Shanghai):
    """敲麻: who has not knocked does not win (J6)."""

    fans = QIAOMA_FANS

    def drawn(self, win: Win, tile: Tile, kind: WinKind = WinKind.SELF_DRAW) -> Win:
        """As if the player had knocked: a wait is asked for before he does."""
        words = tuple(word for word in win.situation if word != NOT_KNOCKED)
        return replace(super().drawn(win, tile, kind), situation=words)

    def readings(self, hand: SortedHand, options: Options) -> Iterator[Reading]:
        """Dragons that are flowers stand in no set (J7)."""
        laid = options.on("dragons_are_flowers")
        if not (laid and any(t.is_honour and not t.is_wind for t in hand.naturals)):
            yield from super().readings(hand, options)

    def refuse(self, hand: SortedHand, options: Options) -> Refusal | None:
        win = hand.win
        if NOT_KNOCKED in win.situation:
            return Refusal(Text("没有敲，不能胡", "not knocked: no win"), "J6")
        if not (options.on("discard_wins") or win.is_self_drawn):
            return Refusal(Text("只能自摸", "self-drawn wins only"), "J6")
        return None

    def refuse_total(self, combined: Combined, context: FanContext) -> Refusal | None:
        ids = _ids(combined)
        if context.options["fans"] == "gate" and combined.total and not ids & CALLED:
            return Refusal(Text("有番须门清或单吊", "a hand with fans must be 门清 or 单吊"), "J6")
        return None
