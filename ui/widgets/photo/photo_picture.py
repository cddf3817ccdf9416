"""A camera's picture with the groups of tiles that were found ringed."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import numpy as np
from kivy.graphics import Color, SmoothLine
from kivy.graphics.texture import Texture
from kivy.uix.image import Image

from ui.bridge import Frame
from ui.theme import theme
from ui.widgets.photo.selection import Place, Rows, place_at

Size = tuple[int, int]


def as_texture(frame: Frame, into: Texture | None = None) -> Texture:
    """`frame` `(height, width, 3)`, red first, put into a texture of its size."""
    size = (frame.shape[1], frame.shape[0])
    if into is None or into.size != size:
        into = Texture.create(size=size, colorfmt="rgb")
        into.flip_vertical()
    into.blit_buffer(np.ascontiguousarray(frame).tobytes(), colorfmt="rgb")
    return into


class PhotoPicture(Image):
    """Fires `on_group(place)` for a tapped group."""

    def __init__(self, **kwargs: Any) -> None:
        self.register_event_type("on_group")
        super().__init__(fit_mode="contain", **kwargs)
        self._rows: Rows = ()
        self._chosen: Collection[Place] = ()
        self.fbind("pos", self._ring)
        self.fbind("size", self._ring)

    def show(self, frame: Frame, rows: Rows = (), chosen: Collection[Place] = ()) -> None:
        """Show a whole picture; tiles of the `chosen` groups are ringed brightly."""
        self.texture = as_texture(frame, self.texture)
        self.mark(rows, chosen)

    def mark(self, rows: Rows, chosen: Collection[Place]) -> None:
        self._rows, self._chosen = rows, chosen
        self._ring()
        self.canvas.ask_update()

    def clear(self) -> None:
        """Give the picture back."""
        self.texture = None
        self.mark((), ())

    def _frame(self) -> tuple[float, float, float]:
        """Left and top of the picture on the screen, and screen pixels for each of its own."""
        across, along = self.norm_image_size
        left, top = self.center_x - across / 2, self.center_y + along / 2
        return left, top, across / max(1, self.texture.width)

    def _ring(self, *_: Any) -> None:
        self.canvas.after.clear()
        if self.texture is None:
            return
        left, top, scale = self._frame()
        with self.canvas.after:
            for y, row in enumerate(self._rows):
                for x, group in enumerate(row):
                    chosen = (y, x) in self._chosen
                    Color(*(theme.palette.on_felt_gold if chosen else theme.palette.on_felt_muted))
                    for tile in group:
                        x1, y1, x2, y2 = (value * scale for value in tile.box)
                        SmoothLine(
                            rounded_rectangle=(left + x1, top - y2, x2 - x1, y2 - y1, 4),
                            width=theme.unit * (2 if chosen else 1),
                        )

    def on_touch_down(self, touch: Any) -> bool:
        if self.texture is None or not self.collide_point(*touch.pos):
            return bool(super().on_touch_down(touch))
        left, top, scale = self._frame()
        place = place_at(self._rows, (touch.x - left) / scale, (top - touch.y) / scale)
        if place is None:
            return False
        self.dispatch("on_group", place)
        return True

    def on_group(self, place: Place) -> None:
        """Default handler; the box listens."""
