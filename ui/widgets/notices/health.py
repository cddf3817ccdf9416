"""Health of devices as small lamps, and notices that say what to do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import ColorProperty, OptionProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout

from engine.view import Health, HealthState
from ui.i18n import words
from ui.theme import theme
from ui.widgets.text.fit_label import FitLabel, GrowLabel

__all__ = ["FitLabel", "GrowLabel", "HealthLamp", "HealthStrip", "Notice"]

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

SIGNS = {
    HealthState.GOOD: "●",
    HealthState.WAIT: "◐",
    HealthState.BAD: "✗",
    HealthState.ABSENT: "○",
}
"""States differ in shape as well as in colour."""

_LAMP = 1.2
"""Width of a lamp's sign in Chinese characters."""


def state_text(state: HealthState) -> str:
    """The state in a word."""
    return {
        HealthState.GOOD: words.say("works"),
        HealthState.WAIT: words.say("coming up"),
        HealthState.BAD: words.say("needs you"),
        HealthState.ABSENT: words.say("not used"),
    }[state]


class HealthLamp(ButtonBehavior, BoxLayout):
    """One part's state; a tap opens or closes its advice."""

    sign = StringProperty("")
    part = StringProperty("")
    colour = ColorProperty("white")


class HealthStrip(BoxLayout):
    """All lamps; fires `on_lamp(index)` when one is tapped."""

    def __init__(self, **kwargs: Any) -> None:
        self.register_event_type("on_lamp")
        super().__init__(**kwargs)

    def show(self, health: tuple[Health, ...]) -> None:
        self.clear_widgets()
        for index, entry in enumerate(health):
            lamp = HealthLamp(
                sign=SIGNS[entry.state],
                part=words.of(entry.part),
                colour=theme.palette.health(entry.state),
            )
            # A long word gets more of the strip than a short one, so that neither is cut.
            lamp.size_hint_x = _LAMP + sum(1.0 if ord(c) > 0x2E80 else 0.6 for c in lamp.part)
            lamp.bind(on_release=lambda _lamp, i=index: self.dispatch("on_lamp", i))
            self.add_widget(lamp)

    def on_lamp(self, index: int) -> None:
        """Default handler; the screen listens."""


class Notice(BoxLayout):
    """A card with what is wrong and what to do about it."""

    title = StringProperty("")
    detail = StringProperty("")
    kind = OptionProperty("warn", options=("warn", "bad", "plain", "good"))
