"""The head of a screen: its name, the ways to the others, the language."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.dropdown import DropDown

from ui.i18n import words
from ui.theme import theme
from ui.widgets.buttons.push_button import PushButton
from ui.widgets.text.fit_label import FitLabel

__all__ = ["FitLabel", "HeadBar", "NavMenu", "PushButton", "place_names"]

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

ROW = 64
MENU_WIDTH = 280


def place_names() -> dict[str, str]:
    """Screen → its name, in the order of the menu."""
    return {
        "table": words.say("Table"),
        "entry": words.say("By finger"),
        "quick": words.say("Score a win"),
        "win": words.say("Wins"),
        "score": words.say("Score"),
        "events": words.say("Put right"),
        "trouble": words.say("Something wrong"),
        "replay": words.say("Look back"),
        "setup": words.say("Set-up"),
        "start": words.say("New match"),
    }


class NavMenu(DropDown):
    """All screens, one below the other."""

    def __init__(self, go: Callable[[str], None], **kwargs: Any) -> None:
        super().__init__(auto_width=False, width=theme.px(MENU_WIDTH), **kwargs)
        for name, text in place_names().items():
            button = PushButton(text=text, size_hint_y=None, height=theme.px(ROW))
            button.bind(on_release=lambda _button, n=name: self.select(n))
            self.add_widget(button)
        self.bind(on_select=lambda _menu, name: go(name))


class HeadBar(BoxLayout):
    """`go(name)` is called with the screen that was tapped; `inside` hides the way to
    the match's screens while there is no match."""

    title = StringProperty("")
    inside = BooleanProperty(True)

    def __init__(self, **kwargs: Any) -> None:
        self.register_event_type("on_go")
        super().__init__(**kwargs)

    def open_menu(self, button: Any) -> None:
        NavMenu(lambda name: self.dispatch("on_go", name)).open(button)

    def on_go(self, name: str) -> None:
        """Default handler; the screen listens."""
