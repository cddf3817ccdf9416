"""天津: the patterns that the text names, with the usual public values (补: the
text prints no value and no condition for any of them)."""

from __future__ import annotations

from engine.authoring import named_fan as _fan
from engine.patterns import NOT_THERE, ONCE, kong_blossom
from engine.rules.tianjin.wildhand import FIRST_OF_SUIT, waits_on_all
from engine.ruleset import Fan, FanContext
from engine.shapes import Group, GroupKind, Reading
from engine.tile import Tile
from engine.win import Evidence, Win

FIVE = Tile.parse("5m")


def wild_among(win: Win) -> tuple[Tile, ...]:
    """The 混 among the standing tiles and the tile won."""
    return tuple(tile for tile in (*win.concealed, win.tile) if tile in win.wild)


def _lift(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    return ONCE


def _caught_five(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    win = context.win
    if win.tile is not FIVE and not context.options.on("wild_five"):
        return NOT_THERE
    for at, group in enumerate(reading.groups):
        if _is_chow(group, FIVE.index - 1) and group.shown[1] is win.tile:
            return (Evidence(group.shown, (at,)),)
    return NOT_THERE


def _is_chow(group: Group, lowest: int) -> bool:
    return group.kind is GroupKind.CHOW and group.tile.index == lowest


def _dragon_suit(reading: Reading) -> tuple[str, tuple[int, ...]] | None:
    """The suit in which three chows run from one to nine, and which they are."""
    for suit, first in FIRST_OF_SUIT.items():
        found = [
            next((at for at, group in enumerate(reading.groups) if _is_chow(group, low)), None)
            for low in (first, first + 3, first + 6)
        ]
        places = tuple(at for at in found if at is not None)
        if len(places) == 3:
            return suit, places
    return None


def _dragon(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    found = _dragon_suit(reading)
    if found is None:
        return NOT_THERE
    tiles = tuple(tile for at in found[1] for tile in reading.groups[at].shown)
    return (Evidence(tiles, found[1]),)


def _dragon_of_wild(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    found = _dragon_suit(reading)
    own = found is not None and any(tile.suit == found[0] for tile in context.win.wild)
    return _dragon(context, reading) if own else NOT_THERE


def _waiting_wild(win: Win) -> int:
    """With how many 混 the hand stood ready for any tile at all; 0 if it did not."""
    wilds = sum(tile in win.wild for tile in win.concealed)
    naturals = tuple(tile for tile in win.concealed if tile not in win.wild)
    return wilds if wilds and waits_on_all(naturals, 4 - len(win.melds)) else 0


def _wild_wait(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    return ONCE if _waiting_wild(context.win) else NOT_THERE


def _double_wild_wait(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    doubled = context.options["double_wild_wait"] == "4" and _waiting_wild(context.win) >= 2
    return ONCE if doubled else NOT_THERE


def _no_wild(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    win = context.win
    konged = any(meld.tile in win.wild for meld in win.melds)
    return NOT_THERE if konged or wild_among(win) else ONCE


BASE_FANS: tuple[Fan, ...] = (
    _fan(
        "lift", "提溜", "Plain self-draw", 1, _lift, "L74 一；补",
        "四副和一对，没有捉五和龙；原文作提留",
        "four sets and a pair with neither 捉五 nor 龙; 提留 in the text",
    ),
    _fan(
        "caught_five", "捉五", "Caught five", 3, _caught_five, "L74 一；补",
        "摸到的牌作五万，夹在四万、六万之间",
        "the tile drawn is the 5 characters between 4 and 6", "lift",
    ),
    _fan(
        "dragon", "龙", "Dragon", 4, _dragon, "L74 一；补",
        "同一花色一至九的三副顺子", "three chows from one to nine in one suit", "lift",
    ),
)  # fmt: skip
"""Values that add up."""

DOUBLING_FANS: tuple[Fan, ...] = (
    _fan(
        "dragon_of_wild", "本混龙", "Dragon in the wild suit", 2, _dragon_of_wild, "补",
        "龙与混同花色，加倍", "the dragon is in the suit of the wild tiles: doubles",
    ),
    _fan(
        "wild_wait", "混吊", "Wild pair wait", 2, _wild_wait, "L74 一；补",
        "听牌时用一张混吊将，任何牌都能胡，加倍",
        "one wild tile waits for its pair, so that any tile wins: doubles",
    ),
    _fan(
        "double_wild_wait", "双混吊", "Double wild wait", 2, _double_wild_wait, "L74 一；补",
        "混吊时立牌有两张以上的混，再加倍",
        "the same with two wild tiles or more in the hand: doubles once more",
    ),
    _fan(
        "no_wild", "素", "No wild tile", 2, _no_wild, "补",
        "胡牌时没有混，加倍", "no wild tile in the hand: doubles",
    ),
    _fan(
        "kong_blossom", "杠开", "Win on the kong's tile", 2, kong_blossom, "补",
        "开杠后补进一张立即胡，加倍", "won at once on a kong's replacement: doubles",
    ),
)  # fmt: skip
"""Each doubles the sum once."""
