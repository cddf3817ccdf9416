"""A river whose newest tile slides in from its owner, and then lies still."""

from __future__ import annotations

from typing import Any

from kivy.animation import Animation
from kivy.graphics import PopMatrix, PushMatrix, Translate
from kivy.properties import OptionProperty

from ui.theme import theme
from ui.widgets.tiles.placement import Placed, Section
from ui.widgets.tiles.tile_flow import TileFlow

SLIDE = 0.18
"""Seconds until a thrown tile lies still."""
WAY = 60
"""Design pixels that it comes along."""
FROM = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""Where the owners sit, seen from the felt: below, right, above, left."""


class RiverFlow(TileFlow):
    """`side` of the screen at which its owner sits. Only a tile thrown while the river is
    to be seen slides; nothing is drawn again afterwards."""

    side = OptionProperty(0, options=(0, 1, 2, 3))

    def __init__(self, **kwargs: Any) -> None:
        self._codes: tuple[str, ...] = ()
        self._thrown = False
        self._way: Translate | None = None
        super().__init__(**kwargs)

    def on_sections(self, _flow: Any, sections: tuple[Section, ...]) -> None:
        codes = tuple(piece.code for section in sections for unit in section for piece in unit)
        one_more = len(codes) == len(self._codes) + 1 and codes[:-1] == self._codes
        self._thrown = one_more and self.get_root_window() is not None
        self._codes = codes

    def _draw(self, dt: float) -> None:
        if self._way is not None:
            Animation.cancel_all(self._way)
            self._way = None
        super()._draw(dt)
        self._thrown = False

    def _draw_tile(self, spot: Placed, x: int, top: int, *, last: bool = False) -> None:
        if not (last and self._thrown):
            super()._draw_tile(spot, x, top, last=last)
            return
        right, up = (step * theme.px(WAY) for step in FROM[self.side])
        PushMatrix()
        self._way = Translate(right, up)
        super()._draw_tile(spot, x, top, last=last)
        PopMatrix()
        Animation(x=0, y=0, duration=SLIDE, transition="out_quad").start(self._way)
