"""成都点数: patterns and extras in the order of the text (L5-43)."""

from __future__ import annotations

from engine.authoring import named_fan, only_best
from engine.events import WinKind
from engine.patterns import (
    NOT_THERE,
    ONCE,
    both,
    by_kind,
    fours,
    kong_blossom,
    kongs,
    one_suit,
    seven_pairs,
)
from engine.play import is_earth
from engine.play.listed import listed
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
    listed("plain", 1, "L5"),
    listed("all_pungs", 2, "L6"),
    listed("one_suit", 3, "L10"),
    listed("terminals", 3, "L12", zh="幺九牌"),
    listed("pairs", 3, "L14"),
    listed("dragon_pairs", 4, "L17", _OWN_FOUR),
    named_fan("pure_pairs", "清七对", "Seven pairs in one suit", 4, _pure_pairs("4"), "L17",
        "清一色的七对", "seven pairs in one suit"),
    listed("pure_pungs", 4, "L18"),
    listed("generals", 4, "L20"),
    listed("heaven", 8, "L23"),
    named_fan("earth", "地胡", "Earthly win", 8, _earth, "L24",
        "闲家在第一圈即胡", "another seat wins on the first discard or its own first draw"),
    listed("pure_dragon_pairs", 8, "L25", _OWN_FOUR),
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
