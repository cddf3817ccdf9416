"""Fans that several pages list with the same words, each page with its own value
and clause."""

from __future__ import annotations

from typing import NamedTuple

from engine.authoring import named_fan
from engine.patterns import (
    all_pungs,
    always,
    both,
    generals_everywhere,
    kong_blossom,
    one_suit,
    pairs_with_four,
    seven_pairs,
    terminals_everywhere,
)
from engine.play.firsts import heaven
from engine.ruleset import Exclusion, Fan, Find


class Listed(NamedTuple):
    """A fan's name, predicate and words, Chinese and English."""

    zh: str
    en: str
    find: Find
    text_zh: str
    text_en: str


LISTED: dict[str, Listed] = {
    "plain": Listed(
        "平胡", "Plain hand", always, "四副面子加一对将", "four sets and a pair"),
    "all_pungs": Listed(
        "对对胡", "All pungs", all_pungs, "四副刻子（杠）加一对将",
        "four pungs or kongs and a pair"),
    "one_suit": Listed(
        "清一色", "One suit", one_suit, "全部是一种花色", "nothing but one suit"),
    "terminals": Listed(
        "带幺九", "Terminals everywhere", terminals_everywhere, "每副面子和将都带一或九",
        "a 1 or 9 in every set and the pair"),
    "pairs": Listed(
        "七对", "Seven pairs", seven_pairs, "七个对子，没有碰杠", "seven pairs, nothing laid"),
    "dragon_pairs": Listed(
        "龙七对", "Seven pairs with a four", pairs_with_four,
        "七对中有四张相同而未杠；这四张不另算根",
        "seven pairs with four equal tiles, which are no root"),
    "pure_pungs": Listed(
        "清对", "All pungs in one suit", both(all_pungs, one_suit), "清一色的对对胡",
        "all pungs in one suit"),
    "generals": Listed(
        "将对", "All pungs of 2, 5, 8", generals_everywhere, "二、五、八的对对胡",
        "all pungs, the pair too, of 2, 5 and 8"),
    "heaven": Listed(
        "天胡", "Heavenly win", heaven, "庄家起手十四张即胡", "the dealer wins on the tiles dealt"),
    "pure_pairs": Listed(
        "清七对", "Seven pairs in one suit", both(seven_pairs, one_suit), "清一色的七对",
        "seven pairs in one suit"),
    "pure_dragon_pairs": Listed(
        "清龙七对", "Seven pairs with a four in one suit", both(pairs_with_four, one_suit),
        "清一色的龙七对；这四张不另算根", "the same in one suit; the four are no root"),
    "kong_blossom": Listed(
        "杠上花", "Win on a kong's replacement", kong_blossom, "杠后补来的牌自摸",
        "self-drawn on the replacement of a kong"),
}  # fmt: skip


def listed(fan: str, value: int, clause: str, *excludes: str | Exclusion, zh: str = "") -> Fan:
    """The fan `fan` of this list as a page counts it; `zh`: its name there."""
    one = LISTED[fan]
    return named_fan(
        fan, zh or one.zh, one.en, value, one.find, clause, one.text_zh, one.text_en, *excludes
    )
