"""国标麻将: fans of 88 down to 32, in the official order."""

from __future__ import annotations

from collections import Counter

from engine.patterns import (
    NOT_THERE,
    TERMINALS,
    is_all_pungs,
    one_suit,
    whole_hand,
)
from engine.rules.mcr.hand import (
    DRAGONS,
    GREEN,
    about,
    concealed_pungs,
    made_of,
    pair,
    pungs,
    pungs_of,
    tiles,
    twin_dragons,
)
from engine.rules.mcr.lines import ALONE, combined, fan, is_wind, within
from engine.rules.mcr.options import by_second_list
from engine.ruleset import Fan, FanContext, Find
from engine.shapes import Family, GroupKind, Reading
from engine.tile import KINDS, NUMBERS, Tile
from engine.win import Evidence

_HONOURS = frozenset(tile for tile in KINDS if tile.is_honour)
_ENDS = frozenset(tile for tile in NUMBERS if tile.rank in TERMINALS)
_GATES = Counter((1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9))


def _nine_gates(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    win = context.win
    if win.melds or len({tile.suit for tile in (*win.concealed, win.tile)}) > 1:
        return NOT_THERE
    if Counter(tile.rank for tile in win.concealed) != _GATES or not win.tile.is_number:
        return NOT_THERE
    # One pung of ends is in every such hand; the fan is about it.
    ends = [i for i, group in pungs(reading) if group.tile.rank in TERMINALS]
    return (Evidence(tuple(sorted(tiles(reading))), tuple(ends[:1])),)


def _number_of_kongs(number: int) -> Find:
    def find(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
        found = [place for place in pungs(reading) if place[1].kind is GroupKind.KONG]
        return about(*found) if len(found) == number else NOT_THERE

    return find


def _shifted_pairs(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    found = sorted(group.tile.index for group in reading.groups)
    run = found == list(range(found[0], found[0] + 7)) and one_suit(context, reading)
    return whole_hand(reading) if run and reading.family is Family.SEVEN_PAIRS else NOT_THERE


def _orphans(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    return whole_hand(reading) if reading.family is Family.ORPHANS else NOT_THERE


def _is_pungs_or_pairs(reading: Reading) -> bool:
    return is_all_pungs(reading) or reading.family is Family.SEVEN_PAIRS


def _all_terminals(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    if reading.family is Family.SEVEN_PAIRS and not context.options.on("terminal_pairs"):
        return NOT_THERE
    found = _is_pungs_or_pairs(reading) and all(tile in _ENDS for tile in tiles(reading))
    return whole_hand(reading) if found else NOT_THERE


def _and_pair(find: Find, kinds: frozenset[Tile]) -> Find:
    """As `find`, with a pair of one of `kinds`; the pair is not among the groups."""

    def found(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
        eyes = pair(reading)
        return find(context, reading) if eyes and eyes.tile in kinds else NOT_THERE

    return found


def _mixed_terminals(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    ends = all(tile in _ENDS or tile.is_honour for tile in tiles(reading))
    if not ends or not _is_pungs_or_pairs(reading):
        return NOT_THERE
    (whole,) = whole_hand(reading)
    if "little_dragons" in by_second_list(context.options) and _little_dragons(context, reading):
        return (Evidence(groups=tuple(i for i, g in pungs(reading) if g.tile.is_honour)),)
    return (whole,)


def _is_dragon(tile: Tile) -> bool:
    return tile in DRAGONS


_little_dragons = _and_pair(pungs_of(2, _is_dragon), frozenset(DRAGONS))
_WINDS = frozenset(tile for tile in _HONOURS if tile.is_wind)

MAJOR: tuple[Fan, ...] = (
    fan(
        1, "big_four_winds", "大四喜", "Big four winds", 88, pungs_of(4, is_wind),
        "东南西北四副刻子或杠", "pungs or kongs of all four winds",
        "big_three_winds", "all_pungs", "prevalent_wind", "seat_wind", within("terminal_pung"),
    ),
    fan(
        2, "big_three_dragons", "大三元", "Big three dragons", 88, pungs_of(3, _is_dragon),
        "中发白三副刻子或杠", "pungs or kongs of all three dragons",
        "two_dragon_pungs", "dragon_pung", within("terminal_pung"),
    ),
    fan(
        3, "all_green", "绿一色", "All green", 88, made_of(GREEN),
        "全由二三四六八条和发财组成；没有发财时可另计清一色",
        "only 2 3 4 6 8 of bamboo and the green dragon; without the dragon also 清一色",
        "half_flush",
    ),
    fan(
        4, "nine_gates", "九莲宝灯", "Nine gates", 88, _nine_gates,
        "未吃碰杠，一种花色的 1112345678999，再加这花色的任何一张",
        "nothing melded: 1112345678999 of one suit, completed by any tile of the suit",
        "full_flush", "concealed_hand", "fully_concealed", "no_honours", within("terminal_pung"),
    ),
    fan(
        5, "four_kongs", "四杠", "Four kongs", 88, _number_of_kongs(4),
        "四个杠，明暗不论", "four kongs, concealed or not",
        "three_kongs", "two_concealed_kongs", "two_melded_kongs", "mixed_kongs",
        "concealed_kong", "melded_kong", "all_pungs", "single_wait",
    ),
    fan(
        6, "shifted_pairs", "连七对", "Seven shifted pairs", 88, _shifted_pairs,
        "一种花色序数相连的七个对子", "seven pairs of one suit in a row",
        "seven_pairs", "full_flush", "no_honours", *ALONE,
    ),
    fan(
        7, "thirteen_orphans", "十三幺", "Thirteen orphans", 88, _orphans,
        "三种花色的一九和七种字牌各一张，其中一种成对（又名国士无双）",
        "a one and a nine of each suit and all seven honours, one of them twice",
        "all_types", "all_terminals_and_honours", *ALONE,
    ),
    fan(
        8, "all_terminals", "清幺九", "All terminals", 64, _all_terminals,
        "全由序数牌一、九的刻子和将组成；按选项也可为七对",
        "pungs and a pair of ones and nines only; by option seven pairs too",
        "all_terminals_and_honours", "all_pungs", "outside_hand", "terminal_pung", "no_honours",
        "double_pung",
    ),
    fan(
        9, "little_four_winds", "小四喜", "Little four winds", 64,
        _and_pair(pungs_of(3, is_wind), _WINDS),
        "三副风刻，另一种风作将", "pungs of three winds and a pair of the fourth",
        "big_three_winds", within("terminal_pung"),
    ),
    fan(
        10, "little_three_dragons", "小三元", "Little three dragons", 64, _little_dragons,
        "两副箭刻，另一种箭牌作将", "pungs of two dragons and a pair of the third",
        "two_dragon_pungs", "dragon_pung", within("terminal_pung"),
    ),
    fan(
        11, "all_honours", "字一色", "All honours", 64, made_of(_HONOURS),
        "全由字牌组成", "honours only",
        "all_terminals_and_honours", "all_pungs", "outside_hand", "terminal_pung",
    ),
    fan(
        12, "four_concealed_pungs", "四暗刻", "Four concealed pungs", 64, concealed_pungs(4),
        "四副暗刻或暗杠", "four concealed pungs or kongs",
        "three_concealed_pungs", "two_concealed_pungs", "all_pungs", "concealed_hand",
        "fully_concealed",
    ),
    fan(
        13, "pure_terminal_chows", "一色双龙会", "Pure terminal chows", 64, twin_dragons(1),
        "一种花色的两个老少副，五作将",
        "twice 123 and 789 of one suit with its fives as the pair",
        "seven_pairs", "full_flush", "all_chows", "pure_double_chow", "two_terminal_chows",
        "no_honours",
    ),
    fan(
        14, "quadruple_chow", "一色四同顺", "Quadruple chow", 48, combined("quadruple_chow"),
        "一种花色四副相同的顺子", "four equal chows",
        "pure_triple_chow", "pure_double_chow", "pure_shifted_pungs", "tile_hog",
    ),
    fan(
        15, "four_pure_shifted_pungs", "一色四节高", "Four pure shifted pungs", 48,
        combined("four_pure_shifted_pungs"),
        "一种花色四副依次递增一位的刻子", "four pungs of one suit, each one rank up",
        "pure_triple_chow", "pure_shifted_pungs", "all_pungs",
    ),
    fan(
        16, "four_pure_shifted_chows", "一色四步高", "Four pure shifted chows", 32,
        combined("four_pure_shifted_chows"),
        "一种花色四副依次递增一位或两位的顺子",
        "four chows of one suit, each one rank up, or each two",
        "pure_shifted_chows", "short_straight", "two_terminal_chows",
    ),
    fan(
        17, "three_kongs", "三杠", "Three kongs", 32, _number_of_kongs(3),
        "三个杠，明暗不论", "three kongs, concealed or not",
        "two_concealed_kongs", "two_melded_kongs", "mixed_kongs", "concealed_kong", "melded_kong",
    ),
    fan(
        18, "all_terminals_and_honours", "混幺九", "All terminals and honours", 32,
        _mixed_terminals,
        "全由一、九和字牌的刻子及将组成，或为七对",
        "ones, nines and honours only, in pungs or in seven pairs",
        "all_pungs", "outside_hand", within("terminal_pung"),
    ),
)  # fmt: skip
