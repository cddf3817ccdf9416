"""A button with a text, and one that carries tile pictures beside it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.behaviors.togglebutton import ToggleButtonBehavior
from kivy.uix.boxlayout import BoxLayout

from ui.widgets.text.fit_label import FitLabel
from ui.widgets.tiles.tile_flow import TileFlow

__all__ = ["ButtonRow", "PushButton", "TabButton", "TileButton"]

Builder.load_file(str(Path(__file__).with_suffix(".kv")))


class PushButton(ButtonBehavior, FitLabel):
    """A plain button; `strong` fills it with the accent colour."""

    strong = BooleanProperty(False)


NARROWEST = 6
"""Letters for which a button has room whatever its text."""
FIRST_WIDE = 0x2E80
"""From here on letters are as wide as two of the others."""


def longest_word(text: str) -> int:
    """Letters of the longest word, which no button can break; a Chinese one is as wide
    as two others."""
    widths = (sum(1 + (ord(letter) >= FIRST_WIDE) for letter in word) for word in text.split())
    return max((NARROWEST, *widths))


class ButtonRow(BoxLayout):
    """Buttons side by side, each told by its text; fires `on_button(at)`.

    Making a button costs some milliseconds, so those that are there are used again.
    """

    def __init__(self, **kwargs: Any) -> None:
        self.register_event_type("on_button")
        super().__init__(**kwargs)
        self.buttons: list[PushButton] = []

    def show(self, labels: Sequence[tuple[str, bool]], max_font: float = 26) -> None:
        """One button for each label: its text, and whether it is `strong`."""
        while len(self.buttons) < len(labels):
            button = PushButton(max_font=max_font, lines=2)
            at = len(self.buttons)
            button.bind(on_release=lambda _button, at=at: self.dispatch("on_button", at))
            self.buttons.append(button)
        shown = len(self.children)
        for button in self.buttons[len(labels) : shown]:
            self.remove_widget(button)
        for button in self.buttons[shown : len(labels)]:
            self.add_widget(button)
        for button, (text, strong) in zip(self.buttons, labels, strict=False):
            button.text, button.strong, button.max_font = text, strong, max_font
            button.size_hint_x = longest_word(text)

    def on_button(self, at: int) -> None:
        """Default handler; the screen listens."""


class TabButton(ToggleButtonBehavior, FitLabel):
    """One of a group of tabs; a tap on the open one keeps it open."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(allow_no_selection=False, **kwargs)


class TileButton(ButtonBehavior, BoxLayout):
    """A button with tiles on the left of its text; `chosen` once tapped."""

    text = StringProperty("")
    sections = ObjectProperty(())
    tile_share = NumericProperty(0)
    chosen = BooleanProperty(False)


_ = TileFlow  # named by the kv rule of TileButton
