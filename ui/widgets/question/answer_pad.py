"""Answering with a tile: which buttons a long question shows, and keys for the rest.

A tile that nobody could read may be any of some forty. The likeliest have
buttons; all have a key on the same pad that tiles are entered with by finger.
"""

from __future__ import annotations

from typing import Any

from kivy.graphics import Color, SmoothLine
from kivy.uix.boxlayout import BoxLayout

from engine.tile import Tile
from engine.view import Candidate
from ui.theme import theme
from ui.widgets.boxes.round_box import RoundBox
from ui.widgets.keys.tile_keys import TileKeypad

MOST_BUTTONS = 6
"""More buttons than these do not keep their words in one row."""
LIKELIEST = 3
"""Buttons beside the one that opens the keys."""


def is_told_by_tile(candidates: tuple[Candidate, ...]) -> bool:
    """Whether they differ by one tile alone, so that its name says all."""
    tiles = [candidate.tiles for candidate in candidates]
    return len(set(tiles)) == len(tiles) and all(len(each) == 1 for each in tiles)


def on_the_row(candidates: tuple[Candidate, ...]) -> tuple[int, ...]:
    """Candidates with buttons: all of a few; of many the likeliest, and those that
    no key could name."""
    if len(candidates) <= MOST_BUTTONS:
        return tuple(range(len(candidates)))
    likely = sorted(range(len(candidates)), key=lambda at: -candidates[at].confidence)
    named = [at for at in likely if candidates[at].tiles]
    return (*named[:LIKELIEST], *(at for at in likely if not candidates[at].tiles))


def with_tile(candidates: tuple[Candidate, ...], tile: Tile) -> tuple[int, ...]:
    """Candidates that a tap on `tile` may mean."""
    return tuple(at for at, each in enumerate(candidates) if tile in each.tiles)


class AnswerPad(BoxLayout):
    """The keys on a ground of their own; what lies below gets no touch through it."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(padding=theme.px(8), **kwargs)
        self.keypad = TileKeypad()
        self.add_widget(self.keypad)
        self.bind(pos=self._draw, size=self._draw)

    def show(self, kinds: tuple[Tile, ...], candidates: tuple[Candidate, ...]) -> None:
        """Keys for `kinds`, those of the candidates lit."""
        lit = {tile for candidate in candidates for tile in candidate.tiles}
        self.keypad.show(kinds or tuple(sorted(lit, key=lambda tile: tile.index)), lit)
        self._draw()

    def _draw(self, *_: Any) -> None:
        self.canvas.before.clear()
        with self.canvas.before:
            Color(*theme.palette.panel)
            RoundBox(pos=self.pos, size=self.size, radius=theme.px(14))
            Color(*theme.palette.gold)
            box = (self.x + 1, self.y + 1, self.width - 2, self.height - 2, theme.px(14))
            SmoothLine(rounded_rectangle=box, width=theme.unit * 1.5)

    def on_touch_down(self, touch: Any) -> bool:
        return bool(super().on_touch_down(touch)) or bool(self.collide_point(*touch.pos))
