"""天津: what a win is worth, and by what factor each pair of seats pays."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction

from engine.combine import Combined, doubling
from engine.events import PaymentRow
from engine.meld import Meld, MeldKind
from engine.play import Judging, SortedHand
from engine.rules.tianjin.fans import BASE_FANS, DOUBLING_FANS, FIVE
from engine.rules.tianjin.wildhand import readings
from engine.ruleset import Fan, FanContext, Options
from engine.seat import SEATS, Seat
from engine.shapes import Reading
from engine.tile import FLOWERS, KINDS, Tile
from engine.view import Text
from engine.win import Refusal, ScoredFan, ScoredWin

ZUO = "zuo"
"""Mark of a dealer who sits (坐庄)."""
LA = ("la_one", "la_two")
"""Marks of a seat that pulls the dealer once or twice (拉庄)."""
_BASE = frozenset(fan.id for fan in BASE_FANS)

Marks = Sequence[Collection[str]]
"""Words about seats A to D."""


class TianjinJudging(Judging):
    """The page's judgements; see `engine.play.Judging`."""

    fans = (*BASE_FANS, *DOUBLING_FANS)
    pairs = False
    shape_clause = "补"

    def tiles(self, options: Options) -> Mapping[Tile, int]:
        """136 tiles, 144 with the flowers (L74 二)."""
        counts = {tile: 4 for tile in KINDS if tile.is_number or tile.is_honour}
        return counts | (dict.fromkeys(FLOWERS, 1) if options.on("flowers") else {})

    def readings(self, hand: SortedHand, options: Options) -> Iterator[Reading]:
        return readings(hand.naturals, hand.wild, hand.sets, hand.melds, hand.win.tile, FIVE)

    def refuse(self, hand: SortedHand, options: Options) -> Refusal | None:
        if not hand.win.is_self_drawn:
            return Refusal(Text("只能自摸", "only self-drawn wins"), "补")
        if any(tile.is_flower for tile in hand.naturals):
            return Refusal(Text("花牌要补", "flowers are laid"), "L74 二")
        return None

    def combined(self, found: Sequence[ScoredFan], context: FanContext) -> Combined:
        counted = super().combined(found, context)
        return Combined(counted.fans, counted.excluded, worth([s.fan for s in counted.fans]))

    def refuse_total(self, combined: Combined, context: FanContext) -> Refusal | None:
        least = int(context.options["minimum"])
        if combined.total >= least:
            return None
        return Refusal(Text(f"不足{least}番，不能和", f"worth less than {least}"), "补")

    def pay(self, scored: ScoredWin, options: Options) -> tuple[PaymentRow, ...]:
        win = scored.win
        marks = [seat.marks for seat in win.seats]
        return shares(win.seat, scored.total, win.dealer, marks, options["zuo_and_la"], "win")

    def next_dealer(
        self, dealer: Seat, first_winners: tuple[Seat, ...], source: Seat | None
    ) -> Seat:
        """The dealer stays when he wins or nobody does, else the next seat
        deals, whoever won (L74 庄家)."""
        return dealer if not first_winners or dealer in first_winners else dealer.next


def worth(fans: Collection[Fan]) -> int:
    """The values of 提溜, 捉五 and 龙 added, doubled by each of the others (补)."""
    base = sum(fan.value for fan in fans if fan.id in _BASE)
    return doubling(sum(fan.id not in _BASE for fan in fans), base)


def factor(one: Seat, other: Seat, dealer: Seat, marks: Marks, how: str) -> int:
    """By what the points between two seats are multiplied: the dealer's 坐庄 and
    the other's 拉庄 double, between two 闲家 nothing does (L74 坐庄; 拉庄)."""
    if dealer not in (one, other):
        return 1
    puller = other if one is dealer else one
    sat = 2 if ZUO in marks[dealer] else 1
    pulled = next((2 << at for at, word in enumerate(LA) if word in marks[puller]), 1)
    return max(sat, pulled) if how == "larger" else sat * pulled


def shares(
    payee: Seat, points: int, dealer: Seat, marks: Marks, how: str, cause: str
) -> tuple[PaymentRow, ...]:
    """Everyone pays `points` times his factor."""
    return tuple(
        PaymentRow(payer, payee, Fraction(points * factor(payer, payee, dealer, marks, how)), cause)
        for payer in SEATS
        if payer is not payee
    )


def chan_rows(dealer: Seat, marks: Marks, options: Options) -> tuple[PaymentRow, ...]:
    """铲: the dealer pays each 闲家 one exposed kong times the factor."""
    unit, how = int(options["kong_unit"]), options["zuo_and_la"]
    return tuple(
        PaymentRow(dealer, s, Fraction(unit * factor(dealer, s, dealer, marks, how)), "chan")
        for s in SEATS
        if s is not dealer
    )


def kong_points(kong: Meld, wild: Collection[Tile], options: Options) -> int:
    """明杠, 暗杠 and 金杠 (four 混): 1, 2 and 4 exposed kongs by default (补)."""
    unit = int(options["kong_unit"])
    if kong.tile in wild:
        return unit * int(options["wild_kong"])
    concealed = kong.kind is MeldKind.CONCEALED_KONG
    return unit * int(options["concealed_kong"]) if concealed else unit


def wild_pair(turned: Tile) -> tuple[Tile, Tile]:
    """The two 混 that a turned tile makes: itself and the next, round by round in
    东南西北 and in 中发白 (L74 开混)."""
    if turned.is_number:
        return turned, Tile.parse(f"{turned.rank % 9 + 1}{turned.suit}")
    ring = "1234" if turned.is_wind else "765"
    after = ring[(ring.index(str(turned.rank)) + 1) % len(ring)]
    return turned, Tile.parse(f"{after}z")


def is_chan(tiles: Sequence[Tile], dealer: Seat, seats: Sequence[Seat]) -> bool:
    """铲: the first four discards are equal, the dealer's first and one of each."""
    return (
        len(tiles) == 4
        and len(set(tiles)) == 1
        and tuple(seats) == tuple(dealer.offset(step) for step in range(4))
    )
