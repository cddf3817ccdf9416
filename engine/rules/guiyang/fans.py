"""贵阳捉鸡: the patterns of both texts in the order in which they stand."""

from __future__ import annotations

from engine.authoring import named_fan as _fan
from engine.events import WinKind
from engine.patterns import (
    NOT_THERE,
    ONCE,
    all_pungs,
    is_all_pungs,
    kong_blossom,
    suits,
    whole_hand,
)
from engine.ruleset import Fan, FanContext, Find
from engine.shapes import Family, GroupKind, Reading
from engine.win import Evidence, Win

DECLARED = "baoting"
"""Mark of a seat that declared its dealt hand ready (报听)."""
BESIDE = ("kong_blossom", "hot_shot", "declared")
"""Fans that count beside the pattern; of the patterns only the dearest does."""
KONG_WORD = "dou:"
"""Begins the word of a win's situation that names the 豆 just made: the index
among the melds of the winner (self-drawn) or of the one who shot."""


def fresh_kong(win: Win) -> int | None:
    """Index of the 豆 that whoever gave the winning tile had just made."""
    for word in win.situation:
        if word.startswith(KONG_WORD):
            return int(word.removeprefix(KONG_WORD))
    return None


def is_hot_shot(win: Win) -> bool:
    """热炮: a discard made right after a 豆."""
    return win.kind is WinKind.DISCARD and fresh_kong(win) is not None


def _pairs(reading: Reading) -> bool:
    """Seven pairs; 地龙 is five beside a pung."""
    return reading.family is Family.SEVEN_PAIRS and all(
        group.kind is GroupKind.PAIR for group in reading.groups
    )


def _dragon_pairs(reading: Reading) -> bool:
    kinds = {group.tile for group in reading.groups}
    return _pairs(reading) and len(kinds) < len(reading.groups)


def _one_suit(reading: Reading) -> bool:
    return len(suits(reading)) == 1


def _where(holds: bool, reading: Reading) -> tuple[Evidence, ...]:
    return whole_hand(reading) if holds else NOT_THERE


def is_plain(reading: Reading) -> bool:
    """平胡: sets and a pair that are no pattern of their own."""
    return (
        reading.family is Family.STANDARD
        and not is_all_pungs(reading)
        and not _one_suit(reading)
    )


def _plain(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    return _where(is_plain(reading), reading)


def _seven_pairs(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    return _where(_pairs(reading), reading)


def _dragon(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    return _where(_dragon_pairs(reading), reading)


def _pure(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    return _where(_one_suit(reading), reading)


def _pure_pungs(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    return _where(is_all_pungs(reading) and _one_suit(reading), reading)


def _pure_pairs(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    return _where(_pairs(reading) and _one_suit(reading), reading)


def _filled_pure_pairs(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    wanted = context.options["pure_pairs"] == "90"
    return _pure_pairs(context, reading) if wanted else NOT_THERE


def _pure_dragon(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    return _where(_dragon_pairs(reading) and _one_suit(reading), reading)


def _ground_dragon(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    return _where(reading.family is Family.SEVEN_PAIRS and not _pairs(reading), reading)


def _hot_shot(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    return ONCE if is_hot_shot(context.win) else NOT_THERE


def _declared(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    win = context.win
    return ONCE if DECLARED in win.seats[win.seat].marks else NOT_THERE


_PATTERNS: dict[str, tuple[str, str, Find, str, str]] = {
    "plain": (
        "平胡", "Plain hand", _plain,
        "四副和一对，不全是刻子；自摸，或有豆时点胡",
        "four sets and a pair, not all pungs; self-drawn, or off a discard with a 豆",
    ),
    "all_pungs": (
        "大对子", "All pungs", all_pungs, "四副刻子或豆加一对", "four pungs or kongs and a pair",
    ),
    "seven_pairs": ("七对", "Seven pairs", _seven_pairs, "七个对子", "seven pairs"),
    "dragon_pairs": (
        "龙七对", "Dragon seven pairs", _dragon,
        "五个对子加四张相同的牌，手中未杠", "five pairs and four equal tiles, not konged",
    ),
    "one_suit": ("清一色", "One suit", _pure, "全是一种花色", "one suit only"),
    "pure_pungs": (
        "清大对", "All pungs of one suit", _pure_pungs, "一种花色的大对子", "all pungs in one suit",
    ),
    "pure_dragon": (
        "清龙七对", "Dragon seven pairs of one suit", _pure_dragon,
        "一种花色的龙七对", "dragon seven pairs in one suit",
    ),
}  # fmt: skip
"""What both texts list: names, predicate, words."""


def _pattern(id_: str, value: int, clause: str, zh: str = "") -> Fan:
    """A pattern of both texts as one of them counts it; `zh`: its name there."""
    name, english, find, text_zh, text_en = _PATTERNS[id_]
    return _fan(id_, zh or name, english, value, find, clause, text_zh, text_en)


DOU_FANS: tuple[Fan, ...] = (
    _fan(
        "kong_blossom", "杠上胡", "Win on the kong's tile", 10, kong_blossom, "L90 杠上胡",
        "开杠后补进一张立即自摸，总番数加 10",
        "self-drawn at once on a kong's replacement: 10 more",
    ),
    _pattern("plain", 10, "L90 平胡"),
    _pattern("all_pungs", 30, "L90 大对子"),
    _pattern("seven_pairs", 40, "L90 七对"),
    _pattern("dragon_pairs", 50, "L90 龙七对"),
    _pattern("one_suit", 50, "L90 清一色"),
    _pattern("pure_pungs", 80, "L90 清大对"),
    _fan(
        "pure_pairs", "清七对", "Seven pairs of one suit", 90, _filled_pure_pairs,
        "补（L90 未列）",
        "一种花色的七对；原文未列，按相加补 90，选项可改为只算清一色",
        "seven pairs in one suit; filled by adding up, an option counts 清一色 only",
    ),
    _pattern("pure_dragon", 100, "L90 青龙背", "青龙背"),
)  # fmt: skip

BAO_FANS: tuple[Fan, ...] = (
    _pattern("plain", 1, "L84 平胡；番数补"),
    _pattern("all_pungs", 5, "L84 大对子；番数补"),
    _pattern("seven_pairs", 10, "L84 小七对；番数补", "小七对"),
    _pattern("one_suit", 10, "L84 清一色"),
    _pattern("pure_pungs", 15, "L84 清大对；番数补"),
    _fan(
        "pure_pairs", "清七对", "Seven pairs of one suit", 20, _pure_pairs, "L84 清七对；番数补",
        "一种花色的七对", "seven pairs in one suit",
    ),
    _pattern("dragon_pairs", 20, "L84 龙七对；番数补"),
    _pattern("pure_dragon", 30, "L84 清龙七对；番数补"),
    _fan(
        "ground_dragon", "地龙", "Ground dragon", 20, _ground_dragon, "L84 地龙；番数补",
        "只碰一副，立牌全成对，胡所碰之牌的第四张",
        "one pung, the rest pairs, won on the fourth tile of the pung",
    ),
    _fan(
        "hot_shot", "热炮", "Hot shot", 1, _hot_shot, "L84 热炮",
        "胡别人成豆后随即打出的牌，加一番", "won off the discard right after a 豆: one 番 more",
    ),
    _fan(
        "declared", "报听", "Declared ready", 10, _declared, "L84 报听胡牌",
        "报听者胡牌，每个付者在牌型番外另付清一色 10 番",
        "won after declaring: every payer adds the 10 of 清一色 to the pattern's 番",
    ),
)  # fmt: skip
