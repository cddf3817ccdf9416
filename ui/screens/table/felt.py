"""The table seen from the tablet's side: four seats round the felt.

All tiles stand upright on the screen, whoever owns them: a tablet is read from
one side. Where a thing lies still says whose it is.
"""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock
from kivy.graphics import Color, SmoothLine
from kivy.properties import NumericProperty
from kivy.uix.floatlayout import FloatLayout

from engine.seat import SEATS, Seat
from ui.theme import theme
from ui.widgets.boxes.round_box import RoundBox
from ui.widgets.results.payments import PaymentsBoard
from ui.widgets.seat.plate import SeatPlate, TallPlate, WidePlate
from ui.widgets.tiles.river_flow import RiverFlow
from ui.widgets.tiles.tile_flow import TileFlow
from ui.widgets.wall.middle import Middle
from ui.widgets.wall.ring import THICKNESS, WallRing

STRIP = 96
"""Height of the upper and lower seat, in design pixels."""
COLUMN = 170
"""Width of the left and right seat."""
WIDE_PLATE = 272
TALL_PLATE = 142
GAP = 8
RIM = 14
"""From the felt's edge to the wall ring, room for the head and tail badges."""
RIVER_DEPTH = 0.285
"""Of the felt's height, for the upper and lower river."""
RIVER_WIDTH = 130
KEYS_DEPTH = 0.62
"""Of the height, for keys laid over the table."""


RIVER_HALIGN = ("left", "right", "left", "left")
RIVER_VALIGN = ("middle", "top", "middle", "top")


class Place:
    """What belongs to one side of the screen."""

    def __init__(self, side: int) -> None:
        wide = side in (0, 2)
        self.narrow = not wide
        self.plate: SeatPlate = WidePlate() if wide else TallPlate()
        self.tiles = TileFlow(largest=34, valign="middle" if wide else "top")
        self.river = RiverFlow(
            side=side, largest=36, valign=RIVER_VALIGN[side], halign=RIVER_HALIGN[side]
        )

    def widgets(self) -> tuple[Any, ...]:
        return (self.plate, self.tiles, self.river)


class Felt(FloatLayout):
    """Lays out the four places; `bottom` is the seat at the lower side."""

    bottom = NumericProperty(0)

    def __init__(self, **kwargs: Any) -> None:
        self._arrange_soon = Clock.create_trigger(self._arrange, -1)
        super().__init__(**kwargs)
        self.places = tuple(Place(side) for side in range(4))
        self.ring = WallRing(size_hint=(None, None))
        self.middle = Middle(size_hint=(None, None))
        self.board = PaymentsBoard(size_hint=(None, None))
        self._keys: Any = None
        for widget in (self.ring, self.middle):
            self.add_widget(widget)
        for place in self.places:
            for widget in place.widgets():
                widget.size_hint = (None, None)
                self.add_widget(widget)
        self.fbind("pos", self._ask_arrange)
        self.fbind("size", self._ask_arrange)

    def place_of(self, seat: Seat) -> Place:
        """The side of the screen where `seat` sits."""
        return self.places[(seat - int(self.bottom)) % 4]

    def seats_in_view(self) -> tuple[Seat, ...]:
        return tuple(SEATS[(side + int(self.bottom)) % 4] for side in range(4))

    def show_board(self, shown: bool) -> None:
        """Lay the payments over the rivers, or put them away."""
        if shown and self.board.parent is None:
            self.add_widget(self.board)
            self._ask_arrange()
        elif not shown and self.board.parent is not None:
            self.remove_widget(self.board)

    def show_keys(self, keys: Any) -> None:
        """Lay keys over the lower part of the table; None puts them away."""
        if self._keys is not None:
            self.remove_widget(self._keys)
        self._keys = keys
        if keys is not None:
            keys.size_hint = (None, None)
            self.add_widget(keys)
            self._ask_arrange()

    def _ask_arrange(self, *_: Any) -> None:
        self._arrange_soon()

    def _arrange(self, _dt: float) -> None:
        px = theme.px
        gap, strip, column = px(GAP), px(STRIP), px(COLUMN)
        x, y, right, top = self.x, self.y, self.right, self.top
        felt = (
            x + column + gap,
            y + strip + gap,
            self.width - 2 * (column + gap),
            self.height - 2 * (strip + gap),
        )
        self._draw_felt(felt)
        self._place_strip(self.places[0], x, y, strip)
        self._place_strip(self.places[2], x, top - strip, strip)
        self._place_column(self.places[3], x, felt[1], felt[3])
        self._place_column(self.places[1], right - column, felt[1], felt[3])
        rim = px(RIM)
        ring = (felt[0] + rim, felt[1] + rim, felt[2] - 2 * rim, felt[3] - 2 * rim)
        _set(self.ring, *ring)
        inset = px(THICKNESS) + px(6)
        inner = (ring[0] + inset, ring[1] + inset, ring[2] - 2 * inset, ring[3] - 2 * inset)
        self._place_rivers(inner)
        # A little larger than what it covers, so that no corner of a tile looks out.
        pad = px(5)
        _set(self.board, *_grown(inner, pad))
        if self._keys is not None:
            _set(self._keys, x, y, self.width, self.height * KEYS_DEPTH)

    def _place_strip(self, place: Place, x: float, y: float, height: float) -> None:
        plate = theme.px(WIDE_PLATE)
        _set(place.plate, x, y, plate, height)
        start = x + plate + theme.px(GAP * 2)
        _set(place.tiles, start, y, self.right - start, height)

    def _place_column(self, place: Place, x: float, y: float, height: float) -> None:
        plate, column, gap = theme.px(TALL_PLATE), theme.px(COLUMN), theme.px(GAP)
        _set(place.plate, x, y + height - plate, column, plate)
        _set(place.tiles, x, y, column, height - plate - gap)

    def _place_rivers(self, inner: tuple[float, float, float, float]) -> None:
        """Like a pinwheel: each river begins at its owner's left and ends before
        the next one, so all four have the same room."""
        x, y, width, height = inner
        gap = theme.px(GAP)
        strip, block = height * RIVER_DEPTH, theme.px(RIVER_WIDTH)
        across, along = width - block - gap, height - strip - gap
        _set(self.places[0].river, x, y, across, strip)
        _set(self.places[1].river, x + width - block, y, block, along)
        _set(self.places[2].river, x + block + gap, y + height - strip, across, strip)
        _set(self.places[3].river, x, y + height - along, block, along)
        _set(
            self.middle,
            x + block + gap,
            y + strip + gap,
            width - 2 * (block + gap),
            height - 2 * (strip + gap),
        )

    def _draw_felt(self, felt: tuple[float, float, float, float]) -> None:
        x, y, width, height = felt
        self.canvas.before.clear()
        with self.canvas.before:
            Color(*theme.palette.felt)
            RoundBox(pos=(x, y), size=(width, height), radius=theme.px(18))
            Color(*theme.palette.wall_shade)
            SmoothLine(
                rounded_rectangle=(x + 1, y + 1, width - 2, height - 2, theme.px(18)),
                width=theme.unit,
            )


def _grown(box: tuple[float, float, float, float], pad: float) -> tuple[float, float, float, float]:
    x, y, width, height = box
    return x - pad, y - pad, width + 2 * pad, height + 2 * pad


def _set(widget: Any, x: float, y: float, width: float, height: float) -> None:
    widget.pos = (round(x), round(y))
    widget.size = (round(width), round(height))
