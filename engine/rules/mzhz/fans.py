"""猫抓耗子: the nineteen fans in the order of the text, D4.(五)."""

from __future__ import annotations

from collections.abc import Callable

from engine.authoring import named_fan
from engine.events import WinKind
from engine.patterns import (
    NOT_THERE,
    ONCE,
    TERMINALS,
    all_of,
    all_pungs,
    any_of,
    by_kind,
    complete_flower_groups,
    every_group,
    fours,
    is_all_pungs,
    kongs,
    one_suit,
    seven_pairs,
    suits,
    whole_hand,
)
from engine.ruleset import Exclusion, Fan, FanContext, Find
from engine.shapes import Family, Group, GroupKind, Reading
from engine.tile import JOKER
from engine.win import EntryCause, Evidence, Win

_has_terminal = any_of(TERMINALS)
_is_general = all_of((2, 5, 8))

FROM_TAIL = (EntryCause.KONG, EntryCause.FLOWER)
"""进张 after which a discard or move that is won on counts 杠上炮; the ingot's
tiles are exempt and a wind's replacement never counts (D3.十二, S3.十六)."""


def laid_by_winner(win: Win) -> bool:
    """七抢一 in its second form: the winner lays the eighth flower himself,
    having six kinds out, and the holder of the other one pays."""
    return win.kind is WinKind.SEVEN_FLOWERS and len(set(win.flowers) - {win.tile}) == 6


def has_joker(win: Win) -> bool:
    """A joker anywhere in the hand; one stolen out of a meld still counts as
    there, one swapped away does not (D4.(五)9, F12)."""
    return (
        JOKER in win.concealed
        or win.tile is JOKER
        or any(
            JOKER in meld.tiles or any(kind is JOKER for _, kind in meld.stands_for)
            for meld in win.melds
        )
    )


def _plain(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    chows = any(group.kind is GroupKind.CHOW for group in reading.groups)
    plain = reading.family is Family.STANDARD and chows and len(suits(reading)) == 2
    return whole_hand(reading) if plain else NOT_THERE


def _kong_blossom(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    win = context.win
    if not win.is_self_drawn:
        return NOT_THERE
    if win.entry is EntryCause.FLOWER:
        return ONCE if context.options.on("flower_blossom") else NOT_THERE
    return ONCE if win.entry in (EntryCause.KONG, EntryCause.INGOT) else NOT_THERE


def _kong_shot(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    win = context.win
    shot = not win.is_self_drawn and win.entry in FROM_TAIL and not laid_by_winner(win)
    return ONCE if shot else NOT_THERE


def _bonus(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    bonus = context.win.bonus
    if bonus is None or context.own.get(bonus, 0) < 3:
        return NOT_THERE
    groups = tuple(i for i, group in enumerate(reading.groups) if bonus in group.tiles)
    return (Evidence((bonus,) * context.own[bonus], groups, bonus),)


def _no_joker(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    win = context.win
    if win.is_flower_win and not (context.options.on("flower_win_extras") and win.is_known):
        return NOT_THERE
    return NOT_THERE if has_joker(win) else ONCE


def _four_seasons(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    win = context.win
    if win.is_flower_win:
        if not context.options.on("flower_win_extras"):
            return NOT_THERE
        return complete_flower_groups((*win.flowers, win.tile))
    return complete_flower_groups(win.flowers)


def _with_ends(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    return whole_hand(reading) if every_group(reading, _has_terminal) else NOT_THERE


def _generals(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    found = is_all_pungs(reading) and every_group(reading, _is_general)
    return whole_hand(reading) if found else NOT_THERE


def _joker_kong(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    return tuple(e for e in kongs(context, reading) if e.tile is JOKER)


def _general_pairs(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    found = reading.family is Family.SEVEN_PAIRS and every_group(reading, _is_general)
    return whole_hand(reading) if found else NOT_THERE


def _ninth_heaven(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    return tuple(
        Evidence((tile,) * number, _holding(reading, tile), tile)
        for tile, number in context.own.items()
        if number >= 9
    )


def _holding(reading: Reading, tile: object) -> tuple[int, ...]:
    def holds(group: Group) -> bool:
        return tile in group.tiles

    return tuple(i for i, group in enumerate(reading.groups) if holds(group))


def _of_hand(find: Find) -> Find:
    """The fan is about number tiles: never in a win by flowers."""

    def found(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
        return NOT_THERE if reading.family is Family.FLOWERS else find(context, reading)

    return found


def _fan(
    id_: str, zh: str, en: str, value: int, find: Find, clause: str, text_zh: str, text_en: str,
    *excludes: Exclusion, hand: bool = False,
) -> Fan:  # fmt: skip
    predicate: Callable[[FanContext, Reading], tuple[Evidence, ...]] = (
        _of_hand(find) if hand else find
    )
    return named_fan(id_, zh, en, value, predicate, clause, text_zh, text_en, *excludes)


FANS: tuple[Fan, ...] = (
    _fan(
        "plain", "平胡", "Plain hand", 0, _plain, "D4.(五)1",
        "基本牌型，两种花色，含顺子；只是名目，不计番",
        "basic pattern of two suits with a chow; a label worth nothing", hand=True,
    ),
    _fan(
        "kong", "杠", "Kong", 1, kongs, "D4.(五)2",
        "每个明杠、暗杠（含带杠）各 1 番；百搭杠除外",
        "each exposed or concealed kong, with jokers or not; not for four jokers", hand=True,
    ),
    _fan(
        "four", "根", "Four of a kind", 1, fours, "D4.(五)3",
        "顺、刻、对、将中有四张相同的牌（不含杠牌）；百搭和占位的老鼠按所代之牌计；八张算两根",
        "four equal tiles in chows, pungs and pairs, kong tiles left out; jokers and a placed "
        "mouse count as what they stand for; eight count twice", hand=True,
    ),
    _fan(
        "robbed_kong", "抢杠", "Robbing the kong", 1, by_kind(WinKind.ROBBED_KONG), "D4.(五)4",
        "胡别人加杠的那张牌，算点炮", "win on the tile that another adds to a pung; he pays",
    ),
    _fan(
        "kong_blossom", "杠上花", "Blossom on the kong", 1, _kong_blossom, "D4.(五)5",
        "从牌城最后补进一张（开杠、元宝；补花依选项）立即自摸；补风牌、偷牌、换牌不算",
        "self-drawn at once on a tile from the tail (kong, ingot; flower by option); not after a "
        "wind, a steal or a swap",
    ),
    _fan(
        "kong_shot", "杠上炮", "Shot after a kong", 1, _kong_shot, "D4.(五)6",
        "开杠或补花后随即打出的牌或动牌点炮；元宝补牌后豁免",
        "win on a discard or move made right after a kong's or flower's replacement; the ingot's "
        "tiles are exempt",
    ),
    _fan(
        "all_pungs", "碰碰胡", "All pungs", 1, all_pungs, "D4.(五)7",
        "四副刻子或杠加一对将；碰出的百搭算刻子", "four pungs or kongs and a pair; a pung of "
        "jokers is a pung", hand=True,
    ),
    _fan(
        "bonus", "进宝", "Three bonus tiles", 1, _bonus, "D4.(五)8",
        "手牌中至少三张宝牌（含作宝牌的百搭和老鼠）；只计一次",
        "at least three bonus tiles in the hand, jokers and mouse standing for it too; once only",
        hand=True,
    ),
    _fan(
        "no_joker", "无百搭", "No joker", 1, _no_joker, "D4.(五)9",
        "胡牌时没有百搭；带碰、带杠中的百搭被偷走也算有",
        "no joker at the moment of winning; one stolen out of a meld still counts as there",
    ),
    _fan(
        "four_seasons", "四季发财", "Four seasons", 1, _four_seasons, "D4.(五)10",
        "补出春夏秋冬或梅兰菊竹，每组 1 番", "all four seasons or all four plants laid; each "
        "group counts",
    ),
    _fan(
        "one_suit", "清一色", "One suit", 2, one_suit, "D4.(五)11",
        "全是一种花色；碰出、杠出的百搭不论", "one suit only; pungs and kongs of jokers do not "
        "matter", hand=True,
    ),
    _fan(
        "seven_pairs", "七对", "Seven pairs", 2, seven_pairs, "D4.(五)12",
        "七个对子；四张相同算两对", "seven pairs; four equal tiles are two", hand=True,
    ),
    _fan(
        "with_ends", "带幺", "Ends everywhere", 2, _with_ends, "D4.(五)13",
        "每副刻、顺、杠、将、对都有一或九", "a one or a nine in every set and pair", hand=True,
    ),
    _fan(
        "generals", "将对", "All pungs of 2, 5, 8", 3, _generals, "D4.(五)14",
        "全由二、五、八组成的碰碰胡；不另计碰碰胡", "all pungs of twos, fives and eights; not "
        "also 碰碰胡", Exclusion("all_pungs"), hand=True,
    ),
    _fan(
        "joker_kong", "百搭杠", "Kong of jokers", 5, _joker_kong, "D4.(五)15",
        "四张百搭的杠；不另计这个杠", "a kong of four jokers; not also its 杠",
        Exclusion("kong", same_tile=True), hand=True,
    ),
    _fan(
        "general_pairs", "将七对", "Seven pairs of 2, 5, 8", 5, _general_pairs, "D4.(五)16; F21",
        "全由二、五、八组成的七对；不另计七对", "seven pairs of twos, fives and eights; not also "
        "七对", Exclusion("seven_pairs"), hand=True,
    ),
    _fan(
        "ninth_heaven", "九重天", "Ninth heaven", 6, _ninth_heaven, "D4.(五)17",
        "九张相同的牌（含杠牌）；不另计这张牌的杠和根", "nine equal tiles, kong tiles included; "
        "not also the 杠 and 根 of that tile",
        Exclusion("kong", same_tile=True), Exclusion("four", same_tile=True), hand=True,
    ),
    _fan(
        "seven_flowers", "七抢一", "Seven rob the eighth", 6,
        by_kind(WinKind.SEVEN_FLOWERS), "D4.(五)18",
        "自己补出七种花，别人补出第八种；或两人合有七种、自己六种，自己补出第八种；算点炮",
        "seven kinds of flower laid and another lays the eighth; or six of the seven that two "
        "players have, and one lays the eighth oneself; the other pays",
    ),
    _fan(
        "eight_flowers", "八仙过海", "Eight immortals", 6,
        by_kind(WinKind.EIGHT_FLOWERS), "D4.(五)19",
        "一人补出全部八种花；算自摸", "one player lays all eight kinds; self-drawn",
    ),
)  # fmt: skip
