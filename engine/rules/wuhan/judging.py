"""武汉红中癞子杠: when a hand wins, and its best reading (二)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from engine.combine import Combined
from engine.events import PaymentRow
from engine.patterns import (
    has_general_pair,
    is_all_generals,
    is_all_pungs,
    is_general,
    suits,
)
from engine.play import Judging, SortedHand
from engine.play.hand import sort_hand
from engine.play.wildhand import counts_of, cover, reading_of, with_pair
from engine.rules.wuhan import money
from engine.rules.wuhan.fans import (
    BIG,
    FANS,
    any_pair,
    claims,
)
from engine.rules.wuhan.wilds import HONOUR_ORDER, NUMBERS_OF, RED, bad_of
from engine.ruleset import FanContext, Options
from engine.settlement import liable
from engine.shapes import Reading, scattered, standard
from engine.tile import KINDS, Tile
from engine.view import Text
from engine.win import Refusal, ScoredWin, Win

_FILLER = Tile.parse("5m")
_GENERAL_KINDS = tuple(tile.index for tile in KINDS[:27] if is_general(tile))


class WuhanJudging(Judging):
    fans = FANS
    pairs = False
    shape_clause = "二.(一)1"

    def tiles(self, options: Options) -> Mapping[Tile, int]:
        """136 tiles, no flowers (一.(一))."""
        return {tile: 4 for tile in KINDS if tile.is_number or tile.is_honour}

    def refuse(self, hand: SortedHand, options: Options) -> Refusal | None:
        win = hand.win
        held = held_back(win.wild, (*win.concealed, win.tile), options)
        if held is not None:
            return held
        if not win.is_self_drawn and win.tile in win.wild:
            return Refusal(Text("打出的癞子不能胡", "a discarded 癞子 is never won on"), "一.(五)3")
        if not claims(win.melds):
            return Refusal(Text("没有开口", "nothing was claimed"), "二.(一)6")
        return None

    def no_shape(self, hand: SortedHand, options: Options) -> Refusal:
        if len(hand.wild) > 1:
            return Refusal(
                Text("小胡至多一个癞子，又不成大胡",
                     "more than one 癞子 for a small hand, and no big one"), "一.(五)4",
            )  # fmt: skip
        return super().no_shape(hand, options)

    def readings(self, hand: SortedHand, options: Options) -> Iterator[Reading]:
        """Of readings that differ in nothing that pays only the first."""
        seen = set()
        for reading in _readings(hand):
            colours = suits(reading)
            key = (
                reading.family, is_all_pungs(reading), len(colours), "z" in colours,
                has_general_pair(reading), is_all_generals(reading),
                sorted(reading.wild) == sorted(hand.wild),
            )  # fmt: skip
            if key not in seen:
                seen.add(key)
                yield reading

    def refuse_reading(
        self, hand: SortedHand, reading: Reading, context: FanContext
    ) -> Refusal | None:
        """The pair, and how many 癞子 (一.(五)4, 二.(二))."""
        if any_pair(context, reading):
            return None
        if not has_general_pair(reading):
            return Refusal(Text("将牌须是二五八", "the pair must be of 2, 5 or 8"), "二.(二)1-2")
        big = any(fan.find(context, reading) for fan in FANS if fan.value == BIG)
        return None if big or len(hand.wild) < 2 else self.no_shape(hand, context.options)

    def refuse_total(self, combined: Combined, context: FanContext) -> Refusal | None:
        """起胡: the sum with every loser (二.(一)7)."""
        win, options = context.win, context.options
        count = money.powers if options["minimum_counts"] == "all" else money.sums
        least = int(options["min_fan"])
        for loser, n in count(win, combined.fans, options).items():
            if n < least:
                return Refusal(
                    Text(f"与{loser}的翻数之和{n}翻，不到{least}翻",
                         f"{n} 翻 together with {loser}, less than {least}"), "二.(一)7",
                )  # fmt: skip
        return None

    def points(self, combined: Combined, context: FanContext, reading: Reading) -> Fraction:
        """What the winner gets from all three; decides which reading stands."""
        rows = money.rows(context.win, combined.fans, context.options)
        return sum((row.amount for row in rows), Fraction(0))

    def pay(self, scored: ScoredWin, options: Options) -> tuple[PaymentRow, ...]:
        """What each loser owes, or the liable one for all (三)."""
        rows = money.rows(scored.win, scored.fans, options)
        payer = money.liable_seat(scored.win, scored.fans, options)
        return rows if payer is None else liable(rows, payer)

    def completes(self, win: Win, options: Options) -> bool:
        """Whether the tiles alone make a hand (听牌): no claim, no least sum asked."""
        tiles = (*win.concealed, win.tile)
        if held_back(win.wild, tiles, options) or len(tiles) != 14 - 3 * len(win.melds):
            return False
        hand, context = sort_hand(win, frozenset(win.wild)), FanContext(win, options)
        return any(
            self.refuse_reading(hand, reading, context) is None
            for reading in self.readings(hand, options)
        )

    def ready_rows(self, *args: object) -> Iterable[PaymentRow]:
        """荒庄 costs nothing (一.(七))."""
        return ()


def held_back(wild: Sequence[Tile], tiles: Iterable[Tile], options: Options) -> Refusal | None:
    """What may not be among the standing tiles of a win: 红中, 痞子."""
    bad = bad_of(wild[0]) if wild and options.on("use_bad") else ()
    for tile in tiles:
        if tile is RED:
            return Refusal(Text("手中有红中", "a Red dragon in the hand"), "一.(四)1")
        if tile in bad:
            return Refusal(Text("手中有痞子", "a 痞子 in the hand"), "一.(五)4")
    return None


def _readings(hand: SortedHand) -> Iterator[Reading]:
    """癞子 as themselves first, then as whatever can pay more."""
    natural = tuple(sorted((*hand.naturals, *hand.wild)))
    yield from _without_sets(hand, hand.wild)
    for reading in standard(natural, hand.sets, melds=hand.melds):
        yield replace(reading, wild=hand.wild)
    if hand.wild:
        yield from _without_sets(hand, (_filler(hand),) * len(hand.wild))
        yield from _put_together(hand)


def _without_sets(hand: SortedHand, wild: tuple[Tile, ...]) -> Iterator[Reading]:
    """乱将, 乱风 (二.(一)3)."""
    whole = (*hand.naturals, *wild, *(tile for group in hand.melds for tile in group.tiles))
    if all(map(is_general, whole)) or all(tile in HONOUR_ORDER for tile in whole):
        yield scattered(hand.naturals, wild, hand.melds)


def _filler(hand: SortedHand) -> Tile:
    """What 癞子 stand for among themselves: an honour in a hand of honours, else
    a five, of the hand's own suit where it has but one."""
    if hand.suits == {"z"}:
        return HONOUR_ORDER[0]
    return NUMBERS_OF[min(hand.suits)][4] if len(hand.suits) == 1 else _FILLER


def _put_together(hand: SortedHand) -> Iterator[Reading]:
    """One reading with whatever pair and one with each pair of 2, 5, 8, without
    chows and with them: what pays hangs on nothing else."""
    counts, free = counts_of(hand.naturals), _filler(hand)
    if cover(counts, hand.sets, 1) is None:
        return
    for chows in (False, True):
        whole = cover(counts, hand.sets, 1, chows)
        if whole is None:
            continue
        yield reading_of(whole, hand.wild, hand.melds, free=free)
        for pair in _GENERAL_KINDS:
            pieces = with_pair(counts, hand.sets, pair, chows)
            if pieces is not None:
                yield reading_of(pieces, hand.wild, hand.melds, free=free)
