"""The middle of the felt: what remains, dice, the tiles that a flip has fixed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.animation import Animation
from kivy.graphics import Color, Ellipse
from kivy.lang import Builder
from kivy.properties import (
    NumericProperty,
    ObjectProperty,
    OptionProperty,
    StringProperty,
)
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from engine.seat import Seat
from engine.tile import Tile
from engine.view import Phase, TableView, Text
from ui.i18n import words
from ui.theme import theme
from ui.widgets.boxes.round_box import RoundBox
from ui.widgets.text.fit_label import FitLabel
from ui.widgets.tiles.placement import Piece, Section
from ui.widgets.tiles.tile_flow import TileFlow

__all__ = ["Die", "FitLabel", "Middle", "TileFlow"]

PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0.5, 0.5),),
    2: ((0.27, 0.73), (0.73, 0.27)),
    3: ((0.25, 0.75), (0.5, 0.5), (0.75, 0.25)),
    4: ((0.28, 0.28), (0.28, 0.72), (0.72, 0.28), (0.72, 0.72)),
    5: ((0.26, 0.26), (0.26, 0.74), (0.74, 0.26), (0.74, 0.74), (0.5, 0.5)),
    6: ((0.28, 0.24), (0.28, 0.5), (0.28, 0.76), (0.72, 0.24), (0.72, 0.5), (0.72, 0.76)),
}
FLIP_SCALE = 0.6
GLOW = 0.18
"""Seconds in which the turn marker comes up at another seat."""
RED_PIPS = (1, 4)
"""Chinese dice show the one and the four in red."""


class Die(Widget):
    """One die; `value` 0 draws nothing."""

    value = NumericProperty(0)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for name in ("value", "pos", "size"):
            self.fbind(name, self._draw)

    def _draw(self, *_: Any) -> None:
        self.canvas.clear()
        pips = PIPS.get(int(self.value))
        if pips is None:
            return
        side = min(self.width, self.height)
        x, y = self.center_x - side / 2, self.center_y - side / 2
        with self.canvas:
            Color(0.98, 0.97, 0.93, 1)
            RoundBox(pos=(x, y), size=(side, side), radius=side * 0.2)
            Color(*(theme.palette.dealer if self.value in RED_PIPS else (0.13, 0.15, 0.2, 1)))
            radius = side * (0.15 if self.value == 1 else 0.1)
            for px, py in pips:
                Ellipse(
                    pos=(x + px * side - radius, y + py * side - radius),
                    size=(radius * 2, radius * 2),
                )


class Middle(BoxLayout):
    """Everything of a view that belongs to the table rather than to a seat."""

    remaining = StringProperty("")
    caption = StringProperty("")
    dice = ObjectProperty((0, 0))
    fixed = ObjectProperty(())
    roles = StringProperty("")
    turn = OptionProperty(-1, options=(-1, 0, 1, 2, 3))
    glow = NumericProperty(1.0)

    def show(self, view: TableView, bottom: Seat) -> None:
        """Take over what `view` says; `bottom` is the seat at the lower side."""
        self.remaining = str(view.wall.remaining) if view.wall.total else ""
        self.caption = phase_text(view.phase)
        self.dice = view.dice or (0, 0)
        self.fixed = _fixed(view.indicators, view.marked)
        self.roles = " ".join(dict.fromkeys(words.of(role) for role, _ in view.marked))
        turn = next((s.seat for s in view.seats if s.turn), None)
        self._mark_turn(-1 if turn is None else (turn - bottom) % 4)

    def _mark_turn(self, turn: int) -> None:
        """The marker of the next seat comes up softly where it can be seen to do so."""
        before, self.turn = self.turn, turn
        if -1 in (before, turn) or before == turn or self.get_root_window() is None:
            return
        Animation.cancel_all(self, "glow")
        self.glow = 0.0
        Animation(glow=1.0, duration=GLOW).start(self)


def phase_text(phase: Phase) -> str:
    """The phase in the language in force."""
    return {
        Phase.IDLE: words.say("Waiting to begin"),
        Phase.WALLS: words.say("Building walls"),
        Phase.DEALING: words.say("Dealing"),
        Phase.FLOWERS: words.say("Flowers"),
        Phase.PLAY: words.say("tiles left"),
        Phase.OPENING: words.say("Open hands"),
        Phase.SETTLED: words.say("Settled"),
    }[phase]


def _fixed(
    indicators: tuple[Tile, ...], marked: tuple[tuple[Text, Tile], ...]
) -> tuple[Section, ...]:
    """The fixed tiles large, the flipped ones that fixed them small beside them."""
    large = tuple((Piece(tile.code),) for _, tile in marked)
    small = tuple((Piece(tile.code, FLIP_SCALE),) for tile in indicators)
    return (large + small,)


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
