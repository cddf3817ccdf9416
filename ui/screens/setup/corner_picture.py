"""The camera's picture with the playing surface's corners, to be dragged."""

from __future__ import annotations

from typing import Any

import numpy as np
from kivy.graphics import Color, Ellipse, Line, Rectangle
from kivy.graphics.texture import Texture
from kivy.properties import ObjectProperty
from kivy.uix.widget import Widget

from ui.bridge import Frame
from ui.desk import Corners
from ui.theme import theme

REACH = 60
"""Design pixels from a corner within which a finger takes it."""
DOT = 22
INSET = 0.12
"""Of the picture's sides, where the corners stand before they were ever set."""


class CornerPicture(Widget):
    """`corners` in pixels of the picture, clockwise from seat A's left hand."""

    corners: Any = ObjectProperty(None, allownone=True)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.picture_size = (0, 0)
        self._texture: Texture | None = None
        self._held: int | None = None
        for name in ("pos", "size", "corners"):
            self.fbind(name, self._draw)

    def show(self, frame: Frame) -> None:
        """A new picture `(height, width, 3)`, red first."""
        height, width = frame.shape[:2]
        if self.picture_size != (width, height):
            self.picture_size = (width, height)
            self._texture = Texture.create(size=(width, height), colorfmt="rgb")
            self._texture.flip_vertical()
            if self.corners is None:
                self.corners = default_corners(width, height)
        assert self._texture is not None
        self._texture.blit_buffer(np.ascontiguousarray(frame).tobytes(), colorfmt="rgb")
        self._draw()

    def _place(self) -> tuple[float, float, float]:
        """Left, top and scale of the picture in the box."""
        width, height = self.picture_size
        scale = min(self.width / width, self.height / height)
        return self.center_x - width * scale / 2, self.center_y + height * scale / 2, scale

    def to_screen(self, corner: tuple[float, float]) -> tuple[float, float]:
        left, top, scale = self._place()
        return left + corner[0] * scale, top - corner[1] * scale

    def to_picture(self, x: float, y: float) -> tuple[float, float]:
        left, top, scale = self._place()
        width, height = self.picture_size
        across = min(max((x - left) / scale, 0.0), float(width - 1))
        along = min(max((top - y) / scale, 0.0), float(height - 1))
        return across, along

    def _draw(self, *_: Any) -> None:
        self.canvas.clear()
        if self._texture is None:
            return
        width, height = self.picture_size
        left, top, scale = self._place()
        with self.canvas:
            Color(1, 1, 1, 1)
            Rectangle(
                texture=self._texture, pos=(left, top - height * scale),
                size=(width * scale, height * scale),
            )  # fmt: skip
            if self.corners is None:
                return
            points = [self.to_screen(corner) for corner in self.corners]
            Color(*theme.palette.gold)
            Line(points=[part for point in points for part in point], close=True, width=2)
            size = theme.px(DOT)
            for at, (x, y) in enumerate(points):
                # The first corner is larger: it tells which way round the table lies.
                side = size * (1.5 if at == 0 else 1.0)
                Ellipse(pos=(x - side / 2, y - side / 2), size=(side, side))

    def on_touch_down(self, touch: Any) -> bool:
        if self.corners is None or not self.collide_point(*touch.pos):
            return bool(super().on_touch_down(touch))
        apart = [
            (abs(touch.x - x) + abs(touch.y - y), at)
            for at, (x, y) in enumerate(map(self.to_screen, self.corners))
        ]
        distance, nearest = min(apart)
        self._held = nearest if distance <= theme.px(REACH) else None
        return self._held is not None

    def on_touch_move(self, touch: Any) -> bool:
        if self._held is None:
            return bool(super().on_touch_move(touch))
        corners = list(self.corners)
        corners[self._held] = self.to_picture(touch.x, touch.y)
        self.corners = tuple(corners)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        if self._held is None:
            return bool(super().on_touch_up(touch))
        self._held = None
        return True


def default_corners(width: int, height: int) -> Corners:
    """A square in the middle; seat A's left is the lower left corner."""
    side = min(width, height) * (1 - 2 * INSET)
    left, top = (width - side) / 2, (height - side) / 2
    return (
        (left, top + side), (left, top), (left + side, top), (left + side, top + side),
    )  # fmt: skip
