"""武汉红中癞子杠: 小胡 and the eight 大胡 in the order of the text, 二.(二).

Values are base points (基础分), not doublings; 硬胡 is a label here, its 翻 is
counted pair by pair in `score`.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.authoring import named_fan
from engine.events import WinKind
from engine.meld import Meld, MeldKind
from engine.patterns import (
    NOT_THERE,
    ONCE,
    all_generals,
    all_pungs,
    by_kind,
    has_general_pair,
    kong_blossom,
    suits,
    whole_hand,
)
from engine.play import LAST_TILE
from engine.rules.wuhan.wilds import RED
from engine.ruleset import Fan, FanContext, Find
from engine.shapes import Family, Reading
from engine.win import Evidence

BIG, SMALL = 10, 1
"""Base points of one 大胡 and of 小胡 (三.(三)1, 三.(四)1)."""


def claims(melds: Iterable[Meld]) -> int:
    """开口: chows, pungs, exposed and added kongs."""
    return sum(1 for meld in melds if meld.kind is not MeldKind.CONCEALED_KONG)


def is_hard(context: FanContext, reading: Reading) -> bool:
    """硬胡: no 癞子 stands for another tile, at most one is there at all, and
    none of an honour (“风不行”, 二.(二)3)."""
    win = context.win
    held = sorted(tile for tile in (*win.concealed, win.tile) if tile in win.wild)
    if sorted(reading.wild) != held or any(tile.is_honour for tile in held):
        return False
    return len(held) <= 1 or context.options.on("several_wilds_hard")


def any_pair(context: FanContext, reading: Reading) -> bool:
    """Whether the hand wins with any pair: all pungs or one colour."""
    return any(find(context, reading) for find in (all_pungs, *COLOURS.values()))


def _plain(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    big = any(fan.find(context, reading) for fan in FANS if fan.value == BIG)
    return NOT_THERE if big else whole_hand(reading)


def _hard(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    return ONCE if is_hard(context, reading) else NOT_THERE


def _all_claimed(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    win = context.win
    if claims(win.melds) < 4 or (win.is_self_drawn and not context.options.on("claimed_self_draw")):
        return NOT_THERE
    return (Evidence(groups=(0, 1, 2, 3)),)


def _one_suit(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    found = suits(reading)
    one = len(found) == 1 and "z" not in found and reading.family is Family.STANDARD
    return whole_hand(reading) if one else NOT_THERE


def _all_honours(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    ok = suits(reading) == {"z"} and all(RED not in group.tiles for group in reading.groups)
    return whole_hand(reading) if ok else NOT_THERE


def _last_tiles(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    win = context.win
    return ONCE if win.is_self_drawn and LAST_TILE in win.situation else NOT_THERE


COLOURS: dict[str, Find] = {
    "one_suit": _one_suit, "all_honours": _all_honours, "all_generals": all_generals,
}  # fmt: skip
"""一色: fan id → predicate."""


def _needs_pair(find: Find) -> Find:
    """Of the way of winning: with `pair_rule=each` only on a pair of 2, 5, 8."""

    def found(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
        if context.options["pair_rule"] == "each" and not has_general_pair(reading):
            return NOT_THERE
        return find(context, reading)

    return found


FANS: tuple[Fan, ...] = (
    named_fan("small", "小胡", "Small hand", SMALL, _plain, "二.(二)1; 三.(三)1",
         "四句一将而无任何大胡；将须二五八，癞子至多一个",
         "four sets and a pair of 2, 5 or 8 with no big hand in it, one 癞子 at most"),
    named_fan("all_pungs", "碰碰胡", "All pungs", BIG, all_pungs, "二.(二)2⑴",
         "四副刻子或杠，任意将", "four pungs or kongs, any pair"),
    named_fan("all_claimed", "全求人", "All claimed", BIG, _needs_pair(_all_claimed), "二.(二)2⑵",
         "吃、碰、明杠四次，手中只剩一张，单吊成将",
         "four chows, pungs or exposed kongs, one tile left, which the pair is made of"),
    named_fan("one_suit", "清一色", "One suit", BIG, _one_suit, "二.(二)2⑶",
         "全是万、条或筒，任意将", "one suit only, any pair"),
    named_fan("all_honours", "风一色", "All honours", BIG, _all_honours, "二.(一)1(7); 二.(一)3",
         "全是东南西北发白，不必成牌型；红中不算风",
         "all East, South, West, North, Green, White, no sets needed; Red does not count"),
    named_fan("all_generals", "将一色", "All 2, 5, 8", BIG, all_generals, "二.(一)1(6); 二.(一)3",
         "全是二、五、八，不必成牌型", "all twos, fives and eights, no sets needed"),
    named_fan("last_tiles", "海底捞", "Last tiles", BIG, _needs_pair(_last_tiles), "二.(二)2⑸",
         "留下五趸，摸其前最后四张之一自摸", "self-drawn on one of the last four tiles"),
    named_fan("kong_blossom", "杠上花", "Blossom on the kong", BIG, _needs_pair(kong_blossom),
         "二.(二)2⑹", "开杠补牌自摸，单张杠亮出补牌也算",
         "self-drawn on a kong's replacement, single-tile kongs too"),
    named_fan("robbed_kong", "抢杠", "Robbing the kong", BIG,
         _needs_pair(by_kind(WinKind.ROBBED_KONG)), "二.(二)2⑺",
         "胡别人蓄杠的那张牌", "win on the tile that another adds to a pung"),
    named_fan("hard", "硬胡", "Hard win", 0, _hard, "二.(二)3; 三.(一)3",
         "没有癞子，或只有一个作本张（风不行）；不加基础分，多算一翻",
         "no 癞子, or one as itself (not of an honour); adds no base, one 翻"),
)  # fmt: skip
