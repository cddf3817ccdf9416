"""上海: the fans of the versions in the order of their texts (Q2, J1, J6)."""

from __future__ import annotations

from dataclasses import replace

from engine.authoring import named_fan
from engine.events import WinKind
from engine.patterns import (
    NOT_THERE,
    ONCE,
    all_pungs,
    by_kind,
    is_all_pungs,
    one_suit,
    suits,
    whole_hand,
)
from engine.rules.shanghai.flowers import flowers
from engine.ruleset import Fan, FanContext, Find, Options
from engine.shapes import Group, GroupKind, Reading
from engine.tile import Tile
from engine.view import Text
from engine.win import EntryCause, Evidence

NOT_KNOCKED = "not_knocked"
"""Situation word: it is known that the winner has not knocked (敲)."""
OPENED, DRAWN = "equal_dice", "drawn_deal"
"""Situation words, one for each 开宝 and each 黄番 that the deal carries."""


def as_wind(tile: Tile, options: Options) -> bool:
    """风向牌: the winds, and by option the dragons."""
    return tile.is_wind or (tile.is_honour and options.get("dragons_as_winds") != "no")


def is_honours_hand(tiles: tuple[Tile, ...], options: Options) -> bool:
    return all(as_wind(tile, options) for tile in tiles)


def _tiles(reading: Reading) -> tuple[Tile, ...]:
    return tuple(group.tile for group in reading.groups)


def _blossom(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    win = context.win
    entries = {EntryCause.KONG}
    if context.options.get("flower_blossom") == "yes":
        entries.add(EntryCause.FLOWER)
    drawn = win.kind is WinKind.SELF_DRAW and win.entry in entries
    return ONCE if drawn else NOT_THERE


def _each_time(word: str) -> Find:
    def find(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
        return ONCE * context.win.situation.count(word)

    return find


def _all_melded(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    alone = len(context.win.melds) == 4 and not context.win.is_flower_win
    return whole_hand(reading) if alone else NOT_THERE


def _half_suit(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    found = suits(reading)
    honours = (tile for tile in _tiles(reading) if tile.is_honour)
    half = len(found) == 2 and "z" in found and is_honours_hand(tuple(honours), context.options)
    return whole_hand(reading) if half else NOT_THERE


def _half_pungs(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    return _half_suit(context, reading) if is_all_pungs(reading) else NOT_THERE


def _pure_pungs(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    if context.options["pure_pungs"] == "added" or not is_all_pungs(reading):
        return NOT_THERE
    return one_suit(context, reading)


def _honours(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    if context.options.get("honours_hand") == "none" or context.win.is_flower_win:
        return NOT_THERE
    found = is_honours_hand(_tiles(reading), context.options)
    return whole_hand(reading) if found else NOT_THERE


def _honour_pungs(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    return _honours(context, reading) if is_all_pungs(reading) else NOT_THERE


def _concealed(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    win = context.win
    closed = all(meld.source is None for meld in win.melds) and not win.is_flower_win
    return ONCE if closed else NOT_THERE


def _single_wait(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    """The winning tile is half of the pair."""
    for index, group in enumerate(reading.groups):
        if _is_pair_of(group, context.win.tile):
            return (Evidence(group.tiles, (index,), group.tile),)
    return NOT_THERE


def _is_pair_of(group: Group, tile: Tile) -> bool:
    return group.kind is GroupKind.PAIR and group.tile is tile


def _old(find: Find) -> Find:
    """A fan of the old rules, which 敲麻 counts only by option."""

    def found(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
        return find(context, reading) if context.options["fans"] == "gate" else NOT_THERE

    return found


_FLOWERS = named_fan(
    "flowers", "花", "Flowers", 0, flowers, "J3; Q6",
    "花牌，以及副露的风、字和杠；每个花加底，不计番",
    "flower tiles, melded honours and kongs; each adds to the base and is no fan",
)  # fmt: skip
_BLOSSOM = named_fan(
    "blossom", "杠开", "Blossom on the kong", 1, _blossom, "Q2.1; J1",
    "杠后补进的牌自摸", "self-drawn on the tile taken after a kong",
)  # fmt: skip
_ALL_MELDED = named_fan(
    "all_melded", "大吊车", "All melded", 1, _all_melded, "Q2.1; J1",
    "其余都已吃、碰、杠下，只剩一张单吊", "four melds lie open, a single tile waits for its pair",
)  # fmt: skip
_ALL_PUNGS = named_fan(
    "all_pungs", "碰碰胡", "All pungs", 2, all_pungs, "Q2.2; J1",
    "四副刻子或杠加一对将", "four pungs or kongs and a pair",
)  # fmt: skip
_HALF_SUIT = named_fan(
    "half_suit", "混一色", "Half flush", 2, _half_suit, "Q2.2; J1",
    "一种花色加风向牌", "one suit with winds",
)  # fmt: skip
_ONE_SUIT = named_fan(
    "one_suit", "清一色", "Full flush", 4, one_suit, "Q2.3; J1", "全是一种花色", "one suit only",
)  # fmt: skip
_HONOURS = named_fan(
    "honours", "风一色", "All honours", 5, _honours, "Q2.4",
    "全是风向牌，不必成副（乱风）", "honours only, in any order, no sets needed",
)  # fmt: skip
_HONOUR_PUNGS = named_fan(
    "honour_pungs", "风碰", "All honours in pungs", 6, _honour_pungs, "Q2.5",
    "全是风向牌的碰碰胡", "all pungs of honours only", "honours", "all_pungs",
)  # fmt: skip
_CONCEALED = named_fan(
    "concealed", "门清", "Concealed hand", 1, _concealed, "J6",
    "没有吃、碰、明杠", "no chow, pung or exposed kong",
)  # fmt: skip
_SINGLE_WAIT = named_fan(
    "single_wait", "单吊", "Single wait", 1, _single_wait, "J6",
    "胡的牌成将", "the winning tile completes the pair",
)  # fmt: skip

QHP_FANS: tuple[Fan, ...] = (
    _BLOSSOM,
    named_fan(
        "equal_dice", "开宝", "Equal dice", 1, _each_time(OPENED), "Q2.1",
        "开局两骰点数相同；没人胡则累加到下局",
        "both dice of the break are equal; carried on until somebody wins",
    ),
    named_fan(
        "drawn_deal", "黄番", "After a draw", 1, _each_time(DRAWN), "Q2.1",
        "前面每连续荒一局加一番", "one for each drawn deal just before",
    ),
    _ALL_MELDED, _ALL_PUNGS, _HALF_SUIT, _ONE_SUIT,
    named_fan(
        "half_pungs", "混碰", "Half flush in pungs", 4, _half_pungs, "Q2.3",
        "混一色的碰碰胡", "a half flush of pungs", "half_suit", "all_pungs",
    ),
    named_fan(
        "eight_flowers", "八花齐", "Eight flowers", 4, by_kind(WinKind.EIGHT_FLOWERS), "Q1; Q2.3",
        "抓满八张花，不论牌型，算自摸", "all eight flower tiles, whatever the hand; self-drawn",
    ),
    named_fan(
        "pure_pungs", "清碰", "Full flush in pungs", 5, _pure_pungs, "Q2.4",
        "清一色的碰碰胡", "a full flush of pungs", "one_suit", "all_pungs",
    ),
    _HONOURS, _HONOUR_PUNGS, _FLOWERS,
)  # fmt: skip

OLD_FANS: tuple[Fan, ...] = (
    _ONE_SUIT, _HALF_SUIT, _ALL_PUNGS, _ALL_MELDED, _BLOSSOM, _HONOURS, _HONOUR_PUNGS, _FLOWERS,
)  # fmt: skip

QIAOMA_FANS: tuple[Fan, ...] = (
    _CONCEALED,
    _SINGLE_WAIT,
    *(
        replace(
            f,
            find=_old(f.find),
            text=Text(f"{f.text.zh}（依选项 fans）", f"{f.text.en} (by the option fans)"),
        )
        for f in OLD_FANS
        if f not in (_FLOWERS, _ALL_MELDED)  # 单吊 already says so
    ),
    _FLOWERS,
)

PATTERNS = frozenset(
    ("all_pungs", "half_suit", "one_suit", "half_pungs", "pure_pungs", "honours", "honour_pungs")
)
"""清、混、碰 and 风: what a hand must be where only such hands win (Q1, J5)."""

CALLED = frozenset(("concealed", "single_wait"))
"""门清 and 单吊 (J6)."""

LIMITS = {"equal_dice": 2, "drawn_deal": 2, "pure_pungs": 2, "honours": 2, "honour_pungs": 4}
"""How many 勒子 a hand with this fan may cost (Q5); others one."""
