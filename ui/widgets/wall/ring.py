"""The wall ring: one cell a stack, round the felt as it stands on the table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kivy.clock import Clock
from kivy.graphics import Color, Rectangle
from kivy.properties import NumericProperty, ObjectProperty
from kivy.uix.floatlayout import FloatLayout

from engine.seat import SEATS, Seat
from engine.view import WallView
from ui.i18n import words
from ui.theme import theme
from ui.widgets.boxes.round_box import RoundBox
from ui.widgets.text.fit_label import FitLabel
from ui.widgets.tiles.textures import tile_size, tile_texture

THICKNESS = 18
"""Depth of the ring in design pixels."""
BADGE = 27
EMPTY = WallView(0, 0, ((), (), (), ()))


class WallRing(FloatLayout):
    """`wall` round the border of the box, `bottom` at its lower side.

    Stacks count from each player's right. A full stack shows two layers, a
    half one its lower layer; an empty place stays as a faint trace.
    """

    wall = ObjectProperty(EMPTY)
    bottom = NumericProperty(0)

    def __init__(self, **kwargs: Any) -> None:
        self._draw_soon = Clock.create_trigger(self._draw, -1)
        super().__init__(**kwargs)
        self.head_badge = self._badge()
        self.tail_badge = self._badge()
        for name in ("wall", "bottom", "pos", "size"):
            self.fbind(name, self._ask_draw)

    def _badge(self) -> FitLabel:
        badge = FitLabel(size_hint=(None, None), halign="center", bold=True, max_font=18)
        self.add_widget(badge)
        return badge

    def _ask_draw(self, *_: Any) -> None:
        self._draw_soon()

    def refresh(self) -> None:
        """Draw again: the language or the palette has changed."""
        self._draw_soon()

    def cell(self, seat: Seat, stack: int, count: int) -> tuple[float, float, float, float]:
        """Pixels `(x, y, width, height)` of a stack's place, `count` to a side."""
        depth = theme.px(THICKNESS)
        place = (seat - int(self.bottom)) % 4
        along = (self.width if place in (0, 2) else self.height) - 2 * depth
        pitch = along / max(1, count)
        forward = depth + stack * pitch
        backward = depth + along - (stack + 1) * pitch
        match place:
            case 0:
                return self.x + backward, self.y, pitch, depth
            case 1:
                return self.right - depth, self.y + backward, depth, pitch
            case 2:
                return self.x + forward, self.top - depth, pitch, depth
        return self.x, self.y + forward, depth, pitch

    def _cells(self) -> Iterator[tuple[int, tuple[float, float, float, float]]]:
        for seat, stacks in zip(SEATS, self.wall.stacks, strict=False):
            for index, tiles in enumerate(stacks):
                yield tiles, self.cell(seat, index, len(stacks))

    def _draw(self, _dt: float) -> None:
        self.canvas.before.clear()
        palette = theme.palette
        with self.canvas.before:
            for tiles, (x, y, width, height) in self._cells():
                gap = max(1.0, theme.unit * 1.5)
                # Whole pixels keep the edges sharp.
                box = (x + gap, y + gap, width - 2 * gap, height - 2 * gap)
                self._draw_stack(tiles, tuple(map(round, box)), palette)
            for seat, index, tile in self.wall.face_up:
                count = len(self.wall.stacks[seat]) if seat < len(self.wall.stacks) else 0
                if index >= count:
                    continue
                x, y, width, height = self.cell(seat, index, count)
                across = round(min(max(width, height), theme.px(30)))
                size = tile_size(across)
                Color(1, 1, 1, 1)
                Rectangle(
                    texture=tile_texture(tile.code, across),
                    pos=(round(x + (width - size[0]) / 2), round(y + (height - size[1]) / 2)),
                    size=size,
                )
        self._place_badge(self.head_badge, self.wall.head, words.say("head badge"), palette.gold)
        self._place_badge(self.tail_badge, self.wall.tail, words.say("tail badge"), palette.loss)

    def _draw_stack(self, tiles: int, box: tuple[int, ...], palette: Any) -> None:
        x, y, width, height = box
        if tiles <= 0:
            Color(*palette.felt_edge)
            RoundBox(pos=(x, y), size=(width, height), radius=2)
            return
        layer = round(height * 0.62)
        Color(*palette.wall_shade)
        RoundBox(pos=(x, y), size=(width, layer), radius=2)
        if tiles >= 2:
            Color(*palette.wall)
            RoundBox(pos=(x, y + height - layer), size=(width, layer), radius=2)

    def _place_badge(
        self, badge: FitLabel, where: tuple[Seat, int] | None, text: str, colour: Any
    ) -> None:
        badge.canvas.before.clear()
        count = len(self.wall.stacks[where[0]]) if where is not None else 0
        if where is None or not count:
            badge.text = ""
            return
        x, y, width, height = self.cell(where[0], where[1], count)
        size = theme.px(BADGE)
        badge.size = (size, size)
        place = (where[0] - int(self.bottom)) % 4
        badge.center = self._outside(x + width / 2, y + height / 2, place)
        badge.text = text
        badge.color = theme.palette.ink_on_gold
        with badge.canvas.before:
            Color(*colour)
            RoundBox(pos=badge.pos, size=badge.size, radius=size / 2)

    @staticmethod
    def _outside(x: float, y: float, place: int) -> tuple[float, float]:
        """Beyond the stack itself, over the felt's rim, so that both can be seen."""
        step = theme.px(THICKNESS) * 0.85
        shifts = {0: (0, -step), 1: (step, 0), 2: (0, step), 3: (-step, 0)}
        return x + shifts[place][0], y + shifts[place][1]
