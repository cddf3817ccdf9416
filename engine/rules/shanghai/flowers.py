"""上海: how many 花 a hand has. Flower tiles count, and melded honours and
kongs with them (J3); the amounts are filled in (option `set_flowers`)."""

from __future__ import annotations

from engine.meld import Meld, MeldKind
from engine.ruleset import FanContext, Options
from engine.shapes import Reading
from engine.tile import Tile
from engine.win import Evidence, Win

COUNTED = "flowers:"
"""Situation word `flowers:N`: 花 as the table counted them, whatever lies there."""

_GRADED = {
    MeldKind.CHOW: 0,
    MeldKind.PUNG: 0,
    MeldKind.EXPOSED_KONG: 1,
    MeldKind.ADDED_KONG: 1,
    MeldKind.CONCEALED_KONG: 2,
}


def meld_flowers(meld: Meld, options: Options) -> int:
    """花 of one meld: kongs, and pungs and kongs of honours."""
    way = options["set_flowers"]
    honours = meld.tile.is_honour
    if way == "none" or not (honours or meld.kind.is_kong):
        return 0
    if way == "one":
        return 1
    return _GRADED[meld.kind] + honours + (honours and not meld.tile.is_wind)


def flower_tiles(win: Win) -> tuple[Tile, ...]:
    """Flower tiles before the winner, the one won on with them."""
    if not win.is_flower_win:
        return win.flowers
    return tuple(dict.fromkeys((*win.flowers, win.tile)))


def flowers(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    """One piece of evidence for each 花."""
    win, options = context.win, context.options
    for word in win.situation:
        if word.startswith(COUNTED):
            return (Evidence(),) * int(word.removeprefix(COUNTED))
    found = [Evidence((tile,)) for tile in flower_tiles(win)]
    for index, meld in enumerate(win.melds):
        found += [Evidence(meld.tiles, (index,), meld.tile)] * meld_flowers(meld, options)
    return tuple(found)
