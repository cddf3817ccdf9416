"""The hand that is being opened, tile by tile."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout

from engine.seat import Seat
from engine.tile import Tile
from ui.i18n import words
from ui.theme import theme
from ui.widgets.buttons.push_button import PushButton, TabButton
from ui.widgets.keys.tile_keys import TileKey
from ui.widgets.text.fit_label import FitLabel

__all__ = ["FitLabel", "HandTray", "PushButton", "TileKey"]

Builder.load_file(str(Path(__file__).with_suffix(".kv")))


class HandTray(BoxLayout):
    """Whose hand, its tiles so far, how many are missing.

    Fires `on_take_back(at)` for a tapped tile, `on_seat(seat)` for another
    hand, `on_whole()` for the button that confirms.
    """

    count = StringProperty("")

    def __init__(self, **kwargs: Any) -> None:
        for event in ("on_take_back", "on_seat", "on_whole"):
            self.register_event_type(event)
        super().__init__(**kwargs)
        self.tiles: list[TileKey] = []

    def show(
        self,
        seats: tuple[tuple[Seat, str], ...],
        chosen: Seat | None,
        known: tuple[Tile, ...],
        hand: tuple[Tile, ...],
        size: int,
    ) -> None:
        """`seats`: hands still to be opened; `known`: tiles that need no tap; `size`:
        how many must be named."""
        tabs, row = self.ids.seats, self.ids.tiles
        tabs.clear_widgets()
        for seat, name in seats:
            tab = TabButton(
                text=name, group="hands", state="down" if seat is chosen else "normal", max_font=24
            )
            tab.bind(on_release=lambda _tab, s=seat: self.dispatch("on_seat", s))
            tabs.add_widget(tab)
        row.clear_widgets()
        self.tiles = []
        for tile in known:
            row.add_widget(TileKey(code=tile.code, lit=False))
        for at in range(max(size, len(hand))):
            key = TileKey(code=hand[at].code if at < len(hand) else "")
            key.bind(on_release=lambda _key, i=at: self._tapped(i, len(hand)))
            self.tiles.append(key)
            row.add_widget(key)
        self.count = f"{len(hand)} / {size}"
        self.ids.whole.disabled = len(hand) != size
        self.ids.whole.text = words.say("Confirm")
        row.spacing = theme.px(3)

    def _tapped(self, at: int, filled: int) -> None:
        if at < filled:
            self.dispatch("on_take_back", at)

    def on_take_back(self, at: int) -> None:
        """Default handler; the screen listens."""

    def on_seat(self, seat: Seat) -> None:
        """Default handler; the screen listens."""

    def on_whole(self) -> None:
        """Default handler; the screen listens."""
