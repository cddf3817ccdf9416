"""258 扎鸟麻将: 大胡 and 小胡 in the order of the text. A fan's value counts
it; what it costs whom stands in `score`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine.authoring import named_fan
from engine.events import WinKind
from engine.patterns import (
    NOT_THERE,
    ONCE,
    all_generals,
    all_pungs,
    has_general_pair,
    is_general,
    one_suit,
    seven_pairs,
    whole_hand,
)
from engine.play import FIRST_DISCARD, LAST_TILE, heaven
from engine.ruleset import Fan, FanContext, Find
from engine.shapes import Family, Reading
from engine.tile import Tile
from engine.win import Evidence, Win

KONG_FLIP = "kong_flip"
"""`Win.situation`: on the tile turned for a 开杠."""
OPENING = "opening"
"""`Win.situation`: a hand shown after the deal (四喜, 板板胡, 缺一色)."""


def is_robbed(win: Win) -> bool:
    """Won on the tile of another's kong: added to a pung, or turned for it."""
    flipped = win.kind is WinKind.DISCARD and KONG_FLIP in win.situation
    return flipped or win.kind is WinKind.ROBBED_KONG


def opening_fans(tiles: Sequence[Tile]) -> tuple[str, ...]:
    """Ids of the opening hands that these dealt tiles are (B1-3)."""
    found = {
        "four_alike": max(Counter(tiles).values(), default=0) == 4,
        "no_generals": not any(map(is_general, tiles)),
        "missing_suit": len({tile.suit for tile in tiles}) < 3,
    }
    return tuple(name for name, there in found.items() if there)


def _opening(name: str) -> Find:
    def find(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
        win = context.win
        if OPENING not in win.situation or name not in opening_fans((*win.concealed, win.tile)):
            return NOT_THERE
        return whole_hand(reading)

    return find


def _earth(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    win = context.win
    ok = win.kind is WinKind.DISCARD and FIRST_DISCARD in win.situation
    return ONCE if ok and win.source is win.dealer else NOT_THERE


def _one_suit(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    """One suit in a pattern; loose tiles of 2, 5, 8 alone are 将将胡."""
    return NOT_THERE if reading.family is Family.SCATTERED else one_suit(context, reading)


def _seven_pairs(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    if context.options.on("pairs_need_general") and not is_general(context.win.tile):
        return NOT_THERE
    return seven_pairs(context, reading)


_PATTERNS: tuple[Find, ...] = (all_pungs, all_generals, _one_suit, _seven_pairs)


def _pair_allows(context: FanContext, reading: Reading) -> bool:
    """需将, unless the house lets a big pattern free the pair (way_pair)."""
    if has_general_pair(reading):
        return True
    free = context.options["way_pair"] == "free"
    return free and any(find(context, reading) for find in _PATTERNS)


def _last_tile(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    ok = LAST_TILE in context.win.situation and _pair_allows(context, reading)
    return ONCE if ok else NOT_THERE


def _kong_blossom(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    win = context.win
    ok = win.is_self_drawn and KONG_FLIP in win.situation and _pair_allows(context, reading)
    return ONCE if ok else NOT_THERE


def _robbed_kong(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    ok = is_robbed(context.win) and _pair_allows(context, reading)
    return ONCE if ok else NOT_THERE


def _small(self_drawn: bool) -> Find:
    def find(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
        win = context.win
        if OPENING in win.situation or win.is_self_drawn is not self_drawn:
            return NOT_THERE
        ok = reading.family is Family.STANDARD and has_general_pair(reading)
        big = any(fan.find(context, reading) for fan in BIG)
        return whole_hand(reading) if ok and not big else NOT_THERE

    return find


def _fan(id_: str, zh: str, en: str, find: Find, clause: str, text_zh: str, text_en: str) -> Fan:
    return named_fan(id_, zh, en, 1, find, clause, text_zh, text_en)


BIG: tuple[Fan, ...] = (
    _fan("heaven", "天胡", "Heavenly hand", heaven, "A1",
         "庄家起牌即成，任意将", "the dealer's hand as dealt is complete, any pair"),
    _fan("earth", "地胡", "Earthly hand", _earth, "A2",
         "闲家胡庄家打出的第一张，任意将", "won on the dealer's first discard, any pair"),
    _fan("all_pungs", "碰碰胡", "All pungs", all_pungs, "A3",
         "四副刻子或杠，任意将", "four pungs or kongs, any pair"),
    _fan("all_generals", "将将胡", "All 2, 5, 8", all_generals, "A4",
         "每张都是二、五、八，不必成牌型", "every tile a two, five or eight, no sets needed"),
    _fan("one_suit", "清一色", "One suit", _one_suit, "A5",
         "一种花色，可吃可碰，任意将", "one suit only, claims allowed, any pair"),
    _fan("last_tile", "海底捞月", "Last tile", _last_tile, "A6; A6.A-B",
         "胡牌墙最后一张，须二五八将；要者不能胡，能胡的别家也可胡",
         "won on the wall's last tile with a pair of 2, 5, 8; if its taker cannot, another may"),
    _fan("kong_blossom", "杠上花", "Blossom on the kong", _kong_blossom, "A6.C",
         "听牌后开杠，掷骰自墙尾翻一张而胡，须二五八将",
         "ready, a kong, dice, and the tile turned from the tail completes it; pair of 2, 5, 8"),
    _fan("robbed_kong", "抢杠胡", "Robbing the kong", _robbed_kong, "A6.D-F",
         "胡别人碰后加杠的牌，或开杠翻出而杠者不能胡的牌，须二五八将",
         "won on the tile another adds to a pung, or on the one turned for his kong that does "
         "not help him; pair of 2, 5, 8"),
    _fan("seven_pairs", "七巧对", "Seven pairs", _seven_pairs, "A6.G",
         "七个对子，四张相同算两对，任意将", "seven pairs, four alike are two of them"),
)  # fmt: skip

OPENINGS: tuple[Fan, ...] = (
    _fan("four_alike", "四喜", "Four alike", _opening("four_alike"), "B1",
         "起牌有四张相同", "four equal tiles in the hand as dealt"),
    _fan("no_generals", "板板胡", "No 2, 5, 8", _opening("no_generals"), "B2",
         "起牌没有二、五、八", "no two, five or eight in the hand as dealt"),
    _fan("missing_suit", "缺一色", "A suit missing", _opening("missing_suit"), "B3",
         "起牌缺一门花色", "a suit is missing from the hand as dealt"),
)  # fmt: skip

FANS: tuple[Fan, ...] = (
    *BIG,
    *OPENINGS,
    _fan("small_drawn", "小胡自摸", "Small, self-drawn", _small(True), "B4",
         "四句话加二五八将，自摸（补张亦然）",
         "four sets and a pair of 2, 5, 8, self-drawn, on a 补张 too"),
    _fan("plain", "平胡", "Plain hand", _small(False), "平胡",
         "四句话加二五八将，别人点炮", "four sets and a pair of 2, 5, 8 on a discard"),
)  # fmt: skip
