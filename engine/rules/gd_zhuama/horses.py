"""广东抓马: which seat a horse belongs to, and which horses the winner hits."""

from __future__ import annotations

from collections.abc import Iterable

from engine.ruleset import FanContext, Options
from engine.seat import Seat
from engine.shapes import Reading
from engine.tile import Tile, parse_tiles
from engine.win import Evidence, Win

_CONTINUED = parse_tiles("765z1234z")
"""中发白东南西北, counted on after nine (二、抓马)."""
_WINDS_FIRST = parse_tiles("1234765z")
_HORSE, _FIRST = "horse:", "first:"


def place(tile: Tile, options: Options) -> int:
    """The place a horse counts to, 0 to 3 from the first seat."""
    if tile.is_number:
        return (tile.rank - 1) % 4
    if options["honour_horses"] == "continued":
        return (9 + _CONTINUED.index(tile)) % 4
    return _WINDS_FIRST.index(tile) % 4


def horse_seat(tile: Tile, first: Seat, options: Options) -> Seat:
    """The seat of a horse; `first` is the seat of 1, 5, 9."""
    return first.offset(place(tile, options))


def words(first: Seat, horses: Iterable[Tile]) -> tuple[str, ...]:
    """The horses as words of `Win.situation`."""
    return (f"{_FIRST}{first.name}", *(f"{_HORSE}{tile.code}" for tile in horses))


def hits(win: Win, options: Options) -> tuple[Tile, ...]:
    """The horses of the winner's own seat."""
    said = (word.removeprefix(_FIRST) for word in win.situation if word.startswith(_FIRST))
    first = Seat.parse(next(said, win.dealer.name))
    turned = (
        Tile.parse(word.removeprefix(_HORSE)) for word in win.situation if word.startswith(_HORSE)
    )
    return tuple(tile for tile in turned if horse_seat(tile, first, options) is win.seat)


def horse_hits(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    """中马: each horse of the winner's seat once."""
    return tuple(Evidence((tile,)) for tile in hits(context.win, context.options))
