"""Keys with tiles on them, a pad of all tiles in play, a pad of dice."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout

from engine.tile import Tile
from ui.theme import theme
from ui.widgets.buttons.push_button import PushButton
from ui.widgets.tiles.placement import Mark, Piece
from ui.widgets.tiles.tile_flow import TileFlow
from ui.widgets.wall.middle import Die

__all__ = ["DicePad", "Die", "DieKey", "PushButton", "TileKey", "TileKeypad"]

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

LONG_ROW = 13
"""Keys in a row of tiles without a suit of nine."""


class TileKey(ButtonBehavior, TileFlow):
    """One tile to be tapped; dim where it cannot be entered, ringed where it is in doubt."""

    code = StringProperty("")
    lit = BooleanProperty(True)
    doubt = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(halign="center", valign="middle", largest=78, **kwargs)
        for name in ("code", "lit", "doubt"):
            self.fbind(name, self._put)
        self._put()

    def _put(self, *_: Any) -> None:
        mark = Mark.DOUBT if self.doubt else Mark.NONE if self.lit else Mark.DIM
        self.sections = (((Piece(self.code, mark=mark),),),) if self.code else ()


class TileKeypad(BoxLayout):
    """All tiles in play: a row for each suit, then the others.

    Fires `on_tile(tile)` for a key that is lit.
    """

    def __init__(self, **kwargs: Any) -> None:
        self.register_event_type("on_tile")
        super().__init__(orientation="vertical", spacing=theme.px(4), **kwargs)
        self._kinds: tuple[Tile, ...] = ()
        self.keys: dict[Tile, TileKey] = {}

    def show(self, kinds: tuple[Tile, ...], lit: Collection[Tile]) -> None:
        """Keys for `kinds`; those in `lit` can be tapped."""
        if kinds != self._kinds:
            self._kinds = kinds
            self._build()
        for tile, key in self.keys.items():
            key.lit = tile in lit

    def _build(self) -> None:
        self.clear_widgets()
        self.keys = {}
        for row in rows_of(self._kinds):
            box = BoxLayout(spacing=theme.px(2))
            for tile in row:
                key = TileKey(code=tile.code)
                key.bind(on_press=lambda pressed, t=tile: self._tapped(pressed, t))
                self.keys[tile] = key
                box.add_widget(key)
            self.add_widget(box)

    def _tapped(self, key: TileKey, tile: Tile) -> None:
        if key.lit:
            self.dispatch("on_tile", tile)

    def on_tile(self, tile: Tile) -> None:
        """Default handler; the screen listens."""


def rows_of(kinds: tuple[Tile, ...]) -> list[tuple[Tile, ...]]:
    """A row for each suit of numbers, then the other tiles: in one row if there is
    room, else honours apart."""
    rows = [tuple(t for t in kinds if t.suit == suit) for suit in "mps"]
    others = tuple(t for t in kinds if not t.is_number)
    if len(others) > LONG_ROW:
        rows.append(tuple(t for t in others if t.is_honour))
        others = tuple(t for t in others if not t.is_honour)
    rows += [others[at : at + LONG_ROW] for at in range(0, len(others), LONG_ROW)]
    return [row for row in rows if row]


class DieKey(ButtonBehavior, BoxLayout):
    """One face of a die; `chosen` once tapped."""

    value = NumericProperty(0)
    chosen = BooleanProperty(False)


class DicePad(BoxLayout):
    """Two rows of dice; fires `on_throw(one, two)` when both are tapped."""

    thrown = ObjectProperty((0, 0))

    def __init__(self, **kwargs: Any) -> None:
        self.register_event_type("on_throw")
        super().__init__(orientation="vertical", spacing=theme.px(10), **kwargs)
        self.rows: list[list[DieKey]] = []
        for which in range(2):
            box = BoxLayout(spacing=theme.px(10))
            row = [DieKey(value=value) for value in range(1, 7)]
            for key in row:
                key.bind(on_press=lambda key, w=which: self._tapped(w, int(key.value)))
                box.add_widget(key)
            self.rows.append(row)
            self.add_widget(box)

    def clear(self) -> None:
        self.thrown = (0, 0)
        self._mark()

    def _tapped(self, which: int, value: int) -> None:
        one, two = self.thrown
        self.thrown = (value, two) if which == 0 else (one, value)
        self._mark()
        if all(self.thrown):
            thrown = self.thrown
            self.clear()
            self.dispatch("on_throw", *thrown)

    def _mark(self) -> None:
        for row, value in zip(self.rows, self.thrown, strict=True):
            for key in row:
                key.chosen = key.value == value

    def on_throw(self, one: int, two: int) -> None:
        """Default handler; the screen listens."""
