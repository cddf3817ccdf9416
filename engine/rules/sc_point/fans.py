"""成都点数: patterns and extras in the order of the text (L5-43)."""

from __future__ import annotations

from engine.authoring import named_fan, only_best
from engine.events import WinKind
from engine.patterns import (
    NOT_THERE,
    ONCE,
    all_pungs,
    always,
    both,
    by_kind,
    fours,
    generals_everywhere,
    kong_blossom,
    kongs,
    one_suit,
    pairs_with_four,
    seven_pairs,
    terminals_everywhere,
)
from engine.play import heaven, is_earth
from engine.ruleset import Exclusion, Fan, FanContext, Find
from engine.shapes import Reading
from engine.win import Evidence

_OWN_FOUR = Exclusion("root", same_tile=True)


def _earth(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    by = context.options["earth"]
    found = is_earth(context.win, drawn=by != "first_discard", shot=by != "first_draw")
    return ONCE if found else NOT_THERE


def _pure_pairs(worth: str) -> Find:
    plain = both(seven_pairs, one_suit)

    def find(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
        return plain(context, reading) if context.options["pure_pairs"] == worth else NOT_THERE

    return find


def _blossom(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    return kong_blossom(context, reading) * int(context.options["blossom"])


BASES = only_best(
    named_fan("plain", "平胡", "Plain hand", 1, always, "L5",
        "四副面子加一对将", "four sets and a pair"),
    named_fan("all_pungs", "对对胡", "All pungs", 2, all_pungs, "L6",
        "四副刻子（杠）加一对将", "four pungs or kongs and a pair"),
    named_fan("one_suit", "清一色", "One suit", 3, one_suit, "L10",
        "全部是一种花色", "nothing but one suit"),
    named_fan("terminals", "幺九牌", "Terminals everywhere", 3, terminals_everywhere, "L12",
        "每副面子和将都带一或九", "a 1 or 9 in every set and the pair"),
    named_fan("pairs", "七对", "Seven pairs", 3, seven_pairs, "L14", "七个对子", "seven pairs"),
    named_fan("dragon_pairs", "龙七对", "Seven pairs with a four", 4, pairs_with_four, "L17",
        "七对中有四张相同而未杠；这四张不另算根",
        "seven pairs with four equal tiles, which are no root", _OWN_FOUR),
    named_fan("pure_pairs", "清七对", "Seven pairs in one suit", 4, _pure_pairs("4"), "L17",
        "清一色的七对", "seven pairs in one suit"),
    named_fan("pure_pungs", "清对", "All pungs in one suit", 4, both(all_pungs, one_suit), "L18",
        "清一色的对对胡", "all pungs in one suit"),
    named_fan("generals", "将对", "All pungs of 2, 5, 8", 4, generals_everywhere, "L20",
        "二、五、八的对对胡", "all pungs, the pair too, of 2, 5 and 8"),
    named_fan("heaven", "天胡", "Heavenly win", 8, heaven, "L23",
        "庄家起手即胡", "the dealer wins on the tiles dealt"),
    named_fan("earth", "地胡", "Earthly win", 8, _earth, "L24",
        "闲家在第一圈即胡", "another seat wins on the first discard or its own first draw"),
    named_fan("pure_dragon_pairs", "清龙七对", "Seven pairs with a four in one suit", 8,
        both(pairs_with_four, one_suit), "L25",
        "清一色的龙七对；这四张不另算根", "the same in one suit; the four are no root", _OWN_FOUR),
    named_fan("dear_pure_pairs", "清七对（8分）", "Seven pairs in one suit (8)", 8,
        _pure_pairs("8"), "L25", "原文另一处列为8分（选项）",
        "8 where the text lists it again (an option)"),
)  # fmt: skip

FANS: tuple[Fan, ...] = (
    *BASES,
    named_fan("kong", "杠", "Kong", 1, kongs, "L27", "每有一杠加1分", "one more for each kong"),
    named_fan("root", "根", "Root", 1, fours, "L27; L29-43",
        "四张相同而未杠，碰牌加手中一张也算",
        "four equal tiles not konged, a pung with the fourth in hand too"),
    named_fan("kong_blossom", "杠上花", "Win on a kong's replacement", 1, _blossom, "L27",
        "加2分，杠本身的1分另计", "two more, beside the one of the kong"),
    named_fan("robbed_kong", "抢杠", "Robbing a kong", 1, by_kind(WinKind.ROBBED_KONG), "L8; L27",
        "加1分", "one more"),
)  # fmt: skip
