"""A button with a text, and one that carries tile pictures beside it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.behaviors.togglebutton import ToggleButtonBehavior
from kivy.uix.boxlayout import BoxLayout

from ui.widgets.text.fit_label import FitLabel
from ui.widgets.tiles.tile_flow import TileFlow

__all__ = ["PushButton", "TabButton", "TileButton"]

Builder.load_file(str(Path(__file__).with_suffix(".kv")))


class PushButton(ButtonBehavior, FitLabel):
    """A plain button; `strong` fills it with the accent colour."""

    strong = BooleanProperty(False)


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
