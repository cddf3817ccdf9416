"""国标麻将: fans of 24 down to 8, in the official order."""

from __future__ import annotations

from engine.events import WinKind
from engine.patterns import (
    NOT_THERE,
    ONCE,
    any_of,
    by_kind,
    every_group,
    is_all_pungs,
    kong_blossom,
    one_suit,
    seven_pairs,
    suits,
    whole_hand,
)
from engine.play import LAST_TILE
from engine.rules.mcr.hand import (
    REVERSIBLE,
    about,
    concealed_pungs,
    made_of,
    pungs_of,
    tiles,
    twin_dragons,
)
from engine.rules.mcr.lines import ALONE, combined, fan, is_wind, ranks, within
from engine.ruleset import Fan, FanContext
from engine.shapes import Family, Group, GroupKind, Reading
from engine.win import Evidence


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


MIDDLE: tuple[Fan, ...] = (
    fan(
        19, "seven_pairs", "七对", "Seven pairs", 24, seven_pairs,
        "七个对子；四张相同算两对", "seven pairs; four equal tiles are two", *ALONE,
    ),
    fan(
        20, "greater_knitted", "七星不靠", "Greater honours and knitted tiles", 24,
        _greater_knitted,
        "七种字牌各一张，加三种花色 147、258、369 中的七张",
        "all seven honours and seven tiles of 147, 258, 369 in three suits",
        "lesser_knitted", "all_types", *ALONE,
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
        twin_dragons(3),
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
        "all_types", *ALONE,
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
        38, "big_three_winds", "三风刻", "Big three winds", 12, pungs_of(3, is_wind),
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
        kong_blossom,
        "开杠后补进的牌自摸；补花后不算",
        "self-drawn on the tile that replaces a kong; not on one that replaces a flower",
        "self_drawn",
    ),
    fan(
        47, "robbing_the_kong", "抢杠和", "Robbing the kong", 8, by_kind(WinKind.ROBBED_KONG),
        "和别人加杠的牌", "win on the tile that another adds to a pung", "last_of_its_kind",
    ),
)  # fmt: skip
