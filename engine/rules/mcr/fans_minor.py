"""国标麻将: fans of 6 down to 1, in the official order."""

from __future__ import annotations

from engine.patterns import (
    NOT_THERE,
    ONCE,
    TERMINALS,
    all_pungs,
    fours,
    suits,
    whole_hand,
)
from engine.rules.mcr.hand import (
    DRAGONS,
    LAST_OF_KIND,
    ONE_WAIT,
    about,
    concealed_pungs,
    each,
    has_claimed,
    kongs,
    made_of,
    pair,
    prevalent_wind,
    pungs,
    pungs_of,
    seat_wind,
    tiles,
)
from engine.rules.mcr.lines import combined, fan, ranks, within
from engine.ruleset import Fan, FanContext, Find
from engine.shapes import Family, GroupKind, Reading
from engine.win import Evidence


def _half_flush(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    found = suits(reading)
    return whole_hand(reading) if "z" in found and len(found) == 2 else NOT_THERE


def _all_types(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    honours = {tile in DRAGONS for tile in tiles(reading) if tile.is_honour}
    return whole_hand(reading) if len(suits(reading)) == 4 and len(honours) == 2 else NOT_THERE


def _melded_hand(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    win = context.win
    exposed = len(win.melds) == 4 and not kongs(context, reading, concealed=True)
    if win.is_self_drawn or not exposed:
        return NOT_THERE
    if len(kongs(context, reading, concealed=False)) == 4:
        return ONCE if context.options.on("four_kongs_melded_hand") else NOT_THERE
    return ONCE


def _two_kongs(concealed: bool) -> Find:
    def find(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
        found = kongs(context, reading, concealed)
        return about(*found) if len(found) == 2 else NOT_THERE

    return find


def _mixed_kongs(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    dark = kongs(context, reading, concealed=True)
    light = kongs(context, reading, concealed=False)
    if not context.options.on("mixed_kongs") or (len(dark), len(light)) != (1, 1):
        return NOT_THERE
    return about(*dark, *light)


def _each_kong(concealed: bool) -> Find:
    def find(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
        return each(*kongs(context, reading, concealed))

    return find


def _outside_hand(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    if reading.family is not Family.STANDARD:
        return NOT_THERE
    ends = all(
        any(t.is_honour or t.rank in TERMINALS for t in group.tiles) for group in reading.groups
    )
    return whole_hand(reading) if ends else NOT_THERE


def _fully_concealed(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    return ONCE if context.win.is_self_drawn and not has_claimed(context) else NOT_THERE


def _concealed_hand(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    return NOT_THERE if context.win.is_self_drawn or has_claimed(context) else ONCE


def _last_of_its_kind(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    return ONCE if LAST_OF_KIND in context.win.situation else NOT_THERE


def _dragon_pung(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    return each(*(place for place in pungs(reading) if place[1].tile in DRAGONS))


def _prevalent(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    wind = prevalent_wind(context.win)
    return each(*(place for place in pungs(reading) if place[1].tile is wind))


def _seat_wind(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    wind = seat_wind(context.win)
    return each(*(place for place in pungs(reading) if place[1].tile is wind))


def _all_chows(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    eyes = pair(reading)
    if eyes is None or not eyes.tile.is_number or pungs(reading):
        return NOT_THERE
    return whole_hand(reading)


def _terminal_pung(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    return each(
        *(p for p in pungs(reading) if p[1].tile.is_honour or p[1].tile.rank in TERMINALS)
    )


def _one_voided_suit(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    return whole_hand(reading) if len(suits(reading) - {"z"}) == 2 else NOT_THERE


def _no_honours(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    return NOT_THERE if "z" in suits(reading) else whole_hand(reading)


def _wait(context: FanContext, reading: Reading, kind: GroupKind) -> tuple[Evidence, int] | None:
    """The group that the winning tile completed, where only that tile would
    have completed the hand, and the tile's place in it."""
    if context.won is None or ONE_WAIT not in context.win.situation:
        return None
    group = reading.groups[context.won]
    if group.kind is not kind or reading.family not in (Family.STANDARD, Family.KNITTED):
        return None
    evidence = Evidence(group.tiles, (context.won,), context.win.tile)
    return evidence, group.tiles.index(context.win.tile)


def _edge_wait(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    found = _wait(context, reading, GroupKind.CHOW)
    if found is None or (found[0].tiles[0].rank, found[1]) not in ((1, 2), (7, 0)):
        return NOT_THERE
    return (found[0],)


def _closed_wait(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    found = _wait(context, reading, GroupKind.CHOW)
    return (found[0],) if found is not None and found[1] == 1 else NOT_THERE


def _single_wait(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    found = _wait(context, reading, GroupKind.PAIR)
    return (found[0],) if found is not None else NOT_THERE


def _self_drawn(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    return ONCE if context.win.is_self_drawn else NOT_THERE


def _flowers(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    return tuple(Evidence((flower,)) for flower in context.win.flowers)


MINOR: tuple[Fan, ...] = (
    fan(
        48, "all_pungs", "碰碰和", "All pungs", 6, all_pungs,
        "四副刻子或杠加一对将", "four pungs or kongs and a pair",
    ),
    fan(
        49, "half_flush", "混一色", "Half flush", 6, _half_flush,
        "一种花色的序数牌加字牌", "number tiles of one suit, and honours",
    ),
    fan(
        50, "mixed_shifted_chows", "三色三步高", "Mixed shifted chows", 6,
        combined("mixed_shifted_chows"),
        "三种花色三副依次递增一位的顺子", "chows in three suits, each one rank up",
    ),
    fan(
        51, "all_types", "五门齐", "All types", 6, _all_types,
        "三种花色、风牌、箭牌齐全", "all three suits, winds and dragons",
    ),
    fan(
        52, "melded_hand", "全求人", "Melded hand", 6, _melded_hand,
        "四副都是吃、碰或明杠，单钓别人打出的牌和牌",
        "four sets claimed, won on a discard for the pair", "single_wait",
    ),
    fan(
        53, "two_concealed_kongs", "双暗杠", "Two concealed kongs", 6, _two_kongs(True),
        "两个暗杠", "two concealed kongs", "two_concealed_pungs", "concealed_kong",
    ),
    fan(
        54, "two_dragon_pungs", "双箭刻", "Two dragon pungs", 6,
        pungs_of(2, DRAGONS.__contains__),
        "两副箭刻或杠", "pungs or kongs of two dragons", "dragon_pung", within("terminal_pung"),
    ),
    fan(
        82, "mixed_kongs", "明暗杠", "Melded and concealed kong", 5, _mixed_kongs,
        "一个明杠和一个暗杠；依选项，可改为各计各的",
        "one melded and one concealed kong; by option each by itself instead",
        "concealed_kong", "melded_kong",
    ),
    fan(
        55, "outside_hand", "全带幺", "Outside hand", 4, _outside_hand,
        "每副牌和将都有幺牌（一、九、字）", "a one, a nine or an honour in every set and the pair",
    ),
    fan(
        56, "fully_concealed", "不求人", "Fully concealed hand", 4, _fully_concealed,
        "没有吃、碰、明杠，自摸和牌", "nothing claimed, self-drawn",
        "concealed_hand", "self_drawn",
    ),
    fan(
        57, "two_melded_kongs", "双明杠", "Two melded kongs", 4, _two_kongs(False),
        "两个明杠", "two melded kongs", "melded_kong",
    ),
    fan(
        58, "last_of_its_kind", "和绝张", "Last of its kind", 4, _last_of_its_kind,
        "另三张已在牌池或桌面亮明，和第四张",
        "the other three lie open on the table, and the fourth wins",
    ),
    fan(
        59, "dragon_pung", "箭刻", "Dragon pung", 2, _dragon_pung,
        "中、发或白的刻子，每副计", "a pung of a dragon, each",
        within("terminal_pung"),
    ),
    fan(
        60, "prevalent_wind", "圈风刻", "Prevalent wind", 2, _prevalent,
        "与圈风相同的风刻", "a pung of the prevalent wind", within("terminal_pung"),
    ),
    fan(
        61, "seat_wind", "门风刻", "Seat wind", 2, _seat_wind,
        "与本门风相同的风刻；庄家为东", "a pung of the seat's own wind; the dealer is East",
        within("terminal_pung"),
    ),
    fan(
        62, "concealed_hand", "门前清", "Concealed hand", 2, _concealed_hand,
        "没有吃、碰、明杠，和别人打出的牌", "nothing claimed, won on a discard",
    ),
    fan(
        63, "all_chows", "平和", "All chows", 2, _all_chows,
        "四副顺子，序数牌作将", "four chows and a pair of number tiles", "no_honours",
    ),
    fan(
        64, "tile_hog", "四归一", "Tile hog", 2, fours,
        "四张相同的牌而不开杠，每种计", "four equal tiles without a kong, each kind",
    ),
    fan(
        65, "double_pung", "双同刻", "Double pung", 2, combined("double_pung"),
        "两种花色序数相同的两副刻子", "two pungs of one rank in two suits",
    ),
    fan(
        66, "two_concealed_pungs", "双暗刻", "Two concealed pungs", 2, concealed_pungs(2),
        "两副暗刻或暗杠", "two concealed pungs or kongs",
    ),
    fan(
        67, "concealed_kong", "暗杠", "Concealed kong", 2, _each_kong(True),
        "一个暗杠", "a concealed kong",
    ),
    fan(
        68, "all_simples", "断幺", "All simples", 2, made_of(ranks(2, 8)),
        "没有一、九和字牌", "no ones, nines or honours", "no_honours",
    ),
    fan(
        69, "pure_double_chow", "一般高", "Pure double chow", 1, combined("pure_double_chow"),
        "一种花色两副相同的顺子", "two equal chows",
    ),
    fan(
        70, "mixed_double_chow", "喜相逢", "Mixed double chow", 1, combined("mixed_double_chow"),
        "两种花色序数相同的两副顺子", "the same chow in two suits",
    ),
    fan(
        71, "short_straight", "连六", "Short straight", 1, combined("short_straight"),
        "一种花色六张相连的两副顺子", "two chows of one suit, six in a row",
    ),
    fan(
        72, "two_terminal_chows", "老少副", "Two terminal chows", 1,
        combined("two_terminal_chows"),
        "一种花色的 123 和 789", "123 and 789 of one suit",
    ),
    fan(
        73, "terminal_pung", "幺九刻", "Pung of terminals or honours", 1, _terminal_pung,
        "一、九或字牌的刻子，每副计", "a pung of ones, nines or honours, each",
    ),
    fan(
        74, "melded_kong", "明杠", "Melded kong", 1, _each_kong(False),
        "一个明杠", "a melded kong",
    ),
    fan(
        75, "one_voided_suit", "缺一门", "One voided suit", 1, _one_voided_suit,
        "只有两种花色的序数牌", "number tiles of two suits only",
    ),
    fan(
        76, "no_honours", "无字", "No honours", 1, _no_honours, "没有字牌", "no honours",
    ),
    fan(
        77, "edge_wait", "边张", "Edge wait", 1, _edge_wait,
        "单听 12 等 3 或 89 等 7", "12 waiting for 3 or 89 for 7, and for nothing else",
    ),
    fan(
        78, "closed_wait", "嵌张", "Closed wait", 1, _closed_wait,
        "单听顺子中间的一张", "waiting for the middle of a chow, and for nothing else",
    ),
    fan(
        79, "single_wait", "单钓将", "Single wait", 1, _single_wait,
        "单听一张成将", "waiting for the second tile of the pair, and for nothing else",
    ),
    fan(
        80, "self_drawn", "自摸", "Self-drawn", 1, _self_drawn,
        "自己摸进的牌和牌", "won on a tile drawn oneself",
    ),
    fan(
        81, "flower", "花牌", "Flower tile", 1, _flowers,
        "每张补出的花计；起和的番数不包括它", "each flower laid; not counted for the minimum",
    ),
)  # fmt: skip
