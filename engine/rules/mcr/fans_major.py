"""国标麻将: fans of 88 down to 8, in the official order."""

from __future__ import annotations

from collections import Counter

from engine.events import WinKind
from engine.patterns import (
    NOT_THERE,
    ONCE,
    TERMINALS,
    any_of,
    every_group,
    is_all_pungs,
    one_suit,
    seven_pairs,
    suits,
    whole_hand,
)
from engine.play import LAST_TILE
from engine.rules.mcr.hand import (
    DRAGONS,
    GREEN,
    REVERSIBLE,
    about,
    chows,
    concealed_pungs,
    made_of,
    pair,
    pungs,
    pungs_of,
    tiles,
)
from engine.rules.mcr.options import by_second_list
from engine.rules.mcr.sets import bound
from engine.ruleset import Exclusion, Fan, FanContext, Find
from engine.shapes import Family, Group, GroupKind, Reading
from engine.tile import KINDS, NUMBERS, Tile
from engine.view import Text
from engine.win import EntryCause, Evidence

_HONOURS = frozenset(tile for tile in KINDS if tile.is_honour)
_ENDS = frozenset(tile for tile in NUMBERS if tile.rank in TERMINALS)
_GATES = Counter((1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9))
FILLED = range(21, 29)
"""Numbers that the text has lost; the official list stands in (补)."""


def fan(
    number: int, id_: str, zh: str, en: str, value: int, find: Find, text_zh: str, text_en: str,
    *excludes: str | Exclusion,
) -> Fan:  # fmt: skip
    """Number `number` of the official list; `excludes` are fans not also counted."""
    lost = number in FILLED or number > 60
    taken = tuple(e if isinstance(e, Exclusion) else Exclusion(e) for e in excludes)
    clause = f"番{number}（补）" if lost else f"番{number}"
    return Fan(id_, Text(zh, en), value, find, clause, Text(text_zh, text_en), taken)


def within(other: str) -> Exclusion:
    """Not counted for sets that this fan is about."""
    return Exclusion(other, within=True)


def combined(name: str) -> Find:
    """Sets counted together, see `sets`."""

    def find(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
        return bound(reading, name)

    return find


def ranks(first: int, last: int) -> frozenset[Tile]:
    """The number tiles from one rank to another."""
    return frozenset(tile for tile in NUMBERS if first <= tile.rank <= last)


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


def _twin_dragons(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    eyes, runs = pair(reading), sorted((g.tile.suit, g.tile.rank) for g in chows(reading))
    if eyes is None or len(runs) < 4 or eyes.tile.rank != 5 or not eyes.tile.is_number:
        return NOT_THERE
    first, last = runs[0][0], runs[-1][0]
    if runs != sorted((suit, rank) for suit in (first, last) for rank in (1, 7)):
        return NOT_THERE
    return whole_hand(reading)


def _one_suit_twins(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    return _twin_dragons(context, reading) if len(suits(reading)) == 1 else NOT_THERE


def _three_suit_twins(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    return _twin_dragons(context, reading) if len(suits(reading)) == 3 else NOT_THERE


def _mixed_terminals(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    ends = all(tile in _ENDS or tile.is_honour for tile in tiles(reading))
    if not ends or not _is_pungs_or_pairs(reading):
        return NOT_THERE
    (whole,) = whole_hand(reading)
    if "little_dragons" in by_second_list(context.options) and _little_dragons(context, reading):
        return (Evidence(groups=tuple(i for i, g in pungs(reading) if g.tile.is_honour)),)
    return (whole,)


def _greater_knitted(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    return whole_hand(reading) if _loose_honours(reading) == 7 else NOT_THERE


def _loose_honours(reading: Reading) -> int:
    """Honours of a hand of fourteen loose tiles, -1 for another hand."""
    if reading.family is not Family.KNITTED or len(reading.groups) != 14:
        return -1
    return sum(tile.is_honour for tile in tiles(reading))


def _lesser_knitted(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    return whole_hand(reading) if _loose_honours(reading) >= 0 else NOT_THERE


def _even_pungs(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    def even(group: Group) -> bool:
        return group.tile.is_number and group.tile.rank % 2 == 0

    return (
        whole_hand(reading)
        if is_all_pungs(reading) and every_group(reading, even)
        else NOT_THERE
    )


def _all_fives(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    found = reading.family is Family.STANDARD and every_group(reading, _has_five)
    return whole_hand(reading) if found and "z" not in suits(reading) else NOT_THERE


_has_five = any_of((5,))


def _knitted_straight(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    if reading.family is not Family.KNITTED:
        return NOT_THERE
    loose = [(i, g) for i, g in enumerate(reading.groups) if g.kind is GroupKind.LOOSE]
    numbers = [place for place in loose if place[1].tile.is_number]
    return about(*numbers) if sum(len(g.tiles) for _, g in numbers) == 9 else NOT_THERE


def _chicken(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    """Whole hand: the page looks for it only where it finds nothing else."""
    return whole_hand(reading)


def _last_draw(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    win = context.win
    return ONCE if LAST_TILE in win.situation and win.is_self_drawn else NOT_THERE


def _last_discard(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    win = context.win
    found = LAST_TILE in win.situation and win.kind is WinKind.DISCARD
    return ONCE if found else NOT_THERE


def _out_on_replacement(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    win = context.win
    return ONCE if win.is_self_drawn and win.entry is EntryCause.KONG else NOT_THERE


def _robbed(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    return ONCE if context.win.kind is WinKind.ROBBED_KONG else NOT_THERE


def _is_wind(tile: Tile) -> bool:
    return tile.is_wind


def _is_dragon(tile: Tile) -> bool:
    return tile in DRAGONS


_little_dragons = _and_pair(pungs_of(2, _is_dragon), frozenset(DRAGONS))
_WINDS = frozenset(tile for tile in _HONOURS if tile.is_wind)
_ALONE = ("concealed_hand", "fully_concealed", "single_wait")
"""Hands that are concealed by nature and wait for one tile anyhow."""

MAJOR: tuple[Fan, ...] = (
    fan(
        1, "big_four_winds", "大四喜", "Big four winds", 88, pungs_of(4, _is_wind),
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
        "seven_pairs", "full_flush", "no_honours", *_ALONE,
    ),
    fan(
        7, "thirteen_orphans", "十三幺", "Thirteen orphans", 88, _orphans,
        "三种花色的一九和七种字牌各一张，其中一种成对（又名国士无双）",
        "a one and a nine of each suit and all seven honours, one of them twice",
        "all_types", "all_terminals_and_honours", *_ALONE,
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
        _and_pair(pungs_of(3, _is_wind), _WINDS),
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
        13, "pure_terminal_chows", "一色双龙会", "Pure terminal chows", 64, _one_suit_twins,
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
    fan(
        19, "seven_pairs", "七对", "Seven pairs", 24, seven_pairs,
        "七个对子；四张相同算两对", "seven pairs; four equal tiles are two", *_ALONE,
    ),
    fan(
        20, "greater_knitted", "七星不靠", "Greater honours and knitted tiles", 24,
        _greater_knitted,
        "七种字牌各一张，加三种花色 147、258、369 中的七张",
        "all seven honours and seven tiles of 147, 258, 369 in three suits",
        "lesser_knitted", "all_types", *_ALONE,
    ),
    fan(
        21, "all_even_pungs", "全双刻", "All even pungs", 24, _even_pungs,
        "全由二、四、六、八的刻子和将组成", "pungs and a pair of twos, fours, sixes, eights",
        "all_pungs", "all_simples", "no_honours",
    ),
    fan(
        22, "full_flush", "清一色", "Full flush", 24, one_suit,
        "全是一种花色的序数牌", "number tiles of one suit only", "no_honours",
    ),
    fan(
        23, "pure_triple_chow", "一色三同顺", "Pure triple chow", 24,
        combined("pure_triple_chow"),
        "一种花色三副相同的顺子", "three equal chows", "pure_shifted_pungs",
    ),
    fan(
        24, "pure_shifted_pungs", "一色三节高", "Pure shifted pungs", 24,
        combined("pure_shifted_pungs"),
        "一种花色三副依次递增一位的刻子", "three pungs of one suit, each one rank up",
    ),
    fan(
        25, "upper_tiles", "全大", "Upper tiles", 24, made_of(ranks(7, 9)),
        "全由七、八、九组成", "sevens, eights and nines only", "upper_four", "no_honours",
    ),
    fan(
        26, "middle_tiles", "全中", "Middle tiles", 24, made_of(ranks(4, 6)),
        "全由四、五、六组成", "fours, fives and sixes only", "all_simples", "no_honours",
    ),
    fan(
        27, "lower_tiles", "全小", "Lower tiles", 24, made_of(ranks(1, 3)),
        "全由一、二、三组成", "ones, twos and threes only", "lower_four", "no_honours",
    ),
    fan(
        28, "pure_straight", "清龙", "Pure straight", 16, combined("pure_straight"),
        "一种花色的 123、456、789", "123, 456, 789 of one suit",
    ),
    fan(
        29, "three_suited_terminal_chows", "三色双龙会", "Three-suited terminal chows", 16,
        _three_suit_twins,
        "两种花色的老少副，第三种花色的五作将",
        "123 and 789 of two suits with the fives of the third as the pair",
        "all_chows", "mixed_double_chow", "two_terminal_chows", "no_honours",
    ),
    fan(
        30, "pure_shifted_chows", "一色三步高", "Pure shifted chows", 16,
        combined("pure_shifted_chows"),
        "一种花色三副依次递增一位或两位的顺子",
        "three chows of one suit, each one rank up, or each two",
    ),
    fan(
        31, "all_fives", "全带五", "All fives", 16, _all_fives,
        "每副牌和将都有五", "a five in every set and in the pair", "all_simples", "no_honours",
    ),
    fan(
        32, "triple_pung", "三同刻", "Triple pung", 16, combined("triple_pung"),
        "三种花色序数相同的三副刻子", "three pungs of one rank in three suits",
        within("double_pung"),
    ),
    fan(
        33, "three_concealed_pungs", "三暗刻", "Three concealed pungs", 16, concealed_pungs(3),
        "三副暗刻或暗杠", "three concealed pungs or kongs", "two_concealed_pungs",
    ),
    fan(
        34, "lesser_knitted", "全不靠", "Lesser honours and knitted tiles", 12, _lesser_knitted,
        "单张字牌和三种花色 147、258、369 共十六种中的任何十四张",
        "fourteen different tiles out of the honours and 147, 258, 369 in three suits",
        "all_types", *_ALONE,
    ),
    fan(
        35, "knitted_straight", "组合龙", "Knitted straight", 12, _knitted_straight,
        "三种花色的 147、258、369 九张齐全", "147, 258, 369 complete, each in a suit of its own",
    ),
    fan(
        36, "upper_four", "大于五", "Upper four", 12, made_of(ranks(6, 9)),
        "全由六到九组成", "sixes to nines only", "no_honours",
    ),
    fan(
        37, "lower_four", "小于五", "Lower four", 12, made_of(ranks(1, 4)),
        "全由一到四组成", "ones to fours only", "no_honours",
    ),
    fan(
        38, "big_three_winds", "三风刻", "Big three winds", 12, pungs_of(3, _is_wind),
        "三副风刻", "pungs of three winds", within("terminal_pung"),
    ),
    fan(
        39, "mixed_straight", "花龙", "Mixed straight", 8, combined("mixed_straight"),
        "三种花色的 123、456、789", "123, 456, 789, each in a suit of its own",
    ),
    fan(
        40, "reversible", "推不倒", "Reversible tiles", 8, made_of(REVERSIBLE),
        "全由倒看不变的牌组成：一二三四五八九筒、二四五六八九条、白板",
        "only tiles that look the same upside down: 1234589 dots, 245689 bamboo, white dragon",
        "one_voided_suit",
    ),
    fan(
        41, "mixed_triple_chow", "三色三同顺", "Mixed triple chow", 8,
        combined("mixed_triple_chow"),
        "三种花色序数相同的三副顺子", "the same chow in three suits",
    ),
    fan(
        42, "mixed_shifted_pungs", "三色三节高", "Mixed shifted pungs", 8,
        combined("mixed_shifted_pungs"),
        "三种花色三副依次递增一位的刻子", "pungs in three suits, each one rank up",
    ),
    fan(
        43, "chicken", "无番和", "Chicken hand", 8, _chicken,
        "除花牌外数不出任何番", "no fan at all but flowers",
    ),
    fan(
        44, "last_tile_draw", "妙手回春", "Last tile draw", 8, _last_draw,
        "自摸牌墙的最后一张", "self-drawn on the last tile of the wall", "self_drawn",
    ),
    fan(
        45, "last_tile_claim", "海底捞月", "Last tile claim", 8, _last_discard,
        "和打出的最后一张牌", "win on the last discard of the deal",
    ),
    fan(
        46, "out_on_replacement", "杠上开花", "Out with a replacement tile", 8,
        _out_on_replacement,
        "开杠后补进的牌自摸；补花后不算",
        "self-drawn on the tile that replaces a kong; not on one that replaces a flower",
        "self_drawn",
    ),
    fan(
        47, "robbing_the_kong", "抢杠和", "Robbing the kong", 8, _robbed,
        "和别人加杠的牌", "win on the tile that another adds to a pung", "last_of_its_kind",
    ),
)  # fmt: skip
