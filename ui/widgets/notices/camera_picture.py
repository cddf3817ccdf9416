"""A piece of the camera's picture with what is asked about ringed."""

from __future__ import annotations

from typing import Any

import numpy as np
from kivy.graphics import Color, Rectangle, SmoothLine
from kivy.graphics.texture import Texture
from kivy.properties import NumericProperty, ObjectProperty
from kivy.uix.widget import Widget

from ui.bridge import Frame
from ui.theme import theme

Box = tuple[float, float, float, float]

HEIGHT = 190
"""Design pixels that the picture takes while it is shown."""
GAP = 6
"""Design pixels between the picture and what is below."""
MARGIN = 3.0
"""Surroundings shown around the boxes, over their own size."""
LEAST = 240.0
"""Pixels of the camera's picture that are shown at least, from side to side."""


def window_of(boxes: tuple[Box, ...], size: tuple[int, int], aspect: float) -> Box:
    """The part `(x1, y1, x2, y2)` of a picture of `size` (width, height) to show.

    It holds all boxes with room around them, has `aspect` (width over height)
    where the picture allows it, and is the whole picture when there are none.
    """
    width, height = size
    if not boxes:
        return 0.0, 0.0, float(width), float(height)
    x1, y1 = min(b[0] for b in boxes), min(b[1] for b in boxes)
    x2, y2 = max(b[2] for b in boxes), max(b[3] for b in boxes)
    across = max((x2 - x1) * MARGIN, (y2 - y1) * MARGIN * aspect, LEAST)
    along = across / aspect
    across, along = min(across, float(width)), min(along, float(height))
    left = min(max((x1 + x2 - across) / 2, 0.0), width - across)
    top = min(max((y1 + y2 - along) / 2, 0.0), height - along)
    return left, top, left + across, top + along


class CameraPicture(Widget):
    """Takes no room until a picture comes, then `room` design pixels; `boxes` are
    pixels of that picture."""

    boxes: Any = ObjectProperty(())
    room = NumericProperty(HEIGHT)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(size_hint_y=None, height=0, **kwargs)
        self._texture: Texture | None = None
        self._shown: Box = (0.0, 0.0, 1.0, 1.0)
        self._frame: Frame | None = None
        self.fbind("pos", self._draw)
        self.fbind("size", self._cut_anew)
        self.fbind("boxes", self._cut_anew)
        self.fbind("room", self._cut_anew)

    def show(self, frame: Frame) -> None:
        """Show the part of `frame` `(height, width, 3)`, red first, round the boxes."""
        self._frame = frame
        height, width = frame.shape[:2]
        aspect = max(1.0, self.width) / theme.px(self.room)
        x1, y1, x2, y2 = (round(v) for v in window_of(self.boxes, (width, height), aspect))
        part = np.ascontiguousarray(frame[y1:y2, x1:x2])
        if part.size == 0:
            return
        size = (part.shape[1], part.shape[0])
        if self._texture is None or self._texture.size != size:
            self._texture = Texture.create(size=size, colorfmt="rgb")
            self._texture.flip_vertical()
        self._texture.blit_buffer(part.tobytes(), colorfmt="rgb")
        self._shown = (x1, y1, x2, y2)
        self.height = theme.px(self.room + GAP)
        self._draw()

    def put_away(self) -> None:
        """Give the room and the picture back."""
        self._texture = self._frame = None
        self.height = 0
        self._draw()

    def _cut_anew(self, *_: Any) -> None:
        """Another place is asked about, or there is another room for it."""
        if self._frame is not None:
            self.show(self._frame)
        else:
            self._draw()

    def _draw(self, *_: Any) -> None:
        self.canvas.clear()
        if self._texture is None or self.height < 1:
            return
        across, along = self._texture.size
        room = self.height - theme.px(GAP)
        scale = min(self.width / across, room / along)
        size = (across * scale, along * scale)
        x, y = self.center_x - size[0] / 2, self.top - (room + size[1]) / 2
        with self.canvas:
            Color(1, 1, 1, 1)
            Rectangle(texture=self._texture, pos=(x, y), size=size)
            Color(*theme.palette.on_felt_gold)
            for x1, y1, x2, y2 in self.boxes:
                left = x + (x1 - self._shown[0]) * scale
                bottom = y + size[1] - (y2 - self._shown[1]) * scale
                SmoothLine(
                    rounded_rectangle=(
                        left - 4, bottom - 4, (x2 - x1) * scale + 8, (y2 - y1) * scale + 8, 6,
                    ),
                    width=theme.unit * 2,
                )  # fmt: skip
