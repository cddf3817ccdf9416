"""A box of tiles; redrawn only when its tiles or its size change."""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock
from kivy.graphics import Color, Rectangle, SmoothLine
from kivy.properties import NumericProperty, ObjectProperty, OptionProperty
from kivy.uix.widget import Widget

from ui.theme import theme
from ui.widgets.tiles.placement import Mark, Placed, flow
from ui.widgets.tiles.textures import tile_size, tile_texture

STAND_IN_SCALE = 0.52
"""Width of the small tile that says what a placeholder stands for."""
BOUNDLESS = 1e6


class TileFlow(Widget):
    """`sections` as `placement.flow` takes them; `largest` in design pixels.

    `columns` 0 means as many as fit. `halign` and `valign` move the whole
    block; lines inside it start at its left.
    """

    sections = ObjectProperty(())
    largest = NumericProperty(34)
    columns = NumericProperty(0)
    halign = OptionProperty("left", options=("left", "center", "right"))
    valign = OptionProperty("top", options=("top", "middle", "bottom"))

    def __init__(self, **kwargs: Any) -> None:
        self._draw_soon = Clock.create_trigger(self._draw, -1)
        super().__init__(**kwargs)
        for name in ("sections", "pos", "size", "largest", "columns", "halign", "valign"):
            self.fbind(name, self._ask_draw)

    def _ask_draw(self, *_: Any) -> None:
        self._draw_soon()

    def _draw(self, _dt: float) -> None:
        self.canvas.clear()
        if not any(self.sections) or self.width < 8 or self.height < 8:
            return
        placement = flow(
            self.sections, self.width, self.height, theme.px(self.largest), self.columns or None
        )
        spare_x, spare_y = self.width - placement.width, self.height - placement.height
        left = self.x + {"left": 0.0, "center": spare_x / 2, "right": spare_x}[self.halign]
        top = self.top - {"top": 0.0, "middle": spare_y / 2, "bottom": spare_y}[self.valign]
        with self.canvas:
            for spot in placement.placed:
                last = spot is placement.placed[-1]
                self._draw_tile(spot, round(left + spot.x), round(top - spot.y), last=last)

    def _draw_tile(self, spot: Placed, x: int, top: int, *, last: bool = False) -> None:
        """Draw one piece, its top left corner at `x`, `top`; `last`: nothing lies after it."""
        piece = spot.piece
        width = round(spot.tile_width)
        size = tile_size(width, piece.sideways)
        shade = 0.45 if piece.mark is Mark.DIM else 1.0
        Color(shade, shade, shade, 1)
        Rectangle(
            texture=tile_texture(piece.code, width, piece.sideways),
            pos=(x, top - size[1]),
            size=size,
        )
        frame = {
            Mark.LAST: theme.palette.gold,
            Mark.WINNING: theme.palette.gold,
            Mark.DOUBT: theme.palette.bad,
        }.get(piece.mark)
        if frame is not None:
            thick = max(1.5, width * 0.055)
            Color(*frame)
            SmoothLine(
                rounded_rectangle=(x - 1, top - size[1] - 1, size[0] + 2, size[1] + 2, width * 0.1),
                width=thick,
            )
        if piece.stands_for is not None:
            small = max(8, round(width * STAND_IN_SCALE))
            mini = tile_size(small)
            corner = (x + size[0] - mini[0] + 2, top - size[1] - 2)
            Color(1, 1, 1, 1)
            Rectangle(texture=tile_texture(piece.stands_for, small), pos=corner, size=mini)
            Color(*theme.palette.gold)
            SmoothLine(rounded_rectangle=(*corner, *mini, 2), width=1.2)


class GrowFlow(TileFlow):
    """Tiles at full size in a given width, as high as their lines need."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(size_hint_y=None, height=0, **kwargs)
        self.fbind("width", self._grow)
        self.fbind("sections", self._grow)
        self._grow()

    def _grow(self, *_: Any) -> None:
        self.height = flow(self.sections, self.width, BOUNDLESS, theme.px(self.largest)).height
