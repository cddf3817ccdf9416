"""血战到底: the fans in the order of the text (¶14-16)."""

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
    kong_shot,
    kongs,
    one_suit,
    pairs_with_four,
    seven_pairs,
    terminals_everywhere,
)
from engine.play import heaven, is_earth
from engine.ruleset import Exclusion, Fan, FanContext
from engine.shapes import Reading
from engine.win import Evidence

_OWN_FOUR = Exclusion("gen", same_tile=True)


def _earth(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    shot = context.options.on("earth_on_discard")
    return ONCE if is_earth(context.win, drawn=True, shot=shot) else NOT_THERE


def _roots(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    found = fours(context, reading)
    return (*found, *kongs(context, reading)) if context.options.on("kong_is_root") else found


def _robbed(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    found = by_kind(WinKind.ROBBED_KONG)(context, reading)
    return found if context.options.on("robbed_fan") else NOT_THERE


BASES = only_best(
    named_fan("plain", "平胡", "Plain hand", 1, always, "¶14-15",
        "四副面子加一对将", "four sets and a pair"),
    named_fan("all_pungs", "对对胡", "All pungs", 2, all_pungs, "¶15",
        "四副刻子（杠）加一对将", "four pungs or kongs and a pair"),
    named_fan("one_suit", "清一色", "One suit", 3, one_suit, "¶15",
        "全部是一种花色", "nothing but one suit"),
    named_fan("terminals", "带幺九", "Terminals everywhere", 3, terminals_everywhere, "¶15",
        "每副面子和将都带一或九", "a 1 or 9 in every set and the pair"),
    named_fan("pairs", "七对", "Seven pairs", 3, seven_pairs, "¶15",
        "七个对子，没有碰杠", "seven pairs, nothing laid"),
    named_fan("pure_pungs", "清对", "All pungs in one suit", 4, both(all_pungs, one_suit), "¶15",
        "清一色的对对胡", "all pungs in one suit"),
    named_fan("generals", "将对", "All pungs of 2, 5, 8", 4, generals_everywhere, "¶15-16",
        "二、五、八的对对胡", "all pungs, the pair too, of 2, 5 and 8"),
    named_fan("dragon_pairs", "龙七对", "Seven pairs with a four", 5, pairs_with_four, "¶16",
        "七对中有四张相同；这四张不另算根", "seven pairs with four equal tiles, which are no root",
        _OWN_FOUR),
    named_fan("pure_pairs", "清七对", "Seven pairs in one suit", 5,
        both(seven_pairs, one_suit), "¶16", "清一色的七对", "seven pairs in one suit"),
    named_fan("pure_terminals", "清幺九", "Terminals everywhere in one suit", 5,
        both(terminals_everywhere, one_suit), "¶16",
        "清一色的带幺九", "terminals everywhere in one suit"),
    named_fan("heaven", "天胡", "Heavenly win", 6, heaven, "¶16",
        "庄家起手十四张即胡", "the dealer wins on the tiles dealt"),
    named_fan("earth", "地胡", "Earthly win", 6, _earth, "¶16",
        "闲家起手已听，第一张摸牌即胡", "another seat, ready when dealt, wins on its first draw"),
    named_fan("pure_dragon_pairs", "清龙七对", "Seven pairs with a four in one suit", 6,
        both(pairs_with_four, one_suit), "¶16",
        "清一色的龙七对；这四张不另算根", "the same in one suit; the four are no root", _OWN_FOUR),
)  # fmt: skip

FANS: tuple[Fan, ...] = (
    *BASES,
    named_fan("kong_blossom", "杠上花", "Win on a kong's replacement", 1, kong_blossom, "¶16",
        "杠后补来的牌自摸", "self-drawn on the replacement of a kong"),
    named_fan("kong_shot", "杠上炮", "Win on a konger's discard", 1, kong_shot, "¶16",
        "胡别家杠后打出的牌", "on what another seat throws after its kong"),
    named_fan("gen", "根", "Root", 1, _roots, "¶16",
        "四张相同而未作杠，每根一番", "four equal tiles not made a kong, once each"),
    named_fan("robbed_kong", "抢杠", "Robbing a kong", 1, _robbed, "¶11†",
        "抢杠加一番（选项，原文没有）", "a robbed kong adds one (an option, not in the text)"),
)  # fmt: skip
