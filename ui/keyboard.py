"""Keys of a keyboard on the screens with tiles: `5m` is a tile, a number and Enter an
answer; no Kivy."""

from __future__ import annotations

from collections.abc import Callable

from engine.errors import NotationError
from engine.tile import Tile

MOST_DIGITS = 2


def _nothing() -> None:
    return


def _no_number(_number: int) -> None:
    return


def _no_tile(_tile: Tile) -> None:
    return


class Keyboard:
    """What is typed on one screen. `tile`, `number`, `enter`, `back`: what the screen
    makes of a tile, of a number ended with Enter, of Enter alone, of the erasing key."""

    def __init__(
        self,
        *,
        tile: Callable[[Tile], object] = _no_tile,
        number: Callable[[int], object] = _no_number,
        enter: Callable[[], object] = _nothing,
        back: Callable[[], object] = _nothing,
    ) -> None:
        self._tile = tile
        self._number = number
        self._enter = enter
        self._back = back
        self._digits = ""

    def typed(self, letter: str) -> None:
        """One letter; a digit waits for what follows it."""
        if letter.isdecimal():
            self._digits = (self._digits + letter)[-MOST_DIGITS:]
            return
        digit, self._digits = self._digits[-1:], ""
        try:
            tile = Tile.parse(digit + letter.lower())
        except NotationError:
            return
        if tile.is_known:
            self._tile(tile)

    def enter(self) -> None:
        digits, self._digits = self._digits, ""
        if digits:
            self._number(int(digits))
        else:
            self._enter()

    def back(self) -> None:
        if self._digits:
            self._digits = self._digits[:-1]
        else:
            self._back()
