"""天胡 and 地胡: wins before the deal has got going."""

from __future__ import annotations

from engine.patterns import NOT_THERE, ONCE
from engine.play.wins import FIRST_DISCARD, FIRST_TURN
from engine.ruleset import FanContext
from engine.shapes import Reading
from engine.win import Evidence, Win


def heaven(context: FanContext, reading: Reading) -> tuple[Evidence, ...]:
    """天胡: the dealer wins on the tiles dealt."""
    win = context.win
    return ONCE if FIRST_TURN in win.situation and win.seat is win.dealer else NOT_THERE


def is_earth(win: Win, *, drawn: bool, shot: bool) -> bool:
    """地胡: another seat wins on its first draw, or on the dealer's first discard;
    each where the page has it."""
    if win.seat is win.dealer:
        return False
    first = drawn and FIRST_TURN in win.situation and win.is_self_drawn
    return first or (shot and FIRST_DISCARD in win.situation)
