"""广东: when a hand wins, and what the others pay for wins and kongs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from engine.combine import Combined
from engine.events import PaymentRow, WinKind
from engine.meld import MeldKind
from engine.patterns import by_kind, kong_blossom
from engine.play import KONG, Judging, SortedHand
from engine.rules.gd_zhuama.horses import horse_hits
from engine.ruleset import Fan, FanContext, Options
from engine.seat import SEATS, Seat
from engine.settlement import from_everyone
from engine.shapes import Reading, standard
from engine.shapes import seven_pairs as pairs_of
from engine.tile import KINDS, Tile
from engine.view import Text
from engine.win import EntryCause, Refusal, ScoredWin, Win

PLAIN = tuple(tile for tile in KINDS if tile.is_number or tile.is_honour)
_FED = "fed:"


def fed_by(seat: Seat) -> str:
    """The word of `Win.situation` for who fed the kong that brought the tile."""
    return f"{_FED}{seat.name}"


_SELF_DRAWN = Fan(
    "self_drawn", Text("自摸", "Self-drawn"), 1, by_kind(WinKind.SELF_DRAW), "一.1",
    Text("只能自摸；每家付一份大", "the only way to win; each pays the big stake"),
)  # fmt: skip
_ROBBED = Fan(
    "robbed_kong", Text("抢杠", "Robbing the kong"), 1, by_kind(WinKind.ROBBED_KONG), "三.抢杠",
    Text("胡别人加杠的牌；被抢者付三家的份",
         "win on the tile added to a pung; who is robbed pays for all three"),
)  # fmt: skip
_BURST = Fan(
    "kong_burst", Text("杠爆", "Win on a kong's tile"), 0, kong_blossom, "三.杠爆",
    Text("杠后补进的牌自摸；只是名目", "self-drawn on a kong's replacement; a label"),
)  # fmt: skip
_HORSE = Fan(
    "horse", Text("中马", "Horse"), 1, horse_hits, "二",
    Text("每中一匹马加一份", "each horse of the winner's seat adds one stake"),
)  # fmt: skip
FANS: tuple[Fan, ...] = (_SELF_DRAWN, _ROBBED, _BURST, _HORSE)
FANS_36: tuple[Fan, ...] = (
    replace(_SELF_DRAWN, clause="1"), replace(_ROBBED, clause="补"), replace(_BURST, clause="补")
)  # fmt: skip


class GdJudging(Judging):
    """Four sets and a pair, self-drawn only (一.1)."""

    fans: tuple[Fan, ...] = FANS
    shape_clause = "补1"
    self_drawn_clause = "一.1"

    def tiles(self, options: Options) -> Mapping[Tile, int]:
        """136 tiles: 40 horses of the first seat and 32 of each other (二)."""
        return dict.fromkeys(PLAIN, 4)

    def factor(self, options: Options) -> int:
        """What all money is multiplied by."""
        return 1

    def refuse(self, hand: SortedHand, options: Options) -> Refusal | None:
        if any(meld.kind is MeldKind.CHOW for meld in hand.win.melds):
            return Refusal(Text("不能吃牌", "there are no chows"), self.self_drawn_clause)
        if hand.win.kind is WinKind.DISCARD:
            return Refusal(
                Text("只能自摸或抢杠", "only self-drawn or off a robbed kong"),
                self.self_drawn_clause,
            )
        return None

    def readings(self, hand: SortedHand, options: Options) -> Iterator[Reading]:
        yield from standard(hand.naturals, hand.sets, melds=hand.melds)
        if not hand.melds and options.on("seven_pairs"):
            yield from pairs_of(hand.naturals)

    def points(self, combined: Combined, context: FanContext, reading: Reading) -> Fraction:
        """One big stake, and one for each horse hit."""
        options = context.options
        return Fraction(int(options["big"]) * combined.total * self.factor(options))

    def pay(self, scored: ScoredWin, options: Options) -> tuple[PaymentRow, ...]:
        """Each pays; a robbed player, or who fed the kong, pays for all."""
        win = scored.win
        liable = win.source or _feeder(win, options)
        if liable is not None:
            return (PaymentRow(liable, win.seat, 3 * scored.points),)
        return super().pay(scored, options)

    def kong_rows(
        self, seat: Seat, kind: MeldKind, source: Seat | None, options: Options
    ) -> tuple[PaymentRow, ...]:
        """A concealed kong is the big stake from each, others the small one."""
        stake = options["big" if kind is MeldKind.CONCEALED_KONG else "small"]
        amount = Fraction(int(stake) * self.factor(options))
        if kind is MeldKind.EXPOSED_KONG and options["fed_kong"] == "feeder" and source is not None:
            return (PaymentRow(source, seat, 3 * amount, KONG),)
        return from_everyone(seat, amount, KONG)


class OnlineJudging(GdJudging):
    """第6大陆: no horses; all money is multiplied by the table fan (2)."""

    fans = FANS_36
    shape_clause = "补"
    self_drawn_clause = "1"

    def factor(self, options: Options) -> int:
        return int(options["table_fan"])

    def opening_score(self, options: Options) -> Fraction:
        """The coins that the system gives (3)."""
        return Fraction(int(options["gift"]))


def _feeder(win: Win, options: Options) -> Seat | None:
    """Who pays a win on a kong's replacement for all (三.杠爆)."""
    if options["kong_burst"] != "feeder" or win.entry is not EntryCause.KONG:
        return None
    return next((seat for seat in SEATS if fed_by(seat) in win.situation), None)
