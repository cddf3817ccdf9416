"""The camera's picture with the playing surface's corners, to be dragged."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color, Line, Rectangle, SmoothEllipse, SmoothLine
from kivy.graphics.texture import Texture
from kivy.properties import ObjectProperty
from kivy.uix.widget import Widget

from engine.seat import SEATS
from ui.bridge import Frame
from ui.desk import Corners, ReadTile
from ui.setting_up import TableOutline
from ui.theme import DARK, FONT, RGBA, Palette, theme
from ui.widgets.notices.camera_picture import Box

REACH = 60
"""Design pixels from a corner within which a finger takes it."""
HANDLE = 60
"""Design pixels across a corner's ring; a finger hides what is smaller."""
INSET = 0.12
"""Of the picture's sides, where the corners stand before any are known."""
LOUPE = 190
ZOOM = 4.0
LETTER = 26
BELIEVED = 0.6
"""Probability from which a reading counts as sure."""


class CornerPicture(Widget):
    """`corners` in pixels of the picture, clockwise from seat A's left hand;
    `found`: those that were found in it; `tiles`, `backs`: what lies there. `outline`:
    rim and zones as the lens shows them, drawn while it is for these corners; the
    zones of `part` stand out.

    Fires `on_drop` when a finger lets go of a corner.
    """

    corners: Any = ObjectProperty(None, allownone=True)
    found: Any = ObjectProperty(None, allownone=True)
    tiles: Any = ObjectProperty(())
    backs: Any = ObjectProperty(())
    outline: Any = ObjectProperty(None, allownone=True)
    part: Any = ObjectProperty(None, allownone=True)

    def __init__(self, **kwargs: Any) -> None:
        self.register_event_type("on_drop")
        super().__init__(**kwargs)
        self.picture_size = (0, 0)
        self._texture: Texture | None = None
        self._held: int | None = None
        self._offset = (0.0, 0.0)
        for name in ("pos", "size", "corners", "found", "tiles", "backs", "outline", "part"):
            self.fbind(name, self._draw)

    @property
    def held(self) -> int | None:
        """The corner that a finger has hold of."""
        return self._held

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

    def turn(self) -> None:
        """Seat A sits at the next side, counter-clockwise."""
        if self.corners is not None:
            first, *rest = self.corners
            self.corners = (*rest, first)

    def _place(self) -> tuple[float, float, float]:
        """Left, top and scale of the picture in the box; rings at its very edge stay inside."""
        width, height = self.picture_size
        ring = theme.px(HANDLE)
        scale = min((self.width - ring) / width, (self.height - ring) / height)
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

    # -- drawing -----------------------------------------------------------------

    def _draw(self, *_: Any) -> None:
        self.canvas.clear()
        if self._texture is None:
            return
        width, height = self.picture_size
        left, top, scale = self._place()
        palette = on_picture()
        with self.canvas:
            Color(1, 1, 1, 1)
            Rectangle(
                texture=self._texture, pos=(left, top - height * scale),
                size=(width * scale, height * scale),
            )  # fmt: skip
            self._frame_all(self.backs, palette.on_felt_muted, scale)
            for believed, colour in ((True, palette.good), (False, palette.warn)):
                boxes = [read.box for read in self.tiles if sure_of(read) is believed]
                self._frame_all(boxes, colour, scale)
            if self.found is not None and self.found != self.corners:
                Color(1, 1, 1, 0.9)
                Line(points=self._points(self.found), close=True, dash_length=8, dash_offset=6)
            if self.corners is None:
                return
            rim = self.corners
            if self.outline is not None and self.outline.corners == self.corners:
                self._draw_zones(self.outline)
                rim = self.outline.rim
            Color(*palette.gold)
            SmoothLine(points=self._points(rim), close=True, width=theme.unit * 1.6)
            self._draw_handles()
            self._draw_seats()
            if self._held is not None:
                self._draw_loupe(self.corners[self._held])

    def _frame_all(self, boxes: Sequence[Box], colour: RGBA, scale: float) -> None:
        Color(*colour)
        for x1, y1, x2, y2 in boxes:
            x, y = self.to_screen((x1, y2))
            Line(rectangle=(x, y, (x2 - x1) * scale, (y2 - y1) * scale), width=1.1)

    def _draw_zones(self, outline: TableOutline) -> None:
        """Each seat's in its colour, the chosen ones last and strongest."""
        for zone in sorted(outline.zones, key=lambda zone: zone.part is self.part):
            chosen = zone.part is self.part
            Color(*on_picture().seat(zone.seat)[:3], 1.0 if chosen else 0.4)
            width = theme.unit * (1.8 if chosen else 0.9)
            Line(points=self._points(zone.line), close=True, width=width)

    def _points(self, line: Iterable[tuple[float, float]]) -> list[float]:
        return [part for point in line for part in self.to_screen(point)]

    def _draw_handles(self) -> None:
        """Rings, so that the corner itself stays to be seen."""
        side = theme.px(HANDLE)
        for at, corner in enumerate(self.corners):
            x, y = self.to_screen(corner)
            held = at == self._held
            Color(*on_picture().gold[:3], 0.34 if held else 0.16)
            SmoothEllipse(pos=(x - side / 2, y - side / 2), size=(side, side))
            Color(*on_picture().gold)
            SmoothLine(circle=(x, y, side / 2), width=theme.unit * (3 if held else 2))
            arm = side / 7
            Line(points=(x - arm, y, x + arm, y), width=1)
            Line(points=(x, y - arm, x, y + arm), width=1)

    def _draw_seats(self) -> None:
        """Who sits where, just inside the middle of each side."""
        middle = np.mean(self.corners, axis=0)
        for seat in SEATS:
            # Seats go round against the clock, the corners with it.
            ends = self.corners[-int(seat) % 4], self.corners[(-int(seat) - 1) % 4]
            side = np.mean(ends, axis=0)
            x, y = self.to_screen(tuple(side + (middle - side) * 0.07))
            size = theme.px(LETTER) * 1.5
            Color(*on_picture().seat(seat))
            SmoothEllipse(pos=(x - size / 2, y - size / 2), size=(size, size))
            letter = _letter(seat.name)
            Color(*on_picture().ground)
            Rectangle(
                texture=letter, size=letter.size, pos=(x - letter.width / 2, y - letter.height / 2)
            )

    def _draw_loupe(self, corner: tuple[float, float]) -> None:
        """The held corner enlarged, on the side where the finger is not."""
        assert self._texture is not None
        side = theme.px(LOUPE)
        width, height = self.picture_size
        _, _, scale = self._place()
        reach = side / (scale * ZOOM) / 2
        x, y = corner
        cx, cy = min(max(x, reach), width - reach), min(max(y, reach), height - reach)
        u1, u2 = (cx - reach) / width, (cx + reach) / width
        v1, v2 = (cy - reach) / height, (cy + reach) / height
        left = self.right - side if x < width / 2 else self.x
        bottom = self.top - side
        Color(1, 1, 1, 1)
        Rectangle(
            texture=self._texture, pos=(left, bottom), size=(side, side),
            tex_coords=(u1, v2, u2, v2, u2, v1, u1, v1),
        )  # fmt: skip
        Color(*on_picture().gold)
        Line(rectangle=(left, bottom, side, side), width=1.5)
        at_x = left + (x - cx + reach) / (2 * reach) * side
        at_y = bottom + side - (y - cy + reach) / (2 * reach) * side
        Line(points=(left, at_y, left + side, at_y), width=1)
        Line(points=(at_x, bottom, at_x, bottom + side), width=1)

    # -- the finger ---------------------------------------------------------------

    def on_touch_down(self, touch: Any) -> bool:
        if self.corners is None or self._texture is None or not self.collide_point(*touch.pos):
            return bool(super().on_touch_down(touch))
        apart = [
            (float(np.hypot(touch.x - x, touch.y - y)), at)
            for at, (x, y) in enumerate(map(self.to_screen, self.corners))
        ]
        distance, nearest = min(apart)
        if distance > theme.px(REACH):
            return False
        self._held = nearest
        # The corner keeps its distance from the finger: it does not jump under it.
        x, y = self.to_screen(self.corners[nearest])
        self._offset = (x - touch.x, y - touch.y)
        self._draw()
        return True

    def on_touch_move(self, touch: Any) -> bool:
        if self._held is None:
            return bool(super().on_touch_move(touch))
        corners = list(self.corners)
        corners[self._held] = self.to_picture(touch.x + self._offset[0], touch.y + self._offset[1])
        self.corners = tuple(corners)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        if self._held is None:
            return bool(super().on_touch_up(touch))
        self._held = None
        self._draw()
        self.dispatch("on_drop")
        return True

    def on_drop(self) -> None:
        """Default handler; the screen listens."""


def on_picture() -> Palette:
    """Colours that are seen on a camera's picture: that is dark whatever the screen is."""
    return DARK if theme.palette.name == "light" else theme.palette


def _letter(text: str) -> Texture:
    label = CoreLabel(text=text, font_name=FONT, font_size=theme.px(LETTER), bold=True)
    label.refresh()
    return label.texture


def sure_of(read: ReadTile) -> bool:
    """Whether the reading is believed."""
    return read.confidence >= BELIEVED


def default_corners(width: int, height: int) -> Corners:
    """A square in the middle; seat A's left is the lower left corner."""
    side = min(width, height) * (1 - 2 * INSET)
    left, top = (width - side) / 2, (height - side) / 2
    return (
        (left, top + side), (left, top), (left + side, top), (left + side, top + side),
    )  # fmt: skip
